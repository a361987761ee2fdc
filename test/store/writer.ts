/** Starts `writer-child.ts` and checks what it left behind. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { expect, onTestFinished } from 'vitest';
import { rngOf } from '../../src/base/rng.js';
import { openStore } from '../../src/store/index.js';
import { tempFolder, tickingClock } from './support.js';
import { callOf, gameOf } from './writer-data.js';

const CHILD = fileURLToPath(new URL('writer-child.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What a child said that it had saved. */
export interface Said {
  readonly calls: readonly (readonly [number, number])[];
  readonly games: readonly number[];
  /** The user error it ended with. */
  readonly error: { readonly code: string; readonly message: string } | null;
  /** Anything else it wrote, such as a crash. */
  readonly trouble: string;
}

/** A running child. */
export interface Writer {
  readonly child: ChildProcess;
  /** Resolves when it has saved its first thing, or ended. */
  readonly started: Promise<void>;
  /** What it said in all, once it has ended. */
  readonly ended: Promise<Said>;
}

function read(output: string, trouble: string): Said {
  // A line that the kill cut in half was never acknowledged.
  const lines = output
    .slice(0, output.lastIndexOf('\n') + 1)
    .split('\n')
    .map((line) => line.split(' '));
  const of = (word: string): string[][] => lines.filter(([first]) => first === word);
  const error = output.match(/^error (.*)$/m)?.[1];
  return {
    calls: of('call').map(([, index, turn]) => [Number(index), Number(turn)] as const),
    games: of('game').map(([, index]) => Number(index)),
    error: error === undefined ? null : (JSON.parse(error) as NonNullable<Said['error']>),
    trouble,
  };
}

/**
 * Starts a child that fills the store. What it says goes to a file: a pipe would fill up while this process is
 * busy. `limitKib` is the largest file it may write, in KiB.
 */
export function startWriter(path: string, limitKib?: number): Writer {
  const folder = tempFolder();
  const [output, trouble] = [join(folder, 'output'), join(folder, 'trouble')];
  const files = [openSync(output, 'w'), openSync(trouble, 'w')];
  const node = [process.execPath, '--import', 'tsx', CHILD, path];
  const child = spawn('bash', ['-c', `ulimit -f ${limitKib ?? 'unlimited'}; exec "$0" "$@"`, ...node], {
    cwd: ROOT,
    stdio: ['ignore', ...files],
  });
  files.forEach(closeSync);
  onTestFinished(() => void child.kill('SIGKILL'));
  let over = false;
  const ended = once(child, 'close').then(() => {
    over = true;
    return read(readFileSync(output, 'utf8'), readFileSync(trouble, 'utf8'));
  });
  // A test that fails does not wait for it, and takes its files away.
  ended.catch(() => undefined);
  const started = (async () => {
    while (!over && statSync(output).size === 0) await wait(5);
  })();
  return { child, started, ended };
}

/** Every acknowledged call and game is there, every game that is there is whole, and the file is sound. */
export function expectWhole(path: string, said: readonly Said[]): void {
  const store = openStore(path, { mode: 'write', now: tickingClock() });
  try {
    const recorder = store.recorder('run');
    for (const [index, turn] of said.flatMap(({ calls }) => calls)) {
      const call = callOf(index, turn);
      expect(recorder.find(call.key, call.site.episode)).toStrictEqual(call);
    }
    const stored = store.steps.games('run', 'step').map(({ ordinal }) => ordinal);
    for (const index of said.flatMap(({ games }) => games)) expect(stored).toContain(index);
    for (const index of stored) expect(store.games.load(gameOf(index).id)).toStrictEqual(gameOf(index));
  } finally {
    store.close();
  }
  const db = new Database(path, { readonly: true });
  try {
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.pragma('foreign_key_check')).toEqual([]);
    const parts = db.prepare<[], number>(
      `SELECT count(*) FROM (SELECT game_id FROM seats UNION SELECT game_id FROM events UNION
         SELECT game_id FROM decisions) WHERE game_id NOT IN (SELECT id FROM games)`,
    );
    expect(parts.pluck().get()).toBe(0);
  } finally {
    db.close();
  }
}

/** Kills writers of one store at random moments, one after another, and checks all that they saved each time. */
export async function surviveKills(kills: number): Promise<void> {
  const path = join(tempFolder(), 'lab.db');
  const rng = rngOf('kill moments');
  const said: Said[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const writer = startWriter(path);
    await writer.started;
    await wait(rng.int(0, 150));
    writer.child.kill('SIGKILL');
    const last = await writer.ended;
    expect(last.trouble).toBe('');
    said.push(last);
    expectWhole(path, said);
  }
  expect(said.flatMap(({ games }) => games).length).toBeGreaterThan(kills);
}
