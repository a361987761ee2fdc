import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '../../../src/base/json.js';
import { NO_RULES } from '../../../src/playbooks/rules.js';
import type { Rulebook } from '../../../src/playbooks/rules.js';
import { readReply, replySchema } from '../../../src/reflect/rules/reply.js';
import { strictSubset } from '../../../src/models/strict-schema.js';
import { strictProblems } from '../../games/strict-schema.js';

const RULE = 'When I hide, I agree early.';
const BOOK: Rulebook = {
  rules: [{ id: 7, section: 'Deception', text: RULE, helpful: 0, harmful: 0 }],
  nextId: 8,
};

describe('a reply with operations', () => {
  it('is read as marks, changes, removals and additions, in that order', () => {
    const reply = {
      add: [{ section: 'Deception', text: RULE }],
      remove: ['r3'],
      change: [{ id: '[r2]', text: `  ${RULE}\n` }],
      marks: [{ id: 7, helpful: 2, harmful: 0 }],
    };
    expect(readReply(reply, 4)).toEqual({
      operations: [
        { op: 'mark', id: 7, helpful: 2, harmful: 0 },
        { op: 'change', id: 2, text: RULE },
        { op: 'remove', id: 3 },
        { op: 'add', section: 'Deception', text: RULE, helpful: 0, harmful: 0 },
      ],
      notes: [],
    });
  });

  it.each<[string, JsonObject, RegExp]>([
    [
      'more games than there were',
      { marks: [{ id: 'r1', helpful: 5, harmful: 0 }] },
      /item 1 of "marks" \(helpful\)/,
    ],
    [
      'a fraction of a game',
      { marks: [{ id: 'r1', helpful: 0.5, harmful: 0 }] },
      /item 1 of "marks" \(helpful\)/,
    ],
    ['no id', { remove: ['the first'] }, /item 1 of "remove": no id of a rule/],
    [
      'an unknown section',
      { add: [{ section: 'Cookery', text: RULE }] },
      /\(section\): no section of Deception/,
    ],
    ['a rule of one word', { add: [{ section: 'Deception', text: 'Win.' }] }, /less than 12 characters/],
    [
      'a rule as long as a page',
      { add: [{ section: 'Deception', text: 'win '.repeat(300) }] },
      /more than 600/,
    ],
    ['a list that is none', { add: 'nothing' }, /"add" is not a list/],
  ])('with %s has that skipped and told', (_, reply, note) => {
    const read = readReply({ ...reply, change: [{ id: 'r2', text: RULE }] }, 4);
    expect(read.operations).toEqual([{ op: 'change', id: 2, text: RULE }]);
    expect(read.notes).toHaveLength(1);
    expect(read.notes[0]).toMatch(note);
  });

  it('of any JSON at all gives operations without a throw, and no control characters', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('add', 'change', 'marks', 'remove'), fc.jsonValue()),
        (reply) => {
          const { operations } = readReply(JSON.parse(JSON.stringify(reply)) as JsonObject, 4);
          expect(JSON.stringify(operations)).not.toMatch(/\\u00[01]/);
        },
      ),
    );
  });
});

describe('the schema of a reply', () => {
  const checked = (schema: JsonObject) => (value: unknown) =>
    z.fromJSONSchema(schema).safeParse(value).success;
  const whole = { marks: [{ id: 'r7', helpful: 1, harmful: 0 }], change: [], remove: [], add: [] };

  it('knows the rules there are and how many games were read', () => {
    const valid = checked(replySchema(BOOK, 3));
    expect(valid(whole)).toBe(true);
    expect(valid({ ...whole, remove: ['r7'] })).toBe(true);
    expect(valid({ ...whole, remove: ['r8'] })).toBe(false);
    expect(valid({ ...whole, marks: [{ id: 'r7', helpful: 4, harmful: 0 }] })).toBe(false);
  });

  it('without rules asks for new ones alone', () => {
    const valid = checked(replySchema(NO_RULES, 3));
    expect(valid({ add: [{ section: 'Deception', text: RULE }] })).toBe(true);
    expect(valid({ add: [] })).toBe(false);
    expect(valid({ ...whole, add: [{ section: 'Deception', text: RULE }] })).toBe(false);
  });

  it('is within the strict subset that OpenAI takes', () => {
    for (const schema of [replySchema(BOOK, 3), replySchema(NO_RULES, 3)]) {
      expect(strictProblems(strictSubset(schema))).toEqual([]);
    }
  });
});
