import { checkCount } from './check.js';
import { normalCritical, studentCritical } from './critical.js';
import { turningPoint } from './turning-point.js';

/** Confidence level of every interval unless the caller says otherwise. */
export const DEFAULT_LEVEL = 0.95;

/** A rate, 0 to 1, with its confidence interval. */
export interface RateInterval {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  /** Games the rate is taken over. */
  readonly n: number;
}

/** A difference of two rates, −1 to 1, with its confidence interval. */
export interface DifferenceInterval {
  /** Rate of the first member of the pairs minus rate of the second. */
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  readonly pairs: number;
}

/** A mean with its confidence interval, in the unit of the values. */
export interface MeanInterval {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  /** Values the mean is taken over. */
  readonly n: number;
}

/** How many pairs came out which way: success of both members, of one alone, of neither. */
export interface PairCounts {
  readonly both: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  readonly neither: number;
}

/**
 * Wilson’s score interval for a rate (E. B. Wilson, JASA 22, 1927, 209–212).
 *
 * @returns null when there are no games: there is no data, and any number would be made up.
 * Throws a RangeError on counts that are not counts.
 */
export function wilson(successes: number, n: number, level: number = DEFAULT_LEVEL): RateInterval | null {
  checkCount('successes', successes);
  checkCount('n', n);
  if (successes > n) throw new RangeError(`successes must be at most n = ${n}, got ${successes}`);
  if (n === 0) return null;
  const z2 = normalCritical(level) ** 2;
  const estimate = successes / n;
  const centre = successes + z2 / 2;
  const reach = Math.sqrt(z2 * (successes * (1 - estimate) + z2 / 4));
  return {
    estimate,
    // At the ends the formula gives 0 and 1 exactly, and rounding would not.
    low: successes === 0 ? 0 : (centre - reach) / (n + z2),
    high: successes === n ? 1 : (centre + reach) / (n + z2),
    n,
  };
}

/**
 * Tango’s score statistic: how many standard errors the observed difference lies above `difference`,
 * the standard error taken at the likeliest rates that have this difference.
 */
function tangoScore(onlyFirst: number, onlySecond: number, pairs: number, difference: number): number {
  if (difference < 0) return -tangoScore(onlySecond, onlyFirst, pairs, -difference);
  // The likeliest rate q of second-only pairs solves 2n·q² − slope·q − product = 0.
  const slope = onlyFirst + onlySecond - (2 * pairs - onlyFirst + onlySecond) * difference;
  const product = onlySecond * difference * (1 - difference);
  const rate = (slope + Math.sqrt(slope * slope + 8 * pairs * product)) / (4 * pairs);
  const variance = pairs * (2 * rate + difference * (1 - difference));
  const excess = onlyFirst - onlySecond - pairs * difference;
  return excess === 0 ? 0 : excess / Math.sqrt(variance);
}

function tangoLow(onlyFirst: number, onlySecond: number, pairs: number, z: number): number {
  const estimate = (onlyFirst - onlySecond) / pairs;
  return turningPoint((d) => tangoScore(onlyFirst, onlySecond, pairs, d) <= z, -1, estimate);
}

/**
 * Tango’s score interval for the difference of two paired rates (T. Tango, Statistics in Medicine 17,
 * 1998, 891–908), by bisection on the score. Chosen over Newcombe’s method 10 on exact coverage: see
 * docs/statistics.md. Concordant pairs enter through their number only.
 *
 * @returns null when there are no pairs. Throws a RangeError on counts that are not counts.
 */
export function pairedDifference(
  counts: PairCounts,
  level: number = DEFAULT_LEVEL,
): DifferenceInterval | null {
  for (const [name, value] of Object.entries(counts)) checkCount(name, value as number);
  const { both, onlyFirst, onlySecond, neither } = counts;
  const pairs = both + onlyFirst + onlySecond + neither;
  if (pairs === 0) return null;
  const z = normalCritical(level);
  return {
    estimate: (onlyFirst - onlySecond) / pairs,
    low: tangoLow(onlyFirst, onlySecond, pairs, z),
    // Swapping the members of every pair mirrors the interval.
    high: -tangoLow(onlySecond, onlyFirst, pairs, z),
    pairs,
  };
}

/**
 * Student’s t interval for a mean, for figures that independent repetitions (study seeds) each gave once.
 *
 * @returns null with fewer than two values, which say nothing about their spread.
 */
export function meanInterval(values: readonly number[], level: number = DEFAULT_LEVEL): MeanInterval | null {
  const n = values.length;
  if (n < 2) return null;
  const estimate = values.reduce((sum, value) => sum + value, 0) / n;
  const squares = values.reduce((sum, value) => sum + (value - estimate) ** 2, 0);
  const reach = studentCritical(level, n - 1) * Math.sqrt(squares / (n - 1) / n);
  return { estimate, low: estimate - reach, high: estimate + reach, n };
}
