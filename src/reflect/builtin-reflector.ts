import type { GameDefinition, SideId } from '../games/engine/definition.js';
import { MAXIM_SIDES, parseMaxims } from '../players/builtin/maxims.js';
import type { Maxim } from '../players/builtin/maxims.js';
import type { Reflection, Reflector, Trajectory } from '../players/player.js';
import { learn } from './builtin/estimate.js';
import type { Contest } from './builtin/estimate.js';
import { writePlaybook } from './builtin/prose.js';
import { choicesOf } from './builtin/replay.js';
import type { Choice } from './builtin/replay.js';

function success(rewards: readonly number[]): number {
  const mean = rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length;
  return mean > 0 ? 1 : mean < 0 ? 0 : 0.5;
}

/** The contestants of a game: its two sides, or each seat where there are none. */
function contestsOf(game: GameDefinition, trajectory: Trajectory): Contest[] {
  const choices = choicesOf(game, trajectory);
  const { roles, outcome } = trajectory;
  const contest = (side: Maxim['side'], isOwn: (seat: number) => boolean): Contest => ({
    game: trajectory.game,
    side,
    success: success(outcome.rewards.filter((_, seat) => isOwn(seat))),
    choices: choices.filter(({ seat }) => isOwn(seat)),
    against: choices.filter(({ seat }) => !isOwn(seat)),
  });
  if (game.sides === undefined) return roles.map((_, seat) => contest('any', (other) => other === seat));
  const sides: readonly SideId[] = ['alt', 'main'];
  return sides.map((side) => contest(side, (seat) => roles[seat]?.side === side));
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
    const contests = trajectories.flatMap((trajectory) => contestsOf(gameOf(trajectory.game), trajectory));
    const known: readonly Maxim[] = prior === null ? [] : parseMaxims(prior);
    const maxims = MAXIM_SIDES.flatMap((side) =>
      learn(
        side,
        contests.filter((contest) => contest.side === side),
        known.filter((maxim) => maxim.side === side),
      ),
    );
    const choices: readonly Choice[] = contests.flatMap((contest) => contest.choices);
    if (choices.length === 0) {
      return {
        ok: false,
        reason: 'the games hold no free choice between moves that builtin players know',
        notes: [],
      };
    }
    return {
      ok: true,
      text: writePlaybook(maxims),
      notes: [`weighed ${choices.length} free choices of ${trajectories.length} games`],
    };
  };
  return {
    write: ({ trajectories, prior }) => Promise.resolve(write(trajectories, prior)),
  };
}
