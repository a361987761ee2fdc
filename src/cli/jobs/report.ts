import { TOURNAMENT_ARM } from '../../experiments/tournament.js';
import type { ShownPlaybook } from '../../report/html/playbook-section.js';
import type { StudyPage } from '../../report/html/study-page.js';
import type { StudyReport } from '../../report/study.js';
import type { RunRecord, Store } from '../../store/index.js';
import { openStore } from '../../store/index.js';
import { commandText, dbOption } from '../command-text.js';
import type { Io } from '../io.js';
import { jsonText } from '../json-text.js';
import { IMPORT_ARM, runLeaderboard } from '../leaderboard-facts.js';
import { readPrices } from '../prices-file.js';
import { writeReport } from '../print-leaderboard.js';
import { reportOf } from '../study-facts.js';
import { talkOfRun } from '../talk-facts.js';
import type { RunTalk } from '../talk-facts.js';
import { costRows, costTable, totalOf } from './costs.js';

/** Options of `spartan report`, as parsed. */
export interface ReportOptions {
  readonly out?: string;
  /** File of prices. */
  readonly prices?: string;
  readonly db: string;
  readonly json?: boolean;
}

/** Examples of each kind that a page shows. */
const EXAMPLES = 8;

/** The versions that the run wrote or used, in the order of the reflections, then of the store. */
function playbooksOf(store: Store, run: RunRecord, report: StudyReport | null): ShownPlaybook[] {
  const stored = new Map(store.playbooks.list().map((entry) => [`${entry.name}@v${entry.version}`, entry]));
  const used = [
    ...(report?.reflections ?? []).flatMap(({ written, inUse }) => [written, inUse]),
    ...(report?.rows ?? []).flatMap(({ playbooks }) => playbooks),
    ...[...stored].flatMap(([label, { runId }]) => (runId === run.id ? [label] : [])),
  ];
  const controls = new Map(
    (report?.reflections ?? []).flatMap(({ written, control }) =>
      written === null || control === null ? [] : [[written, control] as const],
    ),
  );
  const labels = [...new Set(used)].filter((label) => label !== null && stored.has(label)) as string[];
  return labels.flatMap((label) => {
    const entry = stored.get(label);
    if (entry === undefined) return [];
    const { name, version, tokens, model, parent } = entry;
    const control = controls.get(label) ?? null;
    // A control is made beside a playbook, not out of it.
    const before = parent === null || control !== null ? null : `${parent.name}@v${parent.version}`;
    const { text } = store.playbooks.get(name, version);
    return [{ label, text, tokens, model, parent: before, control }];
  });
}

function costsOf(store: Store, run: RunRecord, prices: string | undefined) {
  const book = readPrices(prices);
  const played = costRows(store.usageAsPlayed(run.id), book);
  const paid = costRows(store.usage(run.id), book);
  if (played.length === 0 && paid.length === 0) {
    const nobody = run.simulated
      ? 'Simulated players: no language model was asked, and nothing was paid.'
      : 'No model was asked yet.';
    return { played, paid, page: { tables: [], notes: [nobody] } };
  }
  const uncounted = totalOf(played).uncounted + totalOf(paid).uncounted;
  return {
    played,
    paid,
    page: {
      tables: [
        {
          title: 'As played: what all games and reflections took, whichever run paid for them',
          ...costTable(played),
        },
        { title: 'As paid: the calls that this run made itself', ...costTable(paid) },
      ],
      notes: [
        'Tokens by class; a cost is unknown where the price of a model is not known.',
        ...(uncounted > 0
          ? ['Some replies came without token counts: tokens and costs are lower bounds.']
          : []),
      ],
    },
  };
}

function factsOf(run: RunRecord, report: StudyReport | null): (readonly [string, string])[] {
  const { games } = run;
  return [
    ['run', run.id],
    ['arm', run.arm],
    ...(report === null
      ? []
      : ([
          [
            'games',
            Object.values(report.games)
              .map(({ title }) => title)
              .join(', '),
          ],
          ['model', report.model],
          ['opponent', report.opponent === report.model ? 'itself (self-play)' : report.opponent],
          ['playbook by', report.reflector],
          ['strategy', report.strategy],
          ['armed', report.armed],
          ['study seed', String(report.seed)],
        ] as const)),
    ['status', run.status],
    ['games finished', `${games.finished} of ${games.planned}, ${games.void} void`],
    ['started', run.startedAt],
    ['finished', run.finishedAt ?? 'not yet'],
    ['command', commandText(run.command)],
    ['lab version', run.appVersion],
  ];
}

async function studyFile(store: Store, run: RunRecord, options: ReportOptions) {
  const { studyPage } = await import('../../report/html/study-page.js');
  const report = reportOf(store, run);
  const talk: RunTalk | null =
    run.games.finished === 0 ? null : talkOfRun(store, run, { game: null, round: null, worst: EXAMPLES });
  const { played, paid, page: costs } = costsOf(store, run, options.prices);
  const playbooks = playbooksOf(store, run, report);
  const shown: StudyPage = {
    title: `${run.arm}, run ${run.id.slice(0, 8)}${report === null ? '' : `: ${report.model}`}`,
    facts: factsOf(run, report),
    simulated: run.simulated,
    report,
    goOn: commandText(run.command),
    talk,
    costs,
    playbooks,
    showGame: (id) => commandText(['show', 'game', id.slice(0, 10), ...dbOption(options.db)]),
  };
  return {
    html: studyPage(shown),
    shows: { report, talk, costs: { played, paid }, playbooks: playbooks.map(({ label }) => label) },
  };
}

/** A tournament has the page of its leaderboard. */
async function leaderboardFile(store: Store, run: RunRecord) {
  const { leaderboardHtml } = await import('../../report/leaderboard/html.js');
  const board = runLeaderboard(store, run);
  return { html: leaderboardHtml(board, null), shows: { leaderboard: board } };
}

/** Writes the page of a run. */
export async function report(id: string, options: ReportOptions, io: Io): Promise<void> {
  const store = openStore(options.db, { mode: 'read', now: () => io.now() });
  try {
    const run = store.runs.get(id);
    const isRated = run.arm === TOURNAMENT_ARM || run.arm === IMPORT_ARM;
    const { html, shows } = isRated
      ? await leaderboardFile(store, run)
      : await studyFile(store, run, options);
    const file = options.out ?? `report-${run.id.slice(0, 8)}.html`;
    writeReport(file, html);
    if (options.json === true) {
      io.out(jsonText({ file, run: run.id, arm: run.arm, simulated: run.simulated, ...shows }));
    } else {
      io.out(`wrote ${file}; open it in a browser\n`);
    }
  } finally {
    store.close();
  }
}
