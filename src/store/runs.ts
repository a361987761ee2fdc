import type { JsonObject } from '../base/json.js';
import { parse } from './connection.js';
import type { Connection } from './connection.js';
import { usageByModel } from './costs.js';
import type { ModelUsage } from './costs.js';
import { findId } from './find-id.js';

/** `stopped` runs go on with the same command; so do `failed` ones once the cause is mended. */
export type RunStatus = 'running' | 'finished' | 'stopped' | 'failed';

/** What a run starts with. */
export interface RunStart {
  /** Content hash of the plan, so that the same command is the same run. */
  readonly id: string;
  readonly arm: string;
  /** The command line that starts or resumes it, word by word. */
  readonly command: readonly string[];
  readonly plan: object;
  readonly settings: JsonObject;
  /** Games of all play steps together. */
  readonly plannedGames: number;
  /** Name of the playbook it writes; null when it writes none. */
  readonly playbook: string | null;
  /** True when all of its players are builtin. */
  readonly simulated: boolean;
  readonly appVersion: string;
}

/** Games of a run: those its steps list, a game once for each step that has it. */
export interface RunProgress {
  readonly planned: number;
  readonly finished: number;
  readonly void: number;
}

/** A run in a list. Times are ISO 8601 in UTC. */
export interface RunSummary {
  readonly id: string;
  readonly arm: string;
  readonly status: RunStatus;
  /** Why it stopped or failed. */
  readonly reason: string | null;
  readonly command: readonly string[];
  readonly playbook: string | null;
  readonly simulated: boolean;
  readonly appVersion: string;
  readonly startedAt: string;
  /** The last change of the run, its steps or its games. */
  readonly updatedAt: string;
  readonly finishedAt: string | null;
  readonly games: RunProgress;
  /** What it asked for itself, by model; replies that were served from the store are not in it. */
  readonly usage: readonly ModelUsage[];
}

/** A run with its plan. */
export interface RunRecord extends RunSummary {
  /** The plan as it was given; `unknown` since the store knows nothing of plans. */
  readonly plan: unknown;
  readonly settings: JsonObject;
}

interface RunRow {
  readonly id: string;
  readonly arm: string;
  readonly status: RunStatus;
  readonly reason: string | null;
  readonly simulated: number;
  readonly playbook: string | null;
  readonly planned_games: number;
  readonly app_version: string;
  readonly started_at: string;
  readonly updated_at: string;
  readonly finished_at: string | null;
  readonly command: string;
}

interface ProgressRow {
  readonly run_id: string;
  readonly finished: number;
  readonly void: number;
  readonly latest: string | null;
}

const SUMMARY = `id, arm, status, reason, simulated, playbook, planned_games, app_version, started_at,
  (SELECT max(at) FROM (
    SELECT updated_at AS at UNION ALL
    SELECT max(coalesce(st.finished_at, st.started_at)) FROM steps st WHERE st.run_id = runs.id
  )) AS updated_at, finished_at, command`;

const PROGRESS = `SELECT rg.run_id, sum(g.status = 'finished') AS finished, sum(g.status = 'void') AS void,
  max(g.finished_at) AS latest FROM run_games rg JOIN games g ON g.id = rg.game_id`;

const ENDED_UNSEEN = 'its process ended without notice';

/** Runs: what was asked for, how far it is, how it ended. */
export class Runs {
  readonly #connection: Connection;
  readonly #writerLives: () => boolean;

  /** @param writerLives whether a process that could be running a run is alive */
  constructor(connection: Connection, writerLives: () => boolean) {
    this.#connection = connection;
    this.#writerLives = writerLives;
  }

