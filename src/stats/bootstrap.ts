import { rngOf } from '../base/rng.js';
import { DEFAULT_C, fitRatings, ratingSolver, toRating, toStrength } from './bradley-terry.js';
import { checkLevel } from './check.js';
import { DEFAULT_LEVEL } from './intervals.js';
import type { PairTable, TieWeight } from './pairwise.js';
import { addResults, countMatrix } from './pairwise.js';

/** Resamples of an interval unless the caller says otherwise. */
export const DEFAULT_RESAMPLES = 1000;

/**
 * What is drawn with replacement. `games`: whole games with all their results, which agree within a game;
 * `pairs`: single pairwise results (one multinomial draw over the cells of the table, the published reference’s
 * way), which takes the results of one game for independent and so makes intervals too narrow.
 */
export type BootstrapUnit = 'games' | 'pairs';

/** Ends of an interval of a rating, in Elo points. */
export interface RatingInterval {
  readonly low: number;
  readonly high: number;
}

/** How {@link bootstrapRatings} draws and fits. */
export interface BootstrapOptions {
  /** Seed text: the same games in the same order and the same seed give the same intervals. */
  readonly seed: string;
  /** Default `games`. */
  readonly unit?: BootstrapUnit;
  /** Default {@link DEFAULT_RESAMPLES}. */
  readonly resamples?: number;
  /** Default 0.95. */
  readonly level?: number;
  /** Default `full`. */
  readonly tieWeight?: TieWeight;
  /** See {@link DEFAULT_C}. */
  readonly c?: number;
}

/**
 * The value below which the share `q` of sorted values lies, linear between neighbours: position q·(n − 1).
 * (Definition 7 of Hyndman & Fan, The American Statistician 50, 1996, 361–365; NumPy’s default.)
 */
function percentile(sorted: Float64Array, q: number): number {
  const position = q * (sorted.length - 1);
  const below = Math.floor(position);
  const value = sorted[below] as number;
  const next = sorted[Math.min(below + 1, sorted.length - 1)] as number;
  return value + (position - below) * (next - value);
}

/**
 * Ratings by player over given resamples: the fit is repeated on each count matrix.
 *
 * @param observed the count matrix the resamples were drawn from
 * @param resamples count matrices; each is read before the next is asked for, so one array may be refilled.
 */
function refit(
  observed: ArrayLike<number>,
  resamples: Iterable<ArrayLike<number>>,
  c: number,
): Float64Array[] {
  const players = Math.sqrt(observed.length);
  const { ratings } = fitRatings(observed, players, c);
  // Resamples lie near the observed counts, so their optimum lies near the full fit.
  const start = Float64Array.from(ratings, toStrength);
  const strengths = new Float64Array(players);
  const solver = ratingSolver(players, c);
  const samples = ratings.map((): number[] => []);
  for (const counts of resamples) {
    strengths.set(start);
    solver.solve(counts, strengths);
    samples.forEach((values, player) => values.push(toRating(strengths[player] as number)));
  }
  return samples.map((values) => Float64Array.from(values));
}

/** The percentile interval of values, in any order; null when there are none. */
export function percentileInterval(
  values: Float64Array,
  level: number = DEFAULT_LEVEL,
): RatingInterval | null {
  checkLevel(level);
  if (values.length === 0) return null;
  const sorted = values.toSorted();
  return { low: percentile(sorted, (1 - level) / 2), high: percentile(sorted, (1 + level) / 2) };
}

/**
 * Percentile intervals of ratings over given resamples.
 *
 * @param observed the count matrix the resamples were drawn from. Players without results in it get null.
 * @param resamples count matrices; each is read before the next is asked for, so one array may be refilled.
 */
export function intervalsOverCounts(
  observed: ArrayLike<number>,
  resamples: Iterable<ArrayLike<number>>,
  level: number = DEFAULT_LEVEL,
  c: number = DEFAULT_C,
): (RatingInterval | null)[] {
  checkLevel(level);
  const { idle } = fitRatings(observed, Math.sqrt(observed.length), c);
  return refit(observed, resamples, c).map((values, player) =>
    idle.includes(player) ? null : percentileInterval(values, level),
  );
}

function* drawCounts(
  table: PairTable,
  tieWeight: TieWeight,
  { seed, unit = 'games', resamples = DEFAULT_RESAMPLES }: BootstrapOptions,
): Generator<Float64Array> {
  const counts = new Float64Array(table.players.length ** 2);
  const units = unit === 'games' ? table.starts.length - 1 : table.winner.length;
  const rng = rngOf(seed);
  for (let resample = 0; resample < resamples; resample += 1) {
    counts.fill(0);
    for (let drawn = 0; drawn < units; drawn += 1) {
      // 53 random bits: among a million games the bias is below 10⁻⁹, at a third of an exact draw’s cost.
      const index = Math.floor(rng.float() * units);
      const from = unit === 'games' ? (table.starts[index] as number) : index;
      const to = unit === 'games' ? (table.starts[index + 1] as number) : index + 1;
      addResults(table, from, to, tieWeight, counts);
    }
    yield counts;
  }
}

/**
 * Ratings of a table’s players, in its order, over bootstrap resamples: value `k` of every player is of the same
 * resample, so that differences and ranks can be read off. In a resample that happens to leave a player out, it
 * stands at 1000.
 */
export function sampleRatings(table: PairTable, options: BootstrapOptions): Float64Array[] {
  const { tieWeight = 'full', c = DEFAULT_C } = options;
  return refit(countMatrix(table, tieWeight), drawCounts(table, tieWeight, options), c);
}

/** Percentile bootstrap intervals of the ratings of a table’s players, in its order. Null for a player without results. */
export function bootstrapRatings(table: PairTable, options: BootstrapOptions): (RatingInterval | null)[] {
  const { level, tieWeight = 'full', c } = options;
  return intervalsOverCounts(countMatrix(table, tieWeight), drawCounts(table, tieWeight, options), level, c);
}
