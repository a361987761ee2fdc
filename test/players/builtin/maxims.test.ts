import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TRAIT_NAMES } from '../../../src/games/engine/traits.js';
import {
  graded,
  GRADES,
  MAX_EVIDENCE,
  MAXIM_SIDES,
  parseMaxims,
  writeMaxim,
} from '../../../src/players/builtin/maxims.js';
import type { Maxim } from '../../../src/players/builtin/maxims.js';

const EXAMPLE =
  'When I am on the hidden side, I win more often when I do what a player with nothing to hide would do — ' +
  'a strong effect, seen over 212 choices.';

const gradedMaxim: fc.Arbitrary<Maxim> = fc.record({
  side: fc.constantFrom(...MAXIM_SIDES),
  trait: fc.constantFrom(...TRAIT_NAMES),
  strength: fc
    .tuple(fc.constantFrom(0, ...GRADES.map(({ strength }) => strength)), fc.constantFrom(1, -1))
    .map(([size, sign]) => (size === 0 ? 0 : size * sign)),
  evidence: fc.integer({ min: 0, max: MAX_EVIDENCE }),
});

const distinctMaxims = fc.uniqueArray(gradedMaxim, {
  selector: ({ side, trait }) => `${side}/${trait}`,
  maxLength: MAXIM_SIDES.length * TRAIT_NAMES.length,
});

const byPlace = (maxims: readonly Maxim[]): Maxim[] =>
  maxims.toSorted(
    (a, b) =>
      MAXIM_SIDES.indexOf(a.side) - MAXIM_SIDES.indexOf(b.side) ||
      TRAIT_NAMES.indexOf(a.trait) - TRAIT_NAMES.indexOf(b.trait),
  );

describe('a maxim', () => {
  it('reads as a first-person sentence', () => {
    const maxim: Maxim = { side: 'alt', trait: 'blend', strength: 3.7, evidence: 212 };
    expect(writeMaxim(maxim)).toBe(EXAMPLE);
    expect(parseMaxims(EXAMPLE)).toEqual([maxim]);
  });

  it('keeps the nearest grade of its strength, by ratio', () => {
    const read = (strength: number): number =>
      graded({ side: 'main', trait: 'risk', strength, evidence: 1 }).strength;
    // The geometric mean of neighbouring grades 2.5 and 3.7 is 3.04.
    expect(read(3.0)).toBe(2.5);
    expect(read(3.1)).toBe(3.7);
    expect(read(-3.1)).toBe(-3.7);
    expect(read(1000)).toBe(8);
    expect(read(0.19)).toBe(0);
    expect(read(0.21)).toBe(0.4);
  });

  it('says when something made no difference, and on how much that rests', () => {
    const maxim: Maxim = { side: 'any', trait: 'listen', strength: 0, evidence: 40 };
    const text = writeMaxim(maxim);
    expect(text).toContain('no effect so far, seen over 40 choices');
    expect(parseMaxims(text)).toEqual([maxim]);
  });
});

describe('reading maxims', () => {
  it('returns what was written, for any set of maxims in any order', () => {
    fc.assert(
      fc.property(distinctMaxims, (maxims) => {
        const text = maxims.map((maxim) => `- ${writeMaxim(maxim)}`).join('\n');
        expect(parseMaxims(text)).toEqual(byPlace(maxims));
      }),
    );
  });

  it('finds them whatever stands around them', () => {
    fc.assert(
      fc.property(distinctMaxims, fc.string({ unit: 'grapheme' }), (maxims, noise) => {
        const text = maxims.map((maxim) => `\n\n${noise}\n\n${writeMaxim(maxim)}\n\n`).join('');
        expect(parseMaxims(text)).toEqual(byPlace(maxims));
      }),
    );
  });

  it.each([
    ['emphasis', EXAMPLE.replace('hidden side', '**hidden side**').replace('strong', '*strong*')],
    ['a heading', `## ${EXAMPLE}`],
    ['a quotation', EXAMPLE.replace('I win', '\n> I win').replace('player', 'player\n> ')],
    ['hard wraps', EXAMPLE.replaceAll(' ', '\n')],
    ['capitals', EXAMPLE.toUpperCase()],
    ['a plain hyphen', EXAMPLE.replace('—', '-')],
    ['a double hyphen', EXAMPLE.replace('—', '--')],
    ['a numbered list', `3. ${EXAMPLE}`],
    ['a table cell', `| ${EXAMPLE} |`],
    ['"about" before the number', EXAMPLE.replace('212', 'about 212')],
    ['Windows line ends', EXAMPLE.replaceAll(' ', '\r\n')],
  ])('survives %s', (_, text) => {
    expect(parseMaxims(text)).toEqual([{ side: 'alt', trait: 'blend', strength: 3.7, evidence: 212 }]);
  });

  it('reads numbers with a separator of thousands', () => {
    expect(parseMaxims(EXAMPLE.replace('212', '12,345'))[0]?.evidence).toBe(12_345);
  });

  it('goes by the later of two sentences on the same side and trait', () => {
    const later = writeMaxim({ side: 'alt', trait: 'blend', strength: -1.1, evidence: 9 });
    expect(parseMaxims(`${EXAMPLE}\n${later}`)).toEqual([
      { side: 'alt', trait: 'blend', strength: -1.1, evidence: 9 },
    ]);
  });

  it('finds nothing in text without such sentences', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        expect(parseMaxims(text)).toEqual([]);
      }),
    );
    expect(
      parseMaxims(
        '# My playbook\n\n- When I am on the hidden side, I blend in.\n- I win more often when I listen.\n' +
          '- A strong effect, seen over 212 choices.',
      ),
    ).toEqual([]);
  });

  it('finds nothing when a part of the sentence is missing or altered', () => {
    const words = EXAMPLE.split(' ');
    for (let cut = 0; cut < words.length; cut += 1) {
      expect(parseMaxims(words.filter((_, index) => index !== cut).join(' '))).toEqual([]);
    }
  });

  it('stays quick on two megabytes of beginnings', () => {
    const text = 'When I am on the hidden side, I win more often when I '.repeat(40_000);
    const start = performance.now();
    expect(parseMaxims(text)).toEqual([]);
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
