import stripAnsi from 'strip-ansi';
import { UserError } from '../base/errors.js';
import { cleanLine, shorten, stripReasoning } from '../base/text.js';
import { playbookFault, unwrapFence } from './check.js';
import { parseFrontMatter } from './front-matter.js';
import type { PlaybookMeta } from './front-matter.js';
import { partsOf } from './items.js';
import { normalisePlaybook } from './text.js';

/** A sentence of a foreign text that speaks to the reader as an instruction would. */
export interface SuspiciousPassage {
  /** Line of the cleaned text on which its part begins, from 1. */
  readonly line: number;
  /** The words that stood out, on one line. */
  readonly quote: string;
}

/** A foreign text made ready to be a playbook. */
export interface ImportedText {
  /** Normalised: what a player will read. */
  readonly text: string;
  /** The front matter, when the file is a playbook of this lab. */
  readonly meta: PlaybookMeta | null;
  /** What was taken out or changed, one clause each. */
  readonly notes: readonly string[];
  /** Passages that read like instructions to the player's model. They are left as they are: text is data. */
  readonly suspicious: readonly SuspiciousPassage[];
}

/** Direction marks: they make a text read otherwise than it is stored. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/**
 * Marks that nobody sees: zero-width and soft characters, fillers, line marks, tag characters, and variation selectors
 * but the two that emoji need. The Unicode tag characters can spell whole hidden sentences.
 */
const INVISIBLE =
  /[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2028\u2029\u2060-\u2065\u206a-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff9-\ufffb]|[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;
/** Joiners where no spelling and no emoji needs them. */
const STRAY_JOINERS =
  /(?<![\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Mongolian}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])[\u200c\u200d]/gu;
/** Control characters but tab and line feed. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Our own tag, and marks by which chat templates tell who speaks; also with the wide brackets of East Asian text. */
const TAGS =
  /[<＜]\s{0,9}[/／]?\s{0,9}playbook\b(?:[^<>＜＞]*[>＞])?|[<＜]\s{0,9}[/／]?\s{0,9}(?:start_of_turn|end_of_turn|bos|eos|s)\s{0,9}[>＞]|<\|[^<>|\n]+\|>|\[\s?\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS)\s?\]|<<\s?\/?SYS\s?>>|<!--/gi;

