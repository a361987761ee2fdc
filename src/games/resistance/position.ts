/** The table of The Resistance from one seat: what it knows, and how a team looks to it. */
import type { Seat, View } from '../engine/definition.js';
import { clamp } from '../shared/candidate-tools.js';
import { tableOf } from './evidence.js';
import type { Table } from './evidence.js';

/** The table from one seat: what it knows and how it stands to the others. */
export interface Position {
  readonly table: Table;
  readonly me: Seat;
  readonly names: readonly string[];
  readonly others: readonly Seat[];
  /** The other Spy, for a Spy. */
  readonly partner: Seat | undefined;
  readonly spy: boolean;
  /** How the evidence points at each other seat against the average of them, about −1 to 1. */
  readonly evidence: readonly number[];
  /** What the others say of each seat, −1 (for) to 1 (against). */
  readonly talk: readonly number[];
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The position of the seat whose view it is. */
export function positionOf(view: View): Position {
  const table = tableOf(view);
  const me = view.seat;
  const others = view.players.map((_, seat) => seat).filter((seat) => seat !== me);
  const spy = view.secret['role'] === 'Spy';
  const partner = view.players.findIndex((name) => name === view.secret['partner']);
  // A Spy knows who is who; what counts for it is where the evidence points in the eyes of the others.
  const suspicion = spy ? table.suspicion : table.suspicionOf(me);
  const average = mean(others.map((seat) => suspicion[seat] ?? 0));
  return {
    table,
    me,
    names: view.players,
    others,
    partner: spy && partner >= 0 ? partner : undefined,
    spy,
    evidence: suspicion.map((chance, seat) => (seat === me && !spy ? 0 : clamp(3 * (chance - average)))),
    talk: view.players.map((_, seat) =>
      clamp(others.reduce((sum, by) => sum + (by === seat ? 0 : (table.opinion[by]?.[seat] ?? 0)), 0) / 2),
    ),
  };
}

/** How a team looks from a position. */
export interface TeamView {
  /** Evidence against its members, −1 to 1. */
  readonly evidence: number;
  readonly talk: number;
  /** How near it comes to what others suggested in this discussion, −1 to 1; 0 when nobody did. */
  readonly wanted: number;
  readonly withMe: boolean;
  /** Spies on it, as far as the seat knows: 0 to 2 for a Spy, always 0 for the others. */
  readonly spies: number;
  /** Its members' kindness to me in talk, −1 to 1. */
  readonly friends: number;
  /** Share of members never yet on a mission. */
  readonly fresh: number;
}

/** Judges a team from a position. */
export function teamView(position: Position, team: readonly Seat[]): TeamView {
  const { table, me, partner, spy } = position;
  const rest = team.filter((seat) => seat !== me);
  const overlaps = [...table.suggestions]
    .filter(([speaker]) => speaker !== me)
    .map(([, wish]) => (2 * wish.filter((seat) => team.includes(seat)).length) / team.length - 1);
  const withMe = rest.length < team.length;
  return {
    evidence: clamp(
      (spy ? 1.5 : 2.5) * mean((spy ? team : rest).map((seat) => position.evidence[seat] ?? 0)),
    ),
    talk: mean(rest.map((seat) => position.talk[seat] ?? 0)),
    wanted: clamp(mean(overlaps)),
    withMe,
    spies: !spy ? 0 : (withMe ? 1 : 0) + (partner !== undefined && team.includes(partner) ? 1 : 0),
    friends: -mean(rest.map((seat) => table.opinion[seat]?.[me] ?? 0)),
    fresh: mean(team.map((seat) => (table.tried.has(seat) ? 0 : 1))),
  };
}

/** What a team does for a Spy's side: one Spy is enough, two may give each other away, none is a lost chance. */
const SPY_SHARE: readonly number[] = [-0.1, 0.1, 0.07];

/** What a team does for the cause of the seat's side, so far as the seat knows. */
export function causeOf({ spy }: Position, team: TeamView): number {
  return spy ? (SPY_SHARE[team.spies] ?? 0) : 0.6 * team.friends;
}
