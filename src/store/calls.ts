import type { JsonObject } from '../base/json.js';
import type {
  CallRecorder,
  CallSite,
  ChatMessage,
  ChatRequest,
  FinishReason,
  ModelIdentity,
  RecordedCall,
  TokenUsage,
} from '../models/chat.js';
import { parse } from './connection.js';
import type { Connection, Query } from './connection.js';
import { sharedStart } from './shared-start.js';
import type { Texts } from './texts.js';

/** A fault that no reply followed, as it is given to a recorder. */
export type FinalFault = Parameters<CallRecorder['saveFault']>[0];

/** A call as it is stored: a reply, or a fault that none followed. */
export type StoredCall = {
  readonly runId: string;
  /** ISO 8601 in UTC. */
  readonly createdAt: string;
} & (
  | { readonly status: 'reply'; readonly call: RecordedCall }
  | { readonly status: 'fault'; readonly fault: FinalFault }
);

interface CallRow {
  readonly id: number;
  readonly key: string | null;
  readonly run_id: string;
  readonly episode: string;
  readonly seat: number | null;
  readonly turn: number;
  readonly attempt: number;
  readonly provider: string;
  readonly endpoint: string;
  readonly model: string;
  readonly finish: FinishReason | null;
  readonly input_tokens: number | null;
  readonly cached_input_tokens: number | null;
  readonly cache_write_tokens: number | null;
  readonly output_tokens: number | null;
  readonly reasoning_tokens: number | null;
  readonly duration_ms: number | null;
  readonly created_at: string;
  readonly faults: string;
  readonly settings: string;
  readonly max_output_tokens: number;
  readonly request_seed: number | null;
  readonly schema_name: string | null;
  readonly text: string | null;
  readonly reasoning: string | null;
  readonly exact: string | null;
  readonly sent: string | null;
  readonly raw: string | null;
  readonly system_id: number | null;
  readonly system_text: string | null;
  readonly schema_text: string | null;
  readonly whole_prompt: string | null;
  readonly more: string | null;
}

/** What the last call of a seat left behind for the next one. */
interface Tail {
  readonly id: number;
  readonly prompt: string;
  readonly system: string | null;
  readonly systemId: number | null;
}

/** Games whose tails are kept, more than are ever played at once; without its tail a call is stored whole. */
const EPISODES_KEPT = 4096;

const SURROGATE = /[\ud800-\udfff]/;

/** True when UTF-8 cannot hold the text: an unpaired surrogate would come back as another character. */
function isBroken(text: string): boolean {
  return SURROGATE.test(text) && Buffer.from(text, 'utf8').toString('utf8') !== text;
}

const READ = `SELECT c.*, c.system AS system_id, p.system AS system_text, p.schema AS schema_text,
  p.prompt AS whole_prompt FROM calls c JOIN prompts p ON p.call_id = c.id`;

/** The messages of a request as they are stored: at most one system text, the first question, what follows. */
interface Parts {
  readonly system: string | null;
  readonly prompt: string | null;
  readonly more: readonly ChatMessage[];
}

function partsOf(messages: readonly ChatMessage[]): Parts {
  const system = messages[0]?.role === 'system' ? messages[0].content : null;
  const rest = system === null ? messages : messages.slice(1);
  return rest[0]?.role === 'user'
    ? { system, prompt: rest[0].content, more: rest.slice(1) }
    : { system, prompt: null, more: rest };
}

function messagesOf({ system, prompt, more }: Parts): ChatMessage[] {
  return [
    ...(system === null ? [] : [{ role: 'system' as const, content: system }]),
    ...(prompt === null ? [] : [{ role: 'user' as const, content: prompt }]),
    ...more,
  ];
}

function requestOf(row: CallRow): ChatRequest {
  return {
    messages: messagesOf({
      system: row.system_text,
      prompt: row.whole_prompt,
      more: row.more === null ? [] : parse(row.more),
    }),
    maxOutputTokens: row.max_output_tokens,
    ...(row.schema_name === null || row.schema_text === null
      ? {}
      : { schema: { name: row.schema_name, schema: parse<JsonObject>(row.schema_text) } }),
    ...(row.request_seed === null ? {} : { seed: row.request_seed }),
  };
}

