import { canonicalJson, contentId } from '../base/hash.js';
import { shorten } from '../base/text.js';
import type { GameEvent } from '../games/engine/definition.js';
import { gameById } from '../games/index.js';
import type { CallSite } from '../models/chat.js';
import { formatPlaybookRef } from '../playbooks/naming.js';
import { POLICY_VERSION } from '../players/builtin/profiles.js';
import type { GameRecord } from '../players/game-spec.js';
import type { PlayerIdentity } from '../players/player.js';
import type { Store } from '../store/index.js';
import { executePlan } from './execute.js';
import type { ReflectResult } from './execute.js';
import { plannedSlots } from './plan.js';
import type { Plan, PlayStep, ReflectStep, Step } from './plan.js';
import type { StopSignals } from './play-game.js';
import type { Cast, PlaybookKeeper, RunEvent } from './ports.js';

/** How many of one kind of thing came out as they were recorded. */
export interface Compared {
  readonly equal: number;
  readonly different: number;
}

/** What a replay found. */
export interface ReplayReport {
  /** Games by the hash of their events. */
  readonly games: Compared & {
    /** Void in the recording: an answer was never had, so there is nothing to compare with. */
    readonly void: number;
    /** Planned, and not played yet. */
    readonly unplayed: number;
  };
  /** Texts that reflections wrote, by their hash; a reply that was rejected must be rejected again. */
  readonly playbooks: Compared;
  /** Tables of rates and verdicts. */
  readonly tables: Compared;
  /** Requests of finished games and reflections for which no reply is recorded. */
  readonly missing: number;
  /** The first difference in the order of the plan, in one sentence; null when all is equal. */
  readonly first: string | null;
}

/** What {@link replayPlan} needs. */
export interface ReplayInput {
  readonly plan: Plan;
  readonly runId: string;
  /** The store that holds the run; it is only read. */
  readonly recorded: Store;
  /** An empty store, which the replay fills; it is of no use afterwards. */
  readonly scratch: Store;
  /** Players that answer from the recording, and builtin ones. */
  readonly cast: Cast;
  /** Requests for which there was no reply; filled while the cast plays. */
  readonly misses: readonly CallSite[];
  readonly concurrency: number;
  readonly signals: StopSignals;
  readonly onEvent: (event: RunEvent) => void;
}

/** Players of a step, reflectors among them. */
export function identitiesOf(step: Step): PlayerIdentity[] {
  switch (step.kind) {
    case 'play':
      return plannedSlots(step.lineUp).map(([, { player }]) => player);
    case 'reflect':
      return [step.reflector];
    case 'judge':
      return [];
  }
}

/** What a step is called in a sentence. */
function titleOf(step: Step): string {
  switch (step.kind) {
    case 'play':
      return `R${step.round} ${step.role} (${step.game})`;
    case 'reflect':
      return `the reflection of round ${step.round}`;
    case 'judge':
      return 'the table';
  }
}

/**
 * The steps of a plan that a run has come to: play steps that were begun, others that were finished. What they
 * refer to is among them.
 */
function stepsToReplay(plan: Plan, runId: string, recorded: Store): Step[] {
  const known = new Map(recorded.steps.list(runId).map((step) => [step.stepId, step.status]));
  return plan.steps.filter(({ id, kind }) =>
    kind === 'play' ? known.has(id) : known.get(id) === 'finished',
  );
}

/**
 * Why a run cannot come out the same: rules, prompts or builtin players that were changed since it was played.
 * One sentence for each kind of change; empty when nothing stands in the way.
 */
export function replayObstacles(plan: Plan, runId: string, recorded: Store, cast: Cast): string[] {
  const found = new Set<string>();
  const ofGames = (step: PlayStep): void => {
    const game = gameById(step.game);
    const stored = recorded.steps.games(runId, step.id).find(({ status }) => status !== null);
    if (stored === undefined) return;
    const { rulesVersion, promptVersion } = recorded.games.load(stored.gameId).spec;
    if (rulesVersion !== game.rulesVersion) {
      found.add(
        `${step.game} was played by version ${rulesVersion} of its rules, and these are version ${game.rulesVersion}`,
      );
    }
    if (promptVersion !== null && promptVersion !== cast.gamePrompts(game)) {
      found.add(
        `the prompts of ${step.game} were changed since it was played (${promptVersion.slice(0, 8)} then, ${cast.gamePrompts(game).slice(0, 8)} now)`,
      );
    }
  };
  const ofReflection = (step: ReflectStep): void => {
    const written = recorded.playbooks
      .list()
      .findLast((entry) => entry.runId === runId && entry.stepId === step.id);
    const hash = written?.promptHash ?? null;
    if (written === undefined || hash === null) return;
    if (hash !== cast.reflectPrompts(written.games.map(gameById))) {
      found.add('the prompts of reflections were changed since the playbook was written');
    }
  };
  for (const step of stepsToReplay(plan, runId, recorded)) {
    if (step.kind === 'play') ofGames(step);
    if (step.kind === 'reflect') ofReflection(step);
    for (const player of identitiesOf(step)) {
      if (player.kind === 'builtin' && player.policyVersion !== POLICY_VERSION) {
        found.add(
          `builtin players of version ${player.policyVersion} played, and these are version ${POLICY_VERSION}`,
        );
      }
    }
  }
  return [...found];
}

function eventText(event: GameEvent | undefined): string {
  return event === undefined ? 'nothing more' : shorten(`${event.type} ${JSON.stringify(event.data)}`, 160);
}

