import type { Connection, Value } from './connection.js';
import { parse } from './connection.js';
import { EXPORT_FORMAT, EXPORT_VERSION } from './export-lines.js';
import type { ExportLine, LineOf } from './export-lines.js';
import { CALLS_OF_RUN, TABLE_SOURCES, WITH_RUN } from './export-tables.js';
import type { StoreTable } from './export-tables.js';
import { storeFailure } from './failure.js';
import type { Games } from './games.js';
import { withoutTexts } from './line-up.js';
import { isDropped } from './prune-calls.js';
import type { Runs } from './runs.js';
import type { Steps } from './steps.js';
import type { Texts } from './texts.js';

/** A row of an exported table, its values in the order of the columns. */
export type ExportRow = readonly Value[];

/** What an export of a run is made of. */
export interface ExportParts {
  readonly runs: Runs;
  readonly steps: Steps;
  readonly games: Games;
  readonly texts: Texts;
}

/** A version of the rules and prompts that a run's games were played by. */
export interface PlayedVersion {
  readonly game: string;
  readonly rulesVersion: number;
  /** Null for games among builtin players. */
  readonly promptVersion: string | null;
}

type CallLine = LineOf<'call'>;

interface CallRow {
  readonly status: CallLine['status'];
  readonly paidBy: string;
  readonly key: string | null;
  readonly episode: string;
  readonly seat: number | null;
  readonly turn: number;
  readonly attempt: number;
  readonly provider: string;
  readonly endpoint: string;
  readonly model: string;
  readonly finish: CallLine['finish'];
  readonly inputTokens: number | null;
  readonly cachedInputTokens: number | null;
  readonly cacheWriteTokens: number | null;
  readonly outputTokens: number | null;
  readonly reasoningTokens: number | null;
  readonly durationMs: number | null;
  readonly createdAt: string;
  readonly faults: string;
  readonly settings: string;
}

type CallTexts = NonNullable<CallLine['whole']>;

const CALL_COLUMNS = `c.status, c.run_id AS paidBy, c.key, c.episode, c.seat, c.turn, c.attempt, c.provider, c.endpoint,
  c.model, c.finish, c.input_tokens AS inputTokens, c.cached_input_tokens AS cachedInputTokens,
  c.cache_write_tokens AS cacheWriteTokens, c.output_tokens AS outputTokens, c.reasoning_tokens AS reasoningTokens,
  c.duration_ms AS durationMs, c.created_at AS createdAt, c.faults, c.settings`;

const CALL_TEXTS = `c.max_output_tokens AS maxOutputTokens, c.request_seed AS requestSeed, c.schema_name AS schemaName,
  p.schema, p.system, p.prompt, c.more, c.text, c.reasoning, c.exact, c.sent, c.raw`;

/** Reads all that belongs to a run, row by row, so that memory does not grow with the run. */
export class Exports {
  readonly #connection: Connection;
  readonly #parts: ExportParts;

  constructor(connection: Connection, parts: ExportParts) {
    this.#connection = connection;
    this.#parts = parts;
  }

  /**
   * Runs `work` on one state of the store: what a run writes meanwhile is not seen, so that all that is read
   * belongs together.
   */
  snapshot<T>(work: () => T): T {
    const { db } = this.#connection;
    db.exec('BEGIN');
    try {
      return work();
    } finally {
      if (db.inTransaction) db.exec('COMMIT');
    }
  }

  /** The rows of one table of a run. */
  *rows(runId: string, table: StoreTable): Generator<ExportRow> {
    const { db, path } = this.#connection;
    try {
      yield* db.prepare<[string], Value[]>(TABLE_SOURCES[table].sql).raw().iterate(runId);
    } catch (error) {
      throw storeFailure(error, path);
    }
  }

  /** By which rules and prompts the games of a run were played. */
  versions(runId: string): PlayedVersion[] {
    return this.#connection
      .query<PlayedVersion>(
        `${WITH_RUN} SELECT DISTINCT g.game, g.rules_version AS rulesVersion, g.prompt_version AS promptVersion
         FROM own JOIN games g ON g.id = own.game_id ORDER BY 1, 2, 3`,
      )
      .all(runId);
  }

