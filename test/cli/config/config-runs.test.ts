import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse as parseYaml } from 'yaml';
import { afterAll, describe, expect, it } from 'vitest';
import { CONFIG_OPTIONS, variableOf } from '../../../src/cli/config/names.js';
import { configJsonSchema } from '../../../src/cli/config/schema.js';
import type { SettingRow } from '../../../src/cli/jobs/config.js';
import { namePlayer, windowNotes } from '../../../src/cli/cast.js';
import { modelDeps } from '../../../src/models/registry.js';
import { openStore } from '../../../src/store/index.js';
import { startFakeServer } from '../../fake-server/server.js';
import type { FakeServer } from '../../fake-server/types.js';
import { folder, type Folder } from './world.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

async function fake(): Promise<FakeServer> {
  const server = await startFakeServer({ models: [{ name: 'fake:1b', trainedContext: 32_768 }] });
  afterAll(() => server.close());
  return server;
}

/** Two rounds of a game of two: the fewest calls. */
const SHORT = ['play', '--game', 'prisoners-dilemma', '--rule', 'rounds=2'];

interface Shown {
  readonly file: string | null;
  readonly settings: readonly SettingRow[];
  readonly players: readonly {
    readonly name: string;
    readonly key: unknown;
    readonly problem: string | null;
  }[];
}

async function shown(at: Folder, argv: readonly string[] = [], env = {}): Promise<Shown> {
  const { code, out, err } = await at.run(['config', '--json', ...argv], env);
  expect(err).toBe('');
  expect(code).toBe(0);
  return JSON.parse(out) as Shown;
}

function row(rows: readonly SettingRow[], option: string): SettingRow | undefined {
  return rows.find((candidate) => candidate.option === option);
}

describe('spartan config', () => {
  it('shows each value with where it comes from: the environment above the file, the file above the default', async () => {
    const at = folder();
    at.write(
      'spartan.config.yaml',
      'games: 20\nrounds: 2\nquiet: true\nthink: false\nmodels: [builtin:novice, builtin:expert]\n',
    );
    const { settings } = await shown(at, [], {
      SPARTAN_ROUNDS: '3',
      SPARTAN_FOLD_SYSTEM: 'yes',
      SPARTAN_SEED: '',
    });
    expect(row(settings, 'games')).toEqual({
      option: 'games',
      value: 20,
      source: 'file',
      where: 'spartan.config.yaml line 1',
    });
    expect(row(settings, 'rounds')).toEqual({
      option: 'rounds',
      value: 3,
      source: 'environment',
      where: 'SPARTAN_ROUNDS',
    });
    expect(row(settings, 'seed')).toEqual({ option: 'seed', value: 1, source: 'default', where: null });
    expect(row(settings, 'quiet')).toMatchObject({ value: true, source: 'file' });
    expect(row(settings, 'foldSystem')).toMatchObject({ value: true, source: 'environment' });
    expect(row(settings, 'think')).toMatchObject({ value: 'off', source: 'file' });
    expect(row(settings, 'models')).toMatchObject({ value: 'builtin:novice,builtin:expert' });
  });

  it('fills in one of two spellings of a setting only', async () => {
    const at = folder();
    at.write('spartan.config.json', '{"think": true}');
    const { settings } = await shown(at, [], { SPARTAN_REASONING_EFFORT: 'none' });
    expect(row(settings, 'reasoningEffort')).toMatchObject({ value: 'none' });
    expect(row(settings, 'think')).toMatchObject({ value: null, source: 'default' });
  });

  it('names the file by --config, by SPARTAN_CONFIG, or leaves it out', async () => {
    const at = folder();
    at.write('spartan.config.yml', 'games: 5\n');
    at.write('other.yaml', 'games: 6\n');
    expect(row((await shown(at)).settings, 'games')?.value).toBe(5);
    expect(row((await shown(at, ['--config', 'other.yaml'])).settings, 'games')?.value).toBe(6);
    expect(row((await shown(at, [], { SPARTAN_CONFIG: 'other.yaml' })).settings, 'games')?.value).toBe(6);
    const none = await shown(at, ['--no-config'], { SPARTAN_CONFIG: 'other.yaml' });
    expect(none.file).toBeNull();
    expect(row(none.settings, 'games')?.source).toBe('default');
  });

  it('says of a key that it is set, and never what it is', async () => {
    const at = folder();
    at.write('spartan.config.yaml', 'players:\n  a: { model: "openai:gpt-5", apiKeyEnv: MY_KEY }\n');
    const env = { MY_KEY: 'sk-canary-0123456789', OPENAI_BASE_URL: 'http://me:canary-password@x.test/v1' };
    for (const argv of [['config'], ['config', '--json']]) {
      const { out, err } = await at.run(argv, env);
      expect(out + err).not.toMatch(/canary/);
    }
    expect((await shown(at, [], env)).players).toMatchObject([
      { key: { variable: 'MY_KEY', set: true }, problem: null },
    ]);
    const without = (await shown(at)).players[0];
    expect(without).toMatchObject({ key: { variable: 'MY_KEY', set: false } });
    expect(without?.problem).toContain('MY_KEY');
  });

  it('points at a variable that is misspelt', async () => {
    const { out } = await folder().run(['config'], { SPARTAN_CONCURENCY: '3', SPARTAN_OTHER_PROGRAM: '1' });
    expect(out).toContain('SPARTAN_CONCURENCY is no setting of the lab; did you mean SPARTAN_CONCURRENCY?');
    expect(out).not.toContain('OTHER_PROGRAM');
  });
});

