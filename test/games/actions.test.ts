import { describe, expect, it } from 'vitest';
import {
  checkAction,
  describeForm,
  fromStable,
  narrowSchema,
  soleAction,
  stableSchema,
} from '../../src/games/engine/actions.js';
import type { Decision } from '../../src/games/engine/actions.js';

const witch: Decision = {
  kind: 'potion',
  forms: [
    { action: 'skip', fields: {} },
    { action: 'poison', fields: { target: { type: 'choice', options: ['Ana', 'Ben'] } } },
  ],
  fallback: { action: 'skip' },
};

describe('checking an answer', () => {
  it.each(['Ben', 'ben', ' BEN '])('takes %j for the name it is', (target) => {
    expect(checkAction(witch, { action: 'poison', target })).toEqual({
      ok: true,
      action: { action: 'poison', target: 'Ben' },
    });
  });

  it.each(['Poison', ' poison ', 'POISON'])('takes %j for the action it is', (action) => {
    expect(checkAction(witch, { action, target: 'Ben' })).toEqual({
      ok: true,
      action: { action: 'poison', target: 'Ben' },
    });
  });

  it('finds a forbidden word however it is written', () => {
    const describe: Decision = {
      kind: 'describe',
      forms: [
        { action: 'describe', fields: { text: { type: 'text', maxLength: 99, forbid: ['ice cream'] } } },
      ],
      fallback: { action: 'describe', text: '' },
    };
    const taken = (text: string): boolean => checkAction(describe, { action: 'describe', text }).ok;
    expect(['Ice cream!', 'my ice-cream', 'ice cre\u00adam', 'ｉｃｅ cream'].filter(taken)).toEqual([]);
    expect(['nice creamery', 'ice', 'cream and ice'].filter((text) => !taken(text))).toEqual([]);
  });

  it('does not guess between words that differ in capitals alone', () => {
    const words: Decision = {
      kind: 'say',
      forms: [{ action: 'say', fields: { word: { type: 'choice', options: ['may', 'May'] } } }],
      fallback: { action: 'say', word: 'may' },
    };
    expect(checkAction(words, { action: 'say', word: 'May' })).toMatchObject({
      ok: true,
      action: { word: 'May' },
    });
    expect(checkAction(words, { action: 'say', word: 'MAY' })).toMatchObject({ ok: false });
  });

  it('drops fields of other forms, which the wire schema makes a model fill in', () => {
    expect(checkAction(witch, { action: 'skip', target: 'Ana' })).toEqual({
      ok: true,
      action: { action: 'skip' },
    });
    expect(checkAction(witch, { action: 'skip', target: null })).toEqual({
      ok: true,
      action: { action: 'skip' },
    });
  });

  it.each([
    [null, 'the answer must be one JSON object'],
    [[], 'the answer must be one JSON object'],
    [{}, '"action" must be "skip" or "poison", got none'],
    [{ action: 'save' }, '"action" must be "skip" or "poison", got "save"'],
    [{ action: 'poison' }, '"target" must be one of "Ana" or "Ben", got nothing'],
    [{ action: 'poison', target: 'Cy' }, '"target" must be one of "Ana" or "Ben", got "Cy"'],
    [{ action: 'skip', why: 'tired' }, '"why" is not a field of "skip"'],
    [{ action: 'skip', constructor: 1 }, '"constructor" is not a field of "skip"'],
    [{ action: 7 }, '"action" must be "skip" or "poison", got 7'],
  ])('says what is wrong with %j', (answer, reason) => {
    expect(checkAction(witch, answer)).toEqual({ ok: false, reason });
  });

  it('says in words what each shape takes', () => {
    expect(witch.forms.map((form) => describeForm(form))).toEqual([
      '{"action":"skip"}',
      '{"action":"poison","target":"Ana|Ben"}',
    ]);
    expect(describeForm({ action: 'bid', fields: { count: { type: 'integer', min: 15, max: 15 } } })).toBe(
      '{"action":"bid","count":15}',
    );
  });

  it('finds the single legal answer, and none where there is a choice', () => {
    const only = { type: 'choice', options: ['succeed'] } as const;
    const fallback = { action: 'card', card: 'succeed' };
    expect(
      soleAction({ kind: 'card', forms: [{ action: 'card', fields: { card: only } }], fallback }),
    ).toEqual(fallback);
    expect(soleAction(witch)).toBeUndefined();
  });
});

describe('wire schemas', () => {
  it('make fields of single forms nullable and list every key, as the strict subset demands', () => {
    expect(narrowSchema(witch)).toEqual({
      type: 'object',
      properties: {
        action: { type: 'string', enum: ['skip', 'poison'] },
        target: { anyOf: [{ type: 'string', enum: ['Ana', 'Ben'] }, { type: 'null' }] },
      },
      required: ['action', 'target'],
      additionalProperties: false,
    });
  });

  it('carry objects keyed by names as pairs in the stable form, and read them back', () => {
    const catalogue = { offer: { shares: 'map-of-integers' }, pass: {} } as const;
    const schema = stableSchema(catalogue);
    expect(schema['required']).toEqual(['action', 'shares']);
    const reply = {
      action: 'offer',
      shares: [
        { name: 'Ana', value: 60 },
        { name: 'Ben', value: 40 },
      ],
    };
    expect(fromStable(reply, catalogue)).toEqual({ action: 'offer', shares: { Ana: 60, Ben: 40 } });
    expect(fromStable({ action: 'pass', shares: [] }, catalogue)).toEqual({ action: 'pass' });
    expect(fromStable({ ...reply, action: 'Offer' }, catalogue)).toMatchObject({ shares: { Ana: 60 } });
  });

  it('leave fields of other makes, which every object has, to the check', () => {
    const catalogue = { offer: { shares: 'map-of-integers' }, pass: {} } as const;
    const reply = { action: 'pass', constructor: 1, toString: 'x' };
    expect(fromStable(reply, catalogue)).toEqual(reply);
    expect(fromStable({ action: 'constructor', shares: [] }, catalogue)).toEqual({ action: 'constructor' });
  });
});
