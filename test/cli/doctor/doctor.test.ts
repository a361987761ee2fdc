import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Check } from '../../../src/cli/doctor/check.js';
import {
  bytesText,
  checkDisk,
  checkNative,
  checkNode,
  checkPlaybooks,
  checkStore,
} from '../../../src/cli/doctor/machine.js';
import { speedOf } from '../../../src/models/probe.js';
import { openStore } from '../../../src/store/index.js';
import { always } from '../../fake-server/scripts.js';
import { startFakeServer } from '../../fake-server/server.js';
import type { FakeServer, FakeServerOptions } from '../../fake-server/types.js';
import { folder, type Folder } from '../config/world.js';

const servers: FakeServer[] = [];

async function fake(options: FakeServerOptions = {}): Promise<FakeServer> {
  const server = await startFakeServer({ models: [{ name: 'fake:1b', trainedContext: 16_384 }], ...options });
  servers.push(server);
  return server;
}

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

interface Diagnosis {
  readonly code: number;
  readonly err: string;
  readonly ok: boolean;
  readonly checks: readonly Check[];
  readonly of: (what: string) => Check | undefined;
}

async function diagnose(
  at: Folder,
  argv: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Diagnosis> {
  const { code, out, err } = await at.run(['doctor', '--json', ...argv], env);
  const { ok, checks } = JSON.parse(out) as { ok: boolean; checks: Check[] };
  return { code, err, ok, checks, of: (what) => checks.find((check) => check.what === what) };
}

describe('spartan doctor on a fresh machine', () => {
  it('finds nothing wrong, makes nothing, and says how to check a model', async () => {
    const at = folder();
    const { code, err, ok, checks, of } = await diagnose(at);
    expect(err).toBe('');
    expect(ok).toBe(true);
    expect(code).toBe(0);
    expect(checks.map(({ what }) => what)).toEqual([
      'node',
      'native module',
      'store',
      'disk',
      'playbooks',
      'configuration',
      'models',
    ]);
    expect(of('store')?.found).toContain('not there yet');
    expect(of('models')).toMatchObject({ status: 'skipped', mend: 'spartan doctor --model ollama:MODEL' });
    expect((await at.run(['doctor'])).out).toContain('-> spartan doctor --model ollama:MODEL');
  });
});

describe('the machine', () => {
  it.each([
    ['v20.19.0', 'ok'],
    ['v24.1.0', 'ok'],
    ['v20.18.3', 'fault'],
    ['v18.20.4', 'fault'],
  ])('Node %s: %s', (version, status) => {
    expect(checkNode(version).status).toBe(status);
  });

  it('tells a native module that does not load, and what builds it', () => {
    const check = checkNative(() => {
      throw new Error('was compiled against a different Node.js version\nusing NODE_MODULE_VERSION 108');
    });
    expect(check).toMatchObject({ status: 'fault', mend: 'npm rebuild better-sqlite3' });
    expect(check.found).not.toContain('\n');
  });

  it.each([
    [100 * 1024 ** 2, 'fault'],
    [1024 ** 3, 'advice'],
    [10 * 1024 ** 3, 'ok'],
  ])('%d bytes free: %s', (bytes, status) => {
    expect(checkDisk('results/x.sqlite', () => bytes).status).toBe(status);
  });

  it('spells sizes', () => {
    expect([bytesText(1), bytesText(45_000_000), bytesText(12_340_000_000)]).toEqual([
      '1 kB',
      '45 MB',
      '12.3 GB',
    ]);
  });
});

describe('the store', () => {
  const at = folder();
  const file = join(at.path, 'store.sqlite');

  it('is told with its schema and size, and a run that writes to it', () => {
    const store = openStore(file, { mode: 'write', now: () => new Date() });
    expect(checkStore(file)).toMatchObject({
      status: 'ok',
      facts: { exists: true, writable: true, busy: true },
    });
    store.close();
    const check = checkStore(file);
    expect(check).toMatchObject({ status: 'ok', facts: { busy: false } });
    expect(check.facts['schema']).toBe(check.facts['latest']);
  });

  it('that is none is a fault', () => {
    const other = join(at.path, 'notes.txt');
    writeFileSync(other, 'not a database, but long enough to be looked at as if it were one'.repeat(20));
    expect(checkStore(other).status).toBe('fault');
    expect(checkStore(at.path).status).toBe('fault');
  });

  // The administrator may write anywhere.
  it.skipIf(process.getuid?.() === 0)('that may not be written is a fault with its command', () => {
    chmodSync(file, 0o444);
    expect(checkStore(file)).toMatchObject({ status: 'fault', mend: `chmod u+w ${file}` });
    chmodSync(file, 0o644);
    const books = join(at.path, 'books');
    mkdirSync(books);
    chmodSync(books, 0o555);
    expect(checkPlaybooks(books)).toMatchObject({ status: 'fault', mend: `chmod u+w ${books}` });
    chmodSync(books, 0o755);
  });
});

describe('the configuration', () => {
  it('that is broken is a fault among others, and the rest is checked', async () => {
    const at = folder();
    at.write('spartan.config.yaml', 'gamse: 3\n');
    const { code, err, ok, of } = await diagnose(at);
    expect(ok).toBe(false);
    expect(code).toBe(2);
    expect(err).toMatch(/^spartan: 1 fault found/);
    expect(of('configuration')).toMatchObject({ status: 'fault', mend: 'spartan config' });
    expect(of('configuration')?.found).toContain('did you mean "games"?');
    expect(of('store')?.status).toBe('ok');
  });

  it('says where store and playbooks are', async () => {
    const at = folder();
    at.write('spartan.config.yaml', 'db: mine.sqlite\nplaybooks: books\n');
    const { of } = await diagnose(at);
    expect(of('store')?.found).toContain('mine.sqlite');
    expect(of('playbooks')?.found).toContain('books');
  });
});

describe('a model of Ollama', () => {
  it('is told with its windows, its schema, its thinking and its speed, and advice on the server', async () => {
    const server = await fake();
    const at = folder();
    at.write(
      'spartan.config.yaml',
      `players:\n  student: { model: "ollama:fake:1b", baseUrl: "${server.url}", context: 4096 }\n`,
    );
    const { ok, of } = await diagnose(at);
    expect(ok).toBe(true);
    const check = of('model student (ollama:fake:1b)');
    expect(check).toMatchObject({
      status: 'ok',
      facts: {
        endpoint: server.url,
        context: { trained: 16_384, configured: 4096, inForce: 4096 },
        schema: 'kept',
        thinks: false,
        reasoned: false,
      },
    });
    expect(of('ollama server')?.found).toContain(
      'OLLAMA_NUM_PARALLEL=8 OLLAMA_MULTIUSER_CACHE=1 ollama serve',
    );
    // The question is short: it asks for two tokens and gives room for few more.
    const caps = server.chats().map(({ body }) => (body?.['options'] as { num_predict: number }).num_predict);
    expect(Math.max(...caps)).toBeLessThanOrEqual(48);
  });

  it('that is not there is a fault with the command that gets it', async () => {
    const server = await fake();
    const { code, of } = await diagnose(folder(), ['--model', 'ollama:fake:7b'], { OLLAMA_HOST: server.url });
    expect(of('model ollama:fake:7b')).toMatchObject({ status: 'fault', mend: 'ollama pull fake:7b' });
    expect(code).toBe(2);
  });

  it('whose server is down is a fault with the command that starts it', async () => {
    const server = await fake();
    await server.close();
    const { of } = await diagnose(folder(), ['--model', 'ollama:fake:1b'], { OLLAMA_HOST: server.url });
    expect(of('model ollama:fake:1b')).toMatchObject({ status: 'fault', mend: 'ollama serve' });
  });

  it('asked for more than it was trained for is a fault that says how much it takes', async () => {
    const server = await fake();
    const at = folder();
    at.write(
      'spartan.config.yaml',
      `players:\n  student: { model: "ollama:fake:1b", baseUrl: "${server.url}", context: 40960 }\n`,
    );
    const { of } = await diagnose(at);
    expect(of('model student (ollama:fake:1b)')).toMatchObject({ status: 'fault' });
    expect(of('model student (ollama:fake:1b)')?.found).toContain('--context 16384');
  });

  it('that thinks is told', async () => {
    const server = await fake({
      models: [{ name: 'fake:1b', trainedContext: 8192, thinks: true }],
      script: always({ twist: 'thinking', place: 'field', text: 'Five is more.' }),
    });
    const { of } = await diagnose(folder(), ['--model', 'ollama:fake:1b'], { OLLAMA_HOST: server.url });
    expect(of('model ollama:fake:1b')).toMatchObject({ facts: { thinks: true, reasoned: true } });
    expect(of('model ollama:fake:1b')?.found).toContain('can think, and did');
  });
});

describe('a model of a compatible server', () => {
  it.each([
    [{}, 'kept', 'ok'],
    [{ schemaRefusedWith: 400, brain: (): string => '{"answer":"yes"}' }, 'kept-unasked', 'ok'],
    [{ schemaRefusedWith: 400, brain: (): string => 'I say yes.' }, 'no-json', 'advice'],
    [{ script: always({ twist: 'violation' }) }, 'violated', 'advice'],
    [{ script: always({ twist: 'wrap', as: 'prose' }) }, 'wrapped', 'ok'],
    [{ script: always({ twist: 'finish', reason: 'length' }) }, 'no-answer', 'advice'],
  ] as const)('%j: its schema is %s', async (options, schema, status) => {
    const server = await fake(options);
    const env = { OPENAI_BASE_URL: `${server.url}/v1` };
    const { of } = await diagnose(folder(), ['--model', 'openai:fake:1b'], env);
    expect(of('model openai:fake:1b')).toMatchObject({ status, facts: { schema } });
  });

  it('that refuses the key is a fault that names the variable, and no key is shown', async () => {
    const server = await fake({ key: 'right-key-0123456789' });
    const env = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: 'canary-key-0123456789' };
    const { checks, of } = await diagnose(folder(), ['--model', 'openai:fake:1b'], env);
    expect(of('model openai:fake:1b')).toMatchObject({ status: 'fault', mend: 'export OPENAI_API_KEY=...' });
    expect(JSON.stringify(checks)).not.toContain('canary');
  });

  it('without the key it was configured with is a fault that names the variable', async () => {
    const at = folder();
    at.write('spartan.config.yaml', 'players:\n  boss: { model: openai:gpt-5, apiKeyEnv: BOSS_KEY }\n');
    const { of } = await diagnose(at);
    expect(of('model boss')).toMatchObject({ status: 'fault', mend: 'export BOSS_KEY=...' });
  });

  it('is not asked where that may cost money, unless --probe says so', async () => {
    const server = await fake();
    // A public name that leads to this machine: through a proxy of our own nothing leaves it.
    const at = folder();
    const env = { OPENAI_BASE_URL: 'http://models.example.com/v1', HTTP_PROXY: await tunnelTo(server) };
    const without = await diagnose(at, ['--model', 'openai:fake:1b'], env);
    expect(without.code).toBe(0);
    expect(without.of('model openai:fake:1b')).toMatchObject({
      status: 'skipped',
      mend: 'spartan doctor --probe',
    });
    expect(without.of('model openai:fake:1b')?.found).toMatch(/about \d+ tokens in and \d+ out/);
    expect(server.chats()).toHaveLength(0);
    const probed = await diagnose(at, ['--model', 'openai:fake:1b', '--probe'], env);
    expect(probed.of('model openai:fake:1b')).toMatchObject({ status: 'ok', facts: { schema: 'kept' } });
    expect(server.chats()).toHaveLength(1);
  });
});

