import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { rngOf } from '../../src/base/rng.js';
import type { FakeServer } from '../fake-server/types.js';
import {
  gamesOf,
  inStore,
  openAiOptions,
  place,
  playbooksOf,
  playbookServer,
  scratch,
  spartan,
  start,
  until,
} from './support.js';
import type { Place } from './support.js';

const folder = scratch('kill');
const STUDY = ['iterate', '--game', 'resistance', '--rounds', '2', '--seed', '5', '--json'];

const GAMES_AT_ONCE = 4;
const SEATS = 5;

/** Kills `argv`, run as a process of its own, once `moment` has come; false when it ended before. */
async function kill(argv: readonly string[], moment: () => Promise<void>): Promise<boolean> {
  const running = start(argv);
  await Promise.race([moment(), running.ended]);
  running.child.kill('SIGKILL');
  return (await running.ended).signal === 'SIGKILL';
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function rows<T>({ db }: Place, sql: string): T[] {
  const store = new Database(db, { readonly: true });
  try {
    return store.prepare<[], T>(sql).all();
  } finally {
    store.close();
  }
}

/** What a reader finds after a kill: whole games, no run that seems to go on. */
function expectReadable(at: Place): void {
  if (!existsSync(at.db)) return;
  inStore(at.db, (store) => {
    for (const run of store.runs.list()) expect(run.status).toBe('stopped');
  });
  for (const game of gamesOf(at.db)) {
    expect(game).toMatchObject({ status: 'finished', voidReason: null });
    expect(game.decisions.at(-1)?.eventCount).toBeLessThanOrEqual(game.events.length);
  }
  for (const name of existsSync(at.playbooks) ? readdirSync(at.playbooks) : []) {
    for (const file of readdirSync(join(at.playbooks, name)).filter((entry) => entry.endsWith('.md'))) {
      expect(playbooksOf(at)[join(name, file)]).toMatch(/^---\n[^]+\n---\n\n\S/);
    }
  }
}

/** Holds when a run that was killed again and again left the same as one that was not. */
async function expectSameAsUnbroken(argv: readonly string[], killed: Place, unbroken: Place): Promise<void> {
  const resumed = await spartan([...argv, ...killed.options]);
  const whole = await spartan([...argv, ...unbroken.options]);
  expect([resumed.code, whole.code]).toEqual([0, 0]);
  // Calls and tokens as well: what was recorded before a kill counts once, what was lost with it not at all.
  expect(resumed.out).toBe(whole.out);
  expect(gamesOf(killed.db)).toEqual(gamesOf(unbroken.db));
  expect(playbooksOf(killed)).toEqual(playbooksOf(unbroken));
  const tables = [
    'games',
    'seats',
    'events',
    'decisions',
    'steps',
    'run_games',
    'playbooks',
    'diagnostics',
    'calls',
  ];
  for (const table of tables) {
    const count = `SELECT count(*) AS n FROM ${table}`;
    expect([table, ...rows(killed, count)]).toEqual([table, ...rows(unbroken, count)]);
  }
  const ids = gamesOf(killed.db).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
}

describe('kill -9', () => {
  it('at 20 random moments of a run on a model server costs no more than the calls in flight', async () => {
    let reflections = 0;
    const server: FakeServer = await playbookServer({
      latencyMs: 15,
      script: ({ schema }) => {
        if (schema === null) reflections += 1;
        return [];
      },
    });
    const at = place(folder, 'model');
    const argv = [
      ...STUDY,
      ...['--learn-games', '2', '--games', '3', '--rule', 'maxTurns=16'],
      ...['--concurrency', String(GAMES_AT_ONCE)],
      ...openAiOptions(server),
    ];
    const rng = rngOf('moments of death');
    const afterRequests = (count: number) => async (): Promise<void> => {
      const goal = server.chats().length + count;
      await until(() => server.chats().length >= goal);
    };
    const afterStart = (ms: number) => (): Promise<void> => pause(ms);
    const atReflection = async (): Promise<void> => {
      const goal = reflections + 1;
      await until(() => reflections >= goal);
    };
    const atPlaybook = (): Promise<void> => until(() => Object.keys(playbooksOf(at)).length > 0);
    const moments = [
      ...Array.from({ length: 13 }, () => afterRequests(rng.int(1, 40))),
      ...Array.from({ length: 5 }, () => afterStart(rng.int(50, 2500))),
    ];
    const order = [...rng.shuffle(moments)];
    order.splice(1, 0, atReflection, atPlaybook);

    let kills = 0;
    let lost = 0;
    /** For every kill: how many calls had been asked for, and the seeds of those whose replies were recorded. */
    const paid: { readonly asked: number; readonly known: ReadonlySet<number> }[] = [];
    for (const moment of order) {
      if (!(await kill([...argv, ...at.options], moment))) break;
      kills += 1;
      await until(() => server.inFlight === 0);
      await pause(20);
      expectReadable(at);
      const asked = server.chats().length;
      const recorded = existsSync(at.db)
        ? rows<{ seed: number | null }>(at, "SELECT request_seed AS seed FROM calls WHERE status = 'reply'")
        : [];
      const lostNow = asked - recorded.length - lost;
      expect(lostNow).toBeGreaterThanOrEqual(0);
      // What the lab had in flight: a reply that the server has sent is lost with the lab until it is stored.
      expect(lostNow).toBeLessThanOrEqual(GAMES_AT_ONCE * SEATS);
      lost += lostNow;
      // A call carries the seed of its place in the study, which no other call has.
      const known = new Set(recorded.flatMap(({ seed }) => (seed === null ? [] : [seed])));
      paid.push({ asked, known });
    }
    expect(kills).toBe(20);

    const before = server.chats().length;
    await spartan([...argv, ...at.options]);
    const total = server.chats().length;
    expect(total).toBeGreaterThan(before);
    for (const { asked, known } of paid) {
      const again = server
        .chats()
        .slice(asked)
        .filter(({ body }) => known.has(body?.['seed'] as number));
      expect(again).toEqual([]);
    }
    await expectSameAsUnbroken(argv, at, place(folder, 'model-unbroken'));
    expect(total).toBe(server.chats().length - total + lost);
  });

  const ARMS: readonly (readonly [string, readonly string[]])[] = [
    ['iterate', ['--game', 'resistance', '--rounds', '3', '--learn-games', '20', '--games', '150']],
    [
      'transfer',
      [
        '--sources',
        'resistance,chameleon',
        '--targets',
        'resistance,chameleon,public-goods',
        '--games',
        '90',
      ],
    ],
    [
      'multigame',
      [
        '--sources',
        'resistance,chameleon,undercover',
        '--targets',
        'resistance,undercover',
        '--games',
        '120',
      ],
    ],
    [
      'distill',
      [
        ...['--teacher', 'builtin:expert', '--students', 'builtin:novice,builtin:random'],
        ...['--game', 'resistance,prisoners-dilemma', '--games', '120'],
      ],
    ],
  ];

  it.each(ARMS)('twenty times in %s, with every control: the same table', async (arm, options) => {
    const at = place(folder, arm);
    const argv = [arm, ...options, '--seed', '5', '--control', 'placebo,shuffled,rollback', '--json'];
    const rng = rngOf(`moments of death in ${arm}`);
    let kills = 0;
    for (let i = 0; i < 20; i += 1) {
      const running = start([...argv, ...at.options]);
      await running.said('R1 learning').catch(() => undefined);
      await pause(rng.int(0, 150));
      running.child.kill('SIGKILL');
      if ((await running.ended).signal !== 'SIGKILL') break;
      kills += 1;
      expectReadable(at);
    }
    expect(kills).toBe(20);
    await expectSameAsUnbroken(argv, at, place(folder, `${arm}-unbroken`));
  });
});
