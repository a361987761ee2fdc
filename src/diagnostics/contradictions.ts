/**
 * Speech set against action, in games where both can be told: what a player announces of its own next move, or
 * says of what it has done, and what it did. Only plain statements of one's own are read, in English, by simple
 * patterns; a sentence with a condition, a doubt or a negation is passed over. So the counts are a floor, and a
 * share is of the statements that were understood.
 *
 * A lie is a contradiction too: in games of bluff it may be the best play. The figure says how far talk can be
 * taken at its word, not that a player erred.
 */
import type { GameEvent, Seat } from '../games/engine/definition.js';
import { textOf } from '../games/shared/answers.js';
import { placeOf, sentencesOf, utterancesOf } from './said.js';
import type { SpokenGame, Utterance } from './said.js';

/** What a statement is about. */
export type StatementKind = 'vote' | 'approval' | 'team' | 'card' | 'goods' | 'inspection' | 'claim';

/** A statement and the action it is about. */
export interface Statement {
  readonly kind: StatementKind;
  /** Index in the game's events. */
  readonly ordinal: number;
  readonly seat: Seat;
  readonly text: string;
  /** What was said to be, or to come: a name, `approve`, `honest`, `Duke`. */
  readonly said: string;
  readonly did: string;
  readonly kept: boolean;
}

/** Which statements are read in which game. Any other game has none. */
export const COVERED: Readonly<Record<string, readonly StatementKind[]>> = {
  chameleon: ['vote'],
  coup: ['claim'],
  insider: ['vote'],
  resistance: ['approval', 'team', 'card'],
  sheriff: ['goods', 'inspection'],
  spyfall: ['vote'],
  survivor: ['vote'],
  undercover: ['vote'],
  werewolves: ['vote'],
};

const WILL = String.raw`\bi(?:'ll| will| shall| am going to|'m going to)`;
const UNSURE =
  /\b(?:if|unless|until|would|might|may|could|should|maybe|perhaps|probably|either|or|not|never|no longer|whether|when)\b|n't\b|\?/i;

interface Reading {
  readonly kind: StatementKind;
  /** The decision it is about. */
  readonly decision: string;
  /** What the sentence says; null for nothing. Names are looked for in the part after the match. */
  readonly read: (sentence: string, names: readonly string[], seat: Seat) => string | null;
  /** What the decision did, in the same words; null when it cannot be compared. */
  readonly done: (action: SpokenGame['decisions'][number]['action'], said: string) => string | null;
}

function namedIn(text: string, names: readonly string[]): string[] {
  return names.filter((name) => placeOf(text, name) >= 0);
}

function after(sentence: string, pattern: RegExp): string | null {
  const match = pattern.exec(sentence);
  return match === null ? null : sentence.slice(match.index + match[0].length);
}

const VOTE = new RegExp(
  String.raw`(?:${WILL}|\bi'm|\bi am|\bi)\s+(?:cast (?:my|a) vote|vote|voting)\b|\bmy vote (?:is|goes|will go|will be)\b`,
  'i',
);
const APPROVE = new RegExp(
  String.raw`(?:${WILL}|\bi)\s+(?:vote (?:to )?)?(?:approve|vote yes|vote for)\b`,
  'i',
);
const REJECT = new RegExp(
  String.raw`(?:${WILL}|\bi)\s+(?:vote (?:to )?)?(?:reject|vote no|vote against)\b`,
  'i',
);
const TEAM = new RegExp(
  String.raw`(?:${WILL}|\bi|\bi am|\bi'm)\s+(?:propose|proposing|take|taking|send|sending|pick|picking)\b|\bmy team (?:is|will be)\b`,
  'i',
);
const CARD = new RegExp(String.raw`${WILL} play (?:a |the |my )?(success|fail)\b`, 'i');
const INSPECT = new RegExp(String.raw`${WILL} (?:inspect|search|open|check)\b`, 'i');
const PASS = new RegExp(String.raw`${WILL} (?:let|pass|wave)\b`, 'i');

