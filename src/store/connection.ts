import type BetterSqlite3 from 'better-sqlite3';
import { storeFailure } from './failure.js';

/** A value of a column. */
export type Value = string | number | null;

/** What a statement changed. */
export interface Change {
  readonly rows: number;
  /** Of the row last inserted. */
  readonly id: number;
}

/** A statement, prepared at its first use and kept. Failures are thrown as a `UserError` where the user can mend them. */
export interface Query<Row> {
  get(...values: readonly Value[]): Row | undefined;
  all(...values: readonly Value[]): Row[];
  run(...values: readonly Value[]): Change;
}

/** An open database with what every part of the store needs. */
export class Connection {
  readonly #inTransaction: BetterSqlite3.Transaction<(work: () => unknown) => unknown>;

  /**
   * @param path the store as the user named it, for messages
   * @param clock the time now
   */
  constructor(
    readonly db: BetterSqlite3.Database,
    readonly path: string,
    readonly clock: () => Date,
  ) {
    this.#inTransaction = db.transaction((work: () => unknown) => work());
  }

  /** The time now as ISO 8601 text in UTC. */
  now(): string {
    return this.clock().toISOString();
  }

  /** Runs `work` in one transaction: all of its changes are committed when this returns, or none when it throws. */
  transaction<T>(work: () => T): T {
    return this.#guard(() => this.#inTransaction.immediate(work) as T);
  }

  query<Row>(sql: string): Query<Row> {
    let prepared: BetterSqlite3.Statement<Value[], Row> | undefined;
    const statement = (): BetterSqlite3.Statement<Value[], Row> =>
      (prepared ??= this.db.prepare<Value[], Row>(sql));
    return {
      get: (...values) => this.#guard(() => statement().get(...values)),
      all: (...values) => this.#guard(() => statement().all(...values)),
      run: (...values) =>
        this.#guard(() => {
          const { changes, lastInsertRowid } = statement().run(...values);
          return { rows: changes, id: Number(lastInsertRowid) };
        }),
    };
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw storeFailure(error, this.path);
    }
  }
}

/** Reads a JSON column. */
export function parse<T>(text: string): T {
  return JSON.parse(text) as T;
}
