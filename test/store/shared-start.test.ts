import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { sharedStart } from '../../src/store/shared-start.js';

it.each([
  ['', '', 0, 0],
  ['abc', '', 0, 0],
  ['abc', 'abd', 2, 2],
  ['abc', 'abcd', 3, 3],
  ['abc', 'abc', 3, 3],
  ['xbc', 'abc', 0, 0],
  // One emoji is two units and one character; two emoji that differ share their first unit only.
  ['🙂!', '🙂?', 2, 1],
  ['a🙂', 'a🙃', 1, 1],
])('%j and %j share %i units, %i characters', (a, b, units, characters) => {
  expect(sharedStart(a, b)).toEqual({ units, characters });
});

it('is what comparing one character after another gives', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '🙂', '🙃'), maxLength: 40 });
  fc.assert(
    fc.property(text, text, text, (start, a, b) => {
      const [left, right] = [[...(start + a)], [...(start + b)]];
      const first = left.findIndex((character, i) => character !== right[i]);
      const shared = left.slice(0, first === -1 ? left.length : first);
      expect(sharedStart(start + a, start + b)).toEqual({
        units: shared.join('').length,
        characters: shared.length,
      });
    }),
    { numRuns: 2000 },
  );
});
