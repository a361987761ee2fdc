import type { RuleContext, Seat, Transition } from '../engine/definition.js';
import { END } from '../engine/engine.js';
import { clockwiseAfter, nextSeat, seatsOf } from '../shared/circle.js';
import { without } from '../shared/multiset.js';
import { leadersOf } from '../shared/winners.js';
import { EXCHANGE_DRAW, MOVES, STEAL } from './cards.js';
import type { Card } from './cards.js';
import { coinsOf, declaredOf, handOf, isIn, living, replaced, withCoins, withHand } from './state.js';
import type { CoupState, Step } from './state.js';

export function tellHand(state: CoupState, seat: Seat, { names, emit }: RuleContext): void {
  emit({
    type: 'hand',
    audience: [seat],
    data: { player: names[seat] ?? '', cards: handOf(state, seat) },
  });
}

/** Opens the declaration `state` has counted up to. */
export function openDeclaration(state: CoupState, { names, emit }: RuleContext): Transition<CoupState> {
  emit({
    type: 'turn',
    audience: 'all',
    data: {
      declaration: state.declaration,
      player: names[state.declarer] ?? '',
      table: state.hands.map((hand, seat) => ({
        player: names[seat] ?? '',
        coins: coinsOf(state, seat),
        cards: hand.length,
        lost: state.lost[seat] ?? [],
      })),
    },
  });
  return { state: { ...state, declared: null, block: null, steps: [], drawn: [] }, phase: 'declare' };
}

/** After a declaration: the end, or the next living seat clockwise. */
function nextDeclaration(state: CoupState, context: RuleContext): Transition<CoupState> {
  const { names, emit } = context;
  const alive = living(state);
  const over = (winners: readonly Seat[], how: string): Transition<CoupState> => {
    emit({
      type: 'over',
      audience: 'all',
      data: { winners: winners.map((seat) => names[seat] ?? ''), how },
    });
    return { state, phase: END };
  };
  if (alive.length === 1) return over(alive, 'the last with influence');
  if (state.declaration >= state.options.maxDeclarations) {
    return over(
      leadersOf(state.hands.map((hand) => hand.length)),
      'most influence when the declarations ran out',
    );
  }
  const declarer = nextSeat(state.declarer, state.hands.length, (seat) => isIn(state, seat));
  return openDeclaration({ ...state, declaration: state.declaration + 1, declarer }, context);
}

/** Turns up one card of a seat's hand and leaves the rest of the steps as they are. */
export function lose(state: CoupState, seat: Seat, card: Card, context: RuleContext): CoupState {
  const hand = handOf(state, seat);
  const at = hand.lastIndexOf(card);
  const left = hand.filter((_, index) => index !== at);
  const after = withHand(
    { ...state, lost: replaced(state.lost, seat, [...(state.lost[seat] ?? []), card]) },
    seat,
    left,
  );
  const player = context.names[seat] ?? '';
  context.emit({ type: 'lost', audience: 'all', data: { player, card, left: left.length } });
  if (left.length > 0) tellHand(after, seat, context);
  return after;
}

/** The shown card goes back, the deck is shuffled, and a card comes to the end of the hand. */
function redraw(state: CoupState, seat: Seat, card: Card, context: RuleContext): CoupState {
  const deck = context.rng.shuffle([...state.deck, card]);
  const drawn = deck.slice(-1);
  const after = withHand({ ...state, deck: deck.slice(0, -1) }, seat, [
    ...without(handOf(state, seat), [card]),
    ...drawn,
  ]);
  tellHand(after, seat, context);
  return after;
}

