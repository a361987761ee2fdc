import { allGames } from '../../games/index.js';
import type { TableCell } from '../../loop/judge.js';
import type { Row } from '../../loop/plan.js';
import { meanOfIndependent } from '../compare/independent.js';
import { PUBLISHED_FIGURES } from '../published/figures.js';
import { rowLabel, slotTitle } from '../study-table.js';
import type { RowReport, StudyReport } from '../study.js';
import { publishedRows } from './beside.js';
import { plainFigure, underColumns } from './paper-table.js';
import type { Figure, LooseRow, PaperTable, TableKind } from './paper-table.js';

/** What a run took from one model in one phase. */
export interface CostFact {
  readonly run: string;
  readonly simulated: boolean;
  readonly phase: string;
  /** `provider:model`. */
  readonly model: string;
  readonly calls: number;
  readonly input: number;
  readonly cachedInput: number;
  readonly output: number;
  /** US dollars; null where the price is not known. */
  readonly cost: number | null;
}

/** What tables are made from: studies of one kind, and what they took. */
export interface TableFacts {
  readonly reports: readonly StudyReport[];
  readonly costs: readonly CostFact[];
  /** Whether published figures go beside ours. */
  readonly published: boolean;
}

/** The kind of table that an arm is printed as in the paper. */
export const KIND_OF_ARM: Readonly<Record<string, TableKind>> = {
  iterate: 'within-game',
  transfer: 'transfer',
  multigame: 'multigame',
  distill: 'distill',
};

const MEASURES = { won: '', normalised: ', seats beaten', efficiency: ', efficiency' } as const;

const CHANGE_NOTE =
  'Percent won (or the measure named) with 95 % interval; in brackets the change against the baseline in points with its 95 % interval, paired by seed, and the verdict after Holm over the cells of the run.';

interface Entry {
  readonly report: StudyReport;
  readonly row: RowReport;
  readonly cell: TableCell;
}

function entriesOf(reports: readonly StudyReport[]): Entry[] {
  return reports.flatMap((report) =>
    report.rows.flatMap((row) => row.cells.map((cell) => ({ report, row, cell }))),
  );
}

function shareFigure({ value, change, compared, verdict }: TableCell): Figure {
  return {
    unit: 'share',
    value: value?.estimate ?? null,
    low: value?.low ?? null,
    high: value?.high ?? null,
    change: compared && change !== null ? change : null,
    verdict: compared ? verdict : null,
  };
}

function changeFigure({ change, verdict }: TableCell): Figure | null {
  if (change === null) return null;
  return {
    unit: 'points',
    value: change.estimate,
    low: change.low,
    high: change.high,
    change: null,
    verdict,
  };
}

function playerText({ report, row }: Pick<Entry, 'report' | 'row'>, facts: TableFacts): string {
  // Said at each row where only some of the runs are simulated.
  const mixed = facts.reports.some(({ simulated }) => !simulated);
  return report.simulated && mixed ? `${row.player} (simulated)` : row.player;
}

function sideText({ report, row, cell }: Entry): string {
  return `${slotTitle(report, row.game, cell)}${MEASURES[cell.measure]}`;
}

function titleOf(game: string): string {
  return allGames().find(({ id }) => id === game)?.title ?? game;
}

interface Common {
  readonly runs: readonly string[];
  readonly simulated: boolean;
  readonly many: boolean;
}

function commonOf({ reports, costs }: TableFacts): Common {
  const runs = [...new Set([...reports, ...costs].map(({ run }) => run))];
  return {
    runs,
    simulated: [...reports, ...costs].some(({ simulated }) => simulated),
    many: runs.length > 1,
  };
}

const runLabel = (many: boolean, run: string): string[] => (many ? [run.slice(0, 8)] : []);

