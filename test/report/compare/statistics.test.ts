import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fisherExact,
  independentDifference,
  meanOfIndependent,
} from '../../../src/report/compare/independent.js';
import { permutationTest } from '../../../src/report/compare/permutation.js';
import { meanInterval, wilson } from '../../../src/stats/intervals.js';

describe('the interval for the difference of two independent rates', () => {
  // R. G. Newcombe, Statistics in Medicine 17, 1998, 873–890, table II, method 10.
  it.each([
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [5, 56, 0, 29, -0.0381, 0.1926],
    [10, 10, 0, 20, 0.6791, 1],
    [10, 10, 0, 10, 0.6075, 1],
  ])('%i/%i − %i/%i as Newcombe prints it', (a, m, b, n, low, high) => {
    const [first, second] = [wilson(b, n), wilson(a, m)];
    if (first === null || second === null) throw new Error('no rate');
    const found = independentDifference(first, second);
    expect(found.estimate).toBeCloseTo(a / m - b / n, 12);
    expect(found.low).toBeCloseTo(low, 4);
    expect(found.high).toBeCloseTo(high, 4);
  });

  it('turns round with its members', () => {
    fc.assert(
      fc.property(fc.nat(30), fc.nat(30), fc.nat(30), fc.nat(30), (a, b, c, d) => {
        const [first, second] = [wilson(a, a + b + 1), wilson(c, c + d + 1)];
        if (first === null || second === null) return;
        const there = independentDifference(first, second);
        const back = independentDifference(second, first);
        expect(there.low).toBeCloseTo(-back.high, 12);
        expect(there.high).toBeCloseTo(-back.low, 12);
        expect(there.low).toBeLessThanOrEqual(there.estimate);
        expect(there.high).toBeGreaterThanOrEqual(there.estimate);
      }),
    );
  });
});

describe('the mean of independent figures', () => {
  it('has the half width of one over the square root of their number, where they are alike', () => {
    const figure = { estimate: 0.5, low: 0.3, high: 0.7 };
    const mean = meanOfIndependent([figure, figure, figure, figure]);
    expect(mean?.estimate).toBeCloseTo(0.5, 12);
    expect(mean?.low).toBeCloseTo(0.4, 12);
    expect(mean?.high).toBeCloseTo(0.6, 12);
    expect(meanOfIndependent([])).toBeNull();
  });

  it('is about the interval of all values together, where groups are of one size and spread', () => {
    const values = Array.from({ length: 400 }, (_, k) => Math.sin(k * 12.9898) * 0.5 + 0.5);
    const groups = [0, 1, 2, 3].map((g) => meanInterval(values.filter((_, k) => k % 4 === g)));
    const mean = meanOfIndependent(groups.flatMap((group) => group ?? []));
    const all = meanInterval(values);
    expect(mean?.estimate).toBeCloseTo(all?.estimate ?? 0, 9);
    expect(((mean?.high ?? 0) - (mean?.low ?? 0)) / ((all?.high ?? 0) - (all?.low ?? 0))).toBeCloseTo(1, 1);
  });
});

describe('Fisher’s exact test', () => {
  it('of the lady tasting tea: 3 of 4 and 1 of 4', () => {
    // Fisher 1935; two-sided 34/70.
    expect(fisherExact({ wins: 3, n: 4 }, { wins: 1, n: 4 })).toBeCloseTo(34 / 70, 12);
    expect(fisherExact({ wins: 4, n: 4 }, { wins: 0, n: 4 })).toBeCloseTo(2 / 70, 12);
  });

  it('of twins and crime: 2 of 17 dizygotic, 10 of 13 monozygotic', () => {
    // Fisher’s own example, in the help page of R’s fisher.test: p = 0.0005367 two-sided.
    expect(fisherExact({ wins: 10, n: 13 }, { wins: 2, n: 17 })).toBeCloseTo(0.0005367, 7);
  });

  it('is a probability that the order of groups and of outcomes does not change', () => {
    fc.assert(
      fc.property(fc.nat(25), fc.nat(25), fc.nat(25), fc.nat(25), (a, b, c, d) => {
        const p = fisherExact({ wins: a, n: a + b }, { wins: c, n: c + d });
        expect(p).toBeGreaterThan(0);
        expect(p).toBeLessThanOrEqual(1);
        expect(fisherExact({ wins: c, n: c + d }, { wins: a, n: a + b })).toBeCloseTo(p, 9);
        expect(fisherExact({ wins: b, n: a + b }, { wins: d, n: c + d })).toBeCloseTo(p, 9);
      }),
    );
  });
});

describe('the permutation test', () => {
  it('is near the share of all divisions, counted by hand', () => {
    // Of the 20 divisions of 1…6 into threes only 1,2,3 | 4,5,6 and its mirror are as uneven: 2/20.
    expect(permutationTest([1, 2, 3], [4, 5, 6], 'x')).toBeCloseTo(0.1, 1);
    expect(permutationTest([1, 1], [1, 1], 'x')).toBe(1);
    expect(permutationTest([], [1], 'x')).toBe(1);
  });

  it('is the same for the same seed', () => {
    const [a, b] = [
      [0.1, 0.5, 0.9, 0.4],
      [0.6, 0.8, 0.7, 1],
    ];
    expect(permutationTest(a, b, 's')).toBe(permutationTest(a, b, 's'));
  });
});
