import type { Role, Seat, SideId } from '../engine/definition.js';

/** The winning side shares +1 evenly among its seats, the losing side −1. `null` is a draw: 0 for everyone. */
export function sideRewards(roles: readonly Role[], winner: SideId | null): number[] {
  return roles.map((role) => {
    if (winner === null) return 0;
    const size = roles.filter((other) => other.side === role.side).length;
    return role.side === winner ? 1 / size : -1 / size;
  });
}

/** How a tie across the cut of a top-half rule is settled: 0 for the tied (adopted), or by seat order (reference). */
export type CutTie = 'zero' | 'seat';

/**
 * Top half +1, bottom half −1, by totals; the middle of an odd number gets 0.
 * `zero`: a seat gets +1 if at most half the seats have as much or more, −1 if at most half have as much or less,
 * so a tie across the cut is 0 for all tied. `seat`: ties keep seat order. All equal is 0 for everyone in both.
 */
export function rankRewards(totals: readonly number[], cutTie: CutTie): number[] {
  const half = Math.floor(totals.length / 2);
  if (totals.every((total) => total === totals[0])) return totals.map(() => 0);
  if (cutTie === 'zero') {
    return totals.map((own) => {
      if (totals.filter((total) => total >= own).length <= half) return 1;
      return totals.filter((total) => total <= own).length <= half ? -1 : 0;
    });
  }
  const order = totals
    .map((_, seat) => seat)
    .sort((a, b) => (totals[b] as number) - (totals[a] as number) || a - b);
  const rewards = totals.map(() => 0);
  for (const seat of order.slice(0, half)) rewards[seat] = 1;
  for (const seat of order.slice(order.length - half)) rewards[seat] = -1;
  return rewards;
}

/** Highest total alone +1, everyone else −1 in a two-player contest; equal totals are a draw. */
export function contestRewards(first: number, second: number): [number, number] {
  return first === second ? [0, 0] : first > second ? [1, -1] : [-1, 1];
}

/** Seats of equal reward, where equality is by design: groups of two or more. */
export function sharedGroups(rewards: readonly number[]): Seat[][] {
  const groups = new Map<number, Seat[]>();
  rewards.forEach((reward, seat) => groups.set(reward, [...(groups.get(reward) ?? []), seat]));
  return [...groups.values()].filter((group) => group.length > 1);
}
