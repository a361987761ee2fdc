/**
 * Dead Last: everyone speaks, everyone points at someone at the same time, and whoever more than half of the table
 * points at is out. The last three talk once more and each writes a split of 100; only if all wrote the same split
 * is it paid.
 *
 * Rules after the game by Matthew Grosso and Andy Patton as played in Social Gym, with shares by name that sum to
 * 100. The published reference always opens discussions at the lowest seat (`discussionStart: "seat0"`), and asks
 * for offers again until each survivor has made one, where here a missing offer is no agreement (both pay 0).
 */
import { z } from 'zod';
import type { JsonObject } from '../../base/json.js';
import type { Outcome, Phase, RuleContext, Seat, Setup, Transition } from '../engine/definition.js';
import { END } from '../engine/engine.js';
import { namesOf, seatsOf, speakingOrder } from '../shared/circle.js';
import { sharedGroups } from '../shared/rewards.js';
import { speakingPhase } from '../shared/speaking.js';
import { SPEECH_LENGTH } from '../shared/talk.js';
import { ballotRows, ballotsOf, tally } from '../shared/voting.js';
import { bySeat } from '../shared/winners.js';

/** With so many left the pointing is over. */
export const SURVIVORS = 3;
export const PRIZE = 100;

export const optionsSchema = z.strictObject({
  /** Who opens a discussion: someone else every round, or always the lowest seat still in (reference). */
  discussionStart: z.enum(['rotate', 'seat0']).default('rotate'),
  /** Turns (a speech, or a pointing or an offer of all) after which the game ends without a prize. */
  maxTurns: z.int().min(1).max(1000).default(80),
  /** Longest speech, in characters. */
  speechLength: z.int().min(1).max(2000).default(SPEECH_LENGTH),
});

export type DeadLastOptions = z.infer<typeof optionsSchema>;

export interface DeadLastState {
  readonly options: DeadLastOptions;
  readonly players: number;
  /** Seats still in, in seat order. */
  readonly alive: readonly Seat[];
  /** Eliminated seats, first out first. */
  readonly out: readonly Seat[];
  /** From 1; rises with every pointing. */
  readonly round: number;
  /** The round each seat was eliminated in; null for those still in. */
  readonly outRound: readonly (number | null)[];
  /** Speeches made in the current discussion. */
  readonly spoken: number;
  /** Discussions opened so far, the final one included. */
  readonly discussions: number;
  /** Shares of the prize by seat once all have agreed on them, `none` once they have not. */
  readonly split: readonly number[] | 'none' | null;
}

/** How many must point at a seat to put it out: more than half of those alive, whoever points. */
export function threshold(alive: number): number {
  return Math.floor(alive / 2) + 1;
}

function order(state: DeadLastState): Seat[] {
  return speakingOrder(state.alive, state.round, state.options.discussionStart);
}

/** @param played batches resolved so far */
function openDiscussion(
  state: DeadLastState,
  played: number,
  { names, emit }: RuleContext,
): Transition<DeadLastState> {
  const opened = { ...state, spoken: 0, discussions: state.discussions + 1 };
  const data = {
    alive: namesOf(state.alive, names),
    out: namesOf(state.out, names),
    speakers: namesOf(order(state), names),
    turnsLeft: state.options.maxTurns - played,
  };
  // The start is no final whatever the number of players: everyone points at least once.
  if (state.round > 1 && state.alive.length <= SURVIVORS) {
    emit({ type: 'final', audience: 'all', data });
    return { state: opened, phase: 'final_negotiation' };
  }
  emit({
    type: 'round',
    audience: 'all',
    data: { round: state.round, needed: threshold(state.alive.length), ...data },
  });
  return { state: opened, phase: 'discussion' };
}

export function setup(players: number, options: DeadLastOptions, context: RuleContext): Setup<DeadLastState> {
  const seats = seatsOf(players);
  const fresh: DeadLastState = {
    options,
    players,
    alive: seats,
    out: [],
    round: 1,
    outRound: seats.map(() => null),
    spoken: 0,
    discussions: 0,
    split: null,
  };
  return {
    ...openDiscussion(fresh, 0, context),
    roles: seats.map(() => ({ role: 'Player' })),
    secrets: seats.map(() => ({})),
  };
}

