import { rngOf } from '../base/rng.js';
import { DEFAULT_RESAMPLES, percentileInterval } from './bootstrap.js';
import type { PairTable } from './pairwise.js';

/** A share with its percentile interval; all from 0 to 1. */
export interface ShareInterval {
  readonly low: number;
  readonly high: number;
}

/**
 * Percentile bootstrap intervals of the pair shares (won ÷ compared, ties adding nothing) of a table’s players, in
 * its order. Whole games are drawn. Null for a player without compared pairs.
 *
 * @param seed seed text: the same games in the same order and the same seed give the same intervals
 */
export function bootstrapShares(
  table: PairTable,
  seed: string,
  resamples: number = DEFAULT_RESAMPLES,
  level?: number,
): (ShareInterval | null)[] {
  const { players, starts, winner, loser, tie } = table;
  const games = starts.length - 1;
  const rng = rngOf(seed);
  const samples = players.map((): number[] => []);
  const won = new Float64Array(players.length);
  const compared = new Float64Array(players.length);
  const add = (counts: Float64Array, player: number, by: number): void => {
    counts[player] = (counts[player] as number) + by;
  };
  for (let resample = 0; resample < resamples && games > 0; resample += 1) {
    won.fill(0);
    compared.fill(0);
    for (let drawn = 0; drawn < games; drawn += 1) {
      const index = Math.floor(rng.float() * games);
      const end = starts[index + 1] as number;
      for (let k = starts[index] as number; k < end; k += 1) {
        add(compared, winner[k] as number, 1);
        add(compared, loser[k] as number, 1);
        if (tie[k] === 0) add(won, winner[k] as number, 1);
      }
    }
    samples.forEach((values, player) => {
      const pairs = compared[player] as number;
      // A resample that leaves the player out says nothing about it.
      if (pairs > 0) values.push((won[player] as number) / pairs);
    });
  }
  return samples.map((values) => percentileInterval(Float64Array.from(values), level));
}
