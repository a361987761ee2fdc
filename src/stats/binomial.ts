/** Terms smaller than this share of the sum so far cannot change it. */
export const NEGLIGIBLE = 1e-17;

/** ln 0!, ln 1!, … as far as asked for; sums are compensated (Kahan), so that each is good to the last digits. */
const logFactorials: number[] = [0];
let lost = 0;

/** ln n! for a whole number n from 0. */
export function logFactorial(n: number): number {
  for (let k = logFactorials.length; k <= n; k += 1) {
    const before = logFactorials[k - 1] as number;
    const term = Math.log(k) - lost;
    const sum = before + term;
    lost = sum - before - term;
    logFactorials.push(sum);
  }
  return logFactorials[n] as number;
}

/** Probability of k successes in n tosses with chance p each. */
export function binomialMass(k: number, n: number, p: number): number {
  if (k < 0 || k > n) return 0;
  if (p <= 0) return k === 0 ? 1 : 0;
  if (p >= 1) return k === n ? 1 : 0;
  const ways = logFactorial(n) - logFactorial(k) - logFactorial(n - k);
  return Math.exp(ways + k * Math.log(p) + (n - k) * Math.log1p(-p));
}

/**
 * Probability of at most k successes in n tosses with chance p each. Summed from the term at k outwards, on the side
 * on which the terms fall, by the ratio of neighbours: the cost grows with √n only.
 */
export function binomialTail(k: number, n: number, p: number): number {
  if (k < 0) return 0;
  if (k >= n || p <= 0) return 1;
  if (p >= 1) return 0;
  const odds = p / (1 - p);
  if (k <= n * p) {
    let term = binomialMass(k, n, p);
    let sum = term;
    for (let x = k; x > 0 && term > sum * NEGLIGIBLE; x -= 1) {
      term *= x / ((n - x + 1) * odds);
      sum += term;
    }
    return Math.min(1, sum);
  }
  let term = binomialMass(k + 1, n, p);
  let sum = term;
  for (let x = k + 1; x < n && term > sum * NEGLIGIBLE; x += 1) {
    term *= ((n - x) * odds) / (x + 1);
    sum += term;
  }
  return Math.max(0, 1 - sum);
}
