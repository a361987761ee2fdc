/** Play for tests: deals, ways of choosing legal actions, and whole games played by them. */
import { expect } from 'vitest';
import type { JsonObject } from '../../src/base/json.js';
import { rngOf } from '../../src/base/rng.js';
import type { Rng } from '../../src/base/rng.js';
import { checkAction, sampleAction } from '../../src/games/engine/actions.js';
import type { Action, ActionForm, Decision, Field } from '../../src/games/engine/actions.js';
import type { GameDefinition, GameState, Seat } from '../../src/games/engine/definition.js';
import { advance, isOver, pending, startGame, viewFor } from '../../src/games/engine/engine.js';
import type { Pending } from '../../src/games/engine/engine.js';
import { dealNames } from '../../src/games/engine/seeds.js';
import type { Purpose, Seed } from '../../src/games/engine/seeds.js';

/** Ways of choosing among legal actions; `mixed` takes another of them at each decision. */
export const STYLES = ['random', 'edges', 'defaults', 'candidates', 'mixed'] as const;

/** One of {@link STYLES}. */
export type Style = (typeof STYLES)[number];

/** One game to be played: the same deal gives the same game. */
export interface Deal {
  readonly players: number;
  readonly options: JsonObject;
  readonly seed: Seed;
  readonly style: Style;
}

/** The actions of one batch. */
export type Batch = ReadonlyMap<Seat, Action>;

/** A game as it was played: `positions[i]` is the state before `batches[i]`, the last one is the end. */
export interface PlayedGame {
  readonly positions: readonly GameState[];
  readonly batches: readonly Batch[];
  readonly end: GameState;
}

/** What players say at random; no player name, no word of any rule. */
const SAYINGS = [
  '',
  'zebra',
  'lantern',
  'I would rather wait and see what happens.',
  'That "story" of yours <does> not add up.',
];

function sayable({ maxLength, forbid }: Extract<Field, { type: 'text' }>): string[] {
  const fitting = SAYINGS.filter(
    (text) => text.length <= maxLength && !(forbid ?? []).some((word) => text.includes(word.toLowerCase())),
  );
  return fitting.length === 0 ? [''] : fitting;
}

/** The decision with every text field turned into a choice among `words`, so that random draws say something. */
function withWords(
  decision: Decision,
  words: (field: Extract<Field, { type: 'text' }>) => string[],
): Decision {
  const forms = decision.forms.map((form): ActionForm => ({
    ...form,
    fields: Object.fromEntries(
      Object.entries(form.fields).map(([name, field]): [string, Field] => [
        name,
        field.type === 'text' ? { type: 'choice', options: words(field) } : field,
      ]),
    ),
  }));
  return { ...decision, forms };
}

/** A random legal action; text fields hold one of a few sayings. */
export function randomAction(decision: Decision, rng: Rng): Action {
  return sampleAction(withWords(decision, sayable), rng);
}

function edgesOf(field: Field): Action[string][] {
  switch (field.type) {
    case 'choice':
      return [field.options[0] ?? '', field.options.at(-1) ?? ''];
    case 'text':
      return ['', 'x'.repeat(field.maxLength)];
    case 'integer':
      return [field.min, field.max];
    case 'subset':
      return [field.options.slice(0, field.min), field.options.slice(field.options.length - field.max)];
    case 'assign':
      return [field.options[0], field.options.at(-1)].map((option) =>
        Object.fromEntries(field.keys.map((key) => [key, option ?? ''])),
      );
    case 'split':
      return [0, field.keys.length - 1].map((rich) =>
        Object.fromEntries(field.keys.map((key, i) => [key, i === rich ? field.total : 0])),
      );
  }
}

/** An action at the limits of what the fields allow; a random one where a rule across fields forbids that. */
function edgeAction(decision: Decision, rng: Rng): Action {
  const form = rng.pick(decision.forms);
  const fields = Object.entries(form.fields).map(
    ([name, field]) => [name, rng.pick(edgesOf(field))] as const,
  );
  const action: Action = { action: form.action, ...Object.fromEntries(fields) };
  return form.refine?.(action) === undefined ? action : randomAction(decision, rng);
}

/** Chooses an action for one open decision. */
export function chooseBy(
  style: Style,
  game: GameDefinition,
  state: GameState,
  open: Pending,
  rng: Rng,
): Action {
  const { decision, seat } = open;
  if (open.sole !== undefined) return open.sole;
  switch (style) {
    case 'random':
      return randomAction(decision, rng);
    case 'edges':
      return edgeAction(decision, rng);
    case 'defaults':
      return decision.fallback;
    case 'candidates': {
      const candidates = game.candidates?.(viewFor(state, seat), decision) ?? [];
      return candidates.length === 0 ? randomAction(decision, rng) : rng.pick(candidates).action;
    }
    case 'mixed':
      return chooseBy(rng.pick(STYLES.slice(0, -1)), game, state, open, rng);
  }
}

