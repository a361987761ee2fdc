/** The laws every game obeys, as property tests over deals, options, numbers of players and ways of playing. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Json, JsonObject } from '../../src/base/json.js';
import { canonicalJson } from '../../src/base/hash.js';
import { rngOf } from '../../src/base/rng.js';
import type { Rng } from '../../src/base/rng.js';
import { checkAction, fromStable, narrowSchema, stableSchema } from '../../src/games/engine/actions.js';
import type { Action, CatalogueField, Field } from '../../src/games/engine/actions.js';
import type { GameDefinition, GameState, Outcome, Seat } from '../../src/games/engine/definition.js';
import { advance, END, isOver, mayKnow, outcomeOf, pending, viewFor } from '../../src/games/engine/engine.js';
import { PLAYER_NAMES } from '../../src/games/engine/seeds.js';
import { TRAIT_NAMES } from '../../src/games/engine/traits.js';
import { formLines } from '../../src/prompts/library.js';
import { malformedAnswers } from './malformed.js';
import {
  apply,
  begin,
  chooseBatch,
  deepFreeze,
  playersRng,
  playOut,
  randomAction,
  STYLES,
} from './playing.js';
import type { Batch, Deal, Style } from './playing.js';
import { promptOf, prompts, readingOf } from './prompting.js';
import { strictProblems } from './strict-schema.js';

/** What the laws cannot know of a game by themselves. */
export interface LawOptions {
  /** Rule options to try; the defaults and the reference's when left out. Each is completed by the defaults. */
  readonly variants?: readonly JsonObject[];
  /** Numbers of players to try; the whole range when left out. */
  readonly players?: readonly number[];
  /** Games played for each law. */
  readonly runs?: number;
  /** Asserts what the spec's outcome table says of every outcome: sums, who may win, measures. */
  readonly outcome?: (outcome: Outcome, end: GameState) => void;
  /** No seat has a place of its own in the rules: permuting the seats permutes rewards (default options). */
  readonly symmetric?: boolean;
  /** Phases and kinds of decision that random play need not reach. */
  readonly rare?: readonly string[];
  /** Phases that are passed through when nobody can act in them, so that they do not tell who is left. */
  readonly idle?: readonly string[];
  /** Words that a seat must not read now, such as a secret word that it was not dealt. */
  readonly secretWords?: (state: GameState, seat: Seat) => readonly string[];
  /** Non-interference of what is hidden in the rules' own state. */
  readonly hidden?: {
    /**
     * A game that `seat` must not be able to tell from `state`: only what the seat may not know is changed.
     * Undefined when nothing is hidden from it.
     */
    swap(state: GameState, seat: Seat, rng: Rng): GameState | undefined;
    /**
     * A batch of the swapped game that looks the same to `seat`: the games are then followed side by side.
     * Undefined when there is none, because this batch reveals the difference.
     */
    mirror?(state: GameState, swapped: GameState, seat: Seat, batch: Batch): Batch | undefined;
  };
}

/** Positions of one game at which costly laws are tried. */
const SAMPLED_POSITIONS = 16;
/** Seats at each of them. */
const SAMPLED_SEATS = 4;

/** Everyday runs repeat the same deals; long runs try new ones, and print the seed of a failure. */
const EVERYDAY = (process.env['SPARTAN_TESTS'] ?? 'everyday') === 'everyday';
const FIXED_SEED = EVERYDAY ? { seed: 2025 } : {};
const CANARY = 'canary';
/** More moves than this are a list, no choice. */
const MAX_CANDIDATES = 12;

function dealsOf(
  game: GameDefinition,
  laws: LawOptions,
  styles: readonly Style[] = STYLES,
): fc.Arbitrary<Deal> {
  const { min, max } = game.players;
  const counts = laws.players ?? Array.from({ length: max - min + 1 }, (_, i) => min + i);
  const variants = laws.variants ?? [{}, game.referenceOptions];
  return fc.record({
    players: fc.constantFrom(...counts),
    options: fc.constantFrom(...variants.map((variant) => game.options.parse(variant))),
    seed: fc.record({
      study: fc.nat(999),
      purpose: fc.constantFrom('learning' as const, 'validation' as const, 'test' as const),
      index: fc.nat(200),
    }),
    style: fc.constantFrom(...styles),
  });
}

