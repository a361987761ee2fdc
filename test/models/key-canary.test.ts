import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../src/base/json.js';
import { createGateway } from '../../src/models/gateway.js';
import { createModel } from '../../src/models/registry.js';
import { REDACTED, redactor } from '../../src/models/redact.js';
import { inOrder } from '../fake-server/scripts.js';
import { startFakeServer } from '../fake-server/server.js';
import type { FakeServer, Twist } from '../fake-server/types.js';
import { memoryRecorder, NEVER, request, SITE, testDeps } from './support.js';

const CANARY = 'sk-canary-3f9a"\\/é7c21';

let server: FakeServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
  vi.restoreAllMocks();
});

/** Everything an error carries, and everything that hangs on it. */
function allOf(error: unknown): string {
  const seen = new Set<unknown>();
  const texts: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value);
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    for (const name of Reflect.ownKeys(value)) walk((value as Record<PropertyKey, unknown>)[name]);
  };
  walk(error);
  return texts.join('\n');
}

describe('a key that the server echoes', () => {
  const echoes: readonly Twist[][] = [
    [{ twist: 'echo-key', where: 'error' }],
    [{ twist: 'echo-key', where: 'text' }],
    [{ twist: 'echo-key', where: 'field' }],
  ];

  it('is in no error, saved call, stored fault, event, note or printed line', async () => {
    // A header takes Latin-1; this key has marks that JSON and URLs escape.
    const printed: string[] = [];
    for (const stream of [process.stdout, process.stderr]) {
      vi.spyOn(stream, 'write').mockImplementation((chunk) => {
        printed.push(String(chunk));
        return true;
      });
    }
    server = await startFakeServer({ script: inOrder(...echoes) });
    const recorder = memoryRecorder();
    const events: unknown[] = [];
    const deps = testDeps({ OPENAI_API_KEY: CANARY });
    const gateway = createGateway({
      model: createModel('openai:fake:1b', { baseUrl: `${server.url}/v1` }, deps),
      recorder,
      clock: { now: () => 0, after: () => () => undefined },
      rng: { float: () => 0 },
      limits: { transportRetries: 0 },
      onEvent: (event) => events.push(event),
    });
    const plain = request();
    const noSchema = { messages: plain.messages, maxOutputTokens: 200 };
    const error: unknown = await gateway.ask(SITE, noSchema, NEVER).catch((thrown: unknown) => thrown);
    await gateway.ask({ ...SITE, turn: 1 }, plain, NEVER);
    await gateway.ask({ ...SITE, turn: 2 }, plain, NEVER);

    // The server was told the key, and did echo it.
    expect(server.chats().map(({ authorization }) => authorization)).toEqual(
      Array(3).fill(Buffer.from(`Bearer ${CANARY}`, 'latin1').toString('latin1')),
    );
    expect(recorder.faults).toHaveLength(1);
    expect(recorder.calls.size).toBe(2);
    const everything = [
      allOf(error),
      allOf([...recorder.calls.values()]),
      allOf(recorder.faults),
      allOf(events),
      allOf(deps.notes),
      allOf(gateway.identity),
      printed.join(''),
    ];
    for (const text of everything) {
      expect(text).not.toContain(CANARY);
      expect(text).not.toContain('canary');
    }
    expect(allOf(error)).toContain(REDACTED);
    expect(allOf([...recorder.calls.values()]).split(REDACTED).length).toBeGreaterThan(2);
  });

  it('is in no error when it cannot even be sent', () => {
    const deps = testDeps({ OPENAI_API_KEY: 'sk-canary-with-a-line\nend' });
    let error: unknown;
    try {
      createModel('openai:fake:1b', {}, deps);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ code: 'input.config' });
    expect(allOf(error)).not.toContain('sk-canary');
  });

  it('is in no error that a client throws of its own', async () => {
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'X-Gateway-Key: canary-\u{1f600}-in-a-header');
    const env = { OPENAI_CUSTOM_HEADERS: process.env['OPENAI_CUSTOM_HEADERS'] ?? '' };
    server = await startFakeServer();
    const model = createModel('openai:fake:1b', { baseUrl: `${server.url}/v1` }, testDeps(env));
    for (const asked of [model.complete(request(), NEVER), model.check(NEVER)]) {
      const error: unknown = await asked.catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(allOf(error)).not.toContain('in-a-header');
    }
    vi.unstubAllEnvs();
  });

  it('is not sent to Ollama at all', async () => {
    server = await startFakeServer();
    const model = createModel(
      'ollama:fake:1b',
      { baseUrl: server.url },
      testDeps({ OPENAI_API_KEY: CANARY }),
    );
    await model.complete(request(), NEVER);
    expect(server.chats()[0]?.authorization).toBeNull();
  });

  it('made of user info is sent, and shown nowhere', async () => {
    server = await startFakeServer({ script: inOrder([{ twist: 'echo-key', where: 'field' }]) });
    const baseUrl = server.url.replace('//', '//me:canary-password@');
    const model = createModel('ollama:fake:1b', { baseUrl }, testDeps());
    const reply = await model.complete(request(), NEVER);
    expect(server.chats()[0]?.authorization).toBe(`Basic ${btoa('me:canary-password')}`);
    expect(allOf([reply, model.identity])).not.toMatch(/canary|bWU6/);
  });
});

describe('a redactor', () => {
  const secret = 'sk-0123456789abcdef';

  it('leaves no secret in any value, key or text, and changes nothing else', () => {
    const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify({ value })) as JsonObject);
    fc.assert(
      fc.property(json, fc.string(), (value, around) => {
        const redact = redactor([secret]);
        expect(redact.json(value)).toBe(value);
        const spoilt = { ...value, [`k${secret}`]: [{ text: around + secret + around + secret }] };
        const clean = JSON.stringify(redact.json(spoilt));
        expect(clean).not.toContain(secret);
        expect(clean.split(REDACTED)).toHaveLength(4);
      }),
    );
  });

  it('knows a secret as JSON and URLs spell it', () => {
    const odd = 'key"with+marks/and spaces';
    const redact = redactor([odd]);
    expect(redact.text(`?k=${encodeURIComponent(odd)}`)).toBe(`?k=${REDACTED}`);
    expect(redact.text(JSON.stringify({ k: odd }))).toBe(`{"k":"${REDACTED}"}`);
  });

  it('takes a placeholder out of a header only, since it is a word', () => {
    const redact = redactor(['ollama', '']);
    expect(redact.text('ollama is fine; Authorization: Bearer ollama')).toBe(
      `ollama is fine; Authorization: ${REDACTED}`,
    );
  });
});
