import type { GameDefinition } from '../games/engine/definition.js';
import { MAXIM_SIDES, parseMaxims } from '../players/builtin/maxims.js';
import type { Reflection, Reflector, Trajectory } from '../players/player.js';
import { learn } from './builtin/estimate.js';
import { measure } from './builtin/habits.js';
import type { PlayedGame } from './builtin/habits.js';
import { writePlaybook } from './builtin/prose.js';
import { choicesOf } from './builtin/replay.js';

function success(rewards: readonly number[]): number {
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

/**
 * A reflector without a model: estimates from the games which traits went with winning for each side, pools that
 * with what the prior playbook says, and writes it down as first-person maxims. Deterministic; what it learns
 * passes on through the text alone.
 *
 * @param gameOf the definition of a game, by id
 */
export function builtinReflector(gameOf: (id: string) => GameDefinition): Reflector {
  const write = (trajectories: readonly Trajectory[], prior: string | null): Reflection => {
    const games = trajectories.map((trajectory) => playedGame(gameOf(trajectory.game), trajectory));
    const choices = games.flatMap(({ seats }) => seats.flatMap((seat) => seat.choices)).length;
    if (choices === 0) {
      return {
        ok: false,
        reason: 'the games hold no free choice between moves that builtin players know',
        notes: [],
      };
    }
    const known = prior === null ? [] : parseMaxims(prior);
    const measured = measure(games);
    const maxims = MAXIM_SIDES.flatMap((side) =>
      learn(
        side,
        measured,
        known.filter((maxim) => maxim.side === side),
      ),
    );
    return {
      ok: true,
      text: writePlaybook(maxims),
      notes: [`weighed ${choices} free choices of ${games.length} games`],
    };
  };
  return {
    write: ({ trajectories, prior }) => Promise.resolve(write(trajectories, prior)),
  };
}
