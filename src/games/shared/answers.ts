import type { JsonObject } from '../../base/json.js';

/** The text in a field of an action or of an event's data; empty when there is none. */
export function textOf(values: JsonObject, field: string): string {
  const value = values[field];
  return typeof value === 'string' ? value : '';
}

/** Punctuation and symbols at either end of a text. */
const OUTER_PUNCTUATION = /^[\p{P}\p{S}\s]+|[\p{P}\p{S}\s]+$/gu;
/** The hyphen, its typographic relatives (U+2010 to U+2015) and the minus sign. */
const HYPHENS = /[-\u2010-\u2015\u2212]/g;

/**
 * A word or name as answers are compared: Unicode NFKC, lower case, hyphens to spaces, single spaces, outer
 * punctuation removed. `"The Ice-Rink!"` is `the ice rink`.
 */
export function normalisedAnswer(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(HYPHENS, ' ')
    .replace(OUTER_PUNCTUATION, '')
    .replace(/\s+/g, ' ');
}

/** True when two answers are the same after {@link normalisedAnswer}. */
export function sameAnswer(a: string, b: string): boolean {
  return normalisedAnswer(a) === normalisedAnswer(b);
}

/** An answer fit to be shown inside quotation marks: normalised, with letters, digits, spaces and `'&.` alone. */
export function shownAnswer(text: string): string {
  return normalisedAnswer(text).replace(/[^\p{L}\p{M}\p{N} '’&.]/gu, '');
}