  /**
   * Starts a run, or resumes it when it is known: its command, settings and version are then those given now.
   *
   * @returns the status it had before; null for a new run
   */
  begin(run: RunStart): RunStatus | null {
    const connection = this.#connection;
    return connection.transaction(() => {
      const known = connection
        .query<{ readonly status: RunStatus }>('SELECT status FROM runs WHERE id = ?')
        .get(run.id);
      const now = connection.now();
      connection
        .query(
          `INSERT INTO runs (id, arm, status, simulated, playbook, planned_games, app_version, started_at, updated_at,
             command, settings, plan) VALUES (?, ?, 'running', ?, ?, ?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET status = 'running', reason = NULL, finished_at = NULL,
             planned_games = excluded.planned_games, app_version = excluded.app_version,
             updated_at = excluded.updated_at, command = excluded.command, settings = excluded.settings`,
        )
        .run(
          run.id,
          run.arm,
          run.simulated ? 1 : 0,
          run.playbook,
          run.plannedGames,
          run.appVersion,
          now,
          now,
          JSON.stringify(run.command),
          JSON.stringify(run.settings),
          JSON.stringify(run.plan),
        );
      return known?.status ?? null;
    });
  }

  /** Changes how many games a run has planned, as when games are added until an interval is narrow enough. */
  setPlannedGames(id: string, plannedGames: number): void {
    this.#connection
      .query('UPDATE runs SET planned_games = ?, updated_at = ? WHERE id = ?')
      .run(plannedGames, this.#connection.now(), id);
  }

  /** Ends a run. A reason is one line for the user; null where there is nothing to say. */
  finish(id: string, status: Exclude<RunStatus, 'running'>, reason: string | null = null): void {
    const now = this.#connection.now();
    this.#connection
      .query('UPDATE runs SET status = ?, reason = ?, updated_at = ?, finished_at = ? WHERE id = ?')
      .run(status, reason, now, now, id);
  }

  /** The run whose id begins with `idOrPrefix`. Throws a `UserError` when none or several do. */
  get(idOrPrefix: string): RunRecord {
    const id = findId(this.#connection, 'run', idOrPrefix);
    const row = this.#connection
      .query<RunRow & { readonly plan: string; readonly settings: string }>(
        `SELECT ${SUMMARY}, plan, settings FROM runs WHERE id = ?`,
      )
      .get(id);
    if (row === undefined) throw new Error(`run ${id} vanished`);
    const progress = this.#connection.query<ProgressRow>(
      `${PROGRESS} WHERE rg.run_id = ? GROUP BY rg.run_id`,
    );
    return {
      ...this.#summary(row, progress.get(id), usageByModel(this.#connection, id)),
      plan: parse(row.plan),
      settings: parse(row.settings),
    };
  }

  /** Every run, the one started last first. */
  list(): RunSummary[] {
    const progress = new Map(
      this.#connection
        .query<ProgressRow>(`${PROGRESS} GROUP BY rg.run_id`)
        .all()
        .map((row) => [row.run_id, row]),
    );
    const usage = usageByModel(this.#connection, null);
    return this.#connection
      .query<RunRow>(`SELECT ${SUMMARY} FROM runs ORDER BY started_at DESC, rowid DESC`)
      .all()
      .map((row) =>
        this.#summary(
          row,
          progress.get(row.id),
          usage.filter(({ runId }) => runId === row.id),
        ),
      );
  }

  /** Marks runs that no living process can be running as stopped; only for the holder of the writer's lock. */
  stopOrphans(): void {
    this.#connection
      .query(`UPDATE runs SET status = 'stopped', reason = ? WHERE status = 'running'`)
      .run(ENDED_UNSEEN);
  }

  #summary(row: RunRow, progress: ProgressRow | undefined, usage: readonly ModelUsage[]): RunSummary {
    const orphan = row.status === 'running' && !this.#writerLives();
    const latest = progress?.latest ?? '';
    return {
      id: row.id,
      arm: row.arm,
      status: orphan ? 'stopped' : row.status,
      reason: orphan ? ENDED_UNSEEN : row.reason,
      command: parse(row.command),
      playbook: row.playbook,
      simulated: row.simulated === 1,
      appVersion: row.app_version,
      startedAt: row.started_at,
      updatedAt: latest > row.updated_at ? latest : row.updated_at,
      finishedAt: row.finished_at,
      games: {
        planned: row.planned_games,
        finished: progress?.finished ?? 0,
        void: progress?.void ?? 0,
      },
      usage,
    };
  }
}
