import { UserError } from '../base/errors.js';
import { cleanLine } from '../base/text.js';

/** Result codes of SQLite and the system that mean that no more data can be written. */
const NO_ROOM = [
  'SQLITE_FULL',
  // A quota or a limit on file size; SQLite reports a full disk apart.
  'SQLITE_IOERR_WRITE',
  'SQLITE_IOERR_SHMSIZE',
  'SQLITE_IOERR_SHMMAP',
  'ENOSPC',
  'EDQUOT',
];
const READ_ONLY = ['SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_PERM', 'EACCES', 'EPERM', 'EROFS'];
const BUSY = ['SQLITE_BUSY', 'SQLITE_LOCKED'];
const DAMAGED = ['SQLITE_CORRUPT', 'SQLITE_IOERR'];
const NO_FOLDER = ['ENOTDIR', 'EEXIST', 'ENAMETOOLONG', 'ELOOP'];

/** The result code of a SQLite or file system error; undefined for anything else. */
export function failureCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof UserError || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** True when `code` is one of the `kinds` or an extended code of one (`SQLITE_BUSY_SNAPSHOT`). */
function isOf(code: string, kinds: readonly string[]): boolean {
  return kinds.some((kind) => code === kind || code.startsWith(`${kind}_`));
}

/**
 * Says in one line for the user what a failure of SQLite or the file system means.
 * Decided by result code alone; anything that is not such a failure comes back as it is.
 *
 * @param path the store as the user named it
 */
export function storeFailure(error: unknown, path: string): unknown {
  const code = failureCode(error);
  if (code === undefined) return error;
  const store = cleanLine(path);
  if (isOf(code, NO_ROOM)) {
    return new UserError(
      'store.full',
      `no room left to write to ${store} (disk full, a quota or a file-size limit); every finished game and ` +
        'model reply is safe: free some space and run the same command again',
      { cause: error },
    );
  }
  if (code === 'SQLITE_NOTADB') {
    return new UserError(
      'store.open',
      `expected a store, but ${store} is not a SQLite file; name another file with --db`,
      { cause: error },
    );
  }
  if (isOf(code, BUSY)) {
    return new UserError(
      'store.locked',
      `another program holds a lock on ${store}; close it and run the same command again`,
      { cause: error },
    );
  }
  if (isOf(code, READ_ONLY)) {
    return new UserError(
      'store.open',
      `${store} cannot be used (${code}): the file or its folder is read-only or belongs to someone else; ` +
        'name a place you can write to with --db',
      { cause: error },
    );
  }
  if (isOf(code, NO_FOLDER)) {
    return new UserError(
      'store.open',
      `${store} cannot be made (${code}): a part of that path is not a folder; name another file with --db`,
      { cause: error },
    );
  }
  if (isOf(code, DAMAGED)) {
    return new UserError(
      'store.open',
      `${store} is damaged or its disk fails (${code}); name a copy of it or another file with --db`,
      { cause: error },
    );
  }
  return error;
}
