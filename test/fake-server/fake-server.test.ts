import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { rngOf } from '../../src/base/rng.js';
import { checkAction, narrowSchema, type Decision } from '../../src/games/engine/actions.js';
import { modelAt, NEVER, request } from '../models/support.js';
import { schemaBrain } from './schema-brain.js';
import { always, atRandom, atRandomByCall, scriptOf, TRANSPORT_TWISTS } from './scripts.js';
import { startFakeServer } from './server.js';
import type { FakeChat, FakeServer } from './types.js';

let server: FakeServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

const chat = (schema: FakeChat['schema'], seed: number): FakeChat => ({
  wire: 'openai',
  route: 'chat',
  streams: false,
  model: 'm',
  messages: [{ role: 'user', content: 'go' }],
  schema,
  cap: null,
  seed,
  window: null,
  body: {},
  authorization: null,
});

describe('the brain', () => {
  const decision: Decision = {
    kind: 'test',
    fallback: { action: 'pass' },
    forms: [
      {
        action: 'propose',
        fields: {
          team: { type: 'subset', options: ['Ana', 'Ben', 'Cara', 'Dan'], min: 2, max: 3, distinct: true },
          text: { type: 'text', maxLength: 100 },
        },
      },
      {
        action: 'mark',
        fields: {
          who: { type: 'assign', keys: ['Ana', 'Ben'], options: ['good', 'bad'] },
          count: { type: 'integer', min: 2, max: 4 },
        },
      },
      { action: 'pass', fields: {} },
    ],
  };

  it('answers legally, by the judgement of the games’ own rules', () => {
    const schema = narrowSchema(decision);
    const actions = new Set<string>();
    for (let seed = 0; seed < 200; seed += 1) {
      const checked = checkAction(decision, JSON.parse(schemaBrain()(chat(schema, seed))));
      expect(checked).toMatchObject({ ok: true });
      if (checked.ok) actions.add(checked.action.action);
    }
    expect([...actions].sort()).toEqual(['mark', 'pass', 'propose']);
  });

  it('answers the same question in the same way, and without a schema with the text it was given', () => {
    const schema = narrowSchema(decision);
    expect(schemaBrain()(chat(schema, 1))).toBe(schemaBrain()(chat(schema, 1)));
    expect(schemaBrain('A playbook.')(chat(null, 1))).toBe('A playbook.');
    expect(schemaBrain(({ seed }) => `seed ${seed}`)(chat(null, 1))).toBe('seed 1');
  });

  it('keeps a text within its bounds', () => {
    const schema = { type: 'object', properties: { a: { type: 'string', minLength: 150, maxLength: 160 } } };
    const { a } = JSON.parse(schemaBrain()(chat(schema, 1))) as { a: string };
    expect(a.length).toBeGreaterThanOrEqual(150);
    expect(a.length).toBeLessThanOrEqual(160);
  });

  it('follows references and constants', () => {
    const schema = {
      $defs: { word: { enum: ['only'] } },
      type: 'object',
      properties: { a: { $ref: '#/$defs/word' }, b: { const: 3 }, c: { type: ['null', 'boolean'] } },
    };
    expect(JSON.parse(schemaBrain()(chat(schema, 1)))).toMatchObject({ a: 'only', b: 3 });
  });
});

describe('limits', () => {
  it('refuse what is too much, and tell how much there was', async () => {
    server = await startFakeServer({
      maxInFlight: 2,
      script: always({ twist: 'wait', beforeHeadersMs: 400 }),
    });
    const model = modelAt(server, 'openai');
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => model.complete(request(), NEVER)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(server.maxObserved).toBe(2);
    expect(server.chats().filter(({ status }) => status === 429)).toHaveLength(3);
  });

  it('serve one after the other when serial', async () => {
    server = await startFakeServer({ serial: true, latencyMs: 100 });
    const model = modelAt(server, 'ollama');
    const started = performance.now();
    await Promise.all(Array.from({ length: 4 }, () => model.complete(request(), NEVER)));
    // Four times 100 ms; timers may come a little early.
    expect(performance.now() - started).toBeGreaterThanOrEqual(395);
  });

  it('ask for a key', async () => {
    server = await startFakeServer({ key: 'right-key' });
    await expect(modelAt(server, 'openai').complete(request(), NEVER)).rejects.toMatchObject({
      kind: 'auth',
    });
  });
});