describe('a value that cannot be used', () => {
  it.each([
    [{ SPARTAN_GAMES: 'lots' }, '', 'SPARTAN_GAMES must be a whole number from 1 to 100000, got "lots"'],
    [{ SPARTAN_QUIET: 'perhaps' }, '', 'SPARTAN_QUIET must be true or false, got "perhaps"'],
    [{}, 'games: 0\n', 'spartan.config.yaml line 1: games must be a whole number'],
    [
      { SPARTAN_CONFIG: 'gone.yaml' },
      '',
      'SPARTAN_CONFIG must name a JSON or YAML file, and there is none at gone.yaml',
    ],
  ])('%j %j is refused before anything is made', async (env, text, message) => {
    const at = folder();
    if (text !== '') at.write('spartan.config.yaml', text);
    const { code, out, err } = await at.run(['iterate', '--game', 'resistance'], env);
    expect(err).toContain(`spartan: ${message}`);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(out).toBe('');
    expect(code).toBe(2);
  });

  it('of two files in one folder is a question to the user', async () => {
    const at = folder();
    at.write('spartan.config.yaml', '');
    at.write('spartan.config.json', '{}');
    const { code, err } = await at.run(['config']);
    expect(err).toContain('has both spartan.config.json and spartan.config.yaml');
    expect(code).toBe(2);
  });
});

describe('options of servers that nobody could heed', () => {
  it.each([
    [
      ['--base-url', 'http://x.test/v1'],
      '--base-url is the address of a model server, and builtin:novice asks none',
    ],
    [['--keep-alive', '5m'], '--keep-alive is for models of ollama:, and there is none here'],
    [
      ['--model', 'openai:a', '--opponent', 'ollama:b', '--base-url', 'http://x.test/v1'],
      'this command has models of openai: and ollama:: leave it out, and set OPENAI_BASE_URL and OLLAMA_HOST',
    ],
    [['--model', 'openai:a', '--keep-alive', '5m'], '--keep-alive is for models of ollama:'],
  ])('%j is refused with what to do', async (options, message) => {
    const { code, err } = await folder().run(['iterate', '--game', 'resistance', ...options]);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });
});

