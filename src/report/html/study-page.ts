import { studyNotes } from '../study-table.js';
import type { StudyReport } from '../study.js';
import type { TalkReport } from '../talk.js';
import type { TalkRow } from '../talk-by-row.js';
import { htmlPage } from './page.js';
import { dataTable, factList, notes, paragraph } from './parts.js';
import type { TableText } from './parts.js';
import { playbookSection } from './playbook-section.js';
import type { ShownPlaybook } from './playbook-section.js';
import { changePlot, matrixPlots, parrotingPlots, resultPlots } from './study-plots.js';
import { healthRows, netRows, studyRows } from './study-rows.js';
import { forcedSection, talkSection } from './talk-section.js';
import type { ShowGame } from './talk-section.js';

/** What a study's page shows. */
export interface StudyPage {
  readonly title: string;
  /** Facts under the heading: run, players, seed, … */
  readonly facts: readonly (readonly [string, string])[];
  readonly simulated: boolean;
  /** Null while the run has no table yet. */
  readonly report: StudyReport | null;
  /** The command that goes on with the run. */
  readonly goOn: string;
  readonly talk: (TalkReport & { readonly rows: readonly TalkRow[] }) | null;
  readonly costs: {
    readonly tables: readonly TableText[];
    readonly notes: readonly string[];
  };
  readonly playbooks: readonly ShownPlaybook[];
  readonly showGame: ShowGame;
}

const HOW_TO_READ: readonly string[] = [
  'A condition is a line-up played on the seeds of the study: "alt armed" means that only the alt side carries the playbook. It is compared with the same line-up, seeds and replicates without it, game by game.',
  'A verdict follows the p-value adjusted over the whole table (Holm), not the interval, which is not adjusted. "Not enough games" says that even if every pair that differs had gone one way the test could not have passed.',
  'A forced decision is one for which a player gave no legal answer and the default was played; a side can win on its opponents’ errors. A void game could not be played to its end and is never scored.',
  'Only the placebo’s effect is ever subtracted, and only where a table says so.',
];

function verdicts(report: StudyReport): string {
  const net = netRows(report);
  return [
    dataTable(studyRows(report), 'study'),
    ...(net === null ? [] : [dataTable(net, 'net')]),
    notes(studyNotes(report)),
  ].join('\n');
}

/** A study as one HTML page that opens from disk: no script, nothing loaded, every text escaped. */
export function studyPage(page: StudyPage): string {
  const { report, talk, costs } = page;
  const lead = [
    ...(page.simulated
      ? [paragraph('Simulated players: no language model took part in these results.', 'simulated')]
      : []),
    ...(report === null ? [paragraph(`The run has no table yet. Go on with: ${page.goOn}`, 'warning')] : []),
    factList(page.facts),
  ].join('\n');
  return htmlPage(page.title, lead, [
    { id: 'results', title: 'Results', body: report === null ? '' : verdicts(report) },
    {
      id: 'plots',
      title: 'Results by condition',
      body: report === null ? '' : [resultPlots(report), changePlot(report)].join('\n').trim(),
    },
    {
      id: 'matrix',
      title: 'Transfer between games',
      body: report === null ? '' : matrixPlots(report),
    },
    {
      id: 'talk',
      title: 'Talk',
      body:
        talk === null
          ? ''
          : talkSection(
              talk,
              talk.rows,
              report === null ? '' : parrotingPlots(report, talk.rows),
              page.showGame,
            ),
    },
    {
      id: 'forced',
      title: 'Forced decisions and void games',
      body: [
        ...(report === null ? [] : [dataTable(healthRows(report), 'health')]),
        ...(talk === null ? [] : [forcedSection(talk)]),
      ].join('\n'),
    },
    {
      id: 'costs',
      title: 'Cost by phase',
      body: [...costs.tables.map((table, index) => dataTable(table, `costs-${index}`)), notes(costs.notes)]
        .join('\n')
        .trim(),
    },
    {
      id: 'playbooks',
      title: 'Playbooks',
      body: playbookSection(page.playbooks, report?.reflections ?? []),
    },
    { id: 'reading', title: 'How to read this', body: notes(HOW_TO_READ) },
  ]);
}
