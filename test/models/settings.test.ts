import { afterEach, describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import type { JsonObject } from '../../src/base/json.js';
import { callKey } from '../../src/models/call-key.js';
import type { ModelSettings } from '../../src/models/chat.js';
import { createGateway } from '../../src/models/gateway.js';
import { mayCost } from '../../src/models/local.js';
import { createModel, PROVIDERS, providerUsage, type ModelOptions } from '../../src/models/registry.js';
import { isKeepAlive } from '../../src/models/settings.js';
import { always } from '../fake-server/scripts.js';
import { startFakeServer } from '../fake-server/server.js';
import type { FakeServer, FakeServerOptions } from '../fake-server/types.js';
import { handClock, memoryRecorder, modelAt, NEVER, request, settle, SITE, testDeps } from './support.js';
import type { ProviderId } from './support.js';

let server: FakeServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

const start = async (options: FakeServerOptions = {}): Promise<FakeServer> => {
  server = await startFakeServer(options);
  return server;
};

/** What one call sends and what is said to have been sent. */
async function sent(
  provider: ProviderId,
  more: { readonly settings?: Partial<ModelSettings>; readonly options?: ModelOptions },
): Promise<{ readonly body: JsonObject; readonly sent: JsonObject }> {
  const at = await start({ models: [{ name: 'fake:1b', trainedContext: 8192, thinks: true }] });
  const reply = await modelAt(at, provider, more).complete(request({ maxOutputTokens: 200 }), NEVER);
  return { body: at.chats()[0]?.body ?? {}, sent: reply.sent };
}

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    return (error as UserError).message;
  }
  throw new Error('nothing was thrown');
}

/** Where each API takes a setting: OpenAI's reference of chat completions, Ollama's docs/api.md. */
const PLACES: readonly {
  readonly name: string;
  readonly settings?: Partial<ModelSettings>;
  readonly options?: ModelOptions;
  readonly openai?: JsonObject;
  readonly ollama?: JsonObject;
}[] = [
  {
    name: 'temperature',
    settings: { temperature: 0.3 },
    openai: { temperature: 0.3 },
    ollama: { options: { temperature: 0.3 } },
  },
  { name: 'top-p', settings: { topP: 0.8 }, openai: { top_p: 0.8 }, ollama: { options: { top_p: 0.8 } } },
  {
    name: 'the output cap with room for reasoning',
    settings: { reasoningTokens: 1000 },
    openai: { max_tokens: 1200 },
    ollama: { options: { num_predict: 1200 } },
  },
  { name: 'context', settings: { context: 2048 }, ollama: { options: { num_ctx: 2048 } } },
  {
    name: 'effort low',
    settings: { reasoning: 'low' },
    openai: { reasoning_effort: 'low' },
    ollama: { think: 'low' },
  },
  { name: 'effort minimal', settings: { reasoning: 'minimal' }, openai: { reasoning_effort: 'minimal' } },
  { name: 'effort xhigh', settings: { reasoning: 'xhigh' }, openai: { reasoning_effort: 'xhigh' } },
  {
    name: 'thinking off',
    settings: { reasoning: 'off' },
    openai: { reasoning_effort: 'none' },
    ollama: { think: false },
  },
  { name: 'thinking on', settings: { reasoning: 'on' }, ollama: { think: true } },
  { name: 'flex', options: { tier: 'flex' }, openai: { service_tier: 'flex' } },
  { name: 'keep-alive', options: { keepAlive: '10m' }, ollama: { keep_alive: '10m' } },
  { name: 'keep-alive for ever', options: { keepAlive: '-1' }, ollama: { keep_alive: -1 } },
  {
    name: 'extra body',
    settings: { extraBody: { top_k: 5, options: { min_p: 0.1 } } },
    openai: { top_k: 5, options: { min_p: 0.1 } },
    ollama: { top_k: 5, options: { min_p: 0.1 } },
  },
];

describe.each(['openai', 'ollama'] as const)('%s is sent', (provider) => {
  it.each(
    PLACES.flatMap((place) =>
      place[provider] === undefined ? [] : [{ ...place, expected: place[provider] }],
    ),
  )('$name in its place, which is stored as sent', async ({ settings, options, expected }) => {
    const more = {
      ...(settings === undefined ? {} : { settings }),
      ...(options === undefined ? {} : { options }),
    };
    const { body, sent: stored } = await sent(provider, more);
    expect(body).toMatchObject(expected);
    expect(stored).toMatchObject(expected);
  });

  it('one message less where the system text is folded', async () => {
    const { body, sent: stored } = await sent(provider, { settings: { foldSystem: true } });
    expect((body['messages'] as { role: string }[]).map(({ role }) => role)).toEqual(['user']);
    expect(stored).toHaveProperty('system');
  });

  it('nothing that was not set', async () => {
    const { body } = await sent(provider, {});
    for (const name of ['temperature', 'top_p', 'reasoning_effort', 'think', 'service_tier', 'keep_alive']) {
      expect(body).not.toHaveProperty(name);
      expect(body['options'] ?? {}).not.toHaveProperty(name);
    }
  });
});

