import { NEGLIGIBLE, binomialMass, binomialTail, logFactorial } from './binomial.js';
import { checkCount } from './check.js';
import { exactMcNemar } from './tests.js';
import { ALPHA } from './verdict.js';

/** What is to be found out: a rate of `from` that has become `to`. */
export interface PowerQuestion {
  /** Success rate of the baseline, 0 to 1. */
  readonly from: number;
  /** Success rate of the condition, 0 to 1. */
  readonly to: number;
  /** Correlation (phi) of the two outcomes of a pair; 0 unless given. Not used for unpaired games. */
  readonly rho?: number;
  /** Family-wise error rate of the table; 0.05 unless given. */
  readonly alpha?: number;
  /** Tests of the table; the level is shared out between them (Bonferroni, the worst Holm's method asks for). */
  readonly comparisons?: number;
}

/** How often the test will say what, 0 to 1 each. */
export interface PowerAt {
  /** Pairs; games of each condition where they are not paired. */
  readonly n: number;
  /** It finds the change, in the direction it has. */
  readonly power: number;
  /** It finds a change in the opposite direction. */
  readonly wrong: number;
}

/** The chance of each of the four outcomes of a pair. */
export interface PairRates {
  readonly both: number;
  /** Success under the condition alone. */
  readonly onlyTo: number;
  /** Success under the baseline alone. */
  readonly onlyFrom: number;
  readonly neither: number;
}

/** The lowest and the highest correlation that two rates allow. */
export interface CorrelationBounds {
  readonly low: number;
  readonly high: number;
}

/** Most pairs, or games of each condition, that a search looks at. */
export const MAX_PAIRS = 100_000;
export const MAX_UNPAIRED = 5_000;

/** Share by which a p value is checked again with the very test of the verdict. */
const NEAR = 1e-9;
/** Room for rounding at the ends of the possible correlations. */
const SLACK = 1e-12;
/** Standard deviations of a binomial count beyond which its probability (below 10⁻¹⁵) is left out. */
const FAR = 8.5;
/**
 * Sizes after the smallest one that must reach the wanted power too: the exact test's power goes up and down a
 * little as its critical value moves.
 */
const LOOK_AHEAD = 50;

function checkRate(name: string, rate: number): void {
  if (!(rate >= 0 && rate <= 1)) throw new RangeError(`${name} must be a rate from 0 to 1, got ${rate}`);
}

function levelOf({ alpha = ALPHA, comparisons = 1 }: PowerQuestion): {
  readonly alpha: number;
  readonly comparisons: number;
} {
  if (!(alpha > 0 && alpha < 1)) throw new RangeError(`alpha must lie between 0 and 1, got ${alpha}`);
  if (!Number.isInteger(comparisons) || comparisons < 1) {
    throw new RangeError(`comparisons must be a whole number from 1, got ${comparisons}`);
  }
  return { alpha, comparisons };
}

/**
 * The correlations that two rates allow: both outcomes can be successes no more often than the rarer one, and no
 * more seldom than their sum over 1 demands. Null where a rate is 0 or 1, which correlates with nothing.
 */
export function correlationBounds(from: number, to: number): CorrelationBounds | null {
  checkRate('from', from);
  checkRate('to', to);
  const spread = Math.sqrt(from * (1 - from) * to * (1 - to));
  if (spread === 0) return null;
  return {
    low: (Math.max(0, from + to - 1) - from * to) / spread,
    high: (Math.min(from, to) - from * to) / spread,
  };
}

/**
 * The chances of the four outcomes of a pair. Throws a RangeError that names the possible correlations when the
 * rates do not allow the one given.
 */
export function pairRates(from: number, to: number, rho: number): PairRates {
  const bounds = correlationBounds(from, to);
  const { low, high } = bounds ?? { low: 0, high: 0 };
  if (!(rho >= low - SLACK && rho <= high + SLACK)) {
    throw new RangeError(
      `rates of ${from} and ${to} allow correlations from ${low.toFixed(3)} to ${high.toFixed(3)}, got ${rho}`,
    );
  }
  const spread = Math.sqrt(from * (1 - from) * to * (1 - to));
  const both = Math.min(from, to, Math.max(0, from + to - 1, from * to + rho * spread));
  return { both, onlyTo: to - both, onlyFrom: from - both, neither: Math.max(0, 1 - from - to + both) };
}

/**
 * For each number of discordant pairs the most of them that may have gone the rarer way while the exact McNemar
 * test still passes; −1 where it cannot pass. Filled as far as asked for.
 */
class CriticalSplits {
  readonly #most: number[] = [-1];

  constructor(
    readonly alpha: number,
    readonly comparisons: number,
  ) {}

  #passes(fewer: number, discordant: number): boolean {
    if (2 * fewer >= discordant) return false;
    const p = this.comparisons * 2 * binomialTail(fewer, discordant, 0.5);
    if (Math.abs(p - this.alpha) > NEAR * this.alpha) return p < this.alpha;
    return this.comparisons * exactMcNemar(fewer, discordant - fewer) <= this.alpha;
  }

  of(discordant: number): number {
    for (let d = this.#most.length; d <= discordant; d += 1) {
      const before = this.#most[d - 1] as number;
      // One more discordant pair moves the critical split by one at most.
      this.#most.push(this.#passes(before + 1, d) ? before + 1 : before);
    }
    return this.#most[discordant] as number;
  }
}

/**
 * Power of the exact McNemar test on n pairs, by enumeration: the number of discordant pairs is binomial, their split
 * given the number is binomial, and the test is applied to each. No normal approximation. The search for a size
 * calls it many times, so what does not depend on n is kept between calls.
 *
 * Throws a RangeError where rates, correlation or level are impossible.
 */
