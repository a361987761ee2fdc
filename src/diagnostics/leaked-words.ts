import type { Seat } from '../games/engine/definition.js';
import type { SpokenGame } from './said.js';
import { placeOf, utterancesOf } from './said.js';

/** A secret word that was said aloud while it was still secret. */
export interface LeakedWord {
  /** Index in the game's events. */
  readonly ordinal: number;
  readonly seat: Seat;
  readonly text: string;
  readonly word: string;
  /**
   * `told`: the speaker was given this word, and says it to those who were not. `named`: the speaker was not given
   * it, and guesses, or repeats what was told.
   */
  readonly kind: 'told' | 'named';
  /** True when somebody had said the word before in this game. */
  readonly repeated: boolean;
}

/** What a game's secret words came to. */
export interface Leaks {
  /** The words that some seats were given and others were not. */
  readonly words: readonly string[];
  readonly leaks: readonly LeakedWord[];
}

/** The secret word by seat: the texts of its secret that are neither its role nor a player. */
function wordsOfSeat({ secrets, names, roles }: SpokenGame, seat: Seat): string[] {
  return Object.entries(secrets[seat] ?? {}).flatMap(([field, value]) =>
    field === 'role' || typeof value !== 'string' || names.includes(value) || value === roles[seat]?.role
      ? []
      : [value],
  );
}

/**
 * Secret words said in talk. A secret word is a text in the secret of some seats and not of all (the location of
 * Spyfall, the words of Undercover, Chameleon and Insider); a seat's role and the names of its partners are none.
 * It is said when it stands in an utterance as whole words, in any case; forms such as a plural are not seen. It is
 * secret until an announcement to everyone has it as a field of its own, as when it was found: what is said after
 * that is no leak.
 */
export function leakedWords(game: SpokenGame): Leaks {
  const bySeat = game.names.map((_, seat) => wordsOfSeat(game, seat));
  const words = [...new Set(bySeat.flat())].filter((word) => !bySeat.every((own) => own.includes(word)));
  const utterances = utterancesOf(game.events);
  const leaks = words.flatMap((word) => {
    const published = game.events.findIndex(
      ({ talk, audience, data }) =>
        talk === undefined && audience === 'all' && Object.values(data).includes(word),
    );
    const said = utterances.filter(
      ({ ordinal, text }) => (published < 0 || ordinal < published) && placeOf(text, word) >= 0,
    );
    return said.map(({ ordinal, seat, text }, index): LeakedWord => ({
      ordinal,
      seat,
      text,
      word,
      kind: bySeat[seat]?.includes(word) === true ? 'told' : 'named',
      repeated: index > 0,
    }));
  });
  return { words, leaks: leaks.sort((a, b) => a.ordinal - b.ordinal) };
}
