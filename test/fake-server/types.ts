import type { JsonObject } from '../../src/base/json.js';

/** A chat request in either wire format, as the brain and the script see it. */
export interface FakeChat {
  readonly wire: 'openai' | 'ollama';
  /** A prompt of /api/generate is seen as a chat of one user message. */
  readonly route: 'chat' | 'generate';
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly schema: JsonObject | null;
  /** Cap on output tokens. */
  readonly cap: number | null;
  readonly seed: number | null;
  /** Window asked for; the OpenAI format has none. */
  readonly window: number | null;
  /** Whether the answer goes out in pieces; what a format does by default, where the request does not say. */
  readonly streams: boolean;
  readonly body: JsonObject;
  readonly authorization: string | null;
}

/** Decides the text of a reply. */
export type Brain = (chat: FakeChat) => string;

/** Where reasoning turns up in a reply. */
export type ThinkingPlace =
  /** A closed block before the answer. */
  | 'before'
  /** A closed block between two halves of the answer's surroundings. */
  | 'inside'
  /** A closed block and nothing else. */
  | 'instead'
  /** A block that never closes, and nothing else. */
  | 'unclosed'
  /** Only the closing tag is in the text, since the chat template opened the block. */
  | 'template'
  /** In a field of its own, beside the answer: `reasoning_content`, or `thinking` in the Ollama format. */
  | 'field'
  /** The same, in the field `reasoning` as OpenRouter and newer vLLM have it (OpenAI format only). */
  | 'reasoning'
  /** In a field of its own, the content empty. */
  | 'field-only'
  /** As typed parts of the content (OpenAI format only). */
  | 'parts';

/** One thing that goes differently from a plain good reply. Several may be combined. */
export type Twist =
  | {
      readonly twist: 'status';
      readonly status: number;
      /** Code of the error object, where no body is given. */
      readonly code?: string;
      readonly body?: JsonObject | string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly twist: 'wait'; readonly beforeHeadersMs?: number; readonly insideBodyMs?: number }
  /** Never answers; the connection stays open. */
  | { readonly twist: 'silence' }
  /** Closes the connection before any byte. */
  | { readonly twist: 'hang-up' }
  /** Closes the connection after so many bytes of the body, be it whole or a stream. */
  | { readonly twist: 'cut-body'; readonly afterBytes: number }
  /** Half of the body, then white space without end, whatever the cap, until the client goes. */
  | { readonly twist: 'endless' }
  /** Status 200 with an error in the body; in a stream after half of the reply. */
  | { readonly twist: 'error-inside'; readonly message: string }
  /** Status 200 and a body of another kind. */
  | { readonly twist: 'raw-body'; readonly text: string; readonly contentType?: string }
  | { readonly twist: 'finish'; readonly reason: 'length' | 'filter' | 'refusal' | 'unknown' | 'absent' }
  | { readonly twist: 'text'; readonly text: string }
  | { readonly twist: 'thinking'; readonly place: ThinkingPlace; readonly text: string }
  | { readonly twist: 'wrap'; readonly as: 'prose' | 'fence' | 'trailing-comma' | 'single-quotes' }
  /** Changes the first text value to a word that no schema lists. */
  | { readonly twist: 'violation' }
  /** White space until the cap; before the closing brace the object never ends. */
  | { readonly twist: 'blanks'; readonly where: 'before-brace' | 'after-brace' }
  /** Null: no usage at all. */
  | { readonly twist: 'usage'; readonly usage: JsonObject | null }
  /** Repeats the Authorization header it was sent. */
  | { readonly twist: 'echo-key'; readonly where: 'text' | 'error' | 'field' | 'header' };

/** What happens to the chat request that arrived as number `n`, from 0. */
export type Script = (chat: FakeChat, n: number) => readonly Twist[];

/**
 * A script as data, as it may stand in a JSON file. For each chat request the first rule that fits says what
 * happens; where none fits, a share of `faultRate` gets one of `faults`, drawn by `seed` and arrival.
 */
