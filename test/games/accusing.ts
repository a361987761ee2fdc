/** Play for tests of the hidden-role games: tables dealt by hand, ballots in short, and leak tests with canary words. */
import { expect } from 'vitest';
import type { JsonObject } from '../../src/base/json.js';
import { rngOf } from '../../src/base/rng.js';
import type { Action } from '../../src/games/engine/actions.js';
import type {
  GameDefinition,
  GameState,
  Seat,
  Setup,
  SetupContext,
} from '../../src/games/engine/definition.js';
import { isOver, pending, startGame } from '../../src/games/engine/engine.js';
import { apply, chooseBatch, deepFreeze, playScript } from './playing.js';
import type { Batch, Style } from './playing.js';
import { readingOf } from './prompting.js';

/** A table with a hand-made deal in place of the drawn one. */
export function dealt<S, O extends JsonObject>(
  definition: GameDefinition<S, O>,
  names: readonly string[],
  options: JsonObject,
  setup: (options: O, context: SetupContext) => Setup<S>,
): { readonly game: GameDefinition; readonly start: GameState } {
  const game = {
    ...definition,
    setup: (_players: number, given: O, context: SetupContext) => setup(given, context),
  } as unknown as GameDefinition;
  return { game, start: startGame(game, { names, seed: 'table', options: game.options.parse(options) }) };
}

/** Everybody whose turn it is says `words`; answers with the state after it and the order of speakers. */
export function everyoneSpeaks(
  game: GameDefinition,
  state: GameState,
  act: (name: string) => Action,
): { readonly state: GameState; readonly order: readonly string[] } {
  const order: string[] = [];
  const { phase } = state;
  let now = state;
  while (now.phase === phase) {
    const name = now.names[pending(game, now)[0]?.seat ?? -1] ?? '';
    order.push(name);
    now = playScript(game, now, [{ [name]: act(name) }]);
  }
  return { state: now, order };
}

/** One vote, as in `Ana>Ben Ben>Ana`; whoever is not named abstains for want of an answer. */
export function castVotes(game: GameDefinition, state: GameState, ballots: string): GameState {
  // The turn limit may end a game before its vote.
  if (isOver(state)) return state;
  const targets = new Map(
    ballots
      .split(' ')
      .filter((pair) => pair !== '')
      .map((pair) => pair.split('>') as [string, string]),
  );
  const voters = pending(game, state).map(({ seat }) => state.names[seat] ?? '');
  for (const voter of targets.keys()) expect(voters, 'voters').toContain(voter);
  const batch = voters.map((name): [string, Action] => {
    const target = targets.get(name);
    return [name, target === undefined ? { action: 'abstain' } : { action: 'vote', target }];
  });
  return playScript(game, state, [Object.fromEntries(batch)]);
}

/** Data of the latest event of a type. */
export function latest(state: GameState, type: string): JsonObject | undefined {
  return state.events.findLast((event) => event.type === type)?.data;
}

/** Exchanges the roles and secrets of two seats. */
export function exchanged(state: GameState, one: Seat, other: Seat): Pick<GameState, 'roles' | 'secrets'> {
  const swap = <T>(list: readonly T[]): T[] =>
    list.map((item, seat) => (seat === one ? (list[other] as T) : seat === other ? (list[one] as T) : item));
  return { roles: swap(state.roles), secrets: swap(state.secrets) };
}

/**
 * The same batch for a game that differs in what is hidden: everyone acts as before; a seat that acts in the other
 * game only takes its first legal option. Undefined when this batch ends the game or shows a role that differs.
 */
export function mirrored(
  game: GameDefinition,
  state: GameState,
  swapped: GameState,
  batch: Batch,
): Batch | undefined {
  const next = apply(game, state, batch);
  if (isOver(next)) return undefined;
  const shown = next.events
    .slice(state.events.length)
    .filter(({ type }) => type === 'out' || type === 'accused')
    .map(({ data }) => state.names.indexOf(String(data['player'] as string)));
  if (shown.some((seat) => state.roles[seat]?.role !== swapped.roles[seat]?.role)) return undefined;
  return new Map(
    pending(game, swapped).map(({ seat, decision }) => {
      const field = decision.forms[0]?.fields['target'];
      const first: Action =
        field?.type === 'choice'
          ? { action: decision.forms[0]?.action ?? '', target: field.options[0] ?? '' }
          : decision.fallback;
      return [seat, batch.get(seat) ?? first];
    }),
  );
}

/**
 * Plays games on word lists whose entries occur nowhere else, and fails when a seat reads one that is not its own
 * to know.
 *
 * @param secretWords what `seat` must not read in this state
 */
export function expectNoLeak<S, O extends JsonObject>(
  definition: GameDefinition<S, O>,
  content: unknown,
  secretWords: (state: GameState, seat: Seat) => readonly string[],
  { options = {}, games = 12 }: { readonly options?: JsonObject; readonly games?: number } = {},
): void {
  const game = definition as unknown as GameDefinition;
  const names = ['Ana', 'Ben', 'Cal', 'Dot', 'Eve', 'Fin'].slice(0, game.players.default);
  const styles: readonly Style[] = ['random', 'candidates'];
  let checked = 0;
  for (let index = 0; index < games; index += 1) {
    const rng = rngOf(`leak/${index}`);
    const deal = { study: index, purpose: 'test', index } as const;
    const input = { names, seed: `leak/${index}`, options: game.options.parse(options), deal, content };
    let state = deepFreeze(startGame(game, input));
    while (!isOver(state)) {
      for (const seat of names.keys()) {
        const reading = readingOf(game, state, seat).toLowerCase();
        const words = secretWords(state, seat);
        checked += words.length;
        expect(words.filter((word) => reading.includes(word.toLowerCase()))).toEqual([]);
      }
      state = apply(game, state, chooseBatch(game, state, styles[index % 2] as Style, rng));
    }
  }
  expect(checked).toBeGreaterThan(0);
}