const point: Phase<DeadLastState> = {
  actors: (state) => state.alive,
  decision(state, seat, names) {
    const options = namesOf(
      state.alive.filter((other) => other !== seat),
      names,
    );
    return {
      kind: 'point',
      forms: [{ action: 'point', fields: { target: { type: 'choice', options } } }],
      fallback: { action: 'abstain' },
    };
  },
  resolve(state, actions, context) {
    const { names, emit, turn } = context;
    const pointing = ballotsOf(actions, names);
    const needed = threshold(state.alive.length);
    const [hit] = [...tally(pointing)].filter(([, votes]) => votes >= needed).map(([seat]) => seat);
    emit({
      type: 'pointing',
      audience: 'all',
      data: {
        ballots: ballotRows(pointing, names),
        abstained: namesOf(
          state.alive.filter((seat) => !pointing.has(seat)),
          names,
        ),
        needed,
        eliminated: hit === undefined ? null : (names[hit] ?? ''),
      },
    });
    const after = {
      ...state,
      alive: state.alive.filter((seat) => seat !== hit),
      out: hit === undefined ? state.out : [...state.out, hit],
      outRound: state.outRound.map((old, seat) => (seat === hit ? state.round : old)),
      round: state.round + 1,
    };
    return openDiscussion(after, turn + 1, context);
  },
};

const finalOffer: Phase<DeadLastState> = {
  actors: (state) => state.alive,
  decision: (state, _, names) => ({
    kind: 'offer',
    forms: [
      {
        action: 'offer',
        fields: { shares: { type: 'split', keys: namesOf(state.alive, names), total: PRIZE } },
      },
    ],
    fallback: { action: 'no_offer' },
  }),
  resolve(state, actions, { names, emit }) {
    const offers = state.alive.map((seat) => (actions.get(seat)?.['shares'] ?? null) as JsonObject | null);
    const [first] = offers;
    const agreed = offers.every(
      (offer) =>
        offer !== null &&
        state.alive.every((seat) => offer[names[seat] ?? ''] === first?.[names[seat] ?? '']),
    );
    emit({
      type: 'offers',
      audience: 'all',
      data: {
        offers: offers.map((offer, index) => ({
          player: names[state.alive[index] as Seat] ?? '',
          shares: state.alive.map((seat) => ({
            player: names[seat] ?? '',
            share: offer?.[names[seat] ?? ''] ?? null,
          })),
          made: offer !== null,
        })),
        agreed,
      },
    });
    const split = agreed
      ? seatsOf(state.players).map((seat) => Number(first?.[names[seat] ?? ''] ?? 0))
      : ('none' as const);
    return { state: { ...state, split }, phase: END };
  },
};

export const phases: Readonly<Record<string, Phase<DeadLastState>>> = {
  discussion: speakingPhase(order, 'discussion', 'point'),
  point,
  final_negotiation: speakingPhase(order, 'final_negotiation', 'final_offer'),
  final_offer: finalOffer,
};

/** Eliminated seats get −1; survivors their share of an agreed split, else 0. Not zero-sum. */
export function outcome(state: DeadLastState, cut: boolean): Outcome {
  const seats = seatsOf(state.players);
  const shares = Array.isArray(state.split) ? (state.split as readonly number[]) : seats.map(() => 0);
  const rewards = seats.map((seat) => (state.out.includes(seat) ? -1 : (shares[seat] ?? 0) / PRIZE));
  return {
    rewards,
    ending: cut ? 'turn-limit' : state.split === 'none' ? 'no-agreement' : 'agreed-split',
    measures: {
      rounds: state.round - 1,
      eliminated: state.out.length,
      ...bySeat('share', shares),
      ...bySeat(
        'lasted',
        state.outRound.map((round) => round ?? state.round),
      ),
    },
    // Only the eliminated are equal by rule; survivors could have got different shares.
    sharedByDesign: sharedGroups(rewards).filter(([first]) => rewards[first as Seat] === -1),
  };
}
