import { expect, it } from 'vitest';
import { rngOf } from '../../src/base/rng.js';
import {
  gamesOf,
  openAiOptions,
  place,
  playbooksOf,
  playbookServer,
  scratch,
  spartan,
  start,
  until,
} from './support.js';

const folder = scratch('signals');

it.each(['SIGINT', 'SIGTERM'] as const)(
  '%s at random moments loses nothing that was asked for, and the run ends like an unbroken one',
  async (signal) => {
    const server = await playbookServer({ latencyMs: 10 });
    const at = place(folder, signal);
    const argv = [
      ...['iterate', '--game', 'resistance', '--rounds', '2', '--learn-games', '2', '--games', '2', '--json'],
      ...['--rule', 'maxTurns=16', '--concurrency', '4', ...openAiOptions(server)],
    ];
    const rng = rngOf(`moments of ${signal}`);
    for (let i = 0; i < 5; i += 1) {
      const running = start([...argv, ...at.options]);
      const goal = server.chats().length + rng.int(1, 60);
      await until(() => server.chats().length >= goal);
      running.child.kill(signal);
      expect(await running.ended).toMatchObject({ code: 130, signal: null, out: '' });
    }
    const resumed = await spartan([...argv, ...at.options]);
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
