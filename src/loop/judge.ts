import { DEFAULT_LEVEL } from '../stats/intervals.js';
import type { DifferenceInterval, RateInterval } from '../stats/intervals.js';
import { seedCorrelation } from '../stats/correlation.js';
import { ALPHA, judgeTable, rateOf } from '../stats/verdict.js';
import type { JudgedCell, PairedOutcome, PairsNeeded, Verdict } from '../stats/verdict.js';
import { look } from '../stats/sequential.js';
import type { Look } from '../stats/sequential.js';
import type { Comparison, JudgedSlot, Measure, Row, SequentialRule, StepId } from './plan.js';
import type { GameOutcome } from '../store/index.js';

/** One cell of a study's table. */
export interface TableCell {
  readonly row: Row;
  readonly slot: JudgedSlot;
  /** True when every seat carried the playbook. */
  readonly everySeat: boolean;
  readonly table: Comparison['table'];
  /** What `value` and `change` are of; `wins` and `draws` are counted whatever it is. */
  readonly measure: Measure;
  readonly replicates: number;
  /** Games started: those of the condition, void ones included. */
  readonly started: number;
  readonly finished: number;
  readonly voids: number;
  readonly wins: number;
  readonly draws: number;
  /** Mean of the measure over finished games; null without one. */
  readonly value: RateInterval | null;
  /** For `normalised`: mean share of compared seats that earned the same; null otherwise. */
  readonly tied: number | null;
  /** False for the baseline's own cell. */
  readonly compared: boolean;
  /** Seeds of which both games are finished. */
  readonly pairs: number;
  /** Condition minus baseline over the pairs; unadjusted interval. */
  readonly change: DifferenceInterval | null;
  /** Exact paired test, and after Holm over the table. */
  readonly p: number | null;
  readonly adjustedP: number | null;
  readonly verdict: Verdict | null;
  readonly pairsNeeded: PairsNeeded | null;
  /** Standard deviation of the replicates' own changes; null with fewer than two. */
  readonly spread: number | null;
  /** Correlation of the two games of a seed (phi); null where it cannot be told. */
  readonly correlation: number | null;
  /** Forced decisions and decisions asked for, of the judged slot. */
  readonly forced: number;
  readonly asked: number;
  readonly meanTurns: number | null;
}

/** All cells of a table, tested together. */
export interface Judgement {
  readonly cells: readonly TableCell[];
  /** Cells in the Holm family of the changes against the baseline. */
  readonly family: number;
  /** Cells in the Holm family of the changes net of the placebo. */
  readonly netFamily: number;
  readonly alpha: number;
  readonly level: number;
  /** How games were added; null when their number was fixed beforehand. */
  readonly sequential: SequentialLook | null;
}

/** One look at all compared cells of a study whose number of games is not fixed. */
export interface SequentialLook {
  /** True when no further games are needed, or none are left. */
  readonly stop: boolean;
  /** Seeds looked at: those before the first one with a game missing. */
  readonly pairs: number;
  /** Of the cell that needs most games. */
  readonly widest: number;
  /** Cells that are decided, of those compared. */
  readonly decided: number;
  readonly cells: number;
  readonly rule: SequentialRule;
}

/** What the slot's game counts for; null where the game does not have the measure. */
export function valueOf(result: GameOutcome, slot: string, measure: Measure): number | null {
  const own = result.slots[slot];
  switch (measure) {
    case 'won':
      return own?.success === true ? 1 : 0;
    case 'normalised':
      return own?.versus?.won ?? null;
    case 'efficiency': {
      const efficiency = result.measures['efficiency'];
      return efficiency === undefined ? null : Math.min(1, Math.max(0, efficiency));
    }
  }
}

function sum(results: readonly GameOutcome[], value: (result: GameOutcome) => number): number {
  return results.reduce((total, result) => total + value(result), 0);
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0) / values.length;
}

const isFinished = (result: GameOutcome): boolean => result.status === 'finished';

