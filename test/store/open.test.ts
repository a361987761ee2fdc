import {
  chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync,
} from 'node:fs'; // prettier-ignore
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { storeFailure } from '../../src/store/failure.js';
import { openStore } from '../../src/store/index.js';
import { APPLICATION_ID } from '../../src/store/migrate.js';
import { MIGRATIONS } from '../../src/store/migrations/index.js';
import { asOrdinaryUser } from './ordinary-user.js';
import { call } from './call.js';
import { CALLED_GAME, fill } from './full-store.js';
import { playStep, runStart, smallGame } from './samples.js';
import { opened, refusal, tempFolder, tickingClock } from './support.js';

const MODES = ['write', 'read'] as const;

function open(path: string, mode: (typeof MODES)[number]): unknown {
  return openStore(path, { mode, now: tickingClock() });
}

const LATEST = MIGRATIONS.length;

/** A closed store with one game in it. */
function filledStore(folder = tempFolder()): string {
  const path = join(folder, 'lab.db');
  const store = openStore(path, { mode: 'write', now: tickingClock() });
  store.runs.begin(runStart('run'));
  store.steps.begin(playStep('run', 'step'));
  store.saveGame(smallGame(0, { alt: 1 }), { runId: 'run', stepId: 'step', ordinal: 0 });
  store.close();
  return path;
}

