import { applyPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffPlaybooks, unifiedText } from '../../src/playbooks/diff.js';

const BEFORE = [
  '# Rules',
  '',
  'I speak first.',
  'I vote last.',
  '',
  'a',
  'b',
  'c',
  'd',
  'e',
  'f',
  'g',
  'The end.',
].join('\n');
const AFTER = [
  '# Rules',
  '',
  'I speak second.',
  'I vote last.',
  '',
  'a',
  'b',
  'c',
  'd',
  'e',
  'f',
  'g',
  'More.',
  'The end.',
].join('\n');

/** What GNU diff 3.8 prints for the two texts (`diff -u --label old --label new`). */
const GNU = [
  '--- old',
  '+++ new',
  '@@ -1,6 +1,6 @@',
  ' # Rules',
  ' ',
  '-I speak first.',
  '+I speak second.',
  ' I vote last.',
  ' ',
  ' a',
  '@@ -10,4 +10,5 @@',
  ' e',
  ' f',
  ' g',
  '+More.',
  ' The end.',
  '',
].join('\n');

describe('the diff of two playbooks', () => {
  it('has the changed lines with three around them, and the changed words', () => {
    const diff = diffPlaybooks(BEFORE, AFTER);
    expect(diff).toMatchObject({ added: 2, removed: 1 });
    const [first, second, ...rest] = diff.hunks;
    expect(rest).toEqual([]);
    expect(first).toEqual({
      oldStart: 1,
      oldLines: 6,
      newStart: 1,
      newLines: 6,
      lines: [
        { kind: 'same', text: '# Rules' },
        { kind: 'same', text: '' },
        {
          kind: 'removed',
          text: 'I speak first.',
          words: [
            { text: 'I speak ', changed: false },
            { text: 'first', changed: true },
            { text: '.', changed: false },
          ],
        },
        {
          kind: 'added',
          text: 'I speak second.',
          words: [
            { text: 'I speak ', changed: false },
            { text: 'second', changed: true },
            { text: '.', changed: false },
          ],
        },
        { kind: 'same', text: 'I vote last.' },
        { kind: 'same', text: '' },
        { kind: 'same', text: 'a' },
      ],
    });
    expect(second?.lines.filter((line) => line.kind !== 'same')).toEqual([{ kind: 'added', text: 'More.' }]);
  });

  it('is written as diff -u writes it', () => {
    expect(unifiedText(diffPlaybooks(BEFORE, AFTER), { from: 'old', to: 'new' })).toBe(GNU);
  });

  it('of equal texts is empty', () => {
    expect(diffPlaybooks(BEFORE, BEFORE)).toEqual({ added: 0, removed: 0, hunks: [] });
    expect(unifiedText(diffPlaybooks('', ''), { from: 'a', to: 'b' })).toBe('');
  });

  it('marks no words of a line that was replaced by quite another', () => {
    const [hunk] = diffPlaybooks('I wait.', 'You go.').hunks;
    expect(hunk?.lines).toEqual([
      { kind: 'removed', text: 'I wait.' },
      { kind: 'added', text: 'You go.' },
    ]);
  });

  it('has lines that look like its own marks', () => {
    const diff = diffPlaybooks('--- a\n+++ b\n\\ No newline', '--- a\n+++ c\n\\ No newline');
    expect(diff.hunks[0]?.lines.map((line) => [line.kind, line.text])).toEqual([
      ['same', '--- a'],
      ['removed', '+++ b'],
      ['added', '+++ c'],
      ['same', '\\ No newline'],
    ]);
  });

  it('of two long texts with nothing in common comes quickly, as one replaced by the other', () => {
    const text = (letter: string): string =>
      Array.from({ length: 20_000 }, (_, n) => `${letter}${n}`).join('\n');
    const started = performance.now();
    const diff = diffPlaybooks(text('a'), text('b'));
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(diff).toMatchObject({ added: 20_000, removed: 20_000 });
    const lines = Array.from({ length: 2 }, (_, side) =>
      Array.from({ length: 12_000 }, (__, n) => `${'ab'.charAt(side)}${n}`).join(' '),
    );
    const [hunk] = diffPlaybooks(lines[0] ?? '', lines[1] ?? '').hunks;
    expect(hunk?.lines.map((line) => line.words)).toEqual([undefined, undefined]);
  });

  it('turns the first text into the second, and its words make up its lines', () => {
    const line = fc.array(fc.constantFrom('I', 'wait', 'vote', '.', ' ', '  ', '-', '+'), { maxLength: 6 });
    const text = fc.array(
      line.map((parts) => parts.join('')),
      { maxLength: 15 },
    );
    const joined = text.map((lines) => lines.join('\n').trim());
    fc.assert(
      fc.property(joined, joined, (before, after) => {
        const diff = diffPlaybooks(before, after);
        for (const { text: whole, words } of diff.hunks.flatMap((hunk) => hunk.lines)) {
          if (words !== undefined) expect(words.map((part) => part.text).join('')).toBe(whole);
        }
        const unified = unifiedText(diff, { from: 'a', to: 'b' });
        const ended = (content: string): string => (content === '' ? '' : `${content}\n`);
        expect(unified === '' ? ended(before) : applyPatch(ended(before), unified)).toBe(ended(after));
      }),
      { numRuns: 500 },
    );
  });
});
