import { describe, expect, it } from 'vitest';
import type { LineUp } from '../../src/players/game-spec.js';
import { call, identity } from './call.js';
import { chat, novice, playbook, playStep, runStart, slot, smallGame } from './samples.js';
import { freshStore } from './support.js';
import type { Store } from '../../src/store/index.js';

const tokens = { input: 100, cachedInput: 40, cacheWrite: 3, output: 20, reasoning: 5 };
const BOOK = 'I wait before I accuse.';
const armed: LineUp = { by: 'side', main: slot(novice), alt: slot(chat, playbook(BOOK)) };

/** One game that run `first` paid for and `second` shares, and one of the second's own. */
function shared(): Store {
  const store = freshStore();
  const [a, b] = [smallGame(0, { alt: 1 }), smallGame(1, { alt: -1 })];
  store.runs.begin(runStart('first'));
  store.steps.begin(playStep('first', 'base', { role: 'baseline', round: 0 }), [
    { gameId: a.id, ordinal: 0 },
  ]);
  const first = store.recorder('first');
  first.save(call('1', { site: { episode: a.id } }));
  first.save(call('2', { site: { episode: a.id, turn: 1 } }));
  store.saveGame(a, { runId: 'first', stepId: 'base', ordinal: 0 });
  store.runs.begin(runStart('second'));
  store.steps.begin(playStep('second', 'eval', { round: 1 }), [
    { gameId: a.id, ordinal: 0 },
    { gameId: b.id, ordinal: 1 },
  ]);
  const second = store.recorder('second');
  second.save(call('3', { site: { episode: b.id, seat: 2 } }));
  store.saveGame(b, { runId: 'second', stepId: 'eval', ordinal: 1 });
  return store;
}

describe('what a run took', () => {
  it('counts as played what its games took, whichever run paid, and as paid its own calls', () => {
    const store = shared();
    expect(store.usage('second')).toMatchObject([{ phase: 'evaluation', calls: 1, tokens }]);
    expect(store.usageAsPlayed('second')).toMatchObject([
      {
        runId: 'second',
        phase: 'evaluation',
        round: 1,
        model: 'tiny',
        calls: 3,
        tokens: { input: 300, cachedInput: 120, cacheWrite: 9, output: 60, reasoning: 15 },
      },
    ]);
    expect(store.usageAsPlayed('first')).toMatchObject([{ phase: 'baseline', calls: 2 }]);
  });

  it('counts a reflection that another run wrote', () => {
    const store = shared();
    const write = { stepId: 'write', ordinal: 1, kind: 'reflect', role: null, round: 1 } as const;
    store.steps.begin({ runId: 'first', ...write });
    store.recorder('first').save(call('4', { site: { episode: 'write', seat: null } }));
    store.steps.begin({ runId: 'second', ...write });
    expect(store.usageAsPlayed('second').map(({ phase, calls }) => [phase, calls])).toEqual([
      ['evaluation', 3],
      ['reflection', 1],
    ]);
  });
});

