import { existsSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { UserError } from '../base/errors.js';
import { cleanLine } from '../base/text.js';
import { Connection } from './connection.js';
import { failureCode, storeFailure } from './failure.js';
import { isHeld, takeLock } from './lock.js';
import { inspect, latest, migrate } from './migrate.js';
import { MIGRATIONS } from './migrations/index.js';
import type { Migration } from './migrations/migration.js';
import { Store } from './store.js';

/** How a store is opened. */
export interface StoreOptions {
  /**
   * `write`: makes the store when there is none, brings an old one up to date, and holds the only writer's
   * lock until it is closed. `read`: never waits for a writer and changes nothing, save that an old store is
   * brought up to date first.
   */
  readonly mode: 'write' | 'read';
  /** The time now, for the times in the store. */
  readonly now: () => Date;
  /** The schema's migrations; the lab's own unless a test brings others. */
  readonly migrations?: readonly Migration[];
}

/** How long a statement waits for another program's lock, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000;
/** Page cache in KiB: it holds the inner pages of every index of a large store. */
const CACHE_KIB = 8192;
/** A saved call is 1 to 4 kB; pages twice the default size waste a quarter less room and take no longer. */
const PAGE_BYTES = 8192;
/** Pages (16 MiB) that the log may reach before it is written back: fewer waits for the disk than the default. */
const CHECKPOINT_PAGES = 2048;
/** The log is cut back to this size in bytes after a burst. */
const LOG_LIMIT = 64 * 1024 * 1024;

/** Place of the format's write and read version in the file header; 1 means that no log is used. */
const FORMAT_VERSION_OFFSETS = [18, 19] as const;

/** Throws when what is at `file` cannot be a store; true when something is there. */
function checkFile(file: string, path: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  if (stats.isFile()) return true;
  const what = stats.isDirectory() ? 'a folder' : 'not a regular file';
  throw new UserError(
    'store.open',
    `expected the file of a store, but ${cleanLine(path)} is ${what}; name a file with --db`,
  );
}

/** The file behind links, so that one store has one lock whatever it is called. */
function realFile(file: string): string {
  return existsSync(file) ? realpathSync(file) : join(realpathSync(dirname(file)), basename(file));
}

/** What SQLite answers when it cannot make the files it needs beside a database that has a log. */
const NO_PLACE_BESIDE = ['SQLITE_READONLY_DIRECTORY', 'SQLITE_CANTOPEN', 'SQLITE_READONLY_CANTINIT'];

/** True when changes wait in the log beside the file. */
function hasLog(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Reads a file without a log into memory. */
function openCopy(file: string): Database.Database {
  const bytes = readFileSync(file);
  for (const offset of FORMAT_VERSION_OFFSETS) bytes[offset] = 1;
  return new Database(bytes, { readonly: true });
}

/** Opens a file to read. In a folder that cannot be written it is read into memory, if nothing waits in its log. */
function openReadOnly(file: string): Database.Database {
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    db.pragma('user_version');
    return db;
  } catch (error) {
    db.close();
    if (!NO_PLACE_BESIDE.includes(failureCode(error) ?? '') || hasLog(file)) throw error;
    return openCopy(file);
  }
}

/** Calls `use` with the database, which is closed when that throws. */
function closingOnError<T>(db: Database.Database, use: () => T): T {
  try {
    return use();
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The process number of the writer, where it can be read. */
function writerOf(file: string): number | undefined {
  let db: Database.Database | undefined;
  try {
    db = openReadOnly(file);
    return db.prepare<[], number>('SELECT pid FROM writer').pluck().get();
  } catch {
    // The message does without it: the store may not have been made yet.
    return undefined;
  } finally {
    db?.close();
  }
}

function openForWriting(given: string, options: StoreOptions, migrations: readonly Migration[]): Store {
  mkdirSync(dirname(resolve(given)), { recursive: true });
  const file = realFile(resolve(given));
  if (checkFile(file, given)) {
    // Looked at without the right to write first: a file that is not ours must stay as it is.
    const db = openReadOnly(file);
    closingOnError(db, () => inspect(db, given, migrations));
    db.close();
  }
  const lock = takeLock(file);
  if (lock === undefined) {
    const pid = writerOf(file);
    throw new UserError(
      'store.locked',
      `another run${pid === undefined ? '' : ` (process ${pid})`} is writing to ${cleanLine(given)}; ` +
        'wait for it to end, or name another store with --db',
    );
  }
  try {
    const db = new Database(file, { timeout: BUSY_TIMEOUT_MS });
    return closingOnError(db, () => {
      // Only a new file takes it; an old one keeps the size it was made with.
      db.pragma(`page_size = ${PAGE_BYTES}`);
      if (db.pragma('journal_mode = WAL', { simple: true }) !== 'wal') {
        throw new UserError(
          'store.open',
          `${cleanLine(given)} is on a disk without shared memory (a network folder?); name a file on a local disk with --db`,
        );
      }
      db.pragma('synchronous = NORMAL');
      db.pragma(`cache_size = -${CACHE_KIB}`);
      db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
      db.pragma(`journal_size_limit = ${LOG_LIMIT}`);
      // A migration may replace a table that others refer to.
      db.pragma('foreign_keys = OFF');
      migrate(db, given, migrations);
      db.pragma('foreign_keys = ON');
      const connection = new Connection(db, given, options.now);
      connection
        .query('INSERT OR REPLACE INTO writer (one, pid, since) VALUES (1, ?, ?)')
        .run(process.pid, connection.now());
      const store = new Store(connection, { file, lock, writerLives: () => true });
      store.runs.stopOrphans();
      return store;
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}

function openForReading(given: string, options: StoreOptions, migrations: readonly Migration[]): Store {
  const path = resolve(given);
  const missing = new UserError(
    'store.open',
    `there is no store at ${cleanLine(given)} yet; "spartan iterate --game resistance --db ${cleanLine(given)}" makes one`,
  );
  if (!checkFile(path, given)) throw missing;
  const file = realFile(path);
  const db = openReadOnly(file);
  return closingOnError(db, () => {
    const found = inspect(db, given, migrations);
    if (found.kind === 'empty') throw missing;
    if (found.version < latest(migrations)) {
      openForWriting(given, options, migrations).close();
      db.close();
      return openForReading(given, options, migrations);
    }
    db.pragma(`cache_size = -${CACHE_KIB}`);
    return new Store(new Connection(db, given, options.now), {
      file,
      lock: null,
      writerLives: () => isHeld(file),
    });
  });
}

/**
 * Opens the store at `path`. Throws a `UserError` that says what to do when it cannot be opened: a folder,
 * another program's file, a newer version (`store.newer`), another writer (`store.locked`), no room
 * (`store.full`), a place that may not be written, or, for `read`, no store.
 */
export function openStore(path: string, options: StoreOptions): Store {
  const migrations = options.migrations ?? MIGRATIONS;
  try {
    return options.mode === 'write'
      ? openForWriting(path, options, migrations)
      : openForReading(path, options, migrations);
  } catch (error) {
    throw storeFailure(error, path);
  }
}
