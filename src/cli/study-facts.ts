import type { JsonObject } from '../base/json.js';
import { canonicalJson } from '../base/hash.js';
import { BASE_RATES } from '../games/base-rates.js';
import type { GameDefinition } from '../games/engine/definition.js';
import { gameById } from '../games/index.js';
import { contentUse } from '../games/shared/content.js';
import { PARROTING } from '../loop/execute.js';
import type { JudgeResult, StepResult } from '../loop/execute.js';
import type { Plan, PlayStep } from '../loop/plan.js';
import { studyReport } from '../report/study.js';
import type { GameFacts, ParrotingMean, RoundUsage, StudyReport } from '../report/study.js';
import type { PhaseUsage, RunRecord, Store } from '../store/index.js';

/** What a study's command keeps with its run, for its report. */
export interface StudySettings {
  readonly model: string;
  readonly opponent: string;
  readonly reflector: string;
  readonly armed: string;
  readonly strategy: string;
  /** Folder of the playbooks it writes, as given. */
  readonly playbooks: string;
  /** What players were called in a configuration, by the content id of their identity. */
  readonly names?: Readonly<Record<string, string>>;
}

function meanParroting(store: Store, games: readonly string[]): ParrotingMean {
  const rows = store.games.diagnostics(games, PARROTING);
  const values = rows.flatMap(({ value }) => (value === null ? [] : [value]));
  const sum = values.reduce((total, value) => total + value, 0);
  return {
    mean: values.length === 0 ? null : sum / values.length,
    measured: values.length,
    utterances: rows.length,
  };
}

function roundUsage(usage: readonly PhaseUsage[], round: number): RoundUsage {
  const rows = usage.filter((row) => row.round === round);
  const sum = (value: (row: PhaseUsage) => number): number =>
    rows.reduce((total, row) => total + value(row), 0);
  return {
    calls: sum((row) => row.calls),
    faults: sum((row) => row.faults),
    input: sum((row) => row.tokens.input + row.tokens.cacheWrite),
    cachedInput: sum((row) => row.tokens.cachedInput),
    output: sum((row) => row.tokens.output),
    uncounted: sum((row) => row.uncounted),
  };
}

/** Measured base rates, when the study played the rules they were measured on. */
function randomPlayOf(game: GameDefinition, plan: Plan): GameFacts['randomPlay'] {
  const known = BASE_RATES[game.id];
  const step = plan.steps.find((candidate) => candidate.kind === 'play' && candidate.game === game.id);
  if (known === undefined || step?.kind !== 'play') return null;
  const adopted = canonicalJson(step.options) === canonicalJson(game.options.parse({}));
  return adopted && known.rulesVersion === game.rulesVersion && step.content === undefined
    ? known.slots
    : null;
}

/** How far the judged deals of a game share their words; the deals are the same in every condition. */
function wordsOf(game: GameDefinition, plan: Plan): GameFacts['words'] {
  const steps = plan.steps.filter(
    (step): step is PlayStep => step.kind === 'play' && step.game === game.id && step.role === 'baseline',
  );
  const step = steps.find(({ count }) => count === Math.max(...steps.map((other) => other.count)));
  if (step === undefined) return null;
  const { study, purpose, first, count } = step;
  const seeds = Array.from({ length: count }, (_, index) => ({ study, purpose, index: first + index }));
  const content: unknown = step.content === undefined ? undefined : JSON.parse(step.content.text);
  const use = contentUse(game, seeds, content);
  return use === null ? null : { entries: use.entries, games: use.games, repeats: use.repeats };
}

/** What the finished steps of a run gave. */
export function resultsOf(store: Store, runId: string): Map<string, StepResult> {
  return new Map(
    store.steps
      .list(runId)
      .filter(({ status }) => status === 'finished')
      .map(({ stepId, result }) => [stepId, result as unknown as StepResult]),
  );
}

/** The report of a run from the store; null while its table is not there yet. */
export function reportOf(store: Store, run: RunRecord): StudyReport | null {
  const plan = run.plan as Plan;
  const results = resultsOf(store, run.id);
  const judge = plan.steps.find((step) => step.kind === 'judge');
  const judged = judge === undefined ? undefined : (results.get(judge.id) as JudgeResult | undefined);
  if (judged === undefined) return null;
  const settings = run.settings as unknown as StudySettings & JsonObject;
  const usage = store.usage(run.id);
  return studyReport(plan, results, judged.judgement, {
    run: run.id,
    model: settings.model,
    opponent: settings.opponent,
    reflector: settings.reflector,
    armed: settings.armed,
    strategy: settings.strategy,
    simulated: run.simulated,
    names: settings.names ?? {},
    gameFacts(id) {
      const game = gameById(id);
      return {
        title: game.title,
        sides: game.sides ?? null,
        randomPlay: randomPlayOf(game, plan),
        words: wordsOf(game, plan),
      };
    },
    parroting: (games) => meanParroting(store, games),
    usage: (round) => roundUsage(usage, round),
  });
}
