import type { TableCell } from '../../loop/judge.js';
import {
  changeText,
  forcedText,
  percent,
  points,
  pValue,
  rowLabel,
  slotTitle,
  valueText,
  verdictText,
} from '../study-table.js';
import type { RowReport, StudyReport } from '../study.js';
import type { TableText } from './parts.js';

const MEASURES = { won: 'won', normalised: 'seats beaten', efficiency: 'efficiency' } as const;

/** What tells a row from others, in one line: `The Resistance, R2, written from wcs`. */
export function conditionText(report: StudyReport, { game, player, source, ...row }: RowReport): string {
  const games = Object.keys(report.games).length > 1;
  const players = new Set(report.rows.map((each) => each.player)).size > 1;
  return [
    ...(games ? [report.games[game]?.title ?? game] : []),
    ...(players ? [player] : []),
    rowLabel(row),
    ...(source === null || row.carries === 'nothing' ? [] : [`written from ${source}`]),
  ].join(', ');
}

function playbooksText({ playbooks, kept }: RowReport): string {
  // The name is that of the run; the playbooks' own section has it in full.
  const names = new Set(playbooks.map((label) => /@(v\d+)$/.exec(label ?? '')?.[1] ?? label ?? 'none'));
  return `${names.size === 0 ? 'none' : [...names].join(', ')}${kept ? ' (kept)' : ''}`;
}

interface Column {
  readonly head: string;
  readonly text: (row: RowReport, cell: TableCell) => string;
}

function conditionColumns(report: StudyReport): Column[] {
  return [
    { head: 'condition', text: (row) => conditionText(report, row) },
    { head: 'armed', text: (row, cell) => slotTitle(report, row.game, cell) },
  ];
}

const TESTS: readonly Column[] = [
  { head: 'change [95 %]', text: (_row, cell) => changeText(cell) },
  { head: 'p', text: (_row, { adjustedP }) => (adjustedP === null ? '' : pValue(adjustedP)) },
  { head: 'pairs', text: (_row, { compared, pairs }) => (compared ? String(pairs) : '') },
  { head: 'verdict', text: (_row, cell) => verdictText(cell) },
];

function tableOf(
  title: string,
  columns: readonly Column[],
  rows: readonly (readonly [RowReport, readonly TableCell[]])[],
): TableText {
  return {
    title,
    head: columns.map(({ head }) => head),
    rows: rows.flatMap(([row, cells]) => cells.map((cell) => columns.map(({ text }) => text(row, cell)))),
  };
}

/** The study's table: a row for each condition and judged slot, complete in itself. */
export function studyRows(report: StudyReport): TableText {
  const cells = report.rows.flatMap((row) => row.cells);
  const allWon = cells.every(({ measure }) => measure === 'won');
  const replicated = cells.some(({ replicates }) => replicates > 1);
  const columns: Column[] = [
    ...conditionColumns(report),
    { head: 'playbook', text: playbooksText },
    ...(allWon
      ? []
      : [{ head: 'measure', text: (_row: RowReport, { measure }: TableCell) => MEASURES[measure] }]),
    { head: allWon ? 'won [95 %]' : 'value [95 %]', text: (_row, cell) => valueText(cell) },
    { head: 'wins', text: (_row, { wins, finished }) => `${wins} of ${finished}` },
    ...(cells.some(({ draws }) => draws > 0)
      ? [{ head: 'draws', text: (_row: RowReport, { draws }: TableCell) => String(draws) }]
      : []),
    ...TESTS,
    ...(replicated
      ? [
          {
            head: 'spread',
            text: (_row: RowReport, { spread }: TableCell) =>
              spread === null ? '' : `±${Math.round(spread * 100)}`,
          },
        ]
      : []),
    { head: 'forced', text: (_row, cell) => forcedText(cell) },
    { head: 'void', text: (_row, { voids, started }) => `${voids} of ${started}` },
    {
      head: 'parroting',
      text: ({ parroting }) => (parroting.mean === null ? '' : parroting.mean.toFixed(3)),
    },
  ];
  return tableOf(
    'Every condition against the same games without the playbook',
    columns,
    report.rows.map((row) => [row, row.cells] as const),
  );
}

/** Changes net of the placebo's; null when the study has none. */
export function netRows(report: StudyReport): TableText | null {
  const rows = report.rows.filter(({ net }) => net.length > 0);
  return rows.length === 0
    ? null
    : tableOf(
        'Net of the placebo: against the same games with a playbook written without seeing any',
        [...conditionColumns(report), ...TESTS],
        rows.map((row) => [row, row.net] as const),
      );
}

/** Changes by the origin of a playbook and the game it was used in. */
export interface ChangeMatrix {
  readonly title: string;
  readonly sources: readonly string[];
  /** Titles of games. */
  readonly games: readonly string[];
  /** By source, then by game; null where there is none. */
  readonly cells: readonly (readonly (TableCell | null)[])[];
}

/** One matrix for each judged slot; none unless the study has several sources and games. */
export function changeMatrices(report: StudyReport): ChangeMatrix[] {
  const rows = report.rows.filter(({ carries, source }) => carries === 'playbook' && source !== null);
  const sources = [...new Set(rows.map(({ source }) => source ?? ''))];
  const games = [...new Set(rows.map(({ game }) => game))];
  if (sources.length < 2 || games.length < 2) return [];
  const slots = new Map(
    rows.flatMap(({ cells }) => cells.map((cell) => [`${cell.slot}/${cell.everySeat}`, cell] as const)),
  );
  return [...slots].flatMap(([key, { slot, everySeat }]) => {
    const cellOf = (source: string, game: string): TableCell | null =>
      rows
        .find((row) => row.source === source && row.game === game)
        ?.cells.find((cell) => `${cell.slot}/${cell.everySeat}` === key) ?? null;
    const columns = games.filter((game) => sources.some((source) => cellOf(source, game) !== null));
    if (columns.length < 2) return [];
    const who = everySeat ? 'every seat armed' : slot === 'focal' ? 'focal seat' : `${slot} side`;
    return [
      {
        title: `Change in points, ${who}: playbook written from (row), used in (column)`,
        sources,
        games: columns.map((game) => report.games[game]?.title ?? game),
        cells: sources.map((source) => columns.map((game) => cellOf(source, game))),
      },
    ];
  });
}

const MARKS = { better: ' ▲', worse: ' ▼', 'no detectable change': '', 'not enough games': ' ?' } as const;

/** A cell of a matrix in words: `+12 ▲`. */
export function matrixText(cell: TableCell | null): string {
  if (cell?.change == null) return '–';
  return `${points(cell.change.estimate)}${cell.verdict === null ? '' : MARKS[cell.verdict]}`;
}

/** Forced decisions, void games and the length of games, by condition. */
export function healthRows(report: StudyReport): TableText {
  return tableOf(
    'Forced decisions and void games by condition',
    [
      ...conditionColumns(report),
      { head: 'decisions asked', text: (_row, { asked }) => String(asked) },
      { head: 'forced', text: (_row, { forced }) => String(forced) },
      { head: 'share', text: (_row, cell) => forcedText(cell) },
      { head: 'games started', text: (_row, { started }) => String(started) },
      { head: 'void', text: (_row, { voids }) => String(voids) },
      {
        head: 'share void',
        text: (_row, { voids, started }) => (started === 0 ? '–' : percent(voids / started)),
      },
      {
        head: 'turns a game',
        text: (_row, { meanTurns }) => (meanTurns === null ? '–' : meanTurns.toFixed(1)),
      },
    ],
    report.rows.map((row) => [row, row.cells] as const),
  );
}
