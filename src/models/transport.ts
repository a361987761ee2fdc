import type { Dispatcher, fetch as UndiciFetch } from 'undici';
import { UserError } from '../base/errors.js';
import { ModelFault } from './chat.js';
import {
  faultOfConnection,
  faultOfProblem,
  readProblem,
  type ServerName,
  type ServerProblem,
} from './faults.js';
import type { Clock } from './clock.js';
import type { Environment } from './endpoint.js';
import { proxiesOf, proxyFor } from './proxy.js';
import type { Redactor } from './redact.js';

/** A complete answer of a server. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends one HTTP request and reads the whole answer; rejects when there is none. */
export interface Wire {
  send(url: string, init: RequestInit): Promise<WireAnswer>;
  /** The proxy that an address may be reached through, for messages; null when there is none. */
  via?(url: string): string | null;
  /** Closes idle connections. */
  close(): Promise<void>;
}

/** A longer body is no chat reply; it is cut off before it fills the memory. */
const BODY_MAX_BYTES = 32 * 1024 * 1024;

/** To reach the server at all; waiting for its answer is the caller's business. */
const CONNECT_TIMEOUT_MS = 15_000;

/**
 * HTTP by undici with its own time-outs off: it would end a request after 300 s without headers, which a
 * slow machine needs for a long prompt. Time limits come with the signal. The number of connections is not
 * limited here, so that it is never the narrowest place.
 *
 * @param env names proxies by `HTTP_PROXY`, `HTTPS_PROXY`, `NO_PROXY`; this machine is never asked of one
 * @throws UserError when a proxy cannot be read
 */
export function undiciWire(env: Environment = {}): Wire {
  const proxies = proxiesOf(env);
  let loading: Promise<{ agent: Dispatcher; fetch: typeof UndiciFetch }> | undefined;
  const load = async (): Promise<{ agent: Dispatcher; fetch: typeof UndiciFetch }> => {
    // Loaded when first needed: it costs 0.1 s, which commands without a model need not pay.
    const undici = await import('undici');
    const options = { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: CONNECT_TIMEOUT_MS } };
    const agent =
      proxies === null
        ? new undici.Agent(options)
        : new undici.EnvHttpProxyAgent({
            ...options,
            httpProxy: proxies.http,
            httpsProxy: proxies.https,
            noProxy: proxies.no,
          });
    return { agent, fetch: undici.fetch };
  };
  return {
    via: (url) => (proxies === null ? null : proxyFor(proxies, url)),
    async send(url, init) {
      loading ??= load();
      const { agent, fetch } = await loading;
      const response = await fetch(url, {
        ...(init as unknown as Parameters<typeof UndiciFetch>[1]),
        dispatcher: agent,
      });
      const chunks: Uint8Array[] = [];
      let bytes = 0;
      if (response.body !== null) {
        for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
          bytes += chunk.byteLength;
          if (bytes > BODY_MAX_BYTES) throw new Error(`body of more than ${BODY_MAX_BYTES} bytes`);
          chunks.push(chunk);
        }
      }
      return {
        status: response.status,
        headers: response.headers as unknown as Headers,
        text: Buffer.concat(chunks).toString('utf8'),
      };
    },
    async close() {
      if (loading !== undefined) await (await loading).agent.close();
    },
  };
}

/**
 * Carries a fault through an SDK, which would wrap it: its message is chosen so that no SDK mistakes it for
 * something it knows.
 */
export class CarriedFault extends Error {
  readonly fault: ModelFault;
  /** What the server said; null when it did not answer. */
  readonly problem: ServerProblem | null;

  constructor(fault: ModelFault, problem: ServerProblem | null) {
    super('carried');
    this.fault = fault;
    this.problem = problem;
  }
}

/** The fault an SDK passed on or wrapped; undefined for an error of its own. */
export function carriedFault(error: unknown): CarriedFault | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof CarriedFault) return at;
  }
  return undefined;
}

/** What may be shown of an error: what an SDK throws of its own (on a header it cannot send) may hold a key. */
export function safeError(error: unknown, redact: Redactor): Error {
  if (error instanceof ModelFault || error instanceof UserError) return error;
  const carried = carriedFault(error);
  if (carried !== undefined) return carried.fault;
  const shown = new Error(redact.text(error instanceof Error ? error.message : String(error)));
  if (error instanceof Error && error.stack !== undefined) shown.stack = redact.text(error.stack);
  return shown;
}

/**
 * A `fetch` for an SDK that gives whole JSON answers with a good status, and otherwise throws a
 * {@link CarriedFault}: so both SDKs' faults are decided in one place, and neither prints, retries or shows
 * a key.
 */
export function faultingFetch(wire: Wire, server: ServerName, redact: Redactor, clock: Clock): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    let answer: WireAnswer;
    try {
      answer = await wire.send(url, init ?? {});
    } catch (error) {
      const proxy = wire.via?.(url) ?? null;
      const named =
        proxy === null
          ? server
          : { ...server, whenUnreachable: `${server.whenUnreachable}, or the proxy ${proxy}` };
      throw new CarriedFault(faultOfConnection(named, error, redact), null);
    }
    if (answer.status < 200 || answer.status > 299) {
      const problem = readProblem(answer.status, answer.headers, answer.text, redact, clock.now());
      throw new CarriedFault(faultOfProblem(server, problem), problem);
    }
    try {
      JSON.parse(answer.text);
    } catch {
      const fault = new ModelFault(
        'transport',
        `${server.provider} server ${server.url} answered ${answer.status} with a body that is not JSON (cut off, or not a model server)`,
        { status: answer.status },
      );
      throw new CarriedFault(fault, null);
    }
    return new Response(answer.text, {
      status: 200,
      headers: { 'content-type': 'application/json' },
    });
  };
}