/** Takes the steps that are left until one needs a decision or none is left. */
export function proceed(state: CoupState, context: RuleContext): Transition<CoupState> {
  const [step, ...steps] = state.steps;
  if (step === undefined) return nextDeclaration(state, context);
  const after = { ...state, steps };
  switch (step.do) {
    case 'lose': {
      const hand = handOf(state, step.seat);
      const last = hand[hand.length - 1];
      if (last === undefined) return proceed(after, context);
      if (state.options.chooseLoss && hand.length > 1) return { state, phase: 'lose' };
      return proceed(lose(after, step.seat, last, context), context);
    }
    case 'redraw':
      return proceed(redraw(after, step.seat, step.card, context), context);
    case 'void':
      return proceed(voidMove(after, step.refund, context), context);
    case 'effect':
      // A true claim takes effect even when its challenger was the last opponent; only cards are not exchanged then.
      return living(state).length === 1 && declaredOf(state).move === 'exchange'
        ? proceed(after, context)
        : takeEffect(after, context);
  }
}

function takeEffect(state: CoupState, context: RuleContext): Transition<CoupState> {
  const { names, emit } = context;
  const { seat, move, target } = declaredOf(state);
  const gain = (coins: number, victim: Seat | null): Transition<CoupState> => {
    emit({
      type: 'coins',
      audience: 'all',
      data: { player: names[seat] ?? '', coins, victim: victim === null ? null : (names[victim] ?? '') },
    });
    const paid = victim === null ? state : withCoins(state, victim, -coins);
    return proceed(withCoins(paid, seat, coins), context);
  };
  switch (move) {
    case 'income':
      return gain(1, null);
    case 'foreign_aid':
      return gain(2, null);
    case 'tax':
      return gain(3, null);
    case 'steal':
      return gain(Math.min(STEAL, coinsOf(state, target as Seat)), target);
    case 'assassinate':
    case 'coup':
      return proceed({ ...state, steps: [{ do: 'lose', seat: target as Seat }, ...state.steps] }, context);
    case 'exchange': {
      const drawn = state.deck.slice(-EXCHANGE_DRAW).reverse();
      const deck = state.deck.slice(0, state.deck.length - drawn.length);
      const player = names[seat] ?? '';
      emit({ type: 'exchange', audience: 'all', data: { player, count: drawn.length } });
      emit({ type: 'drew', audience: [seat], data: { player, cards: drawn } });
      return { state: { ...state, deck, drawn }, phase: 'choose' };
    }
  }
}

/** The declared move does not happen; its coins come back if `refund`. */
function voidMove(state: CoupState, refund: boolean, { names, emit }: RuleContext): CoupState {
  const { seat, move } = declaredOf(state);
  const { cost } = MOVES[move];
  const coins = refund ? cost : 0;
  emit({ type: 'void', audience: 'all', data: { player: names[seat] ?? '', move, refund: coins } });
  return withCoins(state, seat, coins);
}

export function blockedStep({ options }: CoupState): Step {
  return { do: 'void', refund: options.refundOnBlock };
}

/** Of several seats that answered, the one whose answer counts. */
export function deciding(state: CoupState, answered: readonly Seat[], claimant: Seat): Seat | undefined {
  const order =
    state.options.responder === 'seat'
      ? seatsOf(state.hands.length)
      : clockwiseAfter(claimant, state.hands.length);
  return order.find((seat) => answered.includes(seat));
}

/**
 * A claim is tested: who was wrong loses an influence first, and a claimant who was right swaps the shown card.
 *
 * @returns the steps this takes, and whether the claim was true
 */
export function testClaim(
  state: CoupState,
  claimant: Seat,
  card: Card,
  challenger: Seat,
  { names, emit }: RuleContext,
): { readonly held: boolean; readonly steps: readonly Step[] } {
  const held = handOf(state, claimant).includes(card);
  emit({
    type: 'challenge',
    audience: 'all',
    data: { challenger: names[challenger] ?? '', claimant: names[claimant] ?? '', card, held },
  });
  return {
    held,
    steps: held
      ? [
          { do: 'lose', seat: challenger },
          { do: 'redraw', seat: claimant, card },
        ]
      : [{ do: 'lose', seat: claimant }],
  };
}
