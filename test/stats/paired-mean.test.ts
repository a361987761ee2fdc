import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusterMeans, pairedMean } from '../../src/stats/paired-mean.js';

describe('the mean paired difference', () => {
  it.each([
    // scipy.stats.t.interval (1.17.1) on Darwin's maize, in eighths of an inch; R's t.test prints the same.
    [
      [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48],
      [-100, 100],
      20.933333333333334,
      0.031193318392979563,
      41.83547334827369,
    ],
    [
      [0.12, -0.05, 0.31, 0.22, 0.08, -0.11, 0.17, 0.4, 0.02, 0.09],
      [-1, 1],
      0.125,
      0.012889373622673339,
      0.23711062637732672,
    ],
  ] as const)('has Student’s interval: %j', (differences, bounds, mean, low, high) => {
    const found = pairedMean(differences, { bounds });
    expect(found).toMatchObject({ clusters: differences.length, method: 't' });
    expect(found?.estimate).toBeCloseTo(mean, 12);
    expect(found?.low).toBeCloseTo(low, 8);
    expect(found?.high).toBeCloseTo(high, 8);
  });

  it('of no clusters is not there', () => {
    expect(pairedMean([], { bounds: [-1, 1] })).toBeNull();
  });

  it('of equal differences is as wide as the bounds leave it', () => {
    // By hand: 1 − 0.05^(1/30) = 0.0950 of all clusters may differ, each by up to 1 − 0.2 or 0.2 + 1.
    const found = pairedMean(Array<number>(30).fill(0.2), { bounds: [-1, 1] });
    expect(found).toMatchObject({ estimate: 0.2, clusters: 30, method: 'equal' });
    expect(found?.low).toBeCloseTo(0.2 - 0.095034 * 1.2, 5);
    expect(found?.high).toBeCloseTo(0.2 + 0.095034 * 0.8, 5);
  });

  it('of one cluster knows next to nothing', () => {
    // By hand: up to 95 % of all clusters may differ from the one that was seen.
    const found = pairedMean([0], { bounds: [-1, 1] });
    expect(found?.low).toBeCloseTo(-0.95, 12);
    expect(found?.high).toBeCloseTo(0.95, 12);
  });

  it('never leaves the bounds and holds its estimate', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1 }), (differences) => {
        const found = pairedMean(differences, { bounds: [-1, 1] });
        expect(found?.low).toBeGreaterThanOrEqual(-1);
        expect(found?.high).toBeLessThanOrEqual(1);
        expect(found?.low).toBeLessThanOrEqual((found?.estimate ?? 0) + 1e-12);
        expect(found?.high).toBeGreaterThanOrEqual((found?.estimate ?? 0) - 1e-12);
        expect((found?.high ?? 0) - (found?.low ?? 0)).toBeGreaterThan(0);
      }),
    );
  });

  it('refuses values outside the bounds, and bounds out of order', () => {
    expect(() => pairedMean([2], { bounds: [-1, 1] })).toThrow(/from -1 to 1, got 2/);
    expect(() => pairedMean([Number.NaN], { bounds: [-1, 1] })).toThrow(RangeError);
    expect(() => pairedMean([0], { bounds: [1, -1] })).toThrow(/in order/);
  });
});

describe('clusters', () => {
  it('count once, by the mean of their replicates, in the order they first occur', () => {
    const differences = [
      { cluster: 'seed 1', difference: 1 },
      { cluster: 'seed 0', difference: 0.5 },
      { cluster: 'seed 1', difference: 0 },
    ];
    expect(clusterMeans(differences)).toEqual([0.5, 0.5]);
    expect(clusterMeans([])).toEqual([]);
  });
});
