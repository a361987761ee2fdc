import { statSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordedCall } from '../../src/models/chat.js';
import { openStore } from '../../src/store/index.js';
import type { Store } from '../../src/store/index.js';
import { call, identity } from './call.js';
import { playStep, runStart, smallGame } from './samples.js';
import { freshStore, opened, tempFolder, tickingClock } from './support.js';

function withRun(store: Store, id = 'run'): Store {
  store.runs.begin(runStart(id));
  return store;
}

describe('a recorded call', () => {
  it('comes back equal, with and without what is optional', () => {
    const recorder = withRun(freshStore()).recorder('run');
    const plain = call('bare', { site: { seat: null, episode: 'step-1' } });
    const calls: RecordedCall[] = [
      call('full', {
        more: [
          { role: 'assistant', content: 'hm' },
          { role: 'user', content: 'Say it in JSON.' },
        ],
        faults: [{ kind: 'transport', status: null, message: 'connection lost' }],
      }),
      call('unmeasured', { reply: { usage: null, reasoning: 'Let me think.', finish: 'length' } }),
      { ...plain, request: { messages: plain.request.messages.slice(1), maxOutputTokens: 900 } },
      {
        ...call('odd'),
        request: { messages: [{ role: 'assistant', content: 'I begin.' }], maxOutputTokens: 1 },
      },
      { ...call('silent'), request: { messages: [], maxOutputTokens: 1 } },
    ];
    for (const made of calls) recorder.save(made);
    for (const made of calls) expect(recorder.find(made.key, made.site.episode)).toStrictEqual(made);
    expect(recorder.find('none', 'game-1')).toBeUndefined();
  });

  it('comes back byte by byte even where the reply is broken text', () => {
    const store = withRun(freshStore());
    const reply = { text: 'cut in half \ud83d', reasoning: 'zero \0 and \udc00' };
    store.recorder('run').save(call('k', { reply }));
    expect(store.recorder('run').find('k', 'game-1')?.reply).toMatchObject(reply);
  });

  it('keeps the first reply when the same key is saved again', () => {
    const store = withRun(freshStore());
    const recorder = store.recorder('run');
    recorder.save(call('k'));
    recorder.save(call('k', { reply: { text: 'another' } }));
    recorder.save(call('next', { prompt: 'What do you say? And now?' }));
    expect(recorder.find('k', 'game-1')).toStrictEqual(call('k'));
    expect(recorder.find('next', 'game-1')?.request.messages[1]?.content).toBe('What do you say? And now?');
    expect(store.usage('run')).toMatchObject([{ calls: 2 }]);
  });

  it('is found by a later run, after the store was closed', () => {
    const path = join(tempFolder(), 'lab.db');
    const first = withRun(opened(path));
    first.recorder('run').save(call('k'));
    first.close();
    const second = withRun(opened(path), 'later');
    expect(second.recorder('later').find('k', 'game-1')).toStrictEqual(call('k'));
  });
});

/** Prompts of one seat: each grows from some start of the one before it. */
const growing = fc.array(
  fc.record({
    keep: fc.double({ min: 0, max: 1, noNaN: true }),
    add: fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', 'é', '🙂', '"'), maxLength: 30 }),
    seat: fc.integer({ min: 0, max: 1 }),
    reopen: fc.integer({ min: 0, max: 7 }).map((draw) => draw === 0),
  }),
  { minLength: 1, maxLength: 25 },
);

