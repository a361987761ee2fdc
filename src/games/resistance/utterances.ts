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
  /\b(suspects?|suspicious|spy|spies|sabotag\w*|distrust|mistrust|doubts?|wary|liar|lying|hiding|guilty|trust (?:is|has) gone|off the team|off my team|away from)\b|\b(?:not|n't|never|no longer|cannot|hardly) (?:\w+ )?(?:trust|believe|vouch|convinced)/i;
const FOR = /\b(trust|trusts|vouch|clean|reliable|honest|loyal|believe|faith|confidence|innocent|comfortable)\b/i;
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
    else if (TEAM.test(sentence)) team = SELF.test(sentence) ? [...new Set([...mentioned, speaker])] : mentioned;
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
  /** The result of the last mission in a sentence; see {@link missionNews}. */
  readonly news: string;
}

/** What there is to report before the first mission. */
export const NO_NEWS = 'Nothing has been played yet, so this is a feeling and no more.';

/** A mission's result in a sentence that takes no side. */
export function missionNews(mission: number, team: readonly string[], fails: number): string {
  const members = listText(team);
  if (fails === 0) return `Mission ${mission} went through with ${members} on it.`;
  return `Mission ${mission} came back with ${fails === 1 ? 'one fail' : `${fails} fails`} from ${members}.`;
}

type Wording = (facts: Facts, subject: string) => string;

const OPENINGS: readonly Wording[] = [
  ({ mission }) => `Mission ${mission} matters, so let me be plain.`,
  ({ successes, failures }) => `We stand at ${successes} to ${failures}.`,
  () => 'Here is how I read the table so far.',
  ({ leader }) => `Before ${leader} names anyone, hear me out.`,
  () => 'I have been watching the votes.',
  ({ size }) => `We need ${size} people we can count on.`,
  () => 'My turn, then.',
  ({ leader }) => `A word to ${leader} and to everyone else.`,
];

const ACCUSE: readonly Wording[] = [
  (facts, who) => `${facts.news} I suspect ${who}, and I would leave that seat out this time.`,
  (_, who) => `Look at who gains from each vote and I keep landing on the same name. I do not trust ${who} one bit.`,
  (facts, who) => `${facts.news} For me that makes ${who} suspicious.`,
  (_, who) => `Something in the way those ballots fell is off. I would keep ${who} off the team until we know more.`,
  (_, who) => `Too many convenient choices from one seat. If you ask me who is a spy, I say ${who}.`,
  (facts, who) => `I have my doubts about ${who}. ${facts.news} Think about that before you approve.`,
];

const BACK: readonly Wording[] = [
  (facts, who) => `${facts.news} I trust ${who} more than anyone here.`,
  (_, who) => `I will vouch for ${who}, whose votes have made sense every time.`,
  (facts, who) => `${who} looks clean from where I sit. ${facts.news}`,
  (_, who) => `If I had to bet on one person besides myself it is easy. I believe ${who}.`,
  (_, who) => `I would be comfortable with ${who} in any group we pick, today or later.`,
  (_, who) => `Not one odd move from that side of the table. ${who} is reliable and should be on the next mission.`,
];

const SUGGEST: readonly Wording[] = [
  (facts, team) => `${facts.news} I suggest ${team}.`,
  (_, team) => `Let us keep it simple and send ${team}, then look at the result together.`,
  (_, team) => `On what we know, the best choice is to go with ${team}.`,
  (facts, team) => `${facts.news} So take ${team} and see what comes back.`,
  (_, team) => `I would propose ${team} if the choice were mine, and approve it gladly if it is yours.`,
];

const RECOUNT: readonly Wording[] = [
  (facts) => `${facts.news} Set that beside the ballots, since every name in favour is on record.`,
  (facts) => `${facts.news} That is what we know for certain, and the rest is talk until someone shows more.`,
  (facts) => `Only facts from me. ${facts.news} Compare it with who approved that group, then decide.`,
  (facts) => `${facts.news} Put the pieces next to each other before we argue about feelings again.`,
];

const ASK: readonly Wording[] = [
  (_, who) => `${who}, tell us how you chose your last vote and what would change your mind.`,
  (_, who) => `I want to hear from ${who} which two people here look safest, and why those two.`,
  (_, who) => `A question for ${who} is still open, namely what you make of the last ballot.`,
  (_, who) => `${who}, who would you leave at home this time, and what have you seen that I have not?`,
];

const WAIT: readonly Wording[] = [
  () => 'I would rather listen for now and see how this vote falls before I point anywhere.',
  () => 'Nothing to add from me yet; the next result will tell us more than guesses can.',
  () => 'I have no strong view at this moment, so I will go by what I hear and keep notes.',
  () => 'Let the others speak first, there is time and I want to weigh it all.',
];

const DEFEND: readonly Wording[] = [
  () => 'I am with the Resistance and have voted that way from the start, so put me on this one and judge me by it.',
  () => 'You can count on my card every single time, and a group with me in it is a safer group.',
  () => 'Some of you wonder about me, which is fair, yet every choice I made can be explained and I ask for a place.',
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
  const body = wordings[Math.floor(variant / OPENINGS.length) % wordings.length] as Wording;
  return `${opening(facts, subject)} ${body(facts, subject)}`;
}
