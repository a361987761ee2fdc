import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.js';
import { extractJson } from '../../src/models/extract.js';
import { createGateway } from '../../src/models/gateway.js';
import { chatUsage, trainedContext } from '../../src/models/ollama-wire.js';
import { always } from '../fake-server/scripts.js';
import { startFakeServer } from '../fake-server/server.js';
import type { FakeServer, FakeServerOptions } from '../fake-server/types.js';
import { handClock, memoryRecorder, modelAt, NEVER, request, SITE, testDeps } from './support.js';

let server: FakeServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

const start = async (options: FakeServerOptions = {}): Promise<FakeServer> => {
  server = await startFakeServer(options);
  return server;
};

const paths = (at: FakeServer): string[] => at.journal.map(({ path }) => path);

describe('every request', () => {
  it('sets the window and the cap, asks not to be cut or shifted, and carries its seed in the options', async () => {
    const at = await start();
    await modelAt(at, 'ollama', { settings: { context: 4096 } }).complete(request(), NEVER);
    expect(at.chats()[0]?.body).toMatchObject({
      stream: false,
      truncate: false,
      shift: false,
      options: { num_ctx: 4096, num_predict: 200, seed: 7 },
    });
    expect(at.chats()[0]?.body).not.toHaveProperty('seed');
  });

  it('has a window even when the user names none, and says which', async () => {
    const at = await start();
    const model = modelAt(at, 'ollama');
    await model.complete(request(), NEVER);
    const options = at.chats()[0]?.body?.['options'] as JsonObject;
    expect(options['num_ctx']).toBe(model.identity.settings.context);
    expect(options['num_ctx']).toBeGreaterThan(4096);
  });

  it.each([
    ['on', true],
    ['off', false],
    ['high', 'high'],
  ] as const)('sends reasoning %s as think: %s', async (reasoning, think) => {
    const at = await start({ models: [{ name: 'fake:1b', trainedContext: 8192, thinks: true }] });
    await modelAt(at, 'ollama', { settings: { reasoning } }).complete(request(), NEVER);
    expect(at.chats()[0]?.body?.['think']).toBe(think);
  });

  it('sends how long to keep the model, which is no part of who answers', async () => {
    const at = await start();
    const model = modelAt(at, 'ollama', { options: { baseUrl: at.url, keepAlive: '10m' } });
    await model.complete(request(), NEVER);
    expect(at.chats()[0]?.body?.['keep_alive']).toBe('10m');
    expect(model.identity).toEqual(modelAt(at, 'ollama').identity);
  });
});

describe('a model that cannot think', () => {
  it('is asked without, after one refusal', async () => {
    const at = await start();
    const deps = testDeps();
    const model = modelAt(at, 'ollama', { settings: { reasoning: 'on' }, deps });
    await model.complete(request(), NEVER);
    const second = await model.complete(request(), NEVER);
    expect(at.chats().map(({ status }) => status)).toEqual([400, 200, 200]);
    expect(second.sent).not.toHaveProperty('think');
    // The schema was not what was refused.
    expect(second.sent).toHaveProperty('format');
    expect(deps.notes).toHaveLength(1);
  });

  it('is told of before the run', async () => {
    const at = await start();
    const facts = await modelAt(at, 'ollama', { settings: { reasoning: 'on' } }).check(NEVER);
    expect(facts.notes).toEqual([expect.stringContaining('cannot reason')]);
  });
});

it('leaves room for thinking under the cap of a model that thinks', async () => {
  const at = await start({ models: [{ name: 'fake:1b', trainedContext: 32_768, thinks: true }] });
  const model = modelAt(at, 'ollama');
  await model.check(NEVER);
  await model.complete(request({ maxOutputTokens: 200 }), NEVER);
  const options = at.chats()[0]?.body?.['options'] as JsonObject;
  expect(options['num_predict']).toBeGreaterThan(200);
});

describe('a prompt that is too long', () => {
  // 11,890 tokens into 4,096, as tried on a real server: status 200 and a fluent reply.
  const long = request({
    messages: [
      { role: 'system', content: 'You play a game of five.' },
      { role: 'user', content: 'word '.repeat(11_890 * 0.8) },
    ],
  });

  it('is noticed when an old server cuts it silently: it is stored, refused, and stays refused', async () => {
    const at = await start();
    const recorder = memoryRecorder();
    const gateway = createGateway({
      model: modelAt(at, 'ollama', { settings: { context: 4096 } }),
      recorder,
      clock: handClock(),
      rng: { float: () => 0 },
    });
    await expect(gateway.ask(SITE, long, NEVER)).rejects.toMatchObject({
      code: 'model.context',
      message: expect.stringMatching(/window of 4096 tokens .*read 4096 tokens.*--context/) as unknown,
    });
    expect(at.chats()[0]?.status).toBe(200);
    expect([...recorder.calls.values()][0]?.reply.usage?.input).toBe(4096);
    await expect(gateway.ask(SITE, long, NEVER)).rejects.toMatchObject({ code: 'model.context' });
    expect(at.chats()).toHaveLength(1);
  });

  it('is named when a newer server refuses it', async () => {
    const at = await start({ cutsSilently: false });
    const model = modelAt(at, 'ollama', { settings: { context: 4096 } });
    await expect(model.complete(long, NEVER)).rejects.toMatchObject({
      code: 'context_length_exceeded',
      message: expect.stringContaining('window of 4096 tokens') as unknown,
    });
  });
});

