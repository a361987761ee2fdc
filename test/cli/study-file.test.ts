import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StudyReport } from '../../src/report/study.js';
import { gamesOf, inStore, place, scratch, spartan } from './support.js';

const folder = scratch('study-file');
const SMALL = 'options: {games: 3, learn-games: 2, rule: [resistance.maxTurns=8]}';
let count = 0;

function file(text: string): string {
  count += 1;
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `study-${count}.yaml`);
  writeFileSync(path, text);
  return path;
}

const TWO = [
  SMALL,
  'arms:',
  '  - arm: iterate',
  '    game: resistance',
  '    rounds: 1',
  '    control: [placebo, shuffled]',
  '  - arm: distill',
  '    students: [builtin:novice, builtin:random]',
  '    game: resistance',
].join('\n');

describe('a study file', () => {
  it('runs its arms in order, each as the run its own command would be', async () => {
    const at = place(folder, 'two');
    const all = await spartan(['run', file(TWO), '--json', ...at.options]);
    expect(all.code).toBe(0);
    const { studies } = JSON.parse(all.out) as { studies: StudyReport[] };
    expect(studies.map(({ arm }) => arm)).toEqual(['iterate', 'distill']);
    const words = ['--games', '3', '--learn-games', '2', '--rule', 'resistance.maxTurns=8'];
    const alone = await spartan([
      ...['iterate', ...words, '--game', 'resistance', '--rounds', '1'],
      ...['--control', 'placebo,shuffled', '--json', ...at.options],
    ]);
    expect(JSON.parse(alone.out)).toEqual(studies[0]);
    const commands = inStore(at.db, (store) => store.runs.list().map(({ command }) => command[0]));
    expect(commands.sort()).toEqual(['distill', 'iterate']);
  });

  it('plays what its arms share once', async () => {
    const at = place(folder, 'shared');
    const path = file(TWO);
    const dry = await spartan(['run', path, '--dry-run', '--json', ...at.options]);
    const plan = JSON.parse(dry.out) as { together: number; apart: number[] };
    // Iterate: baseline 3, learning 2, two armed sides 6, two controls 12. Distill: learning 2, two baselines 6,
    // four armed 12; its learning games, the novice's baseline and the novice's armed games are iterate's.
    expect(plan.apart).toEqual([23, 20]);
    expect(plan.together).toBe(23 + 20 - 2 - 3 - 6);
    await spartan(['run', path, '--json', ...at.options]);
    const stored = inStore(at.db, (store) => {
      const ids = store.runs
        .list()
        .flatMap(({ id }) => store.steps.list(id).flatMap((step) => store.steps.games(id, step.stepId)));
      return new Set(ids.map(({ gameId }) => gameId)).size;
    });
    expect(stored).toBe(plan.together);
    expect(gamesOf(at.db).length).toBeGreaterThan(0);
  });

  it('stands below what is typed beside it', async () => {
    const at = place(folder, 'typed');
    const dry = await spartan(['run', file(TWO), '--games', '5', '--dry-run', '--json', ...at.options]);
    expect((JSON.parse(dry.out) as { apart: number[] }).apart).toEqual([2 + 7 * 5, 2 + 6 * 5]);
  });

  it.each([
    ['arms: []', 'line 1: "arms" must be a list of one arm or more'],
    ['title: x', 'line 1: "arms" must be a list of one arm or more'],
    ['armz:\n  - arm: iterate', 'line 1: unknown key "armz"; did you mean "arms"?'],
    ['arms:\n  - arm: itterate', 'line 2: unknown arm "itterate"; did you mean "iterate"?'],
    ['arms:\n  - game: resistance', 'line 2: every entry names its arm'],
    ['arms:\n  - arm: iterate', 'line 2: iterate needs game'],
    ['arms:\n  - arm: iterate\n    game: resistence', 'line 2: unknown game "resistence"; did you mean "resistance"?'],
    ['arms:\n  - arm: iterate\n    game: resistance\n    rounds: zero', 'line 4: rounds must be a whole number'],
    ['arms:\n  - arm: iterate\n    game: resistance\n    rouns: 2', 'line 4: iterate: unknown key "rouns"; did you mean "rounds"?'],
    ['options: {gamez: 3}\narms:\n  - arm: iterate\n    game: resistance', 'line 1: unknown key "gamez"; did you mean "game"?'],
    ['arms:\n  - arm: iterate\n    game: {a: 1}', 'line 3: game must be a word, a number, or a list of them'],
    ['arms: [', 'line 1: '],
    ['- 1', 'line 1: a study file must be a group of KEY: VALUE lines'],
  ])('that is wrong is refused with its line: %j', async (text, message) => {
    const at = place(folder, 'wrong');
    const ended = await spartan(['run', file(text), ...at.options]);
    expect(ended.code).toBe(2);
    expect(ended.out).toBe('');
    expect(ended.err).toContain(message);
    expect(ended.err.trim().split('\n')).toHaveLength(1);
  }); // prettier-ignore

  it('that is not there, and a study that does not exist, are told', async () => {
    const missing = await spartan(['run', join(folder, 'none.yaml')]);
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('ENOENT')]);
    const unknown = await spartan(['study', 'papier']);
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('did you mean "paper"?')]);
  });
});

describe('the published study', () => {
  it('is planned on any model, and shares most of its baselines', async () => {
    const at = place(folder, 'paper');
    const words = ['--model', 'builtin:novice', '--students', 'builtin:novice,builtin:random'];
    const dry = await spartan(['study', 'paper', ...words, '--dry-run', '--json', ...at.options]);
    expect(dry.code).toBe(0);
    const plan = JSON.parse(dry.out) as { together: number; apart: number[]; plans: { arm: string }[] };
    expect(plan.plans.map(({ arm }) => arm)).toEqual([
      ...Array.from({ length: 6 }, () => 'iterate'),
      'transfer',
      'multigame',
      'distill',
      'distill',
    ]);
    const apart = plan.apart.reduce((sum, games) => sum + games, 0);
    expect(plan.together).toBeLessThan(apart);
    const page = readFileSync('docs/arms.md', 'utf8');
    expect(page).toContain(`${plan.together.toLocaleString('en')} games together`);
    expect(page).toContain(`${apart.toLocaleString('en')} apart`);
  });
});
