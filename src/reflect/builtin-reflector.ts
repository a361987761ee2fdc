import type { GameDefinition } from '../games/engine/definition.js';
import { pruneToBudget } from '../playbooks/budget.js';
import { MAXIM_SIDES, parseMaxims } from '../players/builtin/maxims.js';
import type { Maxim } from '../players/builtin/maxims.js';
import type { Reflection, Reflector, Trajectory } from '../players/player.js';
import { learn } from './builtin/estimate.js';
import { measure } from './builtin/habits.js';
import type { MeasuredGame, PlayedGame } from './builtin/habits.js';
import { writePlaybook } from './builtin/prose.js';
import { choicesOf } from './builtin/replay.js';

/** 1 when the rewards come to a win on the whole, ½ for a draw, 0 for a loss. */
export function success(rewards: readonly number[]): number {
  const mean = rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length;
  return mean > 0 ? 1 : mean < 0 ? 0 : 0.5;
}

function playedGame(game: GameDefinition, trajectory: Trajectory): PlayedGame {
  const { roles, outcome } = trajectory;
  const choices = choicesOf(game, trajectory);
  return {
    game: trajectory.game,
    seats: roles.map(({ side }, seat) => ({
      side: side ?? 'any',
      success: success(
        outcome.rewards.filter(
          (_, other) => other === seat || (side !== undefined && roles[other]?.side === side),
        ),
      ),
      choices: choices.filter((choice) => choice.seat === seat),
    })),
  };
}

/** Why there is nothing to learn from games. */
export const NO_CHOICES = 'the games hold no free choice between moves that builtin players know';

/** What games and the prior text say together. */
export interface Learned {
  /** Not yet graded, by side and trait. */
  readonly maxims: readonly Maxim[];
  readonly measured: readonly MeasuredGame[];
  /** One clause on what it rests on. */
  readonly note: string;
}

/** Learns from games, with what a prior text says as the prior; null when they hold no free choice. */
export function learned(
  gameOf: (id: string) => GameDefinition,
  trajectories: readonly Trajectory[],
  prior: string | null,
): Learned | null {
  const games = trajectories.map((trajectory) => playedGame(gameOf(trajectory.game), trajectory));
  const choices = games.flatMap(({ seats }) => seats.flatMap((seat) => seat.choices)).length;
  if (choices === 0) return null;
  const known = prior === null ? [] : parseMaxims(prior);
  const measured = measure(games);
  const maxims = MAXIM_SIDES.flatMap((side) =>
    learn(
      side,
      measured,
      known.filter((maxim) => maxim.side === side),
    ),
  );
  return { maxims, measured, note: `weighed ${choices} free choices of ${games.length} games` };
}

/**
 * A reflector without a model: estimates from the games which traits went with winning for each side, pools that
 * with what the prior playbook says, and writes it down as first-person maxims. Deterministic; what it learns
 * passes on through the text alone.
 *
 * @param gameOf the definition of a game, by id
 */
export function builtinReflector(gameOf: (id: string) => GameDefinition): Reflector {
  return {
    async write({ trajectories, prior, budget }): Promise<Reflection> {
      const found = learned(gameOf, trajectories, prior);
      if (found === null) return { ok: false, reason: NO_CHOICES, notes: [] };
      const fitted = await pruneToBudget(writePlaybook(found.maxims), budget);
      return parseMaxims(fitted.text).length === 0
        ? { ok: false, reason: `no maxim fits the budget of ${budget} tokens`, notes: [] }
        : { ok: true, text: fitted.text, notes: [found.note, ...fitted.notes] };
    },
  };
}
