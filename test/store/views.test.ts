import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { BOOK, fill } from './full-store.js';
import { playbook } from './samples.js';
import { freshStore } from './support.js';

/** Rows of a query on the filled store, as a user's notebook gets them: over a connection of its own. */
function rows(sql: string): unknown[] {
  const store = freshStore();
  fill(store);
  const db = new Database(store.file, { readonly: true });
  onTestFinished(() => void db.close());
  return db.prepare(sql).all();
}

it('win_rates counts wins, draws, losses, void games and games not played, by slot', () => {
  const common = { run_id: 'run', game: 'resistance', player: 'builtin:novice' };
  const base = {
    ...common,
    step_id: 'base',
    role: 'baseline',
    round: 0,
    playbook_hash: null,
    games: 2,
    finished: 2,
  };
  const armed = { ...common, step_id: 'eval', role: 'evaluation', round: 1, games: 6, finished: 4, void: 1 };
  expect(rows('SELECT * FROM win_rates ORDER BY round, slot')).toEqual([
    { ...base, slot: 'alt', void: 0, wins: 1, draws: 0, losses: 1, rate: 0.5 },
    { ...base, slot: 'main', void: 0, wins: 1, draws: 0, losses: 1, rate: 0.5 },
    { ...armed, slot: 'alt', playbook_hash: playbook(BOOK).hash, wins: 2, draws: 1, losses: 1, rate: 0.5 },
    { ...armed, slot: 'main', playbook_hash: null, wins: 1, draws: 1, losses: 2, rate: 0.25 },
  ]);
});

it('a team counts as one, not once for each of its seats', () => {
  // Two main seats, one game won by them in the baseline: one win, not two.
  expect(rows(`SELECT wins FROM win_rates WHERE step_id = 'base' AND slot = 'main'`)).toEqual([{ wins: 1 }]);
});

it('forced_rates counts forced moves among decisions asked for, in finished games', () => {
  expect(
    rows(`SELECT slot, asked, forced, rate FROM forced_rates WHERE step_id = 'eval' ORDER BY slot`),
  ).toEqual([
    { slot: 'alt', asked: 4, forced: 1, rate: 0.25 },
    { slot: 'main', asked: 8, forced: 1, rate: 0.125 },
  ]);
});

it('parroting averages what is measured and counts what is too short', () => {
  expect(
    rows('SELECT step_id, slot, utterances, measured, mean, highest FROM parroting ORDER BY slot'),
  ).toEqual([
    { step_id: 'eval', slot: 'alt', utterances: 1, measured: 1, mean: 0.5, highest: 0.5 },
    { step_id: 'eval', slot: 'main', utterances: 2, measured: 1, mean: 0.1, highest: 0.1 },
  ]);
});

it('costs puts tokens under the phase they were spent in', () => {
  expect(
    rows(
      'SELECT phase, round, model, calls, faults, input_tokens, cached_input_tokens, output_tokens FROM costs ORDER BY round',
    ),
  ).toEqual([
    {
      phase: 'baseline',
      round: 0,
      model: 'tiny',
      calls: 2,
      faults: 1,
      input_tokens: 200,
      cached_input_tokens: 80,
      output_tokens: 40,
    },
    {
      phase: 'reflection',
      round: 1,
      model: 'tiny',
      calls: 1,
      faults: 1,
      input_tokens: 100,
      cached_input_tokens: 40,
      output_tokens: 20,
    },
  ]);
});

it('prompts shows whole texts though each is stored once', () => {
  expect(rows('SELECT system, prompt, reply FROM prompts ORDER BY call_id LIMIT 2')).toEqual([
    { system: 'You play a game.', prompt: 'What do you say?', reply: '{"action":"speak","text":"Hello."}' },
    {
      system: 'You play a game.',
      prompt: 'What do you say now?',
      reply: '{"action":"speak","text":"Hello."}',
    },
  ]);
  expect(rows(`SELECT prompt FROM calls WHERE key = '2'`)).toEqual([{ prompt: ' now?' }]);
});
