import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { failureCode } from './failure.js';

/** How long a writer waits for the lock, in milliseconds: longer than {@link isHeld} ever holds it. */
const PATIENCE_MS = 250;

/** A held lock. It ends with `release` or, however that comes about, with the process. */
export interface WriterLock {
  release(): void;
}

/** Where the lock of a store is kept. The file is empty and stays; only the lock on it counts. */
export function lockPath(store: string): string {
  return `${store}.lock`;
}

/**
 * Takes the lock that a single writer holds for as long as it lives, readers not minding.
 *
 * It is an exclusive SQLite lock on an empty file beside the store, since the system drops such a lock when
 * its process ends, even by `kill -9`; a file with a process number in it would outlive its process.
 * Never open that file by other means: closing any descriptor of it drops the lock of the whole process.
 *
 * @returns undefined when another writer has it; throws SQLite's error when the file cannot be made
 */
export function takeLock(store: string): WriterLock | undefined {
  const path = lockPath(store);
  const db = new Database(path, { timeout: PATIENCE_MS });
  try {
    db.pragma('journal_mode = MEMORY');
    db.exec('BEGIN EXCLUSIVE');
    // SQLite opens a file it may not write as read-only, and then `BEGIN EXCLUSIVE` locks nothing but a write
    // fails. This one is never committed.
    db.pragma('user_version = 1');
  } catch (error) {
    db.close();
    if (failureCode(error) === 'SQLITE_BUSY') return undefined;
    throw error;
  }
  return { release: () => void db.close() };
}

/** True when a living process writes to the store, or when that cannot be told since the lock may not be read. */
export function isHeld(store: string): boolean {
  const path = lockPath(store);
  if (!existsSync(path)) return false;
  let db: Database.Database | undefined;
  try {
    db = new Database(path, { readonly: true, timeout: 0 });
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    if (failureCode(error) === undefined) throw error;
    return true;
  } finally {
    db?.close();
  }
}
