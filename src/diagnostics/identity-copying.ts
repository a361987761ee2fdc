import { ngramsOf, wordsOf } from '../base/words.js';
import type { Seat } from '../games/engine/definition.js';
import { jaccard } from './grams.js';
import { GRAM } from './parroting.js';
import { couldHear, sentencesOf, utterancesOf } from './said.js';
import type { SpokenGame, Utterance } from './said.js';

/** Two utterances with this overlap of their 5-grams or more are the same statement. */
export const COPY_OVERLAP = 0.5;

/** A player said, nearly word for word, what only its first speaker could say of itself. */
export interface IdentityCopy {
  /** Index in the game's events. */
  readonly ordinal: number;
  readonly seat: Seat;
  readonly text: string;
  /** What was claimed: a role or the first speaker's name. */
  readonly kind: 'role' | 'name';
  readonly claimed: string;
  /** Jaccard overlap of the two utterances. */
  readonly overlap: number;
  /** The first to say it. */
  readonly source: { readonly ordinal: number; readonly seat: Seat; readonly text: string };
}

/** What stands between "I am" and a role: "the", "also the", "one of the". */
const BEFORE_ROLE =
  '(?:(?:also|really|just|actually|indeed|only|truly) )?(?:(?:one of )?the |an? |your |on the )?';

/** Patterns of one who says who it is, in English; `{}` is a role or a name. */
const CLAIMS: readonly string[] = [
  `\\bi(?: am|'m) ${BEFORE_ROLE}{}s?`,
  `\\bas ${BEFORE_ROLE}{}s?,? (?:i|my)\\b`,
  `\\bmy (?:role|card|side|name) is ${BEFORE_ROLE}{}s?`,
  `\\bi was (?:dealt|given|made) ${BEFORE_ROLE}{}s?`,
  `\\bi,? ${BEFORE_ROLE}{},`,
];

const LETTERS_AND_DIGITS = '\\p{L}\\p{N}';

/** True when one of the sentences, in small letters, claims the role or name. */
function claims(sentences: readonly string[], word: string): boolean {
  const wanted = word.toLowerCase();
  const literal = wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return sentences.some(
    (sentence) =>
      sentence.includes(wanted) &&
      CLAIMS.some((pattern) =>
        new RegExp(`${pattern.replace('{}', () => literal)}(?![${LETTERS_AND_DIGITS}])`, 'u').test(sentence),
      ),
  );
}

const FIRST_PERSON = /\b(?:i|i'm|my)\b/;

/**
 * Copies of statements about oneself. Counted is an utterance of five words or more that
 *
 * 1. says in the first person which role its speaker has, or what it is called ("I am the Seer", "As the Witch, I",
 *    "my name is Ana"; English);
 * 2. overlaps by {@link COPY_OVERLAP} or more of its 5-grams with an earlier utterance that makes the same claim,
 *    by another player, which the copier could hear;
 * 3. where the claim is true of the first to make it and not of the copier.
 *
 * So two players who both claim a role in their own words are no copies, nor is a bluff that is true of nobody.
 *
 * @param roleNames the roles that may be claimed
 */
export function identityCopies(game: SpokenGame, roleNames: readonly string[]): readonly IdentityCopy[] {
  const spoken = utterancesOf(game.events).flatMap((utterance) => {
    const sentences = sentencesOf(utterance.text.toLowerCase()).filter((text) => FIRST_PERSON.test(text));
    const words = sentences.length === 0 ? [] : wordsOf(utterance.text);
    return words.length < GRAM ? [] : [{ ...utterance, sentences, grams: new Set(ngramsOf(words, GRAM)) }];
  });
  const of = (kind: IdentityCopy['kind'], claimed: string, fits: (seat: Seat) => boolean): IdentityCopy[] => {
    const claimants = spoken.filter(({ sentences }) => claims(sentences, claimed));
    return claimants.flatMap((copy, index): IdentityCopy[] => {
      if (fits(copy.seat)) return [];
      const overlapWith = ({ grams }: { readonly grams: ReadonlySet<string> }): number => {
        const shared = [...copy.grams].filter((gram) => grams.has(gram)).length;
        return jaccard(shared, copy.grams.size, grams.size) ?? 0;
      };
      const source = claimants
        .slice(0, index)
        .find(
          (earlier) =>
            earlier.seat !== copy.seat &&
            fits(earlier.seat) &&
            couldHear(copy.seat, earlier) &&
            overlapWith(earlier) >= COPY_OVERLAP,
        );
      if (source === undefined) return [];
      const short = ({ ordinal, seat, text }: Utterance) => ({ ordinal, seat, text });
      return [{ ...short(copy), kind, claimed, overlap: overlapWith(source), source: short(source) }];
    });
  };
  // Where all have one role, nothing fits only one of them.
  const roles = new Set(game.roles.map(({ role }) => role)).size < 2 ? [] : roleNames;
  return [
    ...roles.flatMap((role) => of('role', role, (seat) => game.roles[seat]?.role === role)),
    ...game.names.flatMap((name, own) => of('name', name, (seat) => seat === own)),
  ].sort((a, b) => a.ordinal - b.ordinal);
}
