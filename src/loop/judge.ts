import { DEFAULT_LEVEL, wilson } from '../stats/intervals.js';
import type { DifferenceInterval, RateInterval } from '../stats/intervals.js';
import { ALPHA, judgeTable } from '../stats/verdict.js';
import type { PairedOutcome, PairsNeeded, Verdict } from '../stats/verdict.js';
import type { Comparison, StepId } from './plan.js';
import type { GameOutcome } from '../store/index.js';

/** One cell of a study's table. */
export interface TableCell {
  readonly round: number;
  readonly slot: Comparison['slot'];
  /** Games started: those of the condition, void ones included. */
  readonly started: number;
  readonly finished: number;
  readonly voids: number;
  readonly wins: number;
  readonly draws: number;
  /** Wins over finished games, with Wilson's interval; null without a finished game. */
  readonly rate: RateInterval | null;
  /** False for the baseline's own cell. */
  readonly compared: boolean;
  /** Pairs of which both games are finished. */
  readonly pairs: number;
  /** Condition minus baseline over the pairs; unadjusted interval. */
  readonly change: DifferenceInterval | null;
  /** Exact McNemar, and after Holm over the table. */
  readonly p: number | null;
  readonly adjustedP: number | null;
  readonly verdict: Verdict | null;
  readonly pairsNeeded: PairsNeeded | null;
  /** Forced decisions and decisions asked for, of the judged slot. */
  readonly forced: number;
  readonly asked: number;
  readonly meanTurns: number | null;
}

/** All cells of a table, tested together. */
export interface Judgement {
  readonly cells: readonly TableCell[];
  /** Cells in the Holm family. */
  readonly family: number;
  readonly alpha: number;
  readonly level: number;
}

function won(result: GameOutcome, slot: string): boolean {
  return result.slots[slot]?.success ?? false;
}

function sum(results: readonly GameOutcome[], value: (result: GameOutcome) => number): number {
  return results.reduce((total, result) => total + value(result), 0);
}

function pairUp(
  condition: readonly GameOutcome[],
  baseline: readonly GameOutcome[],
  slot: string,
): PairedOutcome[] {
  const finished = new Map(
    baseline.filter((result) => result.status === 'finished').map((result) => [result.seed.index, result]),
  );
  return condition.flatMap((result) => {
    const other = finished.get(result.seed.index);
    if (result.status !== 'finished' || other === undefined) return [];
    return [{ condition: won(result, slot), baseline: won(other, slot) }];
  });
}

/**
 * Judges a table: success is a reward above 0 of the judged slot; draws are counted apart and are not won.
 * A game counts once, however many seats share its result.
 *
 * @param resultsOf the games of a play step
 */
export function judge(
  comparisons: readonly Comparison[],
  resultsOf: (step: StepId) => readonly GameOutcome[],
): Judgement {
  const keyOf = (cell: Comparison): string => `${cell.round}/${cell.slot}`;
  const table = judgeTable(
    comparisons.flatMap((cell) =>
      cell.baseline === null
        ? []
        : [
            {
              id: keyOf(cell),
              pairs: pairUp(resultsOf(cell.condition), resultsOf(cell.baseline), cell.slot),
            },
          ],
    ),
  );
  const judged = new Map(table.cells.map((cell) => [cell.id, cell]));
  const cells = comparisons.map((cell): TableCell => {
    const results = resultsOf(cell.condition);
    const finished = results.filter((result) => result.status === 'finished');
    const wins = finished.filter((result) => won(result, cell.slot)).length;
    const change = cell.baseline === null ? undefined : judged.get(keyOf(cell));
    return {
      round: cell.round,
      slot: cell.slot,
      started: results.length,
      finished: finished.length,
      voids: results.length - finished.length,
      wins,
      draws: finished.filter((result) => result.slots[cell.slot]?.draw ?? false).length,
      rate: wilson(wins, finished.length),
      compared: cell.baseline !== null,
      pairs: change?.pairs ?? 0,
      change: change?.change ?? null,
      p: change?.p ?? null,
      adjustedP: change?.adjustedP ?? null,
      verdict: change?.verdict ?? null,
      pairsNeeded: change?.pairsNeeded ?? null,
      forced: sum(finished, (result) => result.slots[cell.slot]?.forced ?? 0),
      asked: sum(finished, (result) => result.slots[cell.slot]?.asked ?? 0),
      meanTurns: finished.length === 0 ? null : sum(finished, (result) => result.turns) / finished.length,
    };
  });
  return { cells, family: table.family, alpha: ALPHA, level: DEFAULT_LEVEL };
}
