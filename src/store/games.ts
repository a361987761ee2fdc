import type { JsonObject } from '../base/json.js';
import type { GameEvent, Outcome, Role, Seat, SideId } from '../games/engine/definition.js';
import type { Purpose, Seed } from '../games/engine/seeds.js';
import { trajectoryOf } from '../players/game-spec.js';
import type { DecisionRecord, GameRecord } from '../players/game-spec.js';
import type { Trajectory } from '../players/player.js';
import { parse } from './connection.js';
import type { Connection, Query } from './connection.js';
import type { Diagnostic } from './diagnostics.js';
import { findId } from './find-id.js';
import { withTexts } from './line-up.js';
import type { StoredLineUp } from './line-up.js';
import type { Texts } from './texts.js';

/** How one slot of a line-up fared in a finished game. */
export interface SlotOutcome {
  readonly side: SideId | null;
  /** Rewards of its seats, in seat order. */
  readonly rewards: readonly number[];
  /** The sum of its rewards is above 0; on sides all seats of a slot win or lose together. */
  readonly success: boolean;
  /** The sum of its rewards is 0. */
  readonly draw: boolean;
  /**
   * Of all pairs of one of its seats and a seat of another slot: the share in which its seat earned more, and
   * the share in which both earned the same. Null when every seat is its own.
   */
  readonly versus: { readonly won: number; readonly tied: number } | null;
  /** Decisions its players were asked for. */
  readonly asked: number;
  /** Decisions of its seats that were forced. */
  readonly forced: number;
}

/** What judging needs of a game. */
export interface GameOutcome {
  readonly id: string;
  readonly status: GameRecord['status'];
  readonly seed: Seed;
  readonly replicate: number;
  readonly ending: string | null;
  readonly turns: number;
  readonly asked: number;
  readonly forced: number;
  /** The game's raw measures beside the rewards; empty when the game is void. */
  readonly measures: Outcome['measures'];
  /** By slot name; empty when the game is void, since a void game is never scored. */
  readonly slots: Readonly<Record<string, SlotOutcome>>;
}

interface GameRow {
  readonly id: string;
  readonly game: string;
  readonly rules_version: number;
  readonly prompt_version: string | null;
  readonly content_hash: string | null;
  readonly players: number;
  readonly study: number;
  readonly purpose: Purpose;
  readonly seed_index: number;
  readonly replicate: number;
  readonly status: GameRecord['status'];
  readonly void_reason: string | null;
  readonly ending: string | null;
  readonly turns: number;
  readonly options: string;
  readonly line_up: string;
  readonly measures: string | null;
  readonly shared_by_design: string | null;
}

interface SeatRow {
  readonly name: string;
  readonly role: string;
  readonly side: SideId | null;
  readonly slot: string;
  readonly reward: number | null;
  readonly secret: string;
}

interface EventRow {
  readonly type: string;
  readonly audience: string;
  readonly talk_seat: number | null;
  readonly talk_discussion: number | null;
  readonly data: string;
}

interface DecisionRow {
  readonly seat: number;
  readonly turn: number;
  readonly phase: string;
  readonly kind: string;
  readonly forced: number;
  readonly attempts: number;
  readonly cut: number;
  readonly event_count: number;
  readonly action: string;
  readonly problems: string;
}

interface OutcomeRow {
  readonly id: string;
  readonly status: GameRecord['status'];
  readonly study: number;
  readonly purpose: Purpose;
  readonly seed_index: number;
  readonly replicate: number;
  readonly ending: string | null;
  readonly turns: number;
  readonly asked: number;
  readonly forced: number;
  readonly measures: string | null;
  readonly slot: string;
  readonly side: SideId | null;
  readonly reward: number | null;
  readonly seat_asked: number;
  readonly seat_forced: number;
}

/** Rewards are shares such as 1/3; sums are compared after rounding, as the view `slot_results` does. */
const SUM_SCALE = 1e9;

function roleOf({ role, side }: SeatRow): Role {
  return side === null ? { role } : { role, side };
}

