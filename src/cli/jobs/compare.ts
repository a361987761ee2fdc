import { UserError } from '../../base/errors.js';
import type { JsonObject } from '../../base/json.js';
import type { JudgeResult } from '../../loop/execute.js';
import type { JudgeStep, Plan, PlayStep } from '../../loop/plan.js';
import { compareStudies } from '../../report/compare/compare.js';
import type { ComparedStudy } from '../../report/compare/compare.js';
import { comparisonText } from '../../report/compare/text.js';
import type { StudyReport } from '../../report/study.js';
import { openStore } from '../../store/index.js';
import type { GameOutcome, RunRecord, Store } from '../../store/index.js';
import { commandText } from '../command-text.js';
import type { Io } from '../io.js';
import { jsonText } from '../json-text.js';
import { reportOf, resultsOf } from '../study-facts.js';

/** Options of `spartan compare`, as parsed. */
export interface CompareOptions {
  readonly db: string;
  readonly json?: boolean;
}

/** The table of a run. Throws a `UserError` that says what kind of run has none, or how to go on with it. */
export function studyOf(store: Store, run: RunRecord): StudyReport {
  const report = reportOf(store, run);
  if (report !== null) return report;
  const judged = (run.plan as Plan).steps.some(({ kind }) => kind === 'judge');
  throw new UserError(
    'input.option',
    judged
      ? `run ${run.id.slice(0, 8)} has no table yet; go on with: ${commandText(run.command)}`
      : `run ${run.id.slice(0, 8)} is of the kind "${run.arm}", which has no table of conditions`,
  );
}

/** What a run was made with, name by name. */
function settingsOf(store: Store, run: RunRecord, report: StudyReport): JsonObject {
  const plan = run.plan as Plan;
  const plays = plan.steps.filter((step): step is PlayStep => step.kind === 'play');
  const games = Object.keys(report.games).map((game): [string, JsonObject] => {
    const own = plays.filter((step) => step.game === game);
    const seeds = (role: PlayStep['role']): number =>
      Math.max(0, ...own.filter((step) => step.role === role).map(({ count }) => count));
    return [
      `game ${game}`,
      {
        options: own[0]?.options ?? {},
        players: own[0]?.players ?? 0,
        content: own[0]?.content?.hash ?? 'shipped',
        learning: seeds('learning'),
        evaluation: seeds('evaluation'),
      },
    ];
  });
  const versions = store.exports
    .versions(run.id)
    .map(({ game, rulesVersion, promptVersion }): [string, JsonObject] => [
      `versions ${game}`,
      { rules: rulesVersion, prompts: promptVersion },
    ]);
  const { model, opponent, reflector, armed, strategy, seed, arm } = report;
  const { names: _names, playbooks: _playbooks, ...settings } = run.settings;
  return {
    ...settings,
    ...{ model, opponent, reflector, armed, strategy, seed, arm },
    replicates: Math.max(1, ...report.rows.flatMap(({ cells }) => cells.map(({ replicates }) => replicates))),
    sequential: (plan.sequential ?? null) as unknown as JsonObject | null,
    'app version': run.appVersion,
    ...Object.fromEntries(games),
    ...Object.fromEntries(versions),
  };
}

function comparedStudy(store: Store, run: RunRecord): ComparedStudy {
  const report = studyOf(store, run);
  const plan = run.plan as Plan;
  const results = resultsOf(store, run.id);
  const judge = plan.steps.find((step): step is JudgeStep => step.kind === 'judge');
  const judged = judge === undefined ? undefined : (results.get(judge.id) as JudgeResult | undefined);
  const steps = new Map(
    plan.steps.flatMap((step) => (step.kind === 'play' ? [[step.id, step] as const] : [])),
  );
  const known = new Map<string, readonly GameOutcome[]>();
  return {
    report,
    cells: judged?.judgement.cells ?? [],
    comparisons: judge?.comparisons ?? [],
    stepOf: (step) => steps.get(step),
    gamesOf(step) {
      const found = known.get(step);
      if (found !== undefined) return found;
      const result = results.get(step);
      const games = result?.kind === 'play' ? store.games.outcomes(result.games) : [];
      known.set(step, games);
      return games;
    },
    games: new Set([...results.values()].flatMap((result) => (result.kind === 'play' ? result.games : []))),
    settings: settingsOf(store, run, report),
  };
}

/** Sets two studies of one store side by side. */
export function compare(first: string, second: string, options: CompareOptions, io: Io): void {
  const store = openStore(options.db, { mode: 'read', now: () => io.now() });
  try {
    const runs = [store.runs.get(first), store.runs.get(second)] as const;
    if (runs[0].id === runs[1].id) {
      throw new UserError(
        'input.option',
        `compare needs two runs, and both words name ${runs[0].id.slice(0, 8)}`,
      );
    }
    const studies = [comparedStudy(store, runs[0]), comparedStudy(store, runs[1])] as const;
    const found = compareStudies(studies[0], studies[1]);
    const games = { ...studies[1].report.games, ...studies[0].report.games };
    io.out(options.json === true ? jsonText(found) : comparisonText(found, { games }));
  } finally {
    store.close();
  }
}