/** Every row of every table and view. */
function rows(path: string): Record<string, unknown[]> {
  const db = new Database(path, { readonly: true });
  const names = db
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT IN ('writer') AND name NOT LIKE 'sqlite_%'`,
    )
    .pluck()
    .all();
  const all = Object.fromEntries(names.map((name) => [name, db.prepare(`SELECT * FROM ${name}`).all()]));
  db.close();
  return all;
}

/** A store as a version of the lab left it that knew migrations up to `version`. */
function oldStore(version: number): string {
  const folder = tempFolder();
  const latest = openStore(join(folder, 'latest.db'), { mode: 'write', now: tickingClock() });
  fill(latest);
  latest.runs.finish('run', 'finished');
  latest.close();
  const path = join(folder, 'old.db');
  const db = new Database(path);
  db.pragma('foreign_keys = OFF');
  for (const { sql } of MIGRATIONS.slice(0, version)) db.exec(sql);
  db.pragma(`application_id = ${APPLICATION_ID}`);
  db.pragma(`user_version = ${version}`);
  db.prepare('ATTACH ? AS latest').run(latest.file);
  const tables = db.prepare<[], string>(`SELECT name FROM main.sqlite_schema WHERE type = 'table'`).pluck();
  for (const table of tables.all()) {
    const names = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
    db.exec(`INSERT INTO main.${table} (${names.join()}) SELECT ${names.join()} FROM latest.${table}`);
  }
  db.close();
  return path;
}

function sqlite(path: string, ...statements: readonly string[]): void {
  const db = new Database(path);
  for (const statement of statements) db.exec(statement);
  db.close();
}

describe('opening to write', () => {
  it('makes the folder and a marked SQLite file with a log, at the latest version', () => {
    const path = join(tempFolder(), 'results', 'deep', 'lab.db');
    const store = opened(path);
    expect(store.file).toBe(path);
    const db = new Database(path, { readonly: true });
    expect(db.pragma('application_id', { simple: true })).toBe(APPLICATION_ID);
    expect(db.pragma('user_version', { simple: true })).toBe(LATEST);
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    db.close();
  });

  it.each(['a b.db', "it's.db", 'q?mode=ro#x%20.db', ':memory:', 'ünï—🙂.db'])(
    'takes the name %j as it is',
    (name) => {
      const path = join(tempFolder(), name);
      openStore(path, { mode: 'write', now: tickingClock() }).close();
      expect(statSync(path).size).toBeGreaterThan(0);
    },
  );

  it('makes a store of an empty file', () => {
    const path = join(tempFolder(), 'lab.db');
    writeFileSync(path, '');
    opened(path).runs.begin(runStart('run'));
    expect(opened(path, 'read').runs.list()).toHaveLength(1);
  });

  it('leaves nothing but the store and its empty lock behind', () => {
    const path = filledStore();
    expect(readdirSync(join(path, '..')).sort()).toEqual(['lab.db', 'lab.db.lock']);
    expect(statSync(`${path}.lock`).size).toBe(0);
  });
});

describe('one writer at a time', () => {
  it('refuses a second one by the process number of the first, while a reader reads', () => {
    const path = join(tempFolder(), 'lab.db');
    const writer = opened(path);
    const reader = opened(path, 'read');
    writer.runs.begin(runStart('run'));
    const error = refusal(() => open(path, 'write'));
    expect(error.code).toBe('store.locked');
    expect(error.message).toBe(
      `another run (process ${process.pid}) is writing to ${path}; wait for it to end, or name another store with --db`,
    );
    expect(reader.runs.list().map(({ id }) => id)).toEqual(['run']);
    writer.runs.begin(runStart('another'));
    expect(reader.runs.list()).toHaveLength(2);
  });

  it('is not fooled by a link to the store', () => {
    const folder = tempFolder();
    const path = join(folder, 'lab.db');
    opened(path);
    symlinkSync(path, join(folder, 'link.db'));
    expect(refusal(() => open(join(folder, 'link.db'), 'write')).code).toBe('store.locked');
  });

  it('lets the next one in after the first has closed or failed to open', () => {
    const path = join(tempFolder(), 'lab.db');
    openStore(path, { mode: 'write', now: tickingClock() }).close();
    const broken = [...MIGRATIONS, { version: LATEST + 1, sql: 'CREATE TABLE half (a); CREATE NONSENSE' }];
    expect(() => openStore(path, { mode: 'write', now: tickingClock(), migrations: broken })).toThrow(
      /syntax/,
    );
    opened(path);
  });
});

describe('opening to read', () => {
  it('refuses what is not there with the command that makes it', () => {
    const path = join(tempFolder(), 'none', 'lab.db');
    const error = refusal(() => open(path, 'read'));
    expect(error.code).toBe('store.open');
    expect(error.message).toBe(
      `there is no store at ${path} yet; "spartan iterate --game resistance --db ${path}" makes one`,
    );
    expect(existsSync(join(path, '..'))).toBe(false);
  });

  it('refuses an empty file in the same way and leaves it empty', () => {
    const path = join(tempFolder(), 'lab.db');
    writeFileSync(path, '');
    expect(refusal(() => open(path, 'read')).message).toMatch(/there is no store at/);
    expect(statSync(path).size).toBe(0);
  });

  it('works where nothing may be written, on a store whose writer has ended', () => {
    const folder = tempFolder();
    const path = filledStore(folder);
    chmodSync(path, 0o444);
    chmodSync(folder, 0o555);
    asOrdinaryUser(() => {
      const store = openStore(path, { mode: 'read', now: tickingClock() });
      expect(store.runs.list()).toMatchObject([{ id: 'run', games: { finished: 1 } }]);
      expect(store.games.load(smallGame(0, { alt: 1 }).id)).toStrictEqual(smallGame(0, { alt: 1 }));
      store.close();
    });
  });

  it('writes nothing', () => {
    const path = filledStore();
    const before = readFileSync(path);
    const store = openStore(path, { mode: 'read', now: tickingClock() });
    store.runs.list();
    expect(refusal(() => store.runs.begin(runStart('new'))).message).toMatch(/read-only/);
    store.close();
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

describe.each(MODES)('opening to %s', (mode) => {
  it('refuses a file that is not SQLite and leaves it as it is', () => {
    const folder = tempFolder();
    const path = join(folder, 'notes.md');
    writeFileSync(path, '# Notes\n'.repeat(500));
    const error = refusal(() => open(path, mode));
    expect(error.code).toBe('store.open');
    expect(error.message).toBe(
      `expected a store, but ${path} is not a SQLite file; name another file with --db`,
    );
    expect(readFileSync(path, 'utf8')).toBe('# Notes\n'.repeat(500));
    expect(readdirSync(folder)).toEqual(['notes.md']);
  });

  it.each([
    ['with tables', ['CREATE TABLE songs (title)']],
    ['with a version', ['PRAGMA user_version = 1']],
    ['with a mark of its own', ['PRAGMA application_id = 7']],
    ['with a log', ['PRAGMA journal_mode = WAL', 'CREATE TABLE songs (title)']],
  ])('refuses a SQLite file of another program (%s) and leaves it as it is', (_, statements) => {
    const folder = tempFolder();
    const path = join(folder, 'music.db');
    sqlite(path, ...statements);
    const before = readFileSync(path);
    const error = refusal(() => open(path, mode));
    expect(error.code).toBe('store.open');
    expect(error.message).toMatch(
      /music\.db is a SQLite file of another program; name another file with --db$/,
    );
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('refuses a store of a newer version and leaves it as it is', () => {
    const path = filledStore();
    sqlite(path, 'PRAGMA user_version = 99');
    const before = readFileSync(path);
    const error = refusal(() => open(path, mode));
    expect(error.code).toBe('store.newer');
    expect(error.message).toBe(
      `${path} was written by a newer version (schema 99, this one knows up to ${LATEST}); ` +
        'it was not changed: update spartan, or name another file with --db',
    );
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('refuses a folder', () => {
    const folder = tempFolder();
    const error = refusal(() => open(folder, mode));
    expect(error.code).toBe('store.open');
    expect(error.message).toBe(
      `expected the file of a store, but ${folder} is a folder; name a file with --db`,
    );
  });

  it('refuses a path through a file', () => {
    const file = join(tempFolder(), 'file');
    writeFileSync(file, 'x');
    const error = refusal(() => open(join(file, 'lab.db'), mode));
    expect(error.code).toBe('store.open');
    expect(error.message).toMatch(/not a folder|no store at/);
  });

  it('refuses what is neither file nor folder', () => {
    expect(refusal(() => open('/dev/null', mode)).message).toMatch(/\/dev\/null is not a regular file/);
  });

  it('refuses a damaged store', () => {
    const path = filledStore();
    const bytes = readFileSync(path);
    // Only the file's header is left; the first page of the schema is noise.
    bytes.fill(0x5a, 100);
    writeFileSync(path, bytes);
    const error = refusal(() => open(path, mode));
    expect(error.code).toBe('store.open');
    expect(error.message).toMatch(/is damaged or its disk fails/);
  });

  it('brings an older store up to date, keeping what is in it', () => {
    const path = filledStore();
    const migrations = [...MIGRATIONS, { version: LATEST + 1, sql: 'ALTER TABLE runs ADD COLUMN note TEXT' }];
    const store = opened(path, mode, { migrations });
    expect(store.runs.list()).toMatchObject([{ id: 'run', games: { finished: 1 } }]);
    store.close();
    const db = new Database(path, { readonly: true });
    expect(db.pragma('user_version', { simple: true })).toBe(LATEST + 1);
    expect(db.prepare('SELECT note FROM runs').pluck().all()).toEqual([null]);
    db.close();
  });

  it.each(Array.from({ length: LATEST - 1 }, (_, index) => index + 1))(
    'keeps every row of a store of schema %i',
    (version) => {
      const path = oldStore(version);
      const before = rows(path);
      expect(before['calls']).toHaveLength(4);
      opened(path, mode).close();
      const after = rows(path);
      for (const [table, old] of Object.entries(before)) {
        expect(after[table]).toMatchObject(old);
        expect(after[table]).toHaveLength(old.length);
      }
      const db = new Database(path, { readonly: true });
      expect(db.pragma('user_version', { simple: true })).toBe(LATEST);
      expect(db.pragma('foreign_key_check')).toEqual([]);
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
      db.close();
      const store = opened(path);
      const recorder = store.recorder('run');
      expect(recorder.find('2', CALLED_GAME)?.request.messages[1]?.content).toBe('What do you say now?');
      recorder.save(call('2', { site: { episode: CALLED_GAME, turn: 1 }, reply: { text: 'another' } }));
      expect(store.callsOfRun('run')).toHaveLength(4);
      expect(store.calls(CALLED_GAME)).toHaveLength(2);
    },
  );

  it('leaves an older store as it was when a migration fails half-way', () => {
    const path = filledStore();
    const migrations = [
      ...MIGRATIONS,
      { version: LATEST + 1, sql: 'CREATE TABLE second (a)' },
      { version: LATEST + 2, sql: 'CREATE TABLE third (a); DROP TABLE nowhere' },
    ];
    expect(() => openStore(path, { mode, now: tickingClock(), migrations })).toThrow(/nowhere/);
    const db = new Database(path, { readonly: true });
    expect(db.pragma('user_version', { simple: true })).toBe(LATEST);
    expect(db.prepare(`SELECT name FROM sqlite_schema WHERE name IN ('second', 'third')`).all()).toEqual([]);
    db.close();
    expect(opened(path, 'read').runs.list()).toHaveLength(1);
  });
});

describe('opening to write where that is not allowed', () => {
  it('refuses a read-only folder', () => {
    const folder = tempFolder();
    const path = filledStore(folder);
    chmodSync(folder, 0o555);
    const error = asOrdinaryUser(() => refusal(() => open(path, 'write')));
    expect(error.code).toBe('store.open');
    expect(error.message).toMatch(
      /lab\.db cannot be used .*read-only or .*; name a place you can write to with --db$/,
    );
    const made = asOrdinaryUser(() => refusal(() => open(join(folder, 'new', 'lab.db'), 'write')));
    expect(made.message).toMatch(/cannot be used \(EACCES\)/);
  });

  it('refuses a read-only store in a folder that can be written, and a lock that cannot be taken', () => {
    const folder = tempFolder();
    const path = filledStore(folder);
    const before = readFileSync(path);
    chmodSync(folder, 0o777);
    chmodSync(path, 0o444);
    expect(asOrdinaryUser(() => refusal(() => open(path, 'write'))).message).toMatch(/read-only/);
    chmodSync(`${path}.lock`, 0o666);
    expect(asOrdinaryUser(() => refusal(() => open(path, 'write'))).message).toMatch(/read-only/);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('says so when the place of the lock is taken by a folder', () => {
    const path = join(tempFolder(), 'lab.db');
    mkdirSync(`${path}.lock`);
    expect(refusal(() => open(path, 'write')).code).toBe('store.open');
  });
});

describe('a failure of SQLite or the file system', () => {
  it.each([
    ['SQLITE_FULL', 'store.full'],
    ['SQLITE_IOERR_WRITE', 'store.full'],
    ['ENOSPC', 'store.full'],
    ['EDQUOT', 'store.full'],
    ['SQLITE_BUSY', 'store.locked'],
    ['SQLITE_BUSY_SNAPSHOT', 'store.locked'],
    ['SQLITE_READONLY_DIRECTORY', 'store.open'],
    ['SQLITE_CANTOPEN', 'store.open'],
    ['EROFS', 'store.open'],
    ['SQLITE_CORRUPT_VTAB', 'store.open'],
    ['SQLITE_IOERR_READ', 'store.open'],
    ['SQLITE_NOTADB', 'store.open'],
    ['ENOTDIR', 'store.open'],
  ])('%s is a user error of one line with code %s', (code, expected) => {
    const cause = Object.assign(new Error('words'), { code });
    const error = storeFailure(cause, 'results/lab\n.db');
    expect(error).toMatchObject({ name: 'UserError', code: expected, cause });
    expect((error as Error).message).toMatch(/^[^\n]*results\/lab \.db[^\n]*$/);
  });

  it('of any other kind stays what it is', () => {
    const constraint = Object.assign(new Error('words'), { code: 'SQLITE_CONSTRAINT_UNIQUE' });
    for (const error of [constraint, new Error('words'), 'words', undefined]) {
      expect(storeFailure(error, 'lab.db')).toBe(error);
    }
  });

  it('with a full disk says that nothing is lost and what to do', () => {
    const error = storeFailure(Object.assign(new Error('words'), { code: 'SQLITE_FULL' }), 'lab.db');
    expect((error as Error).message).toBe(
      'no room left to write to lab.db (disk full, a quota or a file-size limit); every finished game and model ' +
        'reply is safe: free some space and run the same command again',
    );
  });
});
