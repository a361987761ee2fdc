import { describe, expect, it } from 'vitest';
import { chat, novice, playbook, playStep, runStart, slot, smallGame } from './samples.js';
import { freshStore } from './support.js';

describe('results of runs', () => {
  it('give each game once, with who sat where, in an order that depends on the games alone', () => {
    const store = freshStore();
    const book = playbook('I wait before I accuse.');
    const lineUp = { by: 'side' as const, alt: slot(chat, book), main: slot(novice) };
    const games = [smallGame(0, { alt: 1, forcedSeats: [2] }, lineUp), smallGame(1, 'void', lineUp)];
    for (const run of ['one', 'two', 'other']) {
      store.runs.begin(runStart(run));
      store.steps.begin(playStep(run, 'step'));
    }
    // Two runs share the first game; the second run played them in the other order.
    store.saveGame(games[0] as (typeof games)[0], { runId: 'one', stepId: 'step', ordinal: 0 });
    [games[1], games[0]].forEach((game, ordinal) => {
      store.saveGame(game as (typeof games)[0], { runId: 'two', stepId: 'step', ordinal });
    });
    store.saveGame(smallGame(2, { alt: -1 }), { runId: 'other', stepId: 'step', ordinal: 0 });

    const results = store.results.ofRuns(['one', 'two']);
    expect(results.map(({ id }) => id)).toEqual(games.map(({ id }) => id).sort());
    expect(store.results.ofRuns(['two', 'one'])).toEqual(results);
    const first = results.find(({ id }) => id === games[0]?.id);
    expect(first).toMatchObject({
      game: 'resistance',
      status: 'finished',
      rules: 'v1 {}',
      measures: { missions: 3 },
    });
    expect(first?.seats).toEqual([
      { player: 'openai:tiny', identity: JSON.stringify(chat), playbook: book.hash, side: 'alt', reward: 1, asked: 1, forced: 0 },
      { player: 'builtin:novice', identity: JSON.stringify(novice), playbook: null, side: 'main', reward: -0.5, asked: 1, forced: 0 },
      { player: 'builtin:novice', identity: JSON.stringify(novice), playbook: null, side: 'main', reward: -0.5, asked: 1, forced: 1 },
    ]); // prettier-ignore
    const second = results.find(({ id }) => id === games[1]?.id);
    expect(second).toMatchObject({ status: 'void', measures: {}, sharedByDesign: [] });
    expect(second?.seats.map(({ reward }) => reward)).toEqual([null, null, null]);
  });

  it('of a run that is not there are none', () => {
    expect(freshStore().results.ofRuns(['nowhere'])).toEqual([]);
  });
});
