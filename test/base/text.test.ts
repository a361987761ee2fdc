import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanLine, cleanText, listText, shorten, stripReasoning } from '../../src/base/text.js';

describe('text of models and files', () => {
  it.each([
    ['\u001b[31mred\u001b[0m', 'red'],
    ['\u001b]8;;http://x\u0007link\u001b]8;;\u0007', 'link'],
    ['a\u0000b\u0008c\u007f', 'abc'],
    ['a\r\nb\rc', 'a\nb\nc'],
    ['left\u202Eright\u202C\u2066x\u2069', 'leftrightx'],
    ['می\u200cخواهم 👩\u200d💻', 'می\u200cخواهم 👩\u200d💻'],
    ['half \ud83d pair', 'half  pair'],
  ])('cleans %j', (text, clean) => {
    expect(cleanText(text)).toBe(clean);
  });

  it('never leaves a control character, and changes nothing when it is applied again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const clean = cleanText(text);
        expect(clean).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
        expect(cleanText(clean)).toBe(clean);
        expect(cleanLine(text)).not.toContain('\n');
      }),
    );
  });

  it.each([
    ['plain', 'plain'],
    ['<think>a</think>b', 'b'],
    ['a <thinking>b</thinking> c', 'a  c'],
    ['opened by the template</think>\nanswer', 'answer'],
    ['<think>never closed', ''],
    ['said <think>then went on', 'said'],
    ['<THINK>a</THINK>x<reasoning>b</reasoning>y', 'xy'],
    ['<b>kept</b>', '<b>kept</b>'],
  ])('strips the reasoning of %j', (text, rest) => {
    expect(stripReasoning(text)).toBe(rest);
  });

  it('strips reasoning from half a million characters of opening tags at once', () => {
    expect(stripReasoning('<think>'.repeat(70_000))).toBe('');
  });

  it('shortens at a word, marks the cut, and never exceeds the bound', () => {
    expect(shorten('one two three', 20)).toBe('one two three');
    expect(shorten('one two three', 9)).toBe('one two…');
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 40 }), (text, max) => {
        expect(shorten(text, max).length).toBeLessThanOrEqual(max);
      }),
    );
  });

  it('lists names as a sentence does', () => {
    expect([[], ['A'], ['A', 'B'], ['A', 'B', 'C']].map((names) => listText(names))).toEqual([
      '',
      'A',
      'A and B',
      'A, B and C',
    ]);
  });
});
