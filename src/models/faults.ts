import { cleanLine, shorten } from '../base/text.js';
import type { Redactor } from './redact.js';
import { ModelFault, type FaultKind } from './chat.js';

/** How a fault's message names the server, and what it advises. */
export interface ServerName {
  /** `openai` or `ollama`. */
  readonly provider: string;
  readonly url: string;
  /** Environment variable that holds the key. */
  readonly keyVariable: string;
  /** What to do when nothing answers. */
  readonly whenUnreachable: string;
  /** What to do when the model is not there. */
  readonly whenNotFound: string;
}

/** What a server said when it refused, read from whichever shape of error body it uses. */
export interface ServerProblem {
  readonly status: number;
  /** `code`, else `type`, of the error object. */
  readonly codes: readonly string[];
  /** The parameter the server complains about, up to its first dot. */
  readonly param: string | null;
  /** One line, at most 300 characters, without secrets. */
  readonly text: string;
  readonly retryAfterMs: number | null;
}

/** Codes by which servers say that the account is out of money: waiting does not help. */
const QUOTA_CODES = new Set(['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active']);

/** The code of a prompt that is longer than the context window. */
export const CONTEXT_CODE = 'context_length_exceeded';

const MESSAGE_MAX = 300;

/**
 * How long the server asks us to wait, in milliseconds: `retry-after-ms`, or `Retry-After` in seconds or as
 * an HTTP date (RFC 9110, section 10.2.3). A date is read against the server's own `Date`, where it sent
 * one, so that a wrong clock on this side does no harm. Null when it asks for nothing readable.
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | null {
  const milliseconds = headers.get('retry-after-ms');
  if (milliseconds !== null && /^\d+(\.\d+)?$/.test(milliseconds.trim())) return Number(milliseconds);
  const value = headers.get('retry-after')?.trim();
  if (value === undefined || value === '') return null;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  // A date begins with the name of a day; left to itself Date.parse reads "-5" as a date too.
  const until = /^[a-z]{3}/i.test(value) ? Date.parse(value) : NaN;
  if (Number.isNaN(until)) return null;
  const serverNow = Date.parse(headers.get('date') ?? '');
  return Math.max(0, until - (Number.isNaN(serverNow) ? nowMs : serverNow));
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function messageOf(body: unknown, text: string): string {
  const detail = field(body, 'detail');
  const candidates = [
    field(field(body, 'error'), 'message'),
    field(body, 'error'),
    field(body, 'message'),
    detail,
    field(Array.isArray(detail) ? detail[0] : detail, 'msg'),
    text.replace(/<[^>]*>/g, ' '),
  ];
  return candidates.find((found): found is string => typeof found === 'string' && found.trim() !== '') ?? '';
}

/**
 * Reads a refusal. Servers disagree on the shape: `{error: {message, code, type, param}}` (OpenAI, vLLM,
 * llama.cpp), `{error: "…"}` (Ollama), `{detail: […]}` (FastAPI), or no JSON at all.
 */
export function readProblem(
  status: number,
  headers: Headers,
  text: string,
  redact: Redactor,
  nowMs: number,
): ServerProblem {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  const holder = field(field(body, 'error'), 'message') === undefined ? body : field(body, 'error');
  const codes = [field(holder, 'code'), field(holder, 'type')].filter(
    (code): code is string => typeof code === 'string',
  );
  const param = field(holder, 'param');
  return {
    status,
    codes,
    param: typeof param === 'string' ? (param.split(/[.[]/)[0] ?? null) : null,
    text: shorten(cleanLine(redact.text(messageOf(body, text.slice(0, 10_000)))), MESSAGE_MAX),
    retryAfterMs: retryAfterMs(headers, nowMs),
  };
}

function kindOf(problem: ServerProblem): FaultKind {
  const { status } = problem;
  if (status === 402 || (status < 500 && problem.codes.some((code) => QUOTA_CODES.has(code)))) return 'quota';
  if (status === 429) return 'rate-limit';
  if (status === 401 || status === 403) return 'auth';
  if (status === 404) return 'not-found';
  // A request time-out, a lock, a replayed early request: the same request may well pass later.
  if (status === 408 || status === 409 || status === 425 || status >= 500) return 'transport';
  return 'rejected';
}

function adviceOf(kind: FaultKind, server: ServerName): string {
  switch (kind) {
    case 'auth':
      return `: check ${server.keyVariable}`;
    case 'not-found':
      return `: ${server.whenNotFound}`;
    default:
      return '';
  }
}

/** The fault for a refusal, decided by status and code. */
export function faultOfProblem(server: ServerName, problem: ServerProblem): ModelFault {
  const kind = kindOf(problem);
  const said = problem.text === '' ? '' : ` (${problem.text})`;
  return new ModelFault(
    kind,
    `${server.provider} server ${server.url} answered ${problem.status}${said}${adviceOf(kind, server)}`,
    {
      status: problem.status,
      code: problem.codes[0] ?? null,
      retryAfterMs: problem.retryAfterMs,
    },
  );
}

function causes(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let at = error; at !== undefined && at !== null && chain.length < 8; at = field(at, 'cause')) {
    chain.push(at);
  }
  return chain;
}

/** The fault for a connection that gave no complete answer. */
export function faultOfConnection(server: ServerName, error: unknown, redact: Redactor): ModelFault {
  const chain = causes(error);
  const code = chain.map((at) => field(at, 'code')).find((found) => typeof found === 'string');
  const words = chain
    .map((at) => field(at, 'message'))
    .filter((found): found is string => typeof found === 'string' && found !== '');
  const why = shorten(cleanLine(redact.text(String(code ?? words.at(-1) ?? 'unknown'))), MESSAGE_MAX);
  return new ModelFault(
    'transport',
    `no complete answer from the ${server.provider} server ${server.url} (${why}): ${server.whenUnreachable}`,
    // The cause itself is left out: it may hold the request, and with it the key.
    { code: typeof code === 'string' ? code : null },
  );
}
