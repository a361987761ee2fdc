import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { UserError } from '../../src/base/errors.js';
import type { JsonObject } from '../../src/base/json.js';
import { ModelFault, type ChatModel } from '../../src/models/chat.js';
import { countEvent, NO_CALLS } from '../../src/models/events.js';
import { createGateway } from '../../src/models/gateway.js';
import { completionUsage } from '../../src/models/openai-wire.js';
import { createModel } from '../../src/models/registry.js';
import type { Wire } from '../../src/models/transport.js';
import { always, inOrder } from '../fake-server/scripts.js';
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

/** A wire to OpenAI's own address that never leaves the process. */
function officialWire(
  answers: readonly { status: number; body: JsonObject }[],
): Wire & { bodies: JsonObject[] } {
  const bodies: JsonObject[] = [];
  return {
    bodies,
    send: (url, init) => {
      expect(url).toMatch(/^https:\/\/api\.openai\.com\/v1\//);
      const answer = answers[bodies.length] ?? answers.at(-1);
      if (typeof init.body === 'string') bodies.push(JSON.parse(init.body) as JsonObject);
      return Promise.resolve({
        status: answer?.status ?? 500,
        headers: new Headers(),
        text: JSON.stringify(answer?.body),
      });
    },
    close: () => Promise.resolve(),
  };
}

const COMPLETION = {
  status: 200,
  body: {
    choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: '{"action":"vote"}' } }],
  },
};

function unsupported(param: string, code = 'unsupported_parameter'): { status: number; body: JsonObject } {
  return { status: 400, body: { error: { message: 'no', type: 'invalid_request_error', param, code } } };
}

function officialModel(
  answers: readonly { status: number; body: JsonObject }[],
  settings = {},
): { model: ChatModel; wire: ReturnType<typeof officialWire>; notes: string[] } {
  const wire = officialWire(answers);
  const deps = { ...testDeps({ OPENAI_API_KEY: 'sk-test-0123456789' }), wire };
  return { model: createModel('openai:gpt-5-mini', { settings }, deps), wire, notes: deps.notes };
}

describe('the output cap', () => {
  it('is max_completion_tokens at OpenAI, with room for reasoning', async () => {
    const { model, wire } = officialModel([COMPLETION]);
    await model.complete(request({ maxOutputTokens: 200 }), NEVER);
    expect(wire.bodies[0]).toHaveProperty('max_completion_tokens');
    expect(wire.bodies[0]?.['max_completion_tokens']).toBeGreaterThan(200);
    expect(wire.bodies[0]).not.toHaveProperty('max_tokens');
  });

  it('is the visible cap plus the reasoning room that was set', async () => {
    const { model, wire } = officialModel([COMPLETION], { reasoningTokens: 1000 });
    await model.complete(request({ maxOutputTokens: 200 }), NEVER);
    expect(wire.bodies[0]?.['max_completion_tokens']).toBe(1200);
  });

  it('is max_tokens at a compatible server, and is renamed once that is refused', async () => {
    const at = await start({ unsupported: ['max_tokens'] });
    const model = modelAt(at, 'openai');
    const first = await model.complete(request(), NEVER);
    await model.complete(request(), NEVER);
    expect(first.sent).toHaveProperty('max_completion_tokens', 200);
    expect(at.chats().map(({ status }) => status)).toEqual([400, 200, 200]);
  });

  it('gets room for reasoning after a compatible server was seen to reason', async () => {
    const at = await start({
      script: inOrder([{ twist: 'thinking', place: 'field', text: 'Hm.' }]),
    });
    const model = modelAt(at, 'openai');
    const first = await model.complete(request({ maxOutputTokens: 200 }), NEVER);
    const second = await model.complete(request({ maxOutputTokens: 200 }), NEVER);
    expect(first.sent['max_tokens']).toBe(200);
    expect(second.sent['max_tokens']).toBeGreaterThan(200);
  });
});

