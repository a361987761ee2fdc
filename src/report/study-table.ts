import Table from 'cli-table3';
import type { TableCell } from '../loop/judge.js';
import type { Measure, Row } from '../loop/plan.js';
import type { RowReport, StudyReport } from './study.js';

/** `37 %`. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

/** `+12`, `−3`, `0`: percentage points, with a real minus sign. */
export function points(share: number): string {
  const value = Math.round(share * 100);
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0';
}

/** `0.031`, `<0.001`. */
export function pValue(p: number): string {
  return p < 0.001 ? '<0.001' : p.toFixed(3);
}

/** What a row's armed seats carry, in short: `R0`, `R2`, `placebo`, `rollback to R1`. */
export function rowLabel({ carries, round }: Pick<Row, 'carries' | 'round'>): string {
  switch (carries) {
    case 'nothing':
      return 'R0';
    case 'playbook':
      return `R${round}`;
    case 'rollback':
      return `rollback to R${round}`;
    default:
      return carries;
  }
}

/** `37 % [24, 52]`: the mean of the cell's measure with its interval. */
export function valueText({ value }: Pick<TableCell, 'value'>): string {
  if (value === null) return 'no game';
  return `${percent(value.estimate)} [${Math.round(value.low * 100)}, ${Math.round(value.high * 100)}]`;
}

/** `+12 [2, 21]`, `baseline`, `no pair`. */
export function changeText({ compared, change }: Pick<TableCell, 'compared' | 'change'>): string {
  if (!compared) return 'baseline';
  return change === null
    ? 'no pair'
    : `${points(change.estimate)} [${points(change.low)}, ${points(change.high)}]`;
}

/** The verdict, and how many pairs would do where there are not enough. */
export function verdictText({ verdict, pairsNeeded }: Pick<TableCell, 'verdict' | 'pairsNeeded'>): string {
  if (verdict === null) return '';
  const needed = verdict === 'not enough games' ? (pairsNeeded?.estimate ?? null) : null;
  return needed === null ? verdict : `${verdict}: ${needed} pairs or more`;
}

/** Forced decisions as a share of those asked for. */
export function forcedText({ asked, forced }: Pick<TableCell, 'asked' | 'forced'>): string {
  return asked === 0 ? '–' : forced === 0 ? '0 %' : `${((100 * forced) / asked).toFixed(1)} %`;
}

function playbookText(row: RowReport): string {
  const names = row.playbooks.map((label) => label ?? 'none');
  const [first = 'none'] = names;
  const short = names.length > 1 ? `${names.length} replicates` : (/@(v\d+)$/.exec(first)?.[1] ?? first);
  return row.kept ? `${short} (kept)` : short;
}

/** `alt: Spies`, `focal seat`, `every seat`. */
export function slotTitle(
  report: Pick<StudyReport, 'games'>,
  game: string,
  { slot, everySeat }: Pick<TableCell, 'slot' | 'everySeat'>,
): string {
  const sides = report.games[game]?.sides ?? null;
  if (sides === null || slot === 'focal') return everySeat ? 'every seat' : 'focal seat';
  return `${slot}: ${sides[slot]}${everySeat ? ' (all armed)' : ''}`;
}

const MEASURE_WORDS: Readonly<Record<Measure, string>> = {
  won: 'won',
  normalised: 'seats beaten',
  efficiency: 'efficiency',
};

/** Rules above and below the head and below the last row; none between rows. */
export const LINES = {
  top: '─',
  'top-mid': '─',
  'top-left': '',
  'top-right': '',
  bottom: '─',
  'bottom-mid': '─',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: ' ',
};

/** Lines up text columns as every table of the lab does. */
export function textTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const table = new Table({
    chars: LINES,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 1 },
  });
  table.push([...head], ...rows.map((row) => [...row]));
  return table.toString();
}

/** A column of a study's table; what it prints for a row's first cell and for its further ones. */
interface Column {
  readonly head: string;
  readonly text: (row: RowReport, cell: TableCell, first: boolean) => string;
}

function different(rows: readonly RowReport[], value: (row: RowReport) => unknown): boolean {
  return new Set(rows.map(value)).size > 1;
}

