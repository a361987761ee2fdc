import { rngOf } from '../../base/rng.js';

const DRAWS = 9_999;
/** Two sums that differ by less than this are equal but for rounding. */
const ROUNDING = 1e-9;

/**
 * Permutation test, two-sided, of two independent means: in how many random divisions of all values into groups of
 * these sizes the means differ at least as much (E. J. G. Pitman, Supplement to the JRSS 4, 1937, 119–130). The
 * division that was seen counts as one of the draws, so that p is never 0.
 *
 * @param seed text that the draws come from
 * @returns 1 when a group is empty
 */
export function permutationTest(first: readonly number[], second: readonly number[], seed: string): number {
  if (first.length === 0 || second.length === 0) return 1;
  const all = [...first, ...second];
  const total = all.reduce((sum, value) => sum + value, 0);
  const expected = (total * first.length) / all.length;
  const sumOf = (values: readonly number[]): number =>
    values.slice(0, first.length).reduce((sum, value) => sum + value, 0);
  const seen = Math.abs(sumOf(all) - expected);
  const rng = rngOf(`permutation/${seed}`);
  let hits = 1;
  for (let draw = 0; draw < DRAWS; draw += 1) {
    if (Math.abs(sumOf(rng.shuffle(all)) - expected) >= seen - ROUNDING) hits += 1;
  }
  return hits / (DRAWS + 1);
}