function eventOf(row: EventRow): GameEvent {
  const event = {
    type: row.type,
    audience: row.audience === 'all' ? ('all' as const) : parse<Seat[]>(row.audience),
    data: parse<JsonObject>(row.data),
  };
  return row.talk_seat === null || row.talk_discussion === null
    ? event
    : { ...event, talk: { seat: row.talk_seat, discussion: row.talk_discussion } };
}

function decisionOf(row: DecisionRow): DecisionRecord {
  return {
    seat: row.seat,
    turn: row.turn,
    phase: row.phase,
    kind: row.kind,
    action: parse(row.action),
    forced: row.forced === 1,
    attempts: row.attempts,
    problems: parse(row.problems),
    cut: row.cut,
    eventCount: row.event_count,
  };
}

function outcomeOf(row: GameRow, seats: readonly SeatRow[]): Outcome | null {
  if (row.ending === null || row.measures === null) return null;
  const outcome = {
    rewards: seats.map((seat) => seat.reward ?? 0),
    ending: row.ending,
    measures: parse<Outcome['measures']>(row.measures),
  };
  return row.shared_by_design === null
    ? outcome
    : { ...outcome, sharedByDesign: parse<Seat[][]>(row.shared_by_design) };
}

function versus(rows: readonly OutcomeRow[], others: readonly OutcomeRow[]): SlotOutcome['versus'] {
  const gains = rows.flatMap((own) => others.map((other) => (own.reward ?? 0) - (other.reward ?? 0)));
  if (gains.length === 0) return null;
  const share = (matches: (gain: number) => boolean): number => gains.filter(matches).length / gains.length;
  return { won: share((gain) => gain > 0), tied: share((gain) => gain === 0) };
}

function slotOutcome(rows: readonly OutcomeRow[], others: readonly OutcomeRow[]): SlotOutcome {
  const rewards = rows.map((row) => row.reward ?? 0);
  const sum = Math.round(rewards.reduce((total, reward) => total + reward, 0) * SUM_SCALE);
  return {
    side: rows[0]?.side ?? null,
    rewards,
    success: sum > 0,
    draw: sum === 0,
    versus: versus(rows, others),
    asked: rows.reduce((total, row) => total + row.seat_asked, 0),
    forced: rows.reduce((total, row) => total + row.seat_forced, 0),
  };
}

function gameOutcome(first: OutcomeRow, rows: readonly OutcomeRow[]): GameOutcome {
  const names = first.status === 'void' ? [] : [...new Set(rows.map((row) => row.slot))];
  return {
    id: first.id,
    status: first.status,
    seed: { study: first.study, purpose: first.purpose, index: first.seed_index },
    replicate: first.replicate,
    ending: first.ending,
    turns: first.turns,
    asked: first.asked,
    forced: first.forced,
    measures: first.measures === null ? {} : parse(first.measures),
    slots: Object.fromEntries(
      names.map((name) => [
        name,
        slotOutcome(
          rows.filter((row) => row.slot === name),
          rows.filter((row) => row.slot !== name),
        ),
      ]),
    ),
  };
}

/** Reads stored games back. */
export class Games {
  readonly #connection: Connection;
  readonly #texts: Texts;
  readonly #status: Query<Pick<GameRow, 'id' | 'status'>>;
  readonly #diagnostics: Query<Diagnostic>;
  readonly #game: Query<GameRow>;
  readonly #seats: Query<SeatRow>;
  readonly #events: Query<EventRow>;
  readonly #decisions: Query<DecisionRow>;
  readonly #outcomes: Query<OutcomeRow>;

