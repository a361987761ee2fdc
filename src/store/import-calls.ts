import type { Connection, Query } from './connection.js';
import { Episodes } from './episodes.js';
import type { LineOf } from './export-lines.js';
import { DROP_TEXTS_SQL, isDropped } from './prune-calls.js';
import type { Texts } from './texts.js';

type CallLine = LineOf<'call'>;

interface KnownCall {
  readonly id: number;
  readonly key: string | null;
  readonly run_id: string;
}

/** What tells two calls of one question apart that were stored without a key. */
function signature(call: {
  readonly episode: string;
  readonly seat: number | null;
  readonly turn: number;
  readonly attempt: number;
  readonly status: string;
  readonly createdAt: string;
}): string {
  return JSON.stringify([call.episode, call.seat, call.turn, call.attempt, call.status, call.createdAt]);
}

/**
 * Takes exported calls into a store. A call that is there is not taken again: it is known by its key, or, where it
 * has none, by what it asked and when. A call whose texts the store lacks gets them when the file has them.
 */
export class CallImporter {
  calls = 0;
  newCalls = 0;
  readonly #connection: Connection;
  readonly #texts: Texts;
  readonly #episodes: Episodes;
  /** Known calls by their signature; read when the first call of a file comes. */
  #known: Map<string, KnownCall> | null = null;
  readonly #byKey: Query<KnownCall>;
  readonly #hasRun: Query<{ readonly id: string }>;
  readonly #remove: Query<never>;
  readonly #insert: Query<never>;
  readonly #mark: Query<never>;

  constructor(connection: Connection, texts: Texts) {
    this.#connection = connection;
    this.#texts = texts;
    this.#episodes = new Episodes(connection);
    this.#byKey = connection.query('SELECT id, key, run_id FROM calls WHERE episode_id = ? AND key = ?');
    this.#hasRun = connection.query('SELECT id FROM runs WHERE id = ?');
    this.#remove = connection.query('DELETE FROM calls WHERE id = ?');
    this.#mark = connection.query(`UPDATE calls SET ${DROP_TEXTS_SQL} WHERE id = ?`);
    this.#insert = connection.query(
      `INSERT INTO calls (key, status, run_id, episode_id, episode, seat, turn, attempt, provider, endpoint, model, finish,
         input_tokens, cached_input_tokens, cache_write_tokens, output_tokens, reasoning_tokens, duration_ms,
         created_at, faults, settings, max_output_tokens, request_seed, schema_name, schema, system, base, shared,
         prompt, more, text, reasoning, exact, sent, raw)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, 0, ?, ?, ?, ?, ?, ?, ?)`,
    );
  }

  /** Forgets what is known, as between two files. */
  reset(): void {
    this.#known = null;
  }

  /** @param runId the run of the file, which counts as the payer where the one that paid is not in the store */
  take(line: CallLine, runId: string): void {
    this.calls += 1;
    const payer = this.#hasRun.get(line.paidBy) === undefined ? runId : line.paidBy;
    const key = line.whole === null || line.whole.key === '' ? null : line.whole.key;
    const sign = signature(line);
    const episode = this.#episodes.id(line.episode);
    const known =
      (key === null ? undefined : this.#byKey.get(episode, key)) ?? this.#knownCalls(runId).get(sign);
    if (known !== undefined) {
      const lacksTexts = known.key !== null && isDropped(known.key);
      if (!lacksTexts || key === null) {
        this.#attribute(known, line.paidBy, payer);
        return;
      }
      this.#remove.run(known.id);
    } else {
      this.newCalls += 1;
    }
    this.#save(line, key, payer, episode);
  }

  /** A call that counted for another run, since its own was not there, counts for its own once that is there. */
  #attribute(known: KnownCall, paidBy: string, payer: string): void {
    if (paidBy !== payer || known.run_id === payer) return;
    this.#connection.query('UPDATE calls SET run_id = ? WHERE id = ?').run(payer, known.id);
  }

  #knownCalls(runId: string): ReadonlyMap<string, KnownCall> {
    if (this.#known !== null) return this.#known;
    const { db } = this.#connection;
    const rows = db
      .prepare<[string, string], KnownCall & Parameters<typeof signature>[0]>(
        `SELECT id, key, run_id, episode, seat, turn, attempt, status, created_at AS createdAt FROM calls
         WHERE run_id = ? OR episode IN (SELECT game_id FROM run_games WHERE run_id = ?)`,
      )
      .iterate(runId, runId);
    const known = new Map<string, KnownCall>();
    for (const { id, key, run_id, ...site } of rows) known.set(signature(site), { id, key, run_id });
    this.#known = known;
    return known;
  }

  #save(line: CallLine, key: string | null, payer: string, episode: number): void {
    const { whole } = line;
    const textId = (text: string | null | undefined): number | null =>
      text == null ? null : this.#texts.id(text);
    const { id } = this.#insert.run(
      key,
      line.status,
      payer,
      episode,
      line.episode,
      line.seat,
      line.turn,
      line.attempt,
      line.provider,
      line.endpoint,
      line.model,
      line.finish,
      line.inputTokens,
      line.cachedInputTokens,
      line.cacheWriteTokens,
      line.outputTokens,
      line.reasoningTokens,
      line.durationMs,
      line.createdAt,
      JSON.stringify(line.faults),
      JSON.stringify(line.settings),
      whole?.maxOutputTokens ?? 0,
      whole?.requestSeed ?? null,
      whole?.schemaName ?? null,
      textId(whole?.schema),
      textId(whole?.system),
      whole?.prompt ?? null,
      whole?.more ?? null,
      whole?.text ?? null,
      whole?.reasoning ?? null,
      whole?.exact ?? null,
      whole?.sent ?? null,
      whole?.raw ?? null,
    );
    if (line.status === 'reply' && key === null) this.#mark.run(id);
  }
}
