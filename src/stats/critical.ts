import { checkLevel } from './check.js';
import { turningPoint } from './turning-point.js';

/**
 * Critical values for two-sided intervals. Both distributions have exact series for the probability
 * between −x and x (Abramowitz & Stegun, Handbook of Mathematical Functions, 26.2.11 and 26.7.3–4),
 * so inverting them needs no table of fitted constants.
 */

/** Beyond this the probability left outside is below 10⁻¹⁵, which the series can no longer tell from 0. */
const FARTHEST_NORMAL = 8;

/** P(−z < Z < z) for a standard normal Z. */
function normalWithin(z: number): number {
  let term = z;
  let sum = z;
  for (let odd = 3; term > sum * Number.EPSILON; odd += 2) {
    term *= (z * z) / odd;
    sum += term;
  }
  return Math.sqrt(2 / Math.PI) * Math.exp((-z * z) / 2) * sum;
}

/** P(−t < T < t) for Student’s T, given the angle arctan(t/√degrees). */
function studentWithin(angle: number, degrees: number): number {
  const cosine = Math.cos(angle);
  const odd = degrees % 2 === 1;
  let term = odd ? cosine : 1;
  let sum = degrees === 1 ? 0 : term;
  for (let power = odd ? 3 : 2; power <= degrees - 2 && term > sum * Number.EPSILON; power += 2) {
    term *= (cosine * cosine * (power - 1)) / power;
    sum += term;
  }
  return odd ? (2 / Math.PI) * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
}

/**
 * The z with probability `level` between −z and z: 1.959964 for 0.95.
 * Throws a RangeError unless 0 < level < 1.
 */
export function normalCritical(level: number): number {
  checkLevel(level);
  return turningPoint((z) => normalWithin(z) >= level, 0, FARTHEST_NORMAL);
}

/**
 * The t with probability `level` between −t and t on `degrees` (a whole number from 1) degrees of freedom:
 * 12.7062 for 0.95 on 1. Throws a RangeError unless 0 < level < 1.
 */
export function studentCritical(level: number, degrees: number): number {
  checkLevel(level);
  if (!Number.isInteger(degrees) || degrees < 1) {
    throw new RangeError(`degrees of freedom must be a whole number from 1, got ${degrees}`);
  }
  const angle = turningPoint((x) => studentWithin(x, degrees) >= level, 0, Math.PI / 2);
  return Math.sqrt(degrees) * Math.tan(angle);
}
