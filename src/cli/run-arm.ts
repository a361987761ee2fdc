import type { JsonObject } from '../base/json.js';
import type { StudyReport } from '../report/study.js';
import { openStore } from '../store/index.js';
import { openDesk } from './arm-desk.js';
import type { ArmDesk } from './arm-desk.js';
import { budgetOf } from './budget.js';
import { modelHint } from './cast.js';
import { dryRun } from './dry-run.js';
import type { Io } from './io.js';
import { prepareArm } from './prepare-arm.js';
import type { ArmRequest, PreparedArm } from './prepare-arm.js';
import { printStudy } from './print-study.js';
import { runPlan } from './run-plan.js';
import { reportOf } from './study-facts.js';
import { DEFAULT_MODEL } from './study-options.js';
import type { StudyOptions } from './study-options.js';
import { VERSION } from './version.js';

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
  const isTrial = options.model === DEFAULT_MODEL && desk.players().every(({ model }) => model === null);
  if (isTrial && options.quiet !== true) {
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