/** What is different about two plays of a game; null when their events are the same. */
function gameDifference(was: GameRecord, is: GameRecord): string | null {
  if (contentId(was.events) === contentId(is.events) && was.status === is.status) return null;
  const texts = was.events.map((event) => canonicalJson(event));
  const at = is.events.findIndex((event, index) => canonicalJson(event) !== texts[index]);
  const event = at < 0 ? Math.min(was.events.length, is.events.length) : at;
  return `event ${event} was ${eventText(was.events[event])} and is ${eventText(is.events[event])}`;
}

function missText({ episode, seat, turn, attempt }: CallSite): string {
  const who = seat === null ? 'the reflector' : `seat ${seat}, turn ${turn}, attempt ${attempt}`;
  return `the recording has no reply for ${who} of ${episode.slice(0, 10)}: the request is not the one that was recorded`;
}

/**
 * Plays a run again from its recording: each game of a model from the recorded replies, each game of builtin
 * players anew, reflections and tables likewise, by the very executor that ran it; then compares.
 */
export async function replayPlan(input: ReplayInput): Promise<ReplayReport> {
  const { plan, runId, recorded, scratch } = input;
  const steps = stepsToReplay(plan, runId, recorded);
  // Where games were being added until they decide, those that are stored are all that is asked for.
  const { sequential, ...fixed } = plan;
  const isDecided = steps.some(({ kind }) => kind === 'judge');
  const { usage: _usage, games: _games, ...run } = recorded.runs.get(runId);
  scratch.runs.begin({ ...run, plan: run.plan as object, plannedGames: 0 });
  // A reflection stands on the games it was written from, also when a void one was made good later.
  const written = recorded.playbooks.list().filter((entry) => entry.runId === runId);
  for (const { createdAt: _createdAt, ...entry } of written) {
    scratch.playbooks.save(entry, recorded.playbooks.text(entry.hash) ?? '');
  }
  const keeper: PlaybookKeeper = {
    keep({ name, stepId }) {
      const known = written.findLast((entry) => entry.stepId === stepId);
      return Promise.resolve(formatPlaybookRef(known?.name ?? name, known?.version ?? 1));
    },
  };
  try {
    await executePlan({
      plan: { ...fixed, ...(sequential !== undefined && isDecided ? { sequential } : {}), steps },
      runId,
      store: scratch,
      cast: input.cast,
      playbooks: keeper,
      concurrency: input.concurrency,
      signals: input.signals,
      onEvent: input.onEvent,
    });
  } catch (error) {
    // A reflection without a reply ends the run; what came before it is compared all the same.
    if (input.signals.stop.aborted || input.misses.length === 0) throw error;
  }
  return compare(input, steps);
}

function compare({ runId, recorded, scratch, misses }: ReplayInput, steps: readonly Step[]): ReplayReport {
  const none = (): { equal: number; different: number } => ({ equal: 0, different: 0 });
  const counts = { games: none(), playbooks: none(), tables: none() };
  let voids = 0;
  let unplayed = 0;
  let first: string | null = null;
  const missing = new Map<string, CallSite>();
  for (const site of misses) if (!missing.has(site.episode)) missing.set(site.episode, site);
  let missed = 0;
  const count = (kind: keyof typeof counts, what: () => string, difference: string | null): void => {
    counts[kind][difference === null ? 'equal' : 'different'] += 1;
    if (difference !== null) first ??= `${what()}: ${difference}`;
  };
  const compareGames = (step: PlayStep): void => {
    const now = new Map(scratch.steps.games(runId, step.id).map((game) => [game.ordinal, game]));
    for (const { gameId, ordinal, status } of recorded.steps.games(runId, step.id)) {
      if (status === null) unplayed += 1;
      if (status === 'void') voids += 1;
      if (status !== 'finished') continue;
      const miss = missing.get(gameId);
      const played = now.get(ordinal);
      if (miss !== undefined) missed += 1;
      const difference =
        miss !== undefined
          ? missText(miss)
          : played === undefined || (played.gameId === gameId && played.status === null)
            ? 'it was not played, since an earlier step came out otherwise'
            : played.gameId !== gameId
              ? 'it is another game now: its line-up, playbook, rules or seed differ'
              : gameDifference(recorded.games.load(gameId), scratch.games.load(gameId));
      count(
        'games',
        () => `game ${gameId.slice(0, 10)} of ${titleOf(step)}, number ${ordinal + 1}`,
        difference,
      );
    }
  };
  const compareTexts = (step: ReflectStep): void => {
    const was = recorded.steps.get(runId, step.id)?.result as unknown as ReflectResult;
    const is = (scratch.steps.get(runId, step.id)?.result ?? null) as unknown as ReflectResult | null;
    const miss = missing.get(step.id);
    if (miss !== undefined) missed += 1;
    const hash = (result: ReflectResult): string => result.inUse?.playbook.hash.slice(0, 10) ?? 'none';
    const difference =
      miss !== undefined
        ? missText(miss)
        : is === null
          ? 'it could not be written, since an earlier step came out otherwise'
          : was.rejected !== is.rejected
            ? `the reply was ${was.rejected === null ? 'taken' : `rejected (${was.rejected})`} and is ${is.rejected === null ? 'taken' : `rejected (${is.rejected})`}`
            : hash(was) === hash(is)
              ? null
              : `the text had the hash ${hash(was)} and has ${hash(is)}`;
    count('playbooks', () => titleOf(step), difference);
  };
  for (const step of steps) {
    if (step.kind === 'play') compareGames(step);
    else if (step.kind === 'reflect') compareTexts(step);
    else {
      const was = canonicalJson(recorded.steps.get(runId, step.id)?.result);
      const is = canonicalJson(scratch.steps.get(runId, step.id)?.result ?? null);
      count('tables', () => titleOf(step), was === is ? null : 'its numbers are not those that were printed');
    }
  }
  return { ...counts, games: { ...counts.games, void: voids, unplayed }, missing: missed, first };
}
