import type { JsonObject } from '../base/json.js';

/** One message of a conversation. Lists start with at most one system message; user and assistant alternate. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** What a provider is asked for. */
export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  /** JSON Schema the reply must follow, where the server can hold it to one. */
  readonly schema?: { readonly name: string; readonly schema: JsonObject };
  /** Cap on visible output, in tokens. */
  readonly maxOutputTokens: number;
  /** Passed on where the provider takes one; best effort at every provider. */
  readonly seed?: number;
}

/** Tokens of one call in disjoint classes; they sum to what the server reported. */
export interface TokenUsage {
  /** Prompt tokens neither read from nor written to a cache. */
  readonly input: number;
  /** Prompt tokens read from the provider's prefix cache. */
  readonly cachedInput: number;
  /** Prompt tokens billed as cache writes. */
  readonly cacheWrite: number;
  /** Output tokens, reasoning included. */
  readonly output: number;
  /** How many of `output` were reasoning. */
  readonly reasoning: number;
}

/**
 * Why a reply ended. A move is read from `stop` and, since servers have words of their own, from `other`; from
 * `length` only where all that was cut was white space.
 */
export type FinishReason = 'stop' | 'length' | 'filter' | 'refusal' | 'other';

/** A complete reply of a model server. */
export interface ChatReply {
  /** The visible text, as it came. */
  readonly text: string;
  /** Reasoning the server returned apart from the text. */
  readonly reasoning: string;
  readonly finish: FinishReason;
  /** Null when the server reported none. */
  readonly usage: TokenUsage | null;
  /** The response body as received, without anything secret. */
  readonly raw: JsonObject;
  /** What was really sent: settings after anything the server refused was dropped or renamed. */
  readonly sent: JsonObject;
  /** From sending to the last byte, in milliseconds. */
  readonly durationMs: number;
  /** Requests that were refused for a part the server does not know, and were sent again without it. */
  readonly mended?: readonly CallFault[];
}

/** What can go wrong on the way to a reply; decided by status, code and class, never by words. */
export type FaultKind =
  /** Connection refused or lost, cut body, time-out, 5xx. Asked again a bounded number of times. */
  | 'transport'
  /** 429 without a quota code. Asked again after a wait. */
  | 'rate-limit'
  /** No quota left: stops the run. */
  | 'quota'
  /** 401 or 403: stops the run. */
  | 'auth'
  /** 404: no such model. */
  | 'not-found'
  /** Any other 4xx: this request will never be accepted. */
  | 'rejected';

/** One request of a call that got no reply, as it is stored. */
export interface CallFault {
  readonly kind: FaultKind;
  readonly status: number | null;
  readonly message: string;
}

/** A call that gave no reply. The message never contains a key. */
export class ModelFault extends Error {
  readonly kind: FaultKind;
  readonly status: number | null;
  /** The server's own error code, such as `context_length_exceeded`, where it gave one. */
  readonly code: string | null;
  /** What the server asked us to wait, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** Refusals of the same call that were mended before this fault. */
  readonly mended: readonly CallFault[];

