import { setMaxListeners } from 'node:events';
import { InterruptedError, StoppedError, UserError } from '../base/errors.js';
import { contentId } from '../base/hash.js';
import type { JsonObject } from '../base/json.js';
import { rngOf } from '../base/rng.js';
import { executePlan } from '../loop/execute.js';
import type { ExecuteInput } from '../loop/execute.js';
import type { Plan } from '../loop/plan.js';
import { claimPlaybookName, playbookKeeper } from '../loop/playbook-keeper.js';
import { systemClock } from '../models/clock.js';
import { countEvent, NO_CALLS } from '../models/events.js';
import { createGateways } from '../models/gateway.js';
import { DEFAULT_LIMITS } from '../models/retry.js';
import { totalTokens } from '../models/spending.js';
import type { GatewayLimits } from '../models/retry.js';
import type { PromptLibrary } from '../prompts/library.js';
import type { RunSummary, Store } from '../store/index.js';
import { refuseUnpriced, spentText, startMeter } from './budget.js';
import type { Budget } from './budget.js';
import { castOf, namesOf, windowNotes } from './cast.js';
import type { NamedPlayer } from './cast.js';
import { commandText, withoutSecrets } from './command-text.js';
import type { Io } from './io.js';
import { startProgress } from './progress.js';

/** The id of a run: the same plan under the same playbook name is the same run. */
export function runIdOf(plan: Plan, playbook: string | null): string {
  const { arm, steps, sequential } = plan;
  const content = { arm, steps: steps.map((step) => step.id), playbook };
  return contentId(sequential === undefined ? content : { ...content, sequential });
}

/** Names of configured players, kept with the run where it has any. */
function namesSetting(players: readonly NamedPlayer[]): JsonObject {
  const names = namesOf(players);
  return Object.keys(names).length === 0 ? {} : { names };
}

/** Says so when the same command now means another run, as after a change of the configuration file. */
function noteOtherRun(
  store: Store,
  runId: string,
  command: readonly string[],
  note: (line: string) => void,
): void {
  const text = commandText(command);
  const other = store.runs
    .list()
    .find((run) => run.id !== runId && run.status !== 'finished' && commandText(run.command) === text);
  if (other === undefined) return;
  note(
    `note: this is a new run; ${other.id.slice(0, 8)}, which the same command began, had other settings, prompts or rules and is not gone on with`,
  );
}

/** Names of the playbooks that a plan writes. */
function playbookNames(plan: Plan): string[] {
  const names = plan.steps.flatMap((step) =>
    step.kind === 'reflect' && step.playbook !== null ? [step.playbook] : [],
  );
  return [...new Set(names)];
}

/** What {@link runPlan} needs. */
export interface RunPlanInput {
  readonly plan: Plan;
  readonly runId: string;
  /** Name of the playbook the run writes; null when it writes none. */
  readonly playbook: string | null;
  readonly playbookFolder: string;
  readonly players: readonly NamedPlayer[];
  readonly prompts: PromptLibrary;
  readonly store: Store;
  readonly concurrency: number;
  /** Kept with the run and shown with it. */
  readonly settings: JsonObject;
  readonly simulated: boolean;
  readonly version: string;
  readonly quiet: boolean;
  /** What the run may spend, and what things cost. */
  readonly budget: Budget;
  /** Called with events of games as they happen, for somebody who watches a single game. */
  readonly onEvents?: ExecuteInput['onEvents'];
}

/**
 * How many calls in a row may fail alike before the run stops. Games that were void before may well be refused
 * again, each in as many calls as it has players: that says nothing new about the server.
 */
function alikeLimits(plan: Plan, known: RunSummary | undefined): Partial<GatewayLimits> {
  const players = Math.max(0, ...plan.steps.map((step) => (step.kind === 'play' ? step.players : 0)));
  const expected = players * (known?.games.void ?? 0);
  return {
    firstAlike: DEFAULT_LIMITS.firstAlike + expected,
    laterAlike: DEFAULT_LIMITS.laterAlike + expected,
  };
}

/** True when the run has nothing left to ask. */
function isDone(known: RunSummary | undefined): boolean {
  return known?.status === 'finished' && known.games.void === 0;
}

/** Asks every model's server whether it is there, unless the run has nothing left to ask. */
async function checkModels(
  input: RunPlanInput,
  known: RunSummary | undefined,
  note: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  if (isDone(known)) return;
  for (const line of windowNotes(input.players)) note(line);
  const models = new Map(
    input.players.flatMap(({ model }) => (model === null ? [] : [[contentId(model.identity), model]])),
  );
  for (const model of models.values()) {
    const facts = await model.check(signal);
    for (const line of facts.notes) note(line);
  }
}

