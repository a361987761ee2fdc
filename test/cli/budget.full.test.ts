import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { totalTokens } from '../../src/models/spending.js';
import {
  gamesOf,
  inStore,
  openAiOptions,
  place,
  playbookServer,
  scratch,
  SHORT,
  SMALL,
  spartan,
} from './support.js';
import type { Ended, Place } from './support.js';

const folder = scratch('budget');
const STUDY = ['iterate', ...SMALL, ...SHORT, '--games', '2', '--concurrency', '2'];

/** A list by which a million tokens of the fake model cost a dollar, of whatever class. */
const PRICES = join(folder, 'prices.yaml');
writeFileSync(PRICES, 'date: 2026-03-01\nmodels:\n  "openai:fake:1b": { input: 1, output: 1 }\n');

/** The words of the command that a limit's line names. */
function resume({ err }: Ended): string[] {
  const line = /^spartan: .* go on with a higher limit: spartan (.*)$/m.exec(err)?.[1];
  if (line === undefined) throw new Error(`no command to go on with:\n${err}`);
  return line.split(' ');
}

function paid({ db }: Place): number {
  return inStore(db, (store) => {
    const [run] = store.runs.list();
    return store.usage(run?.id ?? '').reduce((sum, { tokens }) => sum + totalTokens(tokens), 0);
  });
}

/** What a study found, without what it took in this sitting or that. */
function findings({ out }: Ended): unknown {
  const { rows } = JSON.parse(out) as { readonly rows: readonly object[] };
  expect(rows.length).toBeGreaterThan(0);
  return rows;
}

describe('a limit on what a run may take', () => {
  it('stops between games, keeps everything, and the command that it names goes on', async () => {
    const server = await playbookServer();
    const [whole, limited] = [place(folder, 'whole'), place(folder, 'limited')];
    const unlimited = await spartan([...STUDY, ...openAiOptions(server), ...whole.options, '--json']);
    expect(unlimited.code).toBe(0);
    const all = paid(whole);
    const limit = Math.round(all / 2);
    const argv = [
      ...STUDY,
      ...openAiOptions(server),
      ...limited.options,
      '--json',
      '--max-tokens',
      String(limit),
    ];
    const stopped = await spartan(argv);
    expect(stopped.code).toBe(2);
    expect(stopped.err.match(/^spartan: /gm)).toHaveLength(1);
    expect(stopped.err).toContain(`spartan: --max-tokens ${limit} is reached: this run has taken`);
    expect(paid(limited)).toBeGreaterThanOrEqual(limit);
    expect(paid(limited)).toBeLessThan(all);
    const games = gamesOf(limited.db);
    expect(games.length).toBeGreaterThan(0);
    expect(games.every(({ status }) => status === 'finished')).toBe(true);
    // Games in progress were played to their end: no call belongs to a game that is not there.
    inStore(limited.db, (store) => {
      const [run] = store.runs.list();
      expect(run?.status).toBe('stopped');
      expect(run?.reason).toContain('--max-tokens');
      const finished = new Set(games.map(({ id }) => id));
      for (const { site, phase } of store.callsOfRun(run?.id ?? '')) {
        expect(finished.has(site.episode) || phase === 'reflection').toBe(true);
      }
    });
    // What earlier sittings took counts: nothing more is asked.
    const asked = server.chats().length;
    expect((await spartan(argv)).code).toBe(2);
    expect(server.chats()).toHaveLength(asked);
    let ended = stopped;
    for (let sitting = 0; sitting < 5 && ended.code === 2; sitting += 1) ended = await spartan(resume(ended));
    expect(ended.code).toBe(0);
    expect(findings(ended)).toEqual(findings(unlimited));
    expect(paid(limited)).toBe(all);
  });

  it('on money is held by the list of prices', async () => {
    const server = await playbookServer();
    const at = place(folder, 'money');
    const argv = [
      ...STUDY,
      ...openAiOptions(server),
      ...at.options,
      '--prices',
      PRICES,
      '--max-cost',
      '0.02',
    ];
    const stopped = await spartan(argv);
    expect(stopped.code).toBe(2);
    // A dollar a million: 20,000 tokens.
    expect(paid(at)).toBeGreaterThanOrEqual(20_000);
    expect(stopped.err).toMatch(
      /--max-cost 0\.02 is reached: this run has taken \$0\.02\d\d \(2\d\.\dk tokens\)/,
    );
    expect(resume(stopped)).toEqual(expect.arrayContaining(['--max-cost', '0.04']));
    const listed = await spartan(['runs', '--db', at.db, '--prices', PRICES]);
    expect(listed.out).toMatch(/\$0\.02\d\d/);
    expect((await spartan(['runs', '--db', at.db])).out).toContain('unknown');
  });

  it('on money is refused where a price is not known, before anything is asked', async () => {
    const server = await playbookServer();
    const at = place(folder, 'refused');
    const refused = await spartan([...STUDY, ...openAiOptions(server), ...at.options, '--max-cost', '1']);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('--max-cost needs to know what openai:fake:1b at http://127.0.0.1');
    expect(refused.err).toContain('--prices FILE');
    expect(server.journal).toEqual([]);
  });

  it('means nothing to builtin players, who cost nothing', async () => {
    const at = place(folder, 'builtin');
    const ended = await spartan([...STUDY, ...at.options, '--quiet', '--max-cost', '1', '--max-tokens', '1']);
    expect(ended.code).toBe(0);
  });

  it('holds for tournaments and single games too', async () => {
    const server = await playbookServer();
    const at = place(folder, 'others');
    const play = ['play', '--game', 'resistance', ...SHORT, ...openAiOptions(server), '--db', at.db];
    expect((await spartan([...play, '--max-cost', '1'])).err).toContain('--max-cost needs to know');
    const duel = [
      'tournament',
      '--models',
      'openai:fake:1b,builtin:novice',
      '--base-url',
      `${server.url}/v1`,
    ];
    const games = [
      '--suite',
      'resistance',
      '--per-pair',
      '4',
      '--self-play',
      '0',
      '--concurrency',
      '1',
      '--db',
      at.db,
    ];
    const stopped = await spartan([...duel, ...games, '--max-tokens', '1']);
    expect(stopped.code).toBe(2);
    expect(gamesOf(at.db)).toHaveLength(1);
  });
});
