import type { DifferenceInterval, PairCounts, RateInterval } from './intervals.js';
import { DEFAULT_LEVEL, pairedDifference, wilson } from './intervals.js';
import { exactMcNemar, holm, smallestPossibleP } from './tests.js';

/** Family-wise error rate of one table: the adjusted p at or below which a change counts. */
export const ALPHA = 0.05;

/** What a table says of one change. */
export type Verdict = 'better' | 'worse' | 'no detectable change' | 'not enough games';

/** One pair: the same seed played under the condition and under its baseline. True is a success. */
export interface PairedOutcome {
  readonly condition: boolean;
  readonly baseline: boolean;
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
  /** First is the condition, second the baseline. */
  readonly counts: PairCounts;
  /** Null when there are no pairs, as is every figure below. */
  readonly rate: RateInterval | null;
  readonly baselineRate: RateInterval | null;
  /** Condition minus baseline. Its interval is not adjusted for the number of cells. */
  readonly change: DifferenceInterval | null;
  /** Exact McNemar, two-sided. */
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
  const count = (condition: boolean, baseline: boolean): number =>
    pairs.filter((pair) => pair.condition === condition && pair.baseline === baseline).length;
  return {
    both: count(true, true),
    onlyFirst: count(true, false),
    onlySecond: count(false, true),
    neither: count(false, false),
  };
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
  readonly counts: PairCounts;
  readonly p: number | null;
}

function testCell(cell: ChangeCell): TestedCell {
  const counts = countPairs(cell.pairs);
  const p = cell.pairs.length === 0 ? null : exactMcNemar(counts.onlyFirst, counts.onlySecond);
  return { counts, p };
}

/** The adjusted p of a cell if all its discordant pairs had gone one way, the other cells standing as they are. */
function bestAdjustedP(index: number, discordant: number, pValues: readonly (number | null)[]): number {
  return holm(pValues.with(index, smallestPossibleP(discordant)))[index] ?? 1;
}

function verdictOf(
  { onlyFirst, onlySecond }: PairCounts,
  index: number,
  adjustedP: number | null,
  pValues: readonly (number | null)[],
): Verdict {
  if (adjustedP === null) return 'not enough games';
  if (adjustedP <= ALPHA) return onlyFirst > onlySecond ? 'better' : 'worse';
  const best = bestAdjustedP(index, onlyFirst + onlySecond, pValues);
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
  const tested = cells.map(testCell);
  const pValues = tested.map(({ p }) => p);
  const adjusted = holm(pValues);

  const judged = cells.map(({ id, pairs: { length: pairs } }, index): JudgedCell => {
    const { counts, p } = tested[index] as TestedCell;
    const adjustedP = adjusted[index] ?? null;
    const verdict = verdictOf(counts, index, adjustedP, pValues);
    return {
      id,
      pairs,
      counts,
      rate: wilson(counts.both + counts.onlyFirst, pairs, level),
      baselineRate: wilson(counts.both + counts.onlySecond, pairs, level),
      change: pairedDifference(counts, level),
      p,
      adjustedP,
      verdict,
      pairsNeeded:
        verdict === 'not enough games'
          ? pairsNeeded(pairs, counts.onlyFirst + counts.onlySecond, cells.length)
          : null,
    };
  });
  return { cells: judged, family: pValues.filter((p) => p !== null).length };
}