function usageOf(row: CallRow): TokenUsage | null {
  return row.input_tokens === null
    ? null
    : {
        input: row.input_tokens,
        cachedInput: row.cached_input_tokens ?? 0,
        cacheWrite: row.cache_write_tokens ?? 0,
        output: row.output_tokens ?? 0,
        reasoning: row.reasoning_tokens ?? 0,
      };
}

function storedOf(row: CallRow): StoredCall {
  const site: CallSite = { episode: row.episode, seat: row.seat, turn: row.turn, attempt: row.attempt };
  const identity: ModelIdentity = {
    provider: row.provider,
    endpoint: row.endpoint,
    model: row.model,
    settings: parse(row.settings),
  };
  const request = requestOf(row);
  const faults = parse<RecordedCall['faults']>(row.faults);
  const common = { runId: row.run_id, createdAt: row.created_at };
  if (row.key === null) {
    const [fault] = faults;
    if (fault === undefined) throw new Error(`call ${row.id} has neither reply nor fault`);
    return { ...common, status: 'fault', fault: { site, identity, request, ...fault } };
  }
  const [text, reasoning] =
    row.exact === null ? [row.text ?? '', row.reasoning ?? ''] : parse<readonly [string, string]>(row.exact);
  const reply = {
    text,
    reasoning,
    finish: row.finish ?? 'other',
    usage: usageOf(row),
    raw: parse<JsonObject>(row.raw ?? '{}'),
    sent: parse<JsonObject>(row.sent ?? '{}'),
    durationMs: row.duration_ms ?? 0,
  };
  return { ...common, status: 'reply', call: { key: row.key, site, identity, request, reply, faults } };
}

/**
 * Model calls, each committed before its `save` returns.
 *
 * A prompt that begins like the previous one of its seat is stored as what it adds to that one: within a game
 * prompts only grow at their end, so this makes a store about four times smaller and a save twice as fast.
 * The view `prompts` puts them together again.
 */
export class Calls {
  readonly #connection: Connection;
  readonly #texts: Texts;
  readonly #find: Query<CallRow>;
  readonly #insert: Query<never>;
  /** By episode, then seat; the oldest episode is forgotten first. */
  readonly #tails = new Map<string, Map<number | null, Tail>>();
  readonly #settings = new WeakMap<ModelIdentity, string>();
  readonly #schemas = new WeakMap<JsonObject, number>();

