/** Rounds of speeches in games in which players leave the table. */
import type { Phase, Seat } from '../engine/definition.js';
import { emitSpeech, onlyActor, speakDecision } from './talk.js';

/** What a round of speeches reads and counts. */
export interface Speaking {
  readonly options: { readonly speechLength: number };
  /** Seats still in, in seat order. */
  readonly alive: readonly Seat[];
  /** Speeches made in the current discussion. */
  readonly spoken: number;
  /** Discussions opened so far. */
  readonly discussions: number;
}

/** The phase `here`, in which all that are still in speak once, in the order given; then `next` follows. */
export function speakingPhase<S extends Speaking>(
  order: (state: S) => readonly Seat[],
  here: string,
  next: string,
): Phase<S> {
  return {
    actors: (state) => [order(state)[state.spoken] as Seat],
    decision: ({ options }) => speakDecision(options.speechLength),
    resolve(state, actions, context) {
      const [seat, action] = onlyActor(actions);
      emitSpeech(context, seat, action, state.discussions);
      const spoken = state.spoken + 1;
      return { state: { ...state, spoken }, phase: spoken < state.alive.length ? here : next };
    },
  };
}
