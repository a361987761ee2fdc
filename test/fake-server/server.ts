import { appendFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '../../src/base/json.js';
import { promptCache } from './prompt-cache.js';
import { complete, ollamaBody, openAiBody, promptTokensOf } from './replies.js';
import { chatOf, fitted, refusal, refusedByNature, type Answer } from './requests.js';
import { load, plainAnswer, type Loaded } from './routes.js';
import { schemaBrain } from './schema-brain.js';
import { streamOf } from './streams.js';
import type { FakeChat, FakeModel, FakeServer, FakeServerOptions, JournalEntry, Twist } from './types.js';
import { find, later, write } from './writing.js';

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

/** The answer that a script puts in the place of a reply; null when it has none. */
function scripted(
  wire: FakeChat['wire'],
  authorization: string | null,
  twists: readonly Twist[],
): Answer | null {
  const status = find(twists, 'status');
  if (status !== undefined) {
    const error = { message: 'scripted fault', type: 'server_error' };
    return {
      status: status.status,
      body: status.body ?? { error: status.code === undefined ? error : { ...error, code: status.code } },
      ...(status.headers === undefined ? {} : { headers: status.headers }),
    };
  }
  const raw = find(twists, 'raw-body');
  if (raw !== undefined) {
    return { status: 200, body: raw.text, headers: { 'content-type': raw.contentType ?? 'text/html' } };
  }
  const echo = find(twists, 'echo-key')?.where;
  if (echo === 'error') {
    return refusal(wire, 500, `upstream failed; headers were Authorization: ${authorization ?? ''}`);
  }
  return null;
}

/** Headers of an answer that repeat the key, among them one that clients read. */
function echoHeaders(authorization: string | null): Readonly<Record<string, string>> {
  const value = authorization ?? '';
  return { 'x-request-id': value, 'www-authenticate': value, 'retry-after': value };
}

/** Starts a model server that speaks the OpenAI and the Ollama format on a free port of this machine. */
export async function startFakeServer(options: FakeServerOptions = {}): Promise<FakeServer> {
  const models = options.models ?? DEFAULT_MODELS;
  const brain = options.brain ?? schemaBrain();
  const cachedTokens = promptCache();
  const tellsCached = options.tellsCached === true;
  const journal: JournalEntry[] = [];
  const log: string[] = [];
  const loaded: Loaded = new Map();
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

  const reply = (chat: FakeChat, twists: readonly Twist[]): Answer => {
    const natural = refusedByNature(chat, options, models);
    if (natural !== null) return natural;
    const instead = scripted(chat.wire, chat.authorization, twists);
    if (instead !== null) return instead;
    const error = find(twists, 'error-inside');
    if (error !== undefined && !chat.streams) {
      const { message } = error;
      return {
        status: 200,
        body: { error: chat.wire === 'openai' ? { message, code: 502 } : message },
      };
    }
    const model = models.find(({ name }) => name === chat.model);
    const trained = model?.trainedContext ?? Infinity;
    if (model !== undefined && chat.wire === 'ollama') {
      load(model, chat.window, loaded, (line) => log.push(line));
    }
    const widest = chat.wire === 'openai' ? Math.min(trained, options.openAiWindow ?? Infinity) : trained;
    const { messages, tokens } = fitted(chat, widest);
    const whole = promptTokensOf(chat.messages);
    if (tokens < whole) log.push(`truncating input prompt limit=${tokens} prompt=${whole}`);
    const cached = chat.wire === 'ollama' || tellsCached ? Math.min(tokens, cachedTokens(chat)) : 0;
    const made = complete(chat, brain({ ...chat, messages }), { tokens, cached }, twists);
    const headers =
      find(twists, 'echo-key')?.where === 'header' ? { headers: echoHeaders(chat.authorization) } : {};
    if (chat.streams) {
      const { contentType, pieces } = streamOf(chat, made, tellsCached, error);
      return { status: 200, body: {}, pieces, headers: { 'content-type': contentType, ...headers.headers } };
    }
    const body = chat.wire === 'openai' ? openAiBody(chat, made, tellsCached) : ollamaBody(chat, made);
    return { status: 200, body, ...headers };
  };

  /** Answers by twists that concern the connection, and otherwise with what `answer` makes. */
  const serve = async (
    response: ServerResponse,
    twists: readonly Twist[],
    answer: () => Answer,
  ): Promise<'answered' | 'cut'> => {
    const wait = find(twists, 'wait')?.beforeHeadersMs ?? 0;
    if (wait > 0) await later(wait, response);
    if (find(twists, 'silence') !== undefined) await new Promise((resolve) => response.on('close', resolve));
    if (find(twists, 'hang-up') !== undefined) {
      response.destroy();
      return 'cut';
    }
    return write(response, answer(), twists);
  };

  const handleChat = async (
    chat: FakeChat,
    response: ServerResponse,
    tell: (twists: readonly Twist[]) => void,
  ): Promise<'answered' | 'cut'> => {
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
      const twists = options.script?.(chat, n) ?? [];
      tell(twists);
      if ((options.latencyMs ?? 0) > 0) await later(options.latencyMs ?? 0, response);
      return await serve(response, twists, () => reply(chat, twists));
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
    const chat = chatOf(path, body, authorization);
    let twists: readonly Twist[] = chat === undefined ? (options.routes?.[path] ?? []) : [];
    let gone = false;
    response.on('close', () => (gone = !response.writableEnded));
    const end =
      chat === undefined
        ? await serve(
            response,
            twists,
            () =>
              scripted('openai', authorization, twists) ??
              plainAnswer(path, body, options, models, loaded, (line) => log.push(line)),
          )
        : await handleChat(chat, response, (told) => (twists = told));
    note({
      n,
      method: request.method ?? '',
      path,
      authorization,
      body,
      status: response.headersSent && !gone ? response.statusCode : null,
      end: gone && end === 'answered' ? 'aborted' : end,
      chat: chat !== undefined,
      twists: twists.map(({ twist }) => twist),
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
    log,
    get maxObserved() {
      return maxObserved;
    },
    get inFlight() {
      return inFlight;
    },
    chats: () => journal.filter((entry) => entry.chat),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
