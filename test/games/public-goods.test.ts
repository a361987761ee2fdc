import { describe, expect, it } from 'vitest';
import { publicGoods } from '../../src/games/public-goods.js';
import { describeGolden } from './golden.js';
import { describeGameLaws } from './laws.js';
import { problemWith, tableOf } from './playing.js';
import { halves, playRounds, times } from './rounds.js';

const contribute = ['contribute', 'amount'] as const;

describeGameLaws(publicGoods, {
  sealedOnly: true,
  symmetric: true,
  variants: [{}, publicGoods.referenceOptions, { rounds: 2, missedAmount: 10 }],
  players: [2, 3, 4, 5, 7, 12],
  outcome({ rewards, measures }, end) {
    const { history } = end.data as { history: readonly (readonly number[])[] };
    const n = end.names.length;
    const given = end.names.map((_, seat) =>
      history.reduce((sum, amounts) => sum + (amounts[seat] ?? NaN), 0),
    );
    const all = given.reduce((sum, amount) => sum + amount, 0);
    given.forEach((amount, seat) => {
      // The closed form of the rules: 10 × rounds − C_i + 1.5 × (sum of all C) / n.
      expect(measures[`total${seat}`]).toBeCloseTo(10 * history.length - amount + (1.5 * all) / n, 9);
    });
    if (end.options['cutTie'] === 'zero') expect(rewards).toEqual(halves(given.map((amount) => -amount)));
  },
});

describeGolden(publicGoods);

