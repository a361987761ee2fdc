import { createHash } from 'node:crypto';
import type { CallSite, ChatRequest, ModelIdentity } from './chat.js';

/** Part of every key: raised when the list of what a key holds changes. */
const KEY_VERSION = 1;

/** Hex digits kept: 128 bits. */
const KEY_DIGITS = 32;

const identityTexts = new WeakMap<ModelIdentity, string>();
const schemaTexts = new WeakMap<object, string>();

function remembered<K extends object>(texts: WeakMap<K, string>, of: K, make: () => string): string {
  const known = texts.get(of);
  if (known !== undefined) return known;
  const text = make();
  texts.set(of, text);
  return text;
}

function identityText(identity: ModelIdentity): string {
  const settings = Object.entries(identity.settings)
    .filter(([, value]) => value !== null && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([identity.provider, identity.endpoint, identity.model, settings]);
}

/**
 * The key of a call: a hash of everything that can change the reply (who answers, with which settings; the
 * messages, the schema, the cap, the seed) and of what makes a repetition a repetition (episode, seat, turn,
 * attempt). Nothing secret goes in. A setting that is absent and one that is null give the same key. The
 * order of a schema's properties counts, since a server writes the reply in that order.
 *
 * @returns 32 hex digits
 */
export function callKey(identity: ModelIdentity, request: ChatRequest, site: CallSite): string {
  const { messages, schema } = request;
  const head = [
    KEY_VERSION,
    remembered(identityTexts, identity, () => identityText(identity)),
    // Lengths here and texts behind: as unambiguous as JSON, without escaping every character of a prompt.
    messages.map((message) => [message.role, message.content.length]),
    schema === undefined
      ? null
      : [schema.name, remembered(schemaTexts, schema.schema, () => JSON.stringify(schema.schema))],
    request.maxOutputTokens,
    request.seed ?? null,
    site.episode,
    site.seat,
    site.turn,
    site.attempt,
  ];
  const hash = createHash('sha256').update(JSON.stringify(head));
  // One by one: joined, the prompt would be copied twice, and two bytes a character if one message needs them.
  for (const { content } of messages) hash.update(content);
  return hash.digest('hex').slice(0, KEY_DIGITS);
}
