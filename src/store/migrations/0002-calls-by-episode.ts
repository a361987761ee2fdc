import type { Migration } from './migration.js';

/**
 * Calls are found through their episode. The unique index over keys is dropped: keys are hashes, so each saved
 * call dirtied a page of its own, which took half of the time of a commit. That a key is stored once is seen to
 * by the only writer.
 *
 * SQLite cannot drop a constraint, so the table is made anew.
 */
export const callsByEpisode: Migration = {
  version: 2,
  sql: `
PRAGMA legacy_alter_table = ON;
ALTER TABLE calls RENAME TO calls_1;
PRAGMA legacy_alter_table = OFF;

CREATE TABLE calls (
  id INTEGER PRIMARY KEY,
  key TEXT,
  status TEXT NOT NULL CHECK (status IN ('reply', 'fault')),
  run_id TEXT NOT NULL REFERENCES runs (id),
  episode TEXT NOT NULL,
  seat INTEGER,
  turn INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  provider TEXT NOT NULL,
  endpoint TEXT NOT NULL,
  model TEXT NOT NULL,
  finish TEXT,
  input_tokens INTEGER,
  cached_input_tokens INTEGER,
  cache_write_tokens INTEGER,
  output_tokens INTEGER,
  reasoning_tokens INTEGER,
  duration_ms REAL,
  created_at TEXT NOT NULL,
  faults TEXT NOT NULL,
  settings TEXT NOT NULL,
  max_output_tokens INTEGER NOT NULL,
  request_seed INTEGER,
  schema_name TEXT,
  schema INTEGER REFERENCES texts (id),
  system INTEGER REFERENCES texts (id),
  base INTEGER REFERENCES calls (id),
  shared INTEGER NOT NULL,
  prompt TEXT,
  more TEXT,
  text TEXT,
  reasoning TEXT,
  exact TEXT,
  sent TEXT,
  raw TEXT
) STRICT;

INSERT INTO calls SELECT * FROM calls_1 ORDER BY id;
DROP TABLE calls_1;
CREATE INDEX calls_by_episode ON calls (episode);
`,
};
