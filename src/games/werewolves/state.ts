/** Options and state of Werewolves, and the changes of time that nights and days share. */
import { z } from 'zod';
import type { RuleContext, Seat, SideId, Transition } from '../engine/definition.js';
import { END } from '../engine/engine.js';
import { namesOf, seatsOf, speakingOrder } from '../shared/circle.js';
import { SPEECH_LENGTH } from '../shared/talk.js';

const TURN_LIMIT = 40;

export const optionsSchema = z.strictObject({
  /** Who opens a discussion: someone else each day, or always the lowest living seat (reference). */
  discussionStart: z.enum(['rotate', 'seat0']).default('rotate'),
  /** A tie for most ballots: by lot, or the tied player first named by the lowest-seated voter (reference). */
  tieBreak: z.enum(['lot', 'seat']).default('lot'),
  /** At dawn everyone learns what killed the dead and whether an attack was prevented; else only who died. */
  announceCause: z.boolean().default(true),
  /** Turns (one player's or one batch's choice) after which the game is a draw. */
  maxTurns: z.int().min(1).max(1000).default(TURN_LIMIT),
  /** Longest speech, in characters. */
  speechLength: z.int().min(1).max(2000).default(SPEECH_LENGTH),
});

export type WerewolvesOptions = z.infer<typeof optionsSchema>;

/** A seat's part. */
export type Part = 'Werewolf' | 'Villager' | 'Seer' | 'Witch';

export interface WerewolvesState {
  readonly options: WerewolvesOptions;
  /** By seat. */
  readonly parts: readonly Part[];
  /** Seats alive, in seat order. */
  readonly living: readonly Seat[];
  /** The current night and the day after it, from 1. */
  readonly night: number;
  /** Werewolves that have chosen tonight, each with its choice or null. */
  readonly kills: readonly { readonly wolf: Seat; readonly target: Seat | null }[];
  /** Whom the Werewolves attack tonight. */
  readonly victim: Seat | null;
  /** Potions the Witch still has. */
  readonly potions: { readonly save: boolean; readonly poison: boolean };
  readonly saved: boolean;
  readonly poisoned: Seat | null;
  /** Speeches made today. */
  readonly spoken: number;
  readonly winner: SideId | null;
}

/** What it takes to tell the table something. */
export type Announce = Pick<RuleContext, 'names' | 'emit'>;

/** True for a Werewolf, alive or dead. */
export const isWolf = ({ parts }: WerewolvesState, seat: Seat): boolean => parts[seat] === 'Werewolf';

/** All Werewolves, alive or dead, in seat order. */
export function wolvesOf(state: WerewolvesState): Seat[] {
  return seatsOf(state.parts.length).filter((seat) => isWolf(state, seat));
}

/** The living seats of a part; none once its holder is dead. */
export function holders({ parts, living }: WerewolvesState, part: Part): Seat[] {
  return living.filter((seat) => parts[seat] === part);
}

/** Night falls: the next one, with nothing chosen yet. */
export function openNight(state: WerewolvesState, { emit }: Announce): Transition<WerewolvesState> {
  const night = state.night + 1;
  emit({ type: 'night', audience: 'all', data: { night } });
  return {
    state: { ...state, night, kills: [], victim: null, saved: false, poisoned: null },
    phase: 'night_wolves',
  };
}

/** The discussion of the day after this night opens. */
export function openDay(state: WerewolvesState, { names, emit }: Announce): Transition<WerewolvesState> {
  const order = namesOf(speakingOrder(state.living, state.night, state.options.discussionStart), names);
  emit({ type: 'day', audience: 'all', data: { day: state.night, order } });
  return { state: { ...state, spoken: 0 }, phase: 'day_discussion' };
}

const HOW = {
  main: 'no Werewolf is alive',
  alt: 'the Werewolves are at least as many as the others',
} as const;

/** Ends the game if a side has won, otherwise goes on with `next`. Villagers are tested first. */
export function endOr(
  state: WerewolvesState,
  { names, emit }: Announce,
  next: (state: WerewolvesState) => Transition<WerewolvesState>,
): Transition<WerewolvesState> {
  const wolves = holders(state, 'Werewolf').length;
  const winner = wolves === 0 ? 'main' : wolves >= state.living.length - wolves ? 'alt' : null;
  if (winner === null) return next(state);
  emit({
    type: 'over',
    audience: 'all',
    data: {
      winner: winner === 'main' ? 'Villagers' : 'Werewolves',
      how: HOW[winner],
      wolves: namesOf(wolvesOf(state), names),
    },
  });
  return { state: { ...state, winner }, phase: END };
}
