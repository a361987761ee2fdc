import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../src/base/words.js';
import { overlapValue, parrotingOf, summarise, worstPairs } from '../../src/diagnostics/parroting.js';
import type { UtteranceOverlap } from '../../src/diagnostics/parroting.js';
import type { GameEvent } from '../../src/games/engine/definition.js';

function say(seat: number, text: string, discussion = 1, audience: GameEvent['audience'] = 'all'): GameEvent {
  return { type: 'speech', audience, data: { speaker: `P${seat}`, text }, talk: { seat, discussion } };
}

const vote: GameEvent = {
  type: 'ballots',
  audience: 'all',
  data: { text: 'not an utterance at all, this one' },
};

/** 9 words, so 5 five-grams. */
const SEND = 'We should send Ana and Ben on this mission.';

function previousOf(...texts: string[]): (number | null)[] {
  return parrotingOf(texts.map((text, seat) => say(seat, text))).map((utterance) => utterance.previous);
}

describe('overlap with the utterance just before', () => {
  it('is shared five-grams over all five-grams', () => {
    // One word of nine differs. Of SEND's five-grams only "we should send ana and" is without the sixth word
    // "ben"; so 1 is shared, and 5 + 5 − 1 = 9 occur in either.
    expect(previousOf(SEND, 'We should send Ana and Cara on this mission.')).toEqual([null, 1 / 9]);
    // A tenth word adds one five-gram: 5 shared of 5 + 6 − 5 = 6.
    expect(previousOf(SEND, 'We should send Ana and Ben on this mission, please.')).toEqual([null, 5 / 6]);
    // Dropping the first and last word leaves 7 words, 3 five-grams, all shared: 3 of 5 + 3 − 3 = 5.
    expect(previousOf(SEND, 'Should send Ana and Ben on this.')).toEqual([null, 3 / 5]);
  });

  it('is 1 for the same words whatever their case and punctuation, and 0 without a common five-gram', () => {
    expect(previousOf(SEND, 'WE SHOULD SEND — Ana, and Ben! — on this “mission”')).toEqual([null, 1]);
    expect(previousOf(SEND, 'I would rather not say who it was.')).toEqual([null, 0]);
    // The same nine words backwards share no run of five.
    expect(previousOf(SEND, 'Mission this on Ben and Ana send should we')).toEqual([null, 0]);
  });

  it('compares sets, so a phrase said over and over counts once', () => {
    // Seven times "go" has three five-grams, all the same one.
    expect(previousOf('go go go go go go go', 'go go go go go')).toEqual([null, 1]);
  });

  it('works on Chinese, where words have no spaces', () => {
    // Segmented 我/们/… by dictionary, but the same text twice is the same whatever the segments are.
    const text = '我觉得我们应该相信他,因为他没有说谎。';
    expect(wordsOf(text).length).toBeGreaterThanOrEqual(5);
    expect(previousOf(text, text)).toEqual([null, 1]);
  });

  it('has no value below five words, on either side, and counts them', () => {
    const overlaps = parrotingOf([say(0, 'I trust Ben now'), say(1, SEND), say(2, 'I trust Ben now')]);
    expect(overlaps.map((utterance) => utterance.previous)).toEqual([null, null, null]);
    expect(overlaps.map((utterance) => utterance.words)).toEqual([4, 9, 4]);
    expect(summarise(overlaps)).toEqual({
      measured: 0,
      tooShort: 2,
      unmatched: 1,
      copied: 0,
      mean: null,
      median: null,
      p90: null,
    });
  });

  it('looks at another player, in the same discussion, past what is no utterance', () => {
    const events = [
      say(0, SEND),
      vote,
      say(1, 'This is my own opinion of it.'),
      say(1, SEND),
      say(0, SEND, 2),
    ];
    const [, , third, other] = parrotingOf(events);
    // The speaker's own words in between are passed over: the last other player is seat 0, at event 0.
    expect(third).toMatchObject({ ordinal: 3, previous: 1, previousOrdinal: 0 });
    expect(other).toMatchObject({ discussion: 2, previous: null, previousOrdinal: null, earlier: null });
  });

  it('passes over silences and whispers the speaker could not hear', () => {
    const silent = parrotingOf([say(0, SEND), say(1, ''), say(2, SEND)]);
    expect(silent[2]).toMatchObject({ previous: 1, previousOrdinal: 0 });
    const whispered = parrotingOf([say(0, SEND, 1, [0, 1]), say(2, SEND), say(1, SEND)]);
    expect(whispered[1]).toMatchObject({ previous: null, previousOrdinal: null });
    expect(whispered[2]).toMatchObject({ previous: 1, previousOrdinal: 1 });
  });

  it('reads a missing or odd text as silence', () => {
    const odd: GameEvent = { ...say(0, ''), data: { text: 5 } };
    const none: GameEvent = { ...say(1, ''), data: {} };
    expect(parrotingOf([odd, none]).map((utterance) => utterance.words)).toEqual([0, 0]);
  });
});