/** Ways of speaking that address a model and not a player. Looked for in lower case, on one line. */
const INSTRUCTIONS: readonly RegExp[] = [
  /\b(?:ignore|disregard|override|bypass)\b[^.!?]{0,60}\b(?:instructions?|rules?|prompts?|guidelines?|directions?|messages?|above)\b/,
  /\bforget (?:all|any|everything|your|previous|prior|the above)\b[^.!?]{0,60}\b(?:instructions?|rules?|prompts?|told|above|before)\b/,
  /\b(?:previous|prior|above|earlier|original) (?:instructions?|prompts?|system messages?)\b/,
  /\b(?:system|developer) (?:prompt|message|instructions?)\b/,
  /\b(?:do not|don['’]t|never|stop) (?:follow|obey|listen to)\b[^.!?]{0,40}\b(?:rules?|instructions?|prompts?)\b/,
  /\byou are (?:now|no longer)\b/,
  /\bnew (?:instructions?|system prompt)\b/,
  /\b(?:always|only|must) (?:answer|reply|respond|output)\b[^.!?]{0,30}\b(?:with|in)\b/,
  /\b(?:reveal|print|repeat|output|leak)\b[^.!?]{0,40}\b(?:prompt|instructions?)\b/,
  /^(?:#+ )?\W{0,3}(?:system|assistant|user|human)\W{0,3}:/,
  /\bas an ai (?:language )?model\b/,
];

/** Longest quote of a suspicious passage, in characters. */
const MAX_QUOTE = 100;
/** Passages that are quoted at most. */
const MAX_SUSPICIOUS = 20;

function refuse(path: string, problem: string, remedy: string, cause?: unknown): UserError {
  return new UserError('playbook.file', `${cleanLine(path)}: ${problem}; ${remedy}`, { cause });
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n');
  } catch (cause) {
    throw refuse(path, 'it is not UTF-8 text', 'save it as UTF-8', cause);
  }
}

interface Split {
  readonly meta: PlaybookMeta | null;
  readonly body: string;
  /** Lines of front matter that were taken off. */
  readonly lines: number;
}

/** Front matter of ours is read; any other (a skill's, a blog post's) is about the file and no advice. */
function splitFrontMatter(content: string): Split {
  const lines = content.trimStart().split('\n');
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---');
  const isFront = lines[0]?.trimEnd() === '---' && end > 0 && /^[\w-]+\s*:/.test(lines[1] ?? '');
  if (!isFront) return { meta: null, body: content, lines: 0 };
  const front = parseFrontMatter(`${lines.slice(1, end).join('\n')}\n`);
  return {
    meta: front.ok ? front.meta : null,
    body: lines.slice(end + 1).join('\n'),
    lines: end + 1,
  };
}

/** Takes out HTML comments, which a reader of the page does not see. One that never closes is made visible. */
function withoutComments(text: string): {
  readonly text: string;
  readonly count: number;
  readonly open: boolean;
} {
  const kept: string[] = [];
  let count = 0;
  let from = 0;
  for (let at = text.indexOf('<!--'); at !== -1; at = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', at + 4);
    if (end === -1) break;
    kept.push(text.slice(from, at));
    from = end + 3;
    count += 1;
  }
  const rest = text.slice(from);
  const open = rest.includes('<!--');
  // A space in the place of each, so that what stood around it does not grow together into something new.
  return { text: [...kept, rest.replaceAll('<!--', '‹!--')].join(' '), count, open };
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** Applies one step of cleaning after the other, and notes those that found something. */
class Cleaning {
  readonly notes: string[] = [];
  text: string;

  constructor(text: string) {
    this.text = text;
  }

  remove(pattern: RegExp, one: string, many: string): void {
    let count = 0;
    this.text = this.text.replace(pattern, () => {
      count += 1;
      return '';
    });
    if (count > 0) this.notes.push(`${counted(count, `${one} was`, `${many} were`)} removed`);
  }

  note(condition: boolean, note: string): void {
    if (condition) this.notes.push(note);
  }
}

function suspiciousPassages(text: string): SuspiciousPassage[] {
  const found: SuspiciousPassage[] = [];
  for (const part of partsOf(text)) {
    const plain = part.text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[*_`~]/g, '')
      .replace(/\s+/g, ' ');
    for (const pattern of INSTRUCTIONS) {
      const match = pattern.exec(plain);
      if (match === null) continue;
      found.push({ line: part.line, quote: shorten(cleanLine(match[0]), MAX_QUOTE) });
      break;
    }
    if (found.length === MAX_SUSPICIOUS) break;
  }
  return found;
}

/**
 * Makes any text or Markdown file into the text of a playbook. Front matter, hidden text (control and invisible
 * characters, terminal codes, direction marks, HTML comments), reasoning blocks and a code fence around the whole are
 * taken out; tags that our prompts or a model's chat template could take for their own are made harmless by other
 * brackets. All of it is noted. What reads like instructions to a model is pointed out and kept, since no list of words
 * can tell it from advice.
 *
 * @param path for messages only; nothing is read
 * @throws {@link UserError} `playbook.file` for what is not UTF-8, or is no playbook once cleaned: empty, too short,
 * too long, JSON, mostly not words, a loop
 */
export function importText(bytes: Uint8Array, path: string): ImportedText {
  const split = splitFrontMatter(decode(bytes, path));
  const cleaning = new Cleaning(split.body);
  cleaning.note(
    split.lines > 0,
    split.meta === null
      ? `front matter of ${counted(split.lines, 'line', 'lines')} was taken off`
      : 'the front matter of a playbook was read and taken off',
  );
  const visible = stripAnsi(cleaning.text);
  cleaning.note(visible !== cleaning.text, 'terminal escape codes were removed');
  cleaning.text = visible;
  cleaning.remove(DIRECTION, 'mark of text direction', 'marks of text direction');
  cleaning.remove(INVISIBLE, 'invisible character', 'invisible characters');
  cleaning.remove(STRAY_JOINERS, 'zero-width joiner', 'zero-width joiners');
  cleaning.remove(CONTROL, 'control character', 'control characters');
  const comments = withoutComments(cleaning.text);
  cleaning.note(
    comments.count > 0,
    `${counted(comments.count, 'hidden comment was', 'hidden comments were')} removed`,
  );
  cleaning.note(comments.open, 'a comment that never ends was made visible');
  const spoken = stripReasoning(comments.text);
  cleaning.note(spoken !== comments.text.trim(), 'reasoning blocks were taken out');
  const bare = unwrapFence(spoken.trim());
  cleaning.note(bare !== spoken.trim(), 'a code fence around the whole was taken off');
  cleaning.text = bare;
  let tags = 0;
  // One tag may stand inside another: each pass leaves fewer brackets, so this comes to an end.
  for (let before = ''; before !== cleaning.text;) {
    before = cleaning.text;
    cleaning.text = before.replace(TAGS, (tag) => {
      tags += 1;
      return tag.replace(/[<＜[]/g, '‹').replace(/[>＞\]]/g, '›');
    });
  }
  cleaning.note(
    tags > 0,
    `${counted(tags, 'tag that a prompt could take for its own was', 'tags that a prompt could take for its own were')} defused`,
  );
  const text = normalisePlaybook(cleaning.text);
  const fault = playbookFault(text, 'the text');
  if (fault !== null) {
    const cleaned = cleaning.notes.length === 0 ? '' : ` after cleaning (${cleaning.notes.join('; ')})`;
    throw refuse(path, `${fault}${cleaned}`, 'mend the file and import it again');
  }
  return { text, meta: split.meta, notes: cleaning.notes, suspicious: suspiciousPassages(text) };
}
