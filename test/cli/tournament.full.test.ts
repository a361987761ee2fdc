import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Leaderboard } from '../../src/report/leaderboard/leaderboard.js';
import { inStore, openAiOptions, place, playbookServer, scratch, spartan } from './support.js';
import type { Ended } from './support.js';

const folder = scratch('tournament');
const SUITE = ['--suite', 'rock-paper-scissors,spyfall,stag-hunt', '--per-pair', '4', '--self-play', '2'];
const models = (...names: string[]): string[] => ['--models', names.map((name) => `builtin:${name}`).join()];
const dbOf = (name: string): string[] => ['--db', place(folder, name).db];
const boardOf = ({ out }: Ended): Leaderboard => JSON.parse(out) as Leaderboard;

const finishedGames = (db: string): string[] =>
  inStore(db, (store) =>
    store.runs
      .list()
      .flatMap(({ id }) => store.results.ofRuns([id]))
      .map(({ id }) => id),
  );

/** Whole tournaments, several a test: a second or so each, and many on a machine that is busy with other tests. */
const WHOLE = { timeout: 120_000 };

describe('spartan tournament', WHOLE, () => {
  it('plays every two models and prints their ratings', async () => {
    const ended = await spartan([
      'tournament',
      ...models('novice', 'expert', 'random'),
      ...SUITE,
      ...dbOf('plain'),
    ]);
    expect(ended.code).toBe(0);
    // 3 pairs × 4 games × 3 kinds, and 3 models × 2 games of self-play in Spyfall.
    expect(finishedGames(place(folder, 'plain').db)).toHaveLength(42);
    expect(ended.out).toContain('simulated players: no language model took part');
    expect(ended.out).toContain('Overall: 24 games of 2 competitive kinds');
    for (const name of ['builtin:novice', 'builtin:expert', 'builtin:random'])
      expect(ended.out).toContain(name);
    expect(ended.err.match(/^spyfall: 18 games/gm)).toHaveLength(1);
  });

  it('plays, with a model more, only what is missing', async () => {
    const at = dbOf('grown');
    await spartan(['tournament', ...models('novice', 'expert'), ...SUITE, ...at]);
    const before = finishedGames(place(folder, 'grown').db);
    // 1 pair × 4 × 3 kinds + 2 models × 2 of self-play.
    expect(before).toHaveLength(16);
    const { err } = await spartan([
      'tournament',
      ...models('random', 'novice', 'expert'),
      ...SUITE,
      ...at,
      '--json',
    ]);
    expect(err).toMatch(/\(42\/42\)/);
    const all = new Set(finishedGames(place(folder, 'grown').db));
    expect(before.filter((id) => !all.has(id))).toEqual([]);
    expect(all.size).toBe(42);
  });

  it('plays nothing when it is given again, and says the same, one game at a time or twenty', async () => {
    const argv = ['tournament', ...models('novice', 'expert'), ...SUITE, '--json'];
    const first = await spartan([...argv, ...dbOf('one'), '--concurrency', '1']);
    const other = await spartan([...argv, ...dbOf('twenty'), '--concurrency', '20']);
    const again = await spartan([...argv, ...dbOf('one'), '--concurrency', '1']);
    expect(other.out).toBe(first.out);
    expect(again.out).toBe(first.out);
    const shown = await spartan(['leaderboard', ...dbOf('one'), '--json']);
    expect(shown.out).toBe(first.out);
  });

  it('rates language models, and says what they cost', async () => {
    const server = await playbookServer();
    const [, name = '', ...options] = openAiOptions(server);
    const ended = await spartan([
      'tournament', '--models', `${name},builtin:novice`, ...options,
      '--suite', 'prisoners-dilemma', '--per-pair', '2', ...dbOf('chat'), '--json',
    ]); // prettier-ignore
    expect(ended.code).toBe(0);
    const board = boardOf(ended);
    expect(board.simulated).toBe(false);
    // Two games of five rounds, one decision a round.
    expect(board.costs).toMatchObject([{ model: name, calls: 10 }]);
    expect(board.players.map(({ player, asked }) => [player, asked])).toEqual([
      ['builtin:novice', 10],
      [name, 10],
    ]);
  });

  it.each([
    [['tournament'], '--models must name two or more models, got none'],
    [['tournament', '--models', 'builtin:novice'], '--models must name two or more models, got 1'],
    [['tournament', '--models', 'builtin:novice,builtin:novice'], '--models must name each model once'],
    [['tournament', '--models', 'builtin:novice,builtin:nvice'], 'did you mean "builtin:novice"?'],
    [['tournament', ...models('novice', 'expert'), '--suite', 'blufing'], 'did you mean "bluffing"?'],
    [
      ['tournament', ...models('novice', 'expert'), '--suite', ''],
      '--suite must be all, a category or ids of games',
    ],
    [
      ['tournament', ...models('novice', 'expert'), '--per-pair', '1'],
      '--per-pair must be a whole number from 2',
    ],
    [['tournament', 'import', '/nowhere/games.jsonl'], 'tournament import takes a file'],
    [['leaderboard', '--format', 'pdf'], '--format must be one of text, json, md, csv, html, jsonl'],
  ])('refuses %j in one line', async (argv, message) => {
    const ended = await spartan([...argv, ...dbOf('refused')]);
    expect(ended.code).toBe(2);
    expect(ended.err).toContain(message);
    expect(ended.err.trim().split('\n')).toHaveLength(1);
  });
});