describe('named line-ups', () => {
  const config = (url: string): string => `
endpoints:
  here: { baseUrl: ${url}, keepAlive: 10m }
players:
  calm: { model: "ollama:fake:1b", endpoint: here, context: 2048, temperature: 0.1, think: false }
  wild: { model: "ollama:fake:1b", endpoint: here, context: 2048, temperature: 1.4, topP: 0.9 }
`;

  it('of one model with two settings are two players, each asked with its own, and named in the table', async () => {
    const server = await fake();
    const at = folder();
    at.write('spartan.config.yaml', config(server.url));
    const argv = [
      'tournament',
      '--models',
      'calm,wild',
      '--suite',
      'prisoners-dilemma',
      '--per-pair',
      '2',
      '--self-play',
      '0',
      '--quiet',
    ];
    const { code, out, err } = await at.run(argv);
    expect(err).not.toContain('spartan:');
    expect(code).toBe(0);
    expect(out).toMatch(/\bcalm\b/);
    expect(out).toMatch(/\bwild\b/);
    const bodies = server.chats().map(({ body }) => body);
    const temperatures = new Set(
      bodies.map((body) => (body?.['options'] as { temperature: number }).temperature),
    );
    expect(temperatures).toEqual(new Set([0.1, 1.4]));
    expect(bodies.every((body) => body?.['keep_alive'] === '10m')).toBe(true);
    expect(new Set(bodies.map((body) => body?.['think']))).toEqual(new Set([false, undefined]));
    expect(bodies.every((body) => (body?.['options'] as { num_ctx: number }).num_ctx === 2048)).toBe(true);

    // The names are no part of what was played: under other names all of it is there already.
    const asked = server.chats().length;
    at.write('spartan.config.yaml', config(server.url).replace('calm:', 'one:').replace('wild:', 'two:'));
    const again = await at.run(['tournament', '--models', 'one,two', ...argv.slice(3)]);
    expect(again.code).toBe(0);
    expect(again.out).toMatch(/\bone\b/);
    expect(server.chats()).toHaveLength(asked);
  });

  it('give way to what is typed', async () => {
    const server = await fake();
    const at = folder();
    at.write('spartan.config.yaml', `temperature: 0.3\nmaxOutputTokens: 99\n${config(server.url)}`);
    const { code, err } = await at.run([...SHORT, '--model', 'calm', '--temperature', '0.6']);
    expect(err).not.toContain('spartan:');
    expect(code).toBe(0);
    expect(server.chats()[0]?.body?.['options']).toMatchObject({
      temperature: 0.6,
      num_ctx: 2048,
      num_predict: 99,
    });
  });

  it('that are not there are named with the nearest', async () => {
    const at = folder();
    at.write('spartan.config.yaml', config('http://127.0.0.1:9'));
    const { err } = await at.run([...SHORT, '--model', 'clam']);
    expect(err).toContain('configured are calm and wild), got "clam"; did you mean "calm"?');
  });

  it('say where they stand when they cannot be used', async () => {
    const at = folder();
    at.write('spartan.config.yaml', 'players:\n  a: { model: "ollama:x", tier: flex }\n');
    const { err } = await at.run([...SHORT, '--model', 'a']);
    expect(err).toContain(
      'spartan.config.yaml line 2: players.a: a service tier was given for a model of ollama:',
    );
  });
});

describe('two windows of one model', () => {
  it('are told, since Ollama loads a model anew for each', () => {
    const player = (context: number, model = 'ollama:m') =>
      namePlayer(
        model,
        { settings: { context } },
        modelDeps({ OPENAI_BASE_URL: 'http://localhost:1/v1' }, () => undefined),
      );
    expect(windowNotes([player(4096), player(4096), player(8192, 'ollama:other')])).toEqual([]);
    expect(windowNotes([player(4096, 'openai:m'), player(8192, 'openai:m')])).toEqual([]);
    expect(windowNotes([player(4096), player(8192)])).toEqual([
      expect.stringMatching(/^ollama:m at .* is loaded anew .* asks for 4096 and 8192 tokens/),
    ]);
  });
});