describe('overlap with earlier utterances', () => {
  const other = 'I would rather not say who it was.';
  const events = [say(0, SEND), say(1, other), say(2, SEND), say(0, SEND, 2), say(0, other, 2)];
  const overlaps = parrotingOf(events);

  it('takes the greatest in the discussion, by others', () => {
    expect(overlaps[2]).toMatchObject({ previous: 0, earlier: { value: 1, ordinal: 0 }, own: null });
    expect(overlaps[4]?.earlier).toBeNull();
  });

  it('takes the greatest of the speaker’s own in the whole game', () => {
    expect(overlaps[3]?.own).toEqual({ value: 1, ordinal: 0 });
    expect(overlaps[4]?.own).toEqual({ value: 0, ordinal: 3 });
  });

  it('names the nearest of equal ones', () => {
    expect(parrotingOf([say(0, SEND), say(1, SEND), say(2, SEND)])[2]?.earlier).toEqual({
      value: 1,
      ordinal: 1,
    });
  });
});

/** A game of short utterances over few words, so that overlaps of every size occur. */
const games = fc.array(
  fc
    .tuple(
      fc.integer({ min: 0, max: 3 }),
      fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 }),
      fc.integer({ min: 1, max: 2 }),
      fc.constantFrom<GameEvent['audience']>('all', 'all', [0, 1]),
    )
    .map(([seat, words, discussion, audience]) => say(seat, words.join(' '), discussion, audience)),
  { maxLength: 12 },
);

/** Jaccard overlap from the definition: every five-gram of one looked for in the other. */
function byDefinition(one: string, other: string): number | null {
  const grams = (text: string): string[] => {
    const words = text.split(' ').filter((word) => word !== '');
    return [
      ...new Set(
        words
          .map((_, at) => words.slice(at, at + 5))
          .filter((run) => run.length === 5)
          .map(String),
      ),
    ];
  };
  const [left, right] = [grams(one), grams(other)];
  if (left.length === 0 || right.length === 0) return null;
  const either = new Set([...left, ...right]).size;
  return left.filter((gram) => right.includes(gram)).length / either;
}

