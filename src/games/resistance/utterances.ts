/**
 * What builtin players say in The Resistance, and what they make of what is said. The words are put together from
 * the facts of the table; which wording is used depends on a number that the caller derives from the view, so the
 * same view always gives the same words.
 */
import { listText } from '../../base/text.js';

/** What a speech says, as far as it can be told from its words. Seats are indices into the names given. */
export interface Remarks {
  readonly accused: readonly number[];
  readonly backed: readonly number[];
  /** The seats of a team that was suggested; empty when none was. */
  readonly team: readonly number[];
}

const AGAINST =
  /\b(?:suspects?|suspicious|spy|spies|sabotag\w*|distrust|mistrust|doubts?|wary|liar|lying|hiding|guilty|off the team|off my team)\b|(?:\b(?:not|never|no longer|cannot|hardly)|n['’]t) (?:\w+ )?(?:trust|believe|vouch|convinced)\b/i;
const FOR =
  /\b(trust|trusts|vouch|clean|reliable|honest|loyal|believe|faith|confidence|innocent|comfortable)\b/i;
const TEAM = /\b(team of|send|take|go with|suggest|propose)\b/i;
const SELF = /\b(me|myself)\b/i;

const WORD_CHARACTER = /[\p{L}\p{N}]/u;

/** True when `name` occurs in the sentence as a whole word. */
function mentions(sentence: string, name: string): boolean {
  for (let at = sentence.indexOf(name); at >= 0; at = sentence.indexOf(name, at + 1)) {
    const before = sentence.charAt(at - 1);
    const after = sentence.charAt(at + name.length);
    if (!WORD_CHARACTER.test(before) && !WORD_CHARACTER.test(after)) return true;
  }
  return false;
}

/**
 * Reads a speech sentence by sentence: a sentence that names someone speaks against them, for them, or of a team.
 * Words that fit none of these say nothing.
 *
 * @param names the players by seat; `speaker` is the seat that spoke
 */
export function readRemarks(text: string, speaker: number, names: readonly string[]): Remarks {
  const accused: number[] = [];
  const backed: number[] = [];
  let team: number[] = [];
  for (const sentence of text.split(/[.!?;]+/)) {
    const mentioned = names.flatMap((name, seat) => (mentions(sentence, name) ? [seat] : []));
    if (mentioned.length === 0) continue;
    const others = mentioned.filter((seat) => seat !== speaker);
    if (AGAINST.test(sentence)) accused.push(...others);
    else if (TEAM.test(sentence))
      team = SELF.test(sentence) ? [...new Set([...mentioned, speaker])] : mentioned;
    else if (FOR.test(sentence)) backed.push(...others);
  }
  return { accused, backed, team };
}

/** What a speaker may refer to. All of it is public. */
export interface Facts {
  readonly mission: number;
  readonly size: number;
  readonly leader: string;
  readonly successes: number;
  readonly failures: number;
  /** The last result in a sentence, in several wordings; see {@link missionNews}. */
  readonly news: readonly string[];
}

/** What there is to report before the first mission. */
export const NO_NEWS: readonly string[] = [
  'Nothing has been played yet, so this is a feeling and no more.',
  'There is no result to go by at this point.',
  'Without a mission behind us we are all guessing.',
  'We start from a blank page.',
];

/** A mission's result in a sentence that takes no side, in as many wordings as {@link NO_NEWS}. */
export function missionNews(mission: number, team: readonly string[], fails: number): readonly string[] {
  const members = listText(team);
  if (fails === 0) {
    return [
      `Mission ${mission} went through with ${members} on it.`,
      `${members} brought mission ${mission} home.`,
      `No fail turned up in mission ${mission}.`,
      `We got mission ${mission} done, and ${members} played it.`,
    ];
  }
  const cards = fails === 1 ? 'one fail' : `${fails} fails`;
  return [
    `Mission ${mission} came back with ${cards} from ${members}.`,
    `${members} went out and ${cards} came up in mission ${mission}.`,
    `We lost mission ${mission} to ${cards}.`,
    `Somebody among ${members} played against us.`,
  ];
}

/** Words about a subject (a name, a team, nothing), with the last result at hand as `news`. */
type Wording = (facts: Facts, subject: string, news: string) => string;

const OPENINGS: readonly Wording[] = [
  ({ mission }) => `Mission ${mission} matters, so let me be plain.`,
  ({ successes, failures }) => `We stand at ${successes} to ${failures}.`,
  () => 'Here is how I read the table so far.',
  () => 'Before anyone is named, hear me out.',
  () => 'I have been watching everyone closely.',
  ({ size }) => `We need ${size} people we can count on.`,
  () => 'My turn, then.',
  ({ leader }) => `${leader} leads this time, and we all answer for it.`,
];

const ACCUSE: readonly Wording[] = [
  (_, who, news) => `${news} I suspect ${who}, and I would leave that seat out this time.`,
  (_, who) =>
    `I have gone over it from every side and keep landing on the same name. I do not trust ${who} one bit.`,
  (_, who, news) => `${news} For me that makes ${who} suspicious.`,
  (_, who) => `Something about this table is off. I would keep ${who} off the team until we know more.`,
  (_, who) => `Too many convenient choices from one seat. If you ask me who is a spy, I say ${who}.`,
  (_, who, news) => `I have my doubts about ${who}. ${news} Think about that before you approve.`,
];

const BACK: readonly Wording[] = [
  (_, who, news) => `${news} I trust ${who} more than anyone here.`,
  (_, who) => `I will vouch for ${who}, who has made sense every time.`,
  (_, who, news) => `${who} looks clean from where I sit. ${news}`,
  (_, who) => `If I had to bet on one person besides myself it is easy. I believe ${who}.`,
  (_, who) => `I would be comfortable with ${who} in any group we pick, today or later.`,
  (_, who) =>
    `Not one odd move from that side of the table. ${who} is reliable and should be on the next mission.`,
];

const SUGGEST: readonly Wording[] = [
  (_, team, news) => `${news} I suggest ${team}.`,
  (_, team) => `Let us keep it simple and send ${team}, then look at the result together.`,
  (_, team) => `On what we know, the best choice is to go with ${team}.`,
  (_, team, news) => `${news} So take ${team} and see what comes back.`,
  (_, team) => `I would propose ${team} if the choice were mine, and approve it gladly if it is yours.`,
];

const RECOUNT: readonly Wording[] = [
  (_, __, news) => `${news} Set that beside what each of us has said, since all of it is on record.`,
  (_, __, news) => `${news} That is what we know for certain, and the rest is talk until someone shows more.`,
  (_, __, news) => `Only facts from me. ${news} Compare it with how each of you has acted, then decide.`,
  (_, __, news) => `${news} Put the pieces next to each other before we argue about feelings again.`,
];

const ASK: readonly Wording[] = [
  (_, who) => `${who}, tell us how you make up your mind and what would change it.`,
  (_, who) => `I want to hear from ${who} which two people here look safest, and why those two.`,
  (_, who) => `A question for ${who} is still open, namely what you make of all this so far.`,
  (_, who) => `${who}, who would you leave at home this time, and what have you seen that I have not?`,
];

const WAIT: readonly Wording[] = [
  () => 'I would rather listen for now and see how this vote falls before I point anywhere.',
  () => 'Nothing to add from me yet; the next result will tell us more than guesses can.',
  () => 'I have no strong view at this moment, so I will go by what I hear and keep notes.',
  () => 'Let the others speak first, there is time and I want to weigh it all.',
];

const DEFEND: readonly Wording[] = [
  () => 'I am with the Resistance and have been from the start, so put me on this one and judge me by it.',
  () => 'You can count on my card every single time, and a group with me in it is a safer group.',
  () =>
    'Some of you wonder about me, which is fair, yet every choice I made can be explained and I ask for a place.',
  () => 'My record is open for anyone to read; give me a seat on the mission and I will show it again.',
];

const WORDINGS = {
  accuse: ACCUSE,
  back: BACK,
  suggest: SUGGEST,
  recount: RECOUNT,
  ask: ASK,
  wait: WAIT,
  defend: DEFEND,
} as const;

/** Kinds of utterance. `accuse`, `back` and `ask` are about one player, `suggest` about a team. */
export type UtteranceKind = keyof typeof WORDINGS;

/**
 * An utterance of a kind about a subject (a name, a team in words, or nothing).
 *
 * @param variant any whole number from 0; picks the wording
 */
export function utterance(kind: UtteranceKind, facts: Facts, subject: string, variant: number): string {
  const wordings: readonly Wording[] = WORDINGS[kind];
  const opening = OPENINGS[variant % OPENINGS.length] as Wording;
  const body = wordings[(variant >> 3) % wordings.length] as Wording;
  const news = facts.news[(variant >> 6) % facts.news.length] ?? '';
  return `${opening(facts, subject, news)} ${body(facts, subject, news)}`;
}