/** By seed, the pairs of one replicate whose games are both finished. */
function pairsOf(
  condition: readonly GameOutcome[],
  baseline: readonly GameOutcome[],
  { slot, measure }: Comparison,
): Map<number, PairedOutcome> {
  const others = new Map(baseline.filter(isFinished).map((result) => [result.seed.index, result]));
  const pairs = new Map<number, PairedOutcome>();
  for (const result of condition.filter(isFinished)) {
    const other = others.get(result.seed.index);
    const own = valueOf(result, slot, measure);
    const base = other === undefined ? null : valueOf(other, slot, measure);
    if (own !== null && base !== null) pairs.set(result.seed.index, { condition: own, baseline: base });
  }
  return pairs;
}

/**
 * The pairs of a cell, one for each seed, in seed order. Games of one seed are no independent evidence, however
 * many replicates played it: a seed counts once, with the mean over its complete replicates.
 */
export function seedPairs(replicates: readonly ReadonlyMap<number, PairedOutcome>[]): PairedOutcome[] {
  const seeds = [...new Set(replicates.flatMap((pairs) => [...pairs.keys()]))].sort((a, b) => a - b);
  return seeds.map((seed) => {
    const found = replicates.flatMap((pairs) => pairs.get(seed) ?? []);
    return {
      condition: mean(found.map(({ condition }) => condition)) ?? 0,
      baseline: mean(found.map(({ baseline }) => baseline)) ?? 0,
    };
  });
}

function spreadOf(replicates: readonly ReadonlyMap<number, PairedOutcome>[]): number | null {
  const changes = replicates.flatMap(
    (pairs) => mean([...pairs.values()].map(({ condition, baseline }) => condition - baseline)) ?? [],
  );
  if (changes.length < 2) return null;
  const centre = mean(changes) ?? 0;
  return Math.sqrt(
    changes.reduce((total, change) => total + (change - centre) ** 2, 0) / (changes.length - 1),
  );
}

interface Looks {
  /** By the comparison's index. */
  readonly cells: ReadonlyMap<number, Look>;
  /** Cells that are compared. */
  readonly count: number;
  readonly summary: SequentialLook;
}

/** The differences of the seeds before the first one with a game missing: a gap is waited for, not passed over. */
function withoutGap(replicates: readonly ReadonlyMap<number, PairedOutcome>[]): number[] {
  const differences: number[] = [];
  for (let seed = 0; replicates.length > 0; seed += 1) {
    const found = replicates.map((pairs) => pairs.get(seed));
    if (found.includes(undefined)) break;
    differences.push(mean(found.map((pair) => (pair?.condition ?? 0) - (pair?.baseline ?? 0))) ?? 0);
  }
  return differences;
}

function lookAtAll(
  comparisons: readonly Comparison[],
  replicates: readonly (readonly ReadonlyMap<number, PairedOutcome>[])[],
  { rule, maxPairs }: { readonly rule: SequentialRule; readonly maxPairs: number },
): Looks {
  const compared = comparisons.flatMap(({ baseline }, index) => (baseline === null ? [] : [index]));
  const { batch, width, detect } = rule;
  const cells = new Map(
    compared.map((index) => [
      index,
      look(withoutGap(replicates[index] ?? []), {
        batch,
        maxPairs,
        comparisons: compared.length,
        ...(width === undefined ? {} : { width }),
        ...(detect === undefined ? {} : { detect }),
      }),
    ]),
  );
  const all = [...cells.values()];
  const widths = all.map(({ interval }) => (interval === null ? 2 : interval.high - interval.low));
  return {
    cells,
    count: compared.length,
    summary: {
      stop: all.every(({ stop }) => stop),
      pairs: Math.min(...all.map(({ interval }) => interval?.pairs ?? 0)),
      widest: Math.max(0, ...widths),
      decided: all.filter(({ stop, reason }) => stop && reason !== 'most games').length,
      cells: compared.length,
      rule,
    },
  };
}

/** The cell with interval, p and verdict that hold however often one looked. */
function anytime(cell: JudgedCell, { interval, evidence }: Look, comparisons: number): JudgedCell {
  if (interval === null || evidence === null) return cell;
  const adjustedP = Math.min(1, evidence.p * comparisons);
  return {
    ...cell,
    change: interval,
    p: evidence.p,
    adjustedP,
    verdict: adjustedP <= ALPHA ? evidence.direction : 'no detectable change',
    pairsNeeded: null,
  };
}

