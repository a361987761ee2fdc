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
import { RUN_PHASES } from './costs.js';
import { Episodes } from './episodes.js';
import { IS_DROPPED_SQL } from './prune-calls.js';
import { sharedStart } from './shared-start.js';
import type { Texts } from './texts.js';

/** A fault that no reply followed, as it is given to a recorder. */
export type FinalFault = Parameters<CallRecorder['saveFault']>[0];

/** A call as it is stored: a reply, or a fault that none followed. */
export type StoredCall = {
  /** Number of the call, from 1 in the order they were stored. */
  readonly id: number;
  readonly runId: string;
  /** ISO 8601 in UTC. */
  readonly createdAt: string;
} & (
  | { readonly status: 'reply'; readonly call: RecordedCall }
  | { readonly status: 'fault'; readonly fault: FinalFault }
);

/** One call of a list. */
export interface CallSummary {
  readonly id: number;
  /** ISO 8601 in UTC: when it was stored. */
  readonly createdAt: string;
  /** What it was for: role of the play step, `reflection`, or `other`. */
  readonly phase: string;
  readonly round: number | null;
  readonly site: CallSite;
  readonly provider: string;
  readonly endpoint: string;
  readonly model: string;
  readonly status: StoredCall['status'];
  /** Null for a call without a reply. */
  readonly finish: FinishReason | null;
  /** Null when the server reported none. */
  readonly usage: TokenUsage | null;
  /** From sending to the last byte, in milliseconds; null for a call without a reply. */
  readonly durationMs: number | null;
  /** Requests that got no reply, oldest first; for a fault the last one ended the call. */
  readonly faults: RecordedCall['faults'];
  /** What was wrong with the answer, once its game is stored; null for one that was taken. */
  readonly problem: string | null;
}

type SiteColumn = 'episode' | 'seat' | 'turn' | 'attempt';

type UsageColumn =
  'input_tokens' | 'cached_input_tokens' | 'cache_write_tokens' | 'output_tokens' | 'reasoning_tokens';

type SummaryRow = Pick<
  CallRow,
  | 'id'
  | SiteColumn
  | UsageColumn
  | 'provider'
  | 'endpoint'
  | 'model'
  | 'finish'
  | 'duration_ms'
  | 'created_at'
  | 'faults'
> & {
  readonly status: StoredCall['status'];
  readonly phase: string;
  readonly round: number | null;
  readonly problem: string | null;
};

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

/** What is known of the calls of an episode in progress. */
interface Episode {
  /** Its own number; null until it has a call. */
  number: number | null;
  /** Numbers of its replies, by their keys. */
  readonly ids: Map<string, number>;
  /** By seat. */
  readonly tails: Map<number | null, Tail>;
}

/** Episodes that are kept in mind, more than are ever in progress at once; of others a call is stored whole. */
const EPISODES_KEPT = 4096;

const SURROGATE = /[\ud800-\udfff]/;

/** True when UTF-8 cannot hold the text: an unpaired surrogate would come back as another character. */
function isBroken(text: string): boolean {
  return SURROGATE.test(text) && Buffer.from(text, 'utf8').toString('utf8') !== text;
}

/**
 * The calls that a run made. A player is asked once more for a cut reply, so two attempts belong to each answer:
 * what was wrong with answer n of a decision is the n-th of its problems.
 */
const LIST = `WITH ${RUN_PHASES}
  SELECT c.id, c.episode, c.seat, c.turn, c.attempt, c.provider, c.endpoint, c.model, c.finish, c.input_tokens,
    c.cached_input_tokens, c.cache_write_tokens, c.output_tokens, c.reasoning_tokens, c.duration_ms, c.created_at,
    c.faults, c.status, coalesce(p.phase, 'other') AS phase, p.round,
    (SELECT d.problems ->> ('$[' || (c.attempt / 2) || ']') FROM decisions d
     WHERE d.game_id = c.episode AND d.seat = c.seat AND d.turn = c.turn) AS problem
  FROM this JOIN calls c USING (run_id) LEFT JOIN phases p ON p.episode = c.episode
  ORDER BY c.id`;

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

function siteOf({ episode, seat, turn, attempt }: Pick<CallRow, SiteColumn>): CallSite {
  return { episode, seat, turn, attempt };
}

