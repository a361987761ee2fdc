import type { Seat } from '../engine/definition.js';

/**
 * Zero-sum rewards of a game that some seats win: the winners share +1, the others share −1, each evenly.
 * With every seat or none among the winners nobody has lost to anybody: 0 for everyone.
 */
export function winnersRewards(players: number, winners: readonly Seat[]): number[] {
  const losers = players - winners.length;
  if (winners.length === 0 || losers === 0) return Array.from({ length: players }, () => 0);
  return Array.from({ length: players }, (_, seat) =>
    winners.includes(seat) ? 1 / winners.length : -1 / losers,
  );
}

/** The seats whose value is the largest, in seat order. */
export function leadersOf(values: readonly number[]): Seat[] {
  const best = Math.max(...values);
  return values.flatMap((value, seat) => (value === best ? [seat] : []));
}

/** Per-seat numbers as measures: `gold0`, `gold1`, … */
export function bySeat(label: string, values: readonly number[]): Record<string, number> {
  return Object.fromEntries(values.map((value, seat) => [`${label}${seat}`, value]));
}