describe('calls that arrive together', () => {
  /** Calls that another program sees. */
  const committed = (store: Store): number => opened(store.file, 'read').callsOfRun('run').length;

  it('are committed together, before any of them may be read', async () => {
    const store = withRun(freshStore());
    const recorder = store.recorder('run');
    recorder.save(call('a', { site: { seat: 0 } }));
    const first = recorder.committed();
    recorder.save(call('b', { site: { seat: 1 } }));
    expect(committed(store)).toBe(0);
    await first;
    expect(committed(store)).toBe(2);
    recorder.save(call('c', { site: { seat: 2 } }));
    await recorder.committed();
    expect(committed(store)).toBe(3);
    await recorder.committed();
  });

  it('are there for whatever is asked or done next, without waiting', () => {
    const store = withRun(freshStore());
    const recorder = store.recorder('run');
    expect(recorder.find('a', 'game-1')).toBeUndefined();
    recorder.save(call('a'));
    // A question that is new breaks up no group.
    expect(recorder.find('b', 'game-1')).toBeUndefined();
    expect(committed(store)).toBe(0);
    expect(recorder.find('a', 'game-1')).toStrictEqual(call('a'));
    expect(committed(store)).toBe(1);
    recorder.save(call('c', { site: { turn: 1 } }));
    store.saveGame(smallGame(0, { alt: 1 }), null);
    expect(committed(store)).toBe(2);
    recorder.save(call('d', { site: { turn: 2 } }));
    store.close();
    expect(committed(store)).toBe(3);
  });

  it('are all refused when one cannot be stored, and nothing later rests on them', async () => {
    const store = withRun(freshStore());
    const recorder = store.recorder('run');
    recorder.save(call('a', { prompt: 'one', system: 'A system text of its own.' }));
    // There is no such run.
    store.recorder('nobody').save(call('b'));
    await expect(recorder.committed()).rejects.toThrow(/FOREIGN KEY/);
    expect(committed(store)).toBe(0);
    const again = call('c', { prompt: 'one two', system: 'A system text of its own.' });
    recorder.save(again);
    await recorder.committed();
    expect(recorder.find('a', 'game-1')).toBeUndefined();
    expect(recorder.find('c', 'game-1')).toStrictEqual(again);
  });

  it('are never lost in silence: with nobody waiting, what is done next fails, but is done', async () => {
    const store = withRun(freshStore());
    store.recorder('nobody').save(call('a'));
    await new Promise((resolve) => setImmediate(resolve));
    store.recorder('run').save(call('b'));
    expect(() => store.runs.list()).toThrow(/FOREIGN KEY/);
    expect(store.runs.list()).toHaveLength(1);
    expect(store.callsOfRun('run')).toHaveLength(1);
  });

  it('are told of to whoever waits, also when something else made the failure known first', async () => {
    const store = withRun(freshStore());
    const lost = store.recorder('nobody');
    lost.save(call('a'));
    expect(() => store.runs.list()).toThrow(/FOREIGN KEY/);
    await expect(lost.committed()).rejects.toThrow(/FOREIGN KEY/);
    const recorder = store.recorder('run');
    recorder.save(call('b'));
    await recorder.committed();
  });

  it('do not keep a store open whose last ones cannot be stored', () => {
    const path = join(tempFolder(), 'lab.db');
    const store = withRun(openStore(path, { mode: 'write', now: tickingClock() }));
    store.recorder('nobody').save(call('a'));
    expect(() => store.close()).toThrow(/FOREIGN KEY/);
    expect(opened(path).runs.list()).toHaveLength(1);
  });

  it('are not taken for stored by a reader once another program has pruned them', () => {
    const path = join(tempFolder(), 'lab.db');
    const writer = withRun(opened(path));
    const game = smallGame(0, { alt: 1 });
    writer.recorder('run').save(call('k', { site: { episode: game.id } }));
    writer.saveGame(game, null);
    const reader = opened(path, 'read').recorder('run');
    expect(reader.find('k', game.id)?.key).toBe('k');
    expect(reader.find('later', game.id)).toBeUndefined();
    const wish = { calls: true, unfinished: false, orphans: false, runs: null, before: null };
    writer.prune(wish, { dryRun: false });
    expect(reader.find('k', game.id)).toBeUndefined();
    expect(writer.recorder('run').find('k', game.id)).toBeUndefined();
    writer.recorder('run').save(call('later', { site: { episode: game.id, turn: 1 } }));
    expect(writer.callsOfRun('run')).toHaveLength(2);
    expect(reader.find('later', game.id)?.key).toBe('later');
  });
});

it('a reply that was dropped before its commit was waited for is taken again', async () => {
  const store = withRun(freshStore());
  const game = smallGame(0, { alt: 1 });
  store.saveGame(game, null);
  const recorder = store.recorder('run');
  const made = call('k', { site: { episode: game.id } });
  recorder.save(made);
  const wish = { calls: true, unfinished: false, orphans: false, runs: null, before: null };
  expect(store.prune(wish, { dryRun: false }).calls).toBe(1);
  expect(recorder.find('k', game.id)).toBeUndefined();
  recorder.save(made);
  await recorder.committed();
  expect(recorder.find('k', game.id)).toStrictEqual(made);
});

describe('prompts that grow', () => {
  it('come back whole however they grew, also when recording goes on in a new process', () => {
    fc.assert(
      fc.property(growing, (steps) => {
        const path = join(tempFolder(), 'lab.db');
        let store = withRun(opened(path));
        const last = ['', ''];
        const calls = steps.map(({ keep, add, seat, reopen }, turn) => {
          if (reopen) {
            store.close();
            store = opened(path);
            // A resumed game is played again from its start, so the last call found is the one to build on.
            store.recorder('run').find(`${turn - 1}`, 'game-1');
          }
          const before = [...(last[seat] ?? '')];
          const prompt = before.slice(0, Math.round(keep * before.length)).join('') + add;
          last[seat] = prompt;
          const made = call(`${turn}`, { prompt, system: `seat ${seat}`, site: { seat, turn } });
          store.recorder('run').save(made);
          return made;
        });
        for (const made of calls)
          expect(store.recorder('run').find(made.key, made.site.episode)).toStrictEqual(made);
        expect(store.calls('game-1').map((stored) => stored.status === 'reply' && stored.call)).toEqual(
          calls,
        );
        store.close();
      }),
      { numRuns: 30 },
    );
  });

  it('come back whole with characters that end a text for SQLite', () => {
    const recorder = withRun(freshStore()).recorder('run');
    for (const [turn, prompt] of ['log\0', 'log\0 more', 'log'].entries()) {
      const made = call(`${turn}`, { prompt, site: { turn } });
      recorder.save(made);
      expect(recorder.find(made.key, made.site.episode)).toStrictEqual(made);
    }
  });

  it('take room for what is new in them alone', () => {
    const path = join(tempFolder(), 'lab.db');
    const store = withRun(opened(path));
    const recorder = store.recorder('run');
    const system = 'The rules. '.repeat(500);
    let prompt = '';
    let sent = 0;
    for (let turn = 0; turn < 200; turn += 1) {
      prompt += `On turn ${turn} somebody said something about it.\n`;
      sent += prompt.length + system.length;
      recorder.save(call(`${turn}`, { prompt, system, site: { turn } }));
    }
    store.close();
    expect(sent).toBeGreaterThan(2_000_000);
    expect(statSync(path).size).toBeLessThan(sent / 5);
  });

  it('are forgotten in memory once their game is stored, and still come back', () => {
    const store = withRun(freshStore());
    const game = smallGame(0, { alt: 1 });
    const site = { episode: game.id };
    store.recorder('run').save(call('a', { site, prompt: 'one' }));
    store.saveGame(game, null);
    store.recorder('run').save(call('b', { site, prompt: 'one two' }));
    expect(store.recorder('run').find('b', game.id)?.request.messages[1]?.content).toBe('one two');
  });
});

