import { appendFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '../../src/base/json.js';
import { complete, ollamaBody, openAiBody } from './replies.js';
import {
  asObject,
  chatOf,
  CHAT_PATHS,
  fitted,
  numberOr,
  OLLAMA_WINDOW,
  refusal,
  refusedByNature,
  type Answer,
} from './requests.js';
import { schemaBrain } from './schema-brain.js';
import type { FakeChat, FakeModel, FakeServer, FakeServerOptions, JournalEntry, Twist } from './types.js';

const DEFAULT_MODELS: readonly FakeModel[] = [{ name: 'fake:1b', trainedContext: 32_768 }];

function readBody(request: IncomingMessage): Promise<JsonObject | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('close', () => resolve(null));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      resolve(text === '' ? null : (JSON.parse(text) as JsonObject));
    });
  });
}

function find<T extends Twist['twist']>(
  twists: readonly Twist[],
  name: T,
): Extract<Twist, { twist: T }> | undefined {
  return twists.find((twist): twist is Extract<Twist, { twist: T }> => twist.twist === name);
}

/** Waits, but not for a client that has gone. */
const later = (ms: number, response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    response.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Starts a model server that speaks the OpenAI and the Ollama format on a free port of this machine. Not
 * streaming; what a streaming answer would need is made apart from how it is written.
 */
export async function startFakeServer(options: FakeServerOptions = {}): Promise<FakeServer> {
  const models = options.models ?? DEFAULT_MODELS;
  const brain = options.brain ?? schemaBrain();
  const journal: JournalEntry[] = [];
  const loaded = new Map<string, number>();
  let arrived = 0;
  let chatsArrived = 0;
  let inFlight = 0;
  let maxObserved = 0;
  let turn: Promise<void> = Promise.resolve();

  const note = (entry: JournalEntry): void => {
    journal.push(entry);
    if (options.journalFile !== undefined) {
      appendFileSync(options.journalFile, `${JSON.stringify(entry)}\n`);
    }
  };

  const plainAnswer = (path: string, body: JsonObject | null): Answer => {
    const model = models.find(({ name }) => name === body?.['model']);
    switch (path) {
      case '/v1/models':
        if (options.listsModels === false) break;
        return {
          status: 200,
          body: {
            object: 'list',
            data: models.map(({ name, trainedContext }) => ({
              id: name,
              object: 'model',
              created: 1,
              owned_by: options.ownedBy ?? 'fake',
              max_model_len: trainedContext,
            })),
          },
        };
      case '/api/version':
        return { status: 200, body: { version: options.version ?? '0.0.0' } };
      case '/api/tags':
        return { status: 200, body: { models: models.map(({ name }) => ({ name, model: name })) } };
      case '/api/ps':
        return {
          status: 200,
          body: {
            models: [...loaded].map(([name, window]) => ({
              name,
              model: name,
              ...(options.tellsWindow === false ? {} : { context_length: window }),
            })),
          },
        };
      case '/api/show':
      case '/api/generate':
        if (model === undefined) return { status: 404, body: { error: 'model not found' } };
        if (path === '/api/generate') {
          const window = numberOr(asObject(body?.['options'])['num_ctx'], OLLAMA_WINDOW) ?? OLLAMA_WINDOW;
          loaded.set(model.name, Math.min(window, model.trainedContext));
          return { status: 200, body: { model: model.name, response: '', done: true, done_reason: 'load' } };
        }
        return {
          status: 200,
          body: {
            capabilities: ['completion', ...(model.thinks === true ? ['thinking'] : [])],
            model_info: { 'general.architecture': 'llama', 'llama.context_length': model.trainedContext },
          },
        };
    }
    return { status: 404, body: 'not found' };
  };

  const write = async (
    response: ServerResponse,
    answer: Answer,
    twists: readonly Twist[],
  ): Promise<'answered' | 'cut'> => {
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
    const bytes = Buffer.from(text, 'utf8');
    response.writeHead(answer.status, {
      'content-type': typeof answer.body === 'string' ? 'text/html' : 'application/json',
      'content-length': bytes.byteLength,
      ...answer.headers,
    });
    const cut = find(twists, 'cut-body');
    if (cut !== undefined) {
      response.write(bytes.subarray(0, cut.afterBytes), () => response.destroy());
      return 'cut';
    }
    const inside = find(twists, 'wait')?.insideBodyMs;
    if (inside !== undefined) {
      const half = Math.floor(bytes.byteLength / 2);
      response.write(bytes.subarray(0, half));
      await later(inside, response);
      response.end(bytes.subarray(half));
    } else {
      response.end(bytes);
    }
    return 'answered';
  };

  const chatAnswer = (chat: FakeChat, twists: readonly Twist[]): Answer => {
    const natural = refusedByNature(chat, options, models);
    if (natural !== null) return natural;
    const status = find(twists, 'status');
    if (status !== undefined) {
      return {
        status: status.status,
        body: status.body ?? { error: { message: 'scripted fault', type: 'server_error' } },
        ...(status.headers === undefined ? {} : { headers: status.headers }),
      };
    }
    const raw = find(twists, 'raw-body');
    if (raw !== undefined) {
      return {
        status: 200,
        body: raw.text,
        headers: { 'content-type': raw.contentType ?? 'text/html' },
      };
    }
    if (find(twists, 'echo-key')?.where === 'error') {
      return refusal(
        chat.wire,
        500,
        `upstream failed; headers were Authorization: ${chat.authorization ?? ''}`,
      );
    }
    const trained = models.find(({ name }) => name === chat.model)?.trainedContext ?? Infinity;
    const { messages, tokens } = fitted(chat, trained);
    const made = complete(chat, brain({ ...chat, messages }), tokens, twists);
    return { status: 200, body: chat.wire === 'openai' ? openAiBody(chat, made) : ollamaBody(chat, made) };
  };

  const serveChat = async (
    chat: FakeChat,
    response: ServerResponse,
    twists: readonly Twist[],
  ): Promise<'answered' | 'cut'> => {
    const wait = (options.latencyMs ?? 0) + (find(twists, 'wait')?.beforeHeadersMs ?? 0);
    if (wait > 0) await later(wait, response);
    if (find(twists, 'silence') !== undefined) await new Promise((resolve) => response.on('close', resolve));
    if (find(twists, 'hang-up') !== undefined) {
      response.destroy();
      return 'cut';
    }
    return write(response, chatAnswer(chat, twists), twists);
  };

  const handleChat = async (chat: FakeChat, response: ServerResponse): Promise<'answered' | 'cut'> => {
    const n = chatsArrived;
    chatsArrived += 1;
    if (options.key !== undefined && chat.authorization !== `Bearer ${options.key}`) {
      return write(
        response,
        refusal(chat.wire, 401, 'Incorrect API key provided', { code: 'invalid_api_key' }),
        [],
      );
    }
    if (inFlight >= (options.maxInFlight ?? Infinity)) {
      const { status, headers } = { status: 429, headers: {}, ...options.overLimit };
      return write(
        response,
        { ...refusal(chat.wire, status, 'too many requests', { code: 'rate_limit_exceeded' }), headers },
        [],
      );
    }
    inFlight += 1;
    maxObserved = Math.max(maxObserved, inFlight);
    const before = turn;
    let next = (): void => undefined;
    if (options.serial === true) turn = new Promise((resolve) => (next = resolve));
    try {
      if (options.serial === true) await before;
      return await serveChat(chat, response, options.script?.(chat, n) ?? []);
    } finally {
      inFlight -= 1;
      next();
    }
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const n = arrived;
    arrived += 1;
    const path = (request.url ?? '').split('?')[0] ?? '';
    const authorization = request.headers.authorization ?? null;
    const body = await readBody(request);
    const wire = CHAT_PATHS[path];
    let gone = false;
    response.on('close', () => (gone = !response.writableEnded));
    const end =
      wire !== undefined && body !== null
        ? await handleChat(chatOf(wire, body, authorization), response)
        : await write(response, plainAnswer(path, body), []);
    note({
      n,
      method: request.method ?? '',
      path,
      authorization,
      body,
      status: response.headersSent && !gone ? response.statusCode : null,
      end: gone && end === 'answered' ? 'aborted' : end,
    });
  };

  const server = createServer((request, response) => {
    void handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    journal,
    get maxObserved() {
      return maxObserved;
    },
    get inFlight() {
      return inFlight;
    },
    chats: () => journal.filter((entry) => entry.path in CHAT_PATHS),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