describe('making ready', () => {
  it('loads the model with its window before the first call, and asks which window is in force', async () => {
    const at = await start();
    await modelAt(at, 'ollama', { settings: { context: 4096 } }).prepare?.(NEVER);
    expect(paths(at)).toEqual(['/api/show', '/api/generate', '/api/ps']);
    expect(at.journal[1]?.body).toMatchObject({ prompt: '', options: { num_ctx: 4096 } });
  });

  it('refuses to run with less than was asked for', async () => {
    const at = await start({ models: [{ name: 'fake:1b', trainedContext: 8192 }] });
    const model = modelAt(at, 'ollama', { settings: { context: 40_960 } });
    await expect(model.prepare?.(NEVER)).rejects.toMatchObject({ code: 'model.context' });
  });

  it('does not mind a server that does not tell the window in force', async () => {
    const at = await start({ tellsWindow: false });
    await modelAt(at, 'ollama').prepare?.(NEVER);
    expect(paths(at)).toContain('/api/ps');
  });
});

describe('before the run', () => {
  it('names a missing model, the nearest one, and the command that gets it', async () => {
    const at = await start({ models: [{ name: 'smollm2:135m', trainedContext: 8192 }] });
    await expect(modelAt(at, 'ollama', { model: 'smollm2' }).check(NEVER)).rejects.toThrow(
      /no model "smollm2": did you mean ollama:smollm2:135m\? If not, get it with `ollama pull smollm2`/,
    );
  });

  it('says when something else than Ollama answers', async () => {
    const at = await start();
    const model = modelAt({ url: `${at.url}/v1` }, 'ollama');
    await expect(model.check(NEVER)).rejects.toMatchObject({
      code: 'model.unreachable',
      message: expect.stringContaining('OLLAMA_HOST') as unknown,
    });
  });

  it('tells the version and the trained window', async () => {
    const at = await start({ models: [{ name: 'fake:1b', trainedContext: 8192 }], version: '0.9.6' });
    expect(await modelAt(at, 'ollama').check(NEVER)).toEqual({
      trainedContext: 8192,
      serverVersion: '0.9.6',
      thinks: false,
      notes: [],
    });
  });

  it('takes the window of the model itself, not of a part of it', () => {
    const info = { 'general.architecture': 'llama', 'clip.context_length': 77, 'llama.context_length': 8192 };
    expect(trainedContext({ model_info: info })).toBe(8192);
    expect(trainedContext({ model_info: { 'qwen3.context_length': 40_960 } })).toBe(40_960);
    expect(trainedContext({})).toBeNull();
  });
});

it('counts cached tokens as prompt, and a count that is left out as none', () => {
  expect(chatUsage({ prompt_eval_count: 1993, eval_count: 20 })).toEqual({
    input: 1993,
    cachedInput: 0,
    cacheWrite: 0,
    output: 20,
    reasoning: 0,
  });
  expect(chatUsage({ eval_count: 20 })?.input).toBe(0);
  expect(chatUsage({})).toBeNull();
});

it('reports JSON that the cap cut in the middle of a text as cut, and it is not repaired', async () => {
  const at = await start({ brain: () => `{"action":"speak","text":"${'so '.repeat(500)}"}` });
  const reply = await modelAt(at, 'ollama').complete(request({ maxOutputTokens: 50 }), NEVER);
  expect(reply.finish).toBe('length');
  expect(extractJson(reply.text)).toMatchObject({ ok: false });
});

it('has one request in flight at a host, whichever models are asked', async () => {
  const at = await start({
    models: [
      { name: 'a', trainedContext: 8192 },
      { name: 'b', trainedContext: 8192 },
    ],
    script: always({ twist: 'wait', beforeHeadersMs: 5 }),
  });
  const a = modelAt(at, 'ollama', { model: 'a' });
  const b = modelAt(at, 'ollama', { model: 'b' });
  expect([a.width, b.width]).toEqual([1, 1]);
  expect(a.queue).toBe(b.queue);
});
