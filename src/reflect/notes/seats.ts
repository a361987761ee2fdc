/** Private notes of all seats: what a strategy adds to them after a game, kept to the budget. */
import { listText } from '../../base/text.js';
import { pruneToBudget } from '../../playbooks/budget.js';
import { budgetPerSeat, formatNotes, isNotes, parseNotes, playbookForSeat } from '../../playbooks/notes.js';
import type { Reflection, Trajectory } from '../../players/player.js';

/** A seat's new notes, or why its old ones stay. */
export type SeatReflection =
  | { readonly ok: true; readonly text: string; readonly notes?: readonly string[] }
  | { readonly ok: false; readonly reason: string };

/** Rewrites the notes of one seat after one game. */
export type SeatWriter = (task: {
  readonly trajectory: Trajectory;
  /** Which of the games this is, from 0. */
  readonly index: number;
  readonly seat: number;
  /** The seat's notes so far; null when it has none. */
  readonly prior: string | null;
  /** Tokens the seat's notes may have. */
  readonly budget: number;
}) => Promise<SeatReflection>;

/** All promises' values, once all have settled: what was asked for meanwhile is not lost when one fails. */
export async function all<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(promises);
  return settled.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

/** The notes each seat starts from: its own, or all of a text that is no notes. */
export function notesOfSeats(text: string | null, seats: readonly number[]): Map<number, string> {
  if (text === null) return new Map();
  if (isNotes(text)) return parseNotes(text);
  return new Map(seats.map((seat) => [seat, playbookForSeat(text, seat) ?? '']));
}

/** Every seat's notes cut to its part of the budget. */
async function fitted(
  notes: ReadonlyMap<number, string>,
  share: number,
): Promise<{ readonly notes: Map<number, string>; readonly told: readonly string[] }> {
  const kept = new Map<number, string>();
  const told: string[] = [];
  for (const [seat, text] of notes) {
    const pruned = await pruneToBudget(text, share);
    told.push(...pruned.notes.map((note) => `seat ${seat}: ${note}`));
    if (pruned.text.trim() !== '') kept.set(seat, pruned.text);
  }
  return { notes: kept, told };
}

/**
 * After each game in turn every seat's notes are rewritten from what that seat saw. A seat whose notes cannot be
 * had keeps those it has. When that is so for every seat and game there is no new version.
 *
 * @param budget of the whole text; each seat has an equal part
 */
export async function rewriteNotes(
  trajectories: readonly Trajectory[],
  prior: string | null,
  budget: number,
  write: SeatWriter,
): Promise<Reflection> {
  const places = Math.max(0, ...trajectories.map(({ players }) => players.length));
  const atTable = Array.from({ length: places }, (_, seat) => seat);
  const current = notesOfSeats(prior, atTable);
  const seats = [...new Set([...current.keys(), ...atTable])].sort((a, b) => a - b);
  if (seats.length === 0) return { ok: false, reason: 'there is no game to write notes from', notes: [] };
  const share = await budgetPerSeat(budget, seats);
  const told: string[] = [];
  let written = 0;
  let refusal = '';
  for (const [index, trajectory] of trajectories.entries()) {
    const replies = await all(
      trajectory.players.map((_, seat) =>
        write({ trajectory, index, seat, prior: current.get(seat) ?? null, budget: share }),
      ),
    );
    const refused = new Map<string, number[]>();
    replies.forEach((reply, seat) => {
      if (reply.ok) {
        current.set(seat, reply.text);
        told.push(...(reply.notes ?? []).map((note) => `seat ${seat}: ${note}`));
        written += 1;
        return;
      }
      refusal = reply.reason;
      refused.set(reply.reason, [...(refused.get(reply.reason) ?? []), seat]);
    });
    for (const [reason, of] of refused) {
      told.push(
        `${of.length === 1 ? 'seat' : 'seats'} ${listText(of.map(String))} kept the old notes: ${reason}`,
      );
    }
  }
  if (written === 0) return { ok: false, reason: `no seat wrote notes: ${refusal}`, notes: told };
  const kept = await fitted(current, share);
  return { ok: true, text: formatNotes(kept.notes), notes: [...told, ...kept.told] };
}
