import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetReadObjects, parquetMetadata } from 'hyparquet';
import { beforeAll, describe, expect, it } from 'vitest';
import type { StudyComparison } from '../../src/report/compare/compare.js';
import { LINE_FIELDS } from '../../src/store/index.js';
import {
  inStore,
  openAiOptions,
  place,
  playbookServer,
  reportOf,
  ROOT,
  scratch,
  SHORT,
  SMALL,
  spartan,
} from './support.js';

const folder = scratch('results-out');
const KEY = 'sk-canary-0123456789abcdef';

/** What a command prints; it must succeed. */
async function printed(...argv: string[]): Promise<string> {
  const { code, out, err } = await spartan(argv);
  expect([code, err]).toEqual([0, '']);
  return out;
}

/** The one line that a command ends with when it is refused. */
async function refused(...argv: string[]): Promise<string> {
  const { code, out, err } = await spartan(argv);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/^spartan: [^\n]+\n$/);
  return err;
}

const at = place(folder, 'own');
let novice: string;
let expert: string;

beforeAll(async () => {
  const rounds = [
    'iterate',
    '--game',
    'resistance',
    '--rounds',
    '1',
    '--learn-games',
    '1',
    '--games',
    '3',
    ...SHORT,
  ];
  novice = reportOf(await spartan([...rounds, ...at.options, '--json'])).run;
  expert = reportOf(await spartan([...rounds, '--model', 'builtin:expert', ...at.options, '--json'])).run;
});

