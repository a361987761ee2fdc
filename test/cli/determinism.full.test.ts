import { describe, expect, it } from 'vitest';
import {
  bodiesOf,
  gamesOf,
  openAiOptions,
  place,
  playbooksOf,
  playbookServer,
  reportOf,
  scratch,
  SHORT,
  SMALL,
  spartan,
  tableMark,
} from './support.js';
import type { Place } from './support.js';

const folder = scratch('determinism');
const STUDY = ['--game', 'resistance', '--rounds', '2', '--learn-games', '2', '--games', '2', '--seed', '7'];

/** The table as printed, without the lines that name a place or a time. */
function tableOf(out: string): string {
  return out.replace(/^(Playbook|Store|Look further): .*$/gm, '');
}

describe.each(['simulated players', 'a language model'])('%s', (who) => {
  it('the same seed gives the same games, playbooks and table, one game at a time or twenty', async () => {
    const model = who === 'simulated players' ? [] : [...SHORT, ...openAiOptions(await playbookServer())];
    const [one, twenty] = [place(folder, `${who}-one`), place(folder, `${who}-twenty`)];
    const run = (at: Place, width: string, ...more: string[]) =>
      spartan(['iterate', ...STUDY, ...model, ...at.options, '--concurrency', width, ...more]);
    const [narrow, wide] = [await run(one, '1', '--json'), await run(twenty, '20', '--json')];
    expect([narrow.code, wide.code]).toEqual([0, 0]);
    expect(wide.out).toBe(narrow.out);
    expect(gamesOf(twenty.db)).toEqual(gamesOf(one.db));
    const written = playbooksOf(one);
    expect(Object.keys(written)).toHaveLength(2);
    expect(playbooksOf(twenty)).toEqual(written);
    expect(tableOf((await run(twenty, '20')).out)).toBe(tableOf((await run(one, '1')).out));
  });
});

it('another seed gives other games', async () => {
  const [first, second] = [place(folder, 'seed-7'), place(folder, 'seed-8')];
  await spartan(['iterate', ...SMALL, ...first.options, '--seed', '7']);
  await spartan(['iterate', ...SMALL, ...second.options, '--seed', '8']);
  const ids = new Set(gamesOf(first.db).map(({ id }) => id));
  expect(ids.size).toBe(4);
  expect(gamesOf(second.db).filter(({ id }) => ids.has(id))).toEqual([]);
});

describe('the same command again', () => {
  it('plays nothing, asks nothing, writes no further version and prints the same', async () => {
    const server = await playbookServer();
    const at = place(folder, 'again');
    const argv = [
      'iterate',
      ...STUDY,
      '--rule',
      'maxTurns=16',
      '--json',
      ...openAiOptions(server),
      ...at.options,
    ];
    const first = await spartan(argv);
    const [requests, games, playbooks] = [server.journal.length, gamesOf(at.db), playbooksOf(at)];
    const second = await spartan(argv);
    expect(second.code).toBe(0);
    expect(second.out).toBe(first.out);
    expect(server.journal.length).toBe(requests);
    expect(gamesOf(at.db)).toEqual(games);
    expect(playbooksOf(at)).toEqual(playbooks);
  });

  it('with more games plays only those that are missing', async () => {
    const server = await playbookServer();
    const at = place(folder, 'more');
    const argv = (games: string): string[] => [
      ...['iterate', ...STUDY, ...SHORT, '--json', ...openAiOptions(server), ...at.options],
      ...['--games', games],
    ];
    await spartan([...argv('1'), '--playbook', 'one']);
    const before = server.chats().length;
    const more = await spartan([...argv('2'), '--playbook', 'two']);
    expect(reportOf(more).rows.flatMap(({ cells }) => cells.map(({ finished }) => finished))).toEqual(
      Array.from({ length: 6 }, () => 2),
    );
    const asked = bodiesOf(server.chats().slice(before));
    // The baseline and two conditions a round, each with one more seed; no learning game, no reflection.
    expect(asked.filter((body) => !body.includes(tableMark(7, 'test', 1)))).toEqual([]);
    expect(
      gamesOf(at.db).filter(({ spec }) => spec.seed.index === 1 && spec.seed.purpose === 'test'),
    ).toHaveLength(5);
  });
});

describe('--json', () => {
  it('prints nothing but JSON on standard output, with or without progress', async () => {
    const at = place(folder, 'json');
    const argv = ['iterate', ...STUDY, '--json', ...at.options];
    const loud = await spartan(argv);
    const quiet = await spartan([...argv, '--quiet']);
    expect(loud.err).not.toBe('');
    expect(quiet.err).toBe('');
    expect(loud.out).toBe(`${JSON.stringify(reportOf(loud), null, 2)}\n`);
    expect(quiet.out).toBe(loud.out);
    const report = reportOf(loud);
    expect(report).toMatchObject({ arm: 'iterate', seed: 7, simulated: true });
    expect(Object.keys(report.games)).toEqual(['resistance']);
    expect(
      report.rows.map(({ round, playbooks }) => [round, ...playbooks.map((name) => name?.split('@')[1])]),
    ).toEqual([[0], [1, 'v1'], [2, 'v2']]);
  });

  it('of the commands that look at results is JSON as well', async () => {
    const at = place(folder, 'json');
    const [game] = gamesOf(at.db);
    const { run } = reportOf(await spartan(['iterate', ...STUDY, '--json', ...at.options]));
    for (const argv of [
      ['runs', '--db', at.db],
      ['show', run, '--db', at.db],
      ['show', 'game', game?.id ?? '', '--db', at.db],
      ['playbook', 'list', '--playbooks', at.playbooks],
    ]) {
      const { code, out, err } = await spartan([...argv, '--json']);
      expect([code, err]).toEqual([0, '']);
      expect(() => JSON.parse(out) as unknown).not.toThrow();
    }
  });
});