/** One value for each seed: the mean over the replicates that finished it. */
function seedValues(results: readonly GameOutcome[], { slot, measure }: Comparison): number[] {
  const bySeed = new Map<number, number[]>();
  for (const result of results) {
    const value = valueOf(result, slot, measure);
    if (value === null) continue;
    bySeed.set(result.seed.index, [...(bySeed.get(result.seed.index) ?? []), value]);
  }
  return [...bySeed.values()].map((values) => mean(values) ?? 0);
}

/**
 * Judges a table. By default success is a reward above 0 of the judged slot; draws are counted apart and are not
 * won. A game counts once, however many seats share its result, and a seed counts once, however many replicates
 * played it.
 *
 * @param resultsOf the games of a play step
 * @param sequential set when games are added until the cells are decided: intervals and tests are then of the kind
 * that holds however often one looks
 */
export function judge(
  comparisons: readonly Comparison[],
  resultsOf: (step: StepId) => readonly GameOutcome[],
  sequential: { readonly rule: SequentialRule; readonly maxPairs: number } | null = null,
): Judgement {
  const replicates = comparisons.map((cell) =>
    (cell.baseline ?? []).map((step, index) =>
      pairsOf(resultsOf(cell.condition[index] ?? step), resultsOf(step), cell),
    ),
  );
  const pairs = replicates.map(seedPairs);
  const looks = sequential === null ? null : lookAtAll(comparisons, replicates, sequential);
  const judged = new Map<number, JudgedCell>();
  const familyOf = (table: Comparison['table']): number => {
    const members = comparisons.flatMap((cell, index) =>
      cell.baseline === null || cell.table !== table ? [] : [index],
    );
    const result = judgeTable(
      members.map((index) => ({ id: String(index), pairs: pairs[index] as PairedOutcome[] })),
    );
    for (const cell of result.cells) judged.set(Number(cell.id), cell);
    for (const index of members) {
      const seen = looks?.cells.get(index);
      const cell = judged.get(index);
      if (seen !== undefined && cell !== undefined) judged.set(index, anytime(cell, seen, looks?.count ?? 1));
    }
    return result.family;
  };
  const family = familyOf('change');
  const netFamily = familyOf('net');
  const cells = comparisons.map((cell, index): TableCell => {
    const results = cell.condition.flatMap(resultsOf);
    const finished = results.filter(isFinished);
    const change = judged.get(index);
    const ties = finished.flatMap((result) => result.slots[cell.slot]?.versus?.tied ?? []);
    return {
      row: cell.row,
      slot: cell.slot,
      everySeat: cell.everySeat,
      table: cell.table,
      measure: cell.measure,
      replicates: cell.condition.length,
      started: results.length,
      finished: finished.length,
      voids: results.length - finished.length,
      wins: finished.filter((result) => result.slots[cell.slot]?.success ?? false).length,
      draws: finished.filter((result) => result.slots[cell.slot]?.draw ?? false).length,
      value: rateOf(seedValues(finished, cell)),
      tied: cell.measure === 'normalised' ? mean(ties) : null,
      compared: cell.baseline !== null,
      pairs: change?.pairs ?? 0,
      change: change?.change ?? null,
      p: change?.p ?? null,
      adjustedP: change?.adjustedP ?? null,
      verdict: change?.verdict ?? null,
      pairsNeeded: change?.pairsNeeded ?? null,
      spread: spreadOf(replicates[index] ?? []),
      correlation: change?.counts == null ? null : (seedCorrelation(change.counts)?.estimate ?? null),
      forced: sum(finished, (result) => result.slots[cell.slot]?.forced ?? 0),
      asked: sum(finished, (result) => result.slots[cell.slot]?.asked ?? 0),
      meanTurns: mean(finished.map(({ turns }) => turns)),
    };
  });
  return {
    cells,
    family,
    netFamily,
    alpha: ALPHA,
    level: DEFAULT_LEVEL,
    sequential: looks?.summary ?? null,
  };
}
