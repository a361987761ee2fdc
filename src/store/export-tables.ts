/** What a column of an exported table holds. `flag` is stored as 0 or 1. */
export type ColumnType = 'text' | 'whole' | 'number' | 'flag' | 'json' | 'time';

/** A column of an exported table. */
export interface ExportColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** Tables that are read from the store as they are. */
export const STORE_TABLES = [
  'runs',
  'steps',
  'step_games',
  'games',
  'seats',
  'events',
  'decisions',
  'diagnostics',
  'playbooks',
  'calls',
] as const;

/** One of {@link STORE_TABLES}. */
export type StoreTable = (typeof STORE_TABLES)[number];

/** The games of the run that the one parameter names. */
const RUN = `this AS (SELECT ? AS run_id),
  own AS (SELECT DISTINCT game_id FROM this JOIN run_games USING (run_id))`;

function columns(spec: Readonly<Record<string, ColumnType>>): ExportColumn[] {
  return Object.entries(spec).map(([name, type]) => ({ name, type }));
}

/** A table of an export: its columns, and where their rows are; the one parameter is the run. */
export interface TableSource {
  readonly columns: readonly ExportColumn[];
  readonly sql: string;
}

function source(spec: Readonly<Record<string, ColumnType>>, from: string, prefix = ''): TableSource {
  const list = columns(spec);
  const names = list.map(({ name }) => (prefix === '' ? name : `${prefix}.${name}`)).join(', ');
  return { columns: list, sql: from.replace('$COLUMNS', names) };
}

/** The prompts view put beside a call's own columns. */
export const CALLS_OF_RUN = `FROM this JOIN calls c ON c.run_id = this.run_id
    OR c.episode IN (SELECT game_id FROM own)
    OR c.episode IN (SELECT st.step_id FROM steps st WHERE st.run_id = this.run_id)
  JOIN prompts p ON p.call_id = c.id`;

/** The `WITH` clause of every query over a run's own games. */
export const WITH_RUN = `WITH ${RUN}`;

