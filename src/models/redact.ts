import type { Json } from '../base/json.js';

/** What stands where a secret stood. */
export const REDACTED = '[secret removed]';

/**
 * Shorter values are placeholders that keyless servers are given (`ollama`, `EMPTY`); taking such words out
 * of replies would damage them. They are removed only where they follow `Bearer`.
 */
const SECRET_MIN_LENGTH = 8;

/** Takes secrets out of what a server sent, or out of an error. */
export interface Redactor {
  text(text: string): string;
  /** Redacts every string and every key. Returns the value itself when it held no secret. */
  json<T extends Json>(value: T): T;
}

/** `Array.isArray` does not narrow readonly lists. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function spellings(secret: string): string[] {
  if (secret.length < SECRET_MIN_LENGTH) return secret === '' ? [] : [`Bearer ${secret}`];
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
}

/**
 * A redactor for these secrets, in the spellings a server may echo: as they are, escaped in JSON, escaped in
 * a URL.
 */
export function redactor(secrets: readonly string[]): Redactor {
  // Longest first: a secret that contains another would else leave its rest behind.
  const needles = [...new Set(secrets.flatMap(spellings))].sort((a, b) => b.length - a.length);

  const text = (given: string): string =>
    needles.reduce((out, needle) => (out.includes(needle) ? out.replaceAll(needle, REDACTED) : out), given);

  const walk = (value: Json): Json => {
    if (typeof value === 'string') return text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (isList(value)) {
      const clean = value.map(walk);
      return clean.some((item, i) => item !== value[i]) ? clean : value;
    }
    const entries = Object.entries(value);
    const clean = entries.map(([key, item]): [string, Json] => [text(key), walk(item)]);
    const changed = clean.some(([key, item], i) => key !== entries[i]?.[0] || item !== entries[i]?.[1]);
    return changed ? Object.fromEntries(clean) : value;
  };

  return {
    text,
    json: <T extends Json>(value: T): T => (needles.length === 0 ? value : (walk(value) as T)),
  };
}