describe('the command that goes on with a run', () => {
  it('holds all that came from the environment and the file, and names the file', async () => {
    const server = await fake();
    const at = folder();
    at.write(
      'spartan.config.yaml',
      `seed: 9\ndb: here.sqlite\nfoldSystem: true\nplayers:\n  student: { model: "openai:fake:1b", baseUrl: "${server.url}/v1" }\n`,
    );
    const typed = [...SHORT, '--model', 'student'];
    await at.run(typed, { SPARTAN_TEMPERATURE: '0.4' });
    const store = openStore(join(at.path, 'here.sqlite'), { mode: 'read', now: () => new Date() });
    const [run] = store.runs.list();
    store.close();
    expect(run?.command.slice(0, typed.length)).toEqual(typed);
    const added = run?.command.slice(typed.length) ?? [];
    expect(added).toEqual(
      expect.arrayContaining(['--seed', '9', '--temperature', '0.4', '--db', 'here.sqlite', '--fold-system']),
    );
    expect(added.slice(-2)).toEqual(['--config', 'spartan.config.yaml']);

    // It is the same run without the environment, and asks nothing again.
    const asked = server.chats().length;
    const again = await at.run(run?.command ?? []);
    expect(again.code).toBe(0);
    expect(server.chats()).toHaveLength(asked);

    // In another folder it is refused, and not another run without a word.
    const elsewhere = await folder().run(run?.command ?? []);
    expect(elsewhere.code).toBe(2);
    expect(elsewhere.err).toContain('--config must name a JSON or YAML file');
  });
});

describe('a run that was stopped', () => {
  it('says what came from where, and notices when the same command has come to mean another run', async () => {
    const server = await fake();
    const at = folder();
    const player = (temperature: number): string =>
      `players:\n  student: { model: "openai:fake:1b", baseUrl: "${server.url}/v1", temperature: ${temperature} }\n`;
    at.write('spartan.config.yaml', `games: 1\nlearnGames: 1\nrounds: 1\nconcurrency: 1\n${player(0.5)}`);
    const typed = ['iterate', '--game', 'prisoners-dilemma', '--model', 'student'];
    let pressed = false;
    const stopped = await at.run(typed, {}, (text, interrupt) => {
      if (pressed || !text.includes('baseline')) return;
      pressed = true;
      interrupt();
    });
    expect(stopped.code).toBe(130);
    expect(stopped.err).toContain(
      '--games (spartan.config.yaml line 1), --learn-games (spartan.config.yaml line 2)',
    );
    expect(stopped.err).toContain('--config spartan.config.yaml');

    at.write('spartan.config.yaml', `games: 1\nlearnGames: 1\nrounds: 1\nconcurrency: 1\n${player(0.9)}`);
    const other = await at.run(typed, {}, (text, interrupt) => {
      if (text.includes('this is a new run')) interrupt();
    });
    expect(other.err).toMatch(/note: this is a new run; [0-9a-f]{8}, which the same command began/);
  });
});

describe('what is published', () => {
  it('is the schema that the file is checked by', () => {
    const text = readFileSync(join(ROOT, 'spartan.config.schema.json'), 'utf8');
    expect(JSON.parse(text), 'run: npm run config-schema').toEqual(configJsonSchema());
    const packed = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { files: string[] };
    expect(packed.files).toContain('spartan.config.schema.json');
  });

  it('documents every option with its variable', () => {
    const page = readFileSync(join(ROOT, 'docs/configuration.md'), 'utf8');
    for (const option of CONFIG_OPTIONS) {
      expect(page).toContain(`\`${option}\``);
      expect(page).toContain(variableOf(option));
    }
  });

  it('shows an example that can be used', async () => {
    const page = readFileSync(join(ROOT, 'docs/configuration.md'), 'utf8');
    const example = /```yaml config\n([^]*?)```/.exec(page)?.[1] ?? '';
    expect(Object.keys((parseYaml(example) as { players: object }).players).length).toBeGreaterThan(1);
    const at = folder();
    at.write('spartan.config.yaml', example);
    const { players } = await shown(at, [], { GPU_BOX_KEY: 'x'.repeat(20), OPENAI_API_KEY: 'y'.repeat(20) });
    expect(players.map(({ problem }) => problem)).toEqual(players.map(() => null));
  });
});
