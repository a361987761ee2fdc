import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binomialTail } from '../../src/stats/binomial.js';
import {
  MAX_PAIRS,
  MAX_UNPAIRED,
  correlationBounds,
  pairRates,
  pairedPowerOf,
  smallestSize,
  unpairedPowerOf,
} from '../../src/stats/power.js';
import { exactMcNemar } from '../../src/stats/tests.js';

describe('the binomial tail', () => {
  it.each([
    // scipy.stats.binom.cdf (1.17.1).
    [3, 10, 0.3, 0.6496107184000002],
    [40, 100, 0.5, 0.028443966820490444],
    [5, 2000, 0.01, 6.787349452355955e-5],
    [1500, 2000, 0.7, 0.9999996939676451],
    [0, 50, 0.001, 0.9512056281970314],
    [100, 100_000, 0.0015, 8.93364960090572e-6],
  ])('of at most %i of %i at %f', (k, n, p, expected) => {
    expect(binomialTail(k, n, p) / expected).toBeCloseTo(1, 9);
  });

  it('is certain at its ends', () => {
    expect([binomialTail(-1, 5, 0.5), binomialTail(5, 5, 0.5)]).toEqual([0, 1]);
    expect([binomialTail(2, 5, 0), binomialTail(2, 5, 1)]).toEqual([1, 0]);
  });
});

