import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_NAME_LENGTH,
  checkPlaybookName,
  defaultPlaybookName,
  formatPlaybookRef,
  isPlaybookName,
  parsePlaybookRef,
  unknownPlaybook,
} from '../../src/playbooks/naming.js';
import { refusal } from './refusal.js';

describe('a playbook name', () => {
  it.each(['a', 'my-book', 'resistance-qwen2.5-3b', '0', 'a'.repeat(80), 'nullable', 'con-1'])(
    'may be %s',
    (name) => {
      expect(checkPlaybookName(name)).toBe(name);
    },
  );

  it.each([
    '',
    '.',
    '..',
    '../up',
    'a/b',
    'a\\b',
    '/etc/passwd',
    'C:book',
    '.hidden',
    'a.',
    '-flag',
    'a-',
    'a..b',
    'a--b',
    'My-Book',
    'a b',
    'a_b',
    'a@v1',
    'bücher',
    '模型',
    'a\u0000',
    'a\n',
    '~',
    '%2e%2e',
    'con',
    'nul.txt',
    'lpt1',
    'a'.repeat(81),
  ])('may not be %j', (name) => {
    expect(isPlaybookName(name)).toBe(false);
    expect(refusal(() => checkPlaybookName(name)).code).toBe('input.option');
  });

  it('that may not be used is answered with one that may, in one line', () => {
    expect(() => checkPlaybookName('My Book!')).toThrow(/got "My Book!"; try "my-book"$/);
    expect(() => checkPlaybookName('模型')).toThrow(/got "模型"$/);
    expect(() => checkPlaybookName('a\u001b[31m\nb'.repeat(50))).toThrow(/^[^\n\u001b]{1,400}$/);
  });
});

describe('a reference', () => {
  it.each([
    ['my-book', { name: 'my-book', version: null }],
    ['my-book@v1', { name: 'my-book', version: 1 }],
    ['qwen2.5@v9999', { name: 'qwen2.5', version: 9999 }],
  ])('%s is read', (text, reference) => {
    expect(parsePlaybookRef(text)).toEqual(reference);
  });

  it.each([
    'my-book@',
    'my-book@1',
    'my-book@v0',
    'my-book@v01',
    'my-book@v1.5',
    'my-book@v-1',
    'my-book@v10000',
  ])('%s is refused with how to write one', (text) => {
    expect(() => parsePlaybookRef(text)).toThrow(/written NAME@vN with N from 1 to 9999, got ".*"/);
  });

  it.each(['', '@v1', 'a@v1@v2', 'My@v1', '../a@v1', 'a@latest'])('%j is refused', (text) => {
    expect(refusal(() => parsePlaybookRef(text)).code).toBe('input.option');
  });

  it('is read back as it was written', () => {
    const name = fc.stringMatching(/^[a-z0-9]{1,9}(-[a-z0-9]{1,9}){0,3}$/).filter(isPlaybookName);
    fc.assert(
      fc.property(name, fc.integer({ min: 1, max: 9999 }), (known, version) => {
        expect(parsePlaybookRef(formatPlaybookRef(known, version))).toEqual({ name: known, version });
      }),
    );
  });
});

describe('the default name', () => {
  it.each([
    ['resistance', 'builtin:novice', '3f2a9c0d', 'resistance-builtin-novice-3f2a9c0d'],
    ['resistance', 'ollama:smollm2:135m', 'r1', 'resistance-ollama-smollm2-135m-r1'],
    ['resistance', 'openai:Qwen/Qwen2.5-3B', 'r1', 'resistance-openai-qwen-qwen2.5-3b-r1'],
    ['resistance', '模型', 'r1', 'resistance-model-r1'],
    ['resistance', 'openai:modèle', '../..', 'resistance-openai-modele-run'],
  ])('of %s, %s and %s', (game, model, run, name) => {
    expect(defaultPlaybookName(game, model, run)).toBe(name);
  });

  it('keeps the run when the model label is long', () => {
    const name = defaultPlaybookName('prisoners-dilemma', `openai:${'very-'.repeat(40)}long`, '3f2a9c0d');
    expect(name).toMatch(/^prisoners-dilemma-openai-very-.*-3f2a9c0d$/);
    expect(name.length).toBeLessThanOrEqual(MAX_NAME_LENGTH);
  });

  it('is a valid name whatever it is made from', () => {
    const any = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom('..', 'con', '1.'),
    );
    fc.assert(
      fc.property(any, any, any, (game, model, run) => {
        expect(isPlaybookName(defaultPlaybookName(game, model, run))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

it('an unknown name is answered with the nearest, or where to look', () => {
  expect(unknownPlaybook('my-bok', ['other', 'my-book']).message).toBe(
    'unknown playbook "my-bok"; did you mean "my-book"?',
  );
  expect(unknownPlaybook('zzzzzz', ['a-book']).message).toMatch(/`spartan playbook list` lists them$/);
  expect(unknownPlaybook('a', []).message).toMatch(/there are none yet/);
});
