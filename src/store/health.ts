import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { storeFailure } from './failure.js';
import { isHeld } from './lock.js';
import { inspect, latest } from './migrate.js';
import { MIGRATIONS } from './migrations/index.js';

/** What a look at a store showed; nothing was changed. */
export interface StoreHealth {
  readonly exists: boolean;
  /** Version of its tables; null when there are none yet. */
  readonly schema: number | null;
  /** The version that this program writes. */
  readonly latest: number;
  /** Bytes of the file and its log. */
  readonly bytes: number;
  /** False when the file, or the folder it is in, may not be written. */
  readonly writable: boolean;
  /** Another run is writing to it. */
  readonly busy: boolean;
}

/** The version of SQLite in the native module. Throws when that cannot be loaded. */
export function nativeModule(): string {
  const db = new Database(':memory:');
  try {
    return db.prepare<[], string>('SELECT sqlite_version()').pluck().get() ?? '';
  } finally {
    db.close();
  }
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The folder itself, or the nearest one above it that is there. */
export function existingFolder(folder: string): string {
  const path = resolve(folder);
  return existsSync(path) || dirname(path) === path ? path : existingFolder(dirname(path));
}

/**
 * Looks at the store at `path` without changing it or waiting for a writer. Throws a `UserError` when what is
 * there is no store of this program.
 */
export function storeHealth(path: string): StoreHealth {
  const file = resolve(path);
  const folder = existingFolder(dirname(file));
  const absent = { exists: false, schema: null, latest: latest(MIGRATIONS), bytes: 0, busy: false };
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return { ...absent, writable: mayWrite(folder) };
  try {
    const db = new Database(file, { readonly: true, fileMustExist: true });
    try {
      const found = inspect(db, path, MIGRATIONS);
      return {
        exists: true,
        schema: found.kind === 'empty' ? null : found.version,
        latest: latest(MIGRATIONS),
        bytes: stats.size + (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0),
        writable: mayWrite(file) && mayWrite(folder),
        busy: isHeld(file),
      };
    } finally {
      db.close();
    }
  } catch (error) {
    throw storeFailure(error, path);
  }
}
