import { z } from 'zod';
import type { Seat } from '../engine/definition.js';
import { clockwiseAfter, seatsOf } from '../shared/circle.js';
import type { Card, Declared } from './cards.js';

export const optionsSchema = z.strictObject({
  /** Which of several challengers or blockers counts: the first clockwise from the claimant, or the lowest seat (reference). */
  responder: z.enum(['clockwise', 'seat']).default('clockwise'),
  /** After a block every other living seat may challenge the blocker's claim. */
  blockChallenge: z.boolean().default(false),
  /** Only the target may block a steal or an assassination. */
  targetOnlyBlock: z.boolean().default(false),
  /** Who loses an influence picks the card; otherwise it is the last of the hand. */
  chooseLoss: z.boolean().default(false),
  /** A blocked assassin gets its coins back; the table game keeps them. */
  refundOnBlock: z.boolean().default(true),
  /** Declarations after which the seats with most influence win. */
  maxDeclarations: z.int().min(1).max(500).default(50),
});

export type CoupOptions = z.infer<typeof optionsSchema>;

/** What is left to do of a declaration, in order. */
export type Step =
  | { readonly do: 'lose'; readonly seat: Seat }
  | { readonly do: 'redraw'; readonly seat: Seat; readonly card: Card }
  | { readonly do: 'void'; readonly refund: boolean }
  | { readonly do: 'effect' };

export interface CoupState {
  readonly options: CoupOptions;
  /** Face-down cards; the last one is drawn next. */
  readonly deck: readonly Card[];
  /** Influence by seat; the last card is lost first. */
  readonly hands: readonly (readonly Card[])[];
  /** Cards turned up and out of play, by the seat that lost them. */
  readonly lost: readonly (readonly Card[])[];
  readonly coins: readonly number[];
  /** Which declaration this is, from 1. */
  readonly declaration: number;
  readonly declarer: Seat;
  readonly declared: Declared | null;
  /** The block that may be challenged now. */
  readonly block: { readonly seat: Seat; readonly role: Card } | null;
  readonly steps: readonly Step[];
  /** Cards an exchange has drawn. */
  readonly drawn: readonly Card[];
}

export const handOf = (state: CoupState, seat: Seat): readonly Card[] => state.hands[seat] ?? [];
export const coinsOf = (state: CoupState, seat: Seat): number => state.coins[seat] ?? 0;
export const isIn = (state: CoupState, seat: Seat): boolean => handOf(state, seat).length > 0;

/** Living seats other than `seat`, clockwise. */
export function livingAfter(state: CoupState, seat: Seat): Seat[] {
  return clockwiseAfter(seat, state.hands.length).filter((other) => isIn(state, other));
}

export function living(state: CoupState): Seat[] {
  return seatsOf(state.hands.length).filter((seat) => isIn(state, seat));
}

export function replaced<T>(list: readonly T[], index: number, value: T): T[] {
  return list.map((old, at) => (at === index ? value : old));
}

export function withHand(state: CoupState, seat: Seat, hand: readonly Card[]): CoupState {
  return { ...state, hands: replaced(state.hands, seat, hand) };
}

export function withCoins(state: CoupState, seat: Seat, gain: number): CoupState {
  return { ...state, coins: replaced(state.coins, seat, coinsOf(state, seat) + gain) };
}

export function declaredOf(state: CoupState): Declared {
  if (state.declared === null) throw new Error('nothing is declared');
  return state.declared;
}
