/**
 * Skull: every seat owns three roses and one skull. Seats place discs face down in turn until somebody bids how
 * many roses it can turn up; the highest bidder turns discs up, its own first. A skull costs it a random disc for
 * good; enough roses win the round.
 *
 * Rules after Hervé Marly's game as played in Social Gym. Left from the published reference: placed discs stay
 * hidden, the highest bidder never has to act against its own bid, and the last challenger opens the next round
 * (`opener: "lowest"` is the reference's way).
 */
import { z } from 'zod';
import type { ActionForm, Decision } from '../engine/actions.js';
import type { Outcome, Phase, RuleContext, Seat, Setup, Transition } from '../engine/definition.js';
import { END } from '../engine/engine.js';
import { nextSeat, seatsOf } from '../shared/circle.js';
import { without } from '../shared/multiset.js';
import { sharedGroups } from '../shared/rewards.js';
import { onlyActor } from '../shared/talk.js';
import { bySeat, leadersOf, winnersRewards } from '../shared/winners.js';

export type Disc = 'rose' | 'skull';

export const FULL_HAND: readonly Disc[] = ['rose', 'rose', 'rose', 'skull'];

export const optionsSchema = z.strictObject({
  /** Successful challenges that win the game. */
  winsNeeded: z.int().min(1).max(5).default(1),
  /** Who opens rounds after the first: the last challenger, or the lowest seat still in (reference). */
  opener: z.enum(['challenger', 'lowest']).default('challenger'),
  /** Turns (a placement, a bid, a pass or a flip) after which the game ends on round wins. */
  maxTurns: z.int().min(1).max(2000).default(120),
});

export type SkullOptions = z.infer<typeof optionsSchema>;

