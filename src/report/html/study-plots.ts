import { points, rowLabel, slotTitle } from '../study-table.js';
import type { RowReport, StudyReport } from '../study.js';
import type { TalkRow } from '../talk-by-row.js';
import { escapeHtml } from './escape.js';
import { dataTable, figure } from './parts.js';
import { heatMap, intervalPlot, PERCENT, scatterPlot, seriesPlot, signOf } from './plots.js';
import type { Series } from './plots.js';
import { changeMatrices, conditionText, matrixText } from './study-rows.js';

function legend(series: readonly Series[]): string {
  return series
    .map(({ name }, place) => {
      const { sign, colour } = signOf(place);
      return `<span style="color:${colour}" aria-hidden="true">${sign}</span> ${escapeHtml(name)}`;
    })
    .join(' &nbsp; ');
}

/** Places on the way from round to round; controls stand beside it. */
function onTheWay({ carries }: Pick<RowReport, 'carries'>): boolean {
  return carries === 'nothing' || carries === 'playbook';
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}

/** Values by round, where a game has several rounds of one playbook: a line for each judged slot. */
function byRound(report: StudyReport, rows: readonly RowReport[]): string | null {
  const [first] = rows;
  if (first === undefined || new Set(rows.filter(onTheWay).map(({ round }) => round)).size < 2) return null;
  const sources = new Set(rows.flatMap(({ source, carries }) => (carries === 'nothing' ? [] : [source])));
  if (sources.size > 1) return null;
  const places = rows.map(rowLabel);
  const slots = [
    ...new Set(rows.flatMap(({ cells }) => cells.map((cell) => slotTitle(report, first.game, cell)))),
  ];
  const series = slots.map((name): Series => ({
    name,
    points: rows.flatMap((row, x) =>
      row.cells.flatMap((cell) =>
        cell.value === null || slotTitle(report, row.game, cell) !== name
          ? []
          : [
              {
                x,
                label: rowLabel(row),
                value: cell.value.estimate,
                low: cell.value.low,
                high: cell.value.high,
                joined: onTheWay(row),
              },
            ],
      ),
    ),
  }));
  const title = `${titleOf(report, first)}: result by round, with 95 % intervals`;
  const plot = seriesPlot(places, series, title);
  return plot === null ? null : figure(plot, `${escapeHtml(title)}. ${legend(series)}`);
}

function titleOf(report: StudyReport, { game, player }: RowReport): string {
  const several = new Set(report.rows.map((row) => row.player)).size > 1;
  return `${report.games[game]?.title ?? game}${several ? `, ${player}` : ''}`;
}

function side(report: StudyReport, rows: readonly RowReport[]): string | null {
  const [first] = rows;
  if (first === undefined) return null;
  const title = `${titleOf(report, first)}: result by condition, with 95 % intervals`;
  const plot = intervalPlot(
    rows.flatMap((row) =>
      row.cells.flatMap((cell) =>
        cell.value === null
          ? []
          : [
              {
                label: `${conditionText({ ...report, games: {} }, row)}, ${slotTitle(report, row.game, cell)}`,
                value: cell.value.estimate,
                low: cell.value.low,
                high: cell.value.high,
              },
            ],
      ),
    ),
    title,
    PERCENT,
  );
  return plot === null ? null : figure(plot, escapeHtml(title));
}

/** Results of each game and player: by round where there are rounds, otherwise a row for each condition. */
export function resultPlots(report: StudyReport): string {
  const groups = groupBy(report.rows, ({ game, player }) => JSON.stringify([game, player]));
  return [...groups.values()].flatMap((rows) => byRound(report, rows) ?? side(report, rows) ?? []).join('\n');
}

/** Every change with its interval, in one plot. */
export function changePlot(report: StudyReport): string {
  const rows = report.rows.flatMap((row) =>
    row.cells.flatMap((cell) =>
      cell.change === null
        ? []
        : [
            {
              label: `${conditionText(report, row)}, ${cell.everySeat ? 'every seat' : cell.slot}`,
              value: cell.change.estimate,
              low: cell.change.low,
              high: cell.change.high,
            },
          ],
    ),
  );
  const title =
    'Change in points against the same games without the playbook, with unadjusted 95 % intervals';
  const plot = intervalPlot(rows, title, { text: points, mark: 0 });
  return plot === null ? '' : figure(plot, escapeHtml(title));
}

/** The matrices of a study with several sources and games, each as a drawing and as a table. */
export function matrixPlots(report: StudyReport): string {
  return changeMatrices(report)
    .map(({ title, sources, games, cells }, index) => {
      const known = cells.flat().flatMap((cell) => cell?.change?.estimate ?? []);
      const map = heatMap(
        {
          rows: sources,
          columns: games,
          values: cells.map((row) => row.map((cell) => cell?.change?.estimate ?? null)),
          text: (_value, row, column) => matrixText(cells[row]?.[column] ?? null),
          centre: 0,
          reach: Math.max(0.05, ...known.map(Math.abs)),
        },
        title,
      );
      const table = dataTable(
        {
          title: 'The same as a table',
          head: ['written from', ...games],
          rows: sources.map((source, row) => [source, ...(cells[row] ?? []).map(matrixText)]),
        },
        `matrix-${index}`,
      );
      const key = 'Blue: more points; orange: fewer. ▲ better, ▼ worse, ? not enough games.';
      return `${map === null ? '' : figure(map, `${escapeHtml(title)}. ${key}`)}\n${table}`;
    })
    .join('\n');
}

/** Parroting of the judged slot against its result, a point for each condition, a line from round to round. */
export function parrotingPlots(report: StudyReport, rows: readonly TalkRow[]): string {
  const groups = groupBy(rows, ({ row }) => JSON.stringify([row.game, row.player]));
  return [...groups.values()]
    .map((group) => {
      const [first] = group;
      if (first === undefined) return '';
      const slots = groupBy(group, (row) => slotTitle(report, row.row.game, row));
      const series = [...slots].map(([name, own]): Series => ({
        name,
        points: own.flatMap(({ row, value, parroting }) =>
          value === null || parroting === null
            ? []
            : [
                {
                  x: parroting,
                  label: `${rowLabel(row)}${row.source === null || row.carries === 'nothing' ? '' : ` ${row.source}`}`,
                  value: value.estimate,
                  low: value.low,
                  high: value.high,
                  joined: onTheWay(row) && row.source === null,
                },
              ],
        ),
      }));
      const title = `${report.games[first.row.game]?.title ?? first.row.game}: parroting and result, a point for each condition`;
      const plot = scatterPlot(series, 'parroting of the judged slot', title);
      return plot === null ? '' : figure(plot, `${escapeHtml(title)}. ${legend(series)}`);
    })
    .join('\n')
    .trim();
}