export interface ScriptData {
  readonly rules?: readonly ScriptRule[];
  /** From 0 to 1. */
  readonly faultRate?: number;
  readonly seed?: string;
  /** Default: the faults of the way to a reply, none of which is the model's. */
  readonly faults?: readonly Twist[];
}

/** What happens to the chat requests that fit every condition given; without any, to all. */
export interface ScriptRule {
  /** Number of the first and the last request, as they arrive, from 0. */
  readonly from?: number;
  readonly to?: number;
  /** Every so many requests, counted from `from`. */
  readonly every?: number;
  readonly wire?: FakeChat['wire'];
  readonly model?: string;
  /** Text that one of the messages holds. */
  readonly says?: string;
  readonly twists: readonly Twist[];
}

/** A model the server has. */
export interface FakeModel {
  readonly name: string;
  /** Longest window, in tokens. */
  readonly trainedContext: number;
  readonly thinks?: boolean;
}

/** How the server behaves, beyond single twists. */
export interface FakeServerOptions {
  readonly brain?: Brain;
  readonly script?: Script;
  readonly models?: readonly FakeModel[];
  /** Waited before each chat reply. */
  readonly latencyMs?: number;
  /** Chat requests above this number in flight are refused. */
  readonly maxInFlight?: number;
  readonly overLimit?: {
    readonly status: 429 | 503;
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** Chat requests are answered one after the other, as by a server with one slot. */
  readonly serial?: boolean;
  /** Requests without this key are refused with 401. */
  readonly key?: string;
  /** Parameters of the OpenAI format that are refused by name, with OpenAI's codes. */
  readonly unsupported?: readonly string[];
  /** A server that knows no JSON schema, and the status it says so with. */
  readonly schemaRefusedWith?: number;
  /** Whether /v1/models exists. Default true. */
  readonly listsModels?: boolean;
  /** `owned_by` in the list of models: Ollama's route says `library`. */
  readonly ownedBy?: string;
  /** Ollama before `truncate`: too long a prompt is cut without a word. Default true. */
  readonly cutsSilently?: boolean;
  /** Window of the OpenAI route, which no request can set: longer prompts are cut without a word. */
  readonly openAiWindow?: number;
  /** Whether /api/ps tells the window in force. Default true. */
  readonly tellsWindow?: boolean;
  readonly version?: string;
  /** Whether cached prompt tokens are told apart in the usage (OpenAI format). Default false. */
  readonly tellsCached?: boolean;
  /** What happens on routes that are no chats, such as `/api/show`. */
  readonly routes?: Readonly<Record<string, readonly Twist[]>>;
  /** Each request is appended as a line of JSON. */
  readonly journalFile?: string;
  readonly port?: number;
}

/** One request as it arrived and ended. */
export interface JournalEntry {
  readonly n: number;
  readonly method: string;
  readonly path: string;
  readonly authorization: string | null;
  readonly body: JsonObject | null;
  /** Status sent; null when no headers went out. */
  readonly status: number | null;
  readonly end: 'answered' | 'cut' | 'aborted';
  /** True for a request of a reply, in either format. */
  readonly chat: boolean;
  /** What the script did to it. */
  readonly twists: readonly Twist['twist'][];
}

/** A running fake server. */
export interface FakeServer {
  /** `http://127.0.0.1:PORT`, for Ollama; the OpenAI base URL has `/v1` after it. */
  readonly url: string;
  readonly port: number;
  /** Requests in the order they ended. */
  readonly journal: readonly JournalEntry[];
  /** Chat requests that ever were in flight at once. */
  readonly maxObserved: number;
  readonly inFlight: number;
  /** What the server would say in a log of its own, and to no client. */
  readonly log: readonly string[];
  /** Entries of the journal for chat requests of either format. */
  chats(): readonly JournalEntry[];
  close(): Promise<void>;
}
