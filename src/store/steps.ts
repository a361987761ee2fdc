import type { Json } from '../base/json.js';
import { parse } from './connection.js';
import type { Connection, Query } from './connection.js';

/** A step as it begins. */
export interface StepStart {
  readonly runId: string;
  readonly stepId: string;
  /** Place in the plan, from 0. */
  readonly ordinal: number;
  readonly kind: 'play' | 'reflect' | 'judge';
  /** What a play step is for: `baseline`, `learning`, `evaluation`; null for other kinds. */
  readonly role: string | null;
  readonly round: number | null;
}

/** A step that was begun. Times are ISO 8601 in UTC. */
export interface StepRecord extends StepStart {
  readonly status: 'running' | 'finished';
  readonly startedAt: string;
  readonly finishedAt: string | null;
  /** What the step gave, as its executor wrote it; null until it finished. */
  readonly result: Json;
}

/** A game that a play step has, played or not yet. */
export interface StepGame {
  readonly gameId: string;
  /** Place among the games of the step. */
  readonly ordinal: number;
}

interface StepRow {
  readonly run_id: string;
  readonly step_id: string;
  readonly ordinal: number;
  readonly kind: StepStart['kind'];
  readonly role: string | null;
  readonly round: number | null;
  readonly status: StepRecord['status'];
  readonly started_at: string;
  readonly finished_at: string | null;
  readonly result: string | null;
}

function stepOf(row: StepRow): StepRecord {
  return {
    runId: row.run_id,
    stepId: row.step_id,
    ordinal: row.ordinal,
    kind: row.kind,
    role: row.role,
    round: row.round,
    status: row.status,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    result: row.result === null ? null : parse(row.result),
  };
}

/** Steps of runs, and which games belong to them. */
export class Steps {
  readonly #connection: Connection;
  readonly #link: Query<never>;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#link = connection.query(
      `INSERT INTO run_games (run_id, step_id, ordinal, game_id) VALUES (?, ?, ?, ?)
       ON CONFLICT (run_id, step_id, ordinal) DO UPDATE SET game_id = excluded.game_id
       WHERE game_id <> excluded.game_id`,
    );
  }

  /**
   * Begins a step with the games it has. A step that was begun before stays as it was, with its result.
   * Naming the games at once lets a report count those not played yet and the calls of half-played ones.
   */
  begin(step: StepStart, games: readonly StepGame[] = []): void {
    this.#connection.transaction(() => {
      this.#connection
        .query(
          `INSERT INTO steps (run_id, step_id, ordinal, kind, role, round, status, started_at)
           VALUES (?, ?, ?, ?, ?, ?, 'running', ?) ON CONFLICT DO NOTHING`,
        )
        .run(step.runId, step.stepId, step.ordinal, step.kind, step.role, step.round, this.#connection.now());
      for (const game of games) this.link(step.runId, step.stepId, game);
    });
  }

  /** Says that a step has a game, whoever played it. The step must have been begun. */
  link(runId: string, stepId: string, game: StepGame): void {
    this.#link.run(runId, stepId, game.ordinal, game.gameId);
  }

  /** Ends a step, or replaces its result. */
  finish(runId: string, stepId: string, result: Json): void {
    this.#connection
      .query(
        `UPDATE steps SET status = 'finished', finished_at = ?, result = ? WHERE run_id = ? AND step_id = ?`,
      )
      .run(this.#connection.now(), JSON.stringify(result), runId, stepId);
  }

  /** A step of a run; undefined when it was not begun. */
  get(runId: string, stepId: string): StepRecord | undefined {
    const row = this.#connection
      .query<StepRow>('SELECT * FROM steps WHERE run_id = ? AND step_id = ?')
      .get(runId, stepId);
    return row === undefined ? undefined : stepOf(row);
  }

  /** What a step gave in the latest run that finished it: a step of equal content gives the same in every run. */
  resultInAnyRun(stepId: string): Json | undefined {
    const row = this.#connection
      .query<{ readonly result: string }>(
        `SELECT result FROM steps WHERE step_id = ? AND status = 'finished' AND result IS NOT NULL
         ORDER BY finished_at DESC LIMIT 1`,
      )
      .get(stepId);
    return row === undefined ? undefined : parse(row.result);
  }

  /** The steps of a run that were begun, in the order of its plan. */
  list(runId: string): StepRecord[] {
    return this.#connection
      .query<StepRow>('SELECT * FROM steps WHERE run_id = ? ORDER BY ordinal')
      .all(runId)
      .map(stepOf);
  }

  /** The games of a step in order, with what became of them; null for those not played yet. */
  games(runId: string, stepId: string): (StepGame & { readonly status: 'finished' | 'void' | null })[] {
    return this.#connection
      .query<{
        readonly game_id: string;
        readonly ordinal: number;
        readonly status: 'finished' | 'void' | null;
      }>(
        `SELECT rg.game_id, rg.ordinal, g.status FROM run_games rg LEFT JOIN games g ON g.id = rg.game_id
         WHERE rg.run_id = ? AND rg.step_id = ? ORDER BY rg.ordinal`,
      )
      .all(runId, stepId)
      .map((row) => ({ gameId: row.game_id, ordinal: row.ordinal, status: row.status }));
  }
}