  /**
   * A run line by line, in the order an import needs: what is referred to comes before what refers to it.
   *
   * @param whole with the texts of calls; else only what they took
   * @param app version of the program that writes
   */
  *lines(
    runId: string,
    { whole, app }: { readonly whole: boolean; readonly app: string },
  ): Generator<ExportLine> {
    const run = this.#parts.runs.get(runId);
    let lines = 0;
    const counted = function* (some: Iterable<ExportLine>): Generator<ExportLine> {
      for (const line of some) {
        lines += 1;
        yield line;
      }
    };
    yield* counted([
      {
        kind: 'header',
        format: EXPORT_FORMAT,
        version: EXPORT_VERSION,
        app,
        run: run.id,
        simulated: run.simulated,
        calls: whole ? 'whole' : 'usage',
      },
      {
        kind: 'run',
        id: run.id,
        arm: run.arm,
        status: run.status,
        reason: run.reason,
        simulated: run.simulated,
        playbook: run.playbook,
        plannedGames: run.games.planned,
        appVersion: run.appVersion,
        startedAt: run.startedAt,
        updatedAt: run.updatedAt,
        finishedAt: run.finishedAt,
        command: [...run.command],
        settings: { ...run.settings },
        plan: run.plan as LineOf<'run'>['plan'],
      },
    ]);
    yield* counted(this.#texts(runId));
    yield* counted(this.#games(runId));
    yield* counted(this.#playbooks(runId));
    yield* counted(this.#steps(runId));
    yield* counted(this.#calls(runId, whole));
    yield { kind: 'end', lines: lines + 1 };
  }

  *#texts(runId: string): Generator<ExportLine> {
    const hashes = this.#connection
      .query<{ readonly hash: string }>(
        `${WITH_RUN}
         SELECT s.playbook_hash AS hash FROM own JOIN seats s USING (game_id) WHERE s.playbook_hash IS NOT NULL
         UNION SELECT g.content_hash FROM own JOIN games g ON g.id = own.game_id WHERE g.content_hash IS NOT NULL
         UNION SELECT t.value FROM own JOIN games g ON g.id = own.game_id JOIN json_tree(g.line_up) t
           WHERE t.key = 'playbook' AND t.type = 'text'
         UNION SELECT b.hash FROM this JOIN playbooks b USING (run_id)
         ORDER BY 1`,
      )
      .all(runId);
    for (const { hash } of hashes) {
      const text = this.#parts.texts.get(hash);
      if (text !== undefined) yield { kind: 'text', hash, text };
    }
  }

  *#games(runId: string): Generator<ExportLine> {
    const games = this.#connection
      .query<{ readonly id: string; readonly tries: number; readonly finishedAt: string }>(
        `${WITH_RUN} SELECT g.id, g.tries, g.finished_at AS finishedAt
         FROM own JOIN games g ON g.id = own.game_id ORDER BY g.id`,
      )
      .all(runId);
    const measures = this.#connection.query<LineOf<'game'>['diagnostics'][number]>(
      'SELECT measure, event, seat, value FROM diagnostics WHERE game_id = ? ORDER BY measure, event',
    );
    for (const { id, tries, finishedAt } of games) {
      const { spec, ...record } = this.#parts.games.load(id);
      const { content, lineUp, ...inputs } = spec;
      // What comes out of the store is JSON, whose readonly marks the line does without.
      const line = {
        kind: 'game',
        ...record,
        spec: {
          ...inputs,
          ...(content === undefined ? {} : { content: content.hash }),
          lineUp: withoutTexts(lineUp),
        },
        tries,
        finishedAt,
        diagnostics: measures.all(id),
      };
      yield line as unknown as LineOf<'game'>;
    }
  }

  *#playbooks(runId: string): Generator<ExportLine> {
    const rows = this.#connection
      .query<{
        readonly name: string;
        readonly version: number;
        readonly hash: string;
        readonly runId: string | null;
        readonly step: string | null;
        readonly parents: string;
        readonly model: string;
        readonly promptHash: string | null;
        readonly tokens: number;
        readonly createdAt: string;
        readonly games: string;
        readonly sourceGames: string;
        readonly checks: string;
      }>(
        `${WITH_RUN}
         SELECT b.name, b.version, b.hash, b.run_id AS runId, b.step_id AS step, b.parents, b.model,
           b.prompt_hash AS promptHash, b.tokens, b.created_at AS createdAt, b.games,
           b.source_games AS sourceGames, b.checks
         FROM this JOIN playbooks b
         WHERE b.run_id = this.run_id OR (b.run_id IS NULL
           AND b.hash IN (SELECT s.playbook_hash FROM own JOIN seats s USING (game_id)))
         ORDER BY b.name, b.version`,
      )
      .all(runId);
    for (const { runId: writer, parents, games, sourceGames, checks, ...row } of rows) {
      yield {
        kind: 'playbook',
        ...row,
        written: writer !== null,
        parents: parse(parents),
        games: parse(games),
        sourceGames: parse(sourceGames),
        checks: parse(checks),
      };
    }
  }

  *#steps(runId: string): Generator<ExportLine> {
    for (const record of this.#parts.steps.list(runId)) {
      yield {
        kind: 'step',
        id: record.stepId,
        ordinal: record.ordinal,
        step: record.kind,
        role: record.role,
        round: record.round,
        status: record.status,
        startedAt: record.startedAt,
        finishedAt: record.finishedAt,
        result: record.result,
        games: this.#parts.steps
          .games(runId, record.stepId)
          .map(({ ordinal, gameId }) => ({ ordinal, id: gameId })),
      };
    }
  }

  *#calls(runId: string, whole: boolean): Generator<ExportLine> {
    const { db, path } = this.#connection;
    const sql = `${WITH_RUN} SELECT ${CALL_COLUMNS}, ${CALL_TEXTS} ${CALLS_OF_RUN} ORDER BY c.id`;
    const small = `${WITH_RUN} SELECT ${CALL_COLUMNS} ${CALLS_OF_RUN.replace(/\n\s*JOIN prompts.*$/, '')} ORDER BY c.id`;
    try {
      const rows = db.prepare<[string], CallRow & Omit<CallTexts, 'key'>>(whole ? sql : small).iterate(runId);
      for (const row of rows) yield callLine(row, whole);
    } catch (error) {
      throw storeFailure(error, path);
    }
  }
}

function callLine(row: CallRow & Omit<CallTexts, 'key'>, whole: boolean): CallLine {
  const { maxOutputTokens, requestSeed, schemaName, schema, system, prompt, more, ...rest } = row;
  const { text, reasoning, exact, sent, raw, key, faults, settings, ...own } = rest;
  const texts = { maxOutputTokens, requestSeed, schemaName, schema, system, prompt, more };
  return {
    kind: 'call',
    ...own,
    faults: parse(faults),
    settings: parse(settings),
    whole:
      whole && (key === null || !isDropped(key))
        ? { key: key ?? '', ...texts, text, reasoning, exact, sent, raw }
        : null,
  };
}
