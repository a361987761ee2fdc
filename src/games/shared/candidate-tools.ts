/** Small tools for the moves that builtin players consider (`candidates` of a game). */
import { shorten } from '../../base/text.js';
import type { Action, Decision } from '../engine/actions.js';
import type { Candidate, GameEvent, View } from '../engine/definition.js';
import type { TraitVector } from '../engine/traits.js';

/** `value` kept within −1 and 1. */
export function clamp(value: number): number {
  return Math.max(-1, Math.min(1, value));
}

/** At most `max` of the moves, each action once, in order. */
export function distinctMoves(moves: readonly Candidate[], max = 8): Candidate[] {
  const seen = new Set<string>();
  const kept: Candidate[] = [];
  for (const move of moves) {
    const key = JSON.stringify(move.action);
    if (kept.length === max || seen.has(key)) continue;
    seen.add(key);
    kept.push(move);
  }
  return kept;
}

/** Events of a view since the last one of type `start`, that one first; none when there is no such event. */
export function eventsSince({ events }: View, start: string): readonly GameEvent[] {
  for (let at = events.length - 1; at >= 0; at -= 1) if (events[at]?.type === start) return events.slice(at);
  return [];
}

/** The last event of that type, if any. */
export function lastEvent(events: readonly GameEvent[], type: string): GameEvent | undefined {
  for (let at = events.length - 1; at >= 0; at -= 1) if (events[at]?.type === type) return events[at];
  return undefined;
}

/** The longest text a decision's first form takes in `field`; 0 when that is no text. */
export function textLimit(decision: Decision, field: string): number {
  const text = decision.forms[0]?.fields[field];
  return text?.type === 'text' ? text.maxLength : 0;
}

/** A speech within the length that the decision allows. */
export function speech(decision: Decision, text: string): Action {
  return { action: 'speak', text: shorten(text, textLimit(decision, 'text')) };
}

/** A speech as a move, cut to `limit` characters. */
export function speechMove(text: string, traits: TraitVector, limit: number): Candidate {
  return { action: { action: 'speak', text: shorten(text, limit) }, traits };
}

/** A whole number ≥ 0 that differs from moment to moment and seat to seat: it varies words without chance. */
export function variantOf(view: View): number {
  return view.events.length * 31 + view.seat * 17;
}

/** The item at a whole number ≥ 0, going round. Throws on an empty list. */
export function roundPick<T>(items: readonly T[], number: number): T {
  const item = items[number % items.length];
  if (item === undefined) throw new Error('nothing to choose from');
  return item;
}

/** One of several wordings: another for each seat and moment, the same for the same view. `salt` tells kinds apart. */
export function worded(view: View, salt: number, wordings: readonly string[]): string {
  return roundPick(wordings, variantOf(view) + salt * 7);
}
