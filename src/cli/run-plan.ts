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
import type { GatewayLimits } from '../models/retry.js';
import type { PromptLibrary } from '../prompts/library.js';
import type { RunSummary, Store } from '../store/index.js';
import { castOf } from './cast.js';
import type { NamedPlayer } from './cast.js';
import { commandText, withoutSecrets } from './command-text.js';
import type { Io } from './io.js';
import { startProgress } from './progress.js';

/** The id of a run: the same plan under the same playbook name is the same run. */
export function runIdOf(plan: Plan, playbook: string | null): string {
  return contentId({ arm: plan.arm, steps: plan.steps.map((step) => step.id), playbook });
}

/** A player whose model starts no request once the run is being stopped; those already sent are finished. */
function untilStopped({ identity, model }: NamedPlayer, stop: AbortSignal): NamedPlayer {
  if (model === null) return { identity, model };
  return {
    identity,
    model: {
      ...model,
      complete: async (request, signal) => {
        stop.throwIfAborted();
        return model.complete(request, signal);
      },
    },
  };
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

/** Asks every model's server whether it is there, unless the run has nothing left to ask. */
async function checkModels(
  input: RunPlanInput,
  known: RunSummary | undefined,
  note: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  if (known?.status === 'finished' && known.games.void === 0) return;
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
  const progress = startProgress(plan, io, {
    quiet: input.quiet,
    traffic: () => {
      const { tokens } = counts;
      return {
        calls: counts.replies,
        replayed: counts.replayed,
        retried: counts.retried,
        tokens: tokens.input + tokens.cachedInput + tokens.cacheWrite + tokens.output,
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
    recorder: store.recorder(runId),
    clock: systemClock,
    rng: rngOf(`pauses/${runId}`),
    onEvent(event) {
      counts = countEvent(counts, event);
      if (event.kind === 'hold') waiting = `the server asked to wait ${Math.ceil(event.ms / 1000)} s`;
      else if (event.kind === 'reply') waiting = null;
    },
  });
  const hopeful = AbortSignal.any([stop.signal, abort.signal]);
  try {
    await checkModels(input, known, (line) => progress.note(`note: ${line}`), hopeful);
    if (input.playbook !== null) claimPlaybookName(store, input.playbookFolder, input.playbook, runId);
    store.runs.begin({
      id: runId,
      arm: plan.arm,
      command,
      plan,
      settings: input.settings,
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
        cast: castOf(
          input.players.map((player) => untilStopped(player, stop.signal)),
          input.prompts,
          gateways,
        ),
        playbooks: playbookKeeper(store, input.playbookFolder, runId, () => io.now()),
        concurrency: input.concurrency,
        signals: { stop: stop.signal, abort: abort.signal },
        onEvent: (event) => progress.onEvent(event),
        ...(input.onEvents === undefined ? {} : { onEvents: input.onEvents }),
      });
      store.runs.finish(runId, 'finished');
    } catch (error) {
      endRun(store, runId, error);
      throw error;
    }
  } catch (error) {
    if (error instanceof InterruptedError) {
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
