import { checkLevel } from './check.js';
import { turningPoint } from './turning-point.js';
import { ALPHA } from './verdict.js';

/** When to stop adding games. At least one of `width` and `detect` must be given. */
export interface LookOptions {
  /** Stop once the interval is this wide or narrower, from its low to its high end. */
  readonly width?: number;
  /** Stop once a change is shown, or changes as large as this are excluded. */
  readonly detect?: number;
  /** Pairs after which to stop in any case. */
  readonly maxPairs: number;
  /** Pairs between two looks. */
  readonly batch: number;
  /** Error rate shared by the interval and the test; 0.05 unless given. */
  readonly alpha?: number;
  /** Cells of the table, all of which may be looked at: each gets alpha / comparisons. */
  readonly comparisons?: number;
}

/** Why games are no longer added. */
export type StopReason = 'narrow enough' | 'change shown' | 'large change excluded' | 'most games';

/** A confidence interval for the mean difference that holds at every look at once. */
export interface SequenceInterval {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  readonly pairs: number;
}

/** The evidence against "no change" that games in seed order have given. */
export interface Evidence {
  /** Capital of a gambler who began with 1 and bet against "no change": his chance ever to have 1/α is at most α. */
  readonly e: number;
  /** 1 / the largest e at any look so far, at most 1: a p value that may be looked at after every batch. */
  readonly p: number;
  /** The direction the evidence speaks for. */
  readonly direction: 'better' | 'worse';
}

/** What one look says. */
export interface Look {
  readonly stop: boolean;
  /** Null while games are still added. */
  readonly reason: StopReason | null;
  /** Null before the first pair. */
  readonly interval: SequenceInterval | null;
  readonly evidence: Evidence | null;
  /** Pairs at which the next look is due; null after the last. */
  readonly nextAt: number | null;
}

/** No bet may lose more than this share of the capital: Waudby-Smith and Ramdas's c, 1/2 or 3/4 in their paper. */
const MOST_LOST = 0.5;

/** A difference as it is bet on, and the bet that the differences before it lead to. */
interface Stake {
  /** The difference moved to 0 … 1. */
  readonly value: number;
  readonly bet: number;
}

/**
 * The bets: λₜ = h / σ̂²ₜ₋₁, from the variance of what came before, begun with one made-up value of mean 1/2 and variance
 * 1/4. Bets may depend on the past in any way, never on the value they are for. These are the ones that make the
 * interval's half width h soonest: with bets λ it is about ln(2/α) / (λ·n) + λ·σ²/2 after n values, which is least, and h,
 * at λ = h / σ². Waudby-Smith and Ramdas's own fall with √(t·ln t) and aim at no width;
 * at a width of 0.1 they take two and a half times the games.
 *
 * @param half half width that is wanted, of values moved to 0 … 1
 */
function stakesOf(differences: readonly number[], half: number): Stake[] {
  let sum = 0.5;
  let squares = 0.25;
  return differences.map((difference, index) => {
    const t = index + 1;
    const value = (difference + 1) / 2;
    const bet = half / (squares / t);
    sum += value;
    squares += (value - sum / (t + 1)) ** 2;
    return { value, bet };
  });
}

/**
 * The half width that is aimed for. Moving differences to 0 … 1 halves them, and an interval is two half widths; changes
 * of D are excluded by an interval of half width D around 0, and shown soonest by bets of the same size.
 */
function aimOf({ width, detect }: LookOptions): number {
  return Math.min(width === undefined ? Infinity : width / 4, detect === undefined ? Infinity : detect / 2);
}

/** Logarithm of what 1 has become by betting that the mean is above `mean` (falls as `mean` rises). */
function logCapitalAbove(stakes: readonly Stake[], mean: number): number {
  let log = 0;
  for (const { value, bet } of stakes) log += Math.log1p(Math.min(bet, MOST_LOST / mean) * (value - mean));
  return log;
}

/** The same for betting that it is below. */
function logCapitalBelow(stakes: readonly Stake[], mean: number): number {
  let log = 0;
  for (const { value, bet } of stakes)
    log += Math.log1p(Math.min(bet, MOST_LOST / (1 - mean)) * (mean - value));
  return log;
}

function intervalOf(stakes: readonly Stake[], alpha: number): SequenceInterval {
  const ruined = Math.log(2 / alpha);
  const mean = stakes.reduce((sum, { value }) => sum + value, 0) / stakes.length;
  // Each capital is monotone in the mean that is bet against, so the values not excluded are one interval.
  const low = turningPoint((m) => logCapitalAbove(stakes, m) < ruined, 0, 1);
  const high = 1 - turningPoint((m) => logCapitalBelow(stakes, 1 - m) < ruined, 0, 1);
  return { estimate: 2 * mean - 1, low: 2 * low - 1, high: 2 * high - 1, pairs: stakes.length };
}

