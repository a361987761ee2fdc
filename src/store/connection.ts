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

/** Changes that wait to be committed together. */
class Group {
  readonly works: (() => void)[] = [];
  readonly undos = new Set<() => void>();
  /** Somebody waits for the commit, and hears when it fails. */
  heard = false;
  settle: (failure?: Error) => void = () => undefined;
  readonly done = new Promise<void>((resolve, reject) => {
    this.settle = (failure) => (failure === undefined ? resolve() : reject(failure));
  });

  constructor() {
    this.done.catch(() => undefined);
  }
}

/**
 * An open database with what every part of the store needs.
 *
 * Small changes that arrive together may share one commit ({@link Connection.later}). Nobody can tell: whatever is
 * read or written through this connection afterwards comes after them.
 */
export class Connection {
  readonly #db: BetterSqlite3.Database;
  readonly #inTransaction: BetterSqlite3.Transaction<(work: () => unknown) => unknown>;
  /** Changes that wait; undefined when none do. */
  #group: Group | undefined;
  /** Settles as the changes that were handed in last. */
  #done = Promise.resolve();
  #flushing = false;
  /** Why changes that nobody waited for were not made. */
  #unheard: Error | undefined;

  /**
   * @param path the store as the user named it, for messages
   * @param clock the time now
   */
  constructor(
    db: BetterSqlite3.Database,
    readonly path: string,
    readonly clock: () => Date,
  ) {
    this.#db = db;
    this.#inTransaction = db.transaction((work: () => unknown) => work());
  }

  /** The database itself, all changes made. */
  get db(): BetterSqlite3.Database {
    this.flush();
    return this.#db;
  }

  /** The time now as ISO 8601 text in UTC. */
  now(): string {
    return this.clock().toISOString();
  }

  /** Runs `work` in one transaction: all of its changes are committed when this returns, or none when it throws. */
  transaction<T>(work: () => T): T {
    this.flush();
    return this.#guard(() => this.#inTransaction.immediate(work) as T);
  }

  /**
   * Makes a change in one transaction with all that are handed in before the event loop turns, or before anything
   * else is done on this connection. When one of them fails none is made.
   *
   * @param undo called, once for all changes that name the same, when they were not made after all
   */
  later(work: () => void, undo: () => void): void {
    if (this.#group === undefined) {
      this.#group = new Group();
      this.#done = this.#group.done;
      // What a server has sent is read before immediates run, so replies that came together are in.
      setImmediate(() => this.#flushUnasked());
    }
    this.#group.works.push(work);
    this.#group.undos.add(undo);
  }

  /** Settles when all changes handed to {@link later} so far are committed; rejects when they could not be. */
  committed(): Promise<void> {
    if (this.#group !== undefined) this.#group.heard = true;
    else this.#unheard = undefined;
    return this.#done;
  }

  /** Makes the changes that wait. Throws when they, or earlier ones that nobody waited for, could not be made. */
  flush(): void {
    const group = this.#group;
    this.#group = undefined;
    if (group !== undefined) this.#commit(group);
    const failure = this.#unheard;
    this.#unheard = undefined;
    if (failure !== undefined) throw failure;
  }

  /** Makes the changes that wait and closes the database, also when they could not be made, which is then thrown. */
  close(): void {
    try {
      this.flush();
    } finally {
      this.#db.close();
    }
  }

  #commit(group: Group): void {
    this.#flushing = true;
    try {
      this.#guard(() => this.#inTransaction.immediate(() => group.works.forEach((work) => work())));
    } catch (error) {
      group.undos.forEach((undo) => undo());
      group.settle(error as Error);
      throw error;
    } finally {
      this.#flushing = false;
    }
    group.settle();
  }

  /** Nobody who could be told of a failure called: whoever waits hears of it, else whoever comes next. */
  #flushUnasked(): void {
    const group = this.#group;
    if (group === undefined) return;
    this.#group = undefined;
    try {
      this.#commit(group);
    } catch (error) {
      if (!group.heard) this.#unheard ??= error as Error;
    }
  }

  /** A statement; changes that wait are made before it runs. */
  query<Row>(sql: string): Query<Row> {
    let prepared: BetterSqlite3.Statement<Value[], Row> | undefined;
    const statement = (): BetterSqlite3.Statement<Value[], Row> => {
      // What the changes themselves read and write comes before nothing that waits.
      if (!this.#flushing) this.flush();
      return (prepared ??= this.#db.prepare<Value[], Row>(sql));
    };
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
