/**
 * What a real Ollama 0.9.6 with a small model was seen to do, played by the fake server, and what the lab makes of it.
 *
 * | seen | test |
 * |---|---|
 * | a prompt of 11,890 tokens into a window of 4,096: status 200, a fluent reply, a count equal to the window, a line in the server's own log only | "a prompt longer than the window" |
 * | the OpenAI route has a window that no request can set, and cuts in the same way | "a prompt longer than the window", last test |
 * | a window of 40,960 asked of a model trained for 8,192: clamped with a line in the log only; `/api/show` tells it beforehand | "a window wider than the model was trained for" |
 * | `prompt_eval_count` counts cached tokens too, and takes no time for them | "a prompt that is cached" |
 * | a reply held to a schema goes on with blanks, tabs and line ends until the cap, before or after the closing brace | "white space until the cap" |
 * | `think: true` for a model that cannot: status 400 | "what it refuses" |
 * | an unknown model: status 404, try pulling it first | "what it refuses" |
 * | the version of a server built from source is 0.0.0 | "what it refuses", last test |
 * | the same request with the same `options.seed`: the same reply | "the same request" |
 * | `done_reason: "length"` with JSON cut in the middle of a string | "a reply cut by its cap" |
 * | (another server) no JSON Schema known, and status 500 to say so | contract.test.ts, "does without a schema where the server says so with status 500" |
 */
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.js';
import { extractJson, onlyBlanksWereCut } from '../../src/models/extract.js';
import { createGateway, type Gateway } from '../../src/models/gateway.js';
import { always } from '../fake-server/scripts.js';
import { startFakeServer } from '../fake-server/server.js';
import type { FakeServer, FakeServerOptions } from '../fake-server/types.js';
import {
  handClock,
  memoryRecorder,
  modelAt,
  NEVER,
  PROVIDER_IDS,
  request,
  SITE,
  testDeps,
} from './support.js';
import type { ProviderId } from './support.js';

const SMALL = [{ name: 'fake:1b', trainedContext: 8192 }];

let server: FakeServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

const start = async (options: FakeServerOptions = {}): Promise<FakeServer> => {
  server = await startFakeServer({ models: SMALL, ...options });
  return server;
};

/** Posts as a client without any care would. */
async function post(path: string, body: JsonObject): Promise<{ status: number; answer: JsonObject }> {
  const response = await fetch(`${server?.url}${path}`, { method: 'POST', body: JSON.stringify(body) });
  return { status: response.status, answer: (await response.json()) as JsonObject };
}

function gatewayAt(
  at: FakeServer,
  provider: ProviderId,
  context: number,
): {
  gateway: Gateway;
  recorder: ReturnType<typeof memoryRecorder>;
} {
  const recorder = memoryRecorder();
  const model = modelAt(at, provider, { settings: { context } });
  return {
    gateway: createGateway({ model, recorder, clock: handClock(), rng: { float: () => 0 } }),
    recorder,
  };
}

// The fake server takes four characters for a token: 11,890 of them.
const LONG = request({
  messages: [
    { role: 'system', content: 'You play a game of five.' },
    { role: 'user', content: 'word '.repeat((11_890 * 4) / 5) },
  ],
});

describe('a prompt longer than the window', () => {
  it('is answered with status 200 and a count that equals the window; only the server’s log tells', async () => {
    const at = await start();
    const { status, answer } = await post('/api/chat', {
      model: 'fake:1b',
      messages: LONG.messages as unknown as JsonObject[],
      stream: false,
      options: { num_ctx: 4096 },
    });
    expect([status, answer['prompt_eval_count'], answer['done_reason']]).toEqual([200, 4096, 'stop']);
    expect(JSON.stringify(answer)).not.toMatch(/trunc|exceed|limit/);
    expect(at.log.at(-1)).toMatch(/^truncating input prompt limit=4096 prompt=1189\d$/);
  });

  it('ends the run with a line that says so; the reply is kept and never played', async () => {
    const at = await start();
    const { gateway, recorder } = gatewayAt(at, 'ollama', 4096);
    await expect(gateway.ask(SITE, LONG, NEVER)).rejects.toMatchObject({
      code: 'model.context',
      message: expect.stringMatching(/window of 4096 tokens .*cut it without a word.*--context/) as unknown,
    });
    expect(recorder.calls.size).toBe(1);
  });

  it('is noticed at the OpenAI route too, where the user named the window', async () => {
    const at = await start({ openAiWindow: 4096 });
    const { gateway } = gatewayAt(at, 'openai', 4096);
    await expect(gateway.ask(SITE, LONG, NEVER)).rejects.toMatchObject({ code: 'model.context' });
    expect(at.chats()[0]?.status).toBe(200);
  });
});

describe('a window wider than the model was trained for', () => {
  it('is clamped, with a line in the server’s log only', async () => {
    const at = await start();
    const { status } = await post('/api/generate', {
      model: 'fake:1b',
      prompt: '',
      options: { num_ctx: 40_960 },
    });
    expect(status).toBe(200);
    expect(at.log).toContain('requested context size too large for model num_ctx=40960 n_ctx_train=8192');
    const response = await fetch(`${at.url}/api/ps`);
    expect(await response.json()).toMatchObject({ models: [{ name: 'fake:1b', context_length: 8192 }] });
  });

  it('is told by /api/show beforehand, and refused by the lab before anything is asked', async () => {
    const at = await start();
    const shown = await post('/api/show', { model: 'fake:1b' });
    expect(shown.answer['model_info']).toMatchObject({ 'llama.context_length': 8192 });
    const model = modelAt(at, 'ollama', { settings: { context: 40_960 } });
    await expect(model.check(NEVER)).rejects.toMatchObject({
      code: 'model.context',
      message: expect.stringMatching(/at most 8192 .*got 40960.*--context 8192/) as unknown,
    });
    expect(at.chats()).toEqual([]);
  });
});