it('draws faults by seed and arrival, as often as it is told', () => {
  const script = atRandom('s', 0.3);
  const hit = Array.from({ length: 1000 }, (_, n) => script(chat(null, 0), n).length > 0);
  expect(hit).toEqual(Array.from({ length: 1000 }, (_, n) => rngOf(`s/${n}`).float() < 0.3));
  const share = hit.filter(Boolean).length / 1000;
  // Three standard errors of a share of 0.3 in 1,000.
  expect(Math.abs(share - 0.3)).toBeLessThan(3 * Math.sqrt((0.3 * 0.7) / 1000));
});

it('draws the same faults for the same calls in whichever order they arrive', () => {
  const calls = Array.from({ length: 200 }, (_, n) => chat(null, n));
  const drawn = (order: readonly FakeChat[]): Map<number | null, number> => {
    const script = atRandomByCall('s', 0.3);
    return new Map(order.map((call, n) => [call.seed, script(call, n).length]));
  };
  const forth = drawn(calls);
  expect(new Map([...drawn([...calls].reverse())].reverse())).toEqual(forth);
  expect([...forth.values()].filter((length) => length > 0).length).toBeGreaterThan(30);
});

describe('a script as data', () => {
  const told = { ...chat(null, 0), messages: [{ role: 'user', content: 'Vote on the team.' }] };

  it('takes the first rule whose conditions all hold', () => {
    const script = scriptOf({
      rules: [
        { from: 2, to: 4, every: 2, twists: [{ twist: 'hang-up' }] },
        { says: 'Vote', wire: 'openai', model: 'm', twists: [{ twist: 'status', status: 503 }] },
        { wire: 'ollama', twists: [{ twist: 'silence' }] },
      ],
    });
    const names = (of: FakeChat): string[] =>
      Array.from({ length: 6 }, (_, n) => script(of, n)[0]?.twist ?? '-');
    expect(names(chat(null, 0))).toEqual(['-', '-', 'hang-up', '-', 'hang-up', '-']);
    expect(names(told)).toEqual(['status', 'status', 'hang-up', 'status', 'hang-up', 'status']);
    expect(names({ ...told, wire: 'ollama' })).toEqual([
      ...['silence', 'silence', 'hang-up', 'silence', 'hang-up', 'silence'],
    ]);
  });

  it('draws a share of the rest by seed and arrival', () => {
    const script = scriptOf({ faultRate: 0.3, seed: 's', rules: [{ to: 0, twists: [] }] });
    const random = atRandom('s', 0.3, TRANSPORT_TWISTS);
    expect(script(told, 0)).toEqual([]);
    for (let n = 1; n < 50; n += 1) expect(script(told, n)).toEqual(random(told, n));
    expect(scriptOf({ faultRate: 1, faults: [{ twist: 'hang-up' }] })(told, 3)).toEqual([
      { twist: 'hang-up' },
    ]);
    expect(scriptOf({})(told, 3)).toEqual([]);
  });
});

it('fails on other routes as it is told, without end or with one', async () => {
  server = await startFakeServer({
    routes: { '/api/show': [{ twist: 'status', status: 418 }], '/api/tags': [{ twist: 'hang-up' }] },
    script: always({ twist: 'endless' }),
  });
  expect((await fetch(`${server.url}/api/show`, { method: 'POST', body: '{}' })).status).toBe(418);
  await expect(fetch(`${server.url}/api/tags`)).rejects.toThrow();
  const response = await fetch(`${server.url}/api/chat`, {
    method: 'POST',
    body: JSON.stringify({ model: 'fake:1b', messages: [{ role: 'user', content: 'go' }], stream: false }),
  });
  const reader = response.body?.getReader();
  let bytes = 0;
  while (bytes < 1_000_000) bytes += (await reader?.read())?.value?.byteLength ?? Infinity;
  await reader?.cancel();
  expect(bytes).toBeLessThan(Infinity);
  await expect.poll(() => server?.chats()[0]?.twists, { timeout: 10_000 }).toEqual(['endless']);
});

it('runs as a process of its own and keeps its journal in a file', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fake-server-'));
  const journal = path.join(folder, 'journal.jsonl');
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'test/fake-server/main.ts', '--journal', journal, '--model', 'm:1'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    const line = await new Promise<string>((resolve) => {
      createInterface({ input: child.stdout }).once('line', resolve);
    });
    const { url } = JSON.parse(line) as { url: string };
    await modelAt({ url }, 'openai', { model: 'm:1' }).complete(request(), NEVER);
    await modelAt({ url }, 'ollama', { model: 'm:1' }).complete(request(), NEVER);
    await expect
      .poll(() =>
        readFileSync(journal, 'utf8')
          .trim()
          .split('\n')
          .map((entry) => (JSON.parse(entry) as { path: string }).path),
      )
      .toEqual(['/v1/chat/completions', '/api/chat']);
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  }
});