/** Asserts what holds of every outcome of every game. */
export function expectOutcome(game: GameDefinition, end: GameState, laws: LawOptions = {}): Outcome {
  const outcome = outcomeOf(game, end);
  const { rewards, ending, measures, sharedByDesign } = outcome;
  expect(rewards).toHaveLength(end.names.length);
  expect(ending).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  const numbers = [...rewards, ...Object.values(measures)];
  expect(numbers.filter((value) => !Number.isFinite(value))).toEqual([]);
  const { efficiency } = measures;
  if (efficiency !== undefined) {
    expect(efficiency).toBeGreaterThanOrEqual(0);
    expect(efficiency).toBeLessThanOrEqual(1);
  }
  for (const group of sharedByDesign ?? []) {
    expect(group.length).toBeGreaterThan(1);
    expect(new Set(group).size).toBe(group.length);
    const shared = group.map((seat) => rewards[seat]);
    expect(shared.every((reward) => reward !== undefined && reward === shared[0])).toBe(true);
  }
  laws.outcome?.(outcome, end);
  return outcome;
}

/** Fails with a message unless `holds`; many times cheaper than an assertion object, for inner loops. */
function must(holds: boolean, message: () => string): void {
  if (!holds) expect.fail(message());
}

/** Up to {@link SAMPLED_POSITIONS} positions of a game, in order, drawn by `rng`. */
function sampled(positions: readonly GameState[], rng: Rng): GameState[] {
  return rng
    .shuffle([...positions.keys()])
    .slice(0, SAMPLED_POSITIONS)
    .sort((a, b) => a - b)
    .map((i) => positions[i] as GameState);
}

/** A few seats, drawn by `rng`. */
function someSeats({ names }: GameState, rng: Rng): Seat[] {
  return rng.shuffle([...names.keys()]).slice(0, SAMPLED_SEATS);
}

const NAME_PATTERN = new RegExp(`\\b(${PLAYER_NAMES.join('|')})\\b`, 'g');

/** A value with every player name of the usual list replaced, wherever it stands. */
function renamed<T>(value: T, rename: ReadonlyMap<string, string>): T {
  return JSON.parse(JSON.stringify(value).replace(NAME_PATTERN, (name) => rename.get(name) ?? name)) as T;
}

/** The names of a value's strings, replaced one by one with words that mark a leak. */
function canaried(value: Json): Json {
  if (typeof value === 'string') return CANARY;
  if (Array.isArray(value)) return value.map((item: Json) => canaried(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, canaried(part)]));
}

/** The game with all that lies outside the rules' own state and is not for `seat` replaced. */
function withForeignReplaced(state: GameState, seat: Seat): GameState {
  return {
    ...state,
    rng: rngOf(CANARY).state(),
    secrets: state.secrets.map((secret, owner) =>
      owner === seat ? secret : (canaried(secret) as JsonObject),
    ),
    events: state.events.map((event) =>
      mayKnow(event, seat) ? event : { ...event, data: canaried(event.data) as JsonObject },
    ),
  };
}

function namesIn(value: Json, names: readonly string[]): string[] {
  if (typeof value === 'string') return names.includes(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value as Record<string, Json>).flatMap((part) => namesIn(part, names));
}

function stringsIn(value: Json): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value as Record<string, Json>).flatMap(stringsIn);
}

/** What a form offers by name: its action and the words to choose among. */
function offeredWords(fields: Readonly<Record<string, Field>>): string[] {
  return Object.values(fields).flatMap((field) =>
    field.type === 'choice' || field.type === 'subset'
      ? [...field.options]
      : field.type === 'assign'
        ? [...field.keys, ...field.options]
        : field.type === 'split'
          ? [...field.keys]
          : [],
  );
}

const CATALOGUE_KINDS: Readonly<Record<Field['type'], CatalogueField>> = {
  choice: 'word',
  text: 'text',
  integer: 'integer',
  subset: 'words',
  assign: 'map-of-words',
  split: 'map-of-integers',
};