  constructor(connection: Connection, texts: Texts) {
    this.#connection = connection;
    this.#texts = texts;
    this.#find = connection.query(`${READ} WHERE c.key = ?`);
    // A reply that is stored is never changed: what was played rests on it.
    this.#insert = connection.query(
      `INSERT INTO calls (key, status, run_id, episode, seat, turn, attempt, provider, endpoint, model, finish,
         input_tokens, cached_input_tokens, cache_write_tokens, output_tokens, reasoning_tokens, duration_ms,
         created_at, faults, settings, max_output_tokens, request_seed, schema_name, schema, system, base, shared,
         prompt, more, text, reasoning, exact, sent, raw)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`,
    );
  }

  /** The recorder of one run: what it saves counts as that run's cost, what it finds may be any run's. */
  recorder(runId: string): CallRecorder {
    return {
      find: (key) => this.find(key),
      save: (call) => this.#save(runId, call.key, call, call.reply, call.faults),
      saveFault: (fault) => {
        const { kind, status, message } = fault;
        this.#save(runId, null, fault, null, [{ kind, status, message }]);
      },
    };
  }

  /** The reply stored under a key; undefined when there is none. */
  find(key: string): RecordedCall | undefined {
    const row = this.#find.get(key);
    if (row === undefined) return undefined;
    const stored = storedOf(row);
    if (stored.status !== 'reply') return undefined;
    this.#keepTail(row.episode, row.seat, {
      id: row.id,
      prompt: row.whole_prompt,
      system: row.system_text,
      systemId: row.system_id,
    });
    return stored.call;
  }

  /** Every call of a game or a reflection step, oldest first. Reads the whole table: there is no index for it. */
  ofEpisode(episode: string): StoredCall[] {
    return this.#connection
      .query<CallRow>(`${READ} WHERE c.episode = ? ORDER BY c.id`)
      .all(episode)
      .map(storedOf);
  }

  /** Drops what is kept in memory for an episode that has ended. */
  forget(episode: string): void {
    this.#tails.delete(episode);
  }

  #save(
    runId: string,
    key: string | null,
    { site, identity, request }: Pick<RecordedCall, 'site' | 'identity' | 'request'>,
    reply: RecordedCall['reply'] | null,
    faults: RecordedCall['faults'],
  ): void {
    const tail = this.#tails.get(site.episode)?.get(site.seat);
    const { system, prompt, more } = partsOf(request.messages);
    const systemId =
      system === null ? null : tail?.system === system ? tail.systemId : this.#texts.id(system);
    const shared = tail === undefined || prompt === null ? null : sharedStart(tail.prompt, prompt);
    const usage = reply?.usage ?? null;
    const exact = reply !== null && (isBroken(reply.text) || isBroken(reply.reasoning));
    const { id, rows } = this.#insert.run(
      key,
      reply === null ? 'fault' : 'reply',
      runId,
      site.episode,
      site.seat,
      site.turn,
      site.attempt,
      identity.provider,
      identity.endpoint,
      identity.model,
      reply?.finish ?? null,
      usage?.input ?? null,
      usage?.cachedInput ?? null,
      usage?.cacheWrite ?? null,
      usage?.output ?? null,
      usage?.reasoning ?? null,
      reply?.durationMs ?? null,
      this.#connection.now(),
      JSON.stringify(faults),
      this.#settingsOf(identity),
      request.maxOutputTokens,
      request.seed ?? null,
      request.schema?.name ?? null,
      request.schema === undefined ? null : this.#schemaId(request.schema.schema),
      systemId,
      shared === null ? null : (tail?.id ?? null),
      shared?.characters ?? 0,
      shared === null ? prompt : (prompt?.slice(shared.units) ?? null),
      more.length === 0 ? null : JSON.stringify(more),
      reply?.text ?? null,
      reply?.reasoning ?? null,
      exact ? JSON.stringify([reply.text, reply.reasoning]) : null,
      reply === null ? null : JSON.stringify(reply.sent),
      reply === null ? null : JSON.stringify(reply.raw),
    );
    if (rows > 0) this.#keepTail(site.episode, site.seat, { id, prompt, system, systemId });
  }

  #settingsOf(identity: ModelIdentity): string {
    const known = this.#settings.get(identity);
    if (known !== undefined) return known;
    const text = JSON.stringify(identity.settings);
    this.#settings.set(identity, text);
    return text;
  }

  #schemaId(schema: JsonObject): number {
    const known = this.#schemas.get(schema);
    if (known !== undefined) return known;
    const id = this.#texts.id(JSON.stringify(schema));
    this.#schemas.set(schema, id);
    return id;
  }

  #keepTail(
    episode: string,
    seat: number | null,
    { prompt, ...rest }: Omit<Tail, 'prompt'> & { readonly prompt: string | null },
  ): void {
    // SQLite's text functions end at a NUL.
    if (prompt === null || prompt.includes('\0')) return;
    const tail = { ...rest, prompt };
    const seats = this.#tails.get(episode);
    if (seats !== undefined) {
      seats.set(seat, tail);
      return;
    }
    const [oldest] = this.#tails.keys();
    if (oldest !== undefined && this.#tails.size >= EPISODES_KEPT) this.#tails.delete(oldest);
    this.#tails.set(episode, new Map([[seat, tail]]));
  }
}
