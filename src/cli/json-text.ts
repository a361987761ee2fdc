/** Controls and invisible marks, which `JSON.stringify` lets through but for the first 32; its line ends stay. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

function escape(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }).join('');
}

/**
 * A value as JSON for standard output. What could command a terminal is written as an escape, so that the text
 * is safe to look at and still the same value.
 */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replace(UNSEEN, escape)}\n`;
}
