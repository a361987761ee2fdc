/** Moves that builtin players consider in Liar's Dice, from the seat's view alone, annotated with traits. */
import type { Decision } from '../engine/actions.js';
import type { Candidate, View } from '../engine/definition.js';
import { clamp, distinctMoves, eventsSince, lastEvent } from '../shared/candidate-tools.js';
import { FACES } from './rules.js';

/** What a seat knows of the round. */
interface Round {
  readonly own: readonly number[];
  readonly total: number;
  readonly bid: { readonly quantity: number; readonly face: number } | null;
  /** How many other seats have bid each face this round; index 0 is not used. */
  readonly backers: readonly number[];
}

function roundOf(view: View): Round {
  const events = eventsSince(view, 'round');
  const backers = Array<number>(FACES + 1).fill(0);
  for (const { type, data } of events) {
    if (type !== 'bid' || data['player'] === view.self) continue;
    const face = Number(data['face']);
    backers[face] = (backers[face] ?? 0) + 1;
  }
  const bid = lastEvent(events, 'bid')?.data;
  return {
    own: (lastEvent(events, 'roll')?.data['dice'] ?? []) as readonly number[],
    total: Number(events[0]?.data['total'] ?? 0),
    bid: bid === undefined ? null : { quantity: Number(bid['quantity']), face: Number(bid['face']) },
    backers,
  };
}

/** P(at least `needed` of `dice` fair dice show a face), by the binomial distribution. */
export function chanceOf(needed: number, dice: number): number {
  if (needed <= 0) return 1;
  let term = (5 / 6) ** dice;
  let below = 0;
  for (let hits = 0; hits < needed; hits += 1) {
    below += term;
    term *= (dice - hits) / (hits + 1) / 5;
  }
  return Math.max(0, 1 - below);
}

function ownCount({ own }: Round, face: number): number {
  return own.filter((die) => die === face).length;
}

/** How likely a bid is true, given the own dice alone. */
function truthOf(round: Round, quantity: number, face: number): number {
  return chanceOf(quantity - ownCount(round, face), round.total - round.own.length);
}

function bidding(round: Round, quantity: number, face: number): Candidate {
  const truth = truthOf(round, quantity, face);
  const own = ownCount(round, face);
  const lowest = round.bid === null ? 1 : round.bid.quantity + (face > round.bid.face ? 0 : 1);
  return {
    action: { action: 'bid', quantity, face },
    traits: {
      bluff: clamp(0.7 - own),
      suspect: 0.5 * (2 * truth - 1),
      share: clamp((own - 1) / 2),
      listen: clamp(0.5 * (round.backers[face] ?? 0)) - 0.2,
      assert: clamp((quantity - lowest) / 2),
      patience: quantity === lowest ? 0.3 : -0.3,
      risk: 0.5 - truth,
    },
  };
}

function calling(round: Round): Candidate {
  const { quantity, face } = round.bid ?? { quantity: 0, face: 1 };
  const truth = truthOf(round, quantity, face);
  const backed = clamp(0.4 * ((round.backers[face] ?? 0) - 1));
  return {
    action: { action: 'liar' },
    traits: {
      suspect: 1 - 2 * truth,
      probe: 0.3,
      listen: -0.4 - backed,
      assert: 0.3,
      patience: -0.3,
      risk: truth - 0.5,
    },
  };
}

const FACE_LIST = Array.from({ length: FACES }, (_, index) => index + 1);

/** Faces the seat holds most of first; of equal ones the higher first, which is the cheaper raise. */
function facesByCount(round: Round): number[] {
  const counts = FACE_LIST.map((face) => ownCount(round, face));
  return [...FACE_LIST].sort((a, b) => (counts[b - 1] ?? 0) - (counts[a - 1] ?? 0) || b - a);
}

/** A call if a bid stands, and bids: own strong faces low and high, the last bidder's face, a bluff. */
export function candidates(view: View, decision: Decision): readonly Candidate[] {
  const round = roundOf(view);
  const { bid } = round;
  const lowest = (face: number): number => (bid === null ? 1 : bid.quantity + (face > bid.face ? 0 : 1));
  const [best = 1, second = 1, ...rest] = facesByCount(round);
  const weakest = rest.at(-1) ?? 1;
  const ideas: (readonly [number, number])[] = [
    [lowest(best), best],
    [lowest(second), second],
    [Math.max(lowest(best), ownCount(round, best)), best],
    [lowest(best) + 1, best],
    [lowest(weakest), weakest],
    ...(bid === null ? [] : [[bid.quantity + 1, bid.face] as const]),
  ];
  const legal = (quantity: number, face: number): boolean =>
    quantity <= round.total &&
    (bid === null || quantity > bid.quantity || (quantity === bid.quantity && face > bid.face));
  const bids = ideas
    .filter(([quantity, face]) => legal(quantity, face))
    .map(([quantity, face]) => bidding(round, quantity, face));
  const moves = bid === null ? bids : [calling(round), ...bids];
  // Near the highest bid of all few ideas are legal; the default always is.
  if (moves.length < 2 && decision.fallback.action === 'bid') {
    moves.push(bidding(round, Number(decision.fallback['quantity']), Number(decision.fallback['face'])));
  }
  return distinctMoves(moves);
}
