import type { DifferenceInterval, PairCounts, RateInterval } from './intervals.js';
import { DEFAULT_LEVEL, pairedDifference, wilson } from './intervals.js';
import { pairedMean } from './paired-mean.js';
import { signFlipTest } from './signflip.js';
import { exactMcNemar, holm, smallestPossibleP } from './tests.js';

/** Family-wise error rate of one table: the adjusted p at or below which a change counts. */
export const ALPHA = 0.05;

/** What a table says of one change. */
export type Verdict = 'better' | 'worse' | 'no detectable change' | 'not enough games';

/**
 * One pair: the same seed played under the condition and under its baseline, each worth 0 to 1. A game that is
 * won or not is worth 1 or 0; shares and means over replicates lie between.
 */
export interface PairedOutcome {
  readonly condition: number;
  readonly baseline: number;
}

/** A change cell of a table. Its pairs are those seeds of which both games are finished. */
export interface ChangeCell {
  readonly id: string;
  readonly pairs: readonly PairedOutcome[];
}

/**
 * How many pairs a cell would need before any result of it could pass, however it is one-sided. A floor, not a
 * promise: outcomes that go both ways need more.
 */
export interface PairsNeeded {
  /** Discordant pairs, all one way, that pass in a table of this size whatever its other cells show. */
  readonly discordant: number;
  /** Pairs expected to hold that many, at the discordance rate seen so far; null when none was discordant. */
  readonly estimate: number | null;
  /** The same at the upper and the lower end of the rate’s Wilson interval; `high` null: no bound is known. */
  readonly low: number;
  readonly high: number | null;
}

/** A change cell with everything its table prints. */
export interface JudgedCell {
  readonly id: string;
  /** Number of pairs. All rates and the change are taken over these. */
  readonly pairs: number;
  /** First is the condition, second the baseline; null unless every game is worth 0 or 1. */
  readonly counts: PairCounts | null;
  /** Null when there are no pairs, as is every figure below. */
  readonly rate: RateInterval | null;
  readonly baselineRate: RateInterval | null;
  /** Condition minus baseline. Its interval is not adjusted for the number of cells. */
  readonly change: DifferenceInterval | null;
  /** Exact McNemar, two-sided; the exact sign-flip test, which it is a case of, where games are worth more or less. */
  readonly p: number | null;
  /** Holm over the cells of the table that have pairs. */
  readonly adjustedP: number | null;
  readonly verdict: Verdict;
  /** Given with the verdict `not enough games`, else null. */
  readonly pairsNeeded: PairsNeeded | null;
}

/** A judged table. */
export interface JudgedTable {
  readonly cells: readonly JudgedCell[];
  /** Cells that were tested: the family Holm’s method adjusts for. */
  readonly family: number;
}

function countPairs(pairs: readonly PairedOutcome[]): PairCounts {
  const count = (condition: number, baseline: number): number =>
    pairs.filter((pair) => pair.condition === condition && pair.baseline === baseline).length;
  return { both: count(1, 1), onlyFirst: count(1, 0), onlySecond: count(0, 1), neither: count(0, 0) };
}

const isWhole = (value: number): boolean => value === 0 || value === 1;

/**
 * The mean of values from 0 to 1 with its interval: Wilson’s where each is 0 or 1, else Student’s t over the
 * values, cut at 0 and 1. Null without values.
 */
export function rateOf(values: readonly number[], level: number = DEFAULT_LEVEL): RateInterval | null {
  if (values.every(isWhole))
    return wilson(values.filter((value) => value === 1).length, values.length, level);
  const mean = pairedMean(values, { bounds: [0, 1], level });
  return mean === null ? null : { estimate: mean.estimate, low: mean.low, high: mean.high, n: values.length };
}

/** Fewest discordant pairs that pass, all one way, when the p is multiplied by the number of cells. */
function discordantNeeded(cells: number): number {
  let discordant = 1;
  while (cells * smallestPossibleP(discordant) > ALPHA) discordant += 1;
  return discordant;
}

