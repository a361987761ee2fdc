import type { Verdict } from '../../stats/verdict.js';
import type { Estimate } from '../compare/independent.js';

/** The paper’s tables. */
export const TABLE_KINDS = ['within-game', 'transfer', 'multigame', 'distill', 'parroting', 'cost'] as const;

/** One of {@link TABLE_KINDS}. */
export type TableKind = (typeof TABLE_KINDS)[number];

/** What a figure counts: a share of 1, a difference of shares, a plain number, US dollars. */
export type Unit = 'share' | 'points' | 'overlap' | 'count' | 'dollars';

/** One figure of a table. */
export interface Figure {
  readonly unit: Unit;
  /** Null where there is none, as the cost of a model whose price is not known. */
  readonly value: number | null;
  /** Ends of the 95 % interval; of a published figure, of the range it is given as. */
  readonly low: number | null;
  readonly high: number | null;
  /** Against the baseline. */
  readonly change: Estimate | null;
  readonly verdict: Verdict | null;
}

/** One row of a table. */
export interface PaperRow {
  readonly labels: readonly string[];
  /** By column; null where the row has none. */
  readonly figures: readonly (Figure | null)[];
  readonly published: boolean;
}

/** A table as the paper prints it. */
export interface PaperTable {
  readonly kind: TableKind;
  readonly title: string;
  readonly runs: readonly string[];
  readonly simulated: boolean;
  readonly labelHeads: readonly string[];
  readonly columns: readonly string[];
  readonly rows: readonly PaperRow[];
  readonly notes: readonly string[];
}

/** A row before its figures are put in the order of the columns. */
export interface LooseRow {
  readonly labels: readonly string[];
  readonly figures: ReadonlyMap<string, Figure>;
  readonly published: boolean;
}

/** Puts rows under common columns, in the order in which columns first occur. */
export function underColumns(rows: readonly LooseRow[]): Pick<PaperTable, 'columns' | 'rows'> {
  const columns = [...new Set(rows.flatMap(({ figures }) => [...figures.keys()]))];
  return {
    columns,
    rows: rows.map(({ labels, figures, published }) => ({
      labels,
      figures: columns.map((column) => figures.get(column) ?? null),
      published,
    })),
  };
}

/** A figure without an interval. */
export function plainFigure(unit: Unit, value: number | null): Figure {
  return { unit, value, low: null, high: null, change: null, verdict: null };
}