describe('what a seat takes', () => {
  it('is the mean over seats and games, apart for seats with a playbook', () => {
    const store = freshStore();
    store.runs.begin(runStart('run'));
    const recorder = store.recorder('run');
    const [bare, other, carrying] = [
      smallGame(0, { alt: 1 }),
      smallGame(1, { alt: 1 }),
      smallGame(0, { alt: 1 }, armed),
    ];
    // Two seats of the first game, two and one calls; one seat of the second, one call.
    recorder.save(call('1', { site: { episode: bare.id, seat: 1 } }));
    recorder.save(call('2', { site: { episode: bare.id, seat: 1, turn: 1 } }));
    recorder.save(call('3', { site: { episode: bare.id, seat: 2 } }));
    recorder.save(call('4', { site: { episode: other.id, seat: 1 } }));
    recorder.save(call('5', { site: { episode: carrying.id, seat: 0 } }));
    recorder.save(call('6', { site: { episode: 'never stored', seat: 0 } }));
    for (const game of [bare, other, carrying]) store.saveGame(game, null);
    const rows = store.usageBySeat(['resistance']).sort((a, b) => Number(a.armed) - Number(b.armed));
    expect(rows).toHaveLength(2);
    // Four calls of three seats, 400 tokens of fresh input.
    expect(rows[0]).toMatchObject({ armed: false, games: 2, players: 3, options: '{}', model: 'tiny' });
    expect(rows[0]?.calls).toBeCloseTo(4 / 3, 12);
    expect(rows[0]?.tokens?.input).toBeCloseTo(400 / 3, 12);
    expect(rows[1]).toMatchObject({ armed: true, games: 1, calls: 1, tokens });
    expect(store.usageBySeat(['coup'])).toEqual([]);
  });

  it('has no tokens where a server did not count one of the replies', () => {
    const store = freshStore();
    store.runs.begin(runStart('run'));
    const game = smallGame(0, { alt: 1 });
    store.recorder('run').save(call('1', { site: { episode: game.id } }));
    store.recorder('run').save(call('2', { site: { episode: game.id, turn: 1 }, reply: { usage: null } }));
    store.saveGame(game, null);
    expect(store.usageBySeat(['resistance'])).toMatchObject([{ calls: 2, tokens: null }]);
    expect(store.uncountedCalls('run').map(({ key }) => key)).toEqual(['2']);
  });
});

describe('the calls of a run', () => {
  it('are listed with what they were for, what became of them, and what was wrong with the answer', () => {
    const store = freshStore();
    store.runs.begin(runStart('run'));
    const game = smallGame(0, { alt: 1, forcedSeats: [0] });
    store.steps.begin(playStep('run', 'eval'), [{ gameId: game.id, ordinal: 0 }]);
    const recorder = store.recorder('run');
    const fault = { kind: 'transport', status: 502, message: 'bad gateway' } as const;
    // Seat 0 was corrected twice (problems a, b, c); its first answer was cut, so it was asked for again.
    recorder.save(call('1', { site: { episode: game.id, attempt: 0 }, reply: { finish: 'length' } }));
    recorder.save(call('2', { site: { episode: game.id, attempt: 1 } }));
    recorder.save(call('3', { site: { episode: game.id, attempt: 2 } }));
    recorder.save(call('4', { site: { episode: game.id, seat: 1, turn: 1 }, faults: [fault] }));
    const { site, request } = call('x', { site: { episode: game.id, seat: 2, turn: 2 } });
    recorder.saveFault({ site, identity, request, ...fault, earlier: [fault, fault] });
    store.saveGame(game, { runId: 'run', stepId: 'eval', ordinal: 0 });
    const listed = store.callsOfRun('run');
    expect(
      listed.map(({ id, phase, round, status, problem, faults }) => [
        id,
        phase,
        round,
        status,
        problem,
        faults.length,
      ]),
    ).toEqual([
      [1, 'evaluation', 1, 'reply', 'a', 0],
      [2, 'evaluation', 1, 'reply', 'a', 0],
      [3, 'evaluation', 1, 'reply', 'b', 0],
      [4, 'evaluation', 1, 'reply', null, 1],
      [5, 'evaluation', 1, 'fault', null, 3],
    ]);
    expect(listed[0]).toMatchObject({ finish: 'length', usage: tokens, durationMs: 12.5, model: 'tiny' });
    expect(listed[4]).toMatchObject({ finish: null, usage: null, durationMs: null });
  });

  it('come back whole by their number', () => {
    const store = freshStore();
    store.runs.begin(runStart('run'));
    store.recorder('run').save(call('1'));
    store.recorder('run').save(call('2', { prompt: 'What do you say? And then?' }));
    expect(store.call(2)).toMatchObject({
      id: 2,
      runId: 'run',
      status: 'reply',
      call: call('2', { prompt: 'What do you say? And then?' }),
    });
    expect(store.call(3)).toBeUndefined();
    expect(store.latestCalls(identity, 1).map(({ key }) => key)).toEqual(['2']);
    expect(store.latestCalls({ ...identity, model: 'other' }, 5)).toEqual([]);
  });
});
