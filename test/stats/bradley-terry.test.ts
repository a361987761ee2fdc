import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitRatings, ratingSolver, toRating, toStrength } from '../../src/stats/bradley-terry.js';
import { ELO_CASES, matrixOf } from './elo-fixture.js';

/** F as the definition has it: the penalised negative log-likelihood of ratings, by Elo point. */
function objective(counts: ArrayLike<number>, ratings: readonly number[], c = 0.1): number {
  let value = 0;
  ratings.forEach((one, i) => {
    value += (one - 1000) ** 2 / (2 * c * 400 ** 2);
    ratings.forEach((other, j) => {
      value += (counts[i * ratings.length + j] ?? 0) * Math.log(1 + 10 ** ((other - one) / 400));
    });
  });
  return value;
}

interface Tournament {
  readonly players: number;
  readonly counts: Float64Array;
}

/** Random results of 2 to 8 players, with empty cells, so that groups and idle players occur. */
const tournaments = fc.integer({ min: 2, max: 8 }).chain((players) =>
  fc
    .array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40 })), {
      minLength: players ** 2,
      maxLength: players ** 2,
    })
    .map((cells): Tournament => {
      const counts = Float64Array.from(cells);
      for (let i = 0; i < players; i += 1) counts[i * players + i] = 0;
      return { players, counts };
    }),
);

