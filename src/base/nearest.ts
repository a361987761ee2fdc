import { closest, distance } from 'fastest-levenshtein';

/**
 * The nearest known name to a mistyped one, for "did you mean" lines.
 * Undefined when nothing is within half the word's length.
 */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  const lower = word.toLowerCase();
  const prefixed = known.find((name) => lower.length >= 2 && name.toLowerCase().startsWith(lower));
  if (prefixed !== undefined) return prefixed;
  const found = closest(lower, [...known]);
  return distance(lower, found.toLowerCase()) <= Math.max(2, Math.floor(word.length / 2)) ? found : undefined;
}
