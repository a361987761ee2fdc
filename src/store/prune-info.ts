import { statSync } from 'node:fs';
import type { Connection } from './connection.js';
import { IS_DROPPED_SQL } from './prune-calls.js';

/** Room that one table takes, its indexes included. */
export interface TableSize {
  readonly table: string;
  readonly rows: number;
  readonly bytes: number;
}

/** What a store holds and how much room it takes. */
export interface StoreInfo {
  readonly file: string;
  /** Size of the file in bytes, and of the log beside it. */
  readonly bytes: number;
  readonly logBytes: number;
  /** Bytes inside the file that hold nothing; a vacuum gives them back. */
  readonly freeBytes: number;
  /** Version of the schema. */
  readonly schema: number;
  /** Runs by status. */
  readonly runs: Readonly<Record<string, number>>;
  readonly games: {
    readonly finished: number;
    readonly void: number;
    /** Games of no run. */
    readonly orphans: number;
  };
  readonly playbooks: number;
  readonly calls: {
    readonly stored: number;
    /** Those that keep what they took, but whose texts are gone. */
    readonly withoutTexts: number;
  };
  /** The largest first. */
  readonly tables: readonly TableSize[];
}

/** Looks through a store. Reads every page of it once, for the sizes. */
export function storeInfo(connection: Connection, file: string): StoreInfo {
  const one = (sql: string): number => connection.query<{ readonly n: number }>(sql).get()?.n ?? 0;
  const pragma = (name: string): number => Number(connection.db.pragma(name, { simple: true }));
  const size = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const runs = connection
    .query<{ readonly status: string; readonly n: number }>(
      'SELECT status, count(*) AS n FROM runs GROUP BY status ORDER BY status',
    )
    .all();
  const tables = connection
    .query<{ readonly name: string; readonly bytes: number }>(
      `SELECT s.tbl_name AS name, sum(d.pgsize) AS bytes FROM dbstat d JOIN sqlite_schema s ON s.name = d.name
       WHERE d.aggregate = TRUE AND s.tbl_name NOT LIKE 'sqlite_%' GROUP BY s.tbl_name ORDER BY bytes DESC, name`,
    )
    .all();
  return {
    file,
    bytes: size(file),
    logBytes: size(`${file}-wal`),
    freeBytes: pragma('freelist_count') * pragma('page_size'),
    schema: pragma('user_version'),
    runs: Object.fromEntries(runs.map(({ status, n }) => [status, n])),
    games: {
      finished: one(`SELECT count(*) AS n FROM games WHERE status = 'finished'`),
      void: one(`SELECT count(*) AS n FROM games WHERE status = 'void'`),
      orphans: one(
        'SELECT count(*) AS n FROM games g WHERE NOT EXISTS (SELECT 1 FROM run_games rg WHERE rg.game_id = g.id)',
      ),
    },
    playbooks: one('SELECT count(*) AS n FROM playbooks'),
    calls: {
      stored: one('SELECT count(*) AS n FROM calls'),
      withoutTexts: one(`SELECT count(*) AS n FROM calls c WHERE ${IS_DROPPED_SQL}`),
    },
    // Names come from the schema of the store itself.
    tables: tables.map(({ name, bytes }) => ({
      table: name,
      bytes,
      rows: one(`SELECT count(*) AS n FROM "${name}"`),
    })),
  };
}