function summaryOf(row: SummaryRow): CallSummary {
  return {
    id: row.id,
    createdAt: row.created_at,
    phase: row.phase,
    round: row.round,
    site: siteOf(row),
    provider: row.provider,
    endpoint: row.endpoint,
    model: row.model,
    status: row.status,
    finish: row.finish,
    usage: usageOf(row),
    durationMs: row.duration_ms,
    faults: parse(row.faults),
    problem: row.problem,
  };
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

function usageOf(row: Pick<CallRow, UsageColumn>): TokenUsage | null {
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
  const site = siteOf(row);
  const identity: ModelIdentity = {
    provider: row.provider,
    endpoint: row.endpoint,
    model: row.model,
    settings: parse(row.settings),
  };
  const request = requestOf(row);
  const faults = parse<RecordedCall['faults']>(row.faults);
  const common = { id: row.id, runId: row.run_id, createdAt: row.created_at };
  if (row.key === null) {
    const fault = faults.at(-1);
    const earlier = faults.slice(0, -1);
    if (fault === undefined) throw new Error(`call ${row.id} has neither reply nor fault`);
    return {
      ...common,
      status: 'fault',
      fault: { site, identity, request, ...fault, ...(earlier.length === 0 ? {} : { earlier }) },
    };
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

function keepTail(
  { tails }: Episode,
  seat: number | null,
  { id, prompt, system, systemId }: Omit<Tail, 'prompt'> & { readonly prompt: string | null },
): void {
  // SQLite's text functions end at a NUL.
  if (prompt === null || prompt.includes('\0')) return;
  tails.set(seat, { id, prompt, system, systemId });
}

/**
 * Model calls. Those that arrive together are committed together.
 *
 * A prompt that begins like the previous one of its seat is stored as what it adds to that one: within a game
 * prompts only grow at their end, so this makes a store about four times smaller and a save twice as fast.
 * The view `prompts` puts them together again.
 */
export class Calls {
  readonly #connection: Connection;
  readonly #texts: Texts;
  readonly #onlyWriter: boolean;
  readonly #numbers: Episodes;
  readonly #replies: Query<{ readonly id: number; readonly key: string }>;
  readonly #find: Query<CallRow>;
  readonly #insert: Query<never>;
  /** The oldest is forgotten first. */
  readonly #episodes = new Map<string, Episode>();
  /** Keys of replies that are not committed yet. */
  readonly #waiting = new Set<string>();
  readonly #settings = new WeakMap<ModelIdentity, string>();
  #schemas = new WeakMap<JsonObject, number>();

  /** @param onlyWriter nobody else adds calls while this is open */
  constructor(connection: Connection, texts: Texts, onlyWriter: boolean) {
    this.#connection = connection;
    this.#texts = texts;
    this.#onlyWriter = onlyWriter;
    this.#numbers = new Episodes(connection);
    this.#replies = connection.query('SELECT id, key FROM calls WHERE episode_id = ? AND key IS NOT NULL');
    this.#find = connection.query(`${READ} WHERE c.id = ? AND c.key = ?`);
    this.#insert = connection.query(
      `INSERT INTO calls (key, status, run_id, episode_id, episode, seat, turn, attempt, provider, endpoint, model, finish,
         input_tokens, cached_input_tokens, cache_write_tokens, output_tokens, reasoning_tokens, duration_ms,
         created_at, faults, settings, max_output_tokens, request_seed, schema_name, schema, system, base, shared,
         prompt, more, text, reasoning, exact, sent, raw)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
  }

  /** The recorder of one run: what it saves counts as that run's cost, what it finds may be any run's. */
  recorder(runId: string): CallRecorder {
    return {
      find: (key, episode) => this.find(key, episode),
      save: (call) => {
        this.#waiting.add(call.key);
        this.#later(() => {
          this.#save(runId, call.key, call, call.reply, call.faults);
          this.#waiting.delete(call.key);
        });
      },
      committed: () => this.#connection.committed(),
      saveFault: (fault) => {
        const { kind, status, message, earlier = [] } = fault;
        this.#later(() => this.#save(runId, null, fault, null, [...earlier, { kind, status, message }]));
      },
    };
  }

  /** The reply stored under a key of an episode; undefined when there is none. */
  find(key: string, episode: string): RecordedCall | undefined {
    // Asked for every new call, so it must not break up those that wait for one commit.
    if (this.#waiting.has(key)) this.#connection.flush();
    let row = this.#rowOf(key, episode);
    if (row === undefined && !this.#onlyWriter) {
      // Somebody else may have stored or pruned it since.
      this.forget(episode);
      row = this.#rowOf(key, episode);
    }
    if (row === undefined) return undefined;
    const stored = storedOf(row);
    if (stored.status !== 'reply') return undefined;
    keepTail(this.#episode(episode), row.seat, {
      id: row.id,
      prompt: row.whole_prompt,
      system: row.system_text,
      systemId: row.system_id,
    });
    return stored.call;
  }

  /** Every call of a game or a reflection step, oldest first. */
  ofEpisode(episode: string): StoredCall[] {
    return this.#connection
      .query<CallRow>(`${READ} WHERE c.episode_id = (SELECT id FROM episodes WHERE name = ?) ORDER BY c.id`)
      .all(episode)
      .map(storedOf);
  }

  /** Every call that a run made, oldest first, without texts. */
  ofRun(runId: string): CallSummary[] {
    return this.#connection.query<SummaryRow>(LIST).all(runId).map(summaryOf);
  }

  /** Replies to a run's own calls for which the server reported no tokens. */
  uncounted(runId: string): RecordedCall[] {
    return this.#connection
      .query<CallRow>(`${READ} WHERE c.run_id = ? AND c.status = 'reply' AND c.input_tokens IS NULL`)
      .all(runId)
      .map(storedOf)
      .flatMap((stored) => (stored.status === 'reply' ? [stored.call] : []));
  }

  /** The latest replies of a model with texts and token counts, in any run, oldest first. */
  latest(
    { provider, endpoint, model }: Pick<ModelIdentity, 'provider' | 'endpoint' | 'model'>,
    most: number,
  ): RecordedCall[] {
    return this.#connection
      .query<CallRow>(
        `${READ} WHERE c.provider = ? AND c.endpoint = ? AND c.model = ? AND c.input_tokens IS NOT NULL
           AND NOT ${IS_DROPPED_SQL}
         ORDER BY c.id DESC LIMIT ?`,
      )
      .all(provider, endpoint, model, most)
      .reverse()
      .map(storedOf)
      .flatMap((stored) => (stored.status === 'reply' ? [stored.call] : []));
  }

  /** One call by its number; undefined when there is none. */
  get(id: number): StoredCall | undefined {
    const row = this.#connection.query<CallRow>(`${READ} WHERE c.id = ?`).get(id);
    return row === undefined ? undefined : storedOf(row);
  }

  /** Drops what is kept in mind of an episode that has ended. */
  forget(episode: string): void {
    this.#episodes.delete(episode);
  }

  /** Drops all that is kept in mind, before calls are changed by others. */
  forgetAll(): void {
    this.#connection.flush();
    this.#dropAll();
  }

  /** Saves with what arrives at the same moment. */
  #later(save: () => void): void {
    this.#connection.later(save, this.#takeBack);
  }

  /** All that was saved together is taken back, so nothing may build on it. */
  readonly #takeBack = (): void => {
    this.#waiting.clear();
    this.#dropAll();
  };

  #dropAll(): void {
    this.#episodes.clear();
    this.#schemas = new WeakMap();
  }

  #save(
    runId: string,
    key: string | null,
    { site, identity, request }: Pick<RecordedCall, 'site' | 'identity' | 'request'>,
    reply: RecordedCall['reply'] | null,
    faults: RecordedCall['faults'],
  ): void {
    const episode = this.#episode(site.episode);
    // A reply that is stored is never changed: what was played rests on it.
    if (key !== null && episode.ids.has(key)) return;
    const tail = episode.tails.get(site.seat);
    const { system, prompt, more } = partsOf(request.messages);
    const systemId =
      system === null ? null : tail?.system === system ? tail.systemId : this.#texts.id(system);
    const shared = tail === undefined || prompt === null ? null : sharedStart(tail.prompt, prompt);
    const usage = reply?.usage ?? null;
    const exact = reply !== null && (isBroken(reply.text) || isBroken(reply.reasoning));
    const { id } = this.#insert.run(
      key,
      reply === null ? 'fault' : 'reply',
      runId,
      (episode.number ??= this.#numbers.id(site.episode)),
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
    if (key !== null) episode.ids.set(key, id);
    keepTail(episode, site.seat, { id, prompt, system, systemId });
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

  #rowOf(key: string, episode: string): CallRow | undefined {
    const id = this.#episode(episode).ids.get(key);
    return id === undefined ? undefined : this.#find.get(id, key);
  }

  #episode(episode: string): Episode {
    const known = this.#episodes.get(episode);
    if (known !== undefined) return known;
    const [oldest] = this.#episodes.keys();
    if (oldest !== undefined && this.#episodes.size >= EPISODES_KEPT) this.#episodes.delete(oldest);
    const number = this.#numbers.find(episode) ?? null;
    const replies = number === null ? [] : this.#replies.all(number);
    const fresh: Episode = {
      number,
      ids: new Map(replies.map(({ id, key }) => [key, id])),
      tails: new Map(),
    };
    this.#episodes.set(episode, fresh);
    return fresh;
  }
}
