import { advance, isOver, outcomeOf, pending, startGame, viewFor } from '../games/engine/engine.js';
import type { Pending } from '../games/engine/engine.js';
import { checkAction } from '../games/engine/actions.js';
import type { GameDefinition, GameEvent, GameState, Role, Seat } from '../games/engine/definition.js';
import { focalSeat } from '../games/engine/seeds.js';
import { gameIdOf, slotOf, startInputOf } from '../players/game-spec.js';
import type { DecisionRecord, GameRecord, GameSpec, Slot } from '../players/game-spec.js';
import { VoidGame } from '../players/player.js';
import type { Correction, Player } from '../players/player.js';
import { shorten } from '../base/text.js';

/** How often a player is told what was wrong and asked again before the default is played. */
export const CORRECTIONS = 2;

const MAX_PROBLEM_LENGTH = 300;

/** How a run is ended early. Both abort with a `StoppedError` as reason. */
export interface StopSignals {
  /** Calls in flight are finished and kept; no further decision is asked for. */
  readonly stop: AbortSignal;
  /** Calls in flight are given up as well. */
  readonly abort: AbortSignal;
}

/**
 * Told of a game as it happens: the events of the deal, then those of each batch with the decisions that led to
 * them, in the order of the seats that were asked.
 */
export type Watcher = (
  events: readonly GameEvent[],
  names: readonly string[],
  decisions: readonly DecisionRecord[],
) => void;

/** Makes the player of one seat of one game. */
export type PlayerFactory = (seat: {
  readonly gameId: string;
  readonly game: GameDefinition;
  readonly spec: GameSpec;
  readonly slot: Slot;
  readonly seat: Seat;
  readonly role: Role;
}) => Player;

/** For each seat, which slot of the line-up it has. */
function slotNames(spec: GameSpec, roles: readonly Role[]): string[] {
  const { lineUp } = spec;
  return roles.map((role, seat) => {
    switch (lineUp.by) {
      case 'side':
        if (role.side === undefined)
          throw new Error(`${spec.game} has no sides; its line-up cannot be by side`);
        return role.side;
      case 'focal':
        return seat === focalSeat(spec.seed, spec.players) ? 'focal' : 'others';
      case 'seat':
        return String(seat);
    }
  });
}

/** What came of a decision. */
type Taken = Pick<DecisionRecord, 'action' | 'forced' | 'attempts' | 'problems' | 'cut'>;

async function decide(open: Pending, state: GameState, player: Player, abort: AbortSignal): Promise<Taken> {
  const { decision, seat } = open;
  const view = viewFor(state, seat);
  const corrections: Correction[] = [];
  let cut = 0;
  while (corrections.length <= CORRECTIONS) {
    const answer = await player.decide({ view, decision, turn: state.turn, corrections }, abort);
    cut = answer.cut ?? 0;
    const checked =
      answer.kind === 'action'
        ? checkAction(decision, answer.value)
        : ({ ok: false, reason: answer.problem } as const);
    if (checked.ok) {
      const problems = corrections.map(({ problem }) => problem);
      return { action: checked.action, forced: false, attempts: problems.length + 1, problems, cut };
    }
    corrections.push({ text: answer.text, problem: shorten(checked.reason, MAX_PROBLEM_LENGTH) });
  }
  const problems = corrections.map(({ problem }) => problem);
  return { action: decision.fallback, forced: true, attempts: problems.length, problems, cut };
}

/** Settles every promise before it reports the first failure, so that no call of this game is left in flight. */
async function all<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(promises);
  const failures = settled.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  // A fault that stops the whole run outranks one that voids this game.
  const worst = failures.find((failure) => !(failure instanceof VoidGame)) ?? failures[0];
  if (worst !== undefined) throw worst as Error;
  return settled.map((result) => (result as PromiseFulfilledResult<T>).value);
}

/**
 * Plays one game: plain JSON in, plain JSON out. Decisions of one batch are asked for at the same time.
 * An answer that is not legal is returned to its player with what was wrong, {@link CORRECTIONS} times;
 * then the declared default is played and counted as forced.
 *
 * @param onEvents for somebody who watches
 * @returns the finished game, or a void one when a player threw {@link VoidGame}; any other error is thrown
 */
export async function playGame(
  game: GameDefinition,
  spec: GameSpec,
  playerFor: PlayerFactory,
  { stop, abort }: StopSignals,
  onEvents: Watcher = () => undefined,
): Promise<GameRecord> {
  const id = gameIdOf(spec);
  let state = startGame(game, startInputOf(spec));
  const slots = slotNames(spec, state.roles);
  const players = slots.map((name, seat) =>
    playerFor({
      gameId: id,
      game,
      spec,
      slot: slotOf(spec.lineUp, name),
      seat,
      role: state.roles[seat] as Role,
    }),
  );
  onEvents(state.events, state.names, []);
  const decisions: DecisionRecord[] = [];
  const record = (status: GameRecord['status'], voidReason: string | null): GameRecord => ({
    id,
    spec,
    status,
    voidReason,
    names: state.names,
    roles: state.roles,
    secrets: state.secrets,
    slots,
    events: state.events,
    decisions,
    outcome: status === 'finished' ? outcomeOf(game, state) : null,
    turns: state.turn,
  });
  try {
    while (!isOver(state)) {
      stop.throwIfAborted();
      const before = state;
      const taken = await all(
        pending(game, before).map(async (open): Promise<DecisionRecord> => {
          const result: Taken =
            open.sole === undefined
              ? await decide(open, before, players[open.seat] as Player, abort)
              : { action: open.sole, forced: false, attempts: 0, problems: [], cut: 0 };
          // Field by field: V8 gives every object that is spread and then added to a hidden class of its own.
          return {
            seat: open.seat,
            turn: before.turn,
            phase: before.phase,
            kind: open.decision.kind,
            action: result.action,
            forced: result.forced,
            attempts: result.attempts,
            problems: result.problems,
            cut: result.cut,
            eventCount: before.events.length,
          };
        }),
      );
      const advanced = advance(
        game,
        before,
        new Map(taken.map((decision) => [decision.seat, decision.action])),
      );
      if (!advanced.ok) throw new Error(`${game.id}: ${advanced.refusal.reason}`);
      decisions.push(...taken);
      state = advanced.state;
      onEvents(state.events.slice(before.events.length), state.names, taken);
    }
    return record('finished', null);
  } catch (error) {
    if (error instanceof VoidGame) return record('void', error.message);
    throw error;
  }
}
