import type { Reflection, Reflector } from '../players/player.js';
import { placeboPlaybook, shuffledPlaybook } from './controls.js';

/** Permutes the advice of the playbook it is given. Reads no game, asks no model. */
export function shufflingReflector(): Reflector {
  const write = (prior: string | null, seed: string): Reflection =>
    prior === null
      ? { ok: false, reason: 'there is no playbook to shuffle', notes: [] }
      : {
          ok: true,
          text: shuffledPlaybook(prior, seed),
          notes: ['the playbook in use, its advice permuted'],
        };
  return { write: ({ prior, episode }) => Promise.resolve(write(prior, episode)) };
}

/** A placebo for builtin players: maxims of random direction, like the given playbook in all else. */
export function builtinPlaceboReflector(): Reflector {
  const write = (prior: string | null, seed: string): Reflection => ({
    ok: true,
    text: placeboPlaybook(seed, prior),
    notes: ['written without seeing a game: maxims of random direction'],
  });
  return { write: ({ prior, episode }) => Promise.resolve(write(prior, episode)) };
}
