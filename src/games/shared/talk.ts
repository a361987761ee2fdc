import type { Decision } from '../engine/actions.js';
import type { Action } from '../engine/actions.js';
import type { RuleContext, Seat } from '../engine/definition.js';

/** Longest speech by default, in characters: about 80 words. */
export const SPEECH_LENGTH = 500;

const speakDecisions = new Map<number, Decision>();

/** The decision to say something to everyone; saying nothing is the default. The same object for the same length. */
export function speakDecision(maxLength: number): Decision {
  let decision = speakDecisions.get(maxLength);
  if (decision === undefined) {
    decision = {
      kind: 'speak',
      forms: [{ action: 'speak', fields: { text: { type: 'text', maxLength } } }],
      fallback: { action: 'speak', text: '' },
    };
    speakDecisions.set(maxLength, decision);
  }
  return decision;
}

/** Records an utterance that everyone hears. `discussion` counts the game's discussions from 1. */
export function emitSpeech(
  { names, emit }: Pick<RuleContext, 'names' | 'emit'>,
  seat: Seat,
  action: Action,
  discussion: number,
): void {
  emit({
    type: 'speech',
    audience: 'all',
    data: { speaker: names[seat] ?? '', text: action['text'] ?? '' },
    talk: { seat, discussion },
  });
}

/** The seats of `order` from index `start` on, going round. */
export function clockwiseFrom(order: readonly Seat[], start: number): Seat[] {
  return order.map((_, step) => order[(start + step) % order.length] as Seat);
}

/** The one action of a batch with a single actor. */
export function onlyActor(actions: ReadonlyMap<Seat, Action>): readonly [Seat, Action] {
  const [entry] = actions;
  if (entry === undefined) throw new Error('no action to resolve');
  return entry;
}