/** Cells under what their armed seats carry: the shape of most of the paper’s tables. */
function byColumn(
  kind: 'within-game' | 'multigame' | 'distill',
  title: string,
  columnOf: (row: Row) => string,
  facts: TableFacts,
): PaperTable {
  const { runs, simulated, many } = commonOf(facts);
  const entries = entriesOf(facts.reports);
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const { report, row, cell } = entry;
    const key = JSON.stringify([report.run, row.player, row.game, cell.slot, cell.everySeat, cell.measure]);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  const own = [...groups.values()].map((list): LooseRow => {
    const [first] = list as [Entry, ...Entry[]];
    return {
      labels: [
        ...runLabel(many, first.report.run),
        playerText(first, facts),
        titleOf(first.row.game),
        sideText(first),
      ],
      figures: new Map(list.map(({ row, cell }) => [columnOf(row), shareFigure(cell)])),
      published: false,
    };
  });
  const means = kind === 'within-game' ? meanRows(entries, columnOf, facts) : [];
  const beside = facts.published
    ? publishedRows(PUBLISHED_FIGURES, {
        kind,
        places: entries.map(({ row, cell }) => ({ game: row.game, slot: cell.slot })),
        labels: ({ model, slot }, game) => [...(many ? [''] : []), `${model} (published)`, game, slot ?? ''],
        titleOf,
      })
    : { rows: [], notes: [] };
  return {
    kind,
    title,
    runs,
    simulated,
    labelHeads: [...(many ? ['run'] : []), kind === 'distill' ? 'student' : 'player', 'game', 'side'],
    ...underColumns([...own, ...means, ...beside.rows]),
    notes: [CHANGE_NOTE, ...(means.length > 0 ? [MEAN_NOTE] : []), ...beside.notes],
  };
}

const MEAN_NOTE =
  'Means over games are unweighted; their intervals add the games’ own as independent (Zou and Donner 2008).';

/** For each player and side that has several games: their mean in each column that all of them have. */
function meanRows(entries: readonly Entry[], columnOf: (row: Row) => string, facts: TableFacts): LooseRow[] {
  const sided = entries.filter(
    ({ cell }) => cell.measure === 'won' && !cell.everySeat && cell.slot !== 'focal',
  );
  const groups = new Map<string, Entry[]>();
  for (const entry of sided) {
    const key = JSON.stringify([entry.row.player, entry.cell.slot]);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups.values()].flatMap((list): LooseRow[] => {
    const [first] = list as [Entry, ...Entry[]];
    const games = [...new Set(list.map(({ row }) => row.game))];
    const columns = [...new Set(list.map(({ row }) => columnOf(row)))];
    if (games.length < 2) return [];
    const figures = columns.flatMap((column): [string, Figure][] => {
      const inColumn = list.filter(({ row }) => columnOf(row) === column);
      // A game that two runs have would count twice.
      if (inColumn.length !== games.length) return [];
      const values = inColumn.flatMap(({ cell }) => cell.value ?? []);
      const mean = values.length === games.length ? meanOfIndependent(values) : null;
      return mean === null
        ? []
        : [[column, { ...plainFigure('share', mean.estimate), low: mean.low, high: mean.high }]];
    });
    if (figures.length === 0) return [];
    const { many } = commonOf(facts);
    return [
      {
        labels: [
          ...(many ? [''] : []),
          playerText(first, facts),
          `mean of ${games.length} games`,
          first.cell.slot,
        ],
        figures: new Map(figures),
        published: false,
      },
    ];
  });
}

function multigameColumn(row: Row): string {
  if (row.carries === 'nothing') return 'R0';
  if (row.carries !== 'playbook') return `${rowLabel(row)} of ${row.source ?? ''}`;
  return row.source === row.game ? `single R${row.round}` : (row.source ?? `R${row.round}`);
}

function distillColumn(row: Row): string {
  return row.carries === 'playbook' ? 'with playbook' : rowLabel(row);
}

/** For each side a matrix source × target of changes, and under it the targets’ baselines. */
function transferTables(facts: TableFacts): PaperTable[] {
  const { runs, simulated, many } = commonOf(facts);
  const entries = entriesOf(facts.reports);
  const sides = new Map<string, Entry[]>();
  for (const entry of entries) {
    const { slot, everySeat, measure } = entry.cell;
    const name = everySeat ? 'every seat' : slot === 'focal' ? 'focal seat' : `${slot} side`;
    const key = `${name}${MEASURES[measure]}`;
    sides.set(key, [...(sides.get(key) ?? []), entry]);
  }
  return [...sides].map(([side, list]): PaperTable => {
    const groups = new Map<string, { readonly labels: string[]; readonly figures: Map<string, Figure> }>();
    for (const entry of list) {
      const { report, row, cell } = entry;
      const source =
        row.carries === 'nothing'
          ? 'baseline (R0)'
          : row.carries === 'playbook'
            ? titleOf(row.source ?? '')
            : `${rowLabel(row)} of ${titleOf(row.source ?? '')}`;
      const labels = [...runLabel(many, report.run), playerText(entry, facts), source];
      const key = JSON.stringify(labels);
      const group = groups.get(key) ?? { labels, figures: new Map<string, Figure>() };
      const figure = row.carries === 'nothing' ? shareFigure(cell) : changeFigure(cell);
      if (figure !== null) group.figures.set(titleOf(row.game), figure);
      groups.set(key, group);
    }
    return {
      kind: 'transfer',
      title: `Transfer, ${side}: change on each game`,
      runs,
      simulated,
      labelHeads: [...(many ? ['run'] : []), 'player', 'written from'],
      ...underColumns([...groups.values()].map((group) => ({ ...group, published: false }))),
      notes: [
        'Change in points against the target’s own baseline with its 95 % interval, paired by seed, and the verdict after Holm over the cells of the run; the baseline in percent.',
        ...(facts.published ? ['No single figure of the paper’s transfer matrix is known here.'] : []),
      ],
    };
  });
}

