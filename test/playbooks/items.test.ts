import fc from 'fast-check';
import { expect, describe, it } from 'vitest';
import { joinParts, partsOf } from '../../src/playbooks/items.js';

const kinds = (text: string) => partsOf(text).map(({ kind, text: part }) => [kind, part]);

describe('parts of a text', () => {
  it('are headings, items and paragraphs', () => {
    expect(kinds('# A\nfirst\nstill first\n\n- one\n- two\n  more of two\n\n1. three\n\nlast')).toEqual([
      ['heading', '# A'],
      ['paragraph', 'first\nstill first'],
      ['item', '- one'],
      ['item', '- two\n  more of two'],
      ['item', '1. three'],
      ['paragraph', 'last'],
    ]);
  });

  it('keep with an item what hangs below it', () => {
    expect(kinds('- one\n  - inner\n  - inner too\n\n  a paragraph of one\n- two')).toEqual([
      ['item', '- one\n  - inner\n  - inner too\n\n  a paragraph of one'],
      ['item', '- two'],
    ]);
  });

  it('never cut a code fence', () => {
    const fence = '```\n- no item\n\n# no heading\n```';
    expect(kinds(`before\n\n${fence}\n\n- item`)).toEqual([
      ['paragraph', 'before'],
      ['paragraph', fence],
      ['item', '- item'],
    ]);
  });

  it('know their lines', () => {
    expect(partsOf('\n# A\n\n- one\n- two').map(({ line }) => line)).toEqual([2, 4, 5]);
  });

  it('put together and taken apart again are the same, and hold every word', () => {
    const line = fc.constantFrom(
      '# A',
      '## B',
      '- one',
      '  - deep',
      '  more',
      'text',
      '',
      '1. two',
      '```',
      '~~~~',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const text = lines.join('\n');
        const parts = partsOf(text);
        const joined = joinParts(parts);
        expect(joined.split(/\s+/).filter(Boolean)).toEqual(text.split(/\s+/).filter(Boolean));
        expect(partsOf(joined).map(({ text: part }) => part)).toEqual(parts.map(({ text: part }) => part));
      }),
    );
  });
});
