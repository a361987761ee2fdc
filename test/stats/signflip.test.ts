import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signFlipTest } from '../../src/stats/signflip.js';
import { exactMcNemar } from '../../src/stats/tests.js';

const seed = 'test';

/** The definition: the share of all 2ⁿ sign patterns whose sum is at least as far from 0. */
function byDefinition(whole: readonly number[]): number {
  const observed = Math.abs(whole.reduce((sum, value) => sum + value, 0));
  let asFar = 0;
  for (let pattern = 0; pattern < 2 ** whole.length; pattern += 1) {
    const sum = whole.reduce((total, value, bit) => total + ((pattern >> bit) & 1 ? value : -value), 0);
    if (Math.abs(sum) >= observed) asFar += 1;
  }
  return asFar / 2 ** whole.length;
}

describe('the sign-flip test', () => {
  it('gives Fisher’s result for Darwin’s maize', () => {
    // The Design of Experiments, § 21: in 1,726 of 32,768 assignments the sum is 314 or more either way.
    const maize = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];
    expect(signFlipTest(maize, { seed })).toEqual({
      p: 1726 / 32_768,
      method: 'exact sums',
      clusters: 15,
      draws: null,
    });
  });

  it('gives SciPy’s exact p for values on no small grid', () => {
    // scipy.stats.permutation_test (1.17.1), permutation_type='samples', every pattern.
    const shares = [0.12, -0.05, 0.31, 0.22, 0.08, -0.11, 0.17, 0.4, 0.02, 0.09];
    const found = signFlipTest(shares, { seed });
    expect(found.method).toBe('every sign');
    expect(found.p).toBeCloseTo(0.033203125, 12);
  });

  it('is the exact McNemar test where differences are −1, 0 and 1', () => {
    fc.assert(
      fc.property(fc.nat(400), fc.nat(400), fc.nat(50), (up, down, same) => {
        const differences = [
          ...Array<number>(up).fill(1),
          ...Array<number>(same).fill(0),
          ...Array<number>(down).fill(-1),
        ];
        const { p, clusters } = signFlipTest(differences, { seed });
        expect(clusters).toBe(up + down);
        const expected = exactMcNemar(up, down);
        expect(Math.abs(p - expected)).toBeLessThanOrEqual(1e-11 * expected);
      }),
      { numRuns: 60 },
    );
  });

  it('equals the enumeration of all patterns on whole numbers, and on the same numbers divided', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -12, max: 12 }), { maxLength: 9 }),
        fc.constantFrom(1, 2, 3, 7, 60),
        (whole, denominator) => {
          const expected = byDefinition(whole);
          const { p } = signFlipTest(
            whole.map((value) => value / denominator),
            { seed },
          );
          expect(p).toBeCloseTo(expected, 12);
        },
      ),
    );
  });

  it('gives the same by every sign as by sums', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 10 }), (whole) => {
        // Times an irrational number they are on no grid, and every sum is as far from 0 as before.
        const off = signFlipTest(
          whole.map((value) => value * Math.SQRT2),
          { seed },
        );
        expect(off.p).toBeCloseTo(byDefinition(whole), 12);
      }),
    );
  });

  it('draws signs where there are too many to look at each, close to the exact p, the same by seed', () => {
    const many = Array.from({ length: 40 }, (_, index) => Math.sin(index * 1.7) + 0.25);
    const drawn = signFlipTest(many, { seed });
    expect(drawn).toMatchObject({ method: 'drawn signs', clusters: 40, draws: 99_999 });
    expect(signFlipTest(many, { seed })).toEqual(drawn);
    // Rounded to sixtieths they are on a grid, and the exact test of nearly the same numbers is at hand.
    const exact = signFlipTest(
      many.map((value) => Math.round(value * 60) / 60),
      { seed },
    );
    expect(exact.method).toBe('exact sums');
    // Four standard errors of 99,999 draws are at most 0.0064.
    expect(Math.abs(drawn.p - exact.p)).toBeLessThan(0.01);
  });

  it('never says that something drawn is impossible', () => {
    const oneWay = Array.from({ length: 60 }, (_, index) => 1 + index * Math.SQRT2);
    expect(signFlipTest(oneWay, { seed, draws: 99 }).p).toBe(0.01);
  });

  it('finds nothing in no differences, in none but zeros, and in a sum of 0', () => {
    for (const none of [[], [0, 0], [1, -1], [0.3, 0.4, -0.7]])
      expect(signFlipTest(none, { seed }).p).toBe(1);
  });

  it('refuses what is no number, and no draws', () => {
    expect(() => signFlipTest([1, Number.NaN], { seed })).toThrow(RangeError);
    expect(() => signFlipTest([1], { seed, draws: 0 })).toThrow(/draws must be a whole number from 1/);
  });
});