describe('the rating fit', () => {
  it.each(Object.entries(ELO_CASES))('gives the exact optimum of the case %s', (_, sample) => {
    const { models, wins, ties, exactElo, referenceElo } = sample;
    const { ratings } = fitRatings(matrixOf(models, wins, ties), models.length);
    ratings.forEach((rating, index) => {
      expect(Math.abs(rating - (exactElo[index] ?? Number.NaN))).toBeLessThan(1e-6);
      expect(Math.abs(rating - (referenceElo[index] ?? Number.NaN))).toBeLessThan(0.01);
    });
  });

  it('reaches a gradient below 1e-10 in a few steps', () => {
    for (const { models, wins, ties } of Object.values(ELO_CASES)) {
      const { gradient, steps } = fitRatings(matrixOf(models, wins, ties), models.length);
      expect(gradient).toBeLessThan(1e-10);
      expect(steps).toBeLessThanOrEqual(8);
    }
  });

  it('is where the objective, as it is defined, is flat and lowest', () => {
    const nudges = fc.array(fc.double({ min: -30, max: 30, noNaN: true }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(tournaments, nudges, ({ players, counts }, nudge) => {
        const { ratings } = fitRatings(counts, players);
        const lowest = objective(counts, ratings);
        const moved = ratings.map((rating, index) => rating + (nudge[index] ?? 0));
        expect(objective(counts, moved)).toBeGreaterThanOrEqual(lowest - 1e-9);
        ratings.forEach((_, index) => {
          const shifted = (by: number): number[] =>
            ratings.map((rating, at) => (at === index ? rating + by : rating));
          const slope = (objective(counts, shifted(0.01)) - objective(counts, shifted(-0.01))) / 0.02;
          expect(Math.abs(slope)).toBeLessThan(1e-6);
        });
      }),
    );
  });

  it('has mean 1000 in every group and 1000 for an idle player', () => {
    fc.assert(
      fc.property(tournaments, ({ players, counts }) => {
        const { ratings, groups, idle } = fitRatings(counts, players);
        expect([...groups.flat(), ...idle].sort((a, b) => a - b)).toEqual(ratings.map((_, index) => index));
        for (const group of groups) {
          const mean = group.reduce((sum, player) => sum + (ratings[player] ?? Number.NaN), 0) / group.length;
          expect(mean).toBeCloseTo(1000, 8);
        }
        for (const player of idle) expect(ratings[player]).toBe(1000);
      }),
    );
  });

  it('does not care in which order players are listed', () => {
    fc.assert(
      fc.property(tournaments, fc.infiniteStream(fc.nat()), ({ players, counts }, keys) => {
        const order = Array.from({ length: players }, (_, index) => ({ index, key: keys.next().value }))
          .sort((a, b) => a.key - b.key)
          .map(({ index }) => index);
        const shuffled = order.flatMap((i) => order.map((j) => counts[i * players + j] ?? 0));
        const { ratings } = fitRatings(counts, players);
        fitRatings(shuffled, players).ratings.forEach((rating, index) => {
          expect(rating).toBeCloseTo(ratings[order[index] ?? -1] ?? Number.NaN, 6);
        });
      }),
    );
  });

  it('mirrors around 1000 when every result is turned round', () => {
    fc.assert(
      fc.property(tournaments, ({ players, counts }) => {
        const turned = counts.map(
          (_, cell) => counts[(cell % players) * players + Math.floor(cell / players)] ?? 0,
        );
        const { ratings } = fitRatings(counts, players);
        fitRatings(turned, players).ratings.forEach((rating, index) => {
          expect(rating + (ratings[index] ?? Number.NaN)).toBeCloseTo(2000, 6);
        });
      }),
    );
  });

  it('is pulled half as much by twice the games', () => {
    fc.assert(
      fc.property(tournaments, ({ players, counts }) => {
        const twice = fitRatings(
          counts.map((count) => 2 * count),
          players,
        );
        const { ratings } = fitRatings(counts, players, 0.2);
        twice.ratings.forEach((rating, index) => expect(rating).toBeCloseTo(ratings[index] ?? Number.NaN, 6));
      }),
    );
  });

  it('stays finite under a sweep, whatever its size, and spreads with it', () => {
    const spread = (games: number): number => {
      const { ratings, gradient } = fitRatings([0, games, 0, 0], 2);
      const [winner = Number.NaN, loser = Number.NaN] = ratings;
      // The ratings are large; the objective’s slope at them is what says that they are right.
      expect(gradient).toBeLessThan(1e-10);
      return winner - loser;
    };
    expect(spread(1e3)).toBeGreaterThan(spread(30));
    expect(spread(1e7)).toBeGreaterThan(spread(1e3));
    expect(Number.isFinite(spread(1e7))).toBe(true);
  });

  it('fits large counts, where rounding hides small decreases of the objective', () => {
    const models = ['a', 'b', 'c'];
    const counts = matrixOf(models, [
      ['a', 'b', 6e8],
      ['b', 'a', 4e8],
      ['b', 'c', 7e8],
      ['c', 'b', 3e8],
    ]);
    // The pull vanishes: rating gaps are 400·log₁₀ of the odds, 1.5 and 7/3.
    const { ratings, steps } = fitRatings(counts, 3);
    expect((ratings[0] ?? 0) - (ratings[1] ?? 0)).toBeCloseTo(400 * Math.log10(1.5), 3);
    expect((ratings[1] ?? 0) - (ratings[2] ?? 0)).toBeCloseTo(400 * Math.log10(7 / 3), 3);
    expect(steps).toBeLessThan(15);
  });

  it('says which players games link and which have none', () => {
    const models = ['a', 'b', 'c', 'd', 'e', 'f'];
    const { groups, idle } = fitRatings(
      matrixOf(models, [['e', 'a', 3], ['c', 'e', 1]], [['b', 'f', 2]]), // prettier-ignore
      models.length,
    );
    expect(groups).toEqual([
      [0, 2, 4],
      [1, 5],
    ]);
    expect(idle).toEqual([3]);
  });

  it('refuses a matrix of another size', () => {
    expect(() => fitRatings([0, 1, 1], 2)).toThrow(RangeError);
  });
});

describe('the solver', () => {
  it('finds the same optimum from any start', () => {
    const starts = fc.array(fc.double({ min: -20, max: 20, noNaN: true }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(tournaments, starts, ({ players, counts }, start) => {
        const strengths = Float64Array.from(start.slice(0, players));
        expect(ratingSolver(players).solve(counts, strengths).gradient).toBeLessThan(1e-9);
        const { ratings } = fitRatings(counts, players);
        strengths.forEach((strength, index) => {
          expect(toRating(strength)).toBeCloseTo(ratings[index] ?? Number.NaN, 5);
        });
      }),
    );
  });

  it('keeps 400 points for odds of ten to one', () => {
    expect(toRating(Math.LN10)).toBeCloseTo(1400, 10);
    expect(toStrength(600)).toBeCloseTo(-Math.LN10, 10);
  });
});