function parrotingTable(facts: TableFacts): PaperTable {
  const { runs, simulated, many } = commonOf(facts);
  const own = facts.reports.flatMap((report) =>
    report.rows.map((row): LooseRow => {
      const { mean, measured, utterances } = row.parroting;
      const from = row.source === null || row.carries === 'nothing' ? '' : ` from ${titleOf(row.source)}`;
      return {
        labels: [
          ...runLabel(many, report.run),
          playerText({ report, row }, facts),
          titleOf(row.game),
          `${rowLabel(row)}${from}`,
        ],
        figures: new Map([
          ['mean overlap', plainFigure('overlap', mean)],
          ['measured', plainFigure('count', measured)],
          ['utterances', plainFigure('count', utterances)],
        ]),
        published: false,
      };
    }),
  );
  const beside = facts.published
    ? publishedRows(PUBLISHED_FIGURES, {
        kind: 'parroting',
        places: facts.reports.flatMap(({ rows }) => rows.map(({ game }) => ({ game, slot: null }))),
        labels: ({ model }, game) => [...(many ? [''] : []), `${model} (published)`, game, ''],
        titleOf,
      })
    : { rows: [], notes: [] };
  return {
    kind: 'parroting',
    title: 'Parroting: overlap of an utterance with the one before it',
    runs,
    simulated,
    labelHeads: [...(many ? ['run'] : []), 'player', 'game', 'round'],
    ...underColumns([...own, ...beside.rows]),
    notes: [
      'Jaccard overlap of word 5-grams, mean over utterances of five words or more; over all seats of the row’s games.',
      ...beside.notes,
    ],
  };
}

function costTable(facts: TableFacts): PaperTable {
  const { runs, simulated, many } = commonOf(facts);
  const rows = facts.costs.map(
    ({ run, phase, model, calls, input, cachedInput, output, cost }): LooseRow => ({
      labels: [...runLabel(many, run), phase, model],
      figures: new Map([
        ['calls', plainFigure('count', calls)],
        ['fresh in', plainFigure('count', input)],
        ['cached in', plainFigure('count', cachedInput)],
        ['output', plainFigure('count', output)],
        ['cost', plainFigure('dollars', cost)],
      ]),
      published: false,
    }),
  );
  return {
    kind: 'cost',
    title: 'Tokens and cost by phase of the experiment',
    runs,
    simulated,
    labelHeads: [...(many ? ['run'] : []), 'phase', 'model'],
    ...underColumns(rows),
    notes: [
      'As played: what the games and reflections of the run took, whichever run paid for them.',
      ...(rows.length === 0 ? ['No model was asked.'] : []),
      ...(facts.published
        ? ['The paper prints approximate costs by phase; its figures are not known here.']
        : []),
    ],
  };
}

/** The paper’s tables of one kind, from one study or several. */
export function paperTables(kind: TableKind, facts: TableFacts): PaperTable[] {
  switch (kind) {
    case 'within-game':
      return [byColumn(kind, 'Within-game iteration: percent won by round', rowLabel, facts)];
    case 'multigame':
      return [byColumn(kind, 'Multigame: percent won by set of sources', multigameColumn, facts)];
    case 'distill':
      return [byColumn(kind, 'Distillation: percent won by each student', distillColumn, facts)];
    case 'transfer':
      return transferTables(facts);
    case 'parroting':
      return [parrotingTable(facts)];
    case 'cost':
      return [costTable(facts)];
  }
}
