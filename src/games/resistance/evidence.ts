/**
 * What a table of The Resistance has seen, drawn from public events alone: who may be a Spy given mission results
 * and ballots, and who has spoken for or against whom. An honest estimate that any attentive player could make.
 */
import type { Json } from '../../base/json.js';
import type { GameEvent, Seat, View } from '../engine/definition.js';
import { SEATS } from './rules.js';
import { missionNews, NO_NEWS, readRemarks } from './utterances.js';
import type { Facts } from './utterances.js';

/** The ten pairs of seats that could be the two Spies. */
const PAIRS: readonly (readonly [Seat, Seat])[] = Array.from({ length: SEATS }, (_, a) =>
  Array.from({ length: SEATS - a - 1 }, (_, step) => [a, a + step + 1] as const),
).flat();

/**
 * Chance of a number of fails by the number of Spies on the team, if a Spy plays fail about two times in three.
 * A team without Spies never fails.
 */
const FAIL_CHANCE: readonly (readonly number[])[] = [
  [1, 0, 0],
  [0.35, 0.65, 0],
  [0.15, 0.5, 0.35],
];

/** Log-odds by which a ballot or a proposal speaks against a seat once the mission's result is known. */
const APPROVED_FAILURE = 0.3;
const REJECTED_FAILURE = -0.2;
const LED_FAILURE = 0.3;
const LED_SUCCESS = -0.15;

/** How much of an opinion is left when a new discussion opens: people remember, but less and less. */
const OPINION_LEFT = 0.6;

/** Everything public at one moment. Kept by the cache below; readers must not change it. */
export interface Table {
  /** Public probability that a seat is a Spy; the five sum to 2. */
  readonly suspicion: readonly number[];
  /** The same for a Resistance member, who rules itself out: own entry 0, the other four sum to 2. */
  suspicionOf(seat: Seat): readonly number[];
  /** `opinion[i][j]`: what seat i said of seat j, 1 against, −1 for, fading by discussion. */
  readonly opinion: readonly (readonly number[])[];
  /** Teams suggested in the current discussion, by speaker. */
  readonly suggestions: ReadonlyMap<Seat, readonly Seat[]>;
  /** The team proposed and not yet played; empty when there is none. */
  readonly proposed: readonly Seat[];
  /** Seats that have been on a mission. */
  readonly tried: ReadonlySet<Seat>;
  readonly leader: Seat;
  /** Rejections in a row. */
  readonly rejections: number;
  readonly facts: Facts;
  /** Utterances so far in the game. */
  readonly speeches: number;
}

class Reader implements Table {
  private readonly pairEvidence = PAIRS.map(() => 0);
  private readonly lean = Array.from({ length: SEATS }, () => 0);
  private approvers: readonly Seat[] = [];
  private readonly seatOf: ReadonlyMap<string, Seat>;
  private publicSuspicion: readonly number[] | undefined;
  private readonly ownSuspicion = new Map<Seat, readonly number[]>();

  readonly seen: GameEvent[] = [];
  readonly opinion = Array.from({ length: SEATS }, () => Array.from({ length: SEATS }, () => 0));
  readonly suggestions = new Map<Seat, readonly Seat[]>();
  readonly tried = new Set<Seat>();
  proposed: readonly Seat[] = [];
  leader = 0;
  rejections = 0;
  speeches = 0;
  facts: Facts = { mission: 1, size: 2, leader: '', successes: 0, failures: 0, news: NO_NEWS };

  constructor(readonly players: readonly string[]) {
    this.seatOf = new Map(players.map((name, seat) => [name, seat]));
  }

  get suspicion(): readonly number[] {
    this.publicSuspicion ??= this.posterior(undefined);
    return this.publicSuspicion;
  }

  suspicionOf(seat: Seat): readonly number[] {
    let own = this.ownSuspicion.get(seat);
    if (own === undefined) {
      own = this.posterior(seat);
      this.ownSuspicion.set(seat, own);
    }
    return own;
  }

  private posterior(innocent: Seat | undefined): readonly number[] {
    const weights = PAIRS.map(([a, b], index) =>
      a === innocent || b === innocent
        ? 0
        : Math.exp((this.pairEvidence[index] ?? 0) + (this.lean[a] ?? 0) + (this.lean[b] ?? 0)),
    );
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const chance = Array.from({ length: SEATS }, () => 0);
    PAIRS.forEach(([a, b], index) => {
      const share = (weights[index] ?? 0) / total;
      chance[a] = (chance[a] ?? 0) + share;
      chance[b] = (chance[b] ?? 0) + share;
    });
    return chance;
  }

