import type { Seat } from '../engine/definition.js';

export const CHARACTERS = ['Duke', 'Assassin', 'Captain', 'Ambassador', 'Contessa'] as const;
export type Card = (typeof CHARACTERS)[number];
export const COPIES = 3;
export const HAND_SIZE = 2;
export const FIRST_COINS = 2;
export const EXCHANGE_DRAW = 2;
export const STEAL = 2;
/** With so many coins only a coup may be declared. */
export const FORCED_COUP = 10;

export type Move = 'income' | 'foreign_aid' | 'tax' | 'steal' | 'assassinate' | 'exchange' | 'coup';

/** What a move needs and what others may do about it. */
export interface MoveRule {
  /** The character a declarer claims to hold; such a move can be challenged. */
  readonly claims?: Card;
  /** Characters a blocker may claim; without any the move cannot be blocked. */
  readonly blockedBy: readonly Card[];
  /** Coins, paid on declaring. */
  readonly cost: number;
  readonly targeted: boolean;
}

const plain = { blockedBy: [], cost: 0, targeted: false } as const;

/** The table of moves, in the order in which they are offered. */
export const MOVES: Readonly<Record<Move, MoveRule>> = {
  income: plain,
  foreign_aid: { ...plain, blockedBy: ['Duke'] },
  tax: { ...plain, claims: 'Duke' },
  steal: { claims: 'Captain', blockedBy: ['Captain', 'Ambassador'], cost: 0, targeted: true },
  assassinate: { claims: 'Assassin', blockedBy: ['Contessa'], cost: 3, targeted: true },
  exchange: { ...plain, claims: 'Ambassador' },
  coup: { blockedBy: [], cost: 7, targeted: true },
};

/** A move as it was declared. */
export interface Declared {
  readonly seat: Seat;
  readonly move: Move;
  readonly target: Seat | null;
}