/** An action as a reply to the stable schema says it: all fields of the game, objects as name–value pairs. */
function inStable(game: GameDefinition, action: Action): JsonObject {
  const absent = Object.values(game.actions).flatMap((fields) =>
    Object.keys(fields).map((name) => [name, null]),
  );
  const own = Object.entries(action).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([key, part]) => ({ name: key, value: part }))
      : value,
  ]);
  return Object.fromEntries([...absent, ...own] as [string, Json][]);
}

/** An action as a reply to the narrow schema says it: fields of the other forms are null. */
function inNarrow(
  decision: { readonly forms: readonly { readonly fields: object }[] },
  action: Action,
): JsonObject {
  const absent = decision.forms.flatMap((form) =>
    Object.keys(form.fields).map((name) => [name, null] as const),
  );
  return { ...Object.fromEntries(absent), ...action };
}

function permuted<T>(bySeat: readonly T[], to: readonly Seat[]): T[] {
  const out: T[] = [];
  bySeat.forEach((value, seat) => (out[to[seat] as Seat] = value));
  return out;
}

/** Declares the laws of a game as tests. Call it once in the game's test file. */
export function describeGameLaws<S, O extends JsonObject>(
  definition: GameDefinition<S, O>,
  laws: LawOptions = {},
): void {
  const game = definition as unknown as GameDefinition;
  const runs = laws.runs ?? 12;
  const everyDeal = (law: (deal: Deal) => void, styles: readonly Style[] = STYLES, count = runs): void =>
    fc.assert(fc.property(dealsOf(game, laws, styles), law), { ...FIXED_SEED, numRuns: count });

  describe(`laws of ${game.id}`, () => {
    it('is declared as it is played', () => {
      expect(game.options.parse(game.options.parse({}))).toEqual(game.options.parse({}));
      expect(game.options.parse(game.referenceOptions)).toMatchObject(game.referenceOptions);
      expect(Object.keys(game.phases)).not.toContain(END);
      everyDeal((deal) => {
        const { positions, end } = playOut(game, deal);
        const keysOf = (value: object): string => Object.keys(value).sort().join();
        for (const secret of end.secrets)
          expect(keysOf(secret)).toBe(
            keysOf(Object.fromEntries(game.secretFields.map((field) => [field, 0]))),
          );
        expect(end.secrets).toHaveLength(deal.players);
        expect(end.roles).toHaveLength(deal.players);
        for (const { role, side } of end.roles) {
          expect(game.roleNames).toContain(role);
          expect(side !== undefined, `${role} has a side`).toBe(game.sides !== undefined);
        }
        for (const { type, data, talk } of end.events) {
          const declared = [...(game.events[type] ?? [])].sort().join();
          must(keysOf(data) === declared, () => `event "${type}" has ${keysOf(data)}, declared ${declared}`);
          must(
            talk === undefined || (game.talk !== 'none' && typeof data['text'] === 'string'),
            () => `event "${type}" is talk, so the game is one of talk and its words are data.text`,
          );
        }
        for (const position of sampled(positions, playersRng(game, deal))) {
          for (const { decision } of pending(game, position)) {
            must(game.decisions.includes(decision.kind), () => `decision "${decision.kind}" is not declared`);
            const names = decision.forms.map(({ action }) => action);
            must(
              new Set(names).size === names.length,
              () => `"${decision.kind}" has two forms of one action`,
            );
            for (const form of decision.forms) {
              const kinds = Object.entries(form.fields).map(([name, { type }]) => [
                name,
                CATALOGUE_KINDS[type],
              ]);
              const declared = Object.entries(game.actions[form.action] ?? { missing: true });
              must(
                JSON.stringify(kinds.sort()) === JSON.stringify(declared.sort()),
                () =>
                  `catalogue of "${form.action}": ${JSON.stringify(declared)}, played: ${JSON.stringify(kinds)}`,
              );
              must(
                (form.refine === undefined) === (form.note === undefined),
                () => `"${form.action}" needs a note that says what its refinement demands, and none without`,
              );
            }
          }
        }
      });
    });

    it('ends within its bound, with an outcome as declared', () => {
      everyDeal((deal) => {
        const { end } = playOut(game, deal);
        if (end.cut) expect(end.turn).toBe(game.maxTurns(deal.options, deal.players));
        // A bound that nobody can set is a proven one: no game runs into it.
        if (!('maxTurns' in deal.options)) expect(end.cut).toBe(false);
        expectOutcome(game, end, laws);
      });
    });

    it('takes actions from those who may act and from nobody after the end', () => {
      everyDeal((deal) => {
        const { positions, batches, end } = playOut(game, deal);
        const refusal = (position: GameState, batch: Batch): unknown => {
          const result = advance(game, position, batch);
          return result.ok ? 'none' : `${result.refusal.code} ${result.refusal.seat ?? ''}`;
        };
        positions.slice(0, -1).forEach((position, i) => {
          const open = pending(game, position);
          const idling = laws.idle?.includes(position.phase) === true;
          must(open.length > 0 || idling, () => `nobody acts in ${position.phase}`);
          must(new Set(open.map(({ seat }) => seat)).size === open.length, () => 'a seat acts twice at once');
          const batch = batches[i] as Batch;
          const idle = position.names.map((_, seat) => seat).find((seat) => !batch.has(seat));
          const [first] = batch.values();
          if (idle !== undefined && first !== undefined) {
            const answer = refusal(position, new Map([...batch, [idle, first]]));
            must(answer === `engine.not-acting ${idle}`, () => `an idle seat acts in ${position.phase}`);
          }
          const asked = open.find(({ sole }) => sole === undefined);
          if (asked !== undefined) {
            const answer = refusal(position, new Map([...batch].filter(([seat]) => seat !== asked.seat)));
            must(
              answer === `engine.missing ${asked.seat}`,
              () => `a missing action in ${position.phase}: ${String(answer)}`,
            );
          }
        });
        for (const batch of batches)
          must(refusal(end, batch) === 'engine.over ', () => 'an action after the end');
      });
    });

    it('accepts every legal action and nothing malformed', () => {
      everyDeal(
        (deal) => {
          const rng = playersRng(game, deal);
          for (const position of sampled(playOut(game, deal).positions, rng)) {
            const [open] = rng.shuffle(pending(game, position));
            if (open === undefined) continue;
            const { decision, sole } = open;
            const legal = sole ?? randomAction(decision, rng);
            const taken = checkAction(decision, JSON.parse(JSON.stringify(legal)));
            if (JSON.stringify(legal) !== JSON.stringify(decision.fallback)) {
              expect(taken, JSON.stringify(legal)).toEqual({ ok: true, action: legal });
            }
            for (const [what, answer] of malformedAnswers(decision, legal)) {
              const checked = checkAction(decision, answer);
              must(!checked.ok, () => `${decision.kind} takes ${what}: ${JSON.stringify(answer)}`);
              const reason = checked.ok ? '' : checked.reason;
              must(
                reason !== '' && !/\n|undefined|\[object/.test(reason),
                () => `${what}: the reason must be one clause, got ${JSON.stringify(reason)}`,
              );
            }
          }
        },
        ['random'],
      );
    });

    it('sends schemas of the strict subset that can say every legal action', () => {
      const stable = stableSchema(game.actions);
      expect(strictProblems(stable)).toEqual([]);
      const stableCheck = z.fromJSONSchema(stable);
      const narrowChecks = new Map<string, z.ZodType>();
      const narrowCheck = (schema: JsonObject): z.ZodType => {
        const key = JSON.stringify(schema);
        const known = narrowChecks.get(key);
        if (known !== undefined) return known;
        expect(strictProblems(schema)).toEqual([]);
        const made = z.fromJSONSchema(schema);
        narrowChecks.set(key, made);
        return made;
      };
      everyDeal(
        (deal) => {
          const { positions, batches } = playOut(game, deal);
          for (const position of sampled(positions, playersRng(game, deal))) {
            for (const { seat, decision } of pending(game, position)) {
              const action = batches[position.turn]?.get(seat) as Action;
              if (!checkAction(decision, action).ok) continue;
              const narrow = inNarrow(decision, action);
              must(narrowCheck(narrowSchema(decision)).safeParse(narrow).success, () =>
                JSON.stringify(narrow),
              );
              expect(checkAction(decision, narrow)).toEqual({ ok: true, action });
              const wide = inStable(game, action);
              must(stableCheck.safeParse(wide).success, () => JSON.stringify(wide));
              expect(checkAction(decision, fromStable(wide, game.actions))).toEqual({ ok: true, action });
            }
          }
        },
        ['random', 'edges'],
        Math.ceil(runs / 2),
      );
    });

    it('has a default for every decision: a legal action, or one that no player is offered', () => {
      everyDeal((deal) => {
        for (const position of playOut(game, deal).positions) {
          for (const { decision } of pending(game, position)) {
            const { fallback } = decision;
            const taken = checkAction(decision, fallback);
            must(
              fallback.action in game.actions
                ? taken.ok && canonicalJson(taken.action) === canonicalJson(fallback)
                : Object.keys(fallback).length === 1,
              () => `default of "${decision.kind}" is not legal: ${JSON.stringify(fallback)}`,
            );
          }
        }
      });
    });

    it('plays the same game from the same seed, alone or among others', () => {
      fc.assert(
        fc.property(dealsOf(game, laws), dealsOf(game, laws), (one, other) => {
          const alone = [one, other].map((deal) => playOut(game, deal).end);
          const tables = [one, other].map((deal) => ({
            deal,
            rng: playersRng(game, deal),
            state: begin(game, deal),
          }));
          while (tables.some(({ state }) => !isOver(state))) {
            for (const table of tables.filter(({ state }) => !isOver(state))) {
              const { state, deal, rng } = table;
              table.state = apply(game, state, chooseBatch(game, state, deal.style, rng));
            }
          }
          expect(tables.map(({ state }) => state)).toEqual(alone);
        }),
        { ...FIXED_SEED, numRuns: Math.ceil(runs / 2) },
      );
    });

    it('goes on the same after it was written out and read back', () => {
      everyDeal((deal) => {
        const { batches, end } = playOut(game, deal);
        let state = begin(game, deal);
        for (const batch of batches) {
          const restored = JSON.parse(JSON.stringify(state)) as GameState;
          state = apply(game, restored, new Map(JSON.parse(JSON.stringify([...batch])) as [Seat, Action][]));
        }
        expect(JSON.parse(JSON.stringify(end))).toEqual(end);
        expect(state).toEqual(end);
      });
    });

    it('knows players by seat: renaming them renames the game and changes nothing else', () => {
      everyDeal((deal) => {
        const { batches, end } = playOut(game, deal);
        // In the opposite alphabetical order, so that a rule that sorts names is found out.
        const order = [...end.names].sort();
        const rename = new Map(order.map((name, i) => [name, `Q${String.fromCharCode(122 - i)}q`]));
        let other = begin(
          game,
          deal,
          end.names.map((name) => rename.get(name) ?? ''),
        );
        for (const batch of batches) other = apply(game, other, new Map(renamed([...batch], rename)));
        expect(other).toEqual(renamed(end, rename));
        expect(outcomeOf(game, other)).toEqual(outcomeOf(game, end));
      });
    });

    if (laws.symmetric === true) {
      it('gives no seat a place of its own: permuting the seats permutes the rewards', () => {
        everyDeal((drawn) => {
          const deal = { ...drawn, options: game.options.parse({}) };
          const { batches, end } = playOut(game, deal);
          const to = playersRng(game, deal).shuffle(end.names.map((_, seat) => seat));
          let other = begin(game, deal, permuted(end.names, to));
          for (const batch of batches) {
            other = apply(
              game,
              other,
              new Map([...batch].map(([seat, action]) => [to[seat] as Seat, action])),
            );
          }
          expect(outcomeOf(game, other).rewards).toEqual(permuted(outcomeOf(game, end).rewards, to));
        });
      });
    }

    it('shows each seat a view that is pure and only grows', () => {
      everyDeal((deal) => {
        const { positions, end } = playOut(game, deal);
        const rng = playersRng(game, deal);
        for (const position of sampled(positions, rng)) {
          for (const seat of someSeats(position, rng)) {
            const reading = readingOf(game, position, seat);
            must(
              readingOf(game, position, seat) === reading,
              () => `seat ${seat} reads the same moment in two ways`,
            );
            const { events, ...told } = viewFor(position, seat);
            const { events: later, ...stillTold } = viewFor(end, seat);
            expect(stillTold).toEqual(told);
            must(
              events.every((event, i) => event === later[i]),
              () => `the log of seat ${seat} changes after turn ${position.turn}`,
            );
          }
        }
      });
    });

    it('prompts each seat with the rules, its secret, the public record and its legal actions', () => {
      const reached = new Set<string>();
      everyDeal((deal) => {
        const { positions, end } = playOut(game, deal);
        const holds = (text: string, part: string, what: string): void =>
          must(
            text.includes(part),
            () => `${what}: expected ${JSON.stringify(part)} in ${JSON.stringify(text)}`,
          );
        for (const event of end.events) {
          const line = prompts.event(game, event);
          must(
            /^\S.*$/.test(line),
            () => `event "${event.type}" must be one line, got ${JSON.stringify(line)}`,
          );
          for (const name of namesIn(event.data, end.names)) holds(line, name, `event "${event.type}"`);
        }
        for (const { phase } of positions) reached.add(phase);
        for (const position of sampled(positions, playersRng(game, deal))) {
          const asked = new Map(pending(game, position).map(({ seat, decision }) => [seat, decision]));
          for (const seat of position.names.keys()) {
            const view = viewFor(position, seat);
            const { rules, system, turn, seat: own } = promptOf(game, position, seat);
            for (const part of [rules, own, ...position.names]) holds(system, part, 'system text');
            holds(rules, game.title, 'rules');
            for (const word of stringsIn(view.secret))
              holds(own.toLowerCase(), word.toLowerCase(), 'seat text');
            holds(turn, view.events.map((event) => prompts.event(game, event)).join('\n'), 'log');
            // The shape of a form may end in two braces; an opening pair is always one of a template.
            const stray = /undefined|\[object|\bNaN\b|\{\{/.exec(system + turn);
            must(stray === null, () => `"${stray?.[0]}" in ${system}${turn}`);
            const decision = asked.get(seat);
            if (decision === undefined) continue;
            reached.add(decision.kind);
            must(prompts.ask(game, decision) !== '', () => `"ask ${decision.kind}" is empty`);
            for (const part of [prompts.ask(game, decision), formLines(decision)])
              holds(turn, part, 'turn text');
            for (const form of decision.forms) {
              for (const word of [form.action, ...offeredWords(form.fields), form.note ?? '']) {
                holds(turn, word, `"${form.action}" offered`);
              }
            }
          }
        }
      });
      const declared = [...Object.keys(game.phases), ...game.decisions];
      const missed = declared.filter((name) => !reached.has(name) && !(laws.rare ?? []).includes(name));
      expect(missed, 'phases and decisions never reached').toEqual([]);
    });

    it('tells a seat nothing that is not addressed to it', () => {
      everyDeal((deal) => {
        const { positions } = playOut(game, deal);
        const rng = playersRng(game, deal);
        for (const position of sampled(positions, rng)) {
          for (const seat of someSeats(position, rng)) {
            const reading = readingOf(game, position, seat);
            const other = readingOf(game, withForeignReplaced(position, seat), seat);
            if (other !== reading) expect(other).toBe(reading);
            must(!other.includes(CANARY), () => `seat ${seat} reads what is not addressed to it: ${other}`);
            const words = laws.secretWords?.(position, seat) ?? [];
            const read = words.find((word) => reading.toLowerCase().includes(word.toLowerCase()));
            must(read === undefined, () => `seat ${seat} reads "${read}" in ${reading}`);
          }
        }
      });
    });

    const { hidden } = laws;
    if (hidden !== undefined) {
      it('shows a seat the same when only what it may not know differs', () => {
        let compared = 0;
        const compare = (position: GameState, swapped: GameState, seat: Seat): void => {
          const [one, other] = [position, swapped].map((state) => readingOf(game, state, seat));
          if (one !== other) expect(other).toBe(one);
          compared += 1;
        };
        everyDeal((deal) => {
          const { positions, batches, end } = playOut(game, deal);
          const rng = playersRng(game, deal);
          for (const seat of someSeats(end, rng)) {
            for (const position of sampled(positions, rng)) {
              const swapped = hidden.swap(position, seat, rng);
              if (swapped !== undefined) compare(position, swapped, seat);
            }
            const from = rng.int(0, batches.length - 1);
            let other = hidden.swap(positions[from] as GameState, seat, rng);
            for (let at = from; other !== undefined && at < positions.length; at += 1) {
              const position = positions[at] as GameState;
              compare(position, other, seat);
              const batch = batches[at];
              const same = batch === undefined ? undefined : hidden.mirror?.(position, other, seat, batch);
              other = same === undefined ? undefined : deepFreeze(apply(game, other, same));
            }
          }
        });
        expect(compared).toBeGreaterThan(0);
      });
    }

    if (game.candidates !== undefined) {
      it('proposes sensible moves to builtin players: legal, pure, with something to learn', () => {
        const candidates: NonNullable<GameDefinition['candidates']> = (view, decision) =>
          game.candidates?.(view, decision) ?? [];
        const telling = new Set<string>();
        const asked = new Set<string>();
        everyDeal((deal) => {
          for (const position of sampled(playOut(game, deal).positions, playersRng(game, deal))) {
            for (const { seat, decision, sole } of pending(game, position)) {
              if (sole !== undefined) continue;
              const moves = candidates(deepFreeze(viewFor(position, seat)), decision);
              expect(candidates(viewFor(position, seat), decision)).toEqual(moves);
              must(
                moves.length >= 2 && moves.length <= MAX_CANDIDATES,
                () =>
                  `"${decision.kind}" has ${moves.length} candidates; 2 to ${MAX_CANDIDATES} are expected`,
              );
              for (const { action, traits } of moves) {
                const checked = checkAction(decision, action);
                must(
                  checked.ok && canonicalJson(checked.action) === canonicalJson(action),
                  () =>
                    `candidate ${JSON.stringify(action)}: ${checked.ok ? 'is not clean' : checked.reason}`,
                );
                for (const [trait, value] of Object.entries(traits)) {
                  must(
                    TRAIT_NAMES.some((name) => name === trait),
                    () => `unknown trait "${trait}"`,
                  );
                  must(Number.isFinite(value), () => `trait "${trait}" is ${value}`);
                }
              }
              asked.add(decision.kind);
              if (new Set(moves.map(({ traits }) => JSON.stringify(traits))).size > 1)
                telling.add(decision.kind);
            }
          }
        });
        expect(
          [...asked].filter((kind) => !telling.has(kind)),
          'decisions whose moves never differ',
        ).toEqual([]);
      });
    }
  });
}

/** Random games played at a stretch. In between the test runner gets the thread, or it takes the test for hung. */
const STRETCH = 250;

/** Declares that many random games end without a fault, as a test for `*.full.test.ts` files. */
export function describeRandomGames<S, O extends JsonObject>(
  definition: GameDefinition<S, O>,
  laws: LawOptions & { readonly games?: number } = {},
): void {
  const game = definition as unknown as GameDefinition;
  const games = laws.games ?? 10_000;
  const property = fc.property(dealsOf(game, laws, ['random', 'edges', 'mixed']), (deal) => {
    const rng = playersRng(game, deal);
    const bound = game.maxTurns(deal.options, deal.players);
    let state = begin(game, deal);
    while (!isOver(state)) state = apply(game, state, chooseBatch(game, state, deal.style, rng));
    must(state.turn <= bound, () => `${state.turn} turns, the bound is ${bound}`);
    expectOutcome(game, state, laws);
  });
  it(`${game.id}: ${games} random games end within the bound, each with an outcome as declared`, async () => {
    for (let played = 0; played < games; played += STRETCH) {
      fc.assert(property, { numRuns: Math.min(STRETCH, games - played) });
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
}
