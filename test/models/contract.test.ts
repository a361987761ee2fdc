import { afterEach, describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import { ModelFault, type ChatModel } from '../../src/models/chat.js';
import { extractJson } from '../../src/models/extract.js';
import { always, inOrder } from '../fake-server/scripts.js';
import { startFakeServer } from '../fake-server/server.js';
import type { FakeServer, FakeServerOptions, ThinkingPlace, Twist } from '../fake-server/types.js';
import { modelAt, NEVER, PROVIDER_IDS, request, testDeps } from './support.js';

/** What every provider must do, whatever its wire format. */
describe.each(PROVIDER_IDS)('%s', (provider) => {
  let server: FakeServer | undefined;

  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  const start = async (options: FakeServerOptions = {}): Promise<ChatModel> => {
    server = await startFakeServer(options);
    return modelAt(server, provider);
  };

  const faultOf = async (model: ChatModel, signal = NEVER): Promise<ModelFault> => {
    const error: unknown = await model.complete(request(), signal).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ModelFault);
    return error as ModelFault;
  };

  it('returns the reply to the schema, with what was sent and what came', async () => {
    const model = await start();
    const reply = await model.complete(request(), NEVER);
    expect(JSON.parse(reply.text)).toMatchObject({ action: 'vote' });
    expect(reply.finish).toBe('stop');
    expect(reply.sent).toMatchObject({ model: 'fake:1b' });
    expect(reply.sent).not.toHaveProperty('messages');
    expect(JSON.stringify(reply.raw)).toContain(JSON.stringify(reply.text).slice(1, -1));
    expect(reply.durationMs).toBeGreaterThan(0);
  });

  it('sends the messages in their order, the schema, the seed and the cap', async () => {
    const model = await start({
      brain: (chat) =>
        JSON.stringify([chat.messages.map((m) => m.role), chat.schema?.['type'], chat.seed, chat.cap]),
    });
    const reply = await model.complete(request(), NEVER);
    expect(JSON.parse(reply.text)).toEqual([['system', 'user'], 'object', 7, 200]);
  });

  it('folds the system text into the first user message when told to', async () => {
    server = await startFakeServer({ brain: (chat) => JSON.stringify(chat.messages) });
    const model = modelAt(server, provider, { settings: { foldSystem: true } });
    const reply = await model.complete(request({ maxOutputTokens: 500 }), NEVER);
    expect(JSON.parse(reply.text)).toEqual([
      { role: 'user', content: 'You play a game of five.\n\nRound 1. Vote on the team.' },
    ]);
    expect(reply.sent).toHaveProperty('system');
  });

  it('sends temperature and top-p only when they are set', async () => {
    server = await startFakeServer();
    const plain = await modelAt(server, provider).complete(request(), NEVER);
    expect(JSON.stringify(plain.sent)).not.toMatch(/temperature|top_p/);
    const set = modelAt(server, provider, { settings: { temperature: 0.3, topP: 0.9 } });
    expect(JSON.stringify((await set.complete(request(), NEVER)).sent)).toMatch(
      /"temperature":0.3.*"top_p":0.9/,
    );
  });

  it('sends the same request for the same call', async () => {
    const model = await start();
    const first = await model.complete(request(), NEVER);
    const second = await model.complete(request(), NEVER);
    expect(second.text).toBe(first.text);
    const [a, b] = (server as FakeServer).chats();
    expect(b?.body).toEqual(a?.body);
  });

  it('reports a reply cut by its cap as cut', async () => {
    const model = await start({ script: always({ twist: 'finish', reason: 'length' }) });
    const reply = await model.complete(request(), NEVER);
    expect(reply.finish).toBe('length');
    expect(extractJson(reply.text).ok).toBe(false);
  });

  it('takes an unknown ending for no move', async () => {
    const model = await start({ script: always({ twist: 'finish', reason: 'unknown' }) });
    expect((await model.complete(request(), NEVER)).finish).toBe('other');
  });

  it('takes a whole reply without an ending for a move', async () => {
    const model = await start({ script: always({ twist: 'finish', reason: 'absent' }) });
    expect((await model.complete(request(), NEVER)).finish).toBe('stop');
  });

  it('passes on an empty reply as it is', async () => {
    const model = await start({ script: always({ twist: 'text', text: '' }) });
    expect((await model.complete(request(), NEVER)).text).toBe('');
  });

  it.each<[ThinkingPlace, boolean]>([
    ['before', true],
    ['inside', true],
    ['instead', false],
    ['unclosed', false],
    ['template', true],
    ['field', true],
    ['field-only', false],
  ])('with thinking %s the answer alone is read (there is one: %s)', async (place, answers) => {
    const model = await start({
      script: always({ twist: 'thinking', place, text: 'Perhaps {"action":"vote","choice":"thought"}?' }),
    });
    const reply = await model.complete(request(), NEVER);
    const found = extractJson(reply.text);
    expect(found.ok).toBe(answers);
    expect(JSON.stringify(found)).not.toContain('thought"');
    if (place.startsWith('field')) expect(reply.reasoning).toContain('Perhaps');
  });

  it.each<Twist>([
    { twist: 'wrap', as: 'prose' },
    { twist: 'wrap', as: 'fence' },
    { twist: 'wrap', as: 'trailing-comma' },
    { twist: 'wrap', as: 'single-quotes' },
    { twist: 'blanks', where: 'after-brace' },
  ])('reads the object out of $twist $as$where', async (twist) => {
    const model = await start({ script: always(twist) });
    const found = extractJson((await model.complete(request(), NEVER)).text);
    expect(found).toMatchObject({ ok: true, value: { action: 'vote' } });
  });

  it('does not repair an object that ends in white space up to the cap', async () => {
    const model = await start({ script: always({ twist: 'blanks', where: 'before-brace' }) });
    const reply = await model.complete(request(), NEVER);
    expect(reply.finish).toBe('length');
    expect(extractJson(reply.text)).toMatchObject({ ok: false });
  });

  it('passes on a reply that breaks the schema, for the rules to judge', async () => {
    const model = await start({ script: always({ twist: 'violation' }) });
    expect((await model.complete(request(), NEVER)).text).toContain('zzz-not-a-word');
  });

  it('has no usage when the server reports none', async () => {
    const model = await start({ script: always({ twist: 'usage', usage: null }) });
    expect((await model.complete(request(), NEVER)).usage).toBeNull();
  });

  it.each([
    [400, 'rejected'],
    [401, 'auth'],
    [402, 'quota'],
    [403, 'auth'],
    [404, 'not-found'],
    [408, 'transport'],
    [413, 'rejected'],
    [422, 'rejected'],
    [429, 'rate-limit'],
    [500, 'transport'],
    [502, 'transport'],
    [503, 'transport'],
  ])('takes status %i for %s', async (status, kind) => {
    const model = await start({ script: always({ twist: 'status', status }) });
    const fault = await faultOf(model);
    expect([fault.kind, fault.status]).toEqual([kind, status]);
    expect(fault.message).toContain((server as FakeServer).url);
    expect(fault.message).toContain('scripted fault');
    expect(fault.message).not.toContain('\n');
  });

  it('takes 429 with a quota code for no quota', async () => {
    const body = { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } };
    const model = await start({ script: always({ twist: 'status', status: 429, body }) });
    expect((await faultOf(model)).kind).toBe('quota');
  });

  it('sends a faulty request once: retries are not its business', async () => {
    const model = await start({ script: always({ twist: 'status', status: 503 }) });
    await faultOf(model);
    expect((server as FakeServer).chats()).toHaveLength(1);
  });

  it.each([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after-ms': '250' }, 250],
    [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT', date: 'Wed, 21 Oct 2026 07:28:00 GMT' }, 30_000],
    [{ 'retry-after': 'soon' }, null],
  ])('reads how long to wait from %j', async (headers, expected) => {
    const model = await start({ script: always({ twist: 'status', status: 429, headers }) });
    expect((await faultOf(model)).retryAfterMs).toBe(expected);
  });

  it.each<Twist>([
    { twist: 'hang-up' },
    { twist: 'cut-body', afterBytes: 30 },
    { twist: 'cut-body', afterBytes: 0 },
    { twist: 'raw-body', text: '<html><title>Sign in to the hotel network</title></html>' },
    { twist: 'raw-body', text: '{"choices":[{"message":', contentType: 'application/json' },
    { twist: 'raw-body', text: '{}', contentType: 'application/json' },
  ])('takes a lost or garbled answer for a transport fault: $twist $afterBytes$text', async (twist) => {
    const model = await start({ script: always(twist) });
    expect((await faultOf(model)).kind).toBe('transport');
  });

  it('waits for headers and body as long as its signal lets it', async () => {
    const model = await start({
      script: always({ twist: 'wait', beforeHeadersMs: 40, insideBodyMs: 40 }),
    });
    expect((await model.complete(request(), NEVER)).finish).toBe('stop');
  });

  it.each<Twist>([{ twist: 'silence' }, { twist: 'wait', insideBodyMs: 5000 }])(
    'ends a request in flight when its signal is aborted: $twist',
    async (twist) => {
      const model = await start({ script: always(twist) });
      const controller = new AbortController();
      const reason = new Error('stopped by hand');
      const call = model.complete(request(), controller.signal);
      const ended = expect(call).rejects.toBe(reason);
      await expect.poll(() => (server as FakeServer).inFlight, { timeout: 10_000 }).toBe(1);
      setTimeout(() => controller.abort(reason), 30);
      await ended;
      await expect.poll(() => (server as FakeServer).chats()[0]?.end, { timeout: 10_000 }).toBe('aborted');
    },
  );

  it('says where nothing answers, and what to do', async () => {
    const model = await start();
    const url = (server as FakeServer).url;
    await server?.close();
    const fault = await faultOf(model);
    expect(fault.kind).toBe('transport');
    expect(fault.message).toContain(url);
    expect(fault.message).toContain('ECONNREFUSED');
    await expect(model.check(NEVER)).rejects.toMatchObject({ code: 'model.unreachable' });
    const command = provider === 'ollama' ? 'ollama serve' : '--base-url';
    await expect(model.check(NEVER)).rejects.toThrow(command);
  });

  it('finds the model and its window before the run', async () => {
    const model = await start({ models: [{ name: 'fake:1b', trainedContext: 8192 }] });
    expect(await model.check(NEVER)).toMatchObject({ trainedContext: 8192 });
  });

  it('refuses a window larger than the model was trained for', async () => {
    server = await startFakeServer({ models: [{ name: 'fake:1b', trainedContext: 8192 }] });
    const model = modelAt(server, provider, { settings: { context: 40_960 } });
    const error: unknown = await model.check(NEVER).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UserError);
    expect(error).toMatchObject({ code: 'model.context' });
    expect((error as UserError).message).toMatch(/at most 8192 .* got 40960.*--context 8192/);
  });

  it('gives up a check of a server that never answers, by its own clock', async () => {
    const hanging = await startFakeServer();
    server = hanging;
    const deps = testDeps();
    const timers: (() => void)[] = [];
    const model = modelAt(hanging, provider, {
      deps: {
        ...deps,
        wire: {
          send: (_url, init) =>
            new Promise((_resolve, reject) => {
              // As fetch does, also when the time was up before it was called.
              if (init.signal?.aborted === true) reject(new Error('aborted'));
              init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
            }),
          close: () => Promise.resolve(),
        },
        clock: {
          now: () => 0,
          after: (_ms, run) => {
            timers.push(run);
            return () => undefined;
          },
        },
      },
    });
    const checking = model.check(NEVER);
    await expect.poll(() => timers.length).toBeGreaterThan(0);
    setTimeout(() => timers.forEach((run) => run()), 20);
    await expect(checking).rejects.toThrow(/no answer .* within 15 s/);
  });

  it('keeps a schema that a passing server error seemed to refuse', async () => {
    const model = await start({
      script: inOrder([{ twist: 'status', status: 500 }]),
    });
    await model.complete(request(), NEVER);
    const later = await model.complete(request(), NEVER);
    expect(JSON.stringify(later.sent)).toContain('"name":"vote"');
  });

  it('does without a schema where the server knows none, and tells once', async () => {
    server = await startFakeServer({ schemaRefusedWith: 400, brain: () => 'I vote to approve.' });
    const deps = testDeps();
    const model = modelAt(server, provider, { deps });
    const first = await model.complete(request(), NEVER);
    const second = await model.complete(request(), NEVER);
    expect([first.text, second.text]).toEqual(['I vote to approve.', 'I vote to approve.']);
    // One refusal, then one request for each call.
    expect(server.chats().map(({ status }) => status)).toEqual([400, 200, 200]);
    expect(JSON.stringify(second.sent)).not.toContain('vote');
    expect(deps.notes).toHaveLength(1);
  });

  it('does without a schema where the server says so with status 500 every time', async () => {
    server = await startFakeServer({ schemaRefusedWith: 500, brain: () => 'I vote to approve.' });
    const deps = testDeps();
    const model = modelAt(server, provider, { deps });
    for (let i = 0; i < 5; i += 1) await model.complete(request(), NEVER);
    expect(server.chats().map(({ status }) => status)).toEqual([500, 200, 500, 200, 500, 200, 200, 200]);
    expect(deps.notes).toHaveLength(1);
  });

  it('never gives up a schema that has worked', async () => {
    const model = await start({
      script: inOrder([], [{ twist: 'status', status: 400 }], [{ twist: 'status', status: 500 }]),
    });
    await model.complete(request(), NEVER);
    expect((await faultOf(model)).status).toBe(400);
    expect((await faultOf(model)).status).toBe(500);
    expect((server as FakeServer).chats()).toHaveLength(3);
  });
});