const docs = readFileSync(join(ROOT, 'docs', 'export.md'), 'utf8');
/** Columns by table, and fields by kind of line, as the sections of the page list them. */
const documented = Object.fromEntries(
  docs
    .split(/^### /m)
    .slice(1)
    .map((section) => [
      section.slice(0, section.indexOf('\n')).replaceAll('`', ''),
      [...section.matchAll(/^\| `(\w+)` \|/gm)].map((row) => row[1] ?? ''),
    ]),
);

describe('docs/export.md', () => {
  it('lists every column that is written, in order, and no other', async () => {
    const [csv, parquet] = [join(folder, 'docs-csv'), join(folder, 'docs-parquet')];
    await printed('export', novice, '--format', 'csv', '--calls', '--out', csv, '--db', at.db);
    await printed('export', novice, '--format', 'parquet', '--calls', '--out', parquet, '--db', at.db);
    const inCsv = readdirSync(csv).map((name) => [
      name.replace('.csv', ''),
      readFileSync(join(csv, name), 'utf8').split('\n')[0]?.split(','),
    ]);
    const inParquet = readdirSync(parquet).map((name) => {
      const file = new Uint8Array(readFileSync(join(parquet, name))).buffer;
      return [
        name.replace('.parquet', ''),
        parquetMetadata(file)
          .schema.slice(1)
          .map((element) => element.name),
      ];
    });
    const lines = Object.entries(LINE_FIELDS).map(([kind, fields]) => [`line ${kind}`, fields]);
    expect({ ...Object.fromEntries(inCsv), ...Object.fromEntries(lines) }).toEqual(documented);
    expect(Object.fromEntries(inParquet)).toEqual(Object.fromEntries(inCsv));
  });
});

describe('an export', () => {
  it('has the same cells as the study’s own JSON', async () => {
    const out = join(folder, 'cells');
    await printed(
      'export',
      novice.slice(0, 6),
      '--format',
      'parquet',
      '--what',
      'cells,games',
      '--out',
      out,
      '--db',
      at.db,
    );
    const read = (name: string) =>
      parquetReadObjects({ file: new Uint8Array(readFileSync(join(out, name))).buffer });
    const { rows } = JSON.parse(await printed('show', novice, '--json', '--db', at.db)) as ReturnType<
      typeof reportOf
    >;
    const cells = rows.flatMap((row) => row.cells.map((cell) => ({ row, cell })));
    expect(await read('cells.parquet')).toMatchObject(
      cells.map(({ row, cell }) => ({
        run_id: novice,
        simulated: true,
        round: BigInt(row.round),
        carries: row.carries,
        slot: cell.slot,
        wins: BigInt(cell.wins),
        value: cell.value?.estimate,
        change_low: cell.change?.low ?? null,
        verdict: cell.verdict,
      })),
    );
    expect(readdirSync(out).sort()).toEqual(['cells.parquet', 'games.parquet']);
    const games = await read('games.parquet');
    expect(games.map((row) => row['simulated'] as unknown)).not.toContain(false);
  });

  it('never replaces a file unless it is told to, and leaves nothing half-written', async () => {
    const out = join(folder, 'taken');
    mkdirSync(out);
    writeFileSync(join(out, 'seats.csv'), 'mine');
    const argv = ['export', novice, '--format', 'csv', '--out', out, '--db', at.db];
    expect(await refused(...argv)).toMatch(/seats\.csv is there already; .*--force/);
    expect(readdirSync(out)).toEqual(['seats.csv']);
    expect(readFileSync(join(out, 'seats.csv'), 'utf8')).toBe('mine');
    await printed(...argv, '--force');
    expect(readFileSync(join(out, 'seats.csv'), 'utf8')).toMatch(/^game_id,seat,name/);
    expect(readdirSync(out).filter((name) => name.startsWith('.'))).toEqual([]);
    expect(
      await refused('export', novice, '--format', 'csv', '--out', join(out, 'seats.csv'), '--db', at.db),
    ).toMatch(/--out must be a folder that can be written/);
  });

  it('names what it does not know', async () => {
    const argv = ['export', novice, '--out', join(folder, 'no'), '--db', at.db, '--format'];
    expect(await refused(...argv, 'csv', '--what', 'game')).toMatch(/no table "game"; did you mean "games"/);
    expect(await refused(...argv, 'jsonl', '--what', 'games')).toMatch(
      /--what goes with --format csv or parquet/,
    );
    expect(await refused(...argv, 'xlsx')).toMatch(/must be one of jsonl, csv, parquet/);
    expect(existsSync(join(folder, 'no'))).toBe(false);
  });
});

describe('an import', () => {
  const there = join(folder, 'there.sqlite');
  const files = join(folder, 'files');

  it('shows, compares and prints as the store it came from', async () => {
    for (const run of [novice, expert])
      await printed('export', run, '--format', 'jsonl', '--out', files, '--db', at.db);
    expect(await printed('import', files, '--db', there)).toMatch(
      /^imported 2 runs \(2 new\), \d+ games \(\d+ new\)/,
    );
    for (const argv of [
      ['show', novice, '--json'],
      ['compare', novice, expert],
      ['table', novice, expert, '--published'],
      ['table', novice, '--kind', 'parroting', '--format', 'csv'],
    ]) {
      expect(await printed(...argv, '--db', there)).toBe(await printed(...argv, '--db', at.db));
    }
    expect(JSON.parse(await printed('import', files, '--db', there, '--json')) as unknown).toMatchObject({
      newRuns: 0,
      newGames: 0,
      newPlaybooks: 0,
    });
    expect(inStore(there, (store) => store.playbooks.list())).toEqual(
      inStore(at.db, (store) => store.playbooks.list()),
    );
  });

  it.each<[string, string | Buffer, RegExp]>([
    ['nothing', '', /has no lines/],
    ['no JSON', 'hello\n', /line 1: must be one JSON object/],
    ['a list', '[1]\n', /line 1: must be one JSON object/],
    [
      'results of another program',
      '{"game":"coup","players":[]}\n',
      /header of an export .* "spartan tournament import"/,
    ],
    [
      'a newer version',
      '{"format":"spartan-export","version":99}\n',
      /written by a newer version \(format 99/,
    ],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d, 0x0a]), /line 1: is not text in UTF-8/],
  ])('refuses %s, and makes no store for it', async (_, content, message) => {
    const file = join(folder, 'hostile.jsonl');
    writeFileSync(file, content);
    const db = join(folder, 'never.sqlite');
    expect(await refused('import', file, '--db', db)).toMatch(message);
    expect(existsSync(db)).toBe(false);
  });

  it('refuses a plan that could not be shown, a game it does not have, and a folder without exports', async () => {
    const [name] = readdirSync(files);
    const lines = readFileSync(join(files, name ?? ''), 'utf8').split('\n');
    const file = join(folder, 'changed.jsonl');
    const attempt = async (texts: readonly string[]): Promise<string> => {
      writeFileSync(file, texts.join('\n'));
      const message = await refused('import', file, '--db', join(folder, 'other.sqlite'));
      expect(inStore(join(folder, 'other.sqlite'), (store) => store.runs.list())).toEqual([]);
      return message;
    };
    const plan = lines.map((text) =>
      text.startsWith('{"kind":"run"')
        ? text.replaceAll('"comparisons":[{', '"comparisons":[{"row":null},{')
        : text,
    );
    expect(await attempt(plan)).toMatch(/cannot be shown, since its plan or results are not whole/);
    const game = lines.map((text) =>
      text.startsWith('{"kind":"game"') ? text.replace('"game":"resistance"', '"game":"resistanse"') : text,
    );
    expect(await attempt(game)).toMatch(/line \d+: .*resistanse.*did you mean "resistance"/);
    mkdirSync(join(folder, 'empty'));
    expect(await refused('import', join(folder, 'empty'), '--db', there)).toMatch(
      /import takes a file of "spartan export/,
    );
  });
});

