import type { JsonObject } from '../../src/base/json.js';

/** A chat request in either wire format, as the brain and the script see it. */
export interface FakeChat {
  readonly wire: 'openai' | 'ollama';
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly schema: JsonObject | null;
  /** Cap on output tokens. */
  readonly cap: number | null;
  readonly seed: number | null;
  /** Window asked for; the OpenAI format has none. */
  readonly window: number | null;
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
  /** In a field of its own, beside the answer. */
  | 'field'
  /** In a field of its own, the content empty. */
  | 'field-only'
  /** As typed parts of the content (OpenAI format only). */
  | 'parts';

/** One thing that goes differently from a plain good reply. Several may be combined. */
export type Twist =
  | {
      readonly twist: 'status';
      readonly status: number;
      readonly body?: JsonObject | string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly twist: 'wait'; readonly beforeHeadersMs?: number; readonly insideBodyMs?: number }
  /** Never answers; the connection stays open. */
  | { readonly twist: 'silence' }
  /** Closes the connection before any byte. */
  | { readonly twist: 'hang-up' }
  /** Closes the connection after so many bytes of the body. */
  | { readonly twist: 'cut-body'; readonly afterBytes: number }
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
  | { readonly twist: 'echo-key'; readonly where: 'text' | 'error' | 'field' };

/** What happens to the chat request that arrived as number `n`, from 0. */
export type Script = (chat: FakeChat, n: number) => readonly Twist[];

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
  /** Whether /api/ps tells the window in force. Default true. */
  readonly tellsWindow?: boolean;
  readonly version?: string;
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
  /** Entries of the journal for chat requests of either format. */
  chats(): readonly JournalEntry[];
  close(): Promise<void>;
}
