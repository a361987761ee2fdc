import { describe, expect, it } from 'vitest';
import { pairedDifference } from '../../src/stats/intervals.js';

/**
 * Exact coverage of the paired interval, by enumeration of every outcome. Tango’s interval depends on the two
 * discordant counts alone, so a trinomial sum is enough.
 */
interface Truth {
  readonly firstOnly: number;
  readonly secondOnly: number;
}

interface Outcome {
  readonly onlyFirst: number;
  readonly onlySecond: number;
  readonly neither: number;
  /** Logarithm of the multinomial coefficient. */
  readonly ways: number;
  readonly low: number;
  readonly high: number;
}

/** Rates 5 % to 95 % for each member of a pair, correlations −0.2 to 0.8, as far as the rates allow them. */
function truths(): Truth[] {
  const rates = Array.from({ length: 19 }, (_, index) => (index + 1) / 20);
  const correlations = [-0.2, 0, 0.2, 0.4, 0.6, 0.8];
  return rates.flatMap((first) =>
    // The interval mirrors, so the other half of the grid would repeat this one.
    rates
      .filter((second) => second <= first)
      .flatMap((second) =>
        correlations
          .map(
            (correlation) =>
              first * second + correlation * Math.sqrt(first * (1 - first) * second * (1 - second)),
          )
          .filter((both) => both <= second && both >= Math.max(0, first + second - 1))
          .map((both) => ({ firstOnly: first - both, secondOnly: second - both })),
      ),
  );
}

function coverages(pairs: number): number[] {
  const logFactorial = [0];
  for (let k = 1; k <= pairs; k += 1) logFactorial.push((logFactorial[k - 1] as number) + Math.log(k));
  const outcomes: Outcome[] = [];
  for (let onlyFirst = 0; onlyFirst <= pairs; onlyFirst += 1) {
    for (let onlySecond = 0; onlySecond <= pairs - onlyFirst; onlySecond += 1) {
      const neither = pairs - onlyFirst - onlySecond;
      const { low, high } = pairedDifference({ both: 0, onlyFirst, onlySecond, neither }) ?? expect.fail();
      const ways =
        (logFactorial[pairs] as number) -
        (logFactorial[onlyFirst] as number) -
        (logFactorial[onlySecond] as number) -
        (logFactorial[neither] as number);
      outcomes.push({ onlyFirst, onlySecond, neither, ways, low, high });
    }
  }
  const power = (count: number, probability: number): number =>
    count === 0 ? 0 : count * Math.log(probability);
  return truths().map(({ firstOnly, secondOnly }) => {
    const difference = firstOnly - secondOnly;
    let covered = 0;
    for (const { onlyFirst, onlySecond, neither, ways, low, high } of outcomes) {
      // The slack is for truths that are an interval’s very end.
      if (difference < low - 1e-12 || difference > high + 1e-12) continue;
      covered += Math.exp(
        ways +
          power(onlyFirst, firstOnly) +
          power(onlySecond, secondOnly) +
          power(neither, 1 - firstOnly - secondOnly),
      );
    }
    return covered;
  });
}

describe('exact coverage of the 95 % paired interval', () => {
  // 40 and 110 pairs have the worst truths of all sizes from 20 to 200 on this grid.
  it.each([20, 30, 40, 60, 110, 200])('is right in the mean and nowhere far below at %i pairs', (pairs) => {
    const all = coverages(pairs);
    const mean = all.reduce((sum, value) => sum + value, 0) / all.length;
    expect(all.length).toBeGreaterThan(500);
    expect(mean).toBeGreaterThan(0.94);
    expect(mean).toBeLessThan(0.97);
    expect(Math.min(...all)).toBeGreaterThan(0.92);
  });
});
