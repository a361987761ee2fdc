import { ngramsOf, wordsOf } from '../base/words.js';
import { byteLength } from './tokens.js';

/**
 * Longest playbook, in UTF-8 bytes: 12,000 tokens at four bytes a token, about eight times the length the
 * paper asks for.
 */
export const MAX_PLAYBOOK_BYTES = 48_000;
/** Fewer words than this are a remark, not a playbook. */
export const MIN_PLAYBOOK_WORDS = 20;
/** A refusal is short; a longer text that opens like one goes on to say something. */
const REFUSAL_MAX_WORDS = 120;
/** Share of letters among the visible characters below which a text is not prose; Markdown prose has over 0.85. */
const MIN_LETTER_SHARE = 0.5;
/** Share of one word among all words above which a text is a loop; "the" makes up about 0.06 of English. */
const MAX_WORD_SHARE = 0.5;
/** Share of distinct 5-grams below which a text is a loop; prose has over 0.9, lists of like sentences over 0.4. */
const MIN_DISTINCT_SHARE = 0.2;
/** Below this many 5-grams the share of distinct ones says little. */
const LOOP_MIN_GRAMS = 50;

/** The text inside one code fence that holds the whole reply, or the text as it is. */
export function unwrapFence(text: string): string {
  const lines = text.split('\n');
  const fence = /^(`{3,}|~{3,})[\w-]*\s*$/.exec(lines[0] ?? '')?.[1];
  if (fence === undefined || lines.length < 3 || lines[lines.length - 1]?.trim() !== fence) return text;
  const inner = lines.slice(1, -1);
  const fencesInside = inner.filter((line) => line.startsWith(fence)).length;
  return fencesInside % 2 === 0 ? inner.join('\n').trim() : text;
}

function isJson(text: string): boolean {
  if (!/^[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    // Broken JSON is still no prose; a bracket alone may open a Markdown link or a stage direction.
    return /^[[{]\s*(\{\s*)?"[^"\n]*"\s*[:,]/.test(text);
  }
}

const CANNOT = String.raw`i(['’]m| am)? (can ?not|can['’]t|won['’]t|unable to|not able to)`;
/** An apology or a word on being an AI, then what it cannot do. */
const APOLOGY = new RegExp(
  String.raw`^\W*(i['’]m sorry|i am sorry|sorry|i apologi[sz]e|as an ai( \w+)*)\W+(but )?${CANNOT}\b`,
  'i',
);
/** Without an apology only set phrases count: a playbook may well begin "I cannot help being suspicious". */
const SET_PHRASE = new RegExp(
  String.raw`^\W*(unfortunately\W+)?${CANNOT} (assist|comply|fulfil|help (you )?with (that|this|your))`,
  'i',
);

function isRefusal(text: string, wordCount: number): boolean {
  return wordCount <= REFUSAL_MAX_WORDS && (APOLOGY.test(text) || SET_PHRASE.test(text));
}

function letterShare(text: string): number {
  const visible = text.match(/\S/gu)?.length ?? 0;
  const letters = text.match(/[\p{L}\p{M}]/gu)?.length ?? 0;
  return visible === 0 ? 0 : letters / visible;
}

function isLoop(words: readonly string[]): boolean {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  if (Math.max(...counts.values()) > MAX_WORD_SHARE * words.length) return true;
  const grams = ngramsOf(words, 5);
  return grams.length >= LOOP_MIN_GRAMS && new Set(grams).size < MIN_DISTINCT_SHARE * grams.length;
}

/**
 * Why a text is no playbook, in one clause; null when it may be one.
 *
 * @param what the text is called in the clause
 */
export function playbookFault(text: string, what = 'the reply'): string | null {
  if (text === '') return `${what} is empty`;
  const bytes = byteLength(text);
  if (bytes > MAX_PLAYBOOK_BYTES) {
    return `${what} has ${bytes} bytes; a playbook has at most ${MAX_PLAYBOOK_BYTES}`;
  }
  if (isJson(text)) return `${what} is JSON, not prose`;
  const words = wordsOf(text);
  if (isRefusal(text, words.length)) return `${what} refuses to write a playbook`;
  if (words.length < MIN_PLAYBOOK_WORDS) {
    return `${what} has ${words.length} words; a playbook has at least ${MIN_PLAYBOOK_WORDS}`;
  }
  if (letterShare(text) < MIN_LETTER_SHARE) return `${what} is mostly not words`;
  if (isLoop(words)) return `${what} repeats the same words over and over`;
  return null;
}
