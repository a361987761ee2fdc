import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PairCounts } from '../../src/stats/intervals.js';
import { meanInterval, pairedDifference, wilson } from '../../src/stats/intervals.js';

const levels = fc.constantFrom(0.5, 0.8, 0.9, 0.95, 0.99);
const smallCount = fc.integer({ min: 0, max: 40 });
const pairCounts = fc
  .record({ both: smallCount, onlyFirst: smallCount, onlySecond: smallCount, neither: smallCount })
  .filter(({ both, onlyFirst, onlySecond, neither }) => both + onlyFirst + onlySecond + neither > 0);

const swapped = (counts: PairCounts): PairCounts => ({
  ...counts,
  onlyFirst: counts.onlySecond,
  onlySecond: counts.onlyFirst,
});

describe('Wilson interval', () => {
  // Newcombe, Statistics in Medicine 17, 1998, 857–872, Table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i in %i as published', (successes, n, low, high) => {
    const interval = wilson(successes, n);
    expect(interval?.low).toBeCloseTo(low, 4);
    expect(interval?.high).toBeCloseTo(high, 4);
  });

  // statsmodels 0.15.0, proportion_confint(method='wilson').
  it.each([
    [7, 10, 0.9, 0.44169979586983493, 0.873123416096802],
    [1, 29, 0.99, 0.004061494196883814, 0.23825425313641305],
    [30, 30, 0.95, 0.8864866068260311, 1],
  ])('of %i in %i at %f as another implementation has it', (successes, n, level, low, high) => {
    const interval = wilson(successes, n, level);
    expect(interval?.low).toBeCloseTo(low, 12);
    expect(interval?.high).toBeCloseTo(high, 12);
  });

  it('says that there is no data when there are no games', () => {
    expect(wilson(0, 0)).toBeNull();
  });

  it('contains the estimate, stays within 0 to 1, mirrors under swapping success and failure', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2000 }), fc.nat(2000), levels, (n, some, level) => {
        const successes = some % (n + 1);
        const { estimate, low, high } = wilson(successes, n, level) ?? expect.fail();
        expect(low).toBeLessThanOrEqual(estimate);
        expect(high).toBeGreaterThanOrEqual(estimate);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        const mirror = wilson(n - successes, n, level);
        expect(mirror?.low).toBeCloseTo(1 - high, 12);
        expect(mirror?.high).toBeCloseTo(1 - low, 12);
      }),
    );
  });

  it('ends where the score test of the rate just passes', () => {
    const z = 1.959963984540054;
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 500 }), fc.nat(500), (n, some) => {
        const successes = 1 + (some % (n - 1));
        const { estimate, low, high } = wilson(successes, n) ?? expect.fail();
        for (const end of [low, high]) {
          expect(Math.abs(estimate - end) / Math.sqrt((end * (1 - end)) / n)).toBeCloseTo(z, 8);
        }
      }),
    );
  });

  it.each([
    [3, 2],
    [-1, 2],
    [0.5, 2],
    [1, Number.NaN],
  ])('refuses %f successes in %f games', (successes, n) => {
    expect(() => wilson(successes, n)).toThrow(RangeError);
  });
});

