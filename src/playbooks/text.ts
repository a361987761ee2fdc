import { sha256 } from '../base/hash.js';
import { cleanText, stripReasoning } from '../base/text.js';
import { playbookFault, unwrapFence } from './check.js';

export { countTokens } from './tokens.js';

/** A longer reply is not even searched for a playbook, in UTF-16 units; reasoning included. */
const MAX_REPLY = 512 * 1024;

/**
 * A playbook's text as it is hashed, written and read: clean (see `cleanText`), without white space at its
 * ends. Normalising twice changes nothing.
 */
export function normalisePlaybook(text: string): string {
  return cleanText(text).trim();
}

/** SHA-256 of a playbook's normalised text, as 64 hex digits: the identity of what a player reads. */
export function playbookHash(text: string): string {
  return sha256(normalisePlaybook(text));
}

/** A reply read as a playbook, or why it is none. `notes` say what was taken off on the way. */
export type PlaybookCheck =
  | { readonly ok: true; readonly text: string; readonly notes: readonly string[] }
  | { readonly ok: false; readonly reason: string; readonly notes: readonly string[] };

/** Why a reply that ended at the output limit is never used, however good its beginning looks. */
export function truncatedReason(maxOutputTokens: number): string {
  return `the reply was cut at the output limit of ${maxOutputTokens} tokens, so its end is missing`;
}

/**
 * Reads a reflector's reply as a playbook: reasoning blocks and one code fence around the whole are taken
 * off, control characters cleaned. Refused, with the reason in one clause: a reply that is empty, too short,
 * too long, JSON, a refusal, mostly not words, or a loop. It judges form, never advice. A reply that ended at
 * the output limit is for the caller to refuse ({@link truncatedReason}), who alone knows how it ended.
 */
export function checkPlaybookText(reply: string): PlaybookCheck {
  const notes: string[] = [];
  if (reply.length > MAX_REPLY) {
    const reason = `the reply has ${reply.length} characters; at most ${MAX_REPLY} are read`;
    return { ok: false, reason, notes };
  }
  const spoken = stripReasoning(reply);
  if (spoken !== reply.trim()) notes.push('reasoning was taken off the reply');
  const clean = normalisePlaybook(spoken);
  if (clean !== spoken.replace(/\r\n?/g, '\n').trim()) notes.push('control characters were removed');
  const text = normalisePlaybook(unwrapFence(clean));
  if (text !== clean) notes.push('a code fence around the reply was taken off');
  const reason = playbookFault(text);
  return reason === null ? { ok: true, text, notes } : { ok: false, reason, notes };
}
