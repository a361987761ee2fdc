/**
 * How far players repeat one another: word 5-gram Jaccard overlap of utterances, after "Social Gym and SPaRTan".
 *
 * Two utterances are compared by their sets of word 5-grams (words as in `wordsOf`): the number of 5-grams in
 * both over the number in either. The 5-grams are compared as texts, not as hashes, so two different ones never
 * count as one.
 */
import { ngramsOf, wordsOf } from '../base/words.js';
import type { GameEvent, Seat } from '../games/engine/definition.js';
import { jaccard, sharedCounter } from './grams.js';
import { couldHear, utterancesOf, wordsSaid } from './said.js';
import type { Utterance } from './said.js';

/** Words of the runs that are compared. */
export const GRAM = 5;

/** What an utterance may be compared with. */
export type OverlapMeasure = 'previous' | 'earlier' | 'own';

/** The overlap with one earlier utterance. */
export interface Overlap {
  /** 0 (no 5-gram in common) to 1 (the same 5-grams). */
  readonly value: number;
  /** Index, in the game's events, of the utterance it was compared with. */
  readonly ordinal: number;
}

/** One utterance and how much of it was said before. */
export interface UtteranceOverlap {
  /** Index in the game's events. */
  readonly ordinal: number;
  readonly seat: Seat;
  /** Discussion of the game, from 1. */
  readonly discussion: number;
  /** Words of the utterance. Below five it has no 5-gram, so no overlap of any kind. */
  readonly words: number;
  /**
   * Overlap with the utterance just before by another player in the same discussion: the paper's measure.
   * Null when either has fewer than five words, or when nobody else has spoken yet.
   */
  readonly previous: number | null;
  /** The utterance `previous` looks at, whether or not the two could be compared; null when there is none. */
  readonly previousOrdinal: number | null;
  /** The greatest overlap with any earlier utterance of the same discussion by another player. */
  readonly earlier: Overlap | null;
  /** The greatest overlap with any earlier utterance of the game by the same player. */
  readonly own: Overlap | null;
}

/** An utterance with what is compared of it. */
interface Spoken extends Omit<Utterance, 'text'> {
  readonly words: number;
  readonly grams: ReadonlySet<string>;
}

function spokenIn(events: readonly GameEvent[]): Spoken[] {
  return utterancesOf(events).map(({ ordinal, seat, discussion, audience, text }) => {
    const words = wordsOf(text);
    const grams = new Set(ngramsOf(words, GRAM));
    return { ordinal, seat, discussion, audience, words: words.length, grams };
  });
}

function greater(best: Overlap | null, value: number | null, ordinal: number): Overlap | null {
  return value !== null && value > (best?.value ?? -1) ? { value, ordinal } : best;
}

function overlapsOf(current: Spoken, past: readonly Spoken[], shared: Uint32Array): UtteranceOverlap {
  let previous: { readonly value: number | null; readonly ordinal: number } | null = null;
  let earlier: Overlap | null = null;
  let own: Overlap | null = null;
  // Backwards, so that of equal overlaps the nearest is named.
  for (let index = past.length - 1; index >= 0; index -= 1) {
    const other = past[index] as Spoken;
    const mine = other.seat === current.seat;
    if (!mine && (other.discussion !== current.discussion || !couldHear(current.seat, other))) continue;
    const value = jaccard(shared[index] ?? 0, current.grams.size, other.grams.size);
    if (mine) {
      own = greater(own, value, other.ordinal);
    } else {
      earlier = greater(earlier, value, other.ordinal);
      if (other.words > 0) previous ??= { value, ordinal: other.ordinal };
    }
  }
  return {
    ordinal: current.ordinal,
    seat: current.seat,
    discussion: current.discussion,
    words: current.words,
    previous: previous?.value ?? null,
    previousOrdinal: previous?.ordinal ?? null,
    earlier,
    own,
  };
}

/**
 * The overlaps of every utterance of a game, in order. Only what the speaker could hear is looked at: nobody
 * repeats a whisper that went past them. A silence (an utterance without a word) is passed over as predecessor.
 *
 * @param events all events of one game; utterances are those with `talk`, their words are `data.text`
 */
