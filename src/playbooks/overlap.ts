import { ngramsOf, wordsOf } from '../base/words.js';

/** Words in a row that count as copied; the parroting measure uses the same length. */
const GRAM = 5;
/** Spans reported at most. */
const MAX_SPANS = 10;
/** Words of a span that are quoted; a longer span is cut and its full length given. */
const MAX_SPAN_WORDS = 60;
/**
 * Places in the playbook where one n-gram is followed up when spans are sought. Shares are exact whatever the
 * text; a playbook that repeats a phrase more often than this may have a span reported shorter than it is.
 */
const MAX_PLACES = 32;

/** How much of a playbook is found in something else. */
export interface OverlapShare {
  /** Distinct 5-grams of the playbook that occur there. */
  readonly shared: number;
  /** `shared` over the playbook's distinct 5-grams, 0 to 1; null when the playbook has fewer than five words. */
  readonly share: number | null;
}

/** Words that stand in the playbook and, in the same order, in something it was written from. */
export interface CopiedSpan {
  /** The words as they were compared: lower case, without punctuation; at most 60 of them. */
  readonly text: string;
  /** Number of words of the whole span, 5 or more. */
  readonly words: number;
  /** Index of the first source that has them; null when it is the predecessor. */
  readonly source: number | null;
}

/** The 5-gram check of a new playbook. */
export interface OverlapReport {
  /** Distinct 5-grams of the playbook. */
  readonly grams: number;
  /** Against the utterances of the games it was written from, taken together. */
  readonly sources: OverlapShare;
  /** Against the version it revises; null when there is none. Keeping most of it is what a revision should do. */
  readonly predecessor: OverlapShare | null;
  /** Longest spans copied from the sources, longest first, no two on the same words. */
  readonly sourceSpans: readonly CopiedSpan[];
  /** The same for the predecessor. */
  readonly predecessorSpans: readonly CopiedSpan[];
}

interface Found {
  readonly start: number;
  readonly words: number;
  readonly source: number | null;
}

/** A playbook's words and the places of each of its 5-grams. */
interface Indexed {
  readonly words: readonly string[];
  readonly places: ReadonlyMap<string, readonly number[]>;
}

function indexed(text: string): Indexed {
  const words = wordsOf(text);
  const places = new Map<string, number[]>();
  ngramsOf(words, GRAM).forEach((gram, place) => {
    const known = places.get(gram);
    if (known === undefined) places.set(gram, [place]);
    else if (known.length < MAX_PLACES) known.push(place);
  });
  return { words, places };
}

/**
 * Walks along one text and follows every run of words it shares with the playbook: a run that stood at place
 * p of the playbook one word ago goes on at p + 1. Marks the shared 5-grams and keeps, for each place of the
 * playbook where a run starts, the longest.
 */
function follow(
  playbook: Indexed,
  other: string,
  source: number | null,
  shared: Set<string>,
  longest: Map<number, Found>,
): void {
  let open = new Map<number, number>();
  for (const gram of ngramsOf(wordsOf(other), GRAM)) {
    const next = new Map<number, number>();
    const places = playbook.places.get(gram) ?? [];
    if (places.length > 0) shared.add(gram);
    for (const place of places) {
      const words = (open.get(place - 1) ?? GRAM - 1) + 1;
      const start = place + GRAM - words;
      next.set(place, words);
      if (words > (longest.get(start)?.words ?? 0)) longest.set(start, { start, words, source });
    }
    open = next;
  }
}

/** The longest spans that do not share a word of the playbook; ties in the order of the playbook. */
function pickSpans(found: Iterable<Found>, words: readonly string[]): CopiedSpan[] {
  const sorted = [...found].sort((a, b) => b.words - a.words || a.start - b.start);
  const picked: Found[] = [];
  for (const span of sorted) {
    if (picked.length === MAX_SPANS) break;
    const free = picked.every(
      (other) => span.start + span.words <= other.start || other.start + other.words <= span.start,
    );
    if (free) picked.push(span);
  }
  return picked.map((span) => ({
    text: words.slice(span.start, span.start + Math.min(span.words, MAX_SPAN_WORDS)).join(' '),
    words: span.words,
    source: span.source,
  }));
}

function compare(
  playbook: Indexed,
  others: readonly { readonly text: string; readonly source: number | null }[],
): { readonly share: OverlapShare; readonly spans: CopiedSpan[] } {
  const shared = new Set<string>();
  const longest = new Map<number, Found>();
  for (const { text, source } of others) follow(playbook, text, source, shared, longest);
  const grams = playbook.places.size;
  return {
    share: { shared: shared.size, share: grams === 0 ? null : shared.size / grams },
    spans: pickSpans(longest.values(), playbook.words),
  };
}

/**
 * How much of a new playbook was copied, by word 5-grams (words as in `wordsOf`), from the utterances of the
 * games it was written from and from the version it revises.
 *
 * @param sources utterances of the source games; each text is compared by itself, so that no span runs over
 * the end of one into the next
 * @param predecessor text of the version it revises, or null
 */
export function checkOverlap(
  text: string,
  sources: readonly string[],
  predecessor: string | null,
): OverlapReport {
  const playbook = indexed(text);
  const firstOf = new Map<string, number>();
  sources.forEach((source, index) => {
    if (!firstOf.has(source)) firstOf.set(source, index);
  });
  const fromSources = compare(
    playbook,
    [...firstOf].map(([source, index]) => ({ text: source, source: index })),
  );
  const fromPredecessor =
    predecessor === null ? null : compare(playbook, [{ text: predecessor, source: null }]);
  return {
    grams: playbook.places.size,
    sources: fromSources.share,
    predecessor: fromPredecessor?.share ?? null,
    sourceSpans: fromSources.spans,
    predecessorSpans: fromPredecessor?.spans ?? [],
  };
}

/** What a playbook shares with another. */
export interface OtherOverlap extends OverlapShare {
  /** Which other, such as `name@vN`. */
  readonly other: string;
  /** Longest span that stands in both; null when they share no 5-gram. */
  readonly longest: Omit<CopiedSpan, 'source'> | null;
}

/**
 * How much of a playbook stands in each of other playbooks too, by word 5-grams; most first, then in the order given.
 */
export function overlapWithOthers(
  text: string,
  others: readonly { readonly other: string; readonly text: string }[],
): OtherOverlap[] {
  const playbook = indexed(text);
  return others
    .map(({ other, text: otherText }): OtherOverlap => {
      const { share, spans } = compare(playbook, [{ text: otherText, source: 0 }]);
      const [longest] = spans;
      return {
        other,
        ...share,
        longest: longest === undefined ? null : { text: longest.text, words: longest.words },
      };
    })
    .sort((a, b) => b.shared - a.shared);
}