describe('what a model refuses is left out, one thing at a time', () => {
  it('drops a temperature by its code and says so once', async () => {
    const { model, wire, notes } = officialModel(
      [unsupported('temperature', 'unsupported_value'), COMPLETION, COMPLETION],
      { temperature: 0.2, topP: 0.5 },
    );
    const reply = await model.complete(request(), NEVER);
    await model.complete(request(), NEVER);
    expect(wire.bodies.map((body) => 'temperature' in body)).toEqual([true, false, false]);
    expect(reply.sent).toMatchObject({ top_p: 0.5, seed: 7 });
    expect(notes).toEqual([expect.stringContaining('temperature')]);
  });

  it('drops several in turn', async () => {
    const { model } = officialModel([unsupported('temperature'), unsupported('seed'), COMPLETION], {
      temperature: 1,
    });
    expect((await model.complete(request(), NEVER)).sent).not.toHaveProperty('seed');
  });

  it('drops the schema at OpenAI only when the model takes none, never when the schema is at fault', async () => {
    const none = { status: 400, body: { error: { message: 'no', param: 'response_format', code: null } } };
    const takesNone = officialModel([none, COMPLETION]);
    expect((await takesNone.model.complete(request(), NEVER)).sent).not.toHaveProperty('response_format');

    const bad = {
      status: 400,
      body: { error: { message: 'no', param: 'response_format', code: 'invalid_json_schema' } },
    };
    const faulty = officialModel([bad, COMPLETION]);
    await expect(faulty.model.complete(request(), NEVER)).rejects.toBeInstanceOf(ModelFault);
    expect(faulty.wire.bodies).toHaveLength(1);
  });

  it('does not guess at OpenAI: a server error is a fault', async () => {
    const { model, wire } = officialModel([
      { status: 500, body: { error: { message: 'oops' } } },
      COMPLETION,
    ]);
    await expect(model.complete(request(), NEVER)).rejects.toMatchObject({ kind: 'transport' });
    expect(wire.bodies).toHaveLength(1);
  });

  it('gives up on a server that refuses whatever is left out', async () => {
    const { model, wire } = officialModel([unsupported('max_completion_tokens')]);
    await expect(model.complete(request(), NEVER)).rejects.toMatchObject({ kind: 'rejected' });
    expect(wire.bodies.length).toBeLessThan(10);
  });

  it('and the refusal is kept with the reply, as a request that was made', async () => {
    const at = await start({ unsupported: ['max_tokens'] });
    let counts = NO_CALLS;
    const gateway = createGateway({
      model: modelAt(at, 'openai'),
      recorder: memoryRecorder(),
      clock: handClock(),
      rng: { float: () => 0 },
      onEvent: (event) => (counts = countEvent(counts, event)),
    });
    const { faults } = await gateway.ask(SITE, request(), NEVER);
    expect(faults).toEqual([
      { kind: 'rejected', status: 400, message: expect.stringContaining('max_tokens') as unknown },
    ]);
    expect(counts).toMatchObject({ sent: 2, replies: 1, retried: 1 });
  });

  it('lets other settings of the same model know', async () => {
    const at = await start({ unsupported: ['max_tokens'] });
    const deps = testDeps();
    await modelAt(at, 'openai', { deps }).complete(request(), NEVER);
    await modelAt(at, 'openai', { deps, settings: { temperature: 0.5 } }).complete(request(), NEVER);
    expect(at.chats().map(({ status }) => status)).toEqual([400, 200, 200]);
  });
});

