import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RunTalk } from '../../src/cli/talk-facts.js';
import type { StudyReport } from '../../src/report/study.js';
import { startFakeServer } from '../fake-server/server.js';
import { openAiUsage } from '../fake-server/scripts.js';
import { gamesOf, inStore, openAiOptions, place, scratch, SHORT, SMALL, spartan } from './support.js';

const folder = scratch('report');
const at = place(folder, 'study');
let run = '';

/** A whole small study; a few seconds on a machine that is busy with other tests. */
const WHOLE = { timeout: 120_000 };

beforeAll(async () => {
  const ended = await spartan([
    'iterate',
    ...['--game', 'spyfall', '--model', 'builtin:parrot', '--rounds', '2', '--games', '4'],
    ...['--learn-games', '3', '--control', 'placebo', '--quiet', ...at.options],
  ]);
  expect(ended.code, ended.err).toBe(0);
  run = inStore(at.db, (store) => store.runs.list()[0]?.id ?? '').slice(0, 8);
}, WHOLE.timeout);

const pageOf = (html: string): ParentNodeLike =>
  (parseHTML(html) as unknown as { readonly document: ParentNodeLike }).document;

const talk = async (...more: string[]): Promise<RunTalk> => {
  const { code, out, err } = await spartan(['parrot', run, '--db', at.db, '--json', ...more]);
  expect(code, err).toBe(0);
  return JSON.parse(out) as RunTalk;
};

describe('spartan parrot', WHOLE, () => {
  it('counts every utterance of every game once in each grouping', async () => {
    const report = await talk();
    const games = new Map(gamesOf(at.db).map((game) => [game.id, game]));
    const utterances = [...games.values()].flatMap(({ events }) =>
      events.filter((event) => event.talk),
    ).length;
    expect(report.games).toBe(games.size);
    for (const groups of Object.values(report.groups)) {
      expect(groups.reduce((sum, group) => sum + group.utterances, 0)).toBe(utterances);
    }
  });

  it('stands beside the table of the run', async () => {
    const shown = JSON.parse((await spartan(['show', run, '--db', at.db, '--json'])).out) as StudyReport;
    const { rows } = await talk();
    const cells = shown.rows.flatMap((row) => row.cells);
    expect(rows.map(({ value }) => value)).toEqual(cells.map(({ value }) => value));
    expect(rows.some(({ parroting }) => parroting !== null)).toBe(true);
  });

  it('prints tables, worst pairs and how to open their games', async () => {
    const { out } = await spartan(['parrot', run, '--db', at.db, '--worst', '2']);
    expect(out).toContain('simulated players');
    expect(out).toContain('Parroting by model:');
    expect(out).toContain('Parroting beside the win rate');
    expect(out.match(/^ {2}\d\.\d{3} {2}spyfall, R\d$/gm)).toHaveLength(2);
    const game = /spartan show game ([0-9a-f]{10})/.exec(out)?.[1] ?? '';
    expect((await spartan(['show', 'game', game, '--db', at.db])).code).toBe(0);
  });

  it('looks at one round or game alone, and says what there is when nothing fits', async () => {
    const { groups } = await talk('--round', '1', '--game', 'spyfall');
    expect(groups.round.map(({ name }) => name)).toEqual(['R1']);
    const none = await spartan(['parrot', run, '--db', at.db, '--round', '9']);
    expect(none.code).not.toBe(0);
    expect(none.err).toMatch(/--round 9 matches no finished game .* spyfall in R0, R1 and R2/);
    const unknown = await spartan(['parrot', run, '--db', at.db, '--game', 'spifall']);
    expect(unknown.err).toContain('spyfall');
  });
});

