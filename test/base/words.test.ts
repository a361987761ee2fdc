import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ngramsOf, wordsOf } from '../../src/base/words.js';

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** The definition, without the short cut. */
function segmented(text: string): string[] {
  return [...segmenter.segment(text.normalize('NFKC').toLowerCase())]
    .filter((part) => part.isWordLike)
    .map((part) => part.segment);
}

describe('words', () => {
  it.each([
    [
      'I can’t trust Ben’s plan; mission 2 failed.',
      ['i', 'can’t', 'trust', 'ben’s', 'plan', 'mission', '2', 'failed'],
    ],
    ["I can't -- won't -- go.", ['i', "can't", "won't", 'go']],
    ['3.14 of 1,000, e.g. v2.', ['3.14', 'of', '1,000', 'e.g', 'v2']],
    ["'quoted' a.5 5.a", ['quoted', 'a', '5', '5', 'a']],
    // Full-width letters and the fi ligature are compatibility forms of plain ones.
    ['ＢＥＮ is ﬁne', ['ben', 'is', 'fine']],
    ['أنا لا أثق به.', ['أنا', 'لا', 'أثق', 'به']],
    ['我相信他。', ['我', '相信', '他']],
    ['… — !!! 🙂', []],
    ['', []],
  ])('of %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('of ASCII text are those of the segmenter', () => {
    const characters = fc.constantFrom(...'aZq09 \'.,;:_-@!"/&#*`~\n\t');
    fc.assert(
      fc.property(fc.string({ unit: characters, maxLength: 40 }), (text) => {
        expect(wordsOf(text)).toEqual(segmented(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('of any text are those of the segmenter and contain no white space', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary-ascii' })), (text) => {
        const words = wordsOf(text);
        expect(words).toEqual(segmented(text));
        expect(words.filter((word) => /\s/.test(word))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('n-grams', () => {
  it('are all runs of n words, in order', () => {
    expect(ngramsOf(['we', 'go', 'now', 'then'], 3)).toEqual(['we go now', 'go now then']);
    expect(ngramsOf(['we', 'go'], 2)).toEqual(['we go']);
    expect(ngramsOf(['we'], 2)).toEqual([]);
  });

  it('of a list of words number its length less n, plus one, and never mix up words', () => {
    const words = fc.array(fc.constantFrom('a', 'aa', 'b', 'ab'), { maxLength: 12 });
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 6 }), (list, n) => {
        const grams = ngramsOf(list, n);
        expect(grams.map((gram) => gram.split(' '))).toEqual(
          Array.from({ length: Math.max(0, list.length - n + 1) }, (_, at) => list.slice(at, at + n)),
        );
      }),
    );
  });
});