describe('a prompt that is cached', () => {
  it('counts in full the second time, in a hundredth of the time', async () => {
    await start();
    const body = {
      model: 'fake:1b',
      messages: [{ role: 'user', content: 'word '.repeat((1993 * 4) / 5) }],
      stream: false,
      options: { num_predict: 20 },
    };
    const [first, second] = [await post('/api/chat', body), await post('/api/chat', body)];
    expect([first.answer['prompt_eval_count'], second.answer['prompt_eval_count']]).toEqual([1993, 1993]);
    // 10 s and 0.08 s were measured.
    const seconds = [first, second].map(({ answer }) => Number(answer['prompt_eval_duration']) / 1e9);
    expect(seconds[0]).toBeCloseTo(10, 0);
    expect(seconds[1]).toBeCloseTo(0.08, 2);
  });

  it('is stored as input: the server does not say how many tokens were cached', async () => {
    const at = await start();
    const model = modelAt(at, 'ollama');
    const first = await model.complete(request(), NEVER);
    const second = await model.complete(request(), NEVER);
    expect(second.usage).toEqual(first.usage);
    expect(second.usage?.cachedInput).toBe(0);
  });
});

describe.each(PROVIDER_IDS)('%s: white space until the cap', (provider) => {
  it('after the closing brace leaves a whole answer', async () => {
    const at = await start({ script: always({ twist: 'blanks', where: 'after-brace' }) });
    const reply = await modelAt(at, provider).complete(request(), NEVER);
    expect(reply.finish).toBe('length');
    expect(reply.text).toMatch(/\}[ \n\t]{500}/);
    expect(onlyBlanksWereCut(reply.text)).toBe(true);
    expect(extractJson(reply.text)).toMatchObject({ ok: true, value: { action: 'vote' } });
  });

  it('before the closing brace leaves none, and none is made up', async () => {
    const at = await start({ script: always({ twist: 'blanks', where: 'before-brace' }) });
    const reply = await modelAt(at, provider).complete(request(), NEVER);
    expect(reply.finish).toBe('length');
    expect(onlyBlanksWereCut(reply.text)).toBe(false);
    expect(extractJson(reply.text)).toMatchObject({ ok: false });
  });
});

describe('what it refuses', () => {
  it('think: true for a model that cannot, with status 400; the lab asks without', async () => {
    const at = await start();
    const body = {
      model: 'fake:1b',
      messages: [{ role: 'user', content: 'go' }],
      think: true,
      stream: false,
    };
    expect(await post('/api/chat', body)).toEqual({
      status: 400,
      answer: { error: '"fake:1b" does not support thinking' },
    });
    const deps = testDeps();
    const model = modelAt(at, 'ollama', { settings: { reasoning: 'on' }, deps });
    expect((await model.complete(request(), NEVER)).sent).not.toHaveProperty('think');
    expect(deps.notes).toEqual([expect.stringContaining('a reasoning setting')]);
  });

  it('an unknown model, with status 404; the lab names the command that gets it', async () => {
    const at = await start();
    const body = { model: 'other', messages: [{ role: 'user', content: 'go' }], stream: false };
    expect(await post('/api/chat', body)).toEqual({
      status: 404,
      answer: { error: 'model "other" not found, try pulling it first' },
    });
    await expect(modelAt(at, 'ollama', { model: 'other' }).complete(request(), NEVER)).rejects.toMatchObject({
      kind: 'not-found',
      message: expect.stringContaining('`ollama pull other`') as unknown,
    });
  });

  it('nothing for its version, which is 0.0.0 when it was built from source', async () => {
    const at = await start();
    expect(await modelAt(at, 'ollama').check(NEVER)).toMatchObject({ serverVersion: '0.0.0', notes: [] });
  });
});

it('the same request with the same options.seed has the same reply, another seed another', async () => {
  const at = await start({ brain: ({ seed }) => `{"action":"speak","text":"drawn from ${seed}"}` });
  const model = modelAt(at, 'ollama');
  const ask = async (seed: number): Promise<string> => (await model.complete(request({ seed }), NEVER)).text;
  const [first, second, third] = [await ask(7), await ask(7), await ask(8)];
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  expect(at.chats().map(({ body }) => (body?.['options'] as JsonObject)['seed'])).toEqual([7, 7, 8]);
});

describe.each(PROVIDER_IDS)('%s: a reply cut by its cap', (provider) => {
  it('holds JSON that ends in the middle of a string, and is not repaired', async () => {
    const at = await start({ brain: () => `{"action":"speak","text":"${'so '.repeat(500)}"}` });
    const reply = await modelAt(at, provider).complete(request({ maxOutputTokens: 50 }), NEVER);
    // 50 tokens of four characters.
    expect(reply.text).toHaveLength(200);
    expect(reply.finish).toBe('length');
    expect(onlyBlanksWereCut(reply.text)).toBe(false);
    expect(extractJson(reply.text)).toMatchObject({ ok: false });
  });
});
