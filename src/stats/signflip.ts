import { rngOf } from '../base/rng.js';

/** How the distribution under random signs was found. */
export type SignFlipMethod = 'exact sums' | 'every sign' | 'drawn signs';

/** A paired sign-flip test. */
export interface SignFlip {
  /** Two-sided. 1 when no difference is other than 0. */
  readonly p: number;
  readonly method: SignFlipMethod;
  /** Clusters whose difference is not 0: the only ones whose sign can matter. */
  readonly clusters: number;
  /** Assignments of signs that were drawn; null when the distribution is exact. */
  readonly draws: number | null;
}

export interface SignFlipOptions {
  /** Seed text for drawn signs; not used when the distribution is exact. */
  readonly seed: string;
  /** Assignments to draw, 99,999 unless given: the smallest p that can come out is 1 / (draws + 1). */
  readonly draws?: number;
}

const DEFAULT_DRAWS = 99_999;
/** Denominators tried when a common grid of the differences is sought: means over up to 60 replicates. */
const MAX_DENOMINATOR = 60;
/** Cells of the table of sums that are worked through at most; about 0.1 s. */
const MAX_CELLS = 2e7;
/** Up to this many clusters every one of the 2ⁿ assignments is looked at. */
const MAX_ENUMERATED = 16;
/** Two sums that differ by less than this share of the largest possible one are equal but for rounding. */
const ROUNDING = 1e-9;
/** Signs read from one whole number that is drawn. */
const BITS = 30;

/** The differences as whole numbers, when all are multiples of one 1/k with k ≤ 60; else null. */
function onGrid(differences: readonly number[]): number[] | null {
  for (let denominator = 1; denominator <= MAX_DENOMINATOR; denominator += 1) {
    const scaled = differences.map((value) => value * denominator);
    if (
      scaled.every((value) => Math.abs(value - Math.round(value)) <= ROUNDING * Math.max(1, Math.abs(value)))
    ) {
      return scaled.map(Math.round);
    }
  }
  return null;
}

/**
 * P(|Σ ±aᵢ| ≥ |Σ dᵢ|) for whole numbers. The sum with random signs is 2T − A, where T is the sum of a random
 * half of the sizes and A the sum of all; `mass[t]` is the probability that T = t.
 */
function bySums(whole: readonly number[]): number {
  const sizes = whole.map(Math.abs);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const observed = Math.abs(whole.reduce((sum, value) => sum + value, 0));
  const mass = new Float64Array(all + 1);
  mass[0] = 1;
  let reached = 0;
  for (const size of sizes) {
    reached += size;
    for (let t = reached; t >= size; t -= 1) {
      mass[t] = 0.5 * ((mass[t] as number) + (mass[t - size] as number));
    }
    for (let t = 0; t < size; t += 1) mass[t] = 0.5 * (mass[t] as number);
  }
  let tail = 0;
  // From the far end, where the terms are smallest. 2T − A ≥ observed, and by symmetry as much below.
  for (let t = all; 2 * t - all >= Math.max(observed, 1); t -= 1) tail += mass[t] as number;
  return observed === 0 ? 1 : Math.min(1, 2 * tail);
}

/** Every assignment in the order of a Gray code, so that each differs from the one before by one sign. */
function byEnumeration(sizes: readonly number[], least: number): number {
  const assignments = 2 ** sizes.length;
  const signs = sizes.map(() => 1);
  let sum = sizes.reduce((total, size) => total + size, 0);
  let asFar = 0;
  for (let index = 1; index <= assignments; index += 1) {
    if (Math.abs(sum) >= least) asFar += 1;
    const flipped = 31 - Math.clz32(index & -index);
    if (flipped >= sizes.length) break;
    signs[flipped] = -(signs[flipped] as number);
    sum += 2 * signs[flipped] * (sizes[flipped] as number);
  }
  return asFar / assignments;
}

function byDraws(sizes: readonly number[], least: number, seed: string, draws: number): number {
  const rng = rngOf(`${seed}/sign-flip`);
  let asFar = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    let sum = 0;
    let bits = 0;
    for (let index = 0; index < sizes.length; index += 1) {
      if (index % BITS === 0) bits = rng.int(0, 2 ** BITS - 1);
      sum += (bits & 1) === 1 ? (sizes[index] as number) : -(sizes[index] as number);
      bits >>= 1;
    }
    if (Math.abs(sum) >= least) asFar += 1;
  }
  return (asFar + 1) / (draws + 1);
}

/**
 * Paired sign-flip (permutation) test, two-sided (R. A. Fisher, The Design of Experiments, 1935, § 21): the
 * probability that the sum of the differences would be at least as far from 0 had each cluster's sign been tossed
 * by a fair coin. Exact whatever the distribution, as long as a difference and its negative are equally likely
 * where the condition changes nothing. One difference a cluster (a seed); replicates are averaged first.
 *
 * - Differences on a common grid (whole numbers, halves, thirds, … sixtieths): exact, from the distribution of
 *   the sum. For differences of −1, 0 and 1 this is the exact McNemar test.
 * - Others, up to 16 that are not 0: exact, every assignment of signs.
 * - Others: signs drawn by seed, p = (b + 1) / (m + 1) with b of m draws as far from 0, which keeps the level
 *   (B. Phipson and G. K. Smyth, Statistical Applications in Genetics and Molecular Biology 9, 2010, article 39).
 *
 * Throws a RangeError on a difference that is not a finite number.
 */
export function signFlipTest(differences: readonly number[], options: SignFlipOptions): SignFlip {
  const wrong = differences.find((value) => !Number.isFinite(value));
  if (wrong !== undefined) throw new RangeError(`a difference must be a finite number, got ${wrong}`);
  const draws = options.draws ?? DEFAULT_DRAWS;
  if (!Number.isInteger(draws) || draws < 1) {
    throw new RangeError(`draws must be a whole number from 1, got ${draws}`);
  }
  const moved = differences.filter((value) => value !== 0);
  const clusters = moved.length;
  const whole = onGrid(moved);
  const cells = clusters * (whole ?? []).reduce((sum, value) => sum + Math.abs(value), 0);
  if (whole !== null && cells <= MAX_CELLS) {
    return { p: bySums(whole), method: 'exact sums', clusters, draws: null };
  }
  const sizes = moved.map(Math.abs);
  const slack = ROUNDING * sizes.reduce((sum, size) => sum + size, 0);
  const least = Math.abs(moved.reduce((sum, value) => sum + value, 0)) - slack;
  return clusters <= MAX_ENUMERATED
    ? { p: byEnumeration(sizes, least), method: 'every sign', clusters, draws: null }
    : { p: byDraws(sizes, least, options.seed, draws), method: 'drawn signs', clusters, draws };
}
