import { logFactorial } from '../../stats/binomial.js';

/** An estimate with its confidence interval. */
export interface Estimate {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Interval for the difference `second − first` of two independent figures, from the interval of each: the distances
 * of the estimates to their ends are added as squares. With Wilson’s intervals this is Newcombe’s hybrid score
 * interval for two rates (R. G. Newcombe, Statistics in Medicine 17, 1998, 873–890, method 10); for other figures it
 * is the method of variance estimates recovery (G. Y. Zou and A. Donner, Statistics in Medicine 27, 2008, 1693–1702).
 * Both intervals must be of the same level, which is then that of the difference.
 */
export function independentDifference(first: Estimate, second: Estimate): Estimate {
  const estimate = second.estimate - first.estimate;
  return {
    estimate,
    low: estimate - Math.hypot(second.estimate - second.low, first.high - first.estimate),
    high: estimate + Math.hypot(second.high - second.estimate, first.estimate - first.low),
  };
}

/** The unweighted mean of independent figures with its interval, by the same method. Null without figures. */
export function meanOfIndependent(figures: readonly Estimate[]): Estimate | null {
  if (figures.length === 0) return null;
  const estimate = figures.reduce((sum, figure) => sum + figure.estimate, 0) / figures.length;
  const reach = (end: (figure: Estimate) => number): number =>
    Math.hypot(...figures.map(end)) / figures.length;
  return {
    estimate,
    low: estimate - reach((figure) => figure.estimate - figure.low),
    high: estimate + reach((figure) => figure.high - figure.estimate),
  };
}

/** Tables whose probability differs from the observed one’s by less than this share are as likely. */
const SLACK = 1e-7;

/**
 * Fisher’s exact test, two-sided, of two independent rates (R. A. Fisher, Statistical Methods for Research Workers,
 * 5th ed. 1934, § 21.02): the probability of all tables with these margins that are at most as likely as the one seen,
 * as R’s `fisher.test` counts them.
 *
 * @returns 1 when a group is empty
 */
export function fisherExact(
  first: { readonly wins: number; readonly n: number },
  second: { readonly wins: number; readonly n: number },
): number {
  const total = first.wins + second.wins;
  const all = first.n + second.n;
  const choose = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k);
  const chance = (wins: number): number =>
    choose(first.n, wins) + choose(second.n, total - wins) - choose(all, total);
  const seen = chance(first.wins) + SLACK;
  let sum = 0;
  for (let wins = Math.max(0, total - second.n); wins <= Math.min(first.n, total); wins += 1) {
    const log = chance(wins);
    if (log <= seen) sum += Math.exp(log);
  }
  return Math.min(1, sum);
}
