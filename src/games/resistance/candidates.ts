/**
 * Moves that builtin players consider in The Resistance, from the seat's view alone, annotated with traits.
 *
 * Traits say what a move is about, as its maker sees it. What results, ballots and proposals make likely is kept
 * apart from what is said, so that minding the evidence and minding the talk can be learned one by one. The sizes
 * are such that no single trait decides the game: moves that bear on the result most are spread over several.
 */
import type { Decision } from '../engine/actions.js';
import type { Candidate, Seat, View } from '../engine/definition.js';
import type { TraitVector } from '../engine/traits.js';
import { clamp } from '../shared/candidate-tools.js';
import type { Table } from './evidence.js';
import { causeOf, positionOf, teamView } from './position.js';
import type { Position } from './position.js';
import { SEATS } from './rules.js';
import { speeches } from './speeches.js';

/** A fifth rejection in a row ends the game; the nearer it is, the more a rejection gambles with it. */
function brink(table: Table): number {
  return (table.rejections / 4) ** 2;
}

function voteTraits(position: Position): TraitVector {
  const { table, spy } = position;
  const team = teamView(position, table.proposed);
  const last = table.rejections >= 4;
  // With four rejections behind, a Spy's side wins by a rejection, whoever is on the team.
  const cause = spy && last ? -0.2 : causeOf(position, team);
  return {
    suspect: -team.evidence,
    blend: spy ? -0.4 * team.evidence : 0,
    listen: clamp(-2 * team.talk),
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
        blend: spy ? -0.4 * team.evidence : 0,
        listen: clamp(-2 * team.talk),
        conform: team.wanted,
        control: team.withMe ? 0.4 : -0.4,
        loyalty: causeOf(position, team),
        probe: 2 * team.fresh - 1,
        risk: team.spies === 2 ? 0.5 : 0,
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

/** Legal moves for a decision of The Resistance, the same moves in the same order for the same view. */
export function candidates(view: View, decision: Decision): readonly Candidate[] {
  const position = positionOf(view);
  switch (decision.kind) {
    case 'speak':
      return speeches(position, decision);
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
