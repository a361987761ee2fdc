import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanLine } from '../../src/base/text.js';
import { formatRules, isRules, parseRuleId, parseRules } from '../../src/playbooks/rules.js';
import type { Rule, Rulebook } from '../../src/playbooks/rules.js';

const line = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength })
    .map(cleanLine)
    .filter((text) => text !== '');
const section = fc.oneof(fc.constant(''), fc.constantFrom('Deception', 'Timing and patience'), line(12));
const count = fc.integer({ min: 0, max: 999_999 });

const book: fc.Arbitrary<Rulebook> = fc
  .record({
    rules: fc.uniqueArray(
      fc.record({
        id: fc.integer({ min: 1, max: 99_999 }),
        section,
        text: fc.oneof(
          line(60),
          fc.constantFrom('(+1/−2) counts?', '# no heading', '- no item', 'r3: no id'),
        ),
        helpful: count,
        harmful: count,
      }),
      { selector: ({ id }) => id, maxLength: 12 },
    ),
    gone: fc.integer({ min: 0, max: 50 }),
  })
  .map(({ rules, gone }) => ({
    rules,
    nextId: Math.max(0, ...rules.map(({ id }) => id)) + 1 + gone,
  }));

/** The rules of a section together, those without one first, sections as they first occur. */
function grouped(rules: readonly Rule[]): Rule[] {
  const sections = ['', ...rules.map((rule) => rule.section)];
  return rules.toSorted((a, b) => sections.indexOf(a.section) - sections.indexOf(b.section));
}

describe('a rulebook as text', () => {
  it('looks like this', () => {
    const rules: Rule[] = [
      { id: 7, section: 'Detection', text: 'When votes shift, I ask why.', helpful: 4, harmful: 1 },
      { id: 9, section: 'Detection', text: 'When nobody asks, I do.', helpful: 0, harmful: 0 },
    ];
    expect(formatRules({ rules, nextId: 12 })).toBe(
      '# Rules I play by\n\nEach rule has an id and (+times it helped/−times it did harm). Next id: r12.\n\n' +
        '## Detection\n\n- [r7] (+4/−1) When votes shift, I ask why.\n- [r9] (+0/−0) When nobody asks, I do.',
    );
  });

  it('reads back as it was written, whatever the rules', () => {
    fc.assert(
      fc.property(book, (given) => {
        expect(parseRules(formatRules(given))).toEqual({ rules: grouped(given.rules), nextId: given.nextId });
      }),
    );
  });

  it('of any text at all gives rules with distinct ids below the next one, and settles at once', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.lorem()), (text) => {
        const once = parseRules(text);
        const ids = once.rules.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(Math.max(0, ...ids)).toBeLessThan(once.nextId);
        expect(formatRules(parseRules(formatRules(once)))).toBe(formatRules(once));
      }),
    );
  });
});

describe('a rulebook edited by hand', () => {
  const read = (body: string): Rulebook => parseRules(body);
  const rule = { id: 3, section: '', text: 'When I hide, I agree early.', helpful: 4, harmful: 1 };

  it.each([
    ['another list mark', '* [r3] (+4/−1) When I hide, I agree early.'],
    ['a number', '2. [r3] (+4/−1) When I hide, I agree early.'],
    ['a plain minus', '- [r3] (+4/-1) When I hide, I agree early.'],
    ['no signs', '- [R3] (4/1) When I hide, I agree early.'],
    ['a wrapped line', '- [r3] (+4/−1) When I hide,\n  I agree early.'],
    ['Windows line ends', '- [r3] (+4/−1) When I hide,\r\n  I agree early.\r\n'],
    ['emphasis', '- **[r3]** (+4/−1) When I hide, I agree early.'],
  ])('is read with %s', (_, text) => {
    expect(read(text)).toEqual({ rules: [rule], nextId: 4 });
  });

  it('gives an id to an item that has none, never one that was given before', () => {
    const text =
      '# Rules I play by\n\nEach rule has an id and (+times it helped/−times it did harm). Next id: r9.\n\n';
    const { rules, nextId } = read(`${text}- [r3] (+4/−1) When I hide, I agree early.\n- I never sulk.\n`);
    expect(rules).toEqual([rule, { id: 9, section: '', text: 'I never sulk.', helpful: 0, harmful: 0 }]);
    expect(nextId).toBe(10);
  });

  it('gives a new id to the second of two items with the same one', () => {
    const { rules } = read('- [r3] (+4/−1) When I hide, I agree early.\n- [r3] (+0/−0) I never sulk.');
    expect(rules.map(({ id }) => id)).toEqual([3, 4]);
  });

  it('takes an item without counts as one not yet tried, and counts without an id as words', () => {
    expect(read('- [r3] I never sulk.').rules[0]).toMatchObject({ helpful: 0, harmful: 0 });
    expect(read('- (+2/−1) is a good score.').rules[0]?.text).toBe('(+2/−1) is a good score.');
  });

  it('takes list items and paragraphs of prose as rules under their headings', () => {
    const prose =
      '# Mine\n\n## Hiding\n\nI agree early\nand often.\n\n- I say little.\n  - least of all about myself\n';
    expect(read(prose).rules.map(({ section: under, text }) => [under, text])).toEqual([
      ['Hiding', 'I agree early and often.'],
      ['Hiding', 'I say little. least of all about myself'],
    ]);
  });

  it('is told from prose by the ids of its items', () => {
    expect(isRules('## Hiding\n\n- [r1] (+0/−0) I agree early.')).toBe(true);
    expect(isRules('Rule [r1] is a good one.\n\n- I agree early.')).toBe(false);
  });
});

describe('an id', () => {
  it.each([
    ['r7', 7],
    ['[R7]', 7],
    [' 7 ', 7],
    ['r0', null],
    ['rule 7', null],
    ['r-7', null],
    ['r1234567', null],
  ])('written %j is %j', (text, id) => expect(parseRuleId(text)).toBe(id));
});