describe('compare', () => {
  it('names the settings that differ and pairs by seed', async () => {
    const found = JSON.parse(
      await printed('compare', novice, expert, '--json', '--db', at.db),
    ) as StudyComparison;
    expect(found.settings.map(({ name }) => name)).toEqual(['model', 'opponent', 'reflector']);
    expect(found.cells.map(({ method, pairs }) => [method, pairs])).toEqual(
      found.cells.map(() => ['paired', 3]),
    );
    expect(found.simulated).toBe(true);
  });

  it('tells that games are the same ones', async () => {
    const again = [
      'iterate',
      '--game',
      'resistance',
      '--rounds',
      '1',
      '--learn-games',
      '1',
      '--games',
      '3',
      ...SHORT,
    ];
    const { run } = reportOf(await spartan([...again, '--playbook', 'renamed', ...at.options, '--json']));
    const out = await printed('compare', novice, run, '--db', at.db);
    expect(out).toContain('The settings are the same.');
    // A learning game, three of the baseline, three for each side.
    expect(out).toContain('Games: 10 in the first, 10 in the second, 10 of them the same, so 10 together.');
    expect(out.match(/the same 3 games/g)).toHaveLength(4);
  });

  it('refuses one run twice, and a run without a table', async () => {
    expect(await refused('compare', novice, novice.slice(0, 8), '--db', at.db)).toMatch(
      /compare needs two runs/,
    );
    await printed('play', '--game', 'chicken', '--db', at.db);
    const other = inStore(at.db, (store) => store.runs.list()[0]);
    expect(await refused('compare', novice, other?.id ?? '', '--db', at.db)).toMatch(
      /of the kind "play", which has no table/,
    );
    expect(await refused('table', other?.id ?? '', '--db', at.db)).toMatch(/name one with --kind/);
  });
});

describe('table', () => {
  it.each([
    [
      'transfer',
      ['--sources', 'prisoners-dilemma,chicken', '--targets', 'prisoners-dilemma,chicken'],
      /Transfer, focal seat.*[^]*\| Prisoner's Dilemma \|/,
    ],
    [
      'multigame',
      ['--sources', 'prisoners-dilemma,chicken', '--targets', 'chicken'],
      /single R1 \| prisoners-dilemma\.chicken/,
    ],
    [
      'distill',
      [
        '--teacher',
        'builtin:expert',
        '--students',
        'builtin:novice,builtin:random',
        '--game',
        'prisoners-dilemma',
      ],
      /\| builtin:random \| Prisoner's Dilemma/,
    ],
  ])('has the shape of the %s arm', async (arm, options, shape) => {
    const { code, out, err } = await spartan([
      arm,
      ...options,
      '--learn-games',
      '1',
      '--games',
      '2',
      '--quiet',
      '--json',
      ...at.options,
    ]);
    expect([code, err]).toEqual([0, '']);
    const { run } = JSON.parse(out) as { run: string };
    expect(await printed('table', run, '--published', '--db', at.db)).toMatch(shape);
    for (const format of ['latex', 'csv'])
      expect(await printed('table', run, '--format', format, '--db', at.db)).not.toBe('');
  });

  it('writes to a file, and sets the paper’s figures beside ours', async () => {
    const file = join(folder, 'table.tex');
    await spartan(['table', novice, '--format', 'latex', '--published', '--out', file, '--db', at.db]);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('Simulated players');
    expect(text).toMatch(
      /GPT-5-mini \(published\) & mean of Werewolves, Spyfall, Undercover, The Resistance & alt & 24 & 36/,
    );
    expect(text).toContain('n = 30');
  });
});

