import { checkCount } from './check.js';
import { normalCritical } from './critical.js';
import { DEFAULT_LEVEL } from './intervals.js';
import type { PairCounts } from './intervals.js';

/** The correlation of the two outcomes of a pair, −1 to 1, with its interval. */
export interface CorrelationInterval {
  /** Phi; null when every game of the condition, or of the baseline, came out the same. */
  readonly estimate: number | null;
  readonly low: number;
  readonly high: number;
  readonly pairs: number;
}

/** Added to each cell of the table for the interval, so that empty cells do not make it certain of anything. */
const PSEUDO_COUNT = 0.5;

interface Phi {
  readonly phi: number;
  /** Large-sample variance of phi, times the number of pairs. */
  readonly variance: number;
}

/** Phi of four cells, none of whose margins is empty. */
function phiOf(both: number, onlyFirst: number, onlySecond: number, neither: number): Phi {
  const pairs = both + onlyFirst + onlySecond + neither;
  const first = (both + onlyFirst) / pairs;
  const second = (both + onlySecond) / pairs;
  const firstSpread = first * (1 - first);
  const secondSpread = second * (1 - second);
  const spread = Math.sqrt(firstSpread * secondSpread);
  const phi = (both / pairs - first * second) / spread;
  const firstSkew = 2 * first - 1;
  const secondSkew = 2 * second - 1;
  const variance =
    1 -
    phi ** 2 +
    (phi * (1 + phi ** 2 / 2) * firstSkew * secondSkew) / spread -
    0.75 * phi ** 2 * (firstSkew ** 2 / firstSpread + secondSkew ** 2 / secondSpread);
  return { phi, variance: Math.max(0, variance) };
}

/**
 * How alike the outcomes on one seed are: the phi coefficient of the pairs, with the interval from its large-sample
 * variance (Y. Bishop, S. Fienberg and P. Holland, Discrete Multivariate Analysis, 1975, chapter 11) on
 * Fisher's z scale, with a half added to each cell. Fisher's own z interval is for normal values: on outcomes it
 * covers as little as half of what it promises. See docs/statistics.md for exact coverage.
 *
 * @returns null when there are no pairs. Throws a RangeError on counts that are not counts.
 */
export function seedCorrelation(
  counts: PairCounts,
  level: number = DEFAULT_LEVEL,
): CorrelationInterval | null {
  for (const [name, value] of Object.entries(counts)) checkCount(name, value as number);
  const { both, onlyFirst, onlySecond, neither } = counts;
  const pairs = both + onlyFirst + onlySecond + neither;
  if (pairs === 0) return null;
  const successes = [both + onlyFirst, both + onlySecond];
  const varies = successes.every((count) => count > 0 && count < pairs);
  const estimate = varies ? phiOf(both, onlyFirst, onlySecond, neither).phi : null;
  const cells = [both, onlyFirst, onlySecond, neither].map((count) => count + PSEUDO_COUNT);
  const { phi, variance } = phiOf(...(cells as [number, number, number, number]));
  const error = Math.sqrt(variance / (pairs + 4 * PSEUDO_COUNT)) / (1 - phi ** 2);
  const reach = normalCritical(level) * error;
  const middle = Math.atanh(phi);
  return {
    estimate,
    // The half added to each cell pulls towards 0; what was measured is never outside.
    low: Math.min(Math.tanh(middle - reach), estimate ?? 1),
    high: Math.max(Math.tanh(middle + reach), estimate ?? -1),
    pairs,
  };
}

/** Two values that belong together: what the two games of one seed were worth. */
export interface ValuePair {
  readonly condition: number;
  readonly baseline: number;
}

/**
 * The correlation of paired values; phi where each is 0 or 1. Null where one member never varies, as with fewer than
 * two pairs.
 */
export function phiCoefficient(pairs: readonly ValuePair[]): number | null {
  const mean = (value: (pair: ValuePair) => number): number =>
    pairs.reduce((sum, pair) => sum + value(pair), 0) / pairs.length;
  const centre = { condition: mean((pair) => pair.condition), baseline: mean((pair) => pair.baseline) };
  let product = 0;
  let first = 0;
  let second = 0;
  for (const { condition, baseline } of pairs) {
    const [x, y] = [condition - centre.condition, baseline - centre.baseline];
    product += x * y;
    first += x * x;
    second += y * y;
  }
  const spread = Math.sqrt(first * second);
  // Equal values whose mean is rounded leave a spread of this order.
  return spread > pairs.length * Number.EPSILON ? Math.max(-1, Math.min(1, product / spread)) : null;
}
