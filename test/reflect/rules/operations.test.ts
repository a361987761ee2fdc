import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withinBudget } from '../../../src/playbooks/budget.js';
import { formatRules, NO_RULES, parseRules } from '../../../src/playbooks/rules.js';
import type { Rule, Rulebook } from '../../../src/playbooks/rules.js';
import { applyOperations, mergeDuplicates, pruneRules } from '../../../src/reflect/rules/operations.js';
import type { Operation } from '../../../src/reflect/rules/operations.js';

function rule(id: number, text: string, helpful = 0, harmful = 0): Rule {
  return { id, section: 'Deception', text, helpful, harmful };
}

const BOOK: Rulebook = { rules: [rule(1, 'I agree early.', 2, 1), rule(4, 'I count votes.')], nextId: 6 };

const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({
    op: fc.constant('mark' as const),
    id: fc.integer({ min: 1, max: 12 }),
    helpful: fc.nat(9),
    harmful: fc.nat(9),
  }),
  fc.record({ op: fc.constant('change' as const), id: fc.integer({ min: 1, max: 12 }), text: fc.lorem() }),
  fc.record({ op: fc.constant('remove' as const), id: fc.integer({ min: 1, max: 12 }) }),
  fc.record({
    op: fc.constant('add' as const),
    section: fc.constantFrom('Deception', 'Coalition'),
    text: fc.lorem(),
    helpful: fc.nat(9),
    harmful: fc.nat(9),
  }),
);

describe('operations on rules', () => {
  it('mark, change, remove and add', () => {
    const { book, notes } = applyOperations(BOOK, [
      { op: 'mark', id: 1, helpful: 3, harmful: 1 },
      { op: 'change', id: 1, text: 'I agree early and often.' },
      { op: 'remove', id: 4 },
      { op: 'add', section: 'Coalition', text: 'I keep my word.', helpful: 0, harmful: 0 },
    ]);
    expect(book).toEqual({
      rules: [
        rule(1, 'I agree early and often.', 5, 2),
        { id: 6, section: 'Coalition', text: 'I keep my word.', helpful: 0, harmful: 0 },
      ],
      nextId: 7,
    });
    expect(notes).toEqual([]);
    expect(BOOK.rules[0]?.helpful).toBe(2);
  });

  it('skip an unknown id, tell it, and do the rest', () => {
    const { book, notes } = applyOperations(BOOK, [
      { op: 'remove', id: 9 },
      { op: 'remove', id: 4 },
      { op: 'change', id: 4, text: 'Gone already.' },
    ]);
    expect(book.rules.map(({ id }) => id)).toEqual([1]);
    expect(notes).toEqual([
      'skipped: there is no rule r9 to remove',
      'skipped: there is no rule r4 to change',
    ]);
  });

  it('never give an id twice, through any number of revisions and their texts', () => {
    fc.assert(
      fc.property(fc.array(fc.array(operation, { maxLength: 8 }), { maxLength: 6 }), (revisions) => {
        const given = new Map<number, number>();
        let current = NO_RULES;
        revisions.forEach((operations, revision) => {
          const before = new Set(current.rules.map(({ id }) => id));
          current = parseRules(formatRules(applyOperations(current, operations).book));
          for (const { id } of current.rules) {
            if (before.has(id)) continue;
            expect(given.has(id)).toBe(false);
            given.set(id, revision);
          }
        });
      }),
    );
  });
});

describe('joining duplicates', () => {
  const LONG =
    'When I sit with the majority and a vote fails, I ask each player in turn to say whom they suspect and compare it with their votes.';

  it('joins equal words in other dress, under the older id with both counts', () => {
    const { book, notes } = mergeDuplicates({
      rules: [rule(8, 'I agree, EARLY!', 1, 0), rule(2, 'I agree early.', 3, 2)],
      nextId: 9,
    });
    expect(book.rules).toEqual([rule(2, 'I agree, EARLY!', 4, 2)]);
    expect(notes).toEqual(['r8 says the same as r2: joined']);
  });

  it('joins a rule that another holds nearly word by word, and keeps the fuller one', () => {
    const longer = `${LONG} That shows who follows whom.`;
    const { book } = mergeDuplicates({ rules: [rule(1, LONG), rule(2, longer)], nextId: 3 });
    expect(book.rules).toEqual([rule(1, longer)]);
  });

  it.each([
    ['the opposite', LONG.replace('I ask', 'I never ask')],
    ['the other side', LONG.replace('majority', 'minority')],
    ['other advice', 'When I sit with the majority and a vote fails, I wait and keep my view to myself.'],
  ])('leaves %s', (_, text) => {
    expect(mergeDuplicates({ rules: [rule(1, LONG), rule(2, text)], nextId: 3 }).book.rules).toHaveLength(2);
  });

  it('joins twice what it joins once', () => {
    const sentence = fc
      .array(fc.constantFrom('I', 'ask', 'vote', 'early', 'never', 'you', 'and', 'they'), {
        minLength: 1,
        maxLength: 9,
      })
      .map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(sentence, { maxLength: 10 }), (texts) => {
        const given = { rules: texts.map((text, index) => rule(index + 1, text, index, 1)), nextId: 99 };
        const { book } = mergeDuplicates(given);
        const total = (rules: readonly Rule[]): number =>
          rules.reduce((sum, { helpful }) => sum + helpful, 0);
        expect(total(book.rules)).toBe(total(given.rules));
        expect(new Set(book.rules.map(({ text }) => text)).size).toBe(book.rules.length);
      }),
    );
  });
});

describe('pruning rules to a budget', () => {
  const filler = 'and then I look around the table, count on my fingers and think again about it';
  const many: Rulebook = {
    rules: [
      rule(1, `Old and untried, ${filler}.`),
      rule(2, `Often good, ${filler}.`, 9, 2),
      rule(3, `Often bad, ${filler}.`, 2, 9),
      rule(4, `New and untried, ${filler}.`),
      rule(5, `Even, but tried, ${filler}.`, 5, 5),
    ],
    nextId: 6,
  };
  /** Ids in the order in which they go: −7, then evidence 0 by age, then evidence 10 at 0, then +7. */
  const ORDER = [3, 1, 4, 5, 2];

  it('drops the worst by helpful less harmful, then the least tried, then the oldest, and no more than must go', async () => {
    for (let kept = 1; kept <= 5; kept += 1) {
      const left = many.rules.filter(({ id }) => ORDER.slice(5 - kept).includes(id));
      const { tokens } = await withinBudget(formatRules({ ...many, rules: left }), 0);
      const { book, notes } = await pruneRules(many, tokens);
      expect(book.rules.map(({ id }) => id)).toEqual(left.map(({ id }) => id));
      expect(book.nextId).toBe(6);
      expect(notes).toHaveLength(kept === 5 ? 0 : 1);
      if (kept === 3) expect(notes[0]).toContain('no room for r3, r1: the worst by their counts');
    }
  });

  it('leaves nothing where not one rule fits', async () => {
    expect((await pruneRules(many, 5)).book.rules).toEqual([]);
  });
});