describe('a run on a model', () => {
  it('leaves the store without its key, with and without texts, and is pruned to what it took', async () => {
    const model = place(folder, 'model');
    const server = await playbookServer();
    const ended = await spartan(
      ['iterate', ...SMALL, ...SHORT, ...openAiOptions(server), ...model.options, '--json'],
      { OPENAI_API_KEY: KEY },
    );
    const { run } = reportOf(ended);
    const out = join(folder, 'model-out');
    for (const format of ['jsonl', 'csv', 'parquet']) {
      await printed('export', run, '--format', format, '--calls', '--out', out, '--db', model.db);
    }
    for (const name of readdirSync(out))
      expect(readFileSync(join(out, name)).includes(KEY), name).toBe(false);
    const costs = await printed('costs', run, '--json', '--db', model.db);
    const other = join(folder, 'model-other.sqlite');
    await printed('import', join(out, `spartan-${run.slice(0, 8)}.jsonl`), '--db', other);
    expect(await printed('costs', run, '--json', '--db', other)).toBe(costs);
    expect(await printed('table', run, '--kind', 'cost', '--db', other)).toMatch(
      /\| baseline \| openai:fake:1b \| \d+ \|/,
    );
    await printed('replay', run, '--db', other);

    const copy = join(folder, 'copy.sqlite');
    await printed('store', 'backup', copy, '--db', model.db);
    expect(await refused('store', 'backup', copy, '--db', model.db)).toMatch(/never written over a file/);
    const dry = await printed('store', 'prune', '--calls', '--db', copy);
    expect(dry).toMatch(
      /^Would drop the texts of \d+ calls[^]*Nothing was dropped.*store prune --calls --db .* --yes\n$/m,
    );
    expect(await printed('store', 'prune', '--calls', '--dry-run', '--db', copy)).toBe(dry);
    expect(await printed('store', 'prune', '--calls', '--yes', '--db', copy)).toMatch(/^Dropped the texts/);
    expect(await printed('costs', run, '--json', '--db', copy)).toBe(costs);
    expect(await printed('show', run, '--json', '--db', copy)).toBe(
      await printed('show', run, '--json', '--db', model.db),
    );
    expect((await spartan(['replay', run, '--db', copy])).code).toBe(2);
    const info = JSON.parse(await printed('store', 'info', '--json', '--db', copy)) as {
      calls: { stored: number; withoutTexts: number };
    };
    expect(info.calls.withoutTexts).toBe(info.calls.stored);
  });

  it('says what prune needs', async () => {
    expect(await refused('store', 'prune', '--db', at.db)).toMatch(/prune needs to know what to drop/);
    expect(await refused('store', 'prune', '--orphans', '--runs', novice, '--db', at.db)).toMatch(
      /--runs cannot go with it/,
    );
    expect(await refused('store', 'prune', '--calls', '--older-than', 'soon', '--db', at.db)).toMatch(
      /such as 12h, 30d or 8w/,
    );
    expect(await refused('store', 'prune', '--calls', '--yes', '--dry-run', '--db', at.db)).toMatch(
      /cannot go together/,
    );
    expect(await refused('store', 'prune', '--calls', '--db', join(folder, 'none.sqlite'))).toMatch(
      /there is no store/,
    );
    expect(existsSync(join(folder, 'none.sqlite'))).toBe(false);
    const text = join(folder, 'text.sqlite');
    copyFileSync(join(ROOT, 'LICENSE'), text);
    expect(await refused('store', 'info', '--db', text)).toMatch(/not a SQLite file/);
  });
});
