import { describe, expect, it } from 'vitest';
import {
  ancestorsOf,
  commonAncestor,
  kinOf,
  lineageTree,
  passageOrigins,
} from '../../src/playbooks/lineage.js';

const of = (version: string, ...parents: string[]) => ({ version, parents });

/** a1 → a2 → a3; b1 from a1; m1 from a2 and b1; x1 alone. */
const FAMILY = [
  of('a@v1'),
  of('a@v2', 'a@v1'),
  of('a@v3', 'a@v2'),
  of('b@v1', 'a@v1'),
  of('m@v1', 'a@v2', 'b@v1'),
  of('x@v1'),
];
const names = (versions: readonly { readonly version: string }[]): string[] =>
  versions.map(({ version }) => version);

describe('a family of versions', () => {
  it('are all that parents and children link', () => {
    expect(names(kinOf('b@v1', FAMILY))).toEqual(['a@v1', 'a@v2', 'a@v3', 'b@v1', 'm@v1']);
    expect(names(kinOf('x@v1', FAMILY))).toEqual(['x@v1']);
  });

  it('has ancestors, each before all that come from it', () => {
    expect(names(ancestorsOf('m@v1', FAMILY))).toEqual(['a@v1', 'a@v2', 'b@v1']);
    expect(ancestorsOf('a@v1', FAMILY)).toEqual([]);
  });

  it('has a last version that two come from, or are', () => {
    expect(commonAncestor('a@v3', 'b@v1', FAMILY)?.version).toBe('a@v1');
    expect(commonAncestor('a@v3', 'm@v1', FAMILY)?.version).toBe('a@v2');
    expect(commonAncestor('a@v3', 'a@v2', FAMILY)?.version).toBe('a@v2');
    expect(commonAncestor('a@v3', 'x@v1', FAMILY)).toBeNull();
  });

  it('is a tree in which a merged version stands under both parents', () => {
    const lines = lineageTree(kinOf('a@v1', FAMILY)).map(
      ({ version, depth, alsoFrom, again }) =>
        `${'  '.repeat(depth)}${version}${alsoFrom.length > 0 ? ` + ${alsoFrom.join()}` : ''}${again ? ' again' : ''}`,
    );
    expect(lines).toEqual([
      'a@v1',
      '  a@v2',
      '    a@v3',
      '    m@v1 + b@v1',
      '  b@v1',
      '    m@v1 + a@v2 again',
    ]);
  });

  it('names a parent that is not there', () => {
    const lines = lineageTree([of('a@v2', 'a@v1')]);
    expect(lines.map(({ version, depth, missing }) => [version, depth, missing])).toEqual([
      ['a@v1', 0, true],
      ['a@v2', 1, false],
    ]);
  });

  it('that edited files have made a circle still ends', () => {
    const circle = [of('a@v1', 'a@v3'), of('a@v2', 'a@v1'), of('a@v3', 'a@v2'), of('s@v1', 's@v1')];
    expect(names(ancestorsOf('a@v3', circle)).sort()).toEqual(['a@v1', 'a@v2']);
    expect(new Set(names(lineageTree(circle)))).toEqual(new Set(['a@v1', 'a@v2', 'a@v3', 's@v1']));
    expect(commonAncestor('a@v1', 'a@v2', circle)).not.toBeNull();
  });

  it('of thousands of versions is walked all the same', () => {
    const chain = Array.from({ length: 9000 }, (_, k) =>
      k === 0 ? of('a@v1') : of(`a@v${k + 1}`, `a@v${k}`),
    );
    expect(ancestorsOf('a@v9000', chain)).toHaveLength(8999);
    expect(lineageTree(chain)).toHaveLength(9000);
  });
});

describe('passages', () => {
  const line = [
    { version: 'a@v1', text: '# Book\n\n- I keep quiet until I know something worth saying.\n- Wait.' },
    {
      version: 'a@v2',
      text: '# Book\n\n- I keep quiet until I know something worth saying aloud.\n- Wait.\n- I ask who gained from each failed mission.',
    },
    {
      version: 'a@v3',
      text: '# Book\n\nA new beginning that nobody wrote before me.\n\n- I keep quiet until I know something worth saying aloud.\n- Wait.\n- Trust nobody.\n- I ask who gained from each failed mission.',
    },
  ];

  it('come in with the first version that has most of them', () => {
    expect(passageOrigins(line).map(({ part, since }) => [part.line, since])).toEqual([
      [3, 'a@v3'],
      // 5 of 6 distinct 5-grams of the ten words stand in v1.
      [5, 'a@v1'],
      // Fewer than five words: the whole of it.
      [6, 'a@v1'],
      [7, 'a@v3'],
      [8, 'a@v2'],
    ]);
    expect(passageOrigins(line)[1]?.share).toBeCloseTo(5 / 6, 12);
  });

  it('of a short item are no part of a longer word', () => {
    const found = passageOrigins([
      { version: 'a@v1', text: 'I am waiting for it to be over, I said, and went.' },
      { version: 'a@v2', text: '- Wait' },
    ]);
    expect(found.map(({ since }) => since)).toEqual(['a@v2']);
  });

  it('of no version are none', () => {
    expect(passageOrigins([])).toEqual([]);
  });
});