function evidenceOf(stakes: readonly Stake[], batch: number): Evidence {
  let above = 0;
  let below = 0;
  let e = 1;
  let most = 1;
  stakes.forEach(({ value, bet }, index) => {
    const share = Math.min(bet, 2 * MOST_LOST);
    above += Math.log1p(share * (value - 0.5));
    below += Math.log1p(share * (0.5 - value));
    const isLook = (index + 1) % batch === 0 || index + 1 === stakes.length;
    if (!isLook) return;
    e = (Math.exp(above) + Math.exp(below)) / 2;
    most = Math.max(most, e);
  });
  return { e, p: 1 / most, direction: above >= below ? 'better' : 'worse' };
}

function check(differences: readonly number[], { width, detect, maxPairs, batch }: LookOptions): void {
  const outside = differences.find((value) => !(value >= -1 && value <= 1));
  if (outside !== undefined) throw new RangeError(`a difference must lie from -1 to 1, got ${outside}`);
  if (width === undefined && detect === undefined)
    throw new RangeError('a width or a change to detect is needed');
  if (width !== undefined && !(width > 0 && width <= 2)) {
    throw new RangeError(`the width must be above 0 and at most 2, got ${width}`);
  }
  if (detect !== undefined && !(detect > 0 && detect <= 1)) {
    throw new RangeError(`the change to detect must be above 0 and at most 1, got ${detect}`);
  }
  for (const [name, value] of Object.entries({ maxPairs, batch })) {
    if (!Number.isInteger(value) || value < 1) {
      throw new RangeError(`${name} must be a whole number from 1, got ${value}`);
    }
  }
}

function reasonOf(
  { width, detect, maxPairs }: LookOptions,
  alpha: number,
  interval: SequenceInterval,
  evidence: Evidence,
): StopReason | null {
  if (detect !== undefined) {
    if (evidence.p <= alpha) return 'change shown';
    if (interval.low > -detect && interval.high < detect) return 'large change excluded';
  }
  if (width !== undefined && interval.high - interval.low <= width) return 'narrow enough';
  return interval.pairs >= maxPairs ? 'most games' : null;
}

/**
 * Looks at the paired differences so far and says whether to go on. The error rate holds however often one looks and
 * whatever one then does: with probability at least 1 − α the interval holds the true mean difference at every look,
 * and with at most α the evidence ever reaches p ≤ α where there is no change.
 *
 * The interval is the hedged-capital confidence sequence by betting of I. Waudby-Smith and A. Ramdas, "Estimating
 * means of bounded random variables by betting", Journal of the Royal Statistical Society B 86, 2024, 1–27 (theorem 3,
 * θ = 1/2, c = 1/2, with bets of our own, which the theorem leaves free): it excludes each mean against which betting has
 * multiplied one half of the capital beyond 2/α. The test is the same bets against a mean of 0 (J. Ville, 1939: a fair game's
 * capital ever reaches 1/α with probability at most α).
 *
 * It assumes that each difference has the same mean given those before it, which independent seeds give, and that
 * they come in seed order: a pair still missing must be waited for, not passed over, since which games end first may
 * depend on how they end.
 *
 * @param differences condition minus baseline of each pair, −1 to 1, in seed order
 * Throws a RangeError on options or values that are out of range.
 */
export function look(differences: readonly number[], options: LookOptions): Look {
  check(differences, options);
  const { alpha: family = ALPHA, comparisons = 1, batch, maxPairs } = options;
  checkLevel(1 - family);
  if (!Number.isInteger(comparisons) || comparisons < 1) {
    throw new RangeError(`comparisons must be a whole number from 1, got ${comparisons}`);
  }
  const alpha = family / comparisons;
  const pairs = differences.length;
  const next = Math.min(maxPairs, (Math.floor(pairs / batch) + 1) * batch);
  if (pairs === 0) return { stop: false, reason: null, interval: null, evidence: null, nextAt: next };
  const stakes = stakesOf(differences, aimOf(options));
  const interval = intervalOf(stakes, alpha);
  const evidence = evidenceOf(stakes, batch);
  const reason = reasonOf(options, alpha, interval, evidence);
  return { stop: reason !== null, reason, interval, evidence, nextAt: reason === null ? next : null };
}
