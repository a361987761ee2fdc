import { isNotes } from '../playbooks/notes.js';
import { isRules } from '../playbooks/rules.js';
import type { Asker } from '../players/chat/chat-player.js';
import type { Reflection, Reflector } from '../players/player.js';
import type { PromptLibrary } from '../prompts/library.js';
import { chatProsePlacebo } from './chat-reflector.js';
import { placeboPlaybook, shuffledPlaybook } from './controls.js';
import { chatNotesPlacebo } from './notes/chat.js';
import { chatRulesPlacebo } from './rules/chat.js';

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

/** A placebo that a model writes without having seen a game, in the form of the playbook it stands against. */
export function chatPlaceboReflector(asker: Asker, prompts: PromptLibrary): Reflector {
  const prose = chatProsePlacebo(asker, prompts);
  const rules = chatRulesPlacebo(asker, prompts);
  const notes = chatNotesPlacebo(asker, prompts);
  return {
    write(task, signal) {
      const { prior } = task;
      if (prior === null) return prose.write(task, signal);
      return (isNotes(prior) ? notes : isRules(prior) ? rules : prose).write(task, signal);
    },
  };
}
