import { tokensOf } from './replies.js';
import type { FakeChat } from './types.js';

/** Prompts remembered for each model: slots of a server's cache. */
const SLOTS = 4;

function sharedStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return at;
}

/** Remembers the last prompts of each model, and tells how many tokens of a new one it had seen. */
export function promptCache(): (chat: FakeChat) => number {
  const seen = new Map<string, string[]>();
  return ({ model, messages }) => {
    const text = messages.map(({ role, content }) => `${role}\n${content}\n`).join('');
    const slots = seen.get(model) ?? [];
    const longest = Math.max(0, ...slots.map((slot) => sharedStart(slot, text)));
    seen.set(model, [text, ...slots].slice(0, SLOTS));
    return tokensOf(text.slice(0, longest));
  };
}
