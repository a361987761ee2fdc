import { describe, expect, it } from 'vitest';
import { judge, seedPairs, valueOf } from '../../src/loop/judge.js';
import type { Comparison, Measure } from '../../src/loop/plan.js';
import type { GameOutcome } from '../../src/store/index.js';

/** A finished two-seat game in which the focal seat won or not, and earned more than the other or not. */
function game(index: number, success: boolean, more: Partial<GameOutcome> = {}): GameOutcome {
  const slot = (own: boolean): GameOutcome['slots'][string] => ({
    side: null,
    rewards: [own ? 1 : -1],
    success: own,
    draw: false,
    versus: { won: own ? 1 : 0, tied: 0 },
    asked: 4,
    forced: 1,
  });
  return {
    id: `g${index}`,
    status: 'finished',
    seed: { study: 1, purpose: 'test', index },
    replicate: 0,
    ending: 'end',
    turns: 3,
    asked: 8,
    forced: 2,
    measures: {},
    slots: { focal: slot(success), others: slot(!success) },
    ...more,
  };
}

const isVoid = { status: 'void', slots: {} } as const;

function cell(change: Partial<Comparison> = {}): Comparison {
  return {
    row: { game: 'chicken', player: 'p', playerId: 'p', source: null, round: 1, carries: 'playbook' },
    slot: 'focal',
    everySeat: false,
    measure: 'won',
    condition: ['armed'],
    baseline: ['base'],
    playbooks: [],
    table: 'change',
    ...change,
  };
}

const wins = (pattern: string): GameOutcome[] => [...pattern].map((sign, index) => game(index, sign === '1'));
const from = (games: Record<string, readonly GameOutcome[]>) => (step: string) => games[step] ?? [];

describe('one cell', () => {
  it('pairs by seed, whatever the order, and leaves out a seed of which a game is void', () => {
    const armed = [...wins('1101')].reverse();
    const base = wins('0100').map((one) => (one.seed.index === 3 ? game(3, false, isVoid) : one));
    const { cells } = judge([cell()], from({ armed, base }));
    // Seeds 0 to 2: the condition won 1 1 0, the baseline 0 1 0.
    expect(cells[0]).toMatchObject({ pairs: 3, finished: 4, wins: 3, voids: 0, forced: 4, asked: 16 });
    expect(cells[0]?.change?.estimate).toBeCloseTo(1 / 3, 12);
  });

  it('has no change when it is a baseline’s own', () => {
    const { cells, family } = judge(
      [cell({ baseline: null, condition: ['base'] })],
      from({ base: wins('0110') }),
    );
    expect(cells[0]).toMatchObject({ compared: false, change: null, verdict: null, pairs: 0 });
    expect(cells[0]?.value?.estimate).toBe(0.5);
    expect(family).toBe(0);
  });
});

describe('measures', () => {
  const shared = game(0, true, { measures: { efficiency: 0.75 } });
  it.each<[Measure, number | null]>([
    ['won', 1],
    ['normalised', 1],
    ['efficiency', 0.75],
  ])('%s of a game', (measure, value) => {
    expect(valueOf(shared, 'focal', measure)).toBe(value);
  });

  it('are null where the game does not have them', () => {
    expect(valueOf(game(0, true), 'focal', 'efficiency')).toBeNull();
  });
});

describe('replicates', () => {
  it('count a seed once, with its mean over the replicates that are complete', () => {
    const first = new Map([
      [0, { condition: 1, baseline: 0 }],
      [1, { condition: 0, baseline: 0 }],
    ]);
    const second = new Map([[1, { condition: 1, baseline: 1 }], [2, { condition: 1, baseline: 0 }]]); // prettier-ignore
    expect(seedPairs([first, second])).toEqual([
      { condition: 1, baseline: 0 },
      { condition: 0.5, baseline: 0.5 },
      { condition: 1, baseline: 0 },
    ]);
  });

  it('test over seeds, and show the spread of their own changes', () => {
    const games = { a0: wins('1111'), b0: wins('0000'), a1: wins('1111'), b1: wins('0011') };
    const { cells } = judge([cell({ condition: ['a0', 'a1'], baseline: ['b0', 'b1'] })], from(games));
    // Differences by seed: 1, 1, ½, ½. All one way: 2 of the 2⁴ assignments of signs are as far out.
    expect(cells[0]).toMatchObject({ pairs: 4, started: 8, replicates: 2, p: 2 / 16 });
    expect(cells[0]?.change?.estimate).toBe(0.75);
    // The replicates' own changes are 1 and ½: standard deviation √((¼² + ¼²) / 1).
    expect(cells[0]?.spread).toBeCloseTo(Math.sqrt(0.125), 12);
  });
});

describe('two tables', () => {
  it('are families of their own', () => {
    const games = { armed: wins('1'.repeat(8)), base: wins('0'.repeat(8)), placebo: wins('0'.repeat(8)) };
    const net = cell({ table: 'net', baseline: ['placebo'] });
    const { cells, family, netFamily } = judge([cell(), cell({ slot: 'focal' }), net], from(games));
    expect([family, netFamily]).toEqual([2, 1]);
    // 2·0.5⁸ = 1/128; twice that in the family of two.
    expect(cells.map(({ adjustedP }) => adjustedP)).toEqual([2 / 128, 2 / 128, 1 / 128]);
  });
});

describe('a number of games that is found while playing', () => {
  const rule = { batch: 5, width: 0.5 };

  it('waits for a seed that is missing instead of passing it over', () => {
    const base = wins('0'.repeat(10));
    const armed = wins('1'.repeat(10)).map((one) => (one.seed.index === 4 ? game(4, true, isVoid) : one));
    const { sequential } = judge([cell()], from({ armed, base }), { rule, maxPairs: 100 });
    expect(sequential?.pairs).toBe(4);
  });

  it('stops when every cell is narrow enough, and never says more than was shown', () => {
    const games = (n: number) => from({ armed: wins('1'.repeat(n)), base: wins('0'.repeat(n)) });
    const early = judge([cell()], games(5), { rule, maxPairs: 100 });
    const late = judge([cell()], games(60), { rule, maxPairs: 100 });
    expect(early.sequential?.stop).toBe(false);
    expect(late.sequential?.stop).toBe(true);
    const [interval, wider] = [late.cells[0]?.change, early.cells[0]?.change];
    expect((interval?.high ?? 2) - (interval?.low ?? 0)).toBeLessThanOrEqual(0.5);
    expect((wider?.high ?? 0) - (wider?.low ?? 0)).toBeGreaterThan(0.5);
    expect(interval?.high).toBeGreaterThanOrEqual(1 - 1e-9);
    expect(late.cells[0]?.verdict).toBe('better');
  });
});
