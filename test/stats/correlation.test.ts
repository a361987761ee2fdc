import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phiCoefficient, seedCorrelation } from '../../src/stats/correlation.js';
import type { PairCounts } from '../../src/stats/intervals.js';

function counts(both: number, onlyFirst: number, onlySecond: number, neither: number): PairCounts {
  return { both, onlyFirst, onlySecond, neither };
}

describe('the seed correlation', () => {
  it.each([
    // By hand: (8·10 − 5·7) / √(13·17·15·15) and (20·15 − 2·3) / √(22·18·23·17).
    [counts(8, 5, 7, 10), 45 / Math.sqrt(49_725)],
    [counts(20, 2, 3, 15), 294 / Math.sqrt(154_836)],
    [counts(10, 0, 0, 20), 1],
    [counts(0, 10, 20, 0), -1],
  ])('is phi: %j', (table, phi) => {
    expect(seedCorrelation(table)?.estimate).toBeCloseTo(phi, 12);
  });

  it.each([
    // NumPy, the variance by the multinomial's covariance and a numeric gradient instead of the formula.
    [counts(8, 5, 7, 10), -0.15985809402094148, 0.4958620986871193],
    [counts(20, 2, 3, 15), 0.4282504623715677, 0.8671213447890552],
    [counts(0, 4, 0, 26), -0.3237650476904348, 0.5910368699953384],
    [counts(30, 0, 0, 0), -0.5399386415350085, 0.9302335689640587],
  ])('has the delta method’s interval: %j', (table, low, high) => {
    const found = seedCorrelation(table);
    expect(found?.low).toBeCloseTo(low, 7);
    expect(found?.high).toBeCloseTo(high, 7);
  });

  it('is not there without pairs, and unknown where one member never varies', () => {
    expect(seedCorrelation(counts(0, 0, 0, 0))).toBeNull();
    expect(seedCorrelation(counts(5, 5, 0, 0))?.estimate).toBeNull();
  });

  it('covers what it promises at 30 pairs, by summing over every outcome', () => {
    const n = 30;
    const logFactorial = [0];
    for (let k = 1; k <= n; k += 1) logFactorial.push((logFactorial[k - 1] ?? 0) + Math.log(k));
    const tables: { readonly cells: readonly number[]; readonly low: number; readonly high: number }[] = [];
    for (let a = 0; a <= n; a += 1) {
      for (let b = 0; a + b <= n; b += 1) {
        for (let c = 0; a + b + c <= n; c += 1) {
          const cells = [a, b, c, n - a - b - c] as const;
          const { low, high } = seedCorrelation(counts(...cells)) ?? { low: 1, high: -1 };
          tables.push({ cells, low, high });
        }
      }
    }
    const coverages: number[] = [];
    for (const from of [0.1, 0.3, 0.5, 0.8]) {
      for (const to of [0.1, 0.3, 0.5, 0.8]) {
        for (const rho of [-0.2, 0, 0.3, 0.6]) {
          const both = from * to + rho * Math.sqrt(from * (1 - from) * to * (1 - to));
          const rates = [both, from - both, to - both, 1 - from - to + both];
          if (Math.min(...rates) < 1e-9) continue;
          let covered = 0;
          for (const { cells, low, high } of tables) {
            if (rho < low || rho > high) continue;
            const log = cells.reduce(
              (sum, count, k) => sum - (logFactorial[count] ?? 0) + count * Math.log(rates[k] ?? 0),
              logFactorial[n] ?? 0,
            );
            covered += Math.exp(log);
          }
          coverages.push(covered);
        }
      }
    }
    const mean = coverages.reduce((sum, value) => sum + value, 0) / coverages.length;
    expect(mean).toBeGreaterThan(0.94);
    expect(mean).toBeLessThan(0.98);
    expect(Math.min(...coverages)).toBeGreaterThan(0.92);
  });
});

describe('the phi coefficient of values', () => {
  it('is phi of the counts where values are 0 and 1', () => {
    const cell = fc.nat(12);
    fc.assert(
      fc.property(cell, cell, cell, cell, (both, onlyFirst, onlySecond, neither) => {
        const pairs = [
          ...Array.from({ length: both }, () => ({ condition: 1, baseline: 1 })),
          ...Array.from({ length: onlyFirst }, () => ({ condition: 1, baseline: 0 })),
          ...Array.from({ length: onlySecond }, () => ({ condition: 0, baseline: 1 })),
          ...Array.from({ length: neither }, () => ({ condition: 0, baseline: 0 })),
        ];
        const expected = seedCorrelation(counts(both, onlyFirst, onlySecond, neither))?.estimate ?? null;
        const found = phiCoefficient(pairs);
        if (expected === null) expect(found).toBeNull();
        else expect(found).toBeCloseTo(expected, 10);
      }),
    );
  });

  it('is Pearson’s on shares, and unknown where one never varies', () => {
    // By hand: deviations −0.25, 0, 0.25 and −0.5, 0.25, 0.25 give 0.1875 / √(0.125·0.375).
    const pairs = [
      { condition: 0.25, baseline: 0 },
      { condition: 0.5, baseline: 0.75 },
      { condition: 0.75, baseline: 0.75 },
    ];
    expect(phiCoefficient(pairs)).toBeCloseTo(0.1875 / Math.sqrt(0.125 * 0.375), 12);
    expect(phiCoefficient([])).toBeNull();
    expect(phiCoefficient([{ condition: 1, baseline: 0 }])).toBeNull();
    expect(phiCoefficient(Array.from({ length: 3 }, (_, k) => ({ condition: 0.1, baseline: k })))).toBeNull();
  });
});
