import stripAnsi from 'strip-ansi';

/** C0 and C1 controls but tab and line feed, bidirectional controls, zero-width marks, unpaired surrogates. */
const UNSAFE =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Removes terminal escape codes, control characters and invisible direction marks from text that
 * a model or a file supplied. Tabs and line ends stay; carriage returns become line ends.
 */
export function cleanText(text: string): string {
  return stripAnsi(text.replace(/\r\n?/g, '\n')).replace(UNSAFE, '');
}

/** {@link cleanText} on one line: every run of white space becomes a single space, ends trimmed. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}

/**
 * At most `max` characters (UTF-16 units) of a text, cut at a word where one is near, with an ellipsis
 * when something was cut.
 */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  let cut = text.slice(0, Math.max(0, max - 1));
  const space = cut.lastIndexOf(' ');
  if (space > max * 0.7) cut = cut.slice(0, space);
  return `${cut.replace(/[\ud800-\udbff]$/, '').trimEnd()}…`;
}

/** `Ana`, `Ana and Ben`, `Ana, Ben and Cara`. */
export function listText(items: readonly string[], conjunction = 'and'): string {
  if (items.length <= 1) return items[0] ?? '';
  return `${items.slice(0, -1).join(', ')} ${conjunction} ${items[items.length - 1] ?? ''}`;
}

const THINK_BLOCK = /<(think|thinking|reasoning)>[\s\S]*?<\/\1>/gi;
const OPEN_THINK = /^\s*<(think|thinking|reasoning)>[\s\S]*$/i;
const LATE_CLOSE = /^[\s\S]*<\/(think|thinking|reasoning)>/i;

/**
 * Removes reasoning blocks from a reply: closed blocks anywhere, a block that was opened by the chat
 * template (only its closing tag is in the text), and a block that never closes.
 */
export function stripReasoning(text: string): string {
  const closed = text.replace(THINK_BLOCK, '');
  return closed.replace(LATE_CLOSE, '').replace(OPEN_THINK, '').trim();
}
