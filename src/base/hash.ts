import { hash } from 'node:crypto';
import stableStringify from 'safe-stable-stringify';

/** Hex digits kept of a content hash: 80 bits, so a store of 10⁹ games has a collision chance below 10⁻⁶. */
const ID_DIGITS = 20;

/** JSON text with sorted keys: equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return stableStringify(value) ?? 'null';
}

/** SHA-256 of a text, as 64 hex digits. */
export function sha256(text: string): string {
  return hash('sha256', text);
}

/** A content id: the first 20 hex digits of the SHA-256 of the value's canonical JSON. */
export function contentId(value: unknown): string {
  return sha256(canonicalJson(value)).slice(0, ID_DIGITS);
}