/** Columns that tell rows apart: only those in which they differ. */
function rowColumns(report: StudyReport, rows: readonly RowReport[]): Column[] {
  const once =
    (text: (row: RowReport) => string) =>
    (row: RowReport, _cell: TableCell, first: boolean): string =>
      first ? text(row) : '';
  const columns: (Column & { readonly shown: boolean })[] = [
    {
      head: 'game',
      text: once((row) => report.games[row.game]?.title ?? row.game),
      shown: different(rows, ({ game }) => game),
    },
    { head: 'player', text: once(({ player }) => player), shown: different(rows, ({ player }) => player) },
    { head: 'round', text: once(rowLabel), shown: true },
    {
      head: 'written from',
      text: once(({ source, carries }) => (carries === 'nothing' ? '' : (source ?? ''))),
      shown: rows.some(({ source }) => source !== null),
    },
    { head: 'playbook', text: once(playbookText), shown: true },
    {
      head: 'armed',
      text: (row, cell) => slotTitle(report, row.game, cell),
      shown: true,
    },
  ];
  return columns.filter(({ shown }) => shown);
}

function valueColumns(cells: readonly TableCell[]): Column[] {
  if (cells.every(({ measure }) => measure === 'won')) {
    return [{ head: 'won [95 %]', text: (_row, cell) => valueText(cell) }];
  }
  return [
    { head: 'measure', text: (_row, cell) => MEASURE_WORDS[cell.measure] },
    { head: 'value [95 %]', text: (_row, cell) => valueText(cell) },
    {
      head: 'won',
      text: (_row, { finished, wins }) => (finished === 0 ? '–' : percent(wins / finished)),
    },
  ];
}

const TEST_COLUMNS: readonly Column[] = [
  { head: 'change [95 %]', text: (_row, cell) => changeText(cell) },
  { head: 'p', text: (_row, { adjustedP }) => (adjustedP === null ? '' : pValue(adjustedP)) },
  { head: 'pairs', text: (_row, { compared, pairs }) => (compared ? String(pairs) : '') },
  { head: 'verdict', text: (_row, cell) => verdictText(cell) },
];

function render(columns: readonly Column[], rows: readonly (readonly [RowReport, readonly TableCell[]])[]) {
  return textTable(
    columns.map(({ head }) => head),
    rows.flatMap(([row, cells]) =>
      cells.map((cell, index) => columns.map(({ text }) => text(row, cell, index === 0))),
    ),
  );
}

/** The study's table as text for a terminal or a log: a row for each condition and judged slot. */
export function studyTable(report: StudyReport): string {
  const { rows } = report;
  const cells = rows.flatMap((row) => row.cells);
  const replicated = cells.some(({ replicates }) => replicates > 1);
  return render(
    [
      ...rowColumns(report, rows),
      ...valueColumns(cells),
      ...TEST_COLUMNS,
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
      { head: 'void', text: (_row, { voids, started }) => `${voids}/${started}` },
      {
        head: 'parroting',
        text: ({ parroting }, _cell, first) =>
          first && parroting.mean !== null ? parroting.mean.toFixed(3) : '',
      },
    ],
    rows.map((row) => [row, row.cells] as const),
  );
}

/** What is left of each change net of the placebo's; null when the study has no placebo. */
export function netTable(report: StudyReport): string | null {
  const rows = report.rows.filter(({ net }) => net.length > 0);
  if (rows.length === 0) return null;
  return render(
    [...rowColumns(report, rows), ...TEST_COLUMNS],
    rows.map((row) => [row, row.net] as const),
  );
}

/** Marks of a verdict in a matrix. */
const MARKS = { better: ' ▲', worse: ' ▼', 'no detectable change': '', 'not enough games': ' ?' } as const;

/**
 * For each judged slot a matrix of changes, a row for each origin of a playbook and a column for each game; none
 * unless the study has several of both.
 */
export function matrices(report: StudyReport): { readonly title: string; readonly text: string }[] {
  const rows = report.rows.filter(({ carries, source }) => carries === 'playbook' && source !== null);
  const sources = [...new Set(rows.map(({ source }) => source as string))];
  const games = [...new Set(rows.map(({ game }) => game))];
  if (sources.length < 2 || games.length < 2) return [];
  const slots = [
    ...new Set(rows.flatMap(({ cells }) => cells.map(({ slot, everySeat }) => `${slot}/${everySeat}`))),
  ];
  const judgedOn = (key: string): string[] =>
    games.filter((game) =>
      rows.some(
        (row) => row.game === game && row.cells.some(({ slot, everySeat }) => `${slot}/${everySeat}` === key),
      ),
    );
  return slots.flatMap((key) => {
    const [slot = ''] = key.split('/');
    const columns = judgedOn(key);
    if (columns.length < 2) return [];
    const text = textTable(
      ['written from', ...columns],
      sources.map((source) => [
        source,
        ...columns.map((game) => {
          const cell = rows
            .find((row) => row.source === source && row.game === game)
            ?.cells.find((candidate) => `${candidate.slot}/${candidate.everySeat}` === key);
          if (cell === undefined || cell.change === null) return '–';
          return `${points(cell.change.estimate)}${cell.verdict === null ? '' : MARKS[cell.verdict]}`;
        }),
      ]),
    );
    const title = key.endsWith('true')
      ? 'every seat armed'
      : slot === 'focal'
        ? 'focal seat'
        : `${slot} side`;
    return [{ title, text }];
  });
}

