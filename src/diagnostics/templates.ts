import { ngramsOf, wordsOf } from '../base/words.js';
import type { GameEvent, Seat } from '../games/engine/definition.js';
import { jaccard, sharedCounter } from './grams.js';
import { GRAM } from './parroting.js';
import { utterancesOf } from './said.js';

/** Utterances this much alike, names and numbers apart, are of one template. */
export const TEMPLATE_OVERLAP = 0.5;

/** Stand-ins that `wordsOf` never gives, since they hold white space or signs. */
const NAME = '‹name›';
const NUMBER = '‹number›';

/** What was said over and over in one game. */
export interface Template {
  /** An utterance of the template, the one most others are like; its words stand for all. */
  readonly ordinal: number;
  readonly seat: Seat;
  readonly text: string;
  /** Utterances of the template, this one included. */
  readonly count: number;
  /** Utterances of five words or more in the game. */
  readonly of: number;
  /** How many players used it. */
  readonly seats: number;
}

/**
 * The most repeated template of a game: players' names and numbers are replaced by stand-ins, two utterances are
 * of one template when their sets of 5-grams overlap by {@link TEMPLATE_OVERLAP} or more (Jaccard), and the
 * utterance with most others of its template is taken (the first of equals). Null when nothing was said twice.
 */
export function repeatedTemplate(events: readonly GameEvent[], names: readonly string[]): Template | null {
  const masked = new Set(names.flatMap(wordsOf));
  const spoken = utterancesOf(events).flatMap((utterance) => {
    const words = wordsOf(utterance.text).map((word) =>
      masked.has(word) ? NAME : /^\p{N}+$/u.test(word) ? NUMBER : word,
    );
    return words.length < GRAM ? [] : [{ ...utterance, grams: new Set(ngramsOf(words, GRAM)) }];
  });
  const sharedWithEarlier = sharedCounter();
  const alike = spoken.map(() => new Set<number>());
  spoken.forEach(({ grams }, index) => {
    sharedWithEarlier(grams).forEach((shared, other) => {
      const overlap = jaccard(shared, grams.size, spoken[other]?.grams.size ?? 0) ?? 0;
      if (overlap < TEMPLATE_OVERLAP) return;
      alike[index]?.add(other);
      alike[other]?.add(index);
    });
  });
  const most = Math.max(0, ...alike.map(({ size }) => size));
  const middle = alike.findIndex(({ size }) => size === most);
  const found = spoken[middle];
  if (most === 0 || found === undefined) return null;
  const { ordinal, seat, text } = found;
  const users = [...(alike[middle] ?? [])].map((other) => spoken[other]?.seat);
  return { ordinal, seat, text, count: most + 1, of: spoken.length, seats: new Set([seat, ...users]).size };
}
