/** Private notes of builtin players' seats, kept without a model. */
import type { GameDefinition } from '../../games/engine/definition.js';
import { TRAIT_NAMES } from '../../games/engine/traits.js';
import type { MaximSide } from '../../players/builtin/maxims.js';
import { weightsFor } from '../../players/builtin/policy.js';
import type { Profile } from '../../players/builtin/profiles.js';
import type { Reflector, Trajectory } from '../../players/player.js';
import { NO_CHOICES, success } from '../builtin-reflector.js';
import { posterior } from '../builtin/estimate.js';
import { usage } from '../builtin/habits.js';
import { choicesOf } from '../builtin/replay.js';
import type { Choice } from '../builtin/replay.js';
import { rewriteNotes } from './seats.js';
import type { SeatReflection } from './seats.js';
import { parseSeatNotes, writeSeatNotes } from './text.js';

const SIZE = TRAIT_NAMES.length;

/** What a seat of this profile, carrying these notes, is in the habit of: its own policy, which it knows. */
function ownHabits(profile: Profile, side: MaximSide, notes: string | null): Float64Array {
  const weights =
    profile.policy === 'uniform' ? {} : weightsFor(profile, side === 'any' ? undefined : side, notes);
  return Float64Array.from(TRAIT_NAMES, (trait) => (weights[trait] ?? 0) / profile.temperature);
}

/**
 * A seat's notes after one more game, from its own choices, its own result and its notes so far. Of a single game
 * neither habits nor the usual success can be estimated: the first are the seat's own policy, the second is what its
 * ledger says (Laplace's rule, so ½ before the first game).
 */
async function afterGame(
  profile: Profile,
  { roles, outcome }: Trajectory,
  choices: readonly Choice[],
  seat: number,
  prior: string | null,
  budget: number,
): Promise<SeatReflection> {
  const side: MaximSide = roles[seat]?.side ?? 'any';
  const known = parseSeatNotes(prior ?? '');
  const { games, won } = known.tallies.get(side) ?? { games: 0, won: 0 };
  const result = success([outcome.rewards[seat] ?? 0]);
  const x = new Float64Array(2 * SIZE);
  x.set(usage(choices, ownHabits(profile, side, prior)));
  const observation = { x, y: result - (won + 1) / (games + 2) };
  const others = known.maxims.filter((maxim) => maxim.side !== side);
  const own = posterior(
    side,
    [observation],
    known.maxims.filter((maxim) => maxim.side === side),
  );
  const text = await writeSeatNotes(
    {
      tallies: new Map(known.tallies).set(side, { games: games + 1, won: won + result }),
      maxims: [...others, ...own],
    },
    budget,
  );
  return text === null
    ? { ok: false, reason: `the ledger alone does not fit ${budget} tokens` }
    : { ok: true, text };
}

/**
 * Notes kept without a model: after each game each seat weighs its own choices by its own result. What a seat could
 * not see has no part in it.
 *
 * @param profile whose games these are; a seat's habits are this profile's policy with the notes it carried
 * @param gameOf the definition of a game, by id
 */
export function builtinNotesReflector(profile: Profile, gameOf: (id: string) => GameDefinition): Reflector {
  return {
    write: ({ trajectories, prior, budget }) => {
      const choices = trajectories.map((trajectory) => choicesOf(gameOf(trajectory.game), trajectory));
      return rewriteNotes(trajectories, prior, budget, (task) => {
        const own = (choices[task.index] ?? []).filter(({ seat }) => seat === task.seat);
        return own.length === 0
          ? Promise.resolve({ ok: false, reason: NO_CHOICES })
          : afterGame(profile, task.trajectory, own, task.seat, task.prior, task.budget);
      });
    },
  };
}