describe('what a reply is', () => {
  it('sends the schema as strict structured output', async () => {
    const { model, wire } = officialModel([COMPLETION]);
    await model.complete(request(), NEVER);
    expect(wire.bodies[0]?.['response_format']).toEqual({
      type: 'json_schema',
      json_schema: { name: 'vote', strict: true, schema: request().schema?.schema },
    });
  });

  it('tells a refusal and a filtered reply from an answer', async () => {
    const at = await start({
      script: inOrder([{ twist: 'finish', reason: 'refusal' }], [{ twist: 'finish', reason: 'filter' }]),
    });
    const model = modelAt(at, 'openai');
    const refused = await model.complete(request(), NEVER);
    expect([refused.finish, refused.text]).toEqual(['refusal', 'I cannot help with that.']);
    expect((await model.complete(request(), NEVER)).finish).toBe('filter');
  });

  it('takes a prompt that a filter refused for a filtered reply', async () => {
    const { model } = officialModel([
      { status: 400, body: { error: { message: 'filtered', code: 'content_filter', status: 400 } } },
    ]);
    expect(await model.complete(request(), NEVER)).toMatchObject({ finish: 'filter', text: '', usage: null });
  });

  it('keeps thinking that comes as parts of the content apart', async () => {
    const at = await start({ script: always({ twist: 'thinking', place: 'parts', text: 'Hm.' }) });
    const reply = await modelAt(at, 'openai').complete(request(), NEVER);
    expect(reply.reasoning).toBe('Hm.');
    expect(JSON.parse(reply.text)).toMatchObject({ action: 'vote' });
  });

  it('reads an error that came with a good status by its code', async () => {
    const body = JSON.stringify({ error: { message: 'Rate limit of the provider', code: 429 } });
    const at = await start({
      script: always({ twist: 'raw-body', text: body, contentType: 'application/json' }),
    });
    await expect(modelAt(at, 'openai').complete(request(), NEVER)).rejects.toMatchObject({
      kind: 'rate-limit',
    });
  });

  it('names a prompt that is too long by its code', async () => {
    const { model } = officialModel([
      { status: 400, body: { error: { message: 'too long', code: 'context_length_exceeded' } } },
    ]);
    await expect(model.complete(request(), NEVER)).rejects.toMatchObject({ code: 'context_length_exceeded' });
  });

  it('passes extra fields on', async () => {
    const at = await start();
    const settings = { extraBody: { chat_template_kwargs: { enable_thinking: false } } };
    await modelAt(at, 'openai', { settings }).complete(request(), NEVER);
    expect(at.chats()[0]?.body).toMatchObject({ chat_template_kwargs: { enable_thinking: false } });
  });
});

describe('token classes', () => {
  // Shapes as the providers document them.
  it.each([
    [
      'OpenAI: cached tokens are part of the prompt',
      {
        prompt_tokens: 2006,
        completion_tokens: 300,
        total_tokens: 2306,
        prompt_tokens_details: { cached_tokens: 1920 },
        completion_tokens_details: { reasoning_tokens: 192 },
      },
      { input: 86, cachedInput: 1920, cacheWrite: 0, output: 300, reasoning: 192 },
    ],
    [
      'a cache write is part of the prompt too',
      {
        prompt_tokens: 2000,
        completion_tokens: 10,
        prompt_tokens_details: { cached_tokens: 1024, cache_write_tokens: 512 },
      },
      { input: 464, cachedInput: 1024, cacheWrite: 512, output: 10, reasoning: 0 },
    ],
    [
      'reasoning that only the total counts is output',
      {
        prompt_tokens: 100,
        completion_tokens: 20,
        total_tokens: 170,
        completion_tokens_details: { reasoning_tokens: 50 },
      },
      { input: 100, cachedInput: 0, cacheWrite: 0, output: 70, reasoning: 50 },
    ],
  ])('%s', (_name, usage, expected) => {
    expect(completionUsage(usage)).toEqual(expected);
  });

  it('sum to what the server reported, whatever it reports', () => {
    const count = fc.nat({ max: 1_000_000 });
    fc.assert(
      fc.property(
        count,
        count,
        count,
        count,
        count,
        fc.boolean(),
        (prompt, completion, cached, written, thought, apart) => {
          const total = prompt + completion + (apart ? thought : 0);
          const usage = completionUsage({
            prompt_tokens: prompt,
            completion_tokens: completion,
            total_tokens: total,
            prompt_tokens_details: { cached_tokens: cached, cache_write_tokens: written },
            completion_tokens_details: { reasoning_tokens: thought },
          });
          if (usage === null) throw new Error('usage was there');
          expect(usage.input + usage.cachedInput + usage.cacheWrite).toBe(prompt);
          expect(usage.input + usage.cachedInput + usage.cacheWrite + usage.output).toBe(total);
          expect(Object.values(usage as unknown as Record<string, number>).every((n) => n >= 0)).toBe(true);
          expect(usage.reasoning).toBeLessThanOrEqual(usage.output);
        },
      ),
    );
  });

  it.each([
    null,
    {},
    { prompt_tokens: 'many', completion_tokens: 1 },
    { prompt_tokens: -1, completion_tokens: 2 },
  ])('are unknown, not zero, for %j', (usage) => {
    expect(completionUsage(usage)).toBeNull();
  });
});

