import { checkLevel } from './check.js';
import { DEFAULT_LEVEL, meanInterval } from './intervals.js';

/** A mean difference over clusters with its confidence interval, in the unit of the differences. */
export interface PairedMean {
  /** Mean of condition minus baseline. */
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  /** Clusters (seeds) the mean is taken over. */
  readonly clusters: number;
  /** `t`: Student’s; `equal`: all differences are the same, so that nothing is known of their spread. */
  readonly method: 't' | 'equal';
}

export interface PairedMeanOptions {
  /** Least and greatest value a difference can have, such as −1 and 1 for rates. */
  readonly bounds: readonly [number, number];
  readonly level?: number;
}

/** A difference and the cluster (seed) it belongs to. */
export interface ClusterDifference {
  readonly cluster: string;
  readonly difference: number;
}

/**
 * One difference a cluster: the mean of its replicates, in the order in which clusters first occur. Replicates on
 * one seed share its deal, so they are no independent observations, and only their mean goes into a test.
 */
export function clusterMeans(differences: readonly ClusterDifference[]): number[] {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const { cluster, difference } of differences) {
    const { sum, count } = sums.get(cluster) ?? { sum: 0, count: 0 };
    sums.set(cluster, { sum: sum + difference, count: count + 1 });
  }
  return [...sums.values()].map(({ sum, count }) => sum / count);
}

/** Differences nearer to each other than this share of their possible range are equal but for rounding. */
const ROUNDING = 1e-12;

/**
 * Mean paired difference with an interval over clusters, for measures that are not won or lost: efficiency,
 * normalised win rate, means over replicates.
 *
 * Student’s t over the clusters, cut at the bounds. Where all differences are equal t would claim to know the mean
 * exactly. Then the interval is the one that bounds alone give: with confidence `level` at most
 * q = 1 − (1 − level)^(1/n) of all clusters differ from what n clusters showed (Clopper and Pearson’s bound for none of n,
 * Biometrika 26, 1934, 404–413), and each of them by no more than the bounds allow.
 *
 * @returns null without clusters. Throws a RangeError on bounds that are not in order or a value outside them.
 */
export function pairedMean(differences: readonly number[], options: PairedMeanOptions): PairedMean | null {
  const { bounds, level = DEFAULT_LEVEL } = options;
  const [least, most] = bounds;
  checkLevel(level);
  if (!(least < most)) throw new RangeError(`bounds must be two numbers in order, got ${least} and ${most}`);
  const outside = differences.find((value) => !(value >= least && value <= most));
  if (outside !== undefined) {
    throw new RangeError(`a difference must lie from ${least} to ${most}, got ${outside}`);
  }
  const [first] = differences;
  if (first === undefined) return null;
  const clusters = differences.length;
  const spread = Math.max(...differences) - Math.min(...differences);
  const interval = meanInterval(differences, level);
  if (interval === null || spread <= ROUNDING * (most - least)) {
    const share = 1 - (1 - level) ** (1 / clusters);
    const low = first - share * (first - least);
    const high = first + share * (most - first);
    return { estimate: first, low, high, clusters, method: 'equal' };
  }
  return {
    estimate: interval.estimate,
    low: Math.max(least, interval.low),
    high: Math.min(most, interval.high),
    clusters,
    method: 't',
  };
}
