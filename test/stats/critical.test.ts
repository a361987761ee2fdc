import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalCritical, studentCritical } from '../../src/stats/critical.js';

describe('critical values', () => {
  // scipy 1.17.1, stats.norm.ppf((1 + level) / 2).
  it.each([
    [0.5, 0.6744897501960817],
    [0.8, 1.2815515655446004],
    [0.9, 1.6448536269514722],
    [0.95, 1.959963984540054],
    [0.99, 2.5758293035489004],
    [0.999, 3.2905267314919255],
  ])('of the normal at %f', (level, expected) => {
    expect(normalCritical(level)).toBeCloseTo(expected, 12);
  });

  // scipy 1.17.1, stats.t.ppf((1 + level) / 2, degrees).
  it.each([
    [0.95, 1, 12.706204736174694],
    [0.95, 2, 4.302652729749462],
    [0.95, 4, 2.7764451051977934],
    [0.95, 5, 2.5705818356363146],
    [0.95, 9, 2.262157162798205],
    [0.95, 30, 2.0422724563012378],
    [0.95, 200, 1.9718962236339088],
    [0.9, 3, 2.3533634348018233],
    [0.99, 7, 3.4994832973504924],
    [0.999, 4, 8.610301581379522],
    // By hand: on 2 degrees P(−t < T < t) = t/√(2 + t²), so t = √(2/3) at one half.
    [0.5, 2, Math.sqrt(2 / 3)],
  ])('of Student’s t at %f on %i degrees', (level, degrees, expected) => {
    expect(studentCritical(level, degrees)).toBeCloseTo(expected, 11);
  });

  it('fall to the normal’s as the degrees of freedom grow', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 0.999, noNaN: true }),
        fc.integer({ min: 1, max: 300 }),
        (level, degrees) => {
          expect(studentCritical(level, degrees)).toBeGreaterThan(studentCritical(level, degrees + 1));
          expect(studentCritical(level, degrees)).toBeGreaterThan(normalCritical(level));
        },
      ),
    );
    expect(studentCritical(0.95, 100_001)).toBeCloseTo(normalCritical(0.95), 4);
  });

  it.each([0, 1, -0.1, 95, Number.NaN])('refuse the level %f', (level) => {
    expect(() => normalCritical(level)).toThrow(RangeError);
    expect(() => studentCritical(level, 3)).toThrow(RangeError);
  });

  it.each([0, 1.5, -2])('refuse %f degrees of freedom', (degrees) => {
    expect(() => studentCritical(0.95, degrees)).toThrow(RangeError);
  });
});
