import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { PruneWish, Store } from '../../src/store/index.js';
import { call } from './call.js';
import { CALLED_GAME, fill } from './full-store.js';
import { playStep, runStart, smallGame } from './samples.js';
import { freshStore, opened, refusal, tempFolder } from './support.js';

const NOTHING: PruneWish = { calls: false, unfinished: false, orphans: false, runs: null, before: null };

function raw<T>(store: Store, sql: string): T[] {
  const db = new Database(store.file, { readonly: true });
  try {
    expect(db.pragma('foreign_key_check')).toEqual([]);
    return db.prepare<[], T>(sql).all();
  } finally {
    db.close();
  }
}

describe('texts of calls', () => {
  it('go with finished games and reflections, and what they took stays', () => {
    const store = freshStore();
    fill(store);
    const costs = store.usage('run');
    const list = store.callsOfRun('run');
    const report = store.prune({ ...NOTHING, calls: true }, { dryRun: false });
    expect(report).toMatchObject({ calls: 4, runs: [], games: 0 });
    expect(report.characters).toBeGreaterThan(50);
    expect(store.usage('run')).toEqual(costs);
    expect(store.callsOfRun('run')).toEqual(list);
    expect(store.recorder('run').find('1', CALLED_GAME)).toBeUndefined();
    expect(
      store.latestCalls({ provider: 'openai', endpoint: 'http://localhost:8000/v1', model: 'tiny' }, 9),
    ).toEqual([]);
    expect(store.call(1)).toMatchObject({ status: 'reply', call: { key: 'dropped:1', reply: { text: '' } } });
    expect(store.info().calls).toEqual({ stored: 4, withoutTexts: 3 });
    expect(store.prune({ ...NOTHING, calls: true }, { dryRun: false }).calls).toBe(0);
  });

  it('stay with games that are not finished, since they are needed to go on', () => {
    const store = freshStore();
    store.runs.begin(runStart('run'));
    store.recorder('run').save(call('k', { site: { episode: 'half-played' } }));
    expect(store.prune({ ...NOTHING, calls: true }, { dryRun: false }).calls).toBe(0);
    expect(store.recorder('run').find('k', 'half-played')).toBeDefined();
  });

  it('stay with replies whose server counted no tokens, since only they tell what it took', () => {
    const store = freshStore();
    store.runs.begin(runStart('run'));
    const game = smallGame(0, { alt: 1 });
    store.recorder('run').save(call('k', { site: { episode: game.id }, reply: { usage: null } }));
    store.saveGame(game, null);
    expect(store.prune({ ...NOTHING, calls: true }, { dryRun: false }).calls).toBe(0);
    expect(store.uncountedCalls('run')[0]?.request.messages[1]?.content).toBe('What do you say?');
  });

  it('leave prompts whole that were stored as what they add to one that goes', () => {
    const store = freshStore();
    for (const run of ['old', 'new']) store.runs.begin(runStart(run));
    const game = smallGame(0, { alt: 1 });
    const prompt = `${'The table talks. '.repeat(40)}What now?`;
    const old = store.recorder('old');
    old.save(call('1', { site: { episode: game.id }, prompt }));
    store
      .recorder('new')
      .save(call('2', { site: { episode: game.id, turn: 1 }, prompt: `${prompt} And now?` }));
    store
      .recorder('new')
      .save(call('3', { site: { episode: game.id, turn: 2 }, prompt: `${prompt} And now? And then?` }));
    store.saveGame(game, null);
    expect(raw(store, 'SELECT base FROM calls')).toEqual([{ base: null }, { base: 1 }, { base: 2 }]);
    expect(store.prune({ ...NOTHING, calls: true, runs: ['old'] }, { dryRun: false }).calls).toBe(1);
    expect(store.recorder('new').find('2', game.id)?.request.messages[1]?.content).toBe(`${prompt} And now?`);
    expect(store.recorder('new').find('3', game.id)?.request.messages[1]?.content).toBe(
      `${prompt} And now? And then?`,
    );
  });

  it('go only where they are older than asked', () => {
    const store = freshStore();
    fill(store);
    const wish = { ...NOTHING, calls: true };
    expect(store.prune({ ...wish, before: '2025-03-01T00:00:00.000Z' }, { dryRun: true }).calls).toBe(0);
    expect(store.prune({ ...wish, before: '2026-01-01T00:00:00.000Z' }, { dryRun: true }).calls).toBe(4);
  });
});

