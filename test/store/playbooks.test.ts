import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/hash.js';
import type { PlaybookEntry } from '../../src/store/index.js';
import { novice, playbook, playStep, runStart, slot, smallGame } from './samples.js';
import { freshStore, refusal } from './support.js';

function entry(changes: Partial<PlaybookEntry> = {}, text = 'I wait.'): Omit<PlaybookEntry, 'createdAt'> {
  return {
    name: 'book',
    version: 1,
    hash: sha256(text),
    runId: 'run',
    stepId: 'write',
    parent: null,
    games: ['resistance'],
    model: 'builtin:novice',
    sourceGames: ['g1', 'g2'],
    tokens: 3,
    promptHash: null,
    checks: { overlap: 0.02 },
    ...changes,
  };
}

describe('a playbook', () => {
  it('comes back with its text, by version or the last one', () => {
    const store = freshStore();
    store.runs.begin(runStart('run'));
    store.playbooks.save(entry(), 'I wait.');
    const second = entry(
      { version: 2, hash: sha256('I wait longer.'), parent: { name: 'book', version: 1 } },
      'I wait longer.',
    );
    store.playbooks.save(second, 'I wait longer.');
    expect(store.playbooks.get('book', 1)).toStrictEqual({
      ...entry(),
      createdAt: '2025-03-01T00:00:03.000Z',
      text: 'I wait.',
    });
    expect(store.playbooks.get('book')).toMatchObject({ ...second, text: 'I wait longer.' });
    expect(store.playbooks.list().map(({ name, version }) => [name, version])).toEqual([
      ['book', 1],
      ['book', 2],
    ]);
    expect(store.playbooks.text(sha256('I wait.'))).toBe('I wait.');
    expect(store.playbooks.text(sha256('never'))).toBeUndefined();
  });

  it('is stored once: the same version again changes nothing', () => {
    const store = freshStore();
    store.runs.begin(runStart('run'));
    store.playbooks.save(entry(), 'I wait.');
    const before = store.playbooks.list();
    store.playbooks.save(entry(), 'I wait.');
    expect(store.playbooks.list()).toEqual(before);
  });

  it('never replaces another text, nor a book of another run', () => {
    const store = freshStore();
    for (const id of ['run', 'other']) store.runs.begin(runStart(id));
    store.playbooks.save(entry(), 'I wait.');
    const changed = refusal(() => store.playbooks.save(entry({ hash: sha256('I run.') }), 'I run.'));
    expect(changed.code).toBe('playbook.taken');
    expect(changed.message).toMatch(/"book" v1 is stored with another text; choose another name/);
    const next = entry({ version: 2, runId: 'other' });
    const foreign = refusal(() => store.playbooks.save(next, 'I wait.'));
    expect(foreign.code).toBe('playbook.taken');
    expect(foreign.message).toMatch(
      /belongs to run run; choose another with --playbook, or start from it with --from/,
    );
    expect(refusal(() => store.playbooks.claim('book', 'other')).code).toBe('playbook.taken');
    store.playbooks.claim('book', 'run');
    store.playbooks.claim('free', 'other');
    expect(store.playbooks.get('book')).toMatchObject({ version: 1, text: 'I wait.' });
  });

  it('that came from a file belongs to no run', () => {
    const store = freshStore();
    store.runs.begin(runStart('run'));
    store.playbooks.save(entry({ runId: null, stepId: null }), 'I wait.');
    expect(refusal(() => store.playbooks.claim('book', 'run')).message).toMatch(/belongs to a playbook file/);
  });

  it('that does not exist is told with what there is', () => {
    const store = freshStore();
    store.runs.begin(runStart('run'));
    expect(refusal(() => store.playbooks.get('book')).message).toMatch(/"spartan playbook list"/);
    store.playbooks.save(entry(), 'I wait.');
    expect(refusal(() => store.playbooks.get('bok')).message).toBe('no playbook "bok"; did you mean "book"?');
    const version = refusal(() => store.playbooks.get('book', 7));
    expect(version.code).toBe('input.unknown-name');
    expect(version.message).toBe('playbook "book" has no v7; it has v1');
  });

  it('must have the hash of its text', () => {
    const store = freshStore();
    expect(() => store.playbooks.saveText(sha256('one'), 'another')).toThrow(/SHA-256/);
    store.playbooks.saveText(sha256('one'), 'one');
    expect(store.playbooks.text(sha256('one'))).toBe('one');
  });

  it('has a win rate wherever a slot carried it', () => {
    const store = freshStore();
    store.runs.begin(runStart('run'));
    store.steps.begin(playStep('run', 'eval', { round: 2 }));
    const carried = playbook('I wait.');
    const lineUp = { by: 'side', main: slot(novice), alt: slot(novice, carried) } as const;
    for (const [index, alt] of [1, 1, 0, -1].entries()) {
      store.saveGame(smallGame(index, { alt }, lineUp), { runId: 'run', stepId: 'eval', ordinal: index });
    }
    expect(store.playbooks.rates(carried.hash)).toEqual([
      {
        runId: 'run',
        stepId: 'eval',
        role: 'evaluation',
        round: 2,
        game: 'resistance',
        slot: 'alt',
        player: 'builtin:novice',
        finished: 4,
        wins: 2,
        draws: 1,
      },
    ]);
    expect(store.playbooks.rates(sha256('never'))).toEqual([]);
  });

  it('that was merged has two parents', () => {
    const store = freshStore();
    const parents = { parent: { name: 'a', version: 1 }, mergedWith: { name: 'b', version: 2 } };
    store.playbooks.save(entry({ runId: null, stepId: null, ...parents }), 'I wait.');
    expect(store.playbooks.get('book')).toMatchObject(parents);
    expect(store.playbooks.list()[0]?.mergedWith).toEqual({ name: 'b', version: 2 });
  });

  it('names the games it was written from, with the round of its own run', () => {
    const store = freshStore();
    for (const id of ['run', 'other']) store.runs.begin(runStart(id));
    store.steps.begin(playStep('run', 'learn', { role: 'learning', round: 3 }));
    store.steps.begin(playStep('other', 'eval', { round: 7 }));
    const [won, drawn, stray] = [smallGame(0, { alt: 1 }), smallGame(1, 'void'), smallGame(2, { alt: 0 })];
    store.saveGame(won, { runId: 'run', stepId: 'learn', ordinal: 0 });
    store.saveGame(won, { runId: 'other', stepId: 'eval', ordinal: 0 });
    store.saveGame(drawn, { runId: 'run', stepId: 'learn', ordinal: 1 });
    store.saveGame(stray, null);
    const facts = store.playbooks
      .sources([stray.id, won.id, 'never', drawn.id], 'run')
      .map(({ gameId, round, slot, reward, status }) => [gameId, round, slot, reward, status]);
    expect(facts.map(([id]) => id)).toEqual([stray.id, stray.id, won.id, won.id, drawn.id, drawn.id]);
    expect(facts.filter(([, , slot]) => slot === 'alt')).toEqual([
      [stray.id, null, 'alt', 0, 'finished'],
      [won.id, 3, 'alt', 1, 'finished'],
      [drawn.id, 3, 'alt', null, 'void'],
    ]);
    expect(store.playbooks.sources([won.id], 'other')[0]?.round).toBe(7);
    expect(store.playbooks.sources([won.id], null)[0]).toMatchObject({ round: null, game: 'resistance' });
    expect(store.playbooks.sources([], 'run')).toEqual([]);
  });
});
