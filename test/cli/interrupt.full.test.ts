import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rngOf } from '../../src/base/rng.js';
import {
  gamesOf,
  MAIN_COMMAND,
  openAiOptions,
  place,
  playbooksOf,
  playbookServer,
  resumeCommand,
  ROOT,
  scratch,
  spartan,
  start,
  until,
} from './support.js';
import type { Ended } from './support.js';

const folder = scratch('signals');

/** Runs a line as a shell does, `spartan` being the command under test. */
function inShell(line: string): Promise<Ended> {
  const words = MAIN_COMMAND.map((word) => `'${word}'`).join(' ');
  const child = spawn('sh', ['-c', `spartan() { ${words} "$@"; }; ${line}`], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code: code ?? -1, out, err })));
}

it.each(['SIGINT', 'SIGTERM'] as const)(
  '%s at random moments loses nothing that was asked for; the printed command ends the run like an unbroken one',
  async (signal) => {
    const server = await playbookServer({ latencyMs: 10 });
    // A name that a shell would take apart.
    const awkward = join(folder, `it's a $HOME  folder of ${signal}`);
    mkdirSync(awkward);
    const at = place(awkward, 'broken');
    const argv = [
      ...['iterate', '--game', 'resistance', '--rounds', '2', '--learn-games', '2', '--games', '2', '--json'],
      ...['--rule', 'maxTurns=16', '--concurrency', '4', ...openAiOptions(server)],
    ];
    const rng = rngOf(`moments of ${signal}`);
    let printed = '';
    for (let i = 0; i < 5; i += 1) {
      const running = start([...argv, ...at.options]);
      const goal = server.chats().length + rng.int(1, 60);
      await until(() => server.chats().length >= goal);
      running.child.kill(signal);
      const ended = await running.ended;
      expect(ended).toMatchObject({ code: 130, signal: null, out: '' });
      printed = resumeCommand(ended);
    }
    const resumed = await inShell(printed);
    const asked = server.chats().length;
    const unbroken = place(folder, `${signal}-unbroken`);
    const whole = await spartan([...argv, ...unbroken.options]);
    expect(resumed.out).toBe(whole.out);
    expect(gamesOf(at.db)).toEqual(gamesOf(unbroken.db));
    expect(playbooksOf(at)).toEqual(playbooksOf(unbroken));
    expect(server.chats().every(({ end }) => end === 'answered')).toBe(true);
    expect(server.chats().length - asked).toBe(asked);
  },
);
