import type BetterSqlite3 from 'better-sqlite3';
import { UserError } from '../base/errors.js';
import { cleanLine } from '../base/text.js';
import type { Migration } from './migrations/migration.js';

/** Marks a SQLite file as a store of this lab: "SPTN". */
export const APPLICATION_ID = 0x5350544e;

/** What a database file is. */
export type Found = { readonly kind: 'empty' } | { readonly kind: 'store'; readonly version: number };

/** The version that the last of the migrations leads to. */
export function latest(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.version ?? 0;
}

/**
 * Says what an open database is, changing nothing.
 * Throws a `UserError` for another program's file and for a store of a newer version.
 */
export function inspect(db: BetterSqlite3.Database, path: string, migrations: readonly Migration[]): Found {
  const version = db.pragma('user_version', { simple: true }) as number;
  const application = db.pragma('application_id', { simple: true }) as number;
  if (application !== APPLICATION_ID) {
    const objects = db.prepare<[], number>('SELECT count(*) FROM sqlite_schema').pluck().get();
    if (application === 0 && version === 0 && objects === 0) return { kind: 'empty' };
    throw new UserError(
      'store.open',
      `expected a store, but ${cleanLine(path)} is a SQLite file of another program; name another file with --db`,
    );
  }
  if (version > latest(migrations)) {
    throw new UserError(
      'store.newer',
      `${cleanLine(path)} was written by a newer version (schema ${version}, this one knows up to ` +
        `${latest(migrations)}); it was not changed: update spartan, or name another file with --db`,
    );
  }
  return { kind: 'store', version };
}

/** Brings a database up to the latest version in one transaction; a failure leaves it as it was. */
export function migrate(db: BetterSqlite3.Database, path: string, migrations: readonly Migration[]): void {
  db.transaction(() => {
    const found = inspect(db, path, migrations);
    const version = found.kind === 'empty' ? 0 : found.version;
    if (found.kind === 'store' && version === latest(migrations)) return;
    for (const migration of migrations.filter((step) => step.version > version)) db.exec(migration.sql);
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${latest(migrations)}`);
  }).immediate();
}