/**
 * Runs a plan with progress on standard error. Ctrl-C once finishes the calls in flight and stops; twice gives
 * them up. Whatever ends the run, what was finished is stored and the same command goes on.
 */
export async function runPlan(input: RunPlanInput, io: Io): Promise<void> {
  const { plan, runId, store } = input;
  const stop = new AbortController();
  const abort = new AbortController();
  for (const { signal } of [stop, abort]) setMaxListeners(0, signal);
  const command = withoutSecrets(io.argv);
  let presses = 0;
  let counts = NO_CALLS;
  let waiting: string | null = null;
  const meter = startMeter(store, runId, input.budget, command);
  const progress = startProgress(plan, io, {
    quiet: input.quiet,
    traffic: () => {
      const { tokens } = counts;
      return {
        calls: counts.replies,
        replayed: counts.replayed,
        retried: counts.retried,
        tokens: totalTokens(tokens),
        cost: meter.spent.cost,
        note: waiting,
      };
    },
  });
  const stopListening = io.onInterrupt(() => {
    presses += 1;
    const reason = new InterruptedError('stopped by the user');
    if (presses === 1) {
      progress.note('stopping after the calls in flight; press Ctrl-C again to give them up');
      stop.abort(reason);
    } else if (presses === 2) {
      abort.abort(reason);
    } else {
      io.exitNow(130);
    }
  });
  const known = store.runs.list().find((run) => run.id === runId);
  const gateways = createGateways({
    limits: alikeLimits(plan, known),
    recorder: meter.counting(store.recorder(runId)),
    clock: systemClock,
    rng: rngOf(`pauses/${runId}`),
    stop: stop.signal,
    onEvent(event) {
      counts = countEvent(counts, event);
      if (event.kind === 'hold') waiting = `the server asked to wait ${Math.ceil(event.ms / 1000)} s`;
      else if (event.kind === 'reply') waiting = null;
    },
  });
  const hopeful = AbortSignal.any([stop.signal, abort.signal]);
  try {
    if (known === undefined) noteOtherRun(store, runId, command, (line) => progress.note(line));
    if (!isDone(known)) refuseUnpriced(input.budget, input.players);
    await checkModels(input, known, (line) => progress.note(`note: ${line}`), hopeful);
    for (const name of playbookNames(plan)) claimPlaybookName(store, input.playbookFolder, name, runId);
    store.runs.begin({
      id: runId,
      arm: plan.arm,
      command,
      plan,
      settings: { ...input.settings, ...namesSetting(input.players) },
      plannedGames: plan.steps.reduce((sum, step) => sum + (step.kind === 'play' ? step.count : 0), 0),
      playbook: input.playbook,
      simulated: input.simulated,
      appVersion: input.version,
    });
    try {
      await executePlan({
        plan,
        runId,
        store,
        cast: meter.guarding(castOf(input.players, input.prompts, gateways)),
        playbooks: playbookKeeper(store, input.playbookFolder, runId, () => io.now()),
        concurrency: input.concurrency,
        signals: { stop: stop.signal, abort: abort.signal },
        onEvent: (event) => progress.onEvent(event),
        ...(input.onEvents === undefined ? {} : { onEvents: input.onEvents }),
      });
      if (plan.sequential !== undefined) {
        const played = store.runs.get(runId).games;
        store.runs.setPlannedGames(runId, played.finished + played.void);
      }
      store.runs.finish(runId, 'finished');
      if (counts.replies > 0) progress.note(`this run has taken ${spentText(meter.spent)}`);
    } catch (error) {
      endRun(store, runId, error);
      throw error;
    }
  } catch (error) {
    if (error instanceof InterruptedError) {
      if (io.origins) progress.note(`note: from the environment or the configuration file: ${io.origins}`);
      throw new InterruptedError(`stopped; what was finished is kept, go on with: ${commandText(command)}`);
    }
    throw error;
  } finally {
    stopListening();
    progress.stop();
  }
}

/** Notes why a run ended. With a full disk there is no room for that note, and the cause matters more. */
function endRun(store: Store, runId: string, error: unknown): void {
  const known = error instanceof UserError || error instanceof StoppedError;
  try {
    store.runs.finish(
      runId,
      error instanceof StoppedError ? 'stopped' : 'failed',
      known ? error.message : String(error),
    );
  } catch (second) {
    if (!(second instanceof UserError)) throw second;
  }
}