export function pairedPowerOf(question: PowerQuestion): (n: number) => PowerAt {
  const { alpha, comparisons } = levelOf(question);
  const { onlyTo, onlyFrom } = pairRates(question.from, question.to, question.rho ?? 0);
  const discordance = Math.min(1, onlyTo + onlyFrom);
  const upShare = discordance === 0 ? 0.5 : onlyTo / discordance;
  const rising = question.to >= question.from;
  const splits = new CriticalSplits(alpha, comparisons);
  // Given the number of discordant pairs, the test does not depend on the number of pairs: each is worked out once.
  const found: { readonly up: number; readonly down: number }[] = [];
  const given = (discordant: number): { readonly up: number; readonly down: number } => {
    for (let d = found.length; d <= discordant; d += 1) {
      const most = splits.of(d);
      found.push({ up: binomialTail(most, d, 1 - upShare), down: binomialTail(most, d, upShare) });
    }
    return found[discordant] as { readonly up: number; readonly down: number };
  };
  return (n) => {
    checkCount('pairs', n);
    const reach = FAR * Math.sqrt(n * discordance * (1 - discordance)) + FAR;
    const first = Math.max(0, Math.floor(n * discordance - reach));
    const last = Math.min(n, Math.ceil(n * discordance + reach));
    let up = 0;
    let down = 0;
    for (let d = first; d <= last; d += 1) {
      const mass = binomialMass(d, n, discordance);
      up += mass * given(d).up;
      down += mass * given(d).down;
    }
    return { n, power: rising ? up : down, wrong: rising ? down : up };
  };
}

/**
 * For each total of successes of two groups of n the most that the smaller group may have while Fisher's exact
 * test passes. With groups of one size the hypergeometric distribution is symmetric, so that the two-sided p is
 * twice the tail.
 */
function fisherSplits(n: number, alpha: number, comparisons: number): Int32Array {
  const most = new Int32Array(2 * n + 1).fill(-1);
  const all = logFactorial(2 * n);
  const choose = (k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k);
  for (let total = 0; total <= 2 * n; total += 1) {
    const ways = all - logFactorial(total) - logFactorial(2 * n - total);
    const tail = (k: number): number => {
      if (k < Math.max(0, total - n)) return 0;
      let term = Math.exp(choose(k) + choose(total - k) - ways);
      let sum = term;
      for (let x = k; x > Math.max(0, total - n) && term > sum * NEGLIGIBLE; x -= 1) {
        term *= (x * (n - total + x)) / ((n - x + 1) * (total - x + 1));
        sum += term;
      }
      return sum;
    };
    // One more success moves the critical split by one at most; one fewer never helps.
    let split = Math.max(total === 0 ? -1 : (most[total - 1] as number), total - n - 1);
    while (2 * (split + 1) < total && comparisons * 2 * tail(split + 1) <= alpha * (1 + SLACK)) split += 1;
    most[total] = split;
  }
  return most;
}

/**
 * Power of Fisher's exact test on n games of the condition and n other games of the baseline, by enumerating both
 * binomial counts. For comparison with {@link pairedPowerOf}: it says what pairing by seed is worth.
 */
export function unpairedPowerOf(question: PowerQuestion): (n: number) => PowerAt {
  const { alpha, comparisons } = levelOf(question);
  const { from, to } = question;
  checkRate('from', from);
  checkRate('to', to);
  const counts = (n: number, rate: number): { readonly first: number; readonly masses: number[] } => {
    const reach = FAR * Math.sqrt(n * rate * (1 - rate)) + FAR;
    const first = Math.max(0, Math.floor(n * rate - reach));
    const last = Math.min(n, Math.ceil(n * rate + reach));
    return {
      first,
      masses: Array.from({ length: last - first + 1 }, (_, k) => binomialMass(first + k, n, rate)),
    };
  };
  return (n) => {
    checkCount('games', n);
    const splits = fisherSplits(n, alpha, comparisons);
    const before = counts(n, from);
    const after = counts(n, to);
    let up = 0;
    let down = 0;
    after.masses.forEach((massAfter, i) => {
      const x = after.first + i;
      before.masses.forEach((massBefore, j) => {
        const y = before.first + j;
        if (x === y || Math.min(x, y) > (splits[x + y] as number)) return;
        if (x > y) up += massAfter * massBefore;
        else down += massAfter * massBefore;
      });
    });
    return to >= from ? { n, power: up, wrong: down } : { n, power: down, wrong: up };
  };
}

/**
 * The smallest size at which the power is at least `wanted`, and stays so for the next 50 sizes.
 *
 * @param most sizes looked at; null comes back when none of them will do
 */
export function smallestSize(power: (n: number) => PowerAt, wanted: number, most: number): PowerAt | null {
  if (!(wanted > 0 && wanted < 1)) throw new RangeError(`the power must lie between 0 and 1, got ${wanted}`);
  const enough = (n: number): boolean => power(n).power >= wanted;
  let high = 1;
  while (!enough(high)) {
    if (high === most) return null;
    high = Math.min(most, 2 * high);
  }
  let low = Math.floor(high / 2);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (enough(middle)) high = middle;
    else low = middle;
  }
  // Past the last size of the stretch ahead that is not enough, until there is none.
  for (let n = high + 1; n <= Math.min(most, high + LOOK_AHEAD); n += 1) if (!enough(n)) high = n + 1;
  while (high > 1 && enough(high - 1)) high -= 1;
  return high > most ? null : power(high);
}