export function parrotingOf(events: readonly GameEvent[]): readonly UtteranceOverlap[] {
  const spoken = spokenIn(events);
  const sharedWithEarlier = sharedCounter();
  return spoken.map((current, index) =>
    overlapsOf(current, spoken.slice(0, index), sharedWithEarlier(current.grams)),
  );
}

/** The value of one measure; null when the utterance has none. */
export function overlapValue(utterance: UtteranceOverlap, measure: OverlapMeasure): number | null {
  return measure === 'previous' ? utterance.previous : (utterance[measure]?.value ?? null);
}

/** Overlaps of many utterances in a few numbers. Every utterance is counted in exactly one of the three counts. */
export interface UtteranceSummary {
  /** Utterances with a value. */
  readonly measured: number;
  /** Utterances without one because they have fewer than five words. */
  readonly tooShort: number;
  /** Utterances of five words or more with nothing of that length before them to be compared with. */
  readonly unmatched: number;
  /** Of the measured, those with an overlap of 1: the same 5-grams again. */
  readonly copied: number;
  /** Over the measured; null when there are none. */
  readonly mean: number | null;
  readonly median: number | null;
  /** 90th percentile. */
  readonly p90: number | null;
}

/** Quantile with linear interpolation between order statistics: type 7 of Hyndman and Fan (1996), R's default. */
function quantile(sorted: readonly number[], share: number): number {
  const position = (sorted.length - 1) * share;
  const below = Math.floor(position);
  const low = sorted[below] ?? 0;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? 0;
  return low + (high - low) * (position - below);
}

/** Sums up one measure over any set of utterances: a game, a side, a seat, a model, a round. */
export function summarise(
  utterances: readonly UtteranceOverlap[],
  measure: OverlapMeasure = 'previous',
): UtteranceSummary {
  const values = utterances
    .flatMap((utterance) => overlapValue(utterance, measure) ?? [])
    .sort((a, b) => a - b);
  const measured = values.length;
  const tooShort = utterances.filter((utterance) => utterance.words < GRAM).length;
  return {
    measured,
    tooShort,
    unmatched: utterances.length - measured - tooShort,
    copied: values.filter((value) => value === 1).length,
    mean: measured === 0 ? null : values.reduce((sum, value) => sum + value, 0) / measured,
    median: measured === 0 ? null : quantile(values, 0.5),
    p90: measured === 0 ? null : quantile(values, 0.9),
  };
}

/** Two utterances and their overlap. */
export interface ParrotPair {
  readonly value: number;
  readonly ordinal: number;
  readonly seat: Seat;
  readonly text: string;
  /** The earlier of the two. */
  readonly source: { readonly ordinal: number; readonly seat: Seat; readonly text: string };
}

/**
 * The pairs of one game with the greatest overlap, greatest first (ties in the order of the game); pairs that
 * share nothing are left out.
 *
 * @param overlaps what {@link parrotingOf} gave for these events, or some of it
 * @param limit pairs returned at most
 */
export function worstPairs(
  events: readonly GameEvent[],
  overlaps: readonly UtteranceOverlap[],
  limit: number,
  measure: OverlapMeasure = 'previous',
): readonly ParrotPair[] {
  const textAt = (ordinal: number): string => wordsSaid(events[ordinal]);
  return overlaps
    .flatMap((utterance) => {
      const from = measure === 'previous' ? utterance.previousOrdinal : (utterance[measure]?.ordinal ?? null);
      const value = overlapValue(utterance, measure) ?? 0;
      const seat = from === null ? undefined : events[from]?.talk?.seat;
      if (value === 0 || from === null || seat === undefined) return [];
      const source = { ordinal: from, seat, text: textAt(from) };
      return [
        { value, ordinal: utterance.ordinal, seat: utterance.seat, text: textAt(utterance.ordinal), source },
      ];
    })
    .sort((a, b) => b.value - a.value || a.ordinal - b.ordinal)
    .slice(0, limit);
}
