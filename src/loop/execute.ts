import { setImmediate as nextTurn } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { JsonObject } from '../base/json.js';
import { parrotingOf } from '../diagnostics/parroting.js';
import { gameById } from '../games/index.js';
import { LimitReached } from '../models/stop.js';
import { checkOverlap } from '../playbooks/overlap.js';
import type { OverlapReport } from '../playbooks/overlap.js';
import { normalisePlaybook, playbookHash } from '../playbooks/text.js';
import { gameIdOf } from '../players/game-spec.js';
import type { CarriedPlaybook, GameRecord, GameSpec, LineUp, Slot } from '../players/game-spec.js';
import type { PlayerIdentity } from '../players/player.js';
import { judge } from './judge.js';
import type { Judgement } from './judge.js';
import { dependencies } from './plan.js';
import type {
  JudgeStep,
  Plan,
  PlannedSlot,
  PlaybookSource,
  PlayStep,
  ReflectStep,
  Step,
  StepId,
} from './plan.js';
import { playGame } from './play-game.js';
import type { StopSignals, Watcher } from './play-game.js';
import type { Cast, PlaybookKeeper, RunEvent } from './ports.js';
import type { GameDiagnostic, Store } from '../store/index.js';

/** A playbook in use and what it is called. */
export interface PlaybookInUse {
  readonly playbook: CarriedPlaybook;
  readonly label: string;
  /** `name@vN` of this version, or of the last one before it that was kept; null when there is none. */
  readonly kept: string | null;
}

/** Games of a play step, in seed order. */
export interface PlayResult {
  readonly kind: 'play';
  readonly games: readonly string[];
}

/** What a reflection left in use: the version it wrote, or the previous one with the reason of the rejection. */
export interface ReflectResult {
  readonly kind: 'reflect';
  readonly inUse: PlaybookInUse | null;
  readonly rejected: string | null;
  readonly notes: readonly string[];
  readonly overlap: OverlapReport | null;
}

/** The table of a run. */
export interface JudgeResult {
  readonly kind: 'judge';
  readonly judgement: Judgement;
}

/** What a step gave. */
export type StepResult = PlayResult | ReflectResult | JudgeResult;

/** What {@link executePlan} needs. */
export interface ExecuteInput {
  readonly plan: Plan;
  readonly runId: string;
  readonly store: Store;
  readonly cast: Cast;
  readonly playbooks: PlaybookKeeper;
  /** Games in progress at most. */
  readonly concurrency: number;
  readonly signals: StopSignals;
  readonly onEvent: (event: RunEvent) => void;
  /** Called with events of games as they happen, for somebody who watches a single game. */
  readonly onEvents?: Watcher;
}

/** Learning games go first: reflections, and all that follows, wait for them. */
const PRIORITY = { learning: 2, baseline: 1, evaluation: 0 } as const;

function isChat(identity: PlayerIdentity): boolean {
  return identity.kind === 'chat';
}

/** Name under which the parroting of each utterance is stored with its game. */
export const PARROTING = 'parroting';

function talkMeasures(record: GameRecord): GameDiagnostic[] {
  return parrotingOf(record.events).map(({ ordinal, seat, previous }) => ({
    measure: PARROTING,
    event: ordinal,
    seat,
    value: previous,
  }));
}

function usedAfter(source: PlaybookSource, results: ReadonlyMap<StepId, StepResult>): PlaybookInUse | null {
  switch (source.from) {
    case 'none':
      return null;
    case 'text':
      return { playbook: source.playbook, label: source.label, kept: source.label };
    case 'step': {
      const result = results.get(source.step);
      if (result?.kind !== 'reflect') throw new Error(`step ${source.step} wrote no playbook`);
      return result.inUse;
    }
  }
}

function resolveLineUp(step: PlayStep, results: ReadonlyMap<StepId, StepResult>): LineUp {
  const slot = ({ player, playbook }: PlannedSlot): Slot => ({
    player,
    playbook: usedAfter(playbook, results)?.playbook ?? null,
  });
  const { lineUp } = step;
  switch (lineUp.by) {
    case 'side':
      return { by: 'side', main: slot(lineUp.main), alt: slot(lineUp.alt) };
    case 'focal':
      return { by: 'focal', focal: slot(lineUp.focal), others: slot(lineUp.others) };
    case 'seat':
      return { by: 'seat', seats: lineUp.seats.map(slot) };
  }
}