describe('runs and games', () => {
  it('go with all that only they have, and nothing refers to what is gone', () => {
    const store = freshStore();
    fill(store);
    store.runs.begin(runStart('kept'));
    const shared = smallGame(0, { alt: 1 });
    store.steps.begin(playStep('kept', 'k'), [{ gameId: shared.id, ordinal: 0 }]);
    store.runs.finish('kept', 'finished');
    // The run paid for a game that the other one has.
    const first = store.prune({ ...NOTHING, unfinished: true }, { dryRun: false });
    expect(first.runs).toEqual([]);
    expect(first.kept).toEqual([
      { run: 'run', reason: 'it paid for 2 calls of games or reflections that other runs use' },
    ]);

    store.runs.begin(runStart('kept'));
    const report = store.prune({ ...NOTHING, unfinished: true, orphans: true }, { dryRun: false });
    // The one that was only needed by an unfinished run goes after it.
    expect(report.runs).toEqual(['kept', 'run']);
    expect(report.playbooks).toBe(1);
    expect(report.games).toBe(7);
    for (const table of [
      'runs',
      'steps',
      'run_games',
      'games',
      'seats',
      'events',
      'calls',
      'playbooks',
      'texts',
    ]) {
      expect(raw(store, `SELECT * FROM ${table}`), table).toEqual([]);
    }
  });

  it('of no run go, and those that a run has stay', () => {
    const store = freshStore();
    fill(store);
    store.saveGame(smallGame(50, { alt: 1 }), null);
    expect(store.info().games.orphans).toBe(1);
    expect(store.prune({ ...NOTHING, orphans: true }, { dryRun: false }).games).toBe(1);
    expect(store.info().games).toEqual({ finished: 6, void: 1, orphans: 0 });
  });
});

describe('a dry run', () => {
  it('says the same and changes nothing', () => {
    const store = freshStore();
    fill(store);
    const wish = { calls: true, unfinished: true, orphans: true, runs: null, before: null };
    const before = raw(store, 'SELECT * FROM calls');
    const dry = store.prune(wish, { dryRun: true });
    expect(raw(store, 'SELECT * FROM calls')).toEqual(before);
    expect(store.prune(wish, { dryRun: false })).toEqual(dry);
    expect(dry.runs).toEqual(['run']);
  });

  it('is followed by a smaller file', () => {
    const store = freshStore();
    store.runs.begin(runStart('run'));
    const game = smallGame(0, { alt: 1 });
    for (let k = 0; k < 50; k += 1) {
      store
        .recorder('run')
        .save(call(String(k), { site: { episode: game.id, turn: k }, prompt: `${k}`.repeat(20_000) }));
    }
    store.saveGame(game, null);
    store.vacuum();
    const before = store.info().bytes;
    store.prune({ ...NOTHING, calls: true }, { dryRun: false });
    store.vacuum();
    expect(store.info().bytes).toBeLessThan(before / 3);
  });
});

describe('a backup', () => {
  it('is the whole store, made while another connection writes', () => {
    const folder = tempFolder();
    const writer = opened(join(folder, 'lab.db'));
    fill(writer);
    const reader = opened(join(folder, 'lab.db'), 'read');
    const copy = join(folder, 'copies', 'copy.db');
    expect(reader.backup(copy)).toBeGreaterThan(10_000);
    writer.saveGame(smallGame(60, { alt: 1 }), null);
    const there = opened(copy, 'read');
    expect(there.runs.get('run').games).toEqual({ planned: 8, finished: 6, void: 1 });
    expect(there.info().games.orphans).toBe(0);
    const found = there.recorder('run').find('2', CALLED_GAME);
    expect(found?.key).toBe('2');
    expect(found).toEqual(writer.recorder('run').find('2', CALLED_GAME));
    // It can be written to like any store.
    expect(opened(copy).runs.get('run').status).toBe('stopped');
    expect(readdirSync(join(folder, 'copies')).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('never overwrites a file', () => {
    const store = freshStore();
    const taken = join(tempFolder(), 'notes.txt');
    writeFileSync(taken, '');
    expect(refusal(() => store.backup(taken)).message).toMatch(/never written over a file/);
    expect(refusal(() => store.backup(store.file)).message).toMatch(/never written over a file/);
  });

  it('that cannot be written leaves nothing', () => {
    const store = freshStore();
    const folder = tempFolder();
    writeFileSync(join(folder, 'file'), '');
    expect(refusal(() => store.backup(join(folder, 'file', 'copy.db'))).code).toBe('store.open');
    expect(existsSync(join(folder, 'file', 'copy.db'))).toBe(false);
  });
});