describe('Public Goods', () => {
  const rounds = [
    [10, 10, 10, 10],
    [0, 10, 10, 10],
    [0, 0, 10, 10],
    [0, 0, 0, 10],
    [5, 5, 5, 5],
    [0, 4, 4, 0],
    [0, 0, 0, 0],
    [1, 2, 3, 4],
    [10, 0, 0, 0],
    [0, 0, 0, 0],
  ];

  it('pays and ends as in the worked example', () => {
    const { gains, totals, end, outcome } = playRounds(publicGoods, contribute, rounds);
    expect(gains).toEqual([
      [15, 15, 15, 15],
      [21.25, 11.25, 11.25, 11.25],
      [17.5, 17.5, 7.5, 7.5],
      [13.75, 13.75, 13.75, 3.75],
      [12.5, 12.5, 12.5, 12.5],
      [13, 9, 9, 13],
      [10, 10, 10, 10],
      [12.75, 11.75, 10.75, 9.75],
      [3.75, 13.75, 13.75, 13.75],
      [10, 10, 10, 10],
    ]);
    expect(totals).toEqual([
      [15, 15, 15, 15],
      [36.25, 26.25, 26.25, 26.25],
      [53.75, 43.75, 33.75, 33.75],
      [67.5, 57.5, 47.5, 37.5],
      [80, 70, 60, 50],
      [93, 79, 69, 63],
      [103, 89, 79, 73],
      [115.75, 100.75, 89.75, 82.75],
      [119.5, 114.5, 103.5, 96.5],
      [129.5, 124.5, 113.5, 106.5],
    ]);
    expect([end.turn, end.cut]).toEqual([10, false]);
    expect(outcome.rewards).toEqual([1, 1, -1, -1]);
    expect(outcome.measures).toMatchObject({
      total0: 129.5,
      given0: 26,
      given1: 31,
      given2: 42,
      given3: 49,
      poolRound8: 10,
      joint: 474,
      efficiency: (474 - 400) / 200,
    });
    const results = end.events
      .filter(({ type }) => type === 'result')
      .map(({ data }) => [data['pool'], data['share']]);
    expect(results).toEqual([
      [40, 15], [30, 11.25], [20, 7.5], [10, 3.75], [20, 7.5], [8, 3], [0, 0], [10, 3.75], [10, 3.75], [0, 0],
    ]); // prettier-ignore
  });

  it('pays 0 to all who are tied across the cut; the reference goes by seat', () => {
    const tied = times(10, [0, 8, 8, 8]);
    const { totals, outcome } = playRounds(publicGoods, contribute, tied);
    expect(totals.at(-1)).toEqual([190, 110, 110, 110]);
    expect(outcome.rewards).toEqual([1, 0, 0, 0]);
    expect(playRounds(publicGoods, contribute, tied, publicGoods.referenceOptions).outcome.rewards).toEqual([
      1, 1, -1, -1,
    ]);
  });

  it('lets the middle of an odd number lose in the reference', () => {
    const odd = [[0, 5, 10]];
    expect(playRounds(publicGoods, contribute, odd).outcome.rewards).toEqual([1, 0, -1]);
    expect(playRounds(publicGoods, contribute, odd, { cutTie: 'seat' }).outcome.rewards).toEqual([1, -1, -1]);
    expect(playRounds(publicGoods, contribute, [[4, 4, 4]], { cutTie: 'seat' }).outcome.rewards).toEqual([
      0, 0, 0,
    ]);
  });

  it('keeps earnings exact where rounding would break or make ties', () => {
    const four = [[8, 3, 9, 10], [9, 4, 5, 4], [0, 10, 2, 10]]; // prettier-ignore
    const exact = playRounds(publicGoods, contribute, four);
    expect(exact.totals.at(-1)?.slice(0, 2)).toEqual([40.75, 40.75]);
    const ten = [
      [10, 0, 0, 5], [0, 5, 0, 10], [0, 0, 0, 10], [5, 5, 10, 0], [10, 10, 10, 0],
      [0, 10, 5, 0], [0, 0, 0, 10], [10, 0, 5, 0], [5, 10, 5, 5], [5, 5, 10, 5],
    ]; // prettier-ignore
    const equal = playRounds(publicGoods, contribute, ten);
    expect(equal.totals.at(-1)).toEqual([122.5, 122.5, 122.5, 122.5]);
    expect(equal.outcome.rewards).toEqual([0, 0, 0, 0]);
    // Thirds: three players, 10 + 0 + 0 pay 5, 15 and 15; shares of 1.5 × 1 / 3 = 0.5 stay exact over many rounds.
    const thirds = playRounds(publicGoods, contribute, [
      ...times(7, [1, 0, 0]),
      ...times(7, [0, 1, 0]),
      ...times(7, [0, 0, 1]),
    ]);
    expect(thirds.outcome.rewards).toEqual([0, 0, 0]);
  });

  it('measures efficiency from nobody giving to everybody giving all', () => {
    const none = playRounds(publicGoods, contribute, times(10, [0, 0, 0, 0]));
    expect([none.totals.at(-1), none.outcome.measures['efficiency']]).toEqual([[100, 100, 100, 100], 0]);
    const all = playRounds(publicGoods, contribute, times(10, [10, 10, 10, 10]));
    expect([all.totals.at(-1), all.outcome.measures['efficiency']]).toEqual([[150, 150, 150, 150], 1]);
    expect(all.outcome.rewards).toEqual([0, 0, 0, 0]);
  });

  it('takes whole amounts from 0 to 10 and never mends others', () => {
    const { game, start } = tableOf(publicGoods, ['P1', 'P2', 'P3', 'P4']);
    const problem = (amount: unknown): string | undefined =>
      problemWith(game, start, 'P1', { action: 'contribute', amount });
    expect([problem(0), problem(10)]).toEqual([undefined, undefined]);
    for (const amount of [-5, 11, 3.7, '5', 'ten', null])
      expect(problem(amount)).toMatch(/whole number from 0 to 10/);
  });

  it('gives half for a seat that gives no legal answer, nothing in the reference', () => {
    for (const [options, amount] of [
      [{}, 5],
      [publicGoods.referenceOptions, 0],
    ] as const) {
      const { game, start } = tableOf(publicGoods, ['P1', 'P2', 'P3', 'P4'], options);
      const decision = game.phases['contribute']?.decision(start.data, 0, start.names);
      expect(decision?.fallback).toEqual({ action: 'contribute', amount });
    }
  });
});