const byName = (names: readonly string[]): string => [...names].sort().join(', ');

/** Announcements of a move to come, by game. */
const BALLOT: Reading = {
  kind: 'vote',
  decision: 'vote',
  read(sentence, names, seat) {
    const rest = after(sentence, VOTE);
    if (rest === null || /^\s*(?:with|like|as|after)\b/i.test(rest)) return null;
    const others = namedIn(rest, names).filter((name) => name !== names[seat]);
    return others.length === 1 ? (others[0] ?? null) : null;
  },
  done: ({ action, target }) => (typeof target === 'string' ? target : action),
};

const ANNOUNCED: Readonly<Record<string, readonly Reading[]>> = {
  resistance: [
    {
      kind: 'approval',
      decision: 'vote',
      // A sentence with a name may be about a team that was then not proposed.
      read: (sentence, names) =>
        namedIn(sentence, names).length > 0
          ? null
          : REJECT.test(sentence)
            ? 'reject'
            : APPROVE.test(sentence)
              ? 'approve'
              : null,
      done: ({ action, choice }) => (typeof choice === 'string' ? choice : action),
    },
    {
      kind: 'team',
      decision: 'propose',
      read(sentence, names, seat) {
        const rest = after(sentence, TEAM);
        if (rest === null) return null;
        const own = /\b(?:me|myself)\b/i.test(rest) ? [names[seat] ?? ''] : [];
        const team = new Set([...namedIn(rest, names), ...own]);
        return team.size === 0 ? null : byName([...team]);
      },
      // Part of a team is no other team.
      done: ({ team }, said) =>
        Array.isArray(team) && team.length === said.split(', ').length ? byName(team as string[]) : null,
    },
    {
      kind: 'card',
      decision: 'card',
      read: (sentence) => CARD.exec(sentence)?.[1]?.toLowerCase() ?? null,
      done: ({ card }) => (typeof card === 'string' ? card : null),
    },
  ],
  sheriff: [
    {
      kind: 'inspection',
      decision: 'inspect',
      read(sentence, names) {
        const inspected = after(sentence, INSPECT);
        const rest = inspected ?? after(sentence, PASS);
        const [name, ...more] = rest === null ? [] : namedIn(rest, names);
        return name === undefined || more.length > 0
          ? null
          : `${inspected === null ? 'pass' : 'inspect'} ${name}`;
      },
      done({ decisions }, said) {
        const name = said.slice(said.indexOf(' ') + 1);
        const ruling = (decisions as Readonly<Record<string, unknown>> | undefined)?.[name];
        return typeof ruling === 'string' ? `${ruling} ${name}` : null;
      },
    },
  ],
};

function readingsOf(game: string): readonly Reading[] {
  return ANNOUNCED[game] ?? (COVERED[game]?.includes('vote') === true ? [BALLOT] : []);
}

/** What an utterance says by one reading: its last sentence that says anything. */
function saidIn({ text, seat }: Utterance, { read }: Reading, names: readonly string[]): string | null {
  return (
    sentencesOf(text)
      .filter((sentence) => !UNSURE.test(sentence))
      .map((sentence) => read(sentence, names, seat))
      .findLast((said) => said !== null) ?? null
  );
}

/** For each decision of a reading, the last announcement of it since the seat's decision of that kind before. */
function announcements(game: SpokenGame, reading: Reading, utterances: readonly Utterance[]): Statement[] {
  const before = new Map<Seat, number>();
  return game.decisions.flatMap((decision): Statement[] => {
    const { seat, kind, action, forced, eventCount } = decision;
    if (kind !== reading.decision) return [];
    const since = before.get(seat) ?? 0;
    before.set(seat, eventCount);
    // A default that was played for the seat says nothing of what it meant to do.
    if (forced) return [];
    for (const utterance of utterances.toReversed()) {
      if (utterance.seat !== seat || utterance.ordinal >= eventCount || utterance.ordinal < since) continue;
      const said = saidIn(utterance, reading, game.names);
      if (said === null) continue;
      const did = reading.done(action, said);
      if (did === null) return [];
      const { ordinal, text } = utterance;
      return [{ kind: reading.kind, ordinal, seat, text, said, did, kept: said === did }];
    }
    return [];
  });
}

