import stripAnsi from 'strip-ansi';

/**
 * C0 and C1 controls but tab and line feed, bidirectional controls, invisible marks, unpaired surrogates. The
 * zero-width joiner and non-joiner stay: Persian spelling and joined emoji need them.
 */
const UNSAFE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Removes terminal escape codes, control characters and invisible direction marks from text that
 * a model or a file supplied. Tabs and line ends stay; carriage returns become line ends.
 */
export function cleanText(text: string): string {
  return stripAnsi(text.replace(/\r\n?/g, '\n')).replace(UNSAFE, '');
}

/** White space that is not a single space. */
const SPACES = /\s\s|[^\S ]/;

/** {@link cleanText} on one line: every run of white space becomes a single space, ends trimmed. */
export function cleanLine(text: string): string {
  const clean = cleanText(text);
  return (SPACES.test(clean) ? clean.replace(/\s+/g, ' ') : clean).trim();
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

const REASONING_TAG = /<(\/?)(?:think|thinking|reasoning)>/gi;

/**
 * Removes reasoning blocks from a reply: closed blocks anywhere, a block that was opened by the chat
 * template (only its closing tag is in the text), and a block that never closes. Takes time in proportion to
 * the text.
 */
export function stripReasoning(text: string): string {
  let kept = '';
  let from = 0;
  let open = false;
  for (const tag of text.matchAll(REASONING_TAG)) {
    const closes = tag[1] === '/';
    if (!open && !closes) kept += text.slice(from, tag.index);
    // A closing tag without an opening one: all before it was reasoning that the template had begun.
    if (!open && closes) kept = '';
    open = !closes;
    from = tag.index + tag[0].length;
  }
  return (open ? kept : kept + text.slice(from)).trim();
}
