/**
 * What a seat can read out of the talk and the open ballots of a game in which players put each other out, and the
 * moves builtin players consider there: whom to speak for and against, and whom to name on the ballot.
 */
import type { Action, Decision } from '../engine/actions.js';
import type { Candidate, GameEvent, Seat, View } from '../engine/definition.js';
import type { TraitVector } from '../engine/traits.js';
import { clamp, distinctMoves, speech, worded } from './candidate-tools.js';

/** Who has stood where, from one seat. Seats are indices of the players' names. */
export interface Alliances {
  /** Other seats that are still in, clockwise. */
  readonly rivals: readonly Seat[];
  /** Ballots and words of each seat against me, weighted to 0 to 1. */
  readonly hostility: readonly number[];
  /** How far each seat has voted as I did and spoken for me, −1 to 1. */
  readonly closeness: readonly number[];
  /** Share of this discussion's speakers that called for each seat to go. */
  readonly called: readonly number[];
  /** How few ballots each seat has drawn so far, against the average: the untouched are the strong ones. */
  readonly untouched: readonly number[];
  /** Whom I have named in this discussion. */
  readonly mine: Seat | undefined;
  /** Whom the seat closest to me has named in this discussion. */
  readonly allys: Seat | undefined;
}

const AGAINST = /\b(vot(?:e|es|ing)|point(?:s|ing)?|against|out|target|threat|dangerous|go)\b/i;
const NOT = /\b(not|never|n't|leave|spare)\b/i;
const FOR = /\b(trust|ally|allies|alliance|together|keep|stand|safe|protect|loyal|friend)\b/i;

const NAME_CHARACTER = /[\p{L}\p{N}]/u;

/** True when `name` occurs in the text as a whole word. */
function mentions(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!NAME_CHARACTER.test(text.charAt(at - 1)) && !NAME_CHARACTER.test(text.charAt(at + name.length))) {
      return true;
    }
  }
  return false;
}

/** Whom a speech is against and whom it stands by. */
export interface Reading {
  readonly against: readonly Seat[];
  readonly by: readonly Seat[];
}

/** Whom a speech calls to put out and whom it stands by, sentence by sentence. */
export function readSpeech(text: string, speaker: Seat, players: readonly string[]): Reading {
  const against: Seat[] = [];
  const by: Seat[] = [];
  for (const sentence of text.split(/[.!?;]+/)) {
    const named = players.flatMap((name, seat) =>
      seat !== speaker && mentions(sentence, name) ? [seat] : [],
    );
    if (named.length === 0) continue;
    if (AGAINST.test(sentence) && !NOT.test(sentence)) against.push(...named);
    else if (FOR.test(sentence) || NOT.test(sentence)) by.push(...named);
  }
  return { against, by };
}

// Every view of a game holds the same event objects: each speech is read once, not once a decision.
const readings = new WeakMap<GameEvent, Reading>();

function readingOf(event: GameEvent, speaker: Seat, players: readonly string[]): Reading {
  const known = readings.get(event);
  if (known !== undefined) return known;
  const made = readSpeech(event.data['text'] as string, speaker, players);
  readings.set(event, made);
  return made;
}

interface Count {
  readonly hostility: number[];
  readonly closeness: number[];
  readonly drawn: number[];
  called: number[];
  speakers: number;
  calls: Map<Seat, Seat>;
}

function add(list: number[], at: Seat, by: number): void {
  list[at] = (list[at] ?? 0) + by;
}

function hear(count: Count, view: View, event: GameEvent): void {
  const speaker = event.talk?.seat ?? -1;
  const { against, by } = readingOf(event, speaker, view.players);
  count.speakers += 1;
  for (const seat of against) add(count.called, seat, 1);
  const [first] = against;
  if (first !== undefined) count.calls.set(speaker, first);
  if (speaker === view.seat) return;
  if (against.includes(view.seat)) {
    add(count.hostility, speaker, 0.3);
    add(count.closeness, speaker, -0.3);
  }
  if (by.includes(view.seat)) add(count.closeness, speaker, 0.5);
}

function countBallots(count: Count, view: View, event: GameEvent): void {
  const ballots = event.data['ballots'] as { voter: string; target: string }[];
  const mine = ballots.find(({ voter }) => voter === view.self)?.target;
  for (const { voter, target } of ballots) {
    const seat = view.players.indexOf(voter);
    add(count.drawn, view.players.indexOf(target), 1);
    if (seat === view.seat) continue;
    if (target === view.self) add(count.hostility, seat, 0.5);
    add(count.closeness, seat, target === view.self ? -0.5 : target === mine ? 0.4 : -0.1);
  }
}

/**
 * Reads a view's log: `speech` events, ballots in events of type `ballotType`, and rounds that open with a `round`
 * or `final` event whose `alive` lists who is still in.
 */
export function alliancesOf(view: View, ballotType: string): Alliances {
  const zeros = (): number[] => view.players.map(() => 0);
  const count: Count = {
    hostility: zeros(),
    closeness: zeros(),
    drawn: zeros(),
    called: zeros(),
    speakers: 0,
    calls: new Map(),
  };
  let alive: readonly string[] = view.players;
  for (const event of view.events) {
    if (event.type === 'round' || event.type === 'final') {
      alive = event.data['alive'] as readonly string[];
      count.called = zeros();
      count.speakers = 0;
      count.calls = new Map();
    } else if (event.type === 'speech') hear(count, view, event);
    else if (event.type === ballotType) countBallots(count, view, event);
  }
  const clockwise = view.players.map((_, step) => (view.seat + step) % view.players.length);
  const rivals = clockwise.filter((seat) => seat !== view.seat && alive.includes(view.players[seat] ?? ''));
  const average =
    rivals.reduce((sum, seat) => sum + (count.drawn[seat] ?? 0), 0) / Math.max(1, rivals.length);
  const closeness = count.closeness.map(clamp);
  const ally = highest(rivals, (seat) => closeness[seat] ?? 0);
  return {
    rivals,
    hostility: count.hostility.map(clamp),
    closeness,
    called: count.called.map((calls) => calls / Math.max(1, count.speakers)),
    untouched: count.drawn.map((drawn) => clamp((average - drawn) / 2)),
    mine: count.calls.get(view.seat),
    allys: ally === undefined ? undefined : count.calls.get(ally),
  };
}