/** The games of a play step, once the playbooks it needs are known. */
export function specsOf(
  step: PlayStep,
  results: ReadonlyMap<StepId, StepResult>,
  cast: Pick<Cast, 'gamePrompts'>,
): GameSpec[] {
  const game = gameById(step.game);
  const lineUp = resolveLineUp(step, results);
  const slots =
    lineUp.by === 'side'
      ? [lineUp.main, lineUp.alt]
      : lineUp.by === 'focal'
        ? [lineUp.focal, lineUp.others]
        : lineUp.seats;
  const promptVersion = slots.some((slot) => isChat(slot.player)) ? cast.gamePrompts(game) : null;
  return Array.from({ length: step.count }, (_, offset) => ({
    game: step.game,
    rulesVersion: game.rulesVersion,
    options: step.options,
    players: step.players,
    ...(step.content === undefined ? {} : { content: step.content }),
    promptVersion,
    lineUp,
    seed: { study: step.study, purpose: step.purpose, index: step.first + offset },
    replicate: step.replicate,
  }));
}

/**
 * The games that a reflection reads. One that this run has written already stands on the games it was written
 * from: a void game that is made good later does not change the playbook, and with it all games that carry it.
 */
function gamesToRead(
  store: Store,
  runId: string,
  step: ReflectStep,
  finished: readonly string[],
): readonly string[] {
  const written = store.playbooks
    .list()
    .findLast((entry) => entry.runId === runId && entry.stepId === step.id);
  return written?.sourceGames.every((id) => finished.includes(id)) === true ? written.sourceGames : finished;
}

/**
 * Runs any plan: each step starts when the steps it refers to are done, games of all steps share one queue.
 * What the store already has is not played again. The first error that concerns the whole run ends it: games in
 * progress stop at their next decision, their recorded replies stay.
 *
 * @returns the result of every step
 */