/** Every table with its columns in order; docs/export.md explains each column. */
export const TABLE_SOURCES: Readonly<Record<StoreTable, TableSource>> = {
  runs: source(
    {
      id: 'text',
      arm: 'text',
      status: 'text',
      reason: 'text',
      simulated: 'flag',
      playbook: 'text',
      planned_games: 'whole',
      app_version: 'text',
      started_at: 'time',
      updated_at: 'time',
      finished_at: 'time',
      command: 'json',
      settings: 'json',
      plan: 'json',
    },
    'SELECT $COLUMNS FROM runs WHERE id = ?',
  ),
  steps: source(
    {
      run_id: 'text',
      step_id: 'text',
      ordinal: 'whole',
      kind: 'text',
      role: 'text',
      round: 'whole',
      status: 'text',
      started_at: 'time',
      finished_at: 'time',
      result: 'json',
    },
    'SELECT $COLUMNS FROM steps WHERE run_id = ? ORDER BY ordinal',
  ),
  step_games: {
    columns: columns({
      run_id: 'text',
      step_id: 'text',
      role: 'text',
      round: 'whole',
      ordinal: 'whole',
      game_id: 'text',
      status: 'text',
    }),
    sql: `SELECT rg.run_id, rg.step_id, st.role, st.round, rg.ordinal, rg.game_id, g.status
      FROM run_games rg JOIN steps st ON st.run_id = rg.run_id AND st.step_id = rg.step_id
      LEFT JOIN games g ON g.id = rg.game_id
      WHERE rg.run_id = ? ORDER BY st.ordinal, rg.ordinal`,
  },
  games: {
    columns: columns({
      id: 'text',
      game: 'text',
      rules_version: 'whole',
      prompt_version: 'text',
      content_hash: 'text',
      players: 'whole',
      study: 'whole',
      purpose: 'text',
      seed_index: 'whole',
      replicate: 'whole',
      simulated: 'flag',
      status: 'text',
      void_reason: 'text',
      ending: 'text',
      turns: 'whole',
      asked: 'whole',
      forced: 'whole',
      tries: 'whole',
      finished_at: 'time',
      options: 'json',
      line_up: 'json',
      measures: 'json',
      shared_by_design: 'json',
    }),
    sql: `${WITH_RUN}
      SELECT g.id, g.game, g.rules_version, g.prompt_version, g.content_hash, g.players, g.study, g.purpose,
        g.seed_index, g.replicate,
        EXISTS (SELECT 1 FROM seats s WHERE s.game_id = g.id AND s.identity ->> 'kind' = 'builtin') AS simulated,
        g.status, g.void_reason, g.ending, g.turns, g.asked, g.forced, g.tries, g.finished_at, g.options,
        g.line_up, g.measures, g.shared_by_design
      FROM own JOIN games g ON g.id = own.game_id ORDER BY g.id`,
  },
  seats: source(
    {
      game_id: 'text',
      seat: 'whole',
      name: 'text',
      role: 'text',
      side: 'text',
      slot: 'text',
      player: 'text',
      playbook_hash: 'text',
      reward: 'number',
      asked: 'whole',
      forced: 'whole',
      identity: 'json',
      secret: 'json',
    },
    `${WITH_RUN} SELECT $COLUMNS FROM own JOIN seats t USING (game_id) ORDER BY game_id, seat`,
    't',
  ),
  events: {
    columns: columns({
      game_id: 'text',
      ordinal: 'whole',
      type: 'text',
      audience: 'text',
      talk_seat: 'whole',
      talk_discussion: 'whole',
      text: 'text',
      data: 'json',
    }),
    sql: `${WITH_RUN}
      SELECT e.game_id, e.ordinal, e.type, e.audience, e.talk_seat, e.talk_discussion,
        CASE WHEN e.talk_seat IS NULL THEN NULL ELSE e.data ->> 'text' END AS text, e.data
      FROM own JOIN events e USING (game_id) ORDER BY e.game_id, e.ordinal`,
  },
  decisions: source(
    {
      game_id: 'text',
      ordinal: 'whole',
      seat: 'whole',
      turn: 'whole',
      phase: 'text',
      kind: 'text',
      forced: 'flag',
      attempts: 'whole',
      cut: 'whole',
      event_count: 'whole',
      action: 'json',
      problems: 'json',
    },
    `${WITH_RUN} SELECT $COLUMNS FROM own JOIN decisions t USING (game_id) ORDER BY game_id, ordinal`,
    't',
  ),
  diagnostics: source(
    { game_id: 'text', measure: 'text', event: 'whole', seat: 'whole', value: 'number' },
    `${WITH_RUN} SELECT $COLUMNS FROM own JOIN diagnostics t USING (game_id) ORDER BY game_id, measure, event`,
    't',
  ),
  playbooks: {
    columns: columns({
      name: 'text',
      version: 'whole',
      hash: 'text',
      run_id: 'text',
      step_id: 'text',
      parents: 'json',
      model: 'text',
      prompt_hash: 'text',
      tokens: 'whole',
      created_at: 'time',
      games: 'json',
      source_games: 'json',
      checks: 'json',
      text: 'text',
    }),
    sql: `${WITH_RUN}
      SELECT b.name, b.version, b.hash, b.run_id, b.step_id, b.parents, b.model, b.prompt_hash, b.tokens,
        b.created_at, b.games, b.source_games, b.checks, t.text
      FROM this JOIN playbooks b JOIN texts t ON t.hash = b.hash
      WHERE b.run_id = this.run_id
        OR b.hash IN (SELECT s.playbook_hash FROM own JOIN seats s USING (game_id) WHERE s.playbook_hash IS NOT NULL)
      ORDER BY b.name, b.version`,
  },
  calls: {
    columns: columns({
      id: 'whole',
      key: 'text',
      status: 'text',
      run_id: 'text',
      episode: 'text',
      seat: 'whole',
      turn: 'whole',
      attempt: 'whole',
      provider: 'text',
      endpoint: 'text',
      model: 'text',
      finish: 'text',
      input_tokens: 'whole',
      cached_input_tokens: 'whole',
      cache_write_tokens: 'whole',
      output_tokens: 'whole',
      reasoning_tokens: 'whole',
      duration_ms: 'number',
      created_at: 'time',
      faults: 'json',
      settings: 'json',
      max_output_tokens: 'whole',
      request_seed: 'whole',
      schema_name: 'text',
      schema: 'json',
      system: 'text',
      prompt: 'text',
      more: 'json',
      text: 'text',
      reasoning: 'text',
      sent: 'json',
      raw: 'json',
    }),
    sql: `${WITH_RUN}
      SELECT c.id, c.key, c.status, c.run_id, c.episode, c.seat, c.turn, c.attempt, c.provider, c.endpoint, c.model,
        c.finish, c.input_tokens, c.cached_input_tokens, c.cache_write_tokens, c.output_tokens, c.reasoning_tokens,
        c.duration_ms, c.created_at, c.faults, c.settings, c.max_output_tokens, c.request_seed, c.schema_name,
        p.schema, p.system, p.prompt, c.more, c.text, c.reasoning, c.sent, c.raw
      ${CALLS_OF_RUN} ORDER BY c.id`,
  },
};
