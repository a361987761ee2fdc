/**
 * Liar's Dice: every seat holds five hidden dice and re-rolls them each round. In turn a seat raises the bid on
 * how many dice of all the table show a face, or calls the last bidder a liar; then all dice are shown and either
 * the bidder (too few) or the caller (enough) loses one die. The last seat with dice wins. Ones are not wild.
 *
 * Rules of the common table game as played in Social Gym. Left from the published reference: a bid names no more
 * dice than are in play, the opener sees the new dice before it bids, and turns go round without a break.
 */
import { z } from 'zod';
import type { Action, ActionForm, Decision } from '../engine/actions.js';
import type { Outcome, Phase, RuleContext, Seat, Setup, Transition } from '../engine/definition.js';
import { END } from '../engine/engine.js';
import { nextSeat, seatsOf } from '../shared/circle.js';
import { sharedGroups } from '../shared/rewards.js';
import { onlyActor } from '../shared/talk.js';
import { bySeat, leadersOf, winnersRewards } from '../shared/winners.js';

export const DICE = 5;
export const FACES = 6;

export const optionsSchema = z.strictObject({
  /** Who opens after a caller has lost its last die: the next seat clockwise, or the lowest seat (reference). */
  openerAfterCallerOut: z.enum(['clockwise', 'lowest']).default('clockwise'),
  /** Who wins at the turn limit: all seats with most dice share it, or the lowest of them alone (reference). */
  limitTie: z.enum(['share', 'seat']).default('share'),
  /** Turns (bids and calls) after which the seats with most dice win. */
  maxTurns: z.int().min(1).max(5000).default(100),
});

export type LiarsDiceOptions = z.infer<typeof optionsSchema>;

export interface Bid {
  readonly seat: Seat;
  readonly quantity: number;
  readonly face: number;
}

export interface LiarsDiceState {
  readonly options: LiarsDiceOptions;
  /** What each seat has rolled; empty for a seat that is out. */
  readonly dice: readonly (readonly number[])[];
  /** From 1. */
  readonly round: number;
  readonly mover: Seat;
  /** The standing bid of this round. */
  readonly bid: Bid | null;
}

/**
 * The most turns a game can take: with d dice in play a round has at most one bid of each quantity and face and
 * one call, and every round takes a die off the table.
 */
export function naturalBound(players: number): number {
  const total = DICE * players;
  return seatsOf(total - 1).reduce((sum, gone) => sum + FACES * (total - gone) + 1, 0);
}

function diceInPlay(state: LiarsDiceState): number {
  return state.dice.reduce((sum, own) => sum + own.length, 0);
}

function isIn(state: Pick<LiarsDiceState, 'dice'>, seat: Seat): boolean {
  return (state.dice[seat]?.length ?? 0) > 0;
}

/** Rolls for everyone and announces the round; only then the opener is asked. */
function openRound(
  before: Pick<LiarsDiceState, 'options' | 'dice' | 'round'>,
  opener: Seat,
  { names, rng, emit }: RuleContext,
): Transition<LiarsDiceState> {
  const dice = before.dice.map((own) => own.map(() => rng.int(1, FACES)));
  const state = { ...before, dice, mover: opener, bid: null };
  emit({
    type: 'round',
    audience: 'all',
    data: {
      round: state.round,
      opener: names[opener] ?? '',
      total: diceInPlay(state),
      table: dice.map((own, seat) => ({ player: names[seat] ?? '', dice: own.length })),
    },
  });
  dice.forEach((own, seat) => {
    if (own.length === 0) return;
    emit({ type: 'roll', audience: [seat], data: { player: names[seat] ?? '', dice: own } });
  });
  return { state, phase: 'bidding' };
}

export function setup(
  players: number,
  options: LiarsDiceOptions,
  context: RuleContext,
): Setup<LiarsDiceState> {
  const full = seatsOf(players).map(() => Array.from({ length: DICE }, () => 1));
  return {
    ...openRound({ options, dice: full, round: 1 }, 0, context),
    roles: seatsOf(players).map(() => ({ role: 'Player' })),
    secrets: seatsOf(players).map(() => ({})),
  };
}

/** The legal bids over `bid`, or undefined when the highest bid of all stands. */
function bidForm(bid: Bid | null, cap: number): ActionForm | undefined {
  const form = (min: number, lowestFace: number): ActionForm => ({
    action: 'bid',
    fields: {
      quantity: { type: 'integer', min, max: cap },
      face: { type: 'integer', min: lowestFace, max: FACES },
    },
  });
  if (bid === null) return form(1, 1);
  if (bid.face === FACES) return bid.quantity < cap ? form(bid.quantity + 1, 1) : undefined;
  if (bid.quantity === cap) return form(cap, bid.face + 1);
  return {
    ...form(bid.quantity, 1),
    refine: ({ quantity, face }) =>
      Number(quantity) > bid.quantity || Number(face) > bid.face
        ? undefined
        : `the bid must beat ${bid.quantity}×${bid.face}: a larger quantity, or the same with a higher face`,
    note: `must beat ${bid.quantity}×${bid.face}: a larger quantity with any face, or the same quantity with a higher face`,
  };
}

