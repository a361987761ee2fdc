import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, rate } from '../../../src/report/leaderboard/rate.js';
import type { Rated, Rating, RatingSettings } from '../../../src/report/leaderboard/rate.js';
import { ELO_CASES } from '../../stats/elo-fixture.js';
import { duel, seeded, simulate, teamGame } from './simulated.js';

const QUICK: RatingSettings = { ...DEFAULT_SETTINGS, resamples: 200 };

function ratingIn(rated: Rated, player: string): Rating {
  const found = rated.ratings.find((rating) => rating.player === player);
  if (found === undefined) throw new Error(`${player} is not rated`);
  return found;
}

describe('ratings of games', () => {
  it.each(Object.keys(ELO_CASES))('equal the published check values to 0.01 Elo: %s', (name) => {
    const { models, wins, ties, exactElo } = ELO_CASES[name] as (typeof ELO_CASES)[string];
    const games = [
      ...wins.flatMap(([one, other, count]) =>
        Array.from({ length: count }, () => duel({ one, other, won: true })),
      ),
      ...ties.flatMap(([one, other, count]) =>
        Array.from({ length: count }, () => {
          const game = duel({ one, other, won: true });
          return { ...game, seats: game.seats.map((seat) => ({ ...seat, reward: 0 })) };
        }),
      ),
    ];
    const rated = rate(games, { ...DEFAULT_SETTINGS, resamples: 0 }, 'check', { players: models });
    models.forEach((model, index) => {
      expect(Math.abs(ratingIn(rated, model).rating - (exactElo[index] ?? Number.NaN)), model).toBeLessThan(
        0.01,
      );
    });
  });

  it('rank players of known strength right', () => {
    const strengths = new Map([['weak', -300], ['fair', -100], ['good', 100], ['best', 300]]); // prettier-ignore
    const rated = rate(simulate(strengths, 60, seeded('ranked'), teamGame), DEFAULT_SETTINGS, 'known');
    expect(rated.ratings.map(({ player }) => player)).toEqual(['best', 'good', 'fair', 'weak']);
    expect(rated.ratings.map(({ rank }) => rank)).toEqual([1, 2, 3, 4]);
    expect(rated.separated).toBe(6);
    for (const pair of rated.pairs) expect(pair.above).toBe(1);
  });

  it('move with the names when players are renamed, intervals and ranks too', () => {
    const strengths = new Map([['a', -80], ['b', 10], ['c', 90]]); // prettier-ignore
    const games = simulate(strengths, 8, seeded('renamed'), teamGame);
    fc.assert(
      fc.property(fc.shuffledSubarray(['a', 'b', 'c'], { minLength: 3 }), (order) => {
        const renamed = new Map(['a', 'b', 'c'].map((name, index) => [name, order[index] as string]));
        const changed = games.map((game) => ({
          ...game,
          seats: game.seats.map((seat) => ({ ...seat, player: renamed.get(seat.player) as string })),
        }));
        const [before, after] = [rate(games, QUICK, 'x'), rate(changed, QUICK, 'x')];
        for (const rating of before.ratings) {
          const same = ratingIn(after, renamed.get(rating.player) as string);
          expect(same.rank).toBe(rating.rank);
          expect(same.rating).toBeCloseTo(rating.rating, 6);
          expect(same.low).toBeCloseTo(rating.low ?? Number.NaN, 6);
          expect(same.high).toBeCloseTo(rating.high ?? Number.NaN, 6);
        }
      }),
      { numRuns: 6 },
    );
  });

  it('do not change when a constant is added to every skill', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5000, max: 5000 }), (constant) => {
        const of = (shift: number): Rated => {
          const strengths = new Map([['a', -90 + shift], ['b', 20 + shift], ['c', 130 + shift]]); // prettier-ignore
          return rate(simulate(strengths, 10, seeded('shifted'), duel), { ...QUICK, resamples: 0 }, 'x');
        };
        expect(of(constant).ratings).toEqual(of(0).ratings);
      }),
      { numRuns: 20 },
    );
  });

  it('stay finite under a sweep, and keep its order', () => {
    const names = ['a', 'b', 'c', 'd'];
    const games = names.flatMap((one, index) =>
      names
        .slice(index + 1)
        .flatMap((other) => Array.from({ length: 500 }, () => duel({ one, other, won: true }))),
    );
    const rated = rate(games, QUICK, 'sweep');
    expect(rated.ratings.map(({ player }) => player)).toEqual(names);
    for (const { rating, low, high } of rated.ratings) {
      for (const value of [rating, low, high]) expect(Number.isFinite(value)).toBe(true);
    }
  });

  it('rank nobody when no game links the players, and compare within groups only', () => {
    const games = [
      ...Array.from({ length: 9 }, () => duel({ one: 'a', other: 'b', won: true })),
      ...Array.from({ length: 9 }, () => duel({ one: 'c', other: 'd', won: true })),
    ];
    const rated = rate(games, QUICK, 'islands', { players: ['idle'] });
    expect(rated.groups).toEqual([['a', 'b'], ['c', 'd']]); // prettier-ignore
    expect(rated.ratings.map(({ rank }) => rank)).toEqual([null, null, null, null, null]);
    expect(rated.pairs.map(({ first, second }) => `${first}>${second}`)).toEqual(['a>b', 'c>d']);
    expect(ratingIn(rated, 'idle')).toMatchObject({ rating: 1000, low: null, high: null, games: 0 });
  });

  it('leave void games out, and count games and not seats', () => {
    const games = [
      teamGame({ one: 'a', other: 'b', won: true }),
      { ...teamGame({ one: 'b', other: 'a', won: true }), status: 'void' as const },
    ];
    const rated = rate(games, QUICK, 'void');
    expect(rated.games).toBe(1);
    // One game of two against three: six results that agree.
    expect(ratingIn(rated, 'a')).toMatchObject({ games: 1, pairs: { compared: 6, won: 6 } });
  });

  it('rate a player on both sides on one scale', () => {
    // The alt side wins always, whoever it is.
    const names = ['a', 'b', 'c'];
    const games = names.flatMap((one) =>
      names.filter((other) => other !== one).map((other) => teamGame({ one, other, won: true })),
    );
    const { ratings } = rate(games, QUICK, 'sides', { ratedBy: 'side' });
    const alts = ratings.filter(({ side }) => side === 'alt').map(({ rating }) => rating);
    const mains = ratings.filter(({ side }) => side === 'main').map(({ rating }) => rating);
    expect(alts).toHaveLength(3);
    expect(Math.min(...alts)).toBeGreaterThan(Math.max(...mains));
    expect([...alts, ...mains].reduce((sum, value) => sum + value, 0) / 6).toBeCloseTo(1000, 6);
  });

  it('have wider intervals from games than from pairs, by about the root of the results of a game', () => {
    const strengths = new Map([['a', -60], ['b', 0], ['c', 60]]); // prettier-ignore
    const games = simulate(strengths, 60, seeded('widths'), teamGame);
    const width = (bootstrap: RatingSettings['bootstrap']): number => {
      const { low, high } = ratingIn(rate(games, { ...DEFAULT_SETTINGS, bootstrap }, 'w'), 'b');
      return (high ?? Number.NaN) - (low ?? Number.NaN);
    };
    // √6 = 2.449: six results of a game always agree.
    expect(width('games') / width('pairs')).toBeGreaterThan(2.1);
    expect(width('games') / width('pairs')).toBeLessThan(2.8);
  });

  it('say how likely the better one is to win: 1 to 10 at 400 points', () => {
    const games = Array.from({ length: 3000 }, (_, k) => duel({ one: 'a', other: 'b', won: k % 11 !== 0 }));
    const { pairs } = rate(games, { ...DEFAULT_SETTINGS, resamples: 100 }, 'chance');
    // 10 of 11 won; the prior is weak beside 3,000 games.
    expect(pairs[0]?.chance).toBeCloseTo(10 / 11, 2);
    expect(pairs[0]?.difference).toBeGreaterThan(390);
    expect(pairs[0]?.difference).toBeLessThan(401);
  });

  it('are the same for the same seed, and others for another', () => {
    const games = simulate(new Map([['a', 0], ['b', 40]]), 20, seeded('again'), duel); // prettier-ignore
    expect(rate(games, QUICK, 'x')).toEqual(rate(games, QUICK, 'x'));
    const other = rate(games, { ...QUICK, seed: 2 }, 'x');
    expect(ratingIn(other, 'a').rating).toBe(ratingIn(rate(games, QUICK, 'x'), 'a').rating);
    expect(ratingIn(other, 'a').low).not.toBe(ratingIn(rate(games, QUICK, 'x'), 'a').low);
  });
});
