import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/index.js';
import type { FakeServer } from '../fake-server/types.js';
import {
  gamesOf,
  inStore,
  openAiOptions,
  place,
  playbookServer,
  PROCESSES,
  scratch,
  SHORT,
  SMALL,
  spartan,
  start,
} from './support.js';
import type { Ended, Env, Place } from './support.js';

const folder = scratch('bad-input');
const GAME = ['--game', 'resistance'];

/** What may stand on standard error beside the line that says what is wrong. */
const NOTE = /^(note: |Simulated players \(builtin:novice\)\. )/;

/** Holds when a command was refused as it should be; returns the one line that says why. */
function refusal({ code, out, err }: Ended): string {
  expect(err.endsWith('\n')).toBe(true);
  const lines = err
    .slice(0, -1)
    .split('\n')
    .filter((line) => !NOTE.test(line));
  expect(lines).toHaveLength(1);
  const [line = ''] = lines;
  expect(line).toMatch(/^spartan: \S/);
  expect(err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  expect(line).not.toContain('internal error');
  expect(out).toBe('');
  expect(code).toBe(2);
  return line.replace('spartan: ', '');
}

/** No run, no playbook: whatever the command made before it was refused is empty. */
function expectNothingIn(at: Place): void {
  if (existsSync(at.playbooks)) expect(readdirSync(at.playbooks)).toEqual([]);
  if (existsSync(at.db)) expect(inStore(at.db, (store) => store.runs.list())).toEqual([]);
}

let places = 0;
function freshPlace(): Place {
  places += 1;
  return place(folder, `place-${places}`);
}

/** Runs `spartan iterate`, which must be refused and leave nothing. */
async function refusedIterate(options: readonly string[], env: Env = {}, at = freshPlace()): Promise<string> {
  const line = refusal(await spartan(['iterate', ...at.options, ...options], env));
  expectNothingIn(at);
  return line;
}

describe('names', () => {
  it.each([
    [['--game', 'resistence'], 'unknown game "resistence"; did you mean "resistance"?'],
    [['--game', 'RESIST'], 'unknown game "RESIST"; did you mean "resistance"?'],
    [['--game', 'xyzzy-plugh'], /^unknown game "xyzzy-plugh"; games are: .*resistance/],
    [['--game', 'chess\u001b[2J\n\u202ebad'], /^unknown game "chess(; )?bad"; /],
    [[], /--game <id>/],
    [[...GAME, '--model', 'opnai:gpt-5'], /got "opnai:gpt-5"; did you mean openai:gpt-5\?$/],
    [[...GAME, '--model', 'olama:qwen3:8b'], /did you mean ollama:qwen3:8b\?$/],
    [[...GAME, '--model', 'gpt-5'], /^a model must be named PROVIDER:MODEL .*got "gpt-5"$/],
    [[...GAME, '--model', 'openai:'], /OPENAI_API_KEY/],
    [
      [...GAME, '--model', 'builtin:novise'],
      'unknown builtin profile "novise"; did you mean "builtin:novice"?',
    ],
    [[...GAME, '--reflector', 'builtin:exprt'], /did you mean "builtin:expert"\?$/],
    [[...GAME, '--opponent', 'olama:x'], /did you mean ollama:x\?$/],
    [
      [...GAME, '--armed', 'ech'],
      '--armed must be one of alt, main, each, all, got "ech"; did you mean "each"?',
    ],
    [[...GAME, '--rules', 'refrence'], /^--rules must be one of .*did you mean "reference"\?$/],
    [[...GAME, '--from', 'nobodys-book'], /^unknown playbook "nobodys-book"; there are none yet/],
    [[...GAME, '--playbook', '../outside'], /^a playbook name has lowercase letters .*got "\.\.\/outside"/],
    [[...GAME, '--modle', 'x'], /^unknown option '--modle'.*--model/],
    [[...GAME, '--armed', 'all', '--opponent', 'builtin:expert'], /^--armed all .*--opponent$/],
  ] as const)('iterate %j', async (options, expected) => {
    const line = await refusedIterate(options);
    if (typeof expected === 'string') expect(line).toBe(expected);
    else expect(line).toMatch(expected);
  });

  it('names the nearest command', async () => {
    expect(refusal(await spartan(['iterat', ...GAME]))).toMatch(/^unknown command 'iterat'.*iterate/);
  });

  it('shows the commands when none is given, those of the group when the group lacks its word', async () => {
    const top = await spartan([]);
    expect([top.code, top.out]).toEqual([2, '']);
    expect(top.err).toMatch(/^Usage: spartan \[options\]/);
    const group = await spartan(['playbook']);
    expect([group.code, group.out]).toEqual([2, '']);
    expect(group.err).toMatch(/^Usage: spartan playbook /);
  });
});

describe('numbers', () => {
  const COUNTS = [
    '0',
    '-1',
    '1.5',
    '1e9',
    'zero',
    '',
    ' 3',
    '+3',
    '0x10',
    'Infinity',
    '٣',
    '1\n2',
    '9'.repeat(30),
  ];

  it.each(['--rounds', '--games', '--learn-games', '--concurrency'])('%s', async (option) => {
    for (const value of COUNTS) {
      const line = await refusedIterate([...GAME, option, value]);
      expect(line).toMatch(new RegExp(`^${option} must be a whole number from 1 to \\d+, got ".*"$`));
    }
  });

  it.each([
    ['--rounds', '51'],
    ['--seed', '-1'],
    ['--seed', '1.5'],
    ['--seed', '2147483648'],
    ['--replicate', '-1'],
    ['--context', '0'],
    ['--max-output-tokens', '1'],
    ['--temperature', '2.5'],
    ['--temperature', 'hot'],
  ])('%s %s', async (option, value) => {
    expect(await refusedIterate([...GAME, option, value])).toMatch(
      new RegExp(`^${option} must be a (whole )?number from \\d+ to \\d+, got "${value}"$`),
    );
  });
});

describe('rule options', () => {
  it.each([
    ['maxTurns', '--rule must be KEY=VALUE, got "maxTurns"'],
    ['=3', '--rule must be KEY=VALUE, got "=3"'],
    ['maxTurn=30', '--rule: resistance has no option "maxTurn"; did you mean "maxTurns"?'],
    ['__proto__=1', /^--rule: resistance has no option "__proto__"; options are: /],
    ['maxTurns=zero', '--rule maxTurns must be a number, got "zero"'],
    ['maxTurns=1.5', '--rule maxTurns must be a whole number, got "1.5"'],
    ['maxTurns=0', '--rule maxTurns must be at least 1, got "0"'],
    ['discussionStart=left', /^--rule discussionStart must be one of .*rotate.*, got "left"$/],
  ])('%s', async (rule, expected) => {
    const line = await refusedIterate([...GAME, '--rule', rule]);
    if (typeof expected === 'string') expect(line).toBe(expected);
    else expect(line).toMatch(expected);
  });
});

describe('models', () => {
  let server: FakeServer;
  /** A port that was free a moment ago, so that nothing listens on it. */
  let closedPort: number;
  beforeAll(async () => {
    server = await playbookServer({ key: 'sk-the-right-key' });
    const probe = createServer();
    closedPort = await new Promise((resolve) => {
      probe.listen(0, '127.0.0.1', () => {
        const { port } = probe.address() as AddressInfo;
        probe.close(() => resolve(port));
      });
    });
  });

  it('asks for a missing key, and an empty one is missing', async () => {
    for (const env of [{}, { OPENAI_API_KEY: '' }, { OPENAI_API_KEY: '  ' }]) {
      expect(await refusedIterate([...GAME, '--model', 'openai:gpt-5-mini'], env as Env)).toMatch(
        /needs an API key, and OPENAI_API_KEY is not set: set it/,
      );
    }
  });

  it('says that a key was refused; the same command goes on with the right one', async () => {
    const at = freshPlace();
    const argv = ['iterate', ...SMALL, ...SHORT, ...openAiOptions(server), ...at.options];
    const line = refusal(await spartan(argv, { OPENAI_API_KEY: 'sk-a-wrong-key' }));
    expect(line).toMatch(/answered 401 .*check OPENAI_API_KEY$/);
    expect(line).not.toContain('sk-a-wrong-key');
    expect(readdirSync(at.playbooks)).toEqual([]);
    expect(gamesOf(at.db)).toEqual([]);
    expect((await spartan(argv, { OPENAI_API_KEY: 'sk-the-right-key' })).code).toBe(0);
  });

  it('says that no server answers', async () => {
    const url = `http://127.0.0.1:${closedPort}`;
    expect(await refusedIterate([...SMALL, '--model', 'openai:x', '--base-url', `${url}/v1`])).toMatch(
      /^no complete answer from the openai server .*ECONNREFUSED.*: start the server, or correct --base-url/,
    );
    expect(await refusedIterate([...SMALL, '--model', 'ollama:x'], { OLLAMA_HOST: url })).toMatch(
      /^no complete answer from the ollama server .*ECONNREFUSED.*OLLAMA_HOST$/,
    );
  });

  it('says that the server has no such model', async () => {
    const open = await playbookServer();
    expect(await refusedIterate([...SMALL, '--model', 'ollama:fake:2b'], { OLLAMA_HOST: open.url })).toMatch(
      /has no model "fake:2b".*did you mean ollama:fake:1b\?/,
    );
    // A compatible server may serve models that it does not list, so the first call decides.
    const at = freshPlace();
    const argv = ['iterate', ...SMALL, '--model', 'openai:fake:2b', '--base-url', `${open.url}/v1`];
    const ended = await spartan([...argv, ...at.options]);
    expect(refusal(ended)).toMatch(/answered 404 .*check the model name "fake:2b"$/);
    expect(ended.err).toContain('it lists fake:1b');
    expect(readdirSync(at.playbooks)).toEqual([]);
    expect(gamesOf(at.db)).toEqual([]);
  });

  it.each(['ftp://models', 'nowhere', 'http://'])('refuses the base URL %s', async (url) => {
    expect(await refusedIterate([...GAME, '--model', 'openai:x', '--base-url', url])).toMatch(
      /^--base-url must be an http or https URL such as /,
    );
  });
});

describe('playbook files', () => {
  const FRONT = [
    '---',
    'name: mine',
    'version: 1',
    'parent: null',
    'games: [resistance]',
    'model: builtin:novice',
    'run: run-of-somebody',
    'source-games: []',
    'tokens: 20',
    'date: 2026-01-01',
    'hash: "0000000000000000000000000000000000000000000000000000000000000000"',
    'format: 1',
    '---',
    '',
  ].join('\n');

  async function withFile(content: string | Buffer, options: readonly string[]): Promise<string> {
    const at = freshPlace();
    const file = join(at.playbooks, 'mine', 'v1.md');
    mkdirSync(join(at.playbooks, 'mine'), { recursive: true });
    writeFileSync(file, content);
    const line = refusal(await spartan(['iterate', ...SMALL, ...at.options, ...options]));
    // The file is the user's: it is as it was, and nothing came beside it.
    expect(readFileSync(file).equals(Buffer.from(content))).toBe(true);
    expect(readdirSync(at.playbooks, { recursive: true }).sort()).toEqual(['mine', 'mine/v1.md']);
    if (existsSync(at.db)) expect(inStore(at.db, (store) => store.runs.list())).toEqual([]);
    return line;
  }

  it.each([
    ['no front matter', 'I vote as I speak.', /v1\.md: expected front matter/],
    ['front matter without an end', '---\nname: mine\n', /v1\.md: the front matter is not closed/],
    ['broken YAML', FRONT.replace('games: [', 'games: [['), /v1\.md: .*line \d+/],
    ['a field of the wrong kind', FRONT.replace('version: 1', 'version: one'), /v1\.md: .*version/],
    ['no text', FRONT, /v1\.md: there is no text under the front matter/],
    ['no UTF-8', Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe]), /v1\.md: it is not UTF-8 text/],
    [
      '2 MB',
      FRONT + 'I vote as I speak. '.repeat(110_000),
      /v1\.md: it has 2\d{6} bytes, at most \d+ are read/,
    ],
  ])('refuses to start from a file with %s', async (_what, content, expected) => {
    expect(await withFile(content, ['--from', 'mine'])).toMatch(expected);
    expect(await withFile(content, ['--from', 'mine@v1'])).toMatch(expected);
  });

  it('refuses a name that another run wrote, by the file alone', async () => {
    expect(await withFile(`${FRONT}I vote as I speak.\n`, ['--playbook', 'mine'])).toBe(
      'playbook "mine" was written by run run-of-somebody; choose another name with --playbook, or start from it with --from mine@v1',
    );
  });

  it('refuses a name that another run of the store wrote, whose files are gone', async () => {
    const at = freshPlace();
    const first = await spartan(['iterate', ...SMALL, ...at.options, '--playbook', 'mine', '--quiet']);
    expect(first.code).toBe(0);
    const elsewhere = join(folder, 'elsewhere');
    const second = [
      'iterate',
      ...SMALL,
      '--db',
      at.db,
      '--playbooks',
      elsewhere,
      '--playbook',
      'mine',
      '--seed',
      '2',
    ];
    expect(refusal(await spartan(second))).toMatch(
      /^the playbook name "mine" belongs to run \w+; choose another/,
    );
    expect(existsSync(elsewhere)).toBe(false);
    expect(inStore(at.db, (store) => store.runs.list())).toHaveLength(1);
    // The run that owns the name goes on under it.
    expect((await spartan(['iterate', ...SMALL, ...at.options, '--playbook', 'mine', '--quiet'])).code).toBe(
      0,
    );
  });

  it('names the nearest playbook and the versions there are', async () => {
    const at = freshPlace();
    mkdirSync(join(at.playbooks, 'mine'), { recursive: true });
    writeFileSync(join(at.playbooks, 'mine', 'v1.md'), `${FRONT}I vote as I speak.\n`);
    const from = async (name: string): Promise<string> =>
      refusal(await spartan(['iterate', ...SMALL, ...at.options, '--from', name]));
    expect(await from('mnie')).toBe('unknown playbook "mnie"; did you mean "mine"?');
    expect(await from('mine@v7')).toBe('playbook "mine" has no version v7; it has v1');
    expect(await from('mine@7')).toMatch(/^a playbook version is written NAME@vN/);
  });

  it('finds out before the first game that the playbooks cannot be written', async () => {
    const at = freshPlace();
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    for (const bad of [file, join(file, 'below')]) {
      const line = refusal(await spartan(['iterate', ...SMALL, '--db', at.db, '--playbooks', bad]));
      expect(line).toMatch(
        /^playbook folder .*a-file.* cannot be written \(E\w+\); name another place with --playbooks$/,
      );
    }
    expect(inStore(at.db, (store) => store.runs.list())).toEqual([]);
  });
});