describe('laws', () => {
  it('every field agrees with the definition, pair by pair', () => {
    const textOf = (event: GameEvent | undefined): string => (event?.data['text'] ?? '') as string;
    fc.assert(
      fc.property(games, (events) => {
        parrotingOf(events).forEach((utterance, index) => {
          const current = events[index];
          const before = events.slice(0, index);
          const others = before.filter(
            (event) =>
              event.talk?.seat !== utterance.seat &&
              event.talk?.discussion === utterance.discussion &&
              (event.audience === 'all' || event.audience.includes(utterance.seat)),
          );
          const valueWith = (event: GameEvent): number | null => byDefinition(textOf(current), textOf(event));
          const greatest = (values: (number | null)[]): number | null => {
            const known = values.filter((value) => value !== null);
            return known.length === 0 ? null : Math.max(...known);
          };
          const last = others.filter((event) => textOf(event) !== '').at(-1);
          expect(utterance.previous).toBe(last === undefined ? null : valueWith(last));
          expect(overlapValue(utterance, 'earlier')).toBe(greatest(others.map(valueWith)));
          const own = before.filter((event) => event.talk?.seat === utterance.seat);
          expect(overlapValue(utterance, 'own')).toBe(greatest(own.map(valueWith)));
        });
      }),
      { numRuns: 500 },
    );
  });

  it('overlap is symmetric, from 0 to 1, and 1 with itself', () => {
    const texts = fc.oneof(
      fc.array(fc.constantFrom('a', 'b'), { maxLength: 10 }).map((words) => words.join(' ')),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
    );
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const [, forth] = previousOf(one, other);
        const [, back] = previousOf(other, one);
        expect(forth).toBe(back);
        if (forth != null) expect(forth >= 0 && forth <= 1).toBe(true);
        expect(previousOf(one, one)[1]).toBe(wordsOf(one).length < 5 ? null : 1);
      }),
      { numRuns: 500 },
    );
  });

  it('renaming seats and discussions changes no value', () => {
    fc.assert(
      fc.property(games, (events) => {
        const renamed = events.map((event) => ({
          ...event,
          audience: event.audience === 'all' ? ('all' as const) : event.audience.map((seat) => 3 - seat),
          talk: { seat: 3 - (event.talk?.seat ?? 0), discussion: 7 - (event.talk?.discussion ?? 0) },
        }));
        const values = (all: readonly UtteranceOverlap[]) =>
          all.map(({ previous, earlier, own }) => ({ previous, earlier, own }));
        expect(values(parrotingOf(renamed))).toEqual(values(parrotingOf(events)));
      }),
    );
  });

  it('every utterance is counted once', () => {
    fc.assert(
      fc.property(games, (events) => {
        const overlaps = parrotingOf(events);
        for (const measure of ['previous', 'earlier', 'own'] as const) {
          const { measured, tooShort, unmatched } = summarise(overlaps, measure);
          expect(measured + tooShort + unmatched).toBe(events.length);
          expect(unmatched).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});

describe('summary', () => {
  it('gives mean, median and 90th percentile', () => {
    const utterance = (previous: number): UtteranceOverlap => ({
      ordinal: 0,
      seat: 0,
      discussion: 1,
      words: 6,
      previous,
      previousOrdinal: 0,
      earlier: null,
      own: null,
    });
    // Sorted 0, 0, 0.5, 1. Mean 1.5 / 4. Median halfway between the second and third. The 90th percentile of
    // type 7 lies at 0.9 × 3 = 2.7, so 0.7 of the way from 0.5 to 1.
    const summary = summarise([1, 0, 0.5, 0].map(utterance));
    expect(summary).toMatchObject({ measured: 4, tooShort: 0, unmatched: 0, mean: 0.375, median: 0.25 });
    expect(summary.p90).toBeCloseTo(0.85, 12);
    expect(summarise([utterance(0.2)])).toMatchObject({ mean: 0.2, median: 0.2, p90: 0.2 });
    expect(summarise([utterance(0.2)], 'own')).toMatchObject({ measured: 0, unmatched: 1, mean: null });
  });
});

describe('worst pairs', () => {
  const near = 'We should send Ana and Cara on this mission.';
  const events = [
    say(0, SEND),
    vote,
    say(1, near),
    say(2, near),
    say(3, 'I would rather not say who it was.'),
  ];
  const overlaps = parrotingOf(events);

  it('come greatest first with both texts, without those that share nothing', () => {
    const [first, second, ...rest] = worstPairs(events, overlaps, 10);
    expect(first).toEqual({
      value: 1,
      ordinal: 3,
      seat: 2,
      text: near,
      source: { ordinal: 2, seat: 1, text: near },
    });
    expect(second).toMatchObject({ value: 1 / 9, ordinal: 2, source: { ordinal: 0, seat: 0, text: SEND } });
    expect(rest).toEqual([]);
  });

  it('are at most as many as asked for, by the measure asked for', () => {
    expect(worstPairs(events, overlaps, 1)).toHaveLength(1);
    expect(worstPairs(events, overlaps, 10, 'own')).toEqual([]);
    const repeated = [say(0, SEND), say(0, SEND, 2)];
    expect(worstPairs(repeated, parrotingOf(repeated), 10, 'own')).toMatchObject([
      { value: 1, source: { seat: 0 } },
    ]);
  });
});