function lowestBid(bid: Bid | null, cap: number): Action {
  if (bid === null) return { action: 'bid', quantity: 1, face: 1 };
  if (bid.face < FACES) return { action: 'bid', quantity: bid.quantity, face: bid.face + 1 };
  return bid.quantity < cap ? { action: 'bid', quantity: bid.quantity + 1, face: 1 } : { action: 'liar' };
}

function decideBid(state: LiarsDiceState): Decision {
  const cap = diceInPlay(state);
  const raise = bidForm(state.bid, cap);
  const call: ActionForm[] = state.bid === null ? [] : [{ action: 'liar', fields: {} }];
  return {
    kind: 'move',
    forms: [...(raise === undefined ? [] : [raise]), ...call],
    fallback: lowestBid(state.bid, cap),
  };
}

function openerAfter(state: LiarsDiceState, loser: Seat, bidder: Seat, caller: Seat): Seat {
  const alive = (seat: Seat): boolean => isIn(state, seat);
  if (alive(loser)) return loser;
  if (loser === bidder) return caller;
  return state.options.openerAfterCallerOut === 'clockwise'
    ? nextSeat(caller, state.dice.length, alive)
    : seatsOf(state.dice.length).findIndex(alive);
}

function reveal(state: LiarsDiceState, caller: Seat, context: RuleContext): Transition<LiarsDiceState> {
  const { names, emit } = context;
  if (state.bid === null) throw new Error('no bid to call');
  const { seat: bidder, quantity, face } = state.bid;
  const count = state.dice.flat().filter((die) => die === face).length;
  const loser = count < quantity ? bidder : caller;
  const dice = state.dice.map((own, seat) => (seat === loser ? own.slice(1) : own));
  emit({
    type: 'reveal',
    audience: 'all',
    data: {
      caller: names[caller] ?? '',
      bidder: names[bidder] ?? '',
      quantity,
      face,
      hands: state.dice.flatMap((own, seat) =>
        own.length === 0 ? [] : [{ player: names[seat] ?? '', dice: own.join(' ') }],
      ),
      count,
      enough: count >= quantity,
      loser: names[loser] ?? '',
      left: dice[loser]?.length ?? 0,
    },
  });
  const after = { ...state, dice, bid: null };
  const alive = seatsOf(dice.length).filter((seat) => isIn(after, seat));
  if (alive.length === 1) {
    emit({ type: 'over', audience: 'all', data: { winner: names[alive[0] as Seat] ?? '' } });
    return { state: after, phase: END };
  }
  const opener = openerAfter(after, loser, bidder, caller);
  return openRound({ ...after, round: state.round + 1 }, opener, context);
}

const bidding: Phase<LiarsDiceState> = {
  actors: (state) => [state.mover],
  decision: (state) => decideBid(state),
  resolve(state, actions, context) {
    const [seat, action] = onlyActor(actions);
    if (action.action === 'liar') return reveal(state, seat, context);
    const bid = { seat, quantity: Number(action['quantity']), face: Number(action['face']) };
    context.emit({
      type: 'bid',
      audience: 'all',
      data: { player: context.names[seat] ?? '', quantity: bid.quantity, face: bid.face },
    });
    const mover = nextSeat(seat, state.dice.length, (next) => isIn(state, next));
    return { state: { ...state, bid, mover }, phase: 'bidding' };
  },
};

export const phases: Readonly<Record<string, Phase<LiarsDiceState>>> = { bidding };

/**
 * The last seat with dice gets +1, the others share −1. At the turn limit the seats with most dice win together;
 * when all have as many it is a draw.
 */
export function outcome(state: LiarsDiceState, cut: boolean): Outcome {
  const counts = state.dice.map((own) => own.length);
  const leaders = leadersOf(counts);
  const winners = cut && state.options.limitTie === 'seat' ? leaders.slice(0, 1) : leaders;
  const rewards = winnersRewards(counts.length, winners);
  const draw = winners.length === counts.length;
  return {
    rewards,
    ending: cut ? 'turn-limit' : 'last-with-dice',
    measures: { rounds: state.round, ...bySeat('dice', counts) },
    ...(draw ? {} : { sharedByDesign: sharedGroups(rewards) }),
  };
}