describe('the calls of an episode', () => {
  it('are shown in order, faults that no reply followed among them', () => {
    const store = withRun(freshStore());
    const recorder = store.recorder('run');
    const { site, request } = call('x', { site: { turn: 1 } });
    const fault = { site, identity, request, kind: 'rate-limit', status: 429, message: 'slow down' } as const;
    recorder.save(call('a'));
    recorder.saveFault(fault);
    recorder.saveFault({ ...fault, site: { ...site, episode: 'another' } });
    expect(store.calls('game-1')).toMatchObject([
      { status: 'reply', runId: 'run', call: call('a') },
      { status: 'fault', runId: 'run', fault },
    ]);
    expect(recorder.find('', 'game-1')).toBeUndefined();
  });
});

describe('usage', () => {
  it('counts each call once, under the run that paid for it and the phase it was for', () => {
    const store = withRun(withRun(freshStore()), 'second');
    const game = smallGame(0, { alt: 1 });
    const halfPlayed = smallGame(1, { alt: 1 });
    store.steps.begin(playStep('run', 'base', { role: 'baseline', round: 0 }), [
      { gameId: game.id, ordinal: 0 },
      { gameId: halfPlayed.id, ordinal: 1 },
    ]);
    store.steps.begin({
      runId: 'run',
      stepId: 'write',
      ordinal: 1,
      kind: 'reflect',
      role: null,
      round: 1,
    });
    // The same game again, for another step of the run and for another run.
    store.steps.begin(playStep('run', 'eval', { ordinal: 2 }), [{ gameId: game.id, ordinal: 0 }]);
    store.steps.begin(playStep('second', 'base', { role: 'baseline' }), [{ gameId: game.id, ordinal: 0 }]);
    const recorder = store.recorder('run');
    const fault = { kind: 'transport', status: 502, message: 'bad gateway' } as const;
    recorder.save(call('1', { site: { episode: game.id }, faults: [fault, fault] }));
    recorder.save(call('2', { site: { episode: game.id, turn: 1 } }));
    recorder.save(call('3', { site: { episode: halfPlayed.id }, reply: { usage: null, durationMs: 7 } }));
    recorder.save(call('4', { site: { episode: 'write', seat: null } }));
    recorder.save(call('5', { site: { episode: 'elsewhere' } }));
    const { site, request } = call('x', { site: { episode: halfPlayed.id } });
    recorder.saveFault({ site, identity, request, ...fault });
    store.recorder('second').find('1', 'game-1');
    store.saveGame(game, null);

    const tokens = { input: 100, cachedInput: 40, cacheWrite: 3, output: 20, reasoning: 5 };
    const twice = { input: 200, cachedInput: 80, cacheWrite: 6, output: 40, reasoning: 10 };
    const of = { runId: 'run', provider: 'openai', endpoint: 'http://localhost:8000/v1', model: 'tiny' };
    expect(store.usage('run')).toEqual([
      { ...of, phase: 'other', round: null, calls: 1, faults: 0, uncounted: 0, tokens, durationMs: 12.5 },
      {
        ...of,
        phase: 'baseline',
        round: 0,
        calls: 3,
        faults: 3,
        uncounted: 1,
        tokens: twice,
        durationMs: 32,
      },
      { ...of, phase: 'reflection', round: 1, calls: 1, faults: 0, uncounted: 0, tokens, durationMs: 12.5 },
    ]);
    expect(store.usage('second')).toEqual([]);
    expect(store.runs.get('run').usage).toMatchObject([
      { calls: 5, faults: 3, uncounted: 1, tokens: { input: 400 } },
    ]);
    expect(store.runs.list().map(({ id, usage }) => [id, usage.length])).toEqual([
      ['second', 0],
      ['run', 1],
    ]);
  });
});
