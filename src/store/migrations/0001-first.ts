import type { Migration } from './migration.js';

/**
 * The first schema; `docs/store.md` explains every table, view and column.
 *
 * Columns that hold JSON are TEXT. In `calls` the small columns come first and the long ones last, so that
 * sums over tokens do not read the texts. There is no index that only a rare question would use: each one
 * costs every saved call about 8 µs.
 */
export const first: Migration = {
  version: 1,
  sql: `
CREATE TABLE writer (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  pid INTEGER NOT NULL,
  since TEXT NOT NULL
) STRICT;

CREATE TABLE texts (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  text TEXT NOT NULL
) STRICT;

CREATE TABLE runs (
  id TEXT PRIMARY KEY,
  arm TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('running', 'finished', 'stopped', 'failed')),
  reason TEXT,
  simulated INTEGER NOT NULL CHECK (simulated IN (0, 1)),
  playbook TEXT,
  planned_games INTEGER NOT NULL,
  app_version TEXT NOT NULL,
  started_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  finished_at TEXT,
  command TEXT NOT NULL,
  settings TEXT NOT NULL,
  plan TEXT NOT NULL
) STRICT;

CREATE TABLE steps (
  run_id TEXT NOT NULL REFERENCES runs (id),
  step_id TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('play', 'reflect', 'judge')),
  role TEXT,
  round INTEGER,
  status TEXT NOT NULL CHECK (status IN ('running', 'finished')),
  started_at TEXT NOT NULL,
  finished_at TEXT,
  result TEXT,
  PRIMARY KEY (run_id, step_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE run_games (
  run_id TEXT NOT NULL,
  step_id TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  game_id TEXT NOT NULL,
  PRIMARY KEY (run_id, step_id, ordinal),
  FOREIGN KEY (run_id, step_id) REFERENCES steps (run_id, step_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE games (
  id TEXT PRIMARY KEY,
  game TEXT NOT NULL,
  rules_version INTEGER NOT NULL,
  prompt_version TEXT,
  content_hash TEXT REFERENCES texts (hash),
  players INTEGER NOT NULL,
  study INTEGER NOT NULL,
  purpose TEXT NOT NULL,
  seed_index INTEGER NOT NULL,
  replicate INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('finished', 'void')),
  void_reason TEXT,
  ending TEXT,
  turns INTEGER NOT NULL,
  asked INTEGER NOT NULL,
  forced INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  finished_at TEXT NOT NULL,
  options TEXT NOT NULL,
  line_up TEXT NOT NULL,
  measures TEXT,
  shared_by_design TEXT
) STRICT;

CREATE TABLE seats (
  game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
  seat INTEGER NOT NULL,
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  side TEXT,
  slot TEXT NOT NULL,
  player TEXT NOT NULL,
  playbook_hash TEXT REFERENCES texts (hash),
  reward REAL,
  asked INTEGER NOT NULL,
  forced INTEGER NOT NULL,
  identity TEXT NOT NULL,
  secret TEXT NOT NULL,
  PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE events (
  game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  type TEXT NOT NULL,
  audience TEXT NOT NULL,
  talk_seat INTEGER,
  talk_discussion INTEGER,
  data TEXT NOT NULL,
  PRIMARY KEY (game_id, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE decisions (
  game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  phase TEXT NOT NULL,
  kind TEXT NOT NULL,
  forced INTEGER NOT NULL CHECK (forced IN (0, 1)),
  attempts INTEGER NOT NULL,
  cut INTEGER NOT NULL,
  event_count INTEGER NOT NULL,
  action TEXT NOT NULL,
  problems TEXT NOT NULL,
  PRIMARY KEY (game_id, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE diagnostics (
  game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
  measure TEXT NOT NULL,
  event INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  value REAL,
  PRIMARY KEY (game_id, measure, event)
) STRICT, WITHOUT ROWID;

CREATE TABLE calls (
  id INTEGER PRIMARY KEY,
  key TEXT UNIQUE,
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

CREATE TABLE playbooks (
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL REFERENCES texts (hash),
  run_id TEXT REFERENCES runs (id),
  step_id TEXT,
  parents TEXT NOT NULL,
  model TEXT NOT NULL,
  prompt_hash TEXT,
  tokens INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  games TEXT NOT NULL,
  source_games TEXT NOT NULL,
  checks TEXT NOT NULL,
  PRIMARY KEY (name, version)
) STRICT, WITHOUT ROWID;

-- One row for each slot of each game that a step has; a slot of several seats counts by the sum of its rewards.
CREATE VIEW slot_results AS
SELECT rg.run_id, rg.step_id, st.role, st.round, rg.ordinal, rg.game_id, g.game, g.status, s.slot,
  max(s.player) AS player, max(s.playbook_hash) AS playbook_hash,
  round(sum(s.reward), 9) AS reward, sum(s.asked) AS asked, sum(s.forced) AS forced
FROM run_games rg
JOIN steps st ON st.run_id = rg.run_id AND st.step_id = rg.step_id
JOIN games g ON g.id = rg.game_id
JOIN seats s ON s.game_id = g.id
GROUP BY rg.run_id, rg.step_id, rg.ordinal, s.slot;

CREATE VIEW win_rates AS
SELECT r.run_id, r.step_id, r.role, r.round, r.game, r.slot,
  max(r.player) AS player, max(r.playbook_hash) AS playbook_hash,
  (SELECT count(*) FROM run_games rg WHERE rg.run_id = r.run_id AND rg.step_id = r.step_id) AS games,
  sum(r.status = 'finished') AS finished,
  sum(r.status = 'void') AS void,
  sum(r.status = 'finished' AND r.reward > 0) AS wins,
  sum(r.status = 'finished' AND r.reward = 0) AS draws,
  sum(r.status = 'finished' AND r.reward < 0) AS losses,
  1.0 * sum(r.status = 'finished' AND r.reward > 0) / nullif(sum(r.status = 'finished'), 0) AS rate
FROM slot_results r
GROUP BY r.run_id, r.step_id, r.slot;

CREATE VIEW forced_rates AS
SELECT run_id, step_id, role, round, game, slot, max(player) AS player,
  sum(asked) AS asked, sum(forced) AS forced, 1.0 * sum(forced) / nullif(sum(asked), 0) AS rate
FROM slot_results
WHERE status = 'finished'
GROUP BY run_id, step_id, slot;

CREATE VIEW parroting AS
SELECT rg.run_id, rg.step_id, st.role, st.round, g.game, s.slot, max(s.player) AS player,
  count(*) AS utterances, count(d.value) AS measured, avg(d.value) AS mean, max(d.value) AS highest
FROM run_games rg
JOIN steps st ON st.run_id = rg.run_id AND st.step_id = rg.step_id
JOIN games g ON g.id = rg.game_id AND g.status = 'finished'
JOIN diagnostics d ON d.game_id = g.id AND d.measure = 'parroting'
JOIN seats s ON s.game_id = g.id AND s.seat = d.seat
GROUP BY rg.run_id, rg.step_id, s.slot;

-- A game that several steps of a run share is counted under the first of them.
CREATE VIEW costs AS
WITH phases AS (
  SELECT rg.run_id, rg.game_id AS episode, st.role AS phase, st.round, min(st.ordinal)
  FROM run_games rg JOIN steps st ON st.run_id = rg.run_id AND st.step_id = rg.step_id
  GROUP BY rg.run_id, rg.game_id
  UNION ALL
  SELECT run_id, step_id, 'reflection', round, ordinal FROM steps WHERE kind = 'reflect'
)
SELECT c.run_id, coalesce(p.phase, 'other') AS phase, p.round, c.provider, c.endpoint, c.model,
  sum(c.status = 'reply') AS calls,
  sum(json_array_length(c.faults)) AS faults,
  sum(c.status = 'reply' AND c.input_tokens IS NULL) AS uncounted,
  coalesce(sum(c.input_tokens), 0) AS input_tokens,
  coalesce(sum(c.cached_input_tokens), 0) AS cached_input_tokens,
  coalesce(sum(c.cache_write_tokens), 0) AS cache_write_tokens,
  coalesce(sum(c.output_tokens), 0) AS output_tokens,
  coalesce(sum(c.reasoning_tokens), 0) AS reasoning_tokens,
  coalesce(sum(c.duration_ms), 0) AS duration_ms
FROM calls c LEFT JOIN phases p ON p.run_id = c.run_id AND p.episode = c.episode
GROUP BY c.run_id, p.phase, p.round, c.provider, c.endpoint, c.model;

-- Puts together what a prompt shares with the one before it: text still needed from ever earlier calls is
-- taken from the right end on, until nothing is needed.
CREATE VIEW prompts AS
SELECT c.id AS call_id, c.run_id, c.episode, c.seat, c.turn, c.attempt, c.status,
  (SELECT text FROM texts WHERE id = c.system) AS system,
  (
    WITH RECURSIVE upward (base, needed, prompt) AS (
      SELECT c.base, c.shared, c.prompt
      UNION ALL
      SELECT b.base, min(u.needed, b.shared), substr(b.prompt, 1, max(0, u.needed - b.shared)) || u.prompt
      FROM upward u JOIN calls b ON b.id = u.base
      WHERE u.needed > 0
    )
    SELECT prompt FROM upward WHERE needed = 0
  ) AS prompt,
  c.more,
  (SELECT text FROM texts WHERE id = c.schema) AS schema,
  c.text AS reply
FROM calls c;
`,
};
