import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { playStep, runStart, smallGame } from './samples.js';
import { freshStore, opened, refusal, tempFolder } from './support.js';

describe('a run', () => {
  it('tells what it was started with, how far it is and how it ended', () => {
    const store = freshStore();
    const start = runStart('run', { playbook: 'my-book', plannedGames: 3 });
    expect(store.runs.begin(start)).toBeNull();
    store.steps.begin(playStep('run', 'step'), [
      { gameId: smallGame(0, 'void').id, ordinal: 0 },
      { gameId: smallGame(1, 'void').id, ordinal: 1 },
      { gameId: smallGame(2, 'void').id, ordinal: 2 },
    ]);
    store.saveGame(smallGame(0, { alt: 1 }), { runId: 'run', stepId: 'step', ordinal: 0 });
    store.saveGame(smallGame(1, 'void'), { runId: 'run', stepId: 'step', ordinal: 1 });
    expect(store.runs.get('run')).toStrictEqual({
      id: 'run',
      arm: 'within-game',
      status: 'running',
      reason: null,
      command: ['iterate', '--game', 'resistance'],
      playbook: 'my-book',
      simulated: true,
      appVersion: '0.1.0',
      // The clock of these tests is read once on opening, then by the run, the step and each game.
      startedAt: '2025-03-01T00:00:02.000Z',
      updatedAt: '2025-03-01T00:00:05.000Z',
      finishedAt: null,
      games: { planned: 3, finished: 1, void: 1 },
      usage: [],
      plan: start.plan,
      settings: start.settings,
    });
    store.runs.finish('run', 'failed', 'the disk is full');
    expect(store.runs.get('run')).toMatchObject({
      status: 'failed',
      reason: 'the disk is full',
      updatedAt: '2025-03-01T00:00:06.000Z',
      finishedAt: '2025-03-01T00:00:06.000Z',
    });
  });

  it('goes on under the same id, with the command given last', () => {
    const store = freshStore();
    store.runs.begin(runStart('run'));
    store.runs.finish('run', 'stopped', 'Ctrl-C');
    const again = runStart('run', { command: ['iterate', '--concurrency', '9'], appVersion: '0.2.0' });
    expect(store.runs.begin(again)).toBe('stopped');
    expect(store.runs.get('run')).toMatchObject({
      status: 'running',
      reason: null,
      finishedAt: null,
      command: again.command,
      appVersion: '0.2.0',
      startedAt: '2025-03-01T00:00:02.000Z',
    });
    store.runs.setPlannedGames('run', 120);
    expect(store.runs.get('run').games.planned).toBe(120);
    store.runs.finish('run', 'finished');
    expect(store.runs.begin(again)).toBe('finished');
  });

  it('is shown as stopped once its process is gone, though it could not say so', () => {
    const path = join(tempFolder(), 'lab.db');
    const writer = opened(path);
    writer.runs.begin(runStart('run'));
    const reader = opened(path, 'read');
    expect(reader.runs.get('run').status).toBe('running');
    writer.close();
    expect(reader.runs.list()).toMatchObject([
      { id: 'run', status: 'stopped', reason: 'its process ended without notice' },
    ]);
    expect(opened(path).runs.get('run')).toMatchObject({ status: 'stopped' });
  });

  it('is found by the beginning of its id, and missed with the nearest one', () => {
    const store = freshStore();
    for (const id of ['a1b2c3', 'a1b2ff', 'c0ffee']) store.runs.begin(runStart(id));
    expect(store.runs.get('c0').id).toBe('c0ffee');
    expect(store.runs.get('a1b2f').id).toBe('a1b2ff');
    const several = refusal(() => store.runs.get('a1b2'));
    expect(several.code).toBe('input.unknown-name');
    expect(several.message).toBe(
      '"a1b2" is the beginning of several run ids (a1b2c3 and a1b2ff); give more of the id',
    );
    expect(refusal(() => store.runs.get('c0fee')).message).toMatch(
      /no run "c0fee" in .*did you mean "c0ffee"/,
    );
    expect(refusal(() => store.runs.get('zzzzzz')).message).toMatch(/"spartan runs" lists every run/);
  });

  it('may have an id that begins another one', () => {
    const store = freshStore();
    for (const id of ['ab', 'abc']) store.runs.begin(runStart(id));
    expect(store.runs.get('ab').id).toBe('ab');
  });

  it('is listed before those that were started earlier', () => {
    const store = freshStore();
    for (const id of ['one', 'two', 'three']) store.runs.begin(runStart(id));
    store.runs.finish('one', 'finished');
    expect(store.runs.list().map(({ id }) => id)).toEqual(['three', 'two', 'one']);
  });
});

describe('a step', () => {
  it('keeps its result and its start when it is begun again', () => {
    const store = freshStore();
    store.runs.begin(runStart('run'));
    const reflect = {
      runId: 'run',
      stepId: 'write',
      ordinal: 1,
      kind: 'reflect',
      role: null,
      round: 1,
    } as const;
    store.steps.begin(reflect);
    store.steps.begin(playStep('run', 'play'));
    expect(store.steps.get('run', 'write')).toMatchObject({ status: 'running', result: null });
    store.steps.finish('run', 'write', { rejected: 'the reply was cut off' });
    store.steps.begin(reflect);
    expect(store.steps.get('run', 'write')).toStrictEqual({
      ...reflect,
      status: 'finished',
      startedAt: '2025-03-01T00:00:03.000Z',
      finishedAt: '2025-03-01T00:00:05.000Z',
      result: { rejected: 'the reply was cut off' },
    });
    expect(store.steps.list('run').map(({ stepId }) => stepId)).toEqual(['play', 'write']);
    expect(store.steps.get('run', 'none')).toBeUndefined();
  });

  it('has its games from its beginning, and a game that is replayed keeps its place', () => {
    const store = freshStore();
    store.runs.begin(runStart('run'));
    const [first, second] = [smallGame(0, 'void'), smallGame(1, { alt: 1 })];
    const games = [
      { gameId: first.id, ordinal: 0 },
      { gameId: second.id, ordinal: 1 },
    ];
    store.steps.begin(playStep('run', 'play'), games);
    store.steps.begin(playStep('run', 'play'), games);
    store.saveGame(first, { runId: 'run', stepId: 'play', ordinal: 0 });
    expect(store.steps.games('run', 'play').map(({ status }) => status)).toEqual(['void', null]);
    store.saveGame(smallGame(0, { alt: 1 }), { runId: 'run', stepId: 'play', ordinal: 0 });
    expect(store.steps.games('run', 'play').map(({ status }) => status)).toEqual(['finished', null]);
    expect(store.games.status([first.id, second.id])).toEqual(new Map([[first.id, 'finished']]));
  });

  it('is refused for a run that was not begun', () => {
    expect(() => freshStore().steps.begin(playStep('nowhere', 'play'))).toThrow(/FOREIGN KEY/);
  });
});
