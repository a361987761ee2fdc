import { PUBLISHED_CAVEAT, PUBLISHED_SOURCE } from '../published/figures.js';
import type { PublishedFigure } from '../published/figures.js';
import type { Figure, LooseRow, TableKind } from './paper-table.js';

function figureOf({ kind, form, low, high }: PublishedFigure): Figure {
  const unit = form === 'change' ? 'points' : kind === 'parroting' ? 'overlap' : 'share';
  const exact = low === high;
  return {
    unit,
    value: exact ? low : null,
    low: exact ? null : low,
    high: exact ? null : high,
    change: null,
    verdict: null,
  };
}

/** What a table is of, for finding the published figures that belong beside it. */
export interface Beside {
  readonly kind: TableKind;
  /** Games and slots of its rows; the slot is null where a table has none. */
  readonly places: readonly { readonly game: string; readonly slot: string | null }[];
  /** The labels of a published row. */
  readonly labels: (figure: PublishedFigure, game: string) => readonly string[];
  readonly titleOf: (game: string) => string;
}

/** Published rows that belong beside a table, matched by game and side, and what is to be said of them. */
export function publishedRows(
  all: readonly PublishedFigure[],
  { kind, places, labels, titleOf }: Beside,
): { readonly rows: LooseRow[]; readonly notes: string[] } {
  const found = all.filter(
    (figure) =>
      figure.kind === kind &&
      places.some(({ game, slot }) => figure.games.includes(game) && (slot === null || slot === figure.slot)),
  );
  if (found.length === 0)
    return { rows: [], notes: ['No figure of this table is published for these games.'] };
  const nameOf = ({ games }: PublishedFigure): string =>
    games.length === 1 ? titleOf(games[0] ?? '') : `mean of ${games.map(titleOf).join(', ')}`;
  const groups = new Map<string, PublishedFigure[]>();
  for (const figure of found) {
    const key = JSON.stringify([figure.model, figure.games, figure.slot, figure.form]);
    groups.set(key, [...(groups.get(key) ?? []), figure]);
  }
  const rows = [...groups.values()].map((figures): LooseRow => {
    const [first] = figures as [PublishedFigure, ...PublishedFigure[]];
    return {
      labels: labels(first, nameOf(first)),
      figures: new Map(figures.map((figure) => [figure.column, figureOf(figure)])),
      published: true,
    };
  });
  const caveats = [...groups.values()].flatMap(([figure]) =>
    figure?.caveat == null
      ? []
      : [
          `${figure.model}, ${nameOf(figure)}${figure.slot === null ? '' : `, ${figure.slot}`}: ${figure.caveat}`,
        ],
  );
  return {
    rows,
    notes: [
      `Published: ${PUBLISHED_SOURCE}. ${PUBLISHED_CAVEAT}.`,
      ...[...new Set(caveats)].map((text) => `${text}.`),
    ],
  };
}