function randomPlayNotes(report: StudyReport): string[] {
  const several = Object.keys(report.games).length > 1;
  return Object.entries(report.games).flatMap(([game, { randomPlay, title }]) => {
    if (randomPlay === null) return [];
    const slots = Object.entries(randomPlay).map(([slot, { won, drawn }]) => {
      const draws = drawn === 0 ? '' : `, drawn ${percent(drawn)}`;
      const cell = { slot: slot as TableCell['slot'], everySeat: false };
      return `${slotTitle(report, game, cell)} ${percent(won)}${draws}`;
    });
    return [`Random play${several ? ` of ${title}` : ''} wins: ${slots.join('; ')}.`];
  });
}

function wordNotes(report: StudyReport): string[] {
  return Object.values(report.games).flatMap(({ title, words }) =>
    words === null || words.repeats === 0
      ? []
      : [
          `${title}: ${words.repeats} of the ${words.games} deals repeat an entry of its ${words.entries} that an earlier one had.`,
        ],
  );
}

function testNote(report: StudyReport, cells: readonly TableCell[], replicates: number): string {
  const change = 'Change in points: same seeds without the playbook, paired';
  if (report.sequential !== null) {
    const { rule, pairs, decided, cells: compared } = report.sequential;
    const aims = [
      ...(rule.width === undefined
        ? []
        : [`every interval at most ${Math.round(rule.width * 100)} points wide`]),
      ...(rule.detect === undefined
        ? []
        : [`every change shown, or one of ${Math.round(rule.detect * 100)} points excluded`]),
    ];
    return (
      `${change}. Games were added ${rule.batch} seeds at a time for ${aims.join(' and ')}: ${decided} of ${compared} cells ` +
      `decided after ${pairs} pairs. Intervals and p (betting, see docs/statistics.md) hold together over all cells and looks; ` +
      `the verdict follows p at ${percent(report.alpha)}.`
    );
  }
  const binary = replicates === 1 && cells.every(({ measure }) => measure === 'won');
  const test = binary ? 'exact McNemar' : 'exact sign-flip test over seeds';
  return (
    `${change}; interval unadjusted. p: ${test}, Holm over ${report.family} ` +
    `${report.family === 1 ? 'cell' : 'cells'}; the verdict follows it at ${percent(report.alpha)}.`
  );
}

/** Lines under the table that say how to read it. */
export function studyNotes(report: StudyReport): string[] {
  const cells = report.rows.flatMap((row) => row.cells);
  const replicates = Math.max(1, ...cells.map((cell) => cell.replicates));
  const notes = [testNote(report, cells, replicates)];
  if (replicates > 1) {
    notes.push(
      `${replicates} replicates, each with a playbook of its own: a seed counts once, with its mean over them; ` +
        'spread is the standard deviation of their own changes.',
    );
  }
  const measures = new Set(cells.map(({ measure }) => measure));
  if (measures.has('normalised')) {
    notes.push('Seats beaten: the share of the other seats that earned less; a tie adds nothing.');
  }
  if (measures.has('efficiency')) {
    notes.push('Efficiency: what the table earned over the most it could have earned.');
  }
  if (report.seedCorrelation !== null) {
    const { mean, cells: count } = report.seedCorrelation;
    notes.push(
      `Correlation of the two games of a seed: ${mean.toFixed(2).replace('-', '−')} (mean over ${count} ${count === 1 ? 'cell' : 'cells'}); ` +
        'for "spartan power --rho".',
    );
  }
  notes.push(...randomPlayNotes(report), ...wordNotes(report));
  for (const { rejected, round, inUse, control } of report.reflections) {
    if (rejected === null) continue;
    const what = control === null ? 'the reflection' : `the ${control}`;
    notes.push(`R${round}: ${what} was rejected (${rejected}); ${inUse ?? 'no playbook'} stayed in use.`);
  }
  for (const row of report.rows) {
    for (const cell of row.cells) {
      const seeds = cell.started / cell.replicates;
      if (!cell.compared || cell.pairs >= seeds) continue;
      notes.push(
        `${rowLabel(row)} ${cell.slot}: ${cell.pairs} of ${seeds} pairs are complete; void games are retried by the same command.`,
      );
    }
  }
  return notes;
}
