import { checkCount } from './check.js';

/** 2⁵¹²: sums are kept below it, so that they can grow past the range of a double. */
const RESCALE_ABOVE = 2 ** 512;

/**
 * Exact McNemar test, two-sided: the probability that fair coins split the discordant pairs at least as
 * unevenly as they were split. 1 when no pair is discordant.
 *
 * The binomial tail is summed by the ratio of neighbouring terms, with powers of two taken out, so that it
 * is exact for small counts and good to 11 digits at 10⁵ pairs. A probability below 5·10⁻³²⁴ comes out as 0.
 * Throws a RangeError on counts that are not counts.
 */
export function exactMcNemar(onlyFirst: number, onlySecond: number): number {
  checkCount('onlyFirst', onlyFirst);
  checkCount('onlySecond', onlySecond);
  if (onlyFirst === onlySecond) return 1;
  const discordant = onlyFirst + onlySecond;
  const fewer = Math.min(onlyFirst, onlySecond);
  let term = 1;
  let sum = 1;
  // The tail is sum · 2^exponent; doubled for the other side.
  let exponent = 1 - discordant;
  for (let k = 1; k <= fewer; k += 1) {
    term = (term * (discordant - k + 1)) / k;
    sum += term;
    if (sum > RESCALE_ABOVE) {
      term /= RESCALE_ABOVE;
      sum /= RESCALE_ABOVE;
      exponent += 512;
    }
  }
  // In two halves, since 2^exponent alone may underflow where the product does not.
  const half = Math.floor(exponent / 2);
  return Math.min(1, sum * 2 ** half * 2 ** (exponent - half));
}

/**
 * The smallest p the exact McNemar test can give with so many discordant pairs: all of them one way.
 * 2·0.5⁵ = 0.0625 for five. 1 for none.
 */
export function smallestPossibleP(discordant: number): number {
  return exactMcNemar(discordant, 0);
}

/**
 * Holm’s adjusted p values (S. Holm, Scandinavian Journal of Statistics 6, 1979, 65–70), in the order given.
 * Rejecting where the adjusted p is at most α keeps the chance of any false rejection in the family below α,
 * whatever the dependence between the tests. Null entries could not be tested: they stay null and do not
 * count towards the family.
 */
export function holm(pValues: readonly (number | null)[]): (number | null)[] {
  const order = pValues
    .flatMap((p, index) => (p === null ? [] : [{ p, index }]))
    .sort((a, b) => a.p - b.p || a.index - b.index);
  const adjusted = pValues.map((): number | null => null);
  let largest = 0;
  order.forEach(({ p, index }, rank) => {
    largest = Math.max(largest, Math.min(1, (order.length - rank) * p));
    adjusted[index] = largest;
  });
  return adjusted;
}
