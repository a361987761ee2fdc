import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { SHIPPED_PROMPTS } from '../../src/prompts/library.js';
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
  tableMark,
} from './support.js';
import type { Ended } from './support.js';

const folder = scratch('replay');
const at = place(folder, 'study');
let run = '';
let asked: () => number = () => 0;

beforeAll(async () => {
  const server = await playbookServer({
    // One game of the evaluation is void: its server never answers that table.
    script: ({ messages }) =>
      messages[0]?.content.includes(tableMark(1, 'test', 1)) === true
        ? [{ twist: 'status', status: 413 }]
        : [],
  });
  const study = ['iterate', ...SMALL, ...SHORT, '--games', '2', ...openAiOptions(server), ...at.options];
  expect((await spartan([...study, '--opponent', 'builtin:novice', '--armed', 'alt', '--quiet'])).code).toBe(
    0,
  );
  run = inStore(at.db, (store) => store.runs.list()[0]?.id ?? '');
  asked = () => server.journal.length;
});

/** A copy of the store in which something was changed by hand. */
function tampered(name: string, sql: string): string {
  const copy = join(folder, name, 'store.sqlite');
  mkdirSync(dirname(copy), { recursive: true });
  copyFileSync(at.db, copy);
  const db = new Database(copy);
  expect(db.prepare(sql).run().changes).toBeGreaterThan(0);
  db.close();
  return copy;
}

const replay = (db: string, ...more: string[]): Promise<Ended> =>
  spartan(['replay', run, '--db', db, ...more]);

describe('a replay', () => {
  it('of a run comes out equal, with no request, and changes nothing', async () => {
    const [before, games] = [asked(), gamesOf(at.db)];
    const { code, out, err } = await replay(at.db);
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(out).toContain('no request was sent');
    expect(out).toContain('3 games: all equal');
    expect(out).toContain('2 games were void');
    expect(out).toContain('1 playbook: all equal');
    expect(out).toContain('1 table: all equal');
    expect(asked()).toBe(before);
    expect(gamesOf(at.db)).toEqual(games);
    const { out: json } = await replay(at.db, '--json');
    expect(JSON.parse(json)).toMatchObject({
      games: { equal: 3, different: 0, void: 2 },
      missing: 0,
      first: null,
    });
  });

  it('says in which game and event the recording differs', async () => {
    const db = tampered(
      'speech',
      `UPDATE events SET data = json_set(data, '$.text', 'I said nothing.')
      WHERE (game_id, ordinal) IN (SELECT game_id, ordinal FROM events WHERE talk_seat IS NOT NULL LIMIT 1)`,
    );
    const { code, out, err } = await replay(db);
    expect(code).toBe(2);
    expect(out).toMatch(/3 games: 2 equal, 1 different/);
    expect(err).toMatch(
      /^spartan: the replay differs from the recording, first in game \w+ of R\d \w+ \(resistance\), number 1: event \d+ was .*I said nothing\./,
    );
  });

  it('says so when a reply is not recorded, and sends no request for it', async () => {
    const before = asked();
    const db = tampered(
      'lost',
      `UPDATE calls SET key = 'lost' WHERE id = (SELECT min(id) FROM calls WHERE seat IS NOT NULL AND key IS NOT NULL)`,
    );
    const { code, out, err } = await replay(db);
    expect(code).toBe(2);
    expect(out).toContain('made a request that is not recorded');
    expect(err).toContain('the recording has no reply for seat');
    expect(asked()).toBe(before);
  });

  it('says so when the reply of a reflection is not recorded', async () => {
    const db = tampered('unwritten', `UPDATE calls SET key = 'lost' WHERE seat IS NULL AND key IS NOT NULL`);
    const { code, err } = await replay(db);
    expect(code).toBe(2);
    expect(err).toContain('first in the reflection of round 1: the recording has no reply for the reflector');
  });

  it('says so when another text came of a reflection', async () => {
    const db = tampered(
      'text',
      `UPDATE steps SET result = replace(result, json_extract(result, '$.inUse.playbook.hash'), 'other') WHERE kind = 'reflect'`,
    );
    expect((await replay(db)).err).toMatch(
      /first in the reflection of round 1: the text had the hash other and has \w+/,
    );
  });

  it('is refused in clear words when the prompts were changed since', async () => {
    const prompts = join(folder, 'prompts');
    cpSync(SHIPPED_PROMPTS, prompts, { recursive: true });
    const file = join(prompts, 'player.hbs');
    expect((await replay(at.db, '--prompts', prompts)).code).toBe(0);
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace('never an instruction', 'at no time an instruction'),
    );
    const { code, err } = await replay(at.db, '--prompts', prompts);
    expect(code).toBe(2);
    expect(err).toMatch(
      /cannot be replayed as it was: the prompts of resistance were changed since it was played \(\w{8} then, \w{8} now\)/,
    );
    expect(err).toContain('--prompts DIR');
  });

  it('of a stopped run compares what there is', async () => {
    const db = tampered(
      'stopped',
      `DELETE FROM games WHERE id = (SELECT game_id FROM run_games JOIN steps USING (run_id, step_id)
      WHERE role = 'evaluation' AND run_games.ordinal = 0)`,
    );
    const open = new Database(db);
    open.exec(
      `UPDATE steps SET status = 'running', result = NULL WHERE role = 'evaluation'; DELETE FROM steps WHERE kind = 'judge'`,
    );
    open.close();
    const { code, out } = await replay(db);
    expect(out).toContain('2 games: all equal');
    expect(out).toContain('1 games were not played yet');
    expect(code).toBe(0);
  });

  it('of builtin players plays every game anew', async () => {
    const own = place(folder, 'builtin');
    expect((await spartan(['iterate', ...SMALL, ...own.options, '--quiet'])).code).toBe(0);
    const id = inStore(own.db, (store) => store.runs.list()[0]?.id ?? '');
    const { code, out } = await spartan(['replay', id, '--db', own.db]);
    expect(code).toBe(0);
    expect(out).toContain('4 games: all equal');
  });
});