describe('speed', () => {
  it('is the server’s own measure where it gives one', () => {
    // Ollama counts nanoseconds: 10 tokens in 2 s, 100 in half a second.
    const ollama = { eval_count: 10, eval_duration: 2e9, prompt_eval_count: 100, prompt_eval_duration: 5e8 };
    expect(speedOf(ollama, null, 9999)).toEqual({ input: 200, output: 5, by: 'server' });
    const llama = { timings: { predicted_per_second: 33.5, prompt_per_second: 250 } };
    expect(speedOf(llama, null, 9999)).toEqual({ input: 250, output: 33.5, by: 'server' });
  });

  it('is else that of the whole call, or not told', () => {
    const usage = { input: 50, cachedInput: 0, cacheWrite: 0, output: 30, reasoning: 0 };
    expect(speedOf({}, usage, 1500)).toEqual({ input: null, output: 20, by: 'whole' });
    expect(speedOf({}, null, 1500)).toBeNull();
  });
});

/** A proxy that leads every name to this server; its address. */
async function tunnelTo(server: FakeServer): Promise<string> {
  const { createServer } = await import('node:http');
  const { connect } = await import('node:net');
  const proxy = createServer();
  proxy.on('connect', (_, client) => {
    const upstream = connect(server.port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    for (const end of [client, upstream]) end.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const address = proxy.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}
