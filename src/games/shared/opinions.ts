/**
 * Table talk of builtin players in games of accusation, and what they make of what is said: who speaks against
 * whom and who stands up for whom. Any other text passes through the same reader, a model's included.
 */
import type { GameEvent, Seat, View } from '../engine/definition.js';
import { clamp, roundPick } from './candidate-tools.js';

const AGAINST =
  /\b(?:suspects?|suspicious|accuse|doubts?|wary|liar|lying|lies|hiding|guilty|fishy|distrust|mistrust|vote (?:for|out|against)|voting (?:for|out|against)|get rid of)\b|\b(?:not|n't|never|cannot|hardly) (?:\w+ )?(?:trust|believe|convinced?)|is (?:a|the) (?:spy|werewolf|wolf|chameleon|insider|undercover)\b/i;
const FOR =
  /\b(?:trust|vouch|believe|honest|innocent|convincing|clear(?:ed)?|on our side|one of us|in peace|spare)\b/i;

/** Whom an utterance speaks against and for. */
export interface Remarks {
  readonly against: readonly Seat[];
  readonly for: readonly Seat[];
}

/** Events are values, shared by all views: each is read once. The players of a game never change. */
const read = new WeakMap<GameEvent, Remarks>();

function seatsNamed(sentence: string, players: readonly string[]): Seat[] {
  return players.flatMap((name, seat) => {
    const at = sentence.indexOf(name);
    if (at < 0) return [];
    const around = `${sentence[at - 1] ?? ' '}${sentence[at + name.length] ?? ' '}`;
    return /[\p{L}\p{N}]/u.test(around) ? [] : [seat];
  });
}

/** What an utterance says of other players, sentence by sentence; nothing for any other event. */
export function remarksOf(event: GameEvent, players: readonly string[]): Remarks {
  const known = read.get(event);
  if (known !== undefined) return known;
  const against: Seat[] = [];
  const inFavour: Seat[] = [];
  const { talk } = event;
  const text = talk === undefined ? undefined : event.data['text'];
  if (typeof text === 'string') {
    for (const sentence of text.split(/[.!?;]+/)) {
      const others = seatsNamed(sentence, players).filter((seat) => seat !== talk?.seat);
      if (others.length === 0) continue;
      if (AGAINST.test(sentence)) against.push(...others);
      else if (FOR.test(sentence)) inFavour.push(...others);
    }
  }
  const remarks = { against, for: inFavour };
  read.set(event, remarks);
  return remarks;
}

/**
 * What the others have said of each seat in the latest discussion, −1 (for) to 1 (against): the balance of
 * speakers, one of them counting a half, two and more as much as talk can.
 */
export function talkAgainst(view: View): number[] {
  const latest = view.events.reduce((last, { talk }) => Math.max(last, talk?.discussion ?? 0), 0);
  const balance = view.players.map(() => 0);
  for (const event of view.events) {
    const { talk } = event;
    if (talk === undefined || talk.seat === view.seat || talk.discussion < latest) continue;
    const remarks = remarksOf(event, view.players);
    for (const seat of new Set(remarks.against)) balance[seat] = (balance[seat] ?? 0) + 0.5;
    for (const seat of new Set(remarks.for)) balance[seat] = (balance[seat] ?? 0) - 0.5;
  }
  return balance.map((value) => clamp(value));
}

const ACCUSE = [
  'The more I listen, the more I suspect WHO, and I will say so before we vote.',
  'Something about WHO does not add up for me, and I doubt that I am alone in this.',
  'If I had to decide right now I would vote for WHO, because nothing from there has sounded natural.',
  'I am wary of WHO: too smooth, too general, and never a word that could be checked.',
  'Let me be plain with all of you. WHO is lying, and we should act on it today.',
  'I am going to vote against WHO unless somebody shows me a better reason, as I call that suspicious.',
  'Compare what everyone has said so far and then tell me that WHO is not hiding something.',
  'I have changed my mind twice, but I keep coming back to WHO, and that is whom I accuse.',
] as const;

const BACK = [
  'For what it is worth I trust WHO, who has sounded right to me from the start.',
  'I would leave WHO in peace. What we heard from there was convincing, so let us look elsewhere.',
  'WHO is one of us as far as I can tell, and I would rather spare that voice.',
  'I can vouch for WHO so far; each word from there has matched what I know myself.',
  'Please do not waste a ballot there, I believe WHO and I have listened closely.',
  'If you want my opinion, WHO has been honest with us, more than most people here.',
] as const;

const ASK = [
  'WHO, tell us a bit more in your own words, since so far I could not learn much from you.',
  'A question for WHO: how sure are you of what you said, and would you say it again?',
  'I would like to hear from WHO what made you choose those words and not some others.',
  'WHO, which of us do you find most puzzling at this point, and why that one?',
  'Before I make up my mind I want one more plain statement from WHO, nothing fancy.',
] as const;

const WAIT = [
  'I have little to add at this point and would rather hear the rest of you first.',
  'No strong view from me yet. I will keep my ears open and decide when it counts.',
  'Too early for big words, I think, so let us see how the others put it.',
  'Nothing has convinced me one way or the other so far, and I can live with that for now.',
  'I prefer to say less this time. We still have some time, and talk gives things away.',
] as const;

const DEFEND = [
  'You may look at me all you like, I have been open from the beginning and I stand by every word.',
  'Some of you seem unsure about me, which I understand, yet I have nothing to be ashamed of.',
  'Whoever points at me is making a mistake that all of us will regret afterwards.',
  'I know what I know, and what I told you was meant exactly as I said it.',
  'If you lose me you lose a voice that has been on the right side all along.',
] as const;

const WORDINGS = { accuse: ACCUSE, back: BACK, ask: ASK, wait: WAIT, defend: DEFEND } as const;

/** Kinds of table talk; the first three are about one player. */
export type TableTalk = keyof typeof WORDINGS;

/** Every wording of table talk, `WHO` standing for a name. */
export const TABLE_TALK: readonly string[] = Object.values(WORDINGS).flat();

/** An utterance; `variant` picks the wording. */
export function tableTalk(kind: TableTalk, who: string, variant: number): string {
  return roundPick(WORDINGS[kind], variant).replaceAll('WHO', who);
}

/** The seat of the highest value; of equal ones the first from `turn` on, going round. Undefined for no seats. */
export function highest(
  seats: readonly Seat[],
  value: (seat: Seat) => number,
  turn: number,
): Seat | undefined {
  let best: Seat | undefined;
  for (let step = 0; step < seats.length; step += 1) {
    const seat = seats[(turn + step) % seats.length] as Seat;
    if (best === undefined || value(seat) > value(best)) best = seat;
  }
  return best;
}
