import type { Seat } from '../engine/definition.js';
import { clockwiseFrom } from './talk.js';

/** Who opens a discussion: someone else every round, or always the lowest seat (reference). */
export type DiscussionStart = 'rotate' | 'seat0';

/** Every seat of a table, in order. */
export function seatsOf(players: number): Seat[] {
  return Array.from({ length: players }, (_, seat) => seat);
}

/** Names of seats, in their order. */
export function namesOf(seats: readonly Seat[], names: readonly string[]): string[] {
  return seats.map((seat) => names[seat] ?? '');
}

/** The other seats as they sit, starting left of `seat`. */
export function clockwiseAfter(seat: Seat, players: number): Seat[] {
  return clockwiseFrom(seatsOf(players), seat + 1).slice(0, -1);
}

/** The first seat clockwise after `seat`, `seat` itself last, that `fits`. Throws when none does. */
export function nextSeat(seat: Seat, players: number, fits: (seat: Seat) => boolean): Seat {
  const found = [...clockwiseAfter(seat, players), seat].find(fits);
  if (found === undefined) throw new Error('no seat is left to act');
  return found;
}

/**
 * The order in which the seats that are still in speak: with `rotate` from index (round − 1) mod alive of their
 * list on, clockwise.
 *
 * @param round from 1
 */
export function speakingOrder(alive: readonly Seat[], round: number, start: DiscussionStart): Seat[] {
  return clockwiseFrom(alive, start === 'rotate' ? (round - 1) % alive.length : 0);
}
