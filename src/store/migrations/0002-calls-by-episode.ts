import type { Migration } from './migration.js';

/**
 * Calls are found through their episode, by its number: games in progress have numbers side by side, so that the
 * calls of one commit share a page of the index. The unique index over keys is dropped: keys are hashes, so each
 * saved call changed a page of its own, which took half of the time of a commit. That a key is stored once is seen
 * to by the only writer.
 *
 * SQLite cannot drop a constraint, so the table is made anew.
 */
export const callsByEpisode: Migration = {
  version: 2,
  sql: `
PRAGMA legacy_alter_table = ON;
ALTER TABLE calls RENAME TO calls_1;
PRAGMA legacy_alter_table = OFF;

CREATE TABLE episodes (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

INSERT INTO episodes (name) SELECT episode FROM calls_1 GROUP BY episode ORDER BY min(id);

CREATE TABLE calls (
  id INTEGER PRIMARY KEY,
  key TEXT,
  status TEXT NOT NULL CHECK (status IN ('reply', 'fault')),
  run_id TEXT NOT NULL REFERENCES runs (id),
  episode_id INTEGER NOT NULL REFERENCES episodes (id),
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

INSERT INTO calls (id, key, status, run_id, episode_id, episode, seat, turn, attempt, provider, endpoint, model, finish, input_tokens,
  cached_input_tokens, cache_write_tokens, output_tokens, reasoning_tokens, duration_ms, created_at, faults, settings,
  max_output_tokens, request_seed, schema_name, schema, system, base, shared, prompt, more, text, reasoning, exact, sent, raw)
SELECT c.id, key, status, run_id, e.id, episode, seat, turn, attempt, provider, endpoint, model, finish, input_tokens,
  cached_input_tokens, cache_write_tokens, output_tokens, reasoning_tokens, duration_ms, created_at, faults, settings,
  max_output_tokens, request_seed, schema_name, schema, system, base, shared, prompt, more, text, reasoning, exact, sent, raw
FROM calls_1 c JOIN episodes e ON e.name = c.episode
ORDER BY c.id;
DROP TABLE calls_1;
CREATE INDEX calls_by_episode ON calls (episode_id);
`,
};
