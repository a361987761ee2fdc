import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkOverlap, overlapWithOthers } from '../../src/playbooks/overlap.js';

const SOURCE = 'We should send Ana and Ben on this mission.';

describe('the overlap of a playbook', () => {
  it('with utterances is the share of its five-grams found in them, with the span that was copied', () => {
    // 9 words, 5 five-grams: "i say we should send", "say we should send ana", "we should send ana and",
    // "should send ana and ben", "send ana and ben often". The third and fourth are in the source.
    expect(checkOverlap('I say: we should send Ana and Ben, often!', ['No.', SOURCE], null)).toEqual({
      grams: 5,
      sources: { shared: 2, share: 0.4 },
      predecessor: null,
      sourceSpans: [{ text: 'we should send ana and ben', words: 6, source: 1 }],
      predecessorSpans: [],
    });
  });

  it('with its predecessor is counted apart', () => {
    // 8 words, 4 five-grams; all but the last are the predecessor's.
    const report = checkOverlap(
      'One two three four five six seven EIGHT',
      [],
      'zero one two three four five six seven',
    );
    expect(report).toMatchObject({
      grams: 4,
      sources: { shared: 0, share: 0 },
      predecessor: { shared: 3, share: 0.75 },
    });
    expect(report.predecessorSpans).toEqual([
      { text: 'one two three four five six seven', words: 7, source: null },
    ]);
  });

  it('does not run from one utterance into the next', () => {
    const report = checkOverlap('a b c d e f g h', ['x a b c d', 'e f g h x'], null);
    expect(report).toMatchObject({ sources: { shared: 0, share: 0 }, sourceSpans: [] });
  });

  it('reports spans that share no word, the longest first', () => {
    // "a…f" (6 words) and "e…i" (5) share e and f, so only the longer is reported; "p…t" stands apart.
    const report = checkOverlap(
      'p q r s t . a b c d e f g h i',
      ['a b c d e f', 'e f g h i', 'p q r s t'],
      null,
    );
    expect(report.sourceSpans.map((span) => span.text)).toEqual(['a b c d e f', 'p q r s t']);
    expect(report.sourceSpans.map((span) => span.source)).toEqual([0, 2]);
  });

  it('names the first of equal sources', () => {
    expect(checkOverlap(SOURCE, ['other words', SOURCE, SOURCE], null).sourceSpans).toMatchObject([
      { words: 9, source: 1 },
    ]);
  });

  it('has no share for a text of fewer than five words', () => {
    expect(checkOverlap('I trust nobody.', [SOURCE], SOURCE)).toEqual({
      grams: 0,
      sources: { shared: 0, share: null },
      predecessor: { shared: 0, share: null },
      sourceSpans: [],
      predecessorSpans: [],
    });
  });

  it('quotes a bounded part of a bounded number of spans', () => {
    const long = Array.from({ length: 200 }, (_, n) => `word${n}`).join(' ');
    const [span] = checkOverlap(long, [long], null).sourceSpans;
    expect(span?.words).toBe(200);
    expect(span?.text.split(' ')).toHaveLength(60);
    const phrases = Array.from({ length: 30 }, (_, n) => `p${n} q${n} r${n} s${n} t${n}`);
    expect(checkOverlap(phrases.join(' and '), phrases, null).sourceSpans).toHaveLength(10);
  });

  it('of a text that repeats one word for ever is found quickly', () => {
    const loop = 'go '.repeat(16_000);
    const started = performance.now();
    expect(checkOverlap(loop, [loop], loop)).toMatchObject({ grams: 1, sources: { share: 1 } });
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('agrees with the definition, word by word', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 }).map((words) => words.join(' '));
    const wordsIn = (from: string): string[] => from.split(' ').filter((word) => word !== '');
    const runs = (from: string): string[] => {
      const words = wordsIn(from);
      return words.slice(4).map((_, at) => words.slice(at, at + 5).join(' '));
    };
    /** Most words in a row that two texts have in common. */
    const longestRun = (one: string, other: string): number => {
      const [left, right] = [wordsIn(one), wordsIn(other)];
      let best = 0;
      left.forEach((_, i) =>
        right.forEach((__, j) => {
          let length = 0;
          while (left[i + length] !== undefined && left[i + length] === right[j + length]) length += 1;
          best = Math.max(best, length);
        }),
      );
      return best;
    };
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 4 }), (book, sources) => {
        const { grams, sources: found, sourceSpans } = checkOverlap(book, sources, null);
        const own = [...new Set(runs(book))];
        expect(grams).toBe(own.length);
        expect(found.shared).toBe(
          own.filter((run) => sources.some((source) => runs(source).includes(run))).length,
        );
        const longest = Math.max(0, ...sources.map((source) => longestRun(book, source)));
        expect(sourceSpans[0]?.words ?? 0).toBe(longest >= 5 ? longest : 0);
        for (const span of sourceSpans) {
          expect(wordsIn(span.text)).toHaveLength(span.words);
          expect(` ${sources[span.source ?? -1]} `).toContain(` ${span.text} `);
          expect(` ${book} `).toContain(` ${span.text} `);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('the overlap with other playbooks', () => {
  const text = 'I keep quiet until I know something worth saying, and then I say it once.';

  it('is a share of this playbook’s 5-grams, the most first', () => {
    // By hand: 15 words make 11 5-grams; the second text has the last 8 words and so 4 of them, the first none.
    const found = overlapWithOthers(text, [
      { other: 'none@v1', text: 'Nothing of this is said there at all.' },
      { other: 'some@v1', text: 'First: worth saying, and THEN I say it once!' },
      { other: 'same@v1', text },
    ]);
    expect(found.map(({ other, shared, share }) => [other, shared, share])).toEqual([
      ['same@v1', 11, 1],
      ['some@v1', 4, 4 / 11],
      ['none@v1', 0, 0],
    ]);
    expect(found[1]?.longest).toEqual({ text: 'worth saying and then i say it once', words: 8 });
    expect(found[2]?.longest).toBeNull();
  });

  it('is not there for a text of fewer than five words', () => {
    expect(overlapWithOthers('I wait.', [{ other: 'a@v1', text: 'I wait.' }])).toEqual([
      { other: 'a@v1', shared: 0, share: null, longest: null },
    ]);
  });
});