describe('rates of pairs', () => {
  it('have the correlation that was asked for', () => {
    // By hand: 0.3·0.4 + 0.3·√(0.3·0.7·0.4·0.6) = 0.18735; the other cells are what is left.
    const rates = pairRates(0.3, 0.4, 0.3);
    expect(rates.both).toBeCloseTo(0.12 + 0.3 * Math.sqrt(0.0504), 12);
    expect(rates.both + rates.onlyTo).toBeCloseTo(0.4, 12);
    expect(rates.both + rates.onlyFrom).toBeCloseTo(0.3, 12);
    expect(rates.both + rates.onlyTo + rates.onlyFrom + rates.neither).toBeCloseTo(1, 12);
  });

  it('allow no more correlation than the rarer outcome gives', () => {
    // By hand: (0.3 − 0.12) / √0.0504 above, −0.12 / √0.0504 below.
    const bounds = correlationBounds(0.3, 0.4);
    expect(bounds?.high).toBeCloseTo(0.18 / Math.sqrt(0.0504), 12);
    expect(bounds?.low).toBeCloseTo(-0.12 / Math.sqrt(0.0504), 12);
    expect(() => pairRates(0.3, 0.4, 0.9)).toThrow(
      'rates of 0.3 and 0.4 allow correlations from -0.535 to 0.802, got 0.9',
    );
    expect(correlationBounds(0, 0.4)).toBeNull();
    expect(pairRates(0, 0.4, 0).onlyTo).toBe(0.4);
  });

  it('are never negative at the ends of what is allowed', () => {
    const rate = fc.double({ min: 0.001, max: 0.999, noNaN: true });
    fc.assert(
      fc.property(rate, rate, (from, to) => {
        const bounds = correlationBounds(from, to);
        for (const rho of [bounds?.low ?? 0, bounds?.high ?? 0]) {
          for (const value of Object.values(pairRates(from, to, rho)))
            expect(value).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});

describe('power of the exact McNemar test', () => {
  it.each([
    // SciPy 1.17.1: binomtest on every trinomial outcome, weighted by multinomial.pmf.
    [30, { from: 0.3, to: 0.6 }, 0.550691904416, 2.47003841435e-6],
    [60, { from: 0.3, to: 0.4, rho: 0.3 }, 0.20460065269, 0.000208489254476],
    [40, { from: 0.24, to: 0.7, rho: 0.2, comparisons: 8 }, 0.958801059615, 1.71592457372e-15],
    [25, { from: 0.5, to: 0.9, rho: -0.2 }, 0.746843839979, 8.55097512547e-8],
    [50, { from: 0.7, to: 0.4, rho: 0.1, comparisons: 4 }, 0.675530609271, 1.706e-9],
  ])('on %i pairs of %j', (n, question, power, wrong) => {
    const found = pairedPowerOf(question)(n);
    expect(found.power).toBeCloseTo(power, 10);
    expect(Math.abs(found.wrong - wrong)).toBeLessThan(1e-3 * wrong);
  });

  it('is the sum over all outcomes, by the very test of the verdict', () => {
    const rate = fc.double({ min: 0.05, max: 0.95, noNaN: true });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 25 }),
        rate,
        rate,
        fc.constantFrom(1, 3, 20),
        (n, from, to, m) => {
          const { onlyTo, onlyFrom } = pairRates(from, to, 0);
          let up = 0;
          let down = 0;
          // Outcome by outcome: chance of i and j discordant pairs by multiplying out.
          let ways: number[][] = [[1]];
          for (let pair = 0; pair < n; pair += 1) {
            const next = Array.from({ length: pair + 2 }, () => Array<number>(pair + 2).fill(0));
            ways.forEach((row, i) =>
              row.forEach((mass, j) => {
                (next[i] as number[])[j] = (next[i]?.[j] ?? 0) + mass * (1 - onlyTo - onlyFrom);
                (next[i + 1] as number[])[j] = (next[i + 1]?.[j] ?? 0) + mass * onlyTo;
                (next[i] as number[])[j + 1] = (next[i]?.[j + 1] ?? 0) + mass * onlyFrom;
              }),
            );
            ways = next;
          }
          ways.forEach((row, i) =>
            row.forEach((mass, j) => {
              if (m * exactMcNemar(i, j) > 0.05) return;
              if (i > j) up += mass;
              else down += mass;
            }),
          );
          const found = pairedPowerOf({ from, to, comparisons: m })(n);
          expect(found.power).toBeCloseTo(to >= from ? up : down, 9);
          expect(found.wrong).toBeCloseTo(to >= from ? down : up, 9);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('never calls a change that is not there more often than the level, at any size', () => {
    const power = pairedPowerOf({ from: 0.5, to: 0.5, rho: 0.2 });
    for (let n = 0; n <= 300; n += 7) {
      const { power: up, wrong } = power(n);
      expect(up + wrong).toBeLessThanOrEqual(0.05);
      expect(up).toBeCloseTo(wrong, 12);
    }
  });

  it('takes less than a second to find the size for a small change', () => {
    const started = performance.now();
    const found = smallestSize(pairedPowerOf({ from: 0.3, to: 0.34 }), 0.8, MAX_PAIRS);
    expect(found?.n).toBeGreaterThan(2000);
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it('needs fewer pairs the more the outcomes on a seed are alike', () => {
    const sizes = [0, 0.3, 0.6].map(
      (rho) => smallestSize(pairedPowerOf({ from: 0.3, to: 0.4, rho }), 0.8, MAX_PAIRS)?.n ?? 0,
    );
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(new Set(sizes).size).toBe(3);
  });
});

describe('power of Fisher’s exact test', () => {
  it.each([
    // SciPy 1.17.1: fisher_exact on every pair of counts, weighted by binom.pmf.
    [30, { from: 0.3, to: 0.6 }, 0.560811627873],
    [20, { from: 0.2, to: 0.8, comparisons: 8 }, 0.841500388511],
    [50, { from: 0.7, to: 0.4, comparisons: 2 }, 0.718268163512],
  ])('on %i games each of %j', (n, question, power) => {
    expect(unpairedPowerOf(question)(n).power).toBeCloseTo(power, 10);
  });

  it('finds the size that SciPy’s hypergeometric distribution gives', () => {
    // Summed over every total with scipy.stats.hypergeom (1.17.1): 0.799749 at 374, 0.801022 at 375, more after.
    const found = smallestSize(unpairedPowerOf({ from: 0.3, to: 0.4 }), 0.8, MAX_UNPAIRED);
    expect(found?.n).toBe(375);
    expect(found?.power).toBeCloseTo(0.8010219218512065, 10);
    expect(unpairedPowerOf({ from: 0.3, to: 0.4 })(374).power).toBeCloseTo(0.7997493825566925, 10);
  });
});

describe('the smallest size', () => {
  it('reaches the power, stays there, and the one before does not', () => {
    const rate = fc.double({ min: 0.05, max: 0.95, noNaN: true });
    fc.assert(
      fc.property(rate, rate, fc.constantFrom(0.5, 0.8, 0.9), (from, to, wanted) => {
        fc.pre(Math.abs(from - to) > 0.1);
        const power = pairedPowerOf({ from, to });
        const found = smallestSize(power, wanted, MAX_PAIRS);
        const n = found?.n ?? 0;
        expect(n).toBeGreaterThan(0);
        for (let ahead = 0; ahead <= 50; ahead += 1)
          expect(power(n + ahead).power).toBeGreaterThanOrEqual(wanted);
        expect(power(n - 1).power).toBeLessThan(wanted);
      }),
      { numRuns: 30 },
    );
  });

  it('is not there when no size up to the most will do', () => {
    expect(smallestSize(pairedPowerOf({ from: 0.3, to: 0.3 }), 0.8, 500)).toBeNull();
  });
});

describe('impossible questions', () => {
  it.each([
    [{ from: -0.1, to: 0.4 }, /from must be a rate from 0 to 1/],
    [{ from: 0.1, to: 1.4 }, /to must be a rate/],
    [{ from: 0.1, to: 0.4, alpha: 0 }, /alpha must lie between/],
    [{ from: 0.1, to: 0.4, comparisons: 0.5 }, /comparisons must be a whole number/],
  ])('%j', (question, message) => {
    expect(() => pairedPowerOf(question)(10)).toThrow(message);
    expect(() => unpairedPowerOf(question)(10)).toThrow(message);
  });

  it('a power of 1, or a part of a pair', () => {
    const power = pairedPowerOf({ from: 0.1, to: 0.4 });
    expect(() => smallestSize(power, 1, 100)).toThrow(/between 0 and 1/);
    expect(() => power(1.5)).toThrow(RangeError);
  });
});