describe('templates', () => {
  function prompts(name: string, change: (text: string) => string): string {
    const dir = join(folder, `prompts-${places}-${name.replaceAll('/', '-')}`);
    mkdirSync(join(dir, 'games'), { recursive: true });
    const shipped = readFileSync(new URL(`../../prompts/${name}`, import.meta.url), 'utf8');
    writeFileSync(join(dir, name), change(shipped));
    return dir;
  }
  const intoFirstSection = (text: string) => (file: string) =>
    file.replace(/\{\{#\*inline "[^"]+"\}\}/, (opening) => `${opening}${text}`);

  it.each(['player.hbs', 'reflect.hbs', 'games/resistance.hbs'])(
    'refuses an unknown variable in %s, with the line',
    async (name) => {
      const dir = prompts(name, intoFirstSection('{{nobody}}'));
      expect(await refusedIterate([...SMALL, '--prompts', dir])).toMatch(
        new RegExp(`^prompt file .*${name}: line \\d+: section "[^"]+" has no variable "nobody"; it has`),
      );
    },
  );

  it.each([
    ['an unknown helper', intoFirstSection('{{shout "x"}}'), /unknown helper "shout"/],
    ['a partial', intoFirstSection('{{> other}}'), /a partial/],
    ['a missing end', intoFirstSection('{{#if'), /not a Handlebars template/],
    ['a missing section', () => '', /section "[^"]+" is missing$/],
  ])('refuses %s', async (_what, change, expected) => {
    expect(await refusedIterate([...SMALL, '--prompts', prompts('player.hbs', change)])).toMatch(expected);
  });

  it('refuses a folder that is not there', async () => {
    expect(await refusedIterate([...SMALL, '--prompts', join(folder, 'nowhere')])).toMatch(
      /^--prompts: ".*nowhere" is not a folder/,
    );
  });
});

describe('the store', () => {
  async function withStore(db: string): Promise<string[]> {
    const playbooks = join(folder, 'not-made');
    const lines = [
      refusal(await spartan(['iterate', ...SMALL, '--db', db, '--playbooks', playbooks])),
      refusal(await spartan(['runs', '--db', db])),
      refusal(await spartan(['show', 'abc', '--db', db])),
    ];
    expect(existsSync(playbooks)).toBe(false);
    return lines;
  }

  it('refuses a file of another kind and leaves it as it was', async () => {
    const file = join(folder, 'letter.txt');
    writeFileSync(file, 'Dear store, you are none.');
    for (const line of await withStore(file))
      expect(line).toMatch(
        /^expected a store, but .*letter\.txt is not a SQLite file; name another file with --db$/,
      );
    expect(readFileSync(file, 'utf8')).toBe('Dear store, you are none.');
  });

  it("refuses another program's database and leaves it as it was", async () => {
    const file = join(folder, 'other.sqlite');
    const db = new Database(file);
    db.exec('CREATE TABLE recipes (name TEXT)');
    db.close();
    const before = readFileSync(file);
    for (const line of await withStore(file)) expect(line).toMatch(/other\.sqlite .*--db/);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('refuses a store of a newer version and leaves it as it was', async () => {
    const { db: file } = freshPlace();
    openStore(file, { mode: 'write', now: () => new Date() }).close();
    const db = new Database(file);
    db.pragma('user_version = 9999');
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.close();
    const before = readFileSync(file);
    for (const line of await withStore(file)) expect(line).toMatch(/newer/);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('refuses a folder, a place below a file, and no name at all', async () => {
    for (const line of await withStore(folder)) expect(line).toMatch(/is a folder; name a file with --db$/);
    writeFileSync(join(folder, 'plain'), '');
    const below = ['iterate', ...SMALL, '--db', join(folder, 'plain', 'x.sqlite')];
    expect(refusal(await spartan(below))).toMatch(/a part of that path is not a folder/);
    expect(refusal(await spartan(['runs', '--db', '']))).toBe('--db must be a path, got ""');
  });

  it('says that there is no store to read yet, and makes none', async () => {
    const file = join(folder, 'none.sqlite');
    for (const argv of [['runs'], ['show', 'abc'], ['show', 'game', 'abc']]) {
      expect(refusal(await spartan([...argv, '--db', file]))).toMatch(
        /^there is no store at .*none\.sqlite yet; /,
      );
    }
    expect(existsSync(file)).toBe(false);
  });

  it('refuses a store that another run writes to, and goes on once that has ended', async () => {
    const at = freshPlace();
    const other = openStore(at.db, { mode: 'write', now: () => new Date() });
    const argv = ['iterate', ...SMALL, ...at.options];
    expect(refusal(await spartan(argv))).toMatch(
      /^another run \(process \d+\) is writing to .*; wait for it to end, or name another store with --db$/,
    );
    expectNothingIn(at);
    expect((await spartan(['runs', '--db', at.db])).code).toBe(0);
    other.close();
    expect((await spartan(argv)).code).toBe(0);
  });

  // Root may write anywhere, unless that one right is taken away.
  const withoutOverride =
    process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override', '--inh-caps=-dac_override'] : [];

  it('refuses a store that may not be written, and still shows it', PROCESSES, async () => {
    const at = freshPlace();
    expect((await spartan(['iterate', ...SMALL, ...at.options, '--quiet'])).code).toBe(0);
    chmodSync(at.db, 0o444);
    chmodSync(join(at.db, '..'), 0o555);
    try {
      const [refused, shown] = await Promise.all([
        start(['iterate', ...SMALL, ...at.options], {}, withoutOverride).ended,
        start(['runs', '--db', at.db], {}, withoutOverride).ended,
      ]);
      expect(refusal(refused)).toMatch(
        /store\.sqlite cannot be \w+ \(\w+\): the file or its folder is read-only.*; name a place you can write to with --db$/,
      );
      expect(shown).toMatchObject({ code: 0, err: '' });
      expect(shown.out).toContain('finished');
    } finally {
      chmodSync(join(at.db, '..'), 0o755);
    }
  });

  // The limit on file size fails a write as a full disk does; dash and bash count it in blocks of 512 and 1024.
  const NO_ROOM = ['sh', '-c', 'ulimit -f 500; exec "$@"', 'sh'];

  it('says that the disk is full; the same command goes on when there is room', PROCESSES, async () => {
    const at = freshPlace();
    const argv = ['iterate', ...SMALL, '--games', '6', '--json', ...at.options];
    // Enough for the store itself and some games, not for all.
    const full = await start(argv, {}, NO_ROOM).ended;
    const lines = full.err.trimEnd().split('\n');
    expect(lines.at(-1)).toMatch(
      /^spartan: no room left to write to .*: free some space and run the same command again$/,
    );
    expect(lines.filter((line) => line.startsWith('spartan: '))).toHaveLength(1);
    expect([full.code, full.out]).toEqual([2, '']);
    const unbroken = freshPlace();
    const again = await spartan(argv);
    const whole = await spartan(['iterate', ...SMALL, '--games', '6', '--json', ...unbroken.options]);
    expect(again.code).toBe(0);
    expect(again.out).toBe(whole.out);
    expect(gamesOf(at.db)).toEqual(gamesOf(unbroken.db));
  });
});

describe('show', () => {
  let at: Place;
  let run: string;
  let game: string;
  beforeAll(async () => {
    at = freshPlace();
    expect((await spartan(['iterate', ...SMALL, ...at.options, '--quiet'])).code).toBe(0);
    run = inStore(at.db, (store) => store.runs.list()[0]?.id ?? '');
    game = gamesOf(at.db)[0]?.id ?? '';
  });
  const show = async (...argv: string[]): Promise<string> =>
    refusal(await spartan(['show', ...argv, '--db', at.db]));
  const mistyped = (id: string): string => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;

  it('names the nearest run or game', async () => {
    expect(await show(mistyped(run))).toMatch(new RegExp(`; did you mean "${run}"\\?$`));
    expect(await show('game', mistyped(game))).toMatch(new RegExp(`; did you mean "${game}"\\?$`));
    expect(await show('zz')).toMatch(/^no run "zz" in .*; "spartan runs" lists every run$/);
    expect(await show('game', 'zz')).toMatch(/^no game "zz" in /);
    expect(await show('')).toMatch(/^no run "" in /);
  });

  it('says what is missing or too much', async () => {
    expect(await show('game')).toMatch(/needs the id of a game/);
    expect(await show('gmae', game)).toMatch(
      /^show takes a run id, "game" and a game id, or "call" and a number, got "gmae /,
    );
    expect(await show(run, '--as', '1')).toBe('--as goes with "show game ID"');
    for (const seat of ['5', '-1', 'Nobody-Of-That-Name']) {
      expect(await show('game', game, '--as', seat)).toMatch(/^--as must be a seat from 0 to 4 or a player/);
    }
  });

  it('names the nearest playbook', async () => {
    const playbook = async (...argv: string[]): Promise<string> =>
      refusal(await spartan(['playbook', ...argv, '--playbooks', at.playbooks]));
    const [name = ''] = readdirSync(at.playbooks);
    expect(await playbook('show', `${name}x`)).toBe(`unknown playbook "${name}x"; did you mean "${name}"?`);
    expect(await playbook('show', `${name}@v2`)).toBe(`playbook "${name}" has no version v2; it has v1`);
    expect(await playbook('show', '../../etc/passwd')).toMatch(/^a playbook name has lowercase letters/);
    expect(await playbook('diff', name, 'no-such-book-at-all')).toMatch(
      /^unknown playbook "no-such-book-at-all"/,
    );
  });
});
