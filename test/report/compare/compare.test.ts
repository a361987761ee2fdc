import { describe, expect, it } from 'vitest';
import { judge } from '../../../src/loop/judge.js';
import type { Comparison, PlayStep } from '../../../src/loop/plan.js';
import { compareStudies, settingDifferences } from '../../../src/report/compare/compare.js';
import type { ComparedStudy } from '../../../src/report/compare/compare.js';
import type { StudyReport } from '../../../src/report/study.js';
import { exactMcNemar } from '../../../src/stats/tests.js';
import type { GameOutcome } from '../../../src/store/index.js';

function game(id: string, index: number, won: boolean): GameOutcome {
  return {
    id,
    status: 'finished',
    seed: { study: 1, purpose: 'test', index },
    replicate: 0,
    ending: 'x',
    turns: 10,
    asked: 3,
    forced: 0,
    measures: {},
    slots: {
      alt: {
        side: 'alt',
        rewards: [won ? 1 : -1],
        success: won,
        draw: false,
        versus: null,
        asked: 3,
        forced: 0,
      },
    },
  };
}

/** A study of one game and side: who won on each seed, without and with the playbook. */
function study(
  run: string,
  { base, armed, seed = 1, ids = run }: { base: string; armed: string; seed?: number; ids?: string },
): ComparedStudy {
  const games = {
    base: [...base].map((mark, index) => game(`${ids}/base/${index}`, index, mark === '1')),
    armed: [...armed].map((mark, index) => game(`${ids}/armed/${index}`, index, mark === '1')),
  };
  const row = { game: 'resistance', player: run, playerId: run, source: null };
  const common = { slot: 'alt', everySeat: false, measure: 'won', table: 'change', playbooks: [] } as const;
  const comparisons: Comparison[] = [
    { ...common, row: { ...row, round: 0, carries: 'nothing' }, condition: ['base'], baseline: null },
    { ...common, row: { ...row, round: 1, carries: 'playbook' }, condition: ['armed'], baseline: ['base'] },
  ];
  const gamesOf = (step: string): readonly GameOutcome[] => games[step as 'base' | 'armed'];
  const step = { game: 'resistance', options: {}, players: 5, study: seed, purpose: 'test' } as PlayStep;
  return {
    report: { run, model: run, simulated: true, rows: [], sequential: null } as unknown as StudyReport,
    cells: judge(comparisons, gamesOf).cells,
    comparisons,
    stepOf: () => step,
    gamesOf,
    games: new Set([...games.base, ...games.armed].map(({ id }) => id)),
    settings: { model: run, seed },
  };
}

describe('two studies on the same deals', () => {
  const first = study('a', { base: '0000000000', armed: '0000000000' });
  const second = study('b', { base: '0000000000', armed: '1111111110' });
  const found = compareStudies(first, second);

  it('are paired by seed, the model of each standing for the other', () => {
    expect(found.cells).toHaveLength(2);
    const [base, armed] = found.cells;
    expect(armed).toMatchObject({
      method: 'paired',
      pairs: 10,
      shared: 0,
      first: { player: 'a', value: { estimate: 0 }, change: { estimate: 0 } },
      second: { player: 'b', value: { estimate: 0.9 }, change: { estimate: 0.9 } },
    });
    expect(armed?.difference?.estimate).toBeCloseTo(0.9, 12);
    expect(armed?.p).toBe(exactMcNemar(9, 0));
    // Two cells are tested: the smaller p is doubled. 2 · 0.5⁹ · 2 = 1/128.
    expect(armed?.adjustedP).toBeCloseTo(1 / 128, 12);
    expect(armed?.verdict).toBe('better');
    expect(base).toMatchObject({ verdict: 'not enough games', changeDifference: null });
  });

  it('have a difference of their changes', () => {
    // Nine seeds by 1, one by 0: t interval of mean 0.9, sd √0.1 = 0.3162, t(9) = 2.2622.
    const { changeDifference } = found.cells[1] ?? {};
    expect(changeDifference?.estimate).toBeCloseTo(0.9, 12);
    expect(changeDifference?.low).toBeCloseTo(0.9 - (2.2622 * Math.sqrt(0.1)) / Math.sqrt(10), 4);
  });

  it('turn round with them', () => {
    const back = compareStudies(second, first);
    expect(back.cells[1]?.difference?.estimate).toBeCloseTo(-0.9, 12);
    expect(back.cells[1]?.verdict).toBe('worse');
  });
});

describe('two studies on other deals', () => {
  it('are independent', () => {
    const found = compareStudies(
      study('a', { base: '0000000000', armed: '0000000000' }),
      study('b', { base: '0000000000', armed: '1111111110', seed: 2 }),
    );
    const armed = found.cells[1];
    expect(armed).toMatchObject({ method: 'independent', pairs: 0, verdict: 'better' });
    // Fisher, 0 of 10 and 9 of 10: the tables as unlikely are 0/9 and 9/0: 2 · 10 / C(20, 9) = 20/167960.
    expect(armed?.p).toBeCloseTo(20 / 167_960, 9);
    expect(found.settings.map(({ name }) => name)).toEqual(['model', 'seed']);
  });
});

describe('games that both have', () => {
  it('are counted once and are no evidence', () => {
    const one = study('a', { base: '0101010101', armed: '1111111111', ids: 'same' });
    const two = study('b', { base: '0101010101', armed: '1111111111', ids: 'same' });
    const found = compareStudies(one, two);
    expect(found.games).toEqual({ first: 20, second: 20, shared: 20, together: 20 });
    expect(found.family).toBe(0);
    for (const cell of found.cells) {
      expect(cell).toMatchObject({
        method: 'same games',
        shared: 10,
        difference: null,
        p: null,
        verdict: null,
        changeDifference: null,
      });
    }
  });

  it('are left out of the pairs', () => {
    const one = study('a', { base: '00', armed: '0000000000' });
    const two = study('b', { base: '00', armed: '1111111111' });
    const shared = {
      ...two,
      gamesOf: (step: string) => [...one.gamesOf(step).slice(0, 1), ...two.gamesOf(step).slice(1)],
    };
    const armed = compareStudies(one, shared).cells[1];
    expect(armed).toMatchObject({ shared: 1, pairs: 9 });
  });
});

describe('rows that only one has', () => {
  it('are named', () => {
    const one = study('a', { base: '0', armed: '1' });
    const two = study('b', { base: '0', armed: '1' });
    const found = compareStudies(one, { ...two, comparisons: two.comparisons.slice(0, 1) });
    expect(found.cells).toHaveLength(1);
    expect([found.onlyFirst, found.onlySecond]).toEqual([['resistance, a, R1 playbook, alt'], []]);
  });
});

describe('settings', () => {
  it('differ whatever the order of their keys', () => {
    expect(settingDifferences({ a: { x: 1, y: 2 }, b: 1 }, { a: { y: 2, x: 1 }, c: null, d: 'z' })).toEqual([
      { name: 'b', first: 1, second: null },
      { name: 'd', first: null, second: 'z' },
    ]);
  });
});