  private seats(names: Json | undefined): Seat[] {
    const listed: readonly (Json | undefined)[] = Array.isArray(names) ? names : [names];
    return listed.flatMap((name) => (typeof name === 'string' ? (this.seatOf.get(name) ?? []) : []));
  }

  read(event: GameEvent): void {
    this.seen.push(event);
    const { data } = event;
    switch (event.type) {
      case 'round':
        this.openRound(event);
        break;
      case 'speech':
        this.hear(event);
        break;
      case 'proposal':
        this.proposed = this.seats(data['team']);
        break;
      case 'ballots':
        this.approvers = this.seats(data['approve']);
        break;
      case 'mission':
        this.weigh(this.seats(data['team']), event);
        break;
    }
  }

  private openRound({ data }: GameEvent): void {
    this.leader = this.seats(data['leader'])[0] ?? 0;
    this.rejections = Number(data['rejections']);
    this.proposed = [];
    this.suggestions.clear();
    for (const row of this.opinion) row.forEach((value, seat) => (row[seat] = value * OPINION_LEFT));
    this.facts = {
      ...this.facts,
      mission: Number(data['mission']),
      size: Number(data['size']),
      leader: this.players[this.leader] ?? '',
      successes: Number(data['successes']),
      failures: Number(data['failures']),
    };
  }

  private hear({ data }: GameEvent): void {
    this.speeches += 1;
    const [speaker] = this.seats(data['speaker']);
    const text = data['text'];
    if (speaker === undefined || typeof text !== 'string') return;
    const { accused, backed, team } = readRemarks(text, speaker, this.players);
    const row = this.opinion[speaker] ?? [];
    for (const seat of accused) row[seat] = 1;
    for (const seat of backed) row[seat] = -1;
    if (team.length > 0) this.suggestions.set(speaker, team);
  }

  private weigh(team: readonly Seat[], { data }: GameEvent): void {
    const fails = Number(data['fails']);
    PAIRS.forEach((pair, index) => {
      const spies = pair.filter((seat) => team.includes(seat)).length;
      this.pairEvidence[index] = (this.pairEvidence[index] ?? 0) + Math.log(FAIL_CHANCE[spies]?.[fails] ?? 0);
    });
    const shift = (seat: Seat, by: number): void => void (this.lean[seat] = (this.lean[seat] ?? 0) + by);
    if (fails > 0) {
      for (let seat = 0; seat < SEATS; seat += 1) {
        shift(seat, this.approvers.includes(seat) ? APPROVED_FAILURE : REJECTED_FAILURE);
      }
    }
    shift(this.leader, fails > 0 ? LED_FAILURE : LED_SUCCESS);
    for (const seat of team) this.tried.add(seat);
    this.proposed = [];
    this.publicSuspicion = undefined;
    this.ownSuspicion.clear();
    this.facts = {
      ...this.facts,
      news: missionNews(
        Number(data['mission']),
        team.map((seat) => this.players[seat] ?? ''),
        fails,
      ),
    };
  }
}

/** Readers by the first public event of their game: a game's views grow at the end, so reading can go on. */
const readers = new WeakMap<GameEvent, Reader>();

function sameStart(reader: Reader, events: readonly GameEvent[], players: readonly string[]): boolean {
  return (
    reader.seen.length <= events.length &&
    reader.seen.every((event, index) => event === events[index]) &&
    reader.players.length === players.length &&
    reader.players.every((name, seat) => name === players[seat])
  );
}

/**
 * The table as the public events of a view show it. The result depends on the view alone; what was read of the
 * same game before is only not read again. It is good until the next call.
 */
export function tableOf(view: View): Table {
  const events = view.events.filter((event) => event.audience === 'all');
  const [first] = events;
  const known = first === undefined ? undefined : readers.get(first);
  const reader =
    known !== undefined && sameStart(known, events, view.players) ? known : new Reader(view.players);
  for (let index = reader.seen.length; index < events.length; index += 1) {
    reader.read(events[index] as GameEvent);
  }
  if (first !== undefined) readers.set(first, reader);
  return reader;
}