describe('spartan report', WHOLE, () => {
  it('writes one file whose cells are the numbers of its JSON form', async () => {
    const file = join(folder, 'deep', 'r.html');
    const { code, out, err } = await spartan(['report', run, '--db', at.db, '--out', file, '--json']);
    expect(code, err).toBe(0);
    const { report } = JSON.parse(out) as { readonly report: StudyReport };
    const html = readFileSync(file, 'utf8');
    const page = pageOf(html);
    const rows = [...page.querySelectorAll('#study tbody tr')].map((row) =>
      [...row.querySelectorAll('th,td')].map(({ textContent }) => textContent),
    );
    const cells = report.rows.flatMap((row) => row.cells);
    expect(rows).toHaveLength(cells.length);
    cells.forEach((cell, index) => {
      const { value, wins, finished } = cell;
      const [low, high] = [value?.low ?? 0, value?.high ?? 0].map((end) => Math.round(end * 100));
      expect(rows[index]).toContain(`${(100 * (value?.estimate ?? 0)).toFixed(0)} % [${low}, ${high}]`);
      expect(rows[index]).toContain(`${wins} of ${finished}`);
    });
    expect(html).toContain('Simulated players: no language model took part');
    // Both versions and the placebo, the second beside the first.
    expect([...page.querySelectorAll('#playbooks h3')].map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/@v1$/),
      expect.stringMatching(/@v2$/),
      expect.stringMatching(/-placebo@v1$/),
    ]);
    expect([...page.querySelectorAll('#playbooks .diff')].length).toBe(1);
  });

  it('refuses a place that cannot be written, in one line', async () => {
    // A folder inside a file.
    const { code, err } = await spartan(['report', run, '--db', at.db, '--out', join(at.db, 'r.html')]);
    expect(code).not.toBe(0);
    expect(err).toMatch(/^spartan: --out must be a file that can be written.*\n$/);
  });

  it('shows what a model took, and the reasons of a rejected reflection', async () => {
    const { db, options } = place(folder, 'model');
    // 1,000 fresh tokens and 300 of output a call; this server's playbooks are answers of the game, and rejected.
    const usage = openAiUsage({ prompt: 1000, cached: 0, written: 0, output: 300, reasoning: 0 });
    const server = await startFakeServer({ script: () => [{ twist: 'usage', usage }] });
    try {
      await spartan(['iterate', ...SMALL, ...SHORT, ...openAiOptions(server), ...options, '--quiet']);
    } finally {
      await server.close();
    }
    const id = inStore(db, (store) => store.runs.list()[0]?.id ?? '');
    const file = join(folder, 'model.html');
    const { out } = await spartan(['report', id, '--db', db, '--out', file, '--json']);
    const { report, costs } = JSON.parse(out) as {
      readonly report: StudyReport;
      readonly costs: { readonly paid: readonly { readonly calls: number; readonly tokens: object }[] };
    };
    const html = readFileSync(file, 'utf8');
    const page = pageOf(html);
    const rows = (table: string): string[][] =>
      [...page.querySelectorAll(`#${table} tbody tr`)].map((row) =>
        [...row.querySelectorAll('th,td')].map(({ textContent }) => textContent),
      );
    const calls = costs.paid.reduce((sum, row) => sum + row.calls, 0);
    expect(calls).toBeGreaterThan(0);
    // The last row is the sum; nobody named a price.
    expect(rows('costs-1').at(-1)?.slice(0, 3)).toEqual(['all', '', String(calls)]);
    expect(rows('costs-1').at(-1)?.at(-1)).toBe('unknown');
    const rejected = report.reflections.flatMap((reflection) => reflection.rejected ?? []);
    expect(rows('reflections').flatMap((row) => row[4] || [])).toEqual(rejected);
    expect(rejected.length).toBeGreaterThan(0);
    expect(html).not.toContain('Simulated players');
  });

  it('gives a tournament its leaderboard', async () => {
    const { db } = place(folder, 'tournament');
    await spartan([
      'tournament',
      ...['--models', 'builtin:novice,builtin:random', '--suite', 'rock-paper-scissors', '--per-pair', '2'],
      ...['--quiet', '--db', db],
    ]);
    const id = inStore(db, (store) => store.runs.list()[0]?.id ?? '');
    const file = join(folder, 'board.html');
    expect((await spartan(['report', id, '--db', db, '--out', file])).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toMatch(/<h1>Leaderboard/);
  });
});

/** What is used of a parsed page. */
interface ParentNodeLike {
  readonly textContent: string;
  querySelectorAll(selector: string): Iterable<ParentNodeLike>;
}
