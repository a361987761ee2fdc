import type { JsonObject } from '../base/json.js';
import type { Action } from '../games/engine/actions.js';
import type { GameEvent, Role, Seat } from '../games/engine/definition.js';

/** What diagnostics look at of a finished game. */
export interface SpokenGame {
  /** Kind of game, such as `resistance`. */
  readonly game: string;
  /** By seat. */
  readonly names: readonly string[];
  readonly roles: readonly Role[];
  readonly secrets: readonly JsonObject[];
  readonly events: readonly GameEvent[];
  /** In the order they were taken. */
  readonly decisions: readonly {
    readonly seat: Seat;
    readonly kind: string;
    readonly action: Action;
    readonly forced: boolean;
    /** 0 when the rules left one legal action and nobody was asked. */
    readonly attempts: number;
    /** Events of the game before this decision. */
    readonly eventCount: number;
  }[];
}

/** One utterance of a game. */
export interface Utterance {
  /** Index in the game's events. */
  readonly ordinal: number;
  readonly seat: Seat;
  /** Discussion of the game, from 1. */
  readonly discussion: number;
  readonly audience: GameEvent['audience'];
  readonly text: string;
}

/** The words of an utterance; empty for a silence, and for an event that is none. */
export function wordsSaid(event: GameEvent | undefined): string {
  const text = event?.data['text'];
  return typeof text === 'string' ? text : '';
}

/** Every utterance of a game in order, silences included. */
export function utterancesOf(events: readonly GameEvent[]): Utterance[] {
  return events.flatMap((event, ordinal) =>
    event.talk === undefined
      ? []
      : [
          {
            ordinal,
            seat: event.talk.seat,
            discussion: event.talk.discussion,
            audience: event.audience,
            text: wordsSaid(event),
          },
        ],
  );
}

/** True when the seat was among those an utterance was spoken to. */
export function couldHear(seat: Seat, { audience }: Pick<Utterance, 'audience'>): boolean {
  return audience === 'all' || audience.includes(seat);
}

/** The sentences of an utterance, with straight apostrophes. */
export function sentencesOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .split(/[.!?;\n。！？；]+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

const WORD_CHARACTER = /[\p{L}\p{N}]/u;

/** Where `phrase` stands in `text` as whole words, in any case; -1 when it does not. */
export function placeOf(text: string, phrase: string): number {
  const within = text.toLowerCase();
  const wanted = phrase.toLowerCase();
  if (wanted === '') return -1;
  for (let at = within.indexOf(wanted); at >= 0; at = within.indexOf(wanted, at + 1)) {
    const before = within.slice(0, at).match(/.$/su)?.[0] ?? '';
    const after = within.slice(at + wanted.length).match(/^./su)?.[0] ?? '';
    if (!WORD_CHARACTER.test(before) && !WORD_CHARACTER.test(after)) return at;
  }
  return -1;
}