/** The seat with the highest value; of equal ones the first. */
export function highest(seats: readonly Seat[], value: (seat: Seat) => number): Seat | undefined {
  let best: Seat | undefined;
  for (const seat of seats) if (best === undefined || value(seat) > value(best)) best = seat;
  return best;
}

/** How going against a seat looks. */
function against(
  { hostility, closeness, called, untouched, mine, allys }: Alliances,
  seat: Seat,
): TraitVector {
  const voiced = called.some((share) => share > 0);
  const share = called[seat] ?? 0;
  return {
    suspect: 1.5 * (hostility[seat] ?? 0) - 0.3,
    conform: voiced ? clamp(2 * share - 0.5) : 0,
    listen: (voiced ? clamp(3 * share - 0.7) : 0) + (allys === undefined ? 0 : allys === seat ? 0.5 : -0.2),
    loyalty: -1.5 * (closeness[seat] ?? 0),
    control: 0.6 * (untouched[seat] ?? 0),
    bluff: mine === undefined ? 0 : mine === seat ? -0.4 : 0.5,
    // Going where nobody else goes wastes the ballot and angers its target.
    risk: !voiced ? 0 : share === 0 ? 0.4 : -0.2,
  };
}

/**
 * A ballot for each rival that is worth one: those most spoken against, the one I have named, whoever is most
 * hostile, and whoever nobody has touched yet.
 */
export function ballotMoves(view: View, alliances: Alliances, action: string): Candidate[] {
  const { rivals, hostility, closeness, called, untouched, mine } = alliances;
  const crowd = highest(rivals, (seat) => called[seat] ?? 0);
  const voiced = rivals.filter((seat) => (called[seat] ?? 0) > 0);
  const targets = [
    crowd,
    highest(
      rivals.filter((seat) => seat !== crowd),
      (seat) => called[seat] ?? 0,
    ),
    mine,
    ...(voiced.length > 1
      ? []
      : [
          highest(rivals, (seat) => (hostility[seat] ?? 0) - (closeness[seat] ?? 0)),
          highest(rivals, (seat) => (untouched[seat] ?? 0) - (closeness[seat] ?? 0)),
        ]),
  ].filter((seat) => seat !== undefined && rivals.includes(seat)) as Seat[];
  return distinctMoves(
    targets.map((seat) => ({
      action: { action, target: view.players[seat] ?? '' },
      traits: against(alliances, seat),
    })),
  );
}

/** Wordings of a game's campaign; `target`, `ally` and `crowd` are player names. */
export interface CampaignWords {
  readonly strike: (target: string) => readonly string[];
  readonly join: (target: string) => readonly string[];
  readonly threat: (target: string) => readonly string[];
  readonly pledge: (ally: string) => readonly string[];
  readonly ask: (someone: string) => readonly string[];
  readonly defend: readonly string[];
  readonly quiet: readonly string[];
}

/** What to say before a ballot: against someone, for someone, a question, a defence, or little. */
export function campaignMoves(
  view: View,
  alliances: Alliances,
  decision: Decision,
  words: CampaignWords,
): Candidate[] {
  const { rivals, hostility, closeness, called, untouched } = alliances;
  const nameOf = (seat: Seat | undefined): string =>
    seat === undefined ? 'someone' : (view.players[seat] ?? '');
  const foe = highest(rivals, (seat) => (hostility[seat] ?? 0) - (closeness[seat] ?? 0));
  const crowd = highest(rivals, (seat) => called[seat] ?? 0);
  const leader = highest(rivals, (seat) => (untouched[seat] ?? 0) - (closeness[seat] ?? 0));
  const ally = highest(rivals, (seat) => (closeness[seat] ?? 0) - (called[seat] ?? 0));
  const said = (kind: number, wordings: readonly string[]): Action =>
    speech(decision, worded(view, kind, wordings));
  const call = (kind: number, wordings: readonly string[], target: Seat | undefined): Candidate => ({
    action: said(kind, wordings),
    traits: {
      ...(target === undefined ? {} : against(alliances, target)),
      bluff: 0,
      assert: 0.6,
      share: 0.4,
      patience: -0.3,
      risk: 0.2,
    },
  });
  const pressed = called[view.seat] ?? 0;
  return [
    call(0, words.strike(nameOf(foe)), foe),
    call(1, words.join(nameOf(crowd)), crowd),
    call(2, words.threat(nameOf(leader)), leader),
    {
      action: said(3, words.pledge(nameOf(ally))),
      traits: { loyalty: 0.6, share: 0.3, assert: 0.1, listen: 0.2, suspect: -(hostility[ally ?? -1] ?? 0) },
    },
    {
      action: said(4, words.ask(nameOf(crowd))),
      traits: { probe: 0.6, listen: 0.3, assert: -0.2, share: -0.2, patience: 0.2 },
    },
    {
      action: said(5, words.defend),
      traits: { control: 0.4, assert: 0.3, blend: pressed > 0 ? 0.3 : -0.2, conform: -pressed },
    },
    {
      action: said(6, words.quiet),
      traits: { assert: -0.6, share: -0.5, blend: 0.4, patience: 0.4, risk: -0.2 },
    },
  ];
}