function pairsNeeded(pairs: number, discordant: number, cells: number): PairsNeeded {
  const needed = discordantNeeded(cells);
  const rate = wilson(discordant, pairs);
  return {
    discordant: needed,
    estimate: discordant === 0 ? null : Math.ceil((needed * pairs) / discordant),
    low: Math.ceil(needed / (rate?.high ?? 1)),
    high: rate === null || discordant === 0 ? null : Math.ceil(needed / rate.low),
  };
}

interface TestedCell {
  readonly counts: PairCounts | null;
  readonly change: DifferenceInterval | null;
  readonly p: number | null;
  /** Pairs whose two games differ. */
  readonly discordant: number;
  /** Above 0 when the condition did better. */
  readonly direction: number;
}

function testCell({ id, pairs }: ChangeCell, level: number): TestedCell {
  const differences = pairs.map(({ condition, baseline }) => condition - baseline);
  const discordant = differences.filter((difference) => difference !== 0).length;
  const direction = differences.reduce((sum, difference) => sum + difference, 0);
  if (pairs.every(({ condition, baseline }) => isWhole(condition) && isWhole(baseline))) {
    const counts = countPairs(pairs);
    const p = pairs.length === 0 ? null : exactMcNemar(counts.onlyFirst, counts.onlySecond);
    return { counts, change: pairedDifference(counts, level), p, discordant, direction };
  }
  const mean = pairedMean(differences, { bounds: [-1, 1], level });
  const change =
    mean === null ? null : { estimate: mean.estimate, low: mean.low, high: mean.high, pairs: mean.clusters };
  return { counts: null, change, p: signFlipTest(differences, { seed: id }).p, discordant, direction };
}

/** The adjusted p of a cell if all its discordant pairs had gone one way, the other cells standing as they are. */
function bestAdjustedP(index: number, discordant: number, pValues: readonly (number | null)[]): number {
  return holm(pValues.with(index, smallestPossibleP(discordant)))[index] ?? 1;
}

function verdictOf(
  { discordant, direction }: TestedCell,
  index: number,
  adjustedP: number | null,
  pValues: readonly (number | null)[],
): Verdict {
  if (adjustedP === null) return 'not enough games';
  if (adjustedP <= ALPHA) return direction > 0 ? 'better' : 'worse';
  const best = bestAdjustedP(index, discordant, pValues);
  return best <= ALPHA ? 'no detectable change' : 'not enough games';
}

/**
 * Judges the change cells of one printed table: rates, paired changes, tests and verdicts. Pass the whole table
 * at once, since its size decides the adjustment; a cell without pairs is not tested and does not count.
 *
 * The verdict follows the adjusted p at {@link ALPHA}. `not enough games` means that the adjusted p would have
 * stayed above it even if every discordant pair of this cell had gone one way, the other cells standing as they
 * are. See docs/statistics.md.
 *
 * @param level confidence level of the intervals.
 */
export function judgeTable(cells: readonly ChangeCell[], level: number = DEFAULT_LEVEL): JudgedTable {
  const tested = cells.map((cell) => testCell(cell, level));
  const pValues = tested.map(({ p }) => p);
  const adjusted = holm(pValues);

  const judged = cells.map(({ id, pairs }, index): JudgedCell => {
    const test = tested[index] as TestedCell;
    const adjustedP = adjusted[index] ?? null;
    const verdict = verdictOf(test, index, adjustedP, pValues);
    return {
      id,
      pairs: pairs.length,
      counts: test.counts,
      rate: rateOf(
        pairs.map(({ condition }) => condition),
        level,
      ),
      baselineRate: rateOf(
        pairs.map(({ baseline }) => baseline),
        level,
      ),
      change: test.change,
      p: test.p,
      adjustedP,
      verdict,
      pairsNeeded:
        verdict === 'not enough games' ? pairsNeeded(pairs.length, test.discordant, cells.length) : null,
    };
  });
  return { cells: judged, family: pValues.filter((p) => p !== null).length };
}
