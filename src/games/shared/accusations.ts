/** Moves of builtin players that all games of accusation share: ballots, and talk about other players. */
import type { Candidate, Seat, View } from '../engine/definition.js';
import type { TraitVector } from '../engine/traits.js';
import { speechMove, variantOf } from './candidate-tools.js';
import { highest, tableTalk, talkAgainst } from './opinions.js';
import type { TableTalk } from './opinions.js';

/** How a seat stands to the others. All values −1 to 1. */
export interface Standing {
  readonly view: View;
  /** Seats that may be talked about or voted for. */
  readonly others: readonly Seat[];
  /** How the evidence points at each seat; for the hidden side, as the table is likely to see it. */
  readonly evidence: readonly number[];
  /** What the others say of each seat, for (−1) or against (1). */
  readonly talk: readonly number[];
  /** A seat of the hidden side: it knows better than the evidence. */
  readonly hidden: boolean;
  /** Seats known to be of the same side. */
  readonly allies: readonly Seat[];
}

/** A standing with what the others say read from the view. */
export function standingOf(
  view: View,
  others: readonly Seat[],
  evidence: readonly number[],
  knowing: { readonly hidden: boolean; readonly allies?: readonly Seat[] },
): Standing {
  const { hidden, allies = [] } = knowing;
  return { view, others, evidence, talk: talkAgainst(view), hidden, allies };
}

/** Traits of acting against a seat; `weight` is how much the move is about that. */
export function traitsAgainst(standing: Standing, seat: Seat, weight: number): TraitVector {
  const evidence = standing.evidence[seat] ?? 0;
  const talk = standing.talk[seat] ?? 0;
  const common = {
    suspect: weight * evidence,
    conform: weight * talk,
    listen: weight * 0.5 * talk,
  };
  if (!standing.hidden) return { ...common, loyalty: weight * -0.1 };
  const ally = standing.allies.includes(seat);
  return {
    ...common,
    blend: weight * (ally ? 0.5 : 0.6 * evidence),
    bluff: weight * (ally ? -0.4 : 0.4),
    loyalty: weight * (ally ? -0.8 : 0.3),
  };
}

function opposed(traits: TraitVector): TraitVector {
  return Object.fromEntries(Object.entries(traits).map(([trait, value]) => [trait, -value]));
}

/** One ballot for each seat that may be named. */
export function ballotMoves(standing: Standing): Candidate[] {
  return standing.others.map((seat) => ({
    action: { action: 'vote', target: standing.view.players[seat] ?? '' },
    traits: traitsAgainst(standing, seat, 1),
  }));
}

/**
 * Talk about the others and oneself: against the most suspected, against whom the table is against, for the least
 * suspected (or an ally), a question, a defence, and holding back.
 */
export function talkMoves(standing: Standing, limit: number): Candidate[] {
  const { view, others, evidence, talk, hidden, allies } = standing;
  const variant = variantOf(view);
  const moves: Candidate[] = [];
  const say = (kind: TableTalk, seat: Seat | undefined, traits: TraitVector): void => {
    const who = seat === undefined ? '' : (view.players[seat] ?? '');
    moves.push(speechMove(tableTalk(kind, who, variant + moves.length), traits, limit));
  };
  const suspected = highest(others, (seat) => evidence[seat] ?? 0, variant);
  const shunned = highest(others, (seat) => talk[seat] ?? 0, variant);
  for (const seat of new Set([suspected, shunned])) {
    if (seat === undefined) continue;
    say('accuse', seat, { ...traitsAgainst(standing, seat, 0.6), assert: 0.6, patience: -0.3 });
  }
  const backed =
    allies.find((seat) => others.includes(seat)) ??
    highest(others, (seat) => -(evidence[seat] ?? 0), variant);
  if (backed !== undefined) {
    const traits = { ...opposed(traitsAgainst(standing, backed, 0.5)), assert: 0.2 };
    say('back', backed, hidden ? traits : { ...traits, loyalty: 0.3 });
    say('ask', backed, { probe: 0.6, assert: -0.1, share: -0.2 });
  }
  say('defend', undefined, { control: 0.4, assert: 0.3, risk: 0.1, bluff: hidden ? 0.4 : -0.2 });
  say('wait', undefined, { patience: 0.6, share: -0.6, assert: -0.5, risk: -0.2 });
  return moves;
}
