/**
 * Moves that builtin players consider in The Resistance, from the seat's view alone, annotated with traits.
 *
 * Traits say what a move is about, as its maker sees it. Suspicion is what mission results, ballots and proposals
 * make likely ({@link Table.suspicion}); talk is kept apart from it, so that minding the evidence and minding the
 * talk are two things that can be learned one by one.
 */
import { listText, shorten } from '../../base/text.js';
import type { Decision } from '../engine/actions.js';
import type { Candidate, Seat, View } from '../engine/definition.js';
import type { TraitVector } from '../engine/traits.js';
import { tableOf } from './evidence.js';
import type { Table } from './evidence.js';
import { SEATS } from './rules.js';
import { utterance } from './utterances.js';
import type { UtteranceKind } from './utterances.js';

/** The table from one seat: what it knows and how it stands to the others. */
interface Position {
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

const clamp = (value: number): number => Math.max(-1, Math.min(1, value));

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function positionOf(view: View): Position {
  const table = tableOf(view);
  const me = view.seat;
  const others = view.players.map((_, seat) => seat).filter((seat) => seat !== me);
  const spy = view.secret['role'] === 'Spy';
  const partner = view.players.indexOf(String(view.secret['partner']));
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
interface TeamView {
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

function teamView(position: Position, team: readonly Seat[]): TeamView {
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
const SPY_SHARE = [-0.1, 0.1, 0.07] as const;

/** A fifth rejection in a row ends the game; the nearer it is, the more a rejection gambles with it. */
function brink(table: Table): number {
  return (table.rejections / 4) ** 2;
}

function voteTraits(position: Position): TraitVector {
  const { table, spy } = position;
  const team = teamView(position, table.proposed);
  const last = table.rejections >= 4;
  // With four rejections behind, a Spy's side wins by a rejection, whoever is on the team.
  const cause = spy ? (last ? -0.2 : (SPY_SHARE[team.spies] ?? 0)) : 0.6 * team.friends;
  return {
    suspect: -team.evidence,
    ...(spy ? { blend: -0.4 * team.evidence } : {}),
    listen: -2 * team.talk,
    conform: team.wanted,
    control: team.withMe ? 0.4 : -0.4,
    loyalty: cause,
    patience: -0.4 * (1 - brink(table)),
    risk: -0.6 * brink(table),
  };
}

function opposite(traits: TraitVector): TraitVector {
  return Object.fromEntries(Object.entries(traits).map(([trait, value]) => [trait, -value]));
}

function votes(position: Position): Candidate[] {
  const traits = voteTraits(position);
  return [
    { action: { action: 'vote', choice: 'approve' }, traits },
    { action: { action: 'vote', choice: 'reject' }, traits: opposite(traits) },
  ];
}

function teamsOf(size: number, from: Seat = 0): Seat[][] {
  if (size === 0) return [[]];
  const teams: Seat[][] = [];
  for (let seat = from; seat <= SEATS - size; seat += 1) {
    for (const rest of teamsOf(size - 1, seat + 1)) teams.push([seat, ...rest]);
  }
  return teams;
}

const TEAMS: Readonly<Record<number, readonly (readonly Seat[])[]>> = { 2: teamsOf(2), 3: teamsOf(3) };

function proposals(position: Position): Candidate[] {
  const { table, names, spy } = position;
  return (TEAMS[table.facts.size] ?? []).map((seats) => {
    const team = teamView(position, seats);
    return {
      action: { action: 'propose', team: seats.map((seat) => names[seat] ?? '') },
      traits: {
        suspect: -team.evidence,
        ...(spy ? { blend: -0.4 * team.evidence, risk: team.spies === 2 ? 0.5 : 0 } : {}),
        listen: -2 * team.talk,
        conform: team.wanted,
        control: team.withMe ? 0.4 : -0.4,
        loyalty: spy ? (SPY_SHARE[team.spies] ?? 0) : 0.6 * team.friends,
        probe: 2 * team.fresh - 1,
      },
    };
  });
}

function cards(position: Position): Candidate[] {
  const { table, partner } = position;
  const { failures, successes, size } = table.facts;
  const decisive = failures === 2 || successes === 2;
  const together = partner !== undefined && table.proposed.includes(partner);
  const exposure = (size === 2 ? 0.25 : 0.15) + (together ? 0.1 : 0);
  const fail: TraitVector = decisive
    ? { loyalty: 0.15, blend: -0.15 }
    : { loyalty: 0.1, risk: exposure, blend: -exposure, patience: -0.4 };
  const succeed: TraitVector = decisive
    ? { loyalty: -0.15, blend: 0.05 }
    : { risk: -0.1, blend: 0.05, patience: 0.4 };
  return [
    { action: { action: 'card', card: 'succeed' }, traits: succeed },
    { action: { action: 'card', card: 'fail' }, traits: fail },
  ];
}

/** The seat with the highest value; of equal ones, the first from `start` on. */
function highest(seats: readonly Seat[], value: (seat: Seat) => number, start: number): Seat | undefined {
  let best: Seat | undefined;
  for (let step = 0; step < seats.length; step += 1) {
    const seat = seats[(start + step) % seats.length] as Seat;
    if (best === undefined || value(seat) > value(best) + 1e-9) best = seat;
  }
  return best;
}

function accusing(position: Position, target: Seat): TraitVector {
  const evidence = position.evidence[target] ?? 0;
  const talk = position.talk[target] ?? 0;
  const common = {
    suspect: 0.6 * evidence,
    conform: 0.5 * talk,
    listen: 0.4 * talk,
    assert: 0.5,
    patience: -0.3,
  };
  if (!position.spy) return { ...common, blend: -0.2, bluff: -0.4 * evidence };
  return target === position.partner
    ? { ...common, blend: 0.4, bluff: -0.6, loyalty: -0.4 }
    : { ...common, blend: -0.1, bluff: 0.9, loyalty: 0.2 };
}

function backing(position: Position, target: Seat): TraitVector {
  const evidence = position.evidence[target] ?? 0;
  const talk = position.talk[target] ?? 0;
  const common = {
    suspect: -0.6 * evidence,
    conform: -0.5 * talk,
    listen: -0.4 * talk,
    assert: 0.2,
    share: 0.2,
  };
  if (!position.spy) return { ...common, loyalty: 0.4, bluff: 0.4 * evidence };
  return target === position.partner
    ? { ...common, bluff: 0.8, loyalty: 0.4, risk: 0.3 }
    : { ...common, blend: 0.3, bluff: -0.6, loyalty: -0.2 };
}

function suggesting(position: Position, team: readonly Seat[]): TraitVector {
  const { evidence, wanted, withMe, spies, talk } = teamView(position, team);
  return {
    suspect: -0.5 * evidence,
    listen: -0.4 * talk,
    conform: 0.5 * wanted,
    control: withMe ? 0.4 : -0.4,
    assert: 0.3,
    share: 0.3,
    ...(position.spy ? { loyalty: 2 * (SPY_SHARE[spies] ?? 0), bluff: 0.2 } : {}),
  };
}

/** The team of the least suspected seats, with or without me. */
function safestTeam({ table, me, others, evidence }: Position, withMe: boolean): Seat[] {
  const ranked = others.toSorted((a, b) => (evidence[a] ?? 0) - (evidence[b] ?? 0) || a - b);
  const members = ranked.slice(0, table.facts.size - (withMe ? 1 : 0));
  return (withMe ? [me, ...members] : members).sort((a, b) => a - b);
}

/** A whole number that differs from speech to speech, seat to seat and move to move, for the choice of words. */
function variantOf({ table, me }: Position, move: number): number {
  // Multiplication by a large odd constant spreads neighbouring numbers over all bits (Knuth, TAOCP 3, 6.4).
  return Math.imul(table.speeches * 64 + me * 12 + move + 1, 2654435761) >>> 12;
}

function speeches(position: Position, maxLength: number): Candidate[] {
  const { table, me, names, others, evidence, talk, spy, partner } = position;
  const moves: Candidate[] = [];
  const say = (kind: UtteranceKind, subject: string, traits: TraitVector): void => {
    const text = utterance(kind, table.facts, subject, variantOf(position, moves.length));
    moves.push({ action: { action: 'speak', text: shorten(text, maxLength) }, traits });
  };
  const name = (seat: Seat): string => names[seat] ?? '';
  const turn = table.speeches % others.length;

  const accused = new Set(
    [
      highest(others, (seat) => evidence[seat] ?? 0, turn),
      highest(others, (seat) => talk[seat] ?? 0, turn + 1),
      highest(others, (seat) => -(evidence[seat] ?? 0), turn + 2),
      spy
        ? highest(
            others.filter((seat) => seat !== partner),
            (seat) => evidence[seat] ?? 0,
            turn,
          )
        : undefined,
    ].filter((seat) => seat !== undefined),
  );
  for (const seat of accused) say('accuse', name(seat), accusing(position, seat));
  const backed = new Set(
    [highest(others, (seat) => -(evidence[seat] ?? 0), turn), partner].filter((seat) => seat !== undefined),
  );
  for (const seat of backed) say('back', name(seat), backing(position, seat));
  for (const withMe of [true, false]) {
    const team = safestTeam(position, withMe);
    const words = listText(
      team
        .filter((seat) => seat !== me)
        .map(name)
        .concat(withMe ? ['me'] : []),
    );
    say('suggest', words, suggesting(position, team));
  }
  const asked = highest(others, (seat) => evidence[seat] ?? 0, turn + 3);
  say('recount', '', { share: 0.6, probe: 0.2, blend: 0.2 });
  if (asked !== undefined) say('ask', name(asked), { probe: 0.6, listen: 0.2, share: -0.2, assert: -0.2 });
  say('wait', '', { patience: 0.5, share: -0.6, assert: -0.5, control: -0.2, blend: 0.1 });
  say('defend', '', { control: 0.4, assert: 0.3, risk: 0.2, bluff: spy ? 0.4 : -0.3, blend: -0.1 });
  return moves;
}

function speechLimit(decision: Decision): number {
  const field = decision.forms[0]?.fields['text'];
  return field?.type === 'text' ? field.maxLength : 0;
}

/** Legal moves for a decision of The Resistance, the same moves in the same order for the same view. */
export function candidates(view: View, decision: Decision): readonly Candidate[] {
  const position = positionOf(view);
  switch (decision.kind) {
    case 'speak':
      return speeches(position, speechLimit(decision));
    case 'propose':
      return proposals(position);
    case 'vote':
      return votes(position);
    case 'card':
      return position.spy ? cards(position) : [];
    default:
      return [];
  }
}
