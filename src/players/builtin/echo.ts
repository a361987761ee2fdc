import { checkAction } from '../../games/engine/actions.js';
import type { Action, Decision } from '../../games/engine/actions.js';
import type { View } from '../../games/engine/definition.js';

/** What another seat said last, when nothing has happened since; undefined otherwise. */
export function wordsJustSpoken(view: View): string | undefined {
  const last = view.events[view.events.length - 1];
  const text = last?.data['text'];
  if (last?.talk === undefined || last.talk.seat === view.seat || typeof text !== 'string') return undefined;
  return text === '' ? undefined : text;
}

/** `action` with its free text replaced by `words`; the action itself when it has none or the words are not legal. */
export function withWords(decision: Decision, action: Action, words: string): Action {
  const form = decision.forms.find((candidate) => candidate.action === action.action);
  const field = Object.entries(form?.fields ?? {}).find(([, { type }]) => type === 'text');
  if (field === undefined) return action;
  const checked = checkAction(decision, { ...action, [field[0]]: words });
  return checked.ok ? checked.action : action;
}
