/**
 * Words and word n-grams as every text measure of the lab counts them: NFKC, lower case, the word-like
 * segments of `Intl.Segmenter` (so that Chinese, Thai and Arabic have words too), punctuation dropped.
 */

/** English rules by name: without a locale the machine's own would decide where words end. */
let segmenter: Intl.Segmenter | undefined;

/** Built on first use and kept, because building one costs far more than using it. */
function wordSegmenter(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  return segmenter;
}

/**
 * Text the short cut below does not take: beyond ASCII, an underscore, or a colon or at sign inside a word,
 * which Unicode versions treat differently.
 */
const NEEDS_SEGMENTER = /[_\u0080-\uffff]|[A-Za-z0-9][:@][A-Za-z0-9]/;

/**
 * Word-like segments of lower-case ASCII by Unicode Standard Annex 29: letters and digits hold together
 * (WB5, WB8–10), an apostrophe or full stop joins two letters or two digits (WB6–7, WB11–12), a comma or
 * semicolon two digits (WB11–12).
 */
const ASCII_WORD = /[a-z0-9]+(?:(?:(?<=[a-z])['.](?=[a-z])|(?<=[0-9])['.,;](?=[0-9]))[a-z0-9]+)*/g;

/** The words of a text, in order. No word contains white space. */
export function wordsOf(text: string): string[] {
  if (!NEEDS_SEGMENTER.test(text)) return text.toLowerCase().match(ASCII_WORD) ?? [];
  const words: string[] = [];
  for (const part of wordSegmenter().segment(text.normalize('NFKC').toLowerCase())) {
    if (part.isWordLike === true) words.push(part.segment);
  }
  return words;
}

/**
 * The runs of `n` consecutive words, in order, each written as its words with a space between. Two runs have
 * the same text only when they are the same words, since no word contains white space.
 *
 * @param n at least 1; a list shorter than `n` has no n-grams
 */
export function ngramsOf(words: readonly string[], n: number): string[] {
  // Slices of one string: twice as fast as joining each run by itself.
  const joined = words.join(' ');
  const starts: number[] = [];
  let at = 0;
  for (const word of words) {
    starts.push(at);
    at += word.length + 1;
  }
  starts.push(at);
  const grams: string[] = [];
  for (let first = 0; first + n <= words.length; first += 1) {
    grams.push(joined.slice(starts[first], (starts[first + n] ?? 0) - 1));
  }
  return grams;
}