/** Freezes a value and all it holds, so that rules that change what they were given throw. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part);
  return value;
}

/** The text that seeds a deal and the draws of its players. */
export function dealText(game: GameDefinition, { seed, players, style }: Deal): string {
  return `${seed.study}/${game.id}/${seed.purpose}/${seed.index}/${players}/${style}`;
}

/** Deals a game. `names` stand in for the drawn ones. */
export function begin(game: GameDefinition, deal: Deal, names?: readonly string[]): GameState {
  return startGame(game, {
    names: names ?? dealNames(game.id, deal.seed, deal.players),
    seed: dealText(game, deal),
    options: deal.options,
    deal: deal.seed,
  });
}

/** The draws of a deal's players; independent of the draws of the game. */
export function playersRng(game: GameDefinition, deal: Deal): Rng {
  return rngOf(`${dealText(game, deal)}/players`);
}

/** The batch a deal's players choose now. */
export function chooseBatch(game: GameDefinition, state: GameState, style: Style, rng: Rng): Batch {
  return new Map(pending(game, state).map((open) => [open.seat, chooseBy(style, game, state, open, rng)]));
}

/** Applies a batch that must be legal. */
export function apply(game: GameDefinition, state: GameState, batch: Batch): GameState {
  const result = advance(game, state, batch);
  if (!result.ok) {
    throw new Error(
      `${game.id}, phase ${state.phase}: ${JSON.stringify([...batch])} refused: ${result.refusal.reason}`,
    );
  }
  return result.state;
}

const playedGames = new WeakMap<GameDefinition, Map<string, PlayedGame>>();

/** Plays a deal to its end, or returns the game when it was played before: every law looks at the same games. */
export function playOut(game: GameDefinition, deal: Deal): PlayedGame {
  const known = playedGames.get(game) ?? new Map<string, PlayedGame>();
  playedGames.set(game, known);
  const key = `${dealText(game, deal)} ${JSON.stringify(deal.options)}`;
  const played = known.get(key) ?? playNow(game, deal);
  known.set(key, played);
  return played;
}

/** Plays a deal to its end. Every state is frozen; a game past its bound fails. */
function playNow(game: GameDefinition, deal: Deal): PlayedGame {
  const rng = playersRng(game, deal);
  const bound = game.maxTurns(deal.options, deal.players);
  const positions: GameState[] = [];
  const batches: Batch[] = [];
  let state = deepFreeze(begin(game, deal));
  while (!isOver(state)) {
    if (state.turn >= bound) expect.fail(`${game.id} goes on after its bound of ${bound} turns`);
    const batch = deepFreeze(chooseBatch(game, state, deal.style, rng));
    positions.push(state);
    batches.push(batch);
    state = deepFreeze(apply(game, state, batch));
  }
  return { positions: [...positions, state], batches, end: state };
}

/** A move of a scripted game: who does what, by name. */
export type Script = Readonly<Record<string, Action>>;

/**
 * Plays scripted batches one after the other from a position: each names every seat that is asked, and no other.
 * Each answer must be legal as a player would give it (defaults that no player may choose pass too).
 */
export function playScript(game: GameDefinition, start: GameState, script: readonly Script[]): GameState {
  return script.reduce((state, batch, step) => {
    const open = pending(game, state);
    const asked = open.filter(({ sole }) => sole === undefined).map(({ seat }) => state.names[seat] ?? '');
    expect(Object.keys(batch).sort(), `who acts in batch ${step} (${state.phase})`).toEqual(asked.sort());
    return apply(
      game,
      state,
      new Map(Object.entries(batch).map(([name, action]) => [state.names.indexOf(name), action])),
    );
  }, start);
}

/** What is wrong with an answer of `name` now; undefined when it is legal. Fails when that seat is not asked. */
export function problemWith(
  game: GameDefinition,
  state: GameState,
  name: string,
  answer: unknown,
): string | undefined {
  const open = pending(game, state).find(({ seat }) => state.names[seat] === name);
  if (open === undefined) return expect.fail(`${name} is not asked in phase ${state.phase}`);
  const checked = checkAction(open.decision, answer);
  return checked.ok ? undefined : checked.reason;
}

/** A deal on defaults for hand-made tests. */
export function dealOf(
  game: GameDefinition,
  {
    players,
    options,
    index,
    style,
  }: { players?: number; options?: JsonObject; index?: number; style?: Style } = {},
): Deal {
  return {
    players: players ?? game.players.default,
    options: game.options.parse(options ?? {}),
    seed: { study: 0, purpose: 'test' satisfies Purpose, index: index ?? 0 },
    style: style ?? 'random',
  };
}

/** A game dealt to named players, on the options given and the defaults. */
export function tableOf<S, O extends JsonObject>(
  definition: GameDefinition<S, O>,
  names: readonly string[],
  options: JsonObject = {},
): { readonly game: GameDefinition; readonly start: GameState } {
  const game = definition as unknown as GameDefinition;
  return { game, start: startGame(game, { names, seed: 'table', options: game.options.parse(options) }) };
}