describe('spartan leaderboard', WHOLE, () => {
  it('asks for a tournament when there is none', async () => {
    const at = dbOf('empty');
    await spartan(['iterate', '--game', 'chicken', '--rounds', '1', '--learn-games', '2', '--games', '2', ...place(folder, 'empty').options]); // prettier-ignore
    const ended = await spartan(['leaderboard', ...at]);
    expect(ended.code).toBe(2);
    expect(ended.err).toContain('start one with: spartan tournament --models A,B');
  });

  it('is what show prints of a tournament, with how to go on and without its many steps', async () => {
    const at = dbOf('shown');
    const played = await spartan(['tournament', ...models('novice', 'expert'), ...SUITE, ...at]);
    const run = /, run (\w+)/.exec(played.out)?.[1] ?? '';
    const shown = await spartan(['show', run, ...at]);
    const board = (await spartan(['leaderboard', run, ...at])).out;
    expect(shown.out.startsWith(board)).toBe(true);
    expect(shown.out).toContain('finished, 16 of 16 games finished, 0 void.');
    expect(shown.out).toContain('Go on with: spartan tournament --models');
    // The sides of two players are not linked, so no rating is given for them overall.
    expect(shown.out).toMatch(/^1.* builtin:\w+ +\d+ \[\d+, \d+\] +– +– /m);
  });

  it('writes every form, and a file that another command can open', async () => {
    const at = dbOf('forms');
    await spartan(['tournament', ...models('novice', 'expert'), ...SUITE, ...at]);
    for (const form of ['text', 'md', 'csv', 'html', 'json']) {
      const path = join(folder, 'forms', 'out', `board.${form}`);
      const printed = await spartan(['leaderboard', ...at, '--format', form, '--published']);
      const written = await spartan(['leaderboard', ...at, '--format', form, '--published', '--out', path]);
      expect([printed.code, written.code, written.out]).toEqual([0, 0, '']);
      expect(readFileSync(path, 'utf8')).toBe(printed.out);
    }
  });

  it('gives games away as lines that, imported, make the same ratings', async () => {
    const [from, to] = [dbOf('given'), dbOf('taken')];
    const first = boardOf(
      await spartan(['tournament', ...models('novice', 'expert'), ...SUITE, ...from, '--json']),
    );
    const file = join(folder, 'given.jsonl');
    await spartan(['leaderboard', ...from, '--format', 'jsonl', '--out', file]);
    const run = /as run (\w+);/.exec((await spartan(['tournament', 'import', file, ...to])).out)?.[1] ?? '';
    const second = boardOf(await spartan(['leaderboard', run, ...to, '--json']));
    expect(second.overall).toEqual(first.overall);
    expect(second.games).toEqual(first.games);
    expect(second.profiles).toEqual(first.profiles);
  });

  it('rates imported results, alone or with our own', async () => {
    const at = dbOf('imported');
    const file = join(folder, 'games.jsonl');
    const lines = Array.from({ length: 12 }, (_, k) =>
      JSON.stringify({
        game: 'rock-paper-scissors',
        players: [
          { model: 'elsewhere', reward: k < 9 ? 1 : -1 },
          { model: 'builtin:novice', reward: k < 9 ? -1 : 1 },
        ],
      }),
    );
    writeFileSync(file, `${lines.join('\n')}\n`);
    const imported = await spartan(['tournament', 'import', file, ...at]);
    expect(imported.code).toBe(0);
    const run = /as run (\w+);/.exec(imported.out)?.[1] ?? '';
    // The same file again is the same run.
    expect((await spartan(['tournament', 'import', file, ...at])).out).toBe(imported.out);
    const alone = boardOf(await spartan(['leaderboard', run, ...at, '--json']));
    expect(alone.overall.ratings.map(({ player, games }) => [player, games])).toEqual([
      ['elsewhere', 12],
      ['builtin:novice', 12],
    ]);
    await spartan(['tournament', ...models('novice', 'expert'), ...SUITE, ...at]);
    const own = JSON.parse((await spartan(['runs', ...at, '--json'])).out) as { id: string; arm: string }[];
    const ids = own.map(({ id }) => id);
    expect(own.map(({ arm }) => arm)).toEqual(['tournament', 'import']);
    const both = boardOf(await spartan(['leaderboard', ...ids, ...at, '--json']));
    expect(both.players.map(({ player }) => player)).toEqual([
      'builtin:expert',
      'builtin:novice',
      'elsewhere',
    ]);
    // All three are linked, so all three are ranked.
    expect(both.overall.ratings.map(({ rank }) => rank)).toEqual([1, 2, 3]);
    expect((await spartan(['show', run, ...at])).code).toBe(0);
  });
});