  constructor(
    kind: FaultKind,
    message: string,
    detail: {
      readonly status?: number | null;
      readonly code?: string | null;
      readonly retryAfterMs?: number | null;
      readonly mended?: readonly CallFault[];
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'ModelFault';
    this.kind = kind;
    this.status = detail.status ?? null;
    this.code = detail.code ?? null;
    this.retryAfterMs = detail.retryAfterMs ?? null;
    this.mended = detail.mended ?? [];
  }
}

/** How much a model that can reason does so before it answers, from not at all to as much as it can. */
export const REASONING = ['off', 'on', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

/** One of {@link REASONING}. */
export type Reasoning = (typeof REASONING)[number];

/**
 * Settings that change a model's replies; all of them are part of a call's key and of a game's id.
 * An absent optional setting is not sent, and equals null.
 */
export interface ModelSettings {
  /** Context window in tokens. Null: the provider's own (Ollama is always told one). */
  readonly context: number | null;
  readonly temperature: number | null;
  readonly topP: number | null;
  /** Cap on visible output of a move, in tokens. */
  readonly maxOutputTokens: number;
  /** Which wire schema is sent. */
  readonly wire: 'narrow' | 'stable';
  readonly reasoning?: Reasoning | null;
  /** Tokens added to the output cap of a model that reasons, since its reasoning counts against the cap. */
  readonly reasoningTokens?: number | null;
  /** Puts the system text at the head of the first user message, for templates that refuse a system role. */
  readonly foldSystem?: boolean | null;
  /** Fields added to the body of every request as they are; ours win where both set one. Never a secret. */
  readonly extraBody?: JsonObject | null;
}

/** Who answers, without anything secret: what ids and keys are made of. */
export interface ModelIdentity {
  readonly provider: string;
  /** Base URL without user info or query. */
  readonly endpoint: string;
  readonly model: string;
  readonly settings: ModelSettings;
}

/** What a server tells about a model before the run. */
export interface ModelFacts {
  /** Longest context the model was trained for, where the server says so. */
  readonly trainedContext: number | null;
  readonly serverVersion: string | null;
  /** Whether the model can reason before it answers; left out where the server does not say. */
  readonly thinks?: boolean;
  /** Things the user should know, one line each. */
  readonly notes: readonly string[];
}

/** A model behind a provider: one request, one reply or one {@link ModelFault}. No retries of its own. */
export interface ChatModel {
  readonly identity: ModelIdentity;
  /** Requests the endpoint should have in flight at most. */
  readonly width: number;
  /** Time limit of one call in milliseconds, from sending it to its last byte; the lab's own when left out. */
  readonly callMs?: number;
  /** Asking it costs money, as far as its address tells. */
  readonly paid?: boolean;
  /**
   * Name of the queue its calls wait in. Models that share a queue share its width; where a server holds
   * one model at a time, they must.
   */
  readonly queue?: string;
  /**
   * Makes the model ready before its first call of a run (loads it), so that a call's time limit does not
   * count the loading. Throws like {@link complete}, or a `UserError` when the run cannot work.
   */
  prepare?(signal: AbortSignal): Promise<void>;
  /** The context window the loaded model has; null where the server does not tell. After {@link prepare}. */
  windowInForce?(signal: AbortSignal): Promise<number | null>;
  /** Asks the server whether it is there and has the model. Throws a `UserError` that says what to do. */
  check(signal: AbortSignal): Promise<ModelFacts>;
  /** Rejects with the signal's reason when it is aborted. */
  complete(request: ChatRequest, signal: AbortSignal): Promise<ChatReply>;
}

/** Where in a study a call belongs; makes a repetition a repetition. */
export interface CallSite {
  /** Game id, or reflection step id. */
  readonly episode: string;
  /** Null for a reflection. */
  readonly seat: number | null;
  readonly turn: number;
  /** From 0: which asking of the same question. */
  readonly attempt: number;
}

/** A recorded reply. */
export interface RecordedCall {
  readonly key: string;
  readonly site: CallSite;
  readonly identity: ModelIdentity;
  readonly request: ChatRequest;
  readonly reply: ChatReply;
  /** Faults before this reply came, oldest first. */
  readonly faults: readonly CallFault[];
}

/** Where replies are kept. */
export interface CallRecorder {
  /** The reply to a question of an episode, by its key. */
  find(key: string, episode: string): RecordedCall | undefined;
  /** Takes a reply: it is found from now on, and safe once {@link committed} resolves. */
  save(call: RecordedCall): void;
  /**
   * Resolves when all that was taken so far survives a crash; rejects with a `UserError` when it could not be
   * written. What arrives together is written together, so a save by itself does not promise that yet.
   */
  committed(): Promise<void>;
  /** Takes a call that never got a reply: kept for `spartan show`, never replayed. */
  saveFault(fault: {
    readonly site: CallSite;
    readonly identity: ModelIdentity;
    readonly request: ChatRequest;
    readonly kind: FaultKind;
    readonly status: number | null;
    readonly message: string;
    /** Faults of the same call before this one, oldest first. */
    readonly earlier?: readonly CallFault[];
  }): void;
}
