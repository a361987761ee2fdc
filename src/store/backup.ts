import { existsSync, linkSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { UserError } from '../base/errors.js';
import { cleanLine } from '../base/text.js';
import type { Connection } from './connection.js';
import { failureCode, storeFailure } from './failure.js';

function taken(path: string): UserError {
  return new UserError(
    'input.option',
    `a backup is never written over a file, and ${cleanLine(path)} is there already; name another one`,
  );
}

/**
 * Writes a whole copy of the store as it is at this moment to a new file, also while a run writes: SQLite's
 * `VACUUM INTO` reads one state of it. The file appears when it is complete, or not at all.
 *
 * @returns size of the copy in bytes. Throws a `UserError` when the file exists or cannot be written.
 */
export function backup(connection: Connection, path: string): number {
  const file = resolve(path);
  if (existsSync(file)) throw taken(path);
  const partial = join(dirname(file), `.${basename(file)}.${process.pid}.partial`);
  try {
    mkdirSync(dirname(file), { recursive: true });
  } catch (error) {
    throw storeFailure(error, path);
  }
  try {
    rmSync(partial, { force: true });
    connection.db.prepare('VACUUM INTO ?').run(partial);
    // A link fails where a rename would overwrite what somebody else has put there meanwhile.
    linkSync(partial, file);
    return statSync(file).size;
  } catch (error) {
    if (failureCode(error) === 'EEXIST') throw taken(path);
    throw storeFailure(error, path);
  } finally {
    rmSync(partial, { force: true });
  }
}
