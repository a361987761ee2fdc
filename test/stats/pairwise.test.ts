import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RatedGame, RatedSeat } from '../../src/stats/pairwise.js';
import { countMatrix, pairResults, pairShares, pairTable } from '../../src/stats/pairwise.js';

const seat = (model: string, reward: number, side: RatedSeat['side'] = null): RatedSeat => ({
  model,
  reward,
  side,
});

/** Two Spies of one model beat a Resistance of two models: alt seats 1 and 3. */
const team: RatedGame = {
  seats: [
    seat('a', -1, 'main'),
    seat('b', 1, 'alt'),
    seat('c', -1, 'main'),
    seat('b', 1, 'alt'),
    seat('b', -1, 'main'),
  ],
};

/** A top-half rule: two co-winners, two co-losers. */
const halves: RatedGame = {
  seats: [seat('a', 1), seat('b', 1), seat('c', -1), seat('d', -1)],
  sharedByDesign: [
    [0, 1],
    [2, 3],
  ],
};

const games = fc
  .array(
    fc.record({
      seats: fc.array(
        fc.record({
          model: fc.constantFrom('a', 'b', 'c', 'd'),
          side: fc.constantFrom('main' as const, 'alt' as const),
          reward: fc.integer({ min: -1, max: 1 }),
        }),
        { minLength: 2, maxLength: 8 },
      ),
      sided: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  .map((list) =>
    list.map(({ seats, sided }): RatedGame => ({
      seats: sided ? seats : seats.map(({ model, reward }) => seat(model, reward)),
    })),
  );

describe('pairwise results of a game', () => {
  it('compare the alt seats with the main seats, seats of one model not with each other', () => {
    expect(pairResults(team)).toEqual([
      { winner: 1, loser: 0, tie: false },
      { winner: 3, loser: 0, tie: false },
      { winner: 1, loser: 2, tie: false },
      { winner: 3, loser: 2, tie: false },
    ]);
  });

  it('compare every two seats in a game without sides, by reward', () => {
    const game = { seats: [seat('a', 0.2), seat('b', 0.9), seat('a', -1)] };
    expect(pairResults(game)).toEqual([
      { winner: 1, loser: 0, tie: false },
      { winner: 1, loser: 2, tie: false },
    ]);
  });

  it('leave out equal rewards that follow from the rules, or count them as ties when told to', () => {
    const across = [[0, 2], [0, 3], [1, 2], [1, 3]]; // prettier-ignore
    expect(pairResults(halves).map(({ winner, loser }) => [winner, loser])).toEqual(across);
    const all = pairResults(halves, 'all');
    expect(all).toHaveLength(6);
    expect(all.filter(({ tie }) => tie).map(({ winner, loser }) => [winner, loser])).toEqual([[0, 1], [2, 3]]); // prettier-ignore
  });

  it('count equal rewards that could have differed as a tie', () => {
    const draw = { seats: [seat('a', 0), seat('b', 0)] };
    expect(pairResults(draw)).toEqual([{ winner: 0, loser: 1, tie: true }]);
    expect(pairResults({ ...draw, sharedByDesign: [[0, 1]] })).toEqual([]);
  });

  it('count a difference inside a shared group', () => {
    const odd = { seats: [seat('a', 0), seat('b', 2)], sharedByDesign: [[0, 1]] };
    expect(pairResults(odd)).toEqual([{ winner: 1, loser: 0, tie: false }]);
  });
});

describe('a pair table', () => {
  it('lists models in alphabetical order, with those that did not play', () => {
    const { players, starts } = pairTable([halves, team], { models: ['idle'] });
    expect(players.map(({ model }) => model)).toEqual(['a', 'b', 'c', 'd', 'idle']);
    expect([...starts]).toEqual([0, 4, 8]);
  });

  it('becomes a count matrix, a tie counting for both fully or by half', () => {
    const draw = { seats: [seat('a', 0), seat('b', 0)] };
    const table = pairTable([draw, draw, { seats: [seat('a', 1), seat('b', 0)] }]);
    expect([...countMatrix(table)]).toEqual([0, 3, 2, 0]);
    expect([...countMatrix(table, 'half')]).toEqual([0, 2, 1, 0]);
  });

  it('rates each model by side from the games that have sides', () => {
    const { players, winner, loser, starts } = pairTable([halves, team], { ratedBy: 'side' });
    expect(players).toEqual(
      ['a', 'b', 'c'].flatMap((model) => [{ model, side: 'alt' }, { model, side: 'main' }]), // prettier-ignore
    );
    expect([...starts]).toEqual([0, 4]);
    expect([...winner].map((index) => players[index])).toEqual(
      Array.from({ length: 4 }, () => ({ model: 'b', side: 'alt' })),
    );
    expect([...loser].map((index) => players[index]?.model)).toEqual(['a', 'a', 'c', 'c']);
    expect([...loser].every((index) => players[index]?.side === 'main')).toBe(true);
  });

  it('counts each compared pair once, or a tie in both directions', () => {
    fc.assert(
      fc.property(games, (list) => {
        const table = pairTable(list);
        const results = list.flatMap((game) => pairResults(game));
        const ties = results.filter(({ tie }) => tie).length;
        const total = (weight: 'full' | 'half'): number =>
          countMatrix(table, weight).reduce((sum, count) => sum + count, 0);
        expect(total('half')).toBe(results.length);
        expect(total('full')).toBe(results.length + ties);
        table.players.forEach((_, index) => {
          expect(countMatrix(table)[index * table.players.length + index]).toBe(0);
        });
      }),
    );
  });
});

describe('pair shares', () => {
  it('are wins by compared pairs, ties adding nothing or half a win', () => {
    const table = pairTable(
      [
        { seats: [seat('a', 1), seat('b', 0)] },
        { seats: [seat('a', 0), seat('b', 0)] },
        { seats: [seat('a', 0), seat('b', 0)] },
        { seats: [seat('a', 0), seat('b', 1)] },
        { seats: [seat('a', 1), seat('c', 0)] },
      ],
      { models: ['d'] },
    );
    expect(pairShares(table)).toEqual([
      { compared: 5, won: 2, tied: 2, winShare: 0.4, winShareHalfTies: 0.6, tieShare: 0.4 },
      { compared: 4, won: 1, tied: 2, winShare: 0.25, winShareHalfTies: 0.5, tieShare: 0.5 },
      { compared: 1, won: 0, tied: 0, winShare: 0, winShareHalfTies: 0, tieShare: 0 },
      { compared: 0, won: 0, tied: 0, winShare: null, winShareHalfTies: null, tieShare: null },
    ]);
  });

  it('share out every pair: half-tie wins of all players are the pairs there are', () => {
    fc.assert(
      fc.property(games, (list) => {
        const table = pairTable(list);
        const wins = pairShares(table).reduce((sum, { won, tied }) => sum + won + tied / 2, 0);
        expect(wins).toBe(table.winner.length);
      }),
    );
  });
});
