/** What the laws of games share: how a game is described to them, and the deals they are tried on. */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { JsonObject } from '../../src/base/json.js';
import type { Rng } from '../../src/base/rng.js';
import type { GameDefinition, GameState, Outcome, Seat } from '../../src/games/engine/definition.js';
import { outcomeOf } from '../../src/games/engine/engine.js';
import { STYLES } from './playing.js';
import type { Batch, Deal, Style } from './playing.js';

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
  /**
   * What is hidden are sealed moves alone, which all learn at the same time: no event is for some seats only, though
   * the taxonomy counts the game among those of hidden state.
   */
  readonly sealedOnly?: boolean;
  /** Non-interference of what is hidden in the rules' own state; required where anything else is hidden. */
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
/** Games played for each law unless said otherwise. */
const RUNS = 12;

/** Everyday runs repeat the same deals; long runs try new ones, and print the seed of a failure. */
const EVERYDAY = (process.env['SPARTAN_TESTS'] ?? 'everyday') === 'everyday';

/** A game under the laws. */
export interface Trial {
  readonly game: GameDefinition;
  readonly laws: LawOptions;
  /** Games that each law is tried on, and the seed of their deals when it is fixed. */
  readonly parameters: { readonly numRuns: number; readonly seed?: number };
  /** Tries a law on a number of deals. */
  readonly everyDeal: (law: (deal: Deal) => void, styles?: readonly Style[]) => void;
}

/** Prepares a game for the laws. */
export function trialOf(game: GameDefinition, laws: LawOptions): Trial {
  const numRuns = laws.runs ?? RUNS;
  const parameters = EVERYDAY ? { numRuns, seed: 2025 } : { numRuns };
  return {
    game,
    laws,
    parameters,
    everyDeal: (law, styles = STYLES) => fc.assert(fc.property(dealsOf(game, laws, styles), law), parameters),
  };
}

/** Deals of a game: any number of players and options of the laws, any seed, any way of playing. */
export function dealsOf(
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
export function must(holds: boolean, message: () => string): void {
  if (!holds) expect.fail(message());
}

/** Up to {@link SAMPLED_POSITIONS} positions of a game, in order, drawn by `rng`. */
export function sampled(positions: readonly GameState[], rng: Rng): GameState[] {
  return rng
    .shuffle([...positions.keys()])
    .slice(0, SAMPLED_POSITIONS)
    .sort((a, b) => a - b)
    .map((i) => positions[i] as GameState);
}

/** A few seats, drawn by `rng`. */
export function someSeats({ names }: GameState, rng: Rng): Seat[] {
  return rng.shuffle([...names.keys()]).slice(0, SAMPLED_SEATS);
}