export async function executePlan(input: ExecuteInput): Promise<ReadonlyMap<StepId, StepResult>> {
  const { plan, runId, store, cast, onEvent } = input;
  const queue = new PQueue({ concurrency: input.concurrency });
  const results = new Map<StepId, StepResult>();
  const failed = new AbortController();
  const signals: StopSignals = {
    stop: AbortSignal.any([input.signals.stop, failed.signal]),
    abort: AbortSignal.any([input.signals.abort, failed.signal]),
  };

  /** Games of this plan in progress or done: steps that list the same game share its one play. */
  const playing = new Map<string, Promise<GameRecord['status']>>();

  const begin = (step: Step, games: readonly string[] = []): void => {
    const round = step.kind === 'judge' ? null : step.round;
    store.steps.begin(
      {
        runId,
        stepId: step.id,
        ordinal: plan.steps.indexOf(step),
        kind: step.kind,
        role: step.kind === 'play' ? step.role : null,
        round,
      },
      games.map((gameId, ordinal) => ({ gameId, ordinal })),
    );
  };

  /** Seeds of an evaluation step that are played so far, where games are added in batches. */
  let seeds = plan.sequential?.batch ?? Infinity;

  const play = async (step: PlayStep): Promise<PlayResult> => {
    const game = gameById(step.game);
    const wanted = step.role === 'learning' ? step.count : Math.min(step.count, seeds);
    const specs = specsOf(step, results, cast).slice(0, wanted);
    const ids = specs.map(gameIdOf);
    begin(step, ids);
    const known = store.games.status(ids);
    // What an earlier batch of this step has played was told then.
    const told = (results.get(step.id) as PlayResult | undefined)?.games.length ?? 0;
    const stored = ids.slice(told).filter((id) => known.get(id) === 'finished').length;
    onEvent({ type: 'step-started', step, stored });
    const playOne = async (spec: GameSpec, ordinal: number): Promise<GameRecord['status']> => {
      // Builtin players never wait for anything: without this no signal or timer would be heard until the end.
      await nextTurn();
      signals.stop.throwIfAborted();
      const record = await playGame(game, spec, cast.playerFor, signals, input.onEvents);
      store.saveGame(record, { runId, stepId: step.id, ordinal }, talkMeasures(record));
      return record.status;
    };
    const games = specs.map(async (spec, ordinal): Promise<void> => {
      const id = ids[ordinal] as string;
      if (known.get(id) === 'finished') return;
      const game =
        playing.get(id) ?? queue.add(() => playOne(spec, ordinal), { priority: PRIORITY[step.role] });
      playing.set(id, game);
      onEvent({ type: 'game', step, status: await game });
    });
    await settle(games);
    return { kind: 'play', games: ids };
  };

  const reflect = async (step: ReflectStep): Promise<ReflectResult> => {
    begin(step);
    onEvent({ type: 'step-started', step, stored: 0 });
    const ids = step.games.flatMap((id) => (results.get(id) as PlayResult).games);
    const statuses = store.games.status(ids);
    const finished = gamesToRead(
      store,
      runId,
      step,
      ids.filter((id) => statuses.get(id) === 'finished'),
    );
    const trajectories = store.games.trajectories(finished);
    const prior = usedAfter(step.prior, results);
    const kinds = [...new Set(trajectories.map((trajectory) => trajectory.game))];
    const promptVersion =
      isChat(step.reflector) && step.control !== 'shuffled' ? cast.reflectPrompts(kinds.map(gameById)) : null;
    const reject = (reason: string, notes: readonly string[]): ReflectResult => {
      onEvent({ type: 'rejected', step, reason });
      // A control that could not be written is no control: its seats then carry nothing, never the real playbook.
      const inUse = step.control === null ? prior : null;
      return { kind: 'reflect', inUse, rejected: reason, notes, overlap: null };
    };
    if (step.control === null && trajectories.length === 0) return reject('every learning game was void', []);
    signals.stop.throwIfAborted();
    const task = {
      trajectories,
      prior: prior?.playbook.text ?? null,
      episode: step.id,
      budget: step.budget,
    };
    const reflection = await cast
      .reflectorFor(step.reflector, step.strategy, step.control)
      .write(task, signals.abort);
    if (!reflection.ok) return reject(reflection.reason, reflection.notes);
    const text = normalisePlaybook(reflection.text);
    const playbook = { hash: playbookHash(text), text };
    const overlap = checkOverlap(
      text,
      trajectories.flatMap((trajectory) =>
        trajectory.events.flatMap(({ talk, data }) =>
          talk === undefined || typeof data['text'] !== 'string' ? [] : [data['text']],
        ),
      ),
      prior?.playbook.text ?? null,
    );
    if (step.playbook === null) {
      const inUse = { playbook, label: 'between games', kept: prior?.kept ?? null };
      return { kind: 'reflect', inUse, rejected: null, notes: reflection.notes, overlap };
    }
    const label = await input.playbooks.keep({
      name: step.playbook,
      playbook,
      parent: prior?.kept ?? null,
      games: kinds,
      reflector: step.reflector,
      stepId: step.id,
      sourceGames: finished,
      promptVersion,
      overlap,
    });
    onEvent({ type: 'playbook', step, label });
    return {
      kind: 'reflect',
      inUse: { playbook, label, kept: label },
      rejected: null,
      notes: reflection.notes,
      overlap,
    };
  };

  /** Plays the further games of a step that has begun, now that all playbooks are known. */
  const extend = async (step: PlayStep): Promise<void> => {
    const result = await play(step);
    results.set(step.id, result);
    store.steps.finish(runId, step.id, result as unknown as JsonObject);
  };

  const judgeStep = async (step: JudgeStep): Promise<JudgeResult> => {
    begin(step);
    const outcomes = (id: StepId) => store.games.outcomes((results.get(id) as PlayResult).games);
    const { sequential } = plan;
    if (sequential === undefined) return { kind: 'judge', judgement: judge(step.comparisons, outcomes) };
    const judged = plan.steps.filter(
      (candidate): candidate is PlayStep => candidate.kind === 'play' && candidate.role !== 'learning',
    );
    const maxPairs = Math.max(...judged.map(({ count }) => count));
    for (;;) {
      const judgement = judge(step.comparisons, outcomes, { rule: sequential, maxPairs });
      if (judgement.sequential !== null) onEvent({ type: 'look', look: judgement.sequential });
      // A void game leaves a gap that no further game can close: the same command plays it again.
      if (judgement.sequential?.stop === true || seeds >= maxPairs) return { kind: 'judge', judgement };
      seeds = Math.min(maxPairs, seeds + sequential.batch);
      await settle(judged.map(extend));
    }
  };

  const run = async (step: Step): Promise<void> => {
    const result =
      step.kind === 'play'
        ? await play(step)
        : step.kind === 'reflect'
          ? await reflect(step)
          : await judgeStep(step);
    results.set(step.id, result);
    store.steps.finish(runId, step.id, result as unknown as JsonObject);
  };

  const started = new Map<StepId, Promise<void>>();
  for (const step of plan.steps) {
    const task = Promise.all(dependencies(step).map((id) => started.get(id) ?? Promise.resolve())).then(() =>
      run(step),
    );
    // Queued games see the signal when their turn comes and end at once.
    // A run that is stopped waits for its calls in flight; one that failed has no use for them.
    task.catch((error: unknown) => {
      if (error !== input.signals.stop.reason && !(error instanceof LimitReached)) failed.abort(error);
    });
    started.set(step.id, task);
  }
  await settle([...started.values()]);
  return results;
}

/** Waits for all, then throws the first failure: nothing of the run is still going when the error is reported. */
async function settle(promises: readonly Promise<void>[]): Promise<void> {
  const settled = await Promise.allSettled(promises);
  const failure = settled.find((result) => result.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
}