export interface SkullState {
  readonly options: SkullOptions;
  /** Every disc a seat owns, placed ones included; empty when it is out. */
  readonly owned: readonly (readonly Disc[])[];
  /** Discs on the table by seat, bottom first. */
  readonly stacks: readonly (readonly Disc[])[];
  /** How many discs of each stack have been turned up, from the top. */
  readonly flipped: readonly number[];
  readonly wins: readonly number[];
  /** From 1. */
  readonly round: number;
  readonly mover: Seat;
  /** The standing bid; its seat is the challenger once the bidding is over. */
  readonly bid: { readonly seat: Seat; readonly count: number } | null;
  readonly passed: readonly Seat[];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function isIn(state: Pick<SkullState, 'owned'>, seat: Seat): boolean {
  return (state.owned[seat]?.length ?? 0) > 0;
}

function stackOf(state: SkullState, seat: Seat): readonly Disc[] {
  return state.stacks[seat] ?? [];
}

function onTable(state: SkullState): number {
  return sum(state.stacks.map((stack) => stack.length));
}

/** Discs of a stack that are still face down. */
function faceDown(state: SkullState, seat: Seat): number {
  return stackOf(state, seat).length - (state.flipped[seat] ?? 0);
}

/** What a seat still holds in its hand. */
export function handOf(state: SkullState, seat: Seat): Disc[] {
  return without(state.owned[seat] ?? [], stackOf(state, seat));
}

function challengerOf(state: SkullState): Seat {
  if (state.bid === null) throw new Error('nobody has bid');
  return state.bid.seat;
}

/** All discs return to their owners and the opener is asked. */
function openRound(
  before: Pick<SkullState, 'options' | 'owned' | 'wins' | 'round'>,
  opener: Seat,
  { names, emit }: RuleContext,
): Transition<SkullState> {
  emit({
    type: 'round',
    audience: 'all',
    data: {
      round: before.round,
      opener: names[opener] ?? '',
      table: before.owned.map((discs, seat) => ({
        player: names[seat] ?? '',
        discs: discs.length,
        wins: before.wins[seat] ?? 0,
      })),
    },
  });
  before.owned.forEach((discs, seat) => {
    if (discs.length === 0) return;
    emit({
      type: 'hand',
      audience: [seat],
      data: {
        player: names[seat] ?? '',
        roses: discs.filter((disc) => disc === 'rose').length,
        skull: discs.includes('skull'),
      },
    });
  });
  return {
    state: {
      ...before,
      stacks: before.owned.map(() => []),
      flipped: before.owned.map(() => 0),
      mover: opener,
      bid: null,
      passed: [],
    },
    phase: 'place',
  };
}

export function setup(players: number, options: SkullOptions, context: RuleContext): Setup<SkullState> {
  const seats = seatsOf(players);
  const fresh = { options, owned: seats.map(() => FULL_HAND), wins: seats.map(() => 0), round: 1 };
  return {
    ...openRound(fresh, 0, context),
    roles: seats.map(() => ({ role: 'Player' })),
    secrets: seats.map(() => ({})),
  };
}

function bidForm(min: number, max: number): ActionForm {
  return { action: 'bid', fields: { count: { type: 'integer', min, max } } };
}

/** Takes a bid, then asks the next seat that may raise it; a bid on every disc ends the bidding at once. */
function takeBid(state: SkullState, seat: Seat, count: number, context: RuleContext): Transition<SkullState> {
  const table = onTable(state);
  context.emit({
    type: 'bid',
    audience: 'all',
    data: { player: context.names[seat] ?? '', count, table },
  });
  return nextBidder({ ...state, bid: { seat, count } }, seat, context);
}

function nextBidder(state: SkullState, after: Seat, { names, emit }: RuleContext): Transition<SkullState> {
  const challenger = challengerOf(state);
  const mayRaise = (seat: Seat): boolean =>
    seat !== challenger && isIn(state, seat) && !state.passed.includes(seat);
  const count = state.bid?.count ?? 0;
  if (count < onTable(state) && seatsOf(state.owned.length).some(mayRaise)) {
    return { state: { ...state, mover: nextSeat(after, state.owned.length, mayRaise) }, phase: 'bid' };
  }
  emit({ type: 'challenge', audience: 'all', data: { challenger: names[challenger] ?? '', count } });
  return { state: { ...state, mover: challenger }, phase: 'flip' };
}

function decidePlace(state: SkullState, seat: Seat): Decision {
  const hand = handOf(state, seat);
  const everyoneHasPlaced = state.owned.every(
    (discs, other) => discs.length === 0 || stackOf(state, other).length > 0,
  );
  const place: ActionForm = { action: 'place', fields: { disc: { type: 'choice', options: hand } } };
  return {
    kind: 'place',
    forms: [...(hand.length > 0 ? [place] : []), ...(everyoneHasPlaced ? [bidForm(1, onTable(state))] : [])],
    fallback:
      hand.length === 0
        ? { action: 'bid', count: 1 }
        : { action: 'place', disc: hand.includes('rose') ? 'rose' : 'skull' },
  };
}

const place: Phase<SkullState> = {
  actors: (state) => [state.mover],
  decision: decidePlace,
  resolve(state, actions, context) {
    const { names, emit } = context;
    const [seat, action] = onlyActor(actions);
    if (action.action === 'bid') return takeBid(state, seat, Number(action['count']), context);
    const disc = action['disc'] as Disc;
    const stacks = state.stacks.map((stack, owner) => (owner === seat ? [...stack, disc] : stack));
    const player = names[seat] ?? '';
    emit({ type: 'placed', audience: 'all', data: { player, discs: stacks[seat]?.length ?? 0 } });
    emit({ type: 'disc', audience: [seat], data: { player, disc } });
    const mover = nextSeat(seat, state.owned.length, (next) => isIn(state, next));
    return { state: { ...state, stacks, mover }, phase: 'place' };
  },
};

const bid: Phase<SkullState> = {
  actors: (state) => [state.mover],
  decision: (state) => ({
    kind: 'bid',
    forms: [bidForm((state.bid?.count ?? 0) + 1, onTable(state)), { action: 'pass', fields: {} }],
    fallback: { action: 'pass' },
  }),
  resolve(state, actions, context) {
    const [seat, action] = onlyActor(actions);
    if (action.action === 'bid') return takeBid(state, seat, Number(action['count']), context);
    context.emit({ type: 'pass', audience: 'all', data: { player: context.names[seat] ?? '' } });
    return nextBidder({ ...state, passed: [...state.passed, seat] }, seat, context);
  },
};

/** Stacks the challenger may turn up next: its own while any of it lies face down, else any other, clockwise. */
function flipTargets(state: SkullState, challenger: Seat): Seat[] {
  if (faceDown(state, challenger) > 0) return [challenger];
  return seatsOf(state.owned.length)
    .map((step) => (challenger + step) % state.owned.length)
    .filter((seat) => faceDown(state, seat) > 0);
}

function decideFlip(state: SkullState, seat: Seat, names: readonly string[]): Decision {
  const options = flipTargets(state, seat).map((target) => names[target] ?? '');
  return {
    kind: 'flip',
    forms: [{ action: 'flip', fields: { target: { type: 'choice', options } } }],
    fallback: { action: 'flip', target: options[0] ?? '' },
  };
}

/** The challenger has met a skull: it loses a random disc for good, and the seat itself when that was its last. */
function failChallenge(state: SkullState, context: RuleContext): Transition<SkullState> {
  const { names, rng, emit } = context;
  const seat = challengerOf(state);
  const lost = rng.pick(state.owned[seat] ?? []);
  const owned = state.owned.map((discs, owner) => (owner === seat ? without(discs, [lost]) : discs));
  const left = owned[seat]?.length ?? 0;
  const player = names[seat] ?? '';
  emit({ type: 'penalty', audience: 'all', data: { challenger: player, left } });
  emit({ type: 'lost', audience: [seat], data: { player, disc: lost } });
  const after = { ...state, owned };
  const alive = seatsOf(owned.length).filter((other) => isIn(after, other));
  if (alive.length === 1) {
    emit({
      type: 'over',
      audience: 'all',
      data: { winner: names[alive[0] as Seat] ?? '', how: 'the only player left with discs' },
    });
    return { state: after, phase: END };
  }
  const challengerOrNext = left > 0 ? seat : nextSeat(seat, owned.length, (next) => isIn(after, next));
  const opener = state.options.opener === 'lowest' ? (alive[0] as Seat) : challengerOrNext;
  return openRound({ ...after, round: state.round + 1 }, opener, context);
}

function winRound(state: SkullState, context: RuleContext): Transition<SkullState> {
  const { names, emit } = context;
  const seat = challengerOf(state);
  const wins = state.wins.map((won, owner) => (owner === seat ? won + 1 : won));
  const winner = names[seat] ?? '';
  emit({ type: 'success', audience: 'all', data: { challenger: winner, wins: wins[seat] ?? 0 } });
  const after = { ...state, wins };
  if (wins[seat] === state.options.winsNeeded) {
    emit({ type: 'over', audience: 'all', data: { winner, how: 'enough challenges won' } });
    return { state: after, phase: END };
  }
  const lowest = seatsOf(state.owned.length).findIndex((other) => isIn(state, other));
  return openRound(
    { ...after, round: state.round + 1 },
    state.options.opener === 'lowest' ? lowest : seat,
    context,
  );
}

const flip: Phase<SkullState> = {
  actors: (state) => [challengerOf(state)],
  decision: decideFlip,
  resolve(state, actions, context) {
    const { names, emit } = context;
    const [challenger, action] = onlyActor(actions);
    const owner = names.indexOf(action['target'] as string);
    const stack = stackOf(state, owner);
    const disc = stack[faceDown(state, owner) - 1] as Disc;
    const flipped = state.flipped.map((count, seat) => (seat === owner ? count + 1 : count));
    const turned = sum(flipped);
    const needed = state.bid?.count ?? 0;
    emit({
      type: 'flip',
      audience: 'all',
      data: { challenger: names[challenger] ?? '', owner: names[owner] ?? '', disc, turned, needed },
    });
    const after = { ...state, flipped };
    if (disc === 'skull') return failChallenge(after, context);
    return turned === needed ? winRound(after, context) : { state: after, phase: 'flip' };
  },
};

export const phases: Readonly<Record<string, Phase<SkullState>>> = { place, bid, flip };

/**
 * The winner gets +1, the others share −1. At the turn limit a sole leader in round wins is the winner; otherwise,
 * and so always when one win is enough, the game is a draw.
 */
export function outcome(state: SkullState, cut: boolean): Outcome {
  const players = state.owned.length;
  const alive = seatsOf(players).filter((seat) => isIn(state, seat));
  const champion = state.wins.findIndex((won) => won === state.options.winsNeeded);
  const leaders = leadersOf(state.wins);
  const winners = cut ? (leaders.length === 1 ? leaders : []) : champion >= 0 ? [champion] : alive;
  const rewards = winnersRewards(players, winners);
  return {
    rewards,
    ending: cut ? 'turn-limit' : champion >= 0 ? 'challenges-won' : 'last-with-discs',
    measures: {
      rounds: state.round,
      ...bySeat('wins', state.wins),
      ...bySeat(
        'discs',
        state.owned.map((discs) => discs.length),
      ),
    },
    ...(winners.length === 0 ? {} : { sharedByDesign: sharedGroups(rewards) }),
  };
}