describe('what a provider does not know is refused', () => {
  it.each([
    ['ollama', {}, { tier: 'flex' }, 'a service tier'],
    ['openai', {}, { keepAlive: '5m' }, 'a keep-alive time'],
    [
      'ollama',
      { reasoning: 'xhigh' },
      {},
      'reasoning of ollama: models must be off, on, low, medium or high',
    ],
    ['ollama', {}, { keepAlive: 'soon' }, 'seconds or a time such as 10m'],
    ['openai', {}, { width: 0 }, 'the width (requests in flight) must be a whole number from 1 to 1000'],
    [
      'openai',
      {},
      { callSeconds: 0.5 },
      'the time limit of a call in seconds must be a number from 1 to 86400',
    ],
    ['openai', { extraBody: { stream: true } }, {}, 'got "stream": leave it out'],
    ['openai', { extraBody: { temperature: 1 } }, {}, 'got "temperature": set temperature instead'],
    ['ollama', { extraBody: { options: { num_ctx: 9 } } }, {}, 'got "options.num_ctx": set context instead'],
    ['ollama', { extraBody: { think: true } }, {}, 'set reasoning instead'],
  ] as const)('%s with %j %j', (provider, settings, options, message) => {
    const make = (): unknown =>
      createModel(`${provider}:m`, { baseUrl: 'http://localhost:1/v1', settings, ...options }, testDeps());
    expect(messageOf(make)).toContain(message);
  });

  it.each(['0', '-1', '300', '90s', '1h30m', '1.5h'])('%s is a keep-alive time', (text) => {
    expect(isKeepAlive(text)).toBe(true);
  });

  it.each(['', 'm', '5 m', '5 minutes', '1.5', 'forever'])('"%s" is none', (text) => {
    expect(isKeepAlive(text)).toBe(false);
  });
});

describe('identity', () => {
  const make = (options: ModelOptions) =>
    createModel('ollama:m', { baseUrl: 'http://localhost:1', ...options }, testDeps()).identity;

  it('changes with each setting that can change a reply', () => {
    const all: Partial<ModelSettings>[] = [
      {},
      { context: 4096 },
      { temperature: 0 },
      { topP: 1 },
      { maxOutputTokens: 100 },
      { wire: 'stable' },
      { reasoning: 'low' },
      { reasoningTokens: 10 },
      { foldSystem: true },
      { extraBody: { options: { top_k: 1 } } },
    ];
    const keys = all.map((settings) => callKey(make({ settings }), request(), SITE));
    expect(new Set(keys).size).toBe(all.length);
  });

  it('does not change with how the model is served', () => {
    const plain = make({});
    for (const options of [{ keepAlive: '1h' }, { width: 7 }, { callSeconds: 5 }]) {
      expect(make(options)).toEqual(plain);
    }
    const env = { OPENAI_API_KEY: 'sk-test-0123456789', MY_KEY: 'sk-other-0123456789' };
    const openai = (options: ModelOptions) => createModel('openai:m', options, testDeps(env)).identity;
    expect(openai({ tier: 'flex', apiKeyEnv: 'MY_KEY' })).toEqual(openai({}));
  });
});

describe('a key under another name', () => {
  it.each(['openai', 'ollama'] as const)(
    'is sent by %s, and taken out of what comes back',
    async (provider) => {
      const key = 'canary-key-0123456789';
      const at = await start({ key, script: always({ twist: 'echo-key', where: 'text' }) });
      const deps = testDeps({ MY_KEY: key, OPENAI_API_KEY: 'not-this-one-0123' });
      const model = modelAt(at, provider, {
        deps,
        options: { apiKeyEnv: 'MY_KEY', baseUrl: provider === 'openai' ? `${at.url}/v1` : at.url },
      });
      const reply = await model.complete(request(), NEVER);
      expect(at.chats()[0]?.authorization).toBe(`Bearer ${key}`);
      expect(JSON.stringify(reply)).not.toContain(key);
    },
  );

  it.each(['openai', 'ollama'] as const)('that is not set stops %s before the run', (provider) => {
    const make = (): unknown =>
      createModel(`${provider}:m`, { baseUrl: 'http://localhost:1/v1', apiKeyEnv: 'MY_KEY' }, testDeps());
    expect(messageOf(make)).toMatch(/takes its key from MY_KEY \(apiKeyEnv\), and that is not set/);
  });

  it('is named when it is refused', async () => {
    const at = await start({ key: 'right-key-0123456789' });
    const deps = testDeps({ MY_KEY: 'wrong-key-0123456789' });
    const model = modelAt(at, 'openai', { deps, options: { apiKeyEnv: 'MY_KEY', baseUrl: `${at.url}/v1` } });
    await expect(model.complete(request(), NEVER)).rejects.toThrow(/check MY_KEY/);
  });
});

it('a time limit of its own ends a call', async () => {
  const at = await start({ script: always({ twist: 'silence' }) });
  const clock = handClock();
  const model = modelAt(at, 'openai', { options: { baseUrl: `${at.url}/v1`, callSeconds: 7 } });
  const gateway = createGateway({
    model,
    recorder: memoryRecorder(),
    clock,
    rng: { float: () => 0 },
    limits: { transportRetries: 0, timeoutRetries: 0 },
  });
  const asked = gateway.ask(SITE, request(), NEVER).catch((error: unknown) => error);
  while (at.inFlight === 0) await settle();
  await clock.turn(7000);
  expect(String(await asked)).toContain('within 7 s');
});

describe('what may cost money', () => {
  it.each(['api.openai.com', 'openrouter.ai', '8.8.8.8', 'ollama.com', 'me.openai.azure.com'])(
    '%s',
    (host) => {
      expect(mayCost({ host })).toBe(true);
    },
  );

  it.each([
    'localhost',
    '127.0.0.1',
    '[::1]',
    '10.1.2.3',
    '192.168.0.9',
    '172.20.0.1',
    'gpu',
    'gpu.lan',
    'box.local',
  ])('not %s', (host) => {
    expect(mayCost({ host })).toBe(false);
  });
});

it('the table of providers is what hints are made of', () => {
  expect(providerUsage()).toBe('openai:MODEL or ollama:MODEL');
  expect(new Set(PROVIDERS.map(({ id }) => id)).size).toBe(PROVIDERS.length);
});
