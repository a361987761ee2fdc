import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fill } from './full-store.js';
import { freshStore } from './support.js';

const docs = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'store.md'), 'utf8');
const queries = [...docs.matchAll(/^```sql\n([^]*?)\n```$/gm)].map((match) => match[1] ?? '');

/** Columns by table or view, as the sections of the page list them. */
const documented = Object.fromEntries(
  docs
    .split(/^### /m)
    .slice(1)
    .map((section) => [
      /^`(\w+)`/.exec(section)?.[1] ?? section.slice(0, 20),
      [...section.matchAll(/^\| `(\w+)` \|/gm)].map((row) => row[1] ?? ''),
    ]),
);

function notebook(): Database.Database {
  const store = freshStore();
  fill(store);
  const db = new Database(store.file, { readonly: true });
  onTestFinished(() => void db.close());
  return db;
}

describe('docs/store.md', () => {
  it('explains every column of every table and view, and none that is not there', () => {
    const db = notebook();
    const names = db
      .prepare<[], string>(
        `SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'`,
      )
      .pluck()
      .all();
    const actual = Object.fromEntries(
      names.map((name) => [
        name,
        db.prepare<[string], string>('SELECT name FROM pragma_table_xinfo(?)').pluck().all(name),
      ]),
    );
    expect(documented).toEqual(actual);
  });

  it('has queries', () => {
    expect(queries.length).toBeGreaterThan(5);
  });

  it('has a query that pairs games by seed', () => {
    const pairs = queries.find((sql) => sql.includes('baseline_won')) ?? '';
    expect(notebook().prepare(pairs).all()).toEqual([
      { run_id: 'run', seed_index: 0, armed_won: 1, baseline_won: 1 },
      { run_id: 'run', seed_index: 1, armed_won: 1, baseline_won: 0 },
    ]);
  });

  it.each(queries)('has a query that runs and finds something: %s', (sql) => {
    const rows = notebook().prepare<[], object>(sql).all();
    expect(rows.length).toBeGreaterThan(0);
    for (const column of Object.keys(rows[0] ?? {})) {
      expect(column, 'a column an expression gives needs a name').toMatch(/^\w+$/);
    }
  });
});
