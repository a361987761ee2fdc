import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactMcNemar, holm, smallestPossibleP } from '../../src/stats/tests.js';

/** The definition: of all 2ⁿ ways to toss n coins, the share that splits at least as unevenly. */
function byEnumeration(onlyFirst: number, onlySecond: number): number {
  const discordant = onlyFirst + onlySecond;
  let asUneven = 0;
  for (let tosses = 0; tosses < 2 ** discordant; tosses += 1) {
    let heads = 0;
    for (let bit = 0; bit < discordant; bit += 1) heads += (tosses >> bit) & 1;
    if (Math.abs(2 * heads - discordant) >= Math.abs(onlyFirst - onlySecond)) asUneven += 1;
  }
  return asUneven / 2 ** discordant;
}

describe('exact McNemar test', () => {
  // Fagerland, Lydersen and Laake, Statistical Analysis of Contingency Tables, chapter 8.
  it.each([
    [1, 7, 0.0703],
    [6, 16, 0.0525],
  ])('of %i against %i as published', (onlyFirst, onlySecond, p) => {
    expect(exactMcNemar(onlyFirst, onlySecond)).toBeCloseTo(p, 4);
  });

  // Whole-number sums in Python, divided at 40 digits (mpmath).
  it.each([
    [10, 25, 0.0166738478001207113],
    [60, 90, 0.0175976919287857435],
    [499, 400, 0.00107005369327586626],
    [5000, 5200, 0.0487879631268224534],
    [30_000, 31_000, 0.0000523415180250487005],
    [49_500, 50_500, 0.00158235987885159564],
    [1000, 2000, 1.00901486279413405e-75],
  ])('of %i against %i to 11 digits', (onlyFirst, onlySecond, p) => {
    expect(exactMcNemar(onlyFirst, onlySecond) / p).toBeCloseTo(1, 11);
  });

  it('equals the enumeration of all tosses', () => {
    for (let onlyFirst = 0; onlyFirst <= 12; onlyFirst += 1) {
      for (let onlySecond = 0; onlyFirst + onlySecond <= 12; onlySecond += 1) {
        expect(exactMcNemar(onlyFirst, onlySecond)).toBe(byEnumeration(onlyFirst, onlySecond));
      }
    }
  });

  it('is symmetric, a probability, and smaller the more uneven the split', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 1, max: 3000 }), (few, more) => {
        const p = exactMcNemar(few, few + more);
        expect(p).toBe(exactMcNemar(few + more, few));
        expect(p).toBeGreaterThanOrEqual(0);
        expect(p).toBeLessThanOrEqual(1);
        if (few > 0) expect(exactMcNemar(few - 1, few + more + 1)).toBeLessThanOrEqual(p);
      }),
    );
  });

  it('finds nothing in an even split or in no discordant pair', () => {
    expect(exactMcNemar(0, 0)).toBe(1);
    expect(exactMcNemar(50_000, 50_000)).toBe(1);
  });

  it('goes to 0 where no double is small enough', () => {
    expect(exactMcNemar(0, 100_000)).toBe(0);
  });

  it.each([-1, 0.5, Number.NaN])('refuses the count %f', (count) => {
    expect(() => exactMcNemar(count, 1)).toThrow(RangeError);
    expect(() => exactMcNemar(1, count)).toThrow(RangeError);
  });
});

describe('smallest possible p', () => {
  // By hand: 2·0.5ⁿ, at most 1.
  it.each([
    [0, 1],
    [1, 1],
    [5, 0.0625],
    [6, 0.03125],
    [8, 0.0078125],
  ])('with %i discordant pairs', (discordant, p) => {
    expect(smallestPossibleP(discordant)).toBe(p);
  });
});

describe('Holm’s method', () => {
  it.each([
    // The example in the documentation of Python’s pingouin.holm.
    [
      [0.5, 0.003, 0.32, 0.054, 0.0003],
      [0.64, 0.012, 0.64, 0.162, 0.0015],
    ],
    // By hand: 4·0.005, 3·0.01, 2·0.03, then 0.04 held up by the one before.
    [
      [0.01, 0.04, 0.03, 0.005],
      [0.03, 0.06, 0.06, 0.02],
    ],
    [
      [0.02, 0.02, 0.02],
      [0.06, 0.06, 0.06],
    ],
    [
      [0.6, 0.7],
      [1, 1],
    ],
    [[], []],
  ])('adjusts %j to %j', (given, expected) => {
    expect(holm(given).map((p) => Number((p ?? expect.fail()).toPrecision(12)))).toEqual(expected);
  });

  it('carries untestable cells through and leaves them out of the family', () => {
    expect(holm([null, 0.02, null, 0.5])).toEqual([null, 0.04, null, 0.5]);
    expect(holm([null, null])).toEqual([null, null]);
  });

  const family = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 });

  it('never lowers a p, never raises it above Bonferroni’s, and keeps their order', () => {
    fc.assert(
      fc.property(family, (given) => {
        const adjusted = holm(given).map((p) => p ?? expect.fail());
        given.forEach((p, index) => {
          const own = adjusted[index] as number;
          expect(own).toBeGreaterThanOrEqual(p);
          expect(own).toBeLessThanOrEqual(Math.min(1, p * given.length) + 1e-12);
          given.forEach((other, at) => {
            if (p <= other) expect(own).toBeLessThanOrEqual(adjusted[at] as number);
          });
        });
      }),
    );
  });

  it('rejects what the step-down procedure of the paper rejects', () => {
    const thresholds = fc.constantFrom(0.01, 0.05, 0.1);
    fc.assert(
      fc.property(family, thresholds, (given, alpha) => {
        const rising = [...given].sort((a, b) => a - b);
        const firstKept = rising.findIndex((p, index) => p > alpha / (rising.length - index));
        const rejected = firstKept === -1 ? rising.length : firstKept;
        expect(holm(given).filter((p) => p !== null && p <= alpha)).toHaveLength(rejected);
      }),
    );
  });
});
