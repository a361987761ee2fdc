import { UserError } from '../base/errors.js';
import type { JsonObject } from '../base/json.js';
import type { Plan, SequentialRule } from '../loop/plan.js';
import { checkPlaybookName, defaultPlaybookName } from '../playbooks/naming.js';
import { playerLabel } from '../players/player.js';
import type { PlayerIdentity } from '../players/player.js';
import type { StudyReport } from '../report/study.js';
import { openStore } from '../store/index.js';
import { openDesk } from './arm-desk.js';
import type { ArmDesk } from './arm-desk.js';
import { budgetOf } from './budget.js';
import { modelHint } from './cast.js';
import { dryRun } from './dry-run.js';
import type { Io } from './io.js';
import { printStudy } from './print-study.js';
import { runIdOf, runPlan } from './run-plan.js';
import { reportOf } from './study-facts.js';
import type { StudySettings } from './study-facts.js';
import { DEFAULT_MODEL } from './study-options.js';
import type { StudyOptions } from './study-options.js';
import { VERSION } from './version.js';

/** An arm that was asked for: its plan and what its table is headed with. */
export interface ArmRequest {
  readonly plan: Plan;
  /** Who learns: the model, or a teacher. */
  readonly learner: PlayerIdentity;
  /** What the default name of its playbook begins with. */
  readonly about: string;
  /** Who is judged, for the heading. */
  readonly judged: string;
}

/** A named arm, ready to run. */
export interface PreparedArm {
  readonly plan: Plan;
  readonly runId: string;
  readonly playbook: string;
  readonly settings: StudySettings;
}

/** The rule by which `--games auto` adds games; undefined with a fixed number. */
export function sequentialRule(options: StudyOptions): SequentialRule | undefined {
  const { games, width, detect, batch } = options;
  if (games !== 'auto') {
    const stray = ([width, detect, options.maxGames] as const).some((value) => value !== undefined);
    if (stray) throw new UserError('input.option', '--width, --detect and --max-games go with --games auto');
    return undefined;
  }
  if (width === undefined && detect === undefined) {
    throw new UserError('input.option', '--games auto needs --width W or --detect D: what is to be reached');
  }
  return {
    batch,
    ...(width === undefined ? {} : { width }),
    ...(detect === undefined ? {} : { detect }),
  };
}

/** Gives an arm its run id and its playbooks their names. */
export function prepareArm({ plan: bare, learner, about, judged }: ArmRequest, desk: ArmDesk): PreparedArm {
  const { options } = desk;
  const sequential = sequentialRule(options);
  const unnamed: Plan = sequential === undefined ? bare : { ...bare, sequential };
  const given = options.playbook === undefined ? null : checkPlaybookName(options.playbook);
  const runId = runIdOf(unnamed, given);
  const playbook = given ?? defaultPlaybookName(about, playerLabel(learner), runId.slice(0, 8));
  const steps = unnamed.steps.map((step) =>
    step.kind === 'reflect' && step.playbook !== null
      ? { ...step, playbook: checkPlaybookName(`${playbook}${step.playbook}`) }
      : step,
  );
  return {
    plan: { ...unnamed, steps },
    runId,
    playbook,
    settings: {
      model: judged,
      opponent: options.opponent === undefined ? judged : desk.label(desk.named(options.opponent)),
      reflector: desk.label(options.reflector === undefined ? learner : desk.named(options.reflector)),
      armed: options.armed,
      strategy: options.strategy,
      playbooks: options.playbooks,
    },
  };
}

/** Builds, runs and prints one arm. */
export async function runArm(
  options: StudyOptions,
  io: Io,
  request: (desk: ArmDesk) => ArmRequest,
): Promise<void> {
  const desk = openDesk(options, io);
  const prepared = prepareArm(request(desk), desk);
  if (options.dryRun === true) {
    await dryRun([{ desk, prepared }], options, io);
    return;
  }
  if (options.model === DEFAULT_MODEL && options.quiet !== true) {
    io.err(`Simulated players (${DEFAULT_MODEL}). ${modelHint()}\n`);
  }
  const report = await playArm(prepared, desk, io);
  printStudy(report.study, {
    io,
    json: options.json === true,
    db: options.db,
    playbooks: options.playbooks,
    seconds: report.seconds,
  });
}

/** Plays what is missing of a prepared arm and reads its report back from the store. */
export async function playArm(
  { plan, runId, playbook, settings }: PreparedArm,
  desk: ArmDesk,
  io: Io,
): Promise<{ readonly study: StudyReport; readonly seconds: number }> {
  const { options, prompts } = desk;
  const players = desk.players();
  const store = openStore(options.db, { mode: 'write', now: () => io.now() });
  try {
    const started = io.now().getTime();
    await runPlan(
      {
        plan,
        runId,
        playbook,
        playbookFolder: options.playbooks,
        players,
        prompts,
        store,
        concurrency: options.concurrency,
        settings: settings as unknown as JsonObject,
        simulated: players.every((player) => player.model === null),
        version: VERSION,
        quiet: options.quiet === true,
        budget: budgetOf(options),
      },
      io,
    );
    const study = reportOf(store, store.runs.get(runId));
    if (study === null) throw new Error(`run ${runId} gave no table`);
    return { study, seconds: (io.now().getTime() - started) / 1000 };
  } finally {
    store.close();
  }
}
