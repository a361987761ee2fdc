import { describe, expect, it } from 'vitest';
import {
  gamesOf,
  inStore,
  ollamaEnv,
  OLLAMA_OPTIONS,
  openAiOptions,
  place,
  playbookServer,
  playbooksOf,
  PROCESSES,
  resumeCommand,
  scratch,
  SHORT,
  SMALL,
  spartan,
  start,
  startHere,
  until,
} from './support.js';
import type { Place } from './support.js';

const folder = scratch('interrupt');

function replies({ db }: Place): number {
  return inStore(db, (store) => {
    const [run] = store.runs.list();
    return run === undefined ? 0 : store.usage(run.id).reduce((sum, { calls }) => sum + calls, 0);
  });
}

function statusOf({ db }: Place): string | undefined {
  return inStore(db, (store) => store.runs.list()[0]?.status);
}

describe('Ctrl-C once', () => {
  it('finishes the calls in flight and keeps them; the same command gives the table of an unbroken run', async () => {
    const server = await playbookServer({ latencyMs: 20 });
    const at = place(folder, 'once');
    const argv = ['iterate', ...SMALL, ...SHORT, '--json', ...openAiOptions(server)];
    const running = startHere([...argv, ...at.options]);
    await until(() => server.chats().length >= 15 && server.inFlight > 1);
    running.interrupt();
    const stopped = await running.ended;
    expect(stopped).toMatchObject({ code: 130, out: '' });
    expect(resumeCommand(stopped)).toBe(`spartan ${[...argv, ...at.options].join(' ')}`);
    expect(server.chats().every(({ end }) => end === 'answered')).toBe(true);
    expect(replies(at)).toBe(server.chats().length);
    expect(statusOf(at)).toBe('stopped');

    const resumed = await spartan([...argv, ...at.options]);
    const all = server.chats().length;
    const unbroken = place(folder, 'unbroken');
    const whole = await spartan([...argv, ...unbroken.options]);
    expect([resumed.code, whole.code]).toEqual([0, 0]);
    expect(resumed.out).toBe(whole.out);
    expect(gamesOf(at.db)).toEqual(gamesOf(unbroken.db));
    expect(all).toBe(server.chats().length - all);
  });

  it('sends none of the calls that wait for their turn', async () => {
    // Ollama answers one call at a time: of eight games seven wait.
    const server = await playbookServer({ latencyMs: 150 });
    const at = place(folder, 'waiting');
    const argv = ['iterate', ...SMALL, '--games', '8', ...OLLAMA_OPTIONS, ...at.options];
    const running = startHere(argv, ollamaEnv(server));
    await until(() => server.chats().length >= 2 && server.inFlight === 1);
    const asked = server.chats().length + server.inFlight;
    running.interrupt();
    expect((await running.ended).code).toBe(130);
    expect(server.chats()).toHaveLength(asked);
    expect(replies(at)).toBe(asked);
  });

  it('is heard by a run of simulated players, which waits for nothing', async () => {
    const at = place(folder, 'simulated');
    const argv = ['iterate', ...SMALL, '--games', '600', ...at.options];
    const running = startHere(argv, {}, (text) => {
      // A timer, like a signal, is heard only when the run lets others have their turn.
      if (text.startsWith('R1 learning')) setTimeout(() => running.interrupt(), 1);
    });
    const stopped = await running.ended;
    expect(stopped.code).toBe(130);
    resumeCommand(stopped);
    const games = gamesOf(at.db);
    expect(games.length).toBeGreaterThan(0);
    expect(games.length).toBeLessThan(600);
    expect(games.every(({ status }) => status === 'finished')).toBe(true);
  });

  it.each(['builtin:novice', 'openai:fake:1b'])('does not begin a reflection by %s', async (reflector) => {
    const server = await playbookServer();
    const at = place(folder, `reflection-${reflector.slice(0, 6)}`);
    const address = reflector.startsWith('openai:') ? ['--base-url', `${server.url}/v1`] : [];
    const words = ['--reflector', reflector, ...address];
    const running = startHere(['iterate', ...SMALL, ...words, ...at.options], {}, (text) => {
      // Said as the last learning game ends, before the reflection that waits for it.
      if (text.startsWith('R1 learning')) running.interrupt();
    });
    expect((await running.ended).code).toBe(130);
    expect(server.chats()).toEqual([]);
    expect(playbooksOf(at)).toEqual({});
  });
});

it.each(['openai', 'ollama'])(
  'Ctrl-C once ends a wait that the server of %s asked for: nothing is in flight',
  async (provider) => {
    const server = await playbookServer({
      script: () => [{ twist: 'status', status: 429, headers: { 'retry-after': '100' } }],
    });
    const at = place(folder, `wait-${provider}`);
    const model = provider === 'openai' ? openAiOptions(server) : OLLAMA_OPTIONS;
    const argv = ['play', '--game', 'prisoners-dilemma', ...model, '--db', at.db];
    const running = startHere(argv, ollamaEnv(server));
    await until(() => server.chats().length >= 1 && server.inFlight === 0);
    const asked = server.chats().length;
    running.interrupt();
    const stopped = await running.ended;
    expect(stopped.code).toBe(130);
    expect(resumeCommand(stopped)).toBe(`spartan ${argv.join(' ')}`);
    expect(server.chats()).toHaveLength(asked);
    expect(statusOf(at)).toBe('stopped');
    // What was asked and refused is in the store, and no reply.
    const faults = inStore(at.db, (store) => {
      const [run] = store.runs.list();
      return run === undefined ? [] : store.usage(run.id).map(({ calls, faults: lost }) => [calls, lost]);
    });
    expect(faults).toEqual([[0, asked]]);
  },
);

it('Ctrl-C twice gives up a call that gets no answer', PROCESSES, async () => {
  let last = 0;
  const server = await playbookServer({
    script: (_chat, n) => {
      last = n;
      return n < 10 ? [] : [{ twist: 'silence' }];
    },
  });
  const at = place(folder, 'twice');
  const argv = ['iterate', ...SMALL, ...openAiOptions(server), ...at.options];
  const running = start(argv);
  await until(() => last >= 10);
  running.child.kill('SIGINT');
  await running.said('press Ctrl-C again');
  expect(running.child.exitCode).toBeNull();
  const second = Date.now();
  running.child.kill('SIGINT');
  const stopped = await running.ended;
  expect(stopped.code).toBe(130);
  // What it would take to wait for the call is ten minutes; a busy machine may take a second or two to end a process.
  expect(Date.now() - second).toBeLessThan(10_000);
  resumeCommand(stopped);
  expect(replies(at)).toBe(server.chats().filter(({ end }) => end === 'answered').length);
  expect(statusOf(at)).toBe('stopped');
});

it('a stopped run is listed with the command that goes on, and an unfinished one is shown without a table', async () => {
  const at = place(folder, 'simulated');
  const runs = await spartan(['runs', '--db', at.db]);
  expect(runs.code).toBe(0);
  expect(runs.out).toMatch(/stopped \(stopped by the user\); go on with: spartan iterate --game resistance /);
  const [run] = inStore(at.db, (store) => store.runs.list());
  const shown = await spartan(['show', run?.id.slice(0, 6) ?? '', '--db', at.db]);
  expect(shown.code).toBe(0);
  expect(shown.out).toMatch(/: stopped, \d+ of 1801 games finished, 0 void\.\nGo on with: spartan iterate /);
});
