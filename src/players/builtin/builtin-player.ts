import { rngOf } from '../../base/rng.js';
import { sampleAction } from '../../games/engine/actions.js';
import type { Action } from '../../games/engine/actions.js';
import type { GameDefinition, Role, Seat } from '../../games/engine/definition.js';
import type { Player, PlayerTurn } from '../player.js';
import { withWords, wordsJustSpoken } from './echo.js';
import { drawCandidate, weightsFor } from './policy.js';
import type { Profile } from './profiles.js';

/** What a builtin player is made of. */
export interface BuiltinSeat {
  readonly profile: Profile;
  readonly game: GameDefinition;
  /** With the seat, the seed of the player's own draws. */
  readonly gameId: string;
  readonly seat: Seat;
  readonly role: Role;
  /** Text of the playbook the seat carries, or null. An empty text is the same as none. */
  readonly playbook: string | null;
}

/**
 * A simulated player: weighs the moves its game proposes from the seat's view, by traits, and draws one.
 * It never calls anything outside the process, and the same seat of the same game plays the same way again.
 */
export function builtinPlayer({ profile, game, gameId, seat, role, playbook }: BuiltinSeat): Player {
  const rng = rngOf(`${gameId}/builtin/${seat}`);
  const weights = weightsFor(profile, role.side, playbook);

  const choose = ({ view, decision }: PlayerTurn): Action => {
    if (profile.policy === 'uniform') return sampleAction(decision, rng);
    const candidates = game.candidates?.(view, decision) ?? [];
    if (candidates.length === 0) return sampleAction(decision, rng);
    const { action } = drawCandidate(candidates, weights, profile.temperature, rng);
    const words = profile.echo > 0 ? wordsJustSpoken(view) : undefined;
    return words !== undefined && rng.float() < profile.echo ? withWords(decision, action, words) : action;
  };

  return {
    decide(turn) {
      const value = choose(turn);
      return Promise.resolve({ kind: 'action', value, text: JSON.stringify(value) });
    },
  };
}