describe('before the run', () => {
  it('refuses a key by name of its variable', async () => {
    const at = await start({ key: 'right' });
    const listing: Wire = {
      send: () =>
        Promise.resolve({
          status: 401,
          headers: new Headers(),
          text: '{"error":{"message":"Incorrect API key"}}',
        }),
      close: () => Promise.resolve(),
    };
    const model = modelAt(at, 'openai', { deps: { ...testDeps(), wire: listing } });
    const error: unknown = await model.check(NEVER).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'model.auth' });
    expect((error as UserError).message).toContain('OPENAI_API_KEY');
  });

  it('does without a list of models', async () => {
    const at = await start({ listsModels: false });
    expect(await modelAt(at, 'openai').check(NEVER)).toMatchObject({ trainedContext: null, notes: [] });
  });

  it('only notes that a compatible server does not list the model', async () => {
    const at = await start();
    const facts = await modelAt(at, 'openai', { model: 'other' }).check(NEVER);
    expect(facts.notes).toEqual([expect.stringContaining('fake:1b')]);
  });

  it('refuses a model that OpenAI does not list, with the nearest', async () => {
    const { model } = officialModel([{ status: 200, body: { data: [{ id: 'gpt-5-mini-2' }] } }]);
    await expect(model.check(NEVER)).rejects.toThrow(/did you mean openai:gpt-5-mini-2\?/);
  });

  it('notes that Ollama cannot be told a window on this route', async () => {
    const at = await start({ ownedBy: 'library' });
    const facts = await modelAt(at, 'openai').check(NEVER);
    expect(facts.notes).toEqual([expect.stringContaining('use ollama:fake:1b')]);
  });

  it('says that the base URL may lack /v1', async () => {
    const at = await start();
    const model = createModel('openai:m', { baseUrl: at.url }, testDeps());
    await expect(model.complete(request(), NEVER)).rejects.toMatchObject({
      kind: 'not-found',
      message: expect.stringContaining('/v1') as unknown,
    });
  });

  it('sends the query of the base URL, and shows it nowhere', async () => {
    const urls: string[] = [];
    const wire: Wire = {
      send: (url) => {
        urls.push(url);
        return Promise.resolve({
          status: 200,
          headers: new Headers(),
          text: JSON.stringify(COMPLETION.body),
        });
      },
      close: () => Promise.resolve(),
    };
    const model = createModel(
      'openai:m',
      { baseUrl: 'https://u:hidden-pass@x.test/v1/?api-version=2025-01-01' },
      { ...testDeps(), wire },
    );
    await model.complete(request(), NEVER);
    expect(urls).toEqual(['https://x.test/v1/chat/completions?api-version=2025-01-01']);
    expect(model.identity.endpoint).toBe('https://x.test/v1');
  });
});