describe('interval of a paired difference', () => {
  // Worked examples in print, at the precision printed (collected in the tests of the R package ratesci).
  it.each([
    ['Tango 1998, soft contact lenses, 90 %', [43, 0, 1, 0], 0.9, -0.096, 0.037],
    ['Tango 1998, 32 pairs', [4, 9, 3, 16], 0.95, -0.027, 0.39],
    ['Agresti and Min 2005', [53, 16, 8, 9], 0.95, -0.02, 0.207],
    ['Fagerland, Lydersen and Laake 2014, airway reactivity', [1, 1, 7, 12], 0.95, -0.517, -0.026],
    ['Chang 2024', [7, 25, 2, 68], 0.95, 0.139, 0.321],
  ] as const)('%s', (_, [both, onlyFirst, onlySecond, neither], level, low, high) => {
    const interval = pairedDifference({ both, onlyFirst, onlySecond, neither }, level);
    expect(interval?.low).toBeCloseTo(low, 3);
    expect(interval?.high).toBeCloseTo(high, 3);
  });

  // R package contingencytables (Fagerland, Lydersen, Laake), its example of Cavo et al. 2012, four digits.
  it('of consolidation therapy as an R package has it', () => {
    const interval = pairedDifference({ both: 59, onlyFirst: 6, onlySecond: 16, neither: 80 });
    expect(interval?.estimate).toBeCloseTo(-0.0621, 4);
    expect(interval?.low).toBeCloseTo(-0.124, 4);
    expect(interval?.high).toBeCloseTo(-0.0054, 4);
  });

  // mpmath at 30 digits: the nuisance rate by bisection on the likelihood’s slope, the ends by bisection.
  it.each([
    [40, 20, 160, 0.95, 0.030864533133086722, 0.2180642441668248],
    [3, 1, 14, 0.95, -0.16697451229843127, 0.4326638516980377],
    [12, 18, 30, 0.95, -0.5081874376639629, 0.15359279493355046],
    [3, 11, 200, 0.99, -0.10005069597800008, 0.010262182160722567],
    [5, 0, 20, 0.95, 0.04859355243397576, 0.468700877618744],
    [1, 0, 1, 0.95, -0.5869013712455252, 1],
  ])('of %i against %i in %i pairs at %f', (onlyFirst, onlySecond, pairs, level, low, high) => {
    const neither = pairs - onlyFirst - onlySecond;
    const interval = pairedDifference({ both: 0, onlyFirst, onlySecond, neither }, level);
    expect(interval?.low).toBeCloseTo(low, 12);
    expect(interval?.high).toBeCloseTo(high, 12);
  });

  // By hand: without second-only pairs the likeliest rate of them is 0, and the score is −√(n·d/(1 − d)).
  it('reaches z²/(n + z²) to both sides when no pair is discordant', () => {
    const z2 = 1.959963984540054 ** 2;
    for (const n of [1, 2, 30, 1000]) {
      const interval = pairedDifference({ both: n, onlyFirst: 0, onlySecond: 0, neither: 0 });
      expect(interval?.high).toBeCloseTo(z2 / (n + z2), 12);
      expect(interval?.low).toBeCloseTo(-z2 / (n + z2), 12);
    }
  });

  // By hand: there the rates are (1 ± d)/2, and the score is √(n·(1 − d)/(1 + d)).
  it('reaches from (n − z²)/(n + z²) to 1 when every pair is discordant one way', () => {
    const z2 = 1.959963984540054 ** 2;
    for (const n of [1, 2, 30, 1000]) {
      const interval = pairedDifference({ both: 0, onlyFirst: n, onlySecond: 0, neither: 0 });
      expect(interval?.low).toBeCloseTo((n - z2) / (n + z2), 12);
      expect(interval?.high).toBe(1);
    }
  });

  it('says that there is no data when there are no pairs', () => {
    expect(pairedDifference({ both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 })).toBeNull();
  });

  it('contains the estimate and stays within −1 to 1', () => {
    fc.assert(
      fc.property(pairCounts, levels, (counts, level) => {
        const { estimate, low, high } = pairedDifference(counts, level) ?? expect.fail();
        expect(low).toBeLessThanOrEqual(estimate);
        expect(high).toBeGreaterThanOrEqual(estimate);
        expect(low).toBeGreaterThanOrEqual(-1);
        expect(high).toBeLessThanOrEqual(1);
        expect(high - low).toBeGreaterThan(0);
      }),
    );
  });

  it('mirrors when the members of every pair are swapped', () => {
    fc.assert(
      fc.property(pairCounts, levels, (counts, level) => {
        const { low, high } = pairedDifference(counts, level) ?? expect.fail();
        const mirror = pairedDifference(swapped(counts), level);
        expect(mirror?.low).toBe(-high);
        expect(mirror?.high).toBe(-low);
      }),
    );
  });

  it('widens with the level', () => {
    fc.assert(
      fc.property(pairCounts, (counts) => {
        const narrow = pairedDifference(counts, 0.8) ?? expect.fail();
        const wide = pairedDifference(counts, 0.95) ?? expect.fail();
        expect(wide.low).toBeLessThanOrEqual(narrow.low);
        expect(wide.high).toBeGreaterThanOrEqual(narrow.high);
      }),
    );
  });

  it('excludes 0 exactly when McNemar’s statistic without correction exceeds z', () => {
    fc.assert(
      fc.property(pairCounts, ({ onlyFirst, onlySecond, ...rest }) => {
        fc.pre(onlyFirst + onlySecond > 0);
        const { low, high } = pairedDifference({ onlyFirst, onlySecond, ...rest }) ?? expect.fail();
        const statistic = Math.abs(onlyFirst - onlySecond) / Math.sqrt(onlyFirst + onlySecond);
        expect(low > 0 || high < 0).toBe(statistic > 1.959963984540054);
      }),
    );
  });

  it('refuses counts that are not counts', () => {
    expect(() => pairedDifference({ both: 1, onlyFirst: -1, onlySecond: 0, neither: 0 })).toThrow(RangeError);
    expect(() => pairedDifference({ both: 1, onlyFirst: 0.5, onlySecond: 0, neither: 0 })).toThrow(
      RangeError,
    );
  });
});

describe('interval of a mean', () => {
  // scipy 1.17.1, stats.t.interval(level, 4, mean, stats.sem(values)).
  it.each([
    [0.95, 0.27483238156538675, 0.49316761843461326],
    [0.9, 0.30017747597635835, 0.4678225240236416],
  ])('at %f as another implementation has it', (level, low, high) => {
    const interval = meanInterval([0.31, 0.44, 0.29, 0.5, 0.38], level);
    expect(interval?.estimate).toBeCloseTo(0.384, 12);
    expect(interval?.low).toBeCloseTo(low, 12);
    expect(interval?.high).toBeCloseTo(high, 12);
    expect(interval?.n).toBe(5);
  });

  it('is not given for fewer than two values', () => {
    expect(meanInterval([])).toBeNull();
    expect(meanInterval([0.4])).toBeNull();
  });

  it('moves and stretches with the values', () => {
    const values = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 2, maxLength: 10 });
    fc.assert(
      fc.property(values, (list) => {
        const { low, high } = meanInterval(list) ?? expect.fail();
        const moved = meanInterval(list.map((value) => 3 * value + 2));
        expect(moved?.low).toBeCloseTo(3 * low + 2, 9);
        expect(moved?.high).toBeCloseTo(3 * high + 2, 9);
      }),
    );
  });
});