  constructor(connection: Connection, texts: Texts) {
    this.#connection = connection;
    this.#texts = texts;
    this.#status = connection.query(
      'SELECT g.id, g.status FROM json_each(?) AS wanted JOIN games g ON g.id = wanted.value',
    );
    this.#diagnostics = connection.query(
      `SELECT d.game_id AS gameId, d.measure, d.event, d.seat, d.value
       FROM json_each(?) AS wanted JOIN diagnostics d ON d.game_id = wanted.value AND d.measure = ?
       ORDER BY wanted.key, d.event`,
    );
    this.#game = connection.query('SELECT * FROM games WHERE id = ?');
    this.#seats = connection.query('SELECT * FROM seats WHERE game_id = ? ORDER BY seat');
    this.#events = connection.query('SELECT * FROM events WHERE game_id = ? ORDER BY ordinal');
    this.#decisions = connection.query('SELECT * FROM decisions WHERE game_id = ? ORDER BY ordinal');
    this.#outcomes = connection.query(
      `SELECT g.id, g.status, g.study, g.purpose, g.seed_index, g.replicate, g.ending, g.turns, g.asked, g.forced,
         g.measures, s.slot, s.side, s.reward, s.asked AS seat_asked, s.forced AS seat_forced
       FROM json_each(?) AS wanted JOIN games g ON g.id = wanted.value JOIN seats s ON s.game_id = g.id
       ORDER BY wanted.key, s.seat`,
    );
  }

  /** True when the game is stored and finished: it need never be played again. */
  has(id: string): boolean {
    return this.status([id]).get(id) === 'finished';
  }

  /** What became of each of the games; those not stored are absent. */
  status(ids: readonly string[]): Map<string, GameRecord['status']> {
    const rows = this.#status.all(JSON.stringify(ids));
    return new Map(rows.map((row) => [row.id, row.status]));
  }

  /**
   * The game whose id begins with `idOrPrefix`, equal to the record that was saved.
   * Throws a `UserError` when none or several do.
   */
  load(idOrPrefix: string): GameRecord {
    return this.#read(findId(this.#connection, 'game', idOrPrefix));
  }

  /** Finished games as a reflector gets them, in the order of the ids. Throws when one is not stored or void. */
  trajectories(ids: readonly string[]): Trajectory[] {
    return ids.map((id) => trajectoryOf(this.#read(id)));
  }

  /** What judging needs of the games, in the order of the ids, each once; those not stored are left out. */
  outcomes(ids: readonly string[]): GameOutcome[] {
    const games = new Map<string, OutcomeRow[]>();
    for (const row of this.#outcomes.all(JSON.stringify([...new Set(ids)]))) {
      const rows = games.get(row.id);
      if (rows === undefined) games.set(row.id, [row]);
      else rows.push(row);
    }
    return [...games.values()].flatMap((rows) => (rows[0] === undefined ? [] : [gameOutcome(rows[0], rows)]));
  }

  /** One measure of the events of the games, in the order of the ids, then of the events. */
  diagnostics(ids: readonly string[], measure: string): Diagnostic[] {
    return this.#diagnostics.all(JSON.stringify(ids), measure);
  }

  #text(hash: string): string {
    const text = this.#texts.get(hash);
    if (text === undefined) throw new Error(`the text ${hash} is not stored`);
    return text;
  }

  #read(id: string): GameRecord {
    const row = this.#game.get(id);
    if (row === undefined) throw new Error(`game ${id} is not stored`);
    const seats = this.#seats.all(id);
    return {
      id,
      spec: {
        game: row.game,
        rulesVersion: row.rules_version,
        options: parse(row.options),
        players: row.players,
        ...(row.content_hash === null
          ? {}
          : { content: { hash: row.content_hash, text: this.#text(row.content_hash) } }),
        promptVersion: row.prompt_version,
        lineUp: withTexts(parse<StoredLineUp>(row.line_up), (hash) => this.#text(hash)),
        seed: { study: row.study, purpose: row.purpose, index: row.seed_index },
        replicate: row.replicate,
      },
      status: row.status,
      voidReason: row.void_reason,
      names: seats.map((seat) => seat.name),
      roles: seats.map(roleOf),
      secrets: seats.map((seat) => parse<JsonObject>(seat.secret)),
      slots: seats.map((seat) => seat.slot),
      events: this.#events.all(id).map(eventOf),
      decisions: this.#decisions.all(id).map(decisionOf),
      outcome: outcomeOf(row, seats),
      turns: row.turns,
    };
  }
}
