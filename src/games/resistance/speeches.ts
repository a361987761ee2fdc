/** What a seat of The Resistance may say, annotated with traits. */
import { listText } from '../../base/text.js';
import type { Decision } from '../engine/actions.js';
import type { Candidate, Seat } from '../engine/definition.js';
import type { TraitVector } from '../engine/traits.js';
import { speech } from '../shared/candidate-tools.js';
import { highest } from '../shared/opinions.js';
import { causeOf, teamView } from './position.js';
import type { Position } from './position.js';
import { utterance } from './utterances.js';
import type { UtteranceKind } from './utterances.js';

function distinct(seats: readonly (Seat | undefined)[]): Seat[] {
  return [...new Set(seats)].filter((seat) => seat !== undefined);
}

function accusing(position: Position, target: Seat): TraitVector {
  const evidence = position.evidence[target] ?? 0;
  const talk = position.talk[target] ?? 0;
  const onPartner = target === position.partner;
  return {
    suspect: 0.6 * evidence,
    conform: 0.5 * talk,
    listen: 0.4 * talk,
    assert: 0.5,
    patience: -0.3,
    blend: onPartner ? 0.4 : position.spy ? -0.1 : -0.2,
    // A Spy knows whether the charge is true; the others can only go against what they hold likely.
    bluff: !position.spy ? -0.4 * evidence : onPartner ? -0.6 : 0.9,
    loyalty: !position.spy ? 0 : onPartner ? -0.4 : 0.2,
  };
}

function backing(position: Position, target: Seat): TraitVector {
  const evidence = position.evidence[target] ?? 0;
  const talk = position.talk[target] ?? 0;
  const partner = target === position.partner;
  return {
    suspect: -0.6 * evidence,
    conform: -0.5 * talk,
    listen: -0.4 * talk,
    assert: 0.2,
    share: 0.2,
    blend: position.spy && !partner ? 0.3 : 0,
    bluff: !position.spy ? 0.4 * evidence : partner ? 0.8 : -0.6,
    loyalty: !position.spy || partner ? 0.4 : -0.2,
    risk: partner ? 0.3 : 0,
  };
}

function suggesting(position: Position, team: readonly Seat[]): TraitVector {
  const view = teamView(position, team);
  return {
    suspect: -0.5 * view.evidence,
    listen: -0.4 * view.talk,
    conform: 0.5 * view.wanted,
    control: view.withMe ? 0.4 : -0.4,
    assert: 0.3,
    share: 0.3,
    loyalty: position.spy ? 2 * causeOf(position, view) : 0,
    bluff: position.spy ? 0.2 : 0,
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

/** Things to say: charges, support, teams, facts, a question, patience, a word for oneself. */
export function speeches(position: Position, decision: Decision): Candidate[] {
  const { table, me, names, others, evidence, talk, spy, partner } = position;
  const moves: Candidate[] = [];
  const say = (kind: UtteranceKind, subject: string, traits: TraitVector): void => {
    const text = utterance(kind, table.facts, subject, variantOf(position, moves.length));
    moves.push({ action: speech(decision, text), traits });
  };
  const name = (seat: Seat): string => names[seat] ?? '';
  const turn = table.speeches % others.length;

  const suspected = (seat: Seat): number => evidence[seat] ?? 0;
  const cleared = (seat: Seat): number => -suspected(seat);
  const accused = [
    highest(others, suspected, turn),
    highest(others, (seat) => talk[seat] ?? 0, turn + 1),
    highest(others, cleared, turn + 2),
    highest(
      others.filter((seat) => seat !== partner),
      suspected,
      turn,
    ),
  ];
  for (const seat of distinct(accused)) say('accuse', name(seat), accusing(position, seat));
  for (const seat of distinct([highest(others, cleared, turn), partner]))
    say('back', name(seat), backing(position, seat));
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
  say('recount', '', { share: 0.6, probe: 0.2, blend: 0.2 });
  for (const seat of distinct([highest(others, suspected, turn + 3)])) {
    say('ask', name(seat), { probe: 0.6, listen: 0.2, share: -0.2, assert: -0.2 });
  }
  say('wait', '', { patience: 0.5, share: -0.6, assert: -0.5, control: -0.2, blend: 0.1 });
  say('defend', '', { control: 0.4, assert: 0.3, risk: 0.2, bluff: spy ? 0.4 : -0.3, blend: -0.1 });
  return moves;
}