const OWN = /\b(?:i|i'm|i've|my|mine)\b/i;
const HONEST =
  /\b(?:honest|legal|legitimate|clean|nothing to hide|no contraband|not smuggl\w+|didn't smuggle|did not smuggle|never smuggled)\b/i;
const SMUGGLED =
  /\b(?:(?:i|i'm|i am|i have|i've)(?: \w+)? smuggl\w+|my (?:goods|wares|bag|cart) (?:are|is) (?:contraband|smuggled|illegal))\b/i;
const DENIED = /\b(?:not|never|no longer)\b|n't\b/i;
const DOUBT = /\b(?:if|unless|would|might|may|could|should|maybe|perhaps|whether|wish)\b/i;

function goodsIn(text: string): 'honest' | 'smuggle' | null {
  for (const sentence of sentencesOf(text)) {
    if (!OWN.test(sentence) || DOUBT.test(sentence)) continue;
    const honest = HONEST.exec(sentence)?.[0];
    if (honest !== undefined) {
      // "Not smuggling" holds its negation itself; "not honest" does not say what else it is.
      if (DENIED.test(sentence.replace(honest, ''))) continue;
      return 'honest';
    }
    if (SMUGGLED.test(sentence) && !DENIED.test(sentence)) return 'smuggle';
  }
  return null;
}

/** What merchants say of the goods they have packed, once a round. */
function goods(game: SpokenGame, utterances: readonly Utterance[]): Statement[] {
  return utterances.flatMap(({ ordinal, seat, text }): Statement[] => {
    const round = game.events.findLastIndex(({ type }, index) => type === 'round' && index < ordinal);
    const packed = game.decisions.findLast(
      (decision) =>
        decision.kind === 'pack' &&
        decision.seat === seat &&
        decision.eventCount > round &&
        decision.eventCount <= ordinal,
    );
    const said = goodsIn(text);
    if (said === null || packed === undefined || packed.forced) return [];
    const did = textOf(packed.action, 'goods');
    return [{ kind: 'goods', ordinal, seat, text, said, did, kept: said === did }];
  });
}

function claimedIn({ type, data }: GameEvent): string | null {
  const claimed = type === 'declare' ? data['claims'] : type === 'block' ? data['role'] : null;
  return typeof claimed === 'string' ? claimed : null;
}

/** Claims of a character in Coup, against the cards held. */
function characters({ events, names }: SpokenGame): Statement[] {
  const hands = new Map<string, readonly string[]>();
  return events.flatMap((event, ordinal): Statement[] => {
    const player = textOf(event.data, 'player');
    if (event.type === 'hand') hands.set(player, event.data['cards'] as readonly string[]);
    const said = claimedIn(event);
    const seat = names.indexOf(player);
    const hand = hands.get(player);
    if (said === null || seat < 0 || hand === undefined) return [];
    const move = event.data['move'];
    const text = typeof move === 'string' ? `${move}, claiming the ${said}` : `block, claiming the ${said}`;
    return [
      {
        kind: 'claim',
        ordinal,
        seat,
        text,
        said,
        did: [...hand].sort().join(', '),
        kept: hand.includes(said),
      },
    ];
  });
}

/** Every statement of a game that could be set against an action, in the order of speech. */
export function statementsOf(game: SpokenGame): readonly Statement[] {
  if (COVERED[game.game] === undefined) return [];
  const utterances = utterancesOf(game.events);
  return [
    ...readingsOf(game.game).flatMap((reading) => announcements(game, reading, utterances)),
    ...(game.game === 'sheriff' ? goods(game, utterances) : []),
    ...(game.game === 'coup' ? characters(game) : []),
  ].sort((a, b) => a.ordinal - b.ordinal);
}
