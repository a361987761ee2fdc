import type { Rng } from '../../base/rng.js';
import type { Action } from '../engine/actions.js';
import type { Seat } from '../engine/definition.js';

/** How a tie for most ballots is broken: by lot, or (reference) the tied target first named by the lowest-seated voter. */
export type TieBreak = 'lot' | 'seat';

/** Ballots by voter; voters without a legal ballot are absent. */
export type Ballots = ReadonlyMap<Seat, Seat>;

/** Reads `target` names out of a batch of votes; abstentions are left out. Voters stay in seat order. */
export function ballotsOf(actions: ReadonlyMap<Seat, Action>, names: readonly string[]): Map<Seat, Seat> {
  const ballots = new Map<Seat, Seat>();
  for (const [voter, action] of [...actions].sort(([a], [b]) => a - b)) {
    const target = typeof action['target'] === 'string' ? names.indexOf(action['target']) : -1;
    if (target >= 0) ballots.set(voter, target);
  }
  return ballots;
}

/** Number of ballots for each seat that got any. */
export function tally(ballots: Ballots): Map<Seat, number> {
  const counts = new Map<Seat, number>();
  for (const target of ballots.values()) counts.set(target, (counts.get(target) ?? 0) + 1);
  return counts;
}

/** Who has most ballots. `tied` says that the choice fell to the tie-break. Null without any ballot. */
export function plurality(
  ballots: Ballots,
  tieBreak: TieBreak,
  rng: Rng,
): { readonly seat: Seat; readonly votes: number; readonly tied: boolean } | null {
  const counts = tally(ballots);
  if (counts.size === 0) return null;
  const votes = Math.max(...counts.values());
  const leaders = [...counts.keys()].filter((seat) => counts.get(seat) === votes).sort((a, b) => a - b);
  if (leaders.length === 1) return { seat: leaders[0] as Seat, votes, tied: false };
  const named = [...ballots.values()].find((target) => leaders.includes(target));
  return { seat: tieBreak === 'lot' ? rng.pick(leaders) : (named as Seat), votes, tied: true };
}

/** Ballots as `Ana votes Ben` rows for an event, in seat order. */
export function ballotRows(
  ballots: Ballots,
  names: readonly string[],
): readonly { readonly voter: string; readonly target: string }[] {
  return [...ballots].map(([voter, target]) => ({ voter: names[voter] ?? '', target: names[target] ?? '' }));
}
