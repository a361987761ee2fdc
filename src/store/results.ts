import type { Outcome, Seat, SideId } from '../games/engine/definition.js';
import type { GameRecord } from '../players/game-spec.js';
import { parse } from './connection.js';
import type { Connection, Query } from './connection.js';

/** How one seat of a game fared. */
export interface ResultSeat {
  /** As its player is named on the command line. */
  readonly player: string;
  /** The player's whole identity as JSON text: two of the same name may differ in endpoint or settings. */
  readonly identity: string;
  /** Hash of the playbook it carried; null for none. */
  readonly playbook: string | null;
  readonly side: SideId | null;
  /** Null in a void game. */
  readonly reward: number | null;
  /** Decisions its player was asked for, and those that were forced. */
  readonly asked: number;
  readonly forced: number;
}

/** What rating needs of a game. */
export interface GameResult {
  readonly id: string;
  readonly game: string;
  readonly status: GameRecord['status'];
  /** Rules version and options as one text: games under different rules are not the same kind. */
  readonly rules: string;
  readonly ending: string | null;
  /** Empty in a void game. */
  readonly measures: Outcome['measures'];
  readonly sharedByDesign: readonly (readonly Seat[])[];
  /** In seat order. */
  readonly seats: readonly ResultSeat[];
}

interface Row {
  readonly id: string;
  readonly game: string;
  readonly status: GameRecord['status'];
  readonly rules: string;
  readonly ending: string | null;
  readonly measures: string | null;
  readonly shared_by_design: string | null;
  readonly player: string;
  readonly identity: string;
  readonly playbook_hash: string | null;
  readonly side: SideId | null;
  readonly reward: number | null;
  readonly asked: number;
  readonly forced: number;
}

function resultOf(first: Row, rows: readonly Row[]): GameResult {
  return {
    id: first.id,
    game: first.game,
    status: first.status,
    rules: first.rules,
    ending: first.ending,
    measures: first.measures === null ? {} : parse(first.measures),
    sharedByDesign: first.shared_by_design === null ? [] : parse(first.shared_by_design),
    seats: rows.map(({ player, identity, playbook_hash, side, reward, asked, forced }) => ({
      player,
      identity,
      playbook: playbook_hash,
      side,
      reward,
      asked,
      forced,
    })),
  };
}

/** Reads stored games as ratings need them. */
export class Results {
  readonly #ofRuns: Query<Row>;

  constructor(connection: Connection) {
    this.#ofRuns = connection.query(
      `SELECT g.id, g.game, g.status, 'v' || g.rules_version || ' ' || g.options AS rules, g.ending, g.measures,
         g.shared_by_design, s.player, s.identity, s.playbook_hash, s.side, s.reward, s.asked, s.forced
       FROM (SELECT DISTINCT game_id FROM run_games WHERE run_id IN (SELECT value FROM json_each(?))) AS wanted
       JOIN games g ON g.id = wanted.game_id JOIN seats s ON s.game_id = g.id
       ORDER BY g.game, g.id, s.seat`,
    );
  }

  /**
   * Every stored game of these runs, each once, in an order that depends on the games alone: a bootstrap by seed
   * is then the same however they were played.
   *
   * @param runs whole ids
   */
  ofRuns(runs: readonly string[]): GameResult[] {
    const games = new Map<string, Row[]>();
    for (const row of this.#ofRuns.all(JSON.stringify(runs))) {
      const rows = games.get(row.id);
      if (rows === undefined) games.set(row.id, [row]);
      else rows.push(row);
    }
    return [...games.values()].map((rows) => resultOf(rows[0] as Row, rows));
  }
}
