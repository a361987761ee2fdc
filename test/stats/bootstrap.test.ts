import { describe, expect, it } from 'vitest';
import type { RatingInterval } from '../../src/stats/bootstrap.js';
import { bootstrapRatings, intervalsOverCounts } from '../../src/stats/bootstrap.js';
import { fitRatings } from '../../src/stats/bradley-terry.js';
import type { RatedGame } from '../../src/stats/pairwise.js';
import { countMatrix, pairTable } from '../../src/stats/pairwise.js';
import type { EloCase } from './elo-fixture.js';
import { ELO_CASES, matrixOf } from './elo-fixture.js';

function caseOf(name: string): EloCase & { readonly resamples: NonNullable<EloCase['resamples']> } {
  const found = ELO_CASES[name];
  if (found?.resamples === undefined) throw new Error(`the fixture has no resamples for ${name}`);
  return { ...found, resamples: found.resamples };
}

/** A game of two seats without sides. */
const duel = (winner: string, loser: string): RatedGame => ({
  seats: [
    { model: winner, side: null, reward: 1 },
    { model: loser, side: null, reward: -1 },
  ],
});

const duelsOf = ({ wins }: EloCase): RatedGame[] =>
  wins.flatMap(([winner, loser, count]) => Array.from({ length: count }, () => duel(winner, loser)));

/** Three alt seats of one model against two main seats of another: six results that agree. */
const teamGame = (alt: string, main: string, altWon: boolean): RatedGame => ({
  seats: [
    ...Array.from({ length: 3 }, () => ({ model: alt, side: 'alt' as const, reward: altWon ? 1 : -1 })),
    ...Array.from({ length: 2 }, () => ({ model: main, side: 'main' as const, reward: altWon ? -1 : 1 })),
  ],
});

const width = (interval: RatingInterval | null | undefined): number =>
  interval == null ? Number.NaN : interval.high - interval.low;

describe('intervals over given resamples', () => {
  it('equal the published ends to 0.01 Elo', () => {
    const { models, wins, ties, resamples } = caseOf('small');
    const { cells = [], counts = [] } = resamples;
    const matrices = counts.map((row) =>
      matrixOf(
        models,
        cells.map(([, winner, loser], index) => [winner, loser, row[index] ?? Number.NaN] as const),
      ),
    );
    // The case has no ties, so every cell is a win.
    expect(cells.every(([kind]) => kind === 'win')).toBe(true);
    expect(matrices).toHaveLength(1000);
    const intervals = intervalsOverCounts(matrixOf(models, wins, ties), matrices);
    intervals.forEach((interval, index) => {
      expect(Math.abs((interval?.low ?? Number.NaN) - (resamples.exactLo[index] ?? 0))).toBeLessThan(0.01);
      expect(Math.abs((interval?.high ?? Number.NaN) - (resamples.exactHi[index] ?? 0))).toBeLessThan(0.01);
    });
  });

  it('interpolate between neighbouring values', () => {
    // Ratings of the winner over 1, 2 and 3 games rise; the 25th percentile of three lies half-way to the middle.
    const observed = [0, 2, 0, 0];
    const ratingAfter = (games: number): number => fitRatings([0, games, 0, 0], 2).ratings[0] ?? Number.NaN;
    const [winner] = intervalsOverCounts(observed, [[0, 3, 0, 0], [0, 1, 0, 0], [0, 2, 0, 0]], 0.5); // prettier-ignore
    expect(winner?.low).toBeCloseTo((ratingAfter(1) + ratingAfter(2)) / 2, 6);
    expect(winner?.high).toBeCloseTo((ratingAfter(2) + ratingAfter(3)) / 2, 6);
  });

  it('are not given to a player without results, nor without resamples', () => {
    const observed = matrixOf(['a', 'b', 'c'], [['a', 'b', 5], ['b', 'a', 3]]); // prettier-ignore
    const intervals = intervalsOverCounts(observed, [observed]);
    expect(intervals.map((interval) => interval === null)).toEqual([false, false, true]);
    expect(intervalsOverCounts(observed, [])).toEqual([null, null, null]);
  });

  it('refuse a level that is none', () => {
    expect(() => intervalsOverCounts([0, 1, 1, 0], [], 95)).toThrow(RangeError);
  });
});

describe('bootstrap intervals of ratings', () => {
  // The fixture gives the standard deviation of each end over seeds; its own ends are one such draw, ours
  // another. Bounds are 5 standard deviations of their difference.
  it.each(['small', 'sweep'])(
    'agree with the published ends of %s within the noise of resampling',
    (name) => {
      const sample = caseOf(name);
      const { exactLo, exactHi, endSdOverSeeds } = sample.resamples;
      const table = pairTable(duelsOf(sample), { models: sample.models });
      bootstrapRatings(table, { seed: 'check', unit: 'pairs' }).forEach((interval, index) => {
        const noise = (sds: readonly number[]): number => 5 * Math.SQRT2 * (sds[index] ?? Number.NaN);
        expect(Math.abs((interval?.low ?? Number.NaN) - (exactLo[index] ?? 0))).toBeLessThan(
          noise(endSdOverSeeds.lo),
        );
        expect(Math.abs((interval?.high ?? Number.NaN) - (exactHi[index] ?? 0))).toBeLessThan(
          noise(endSdOverSeeds.hi),
        );
      });
    },
  );

  it('are the same over games and over pairs when every game is one pair', () => {
    const table = pairTable(duelsOf(caseOf('small')));
    const options = { seed: 'check', resamples: 50 };
    expect(bootstrapRatings(table, { ...options, unit: 'games' })).toEqual(
      bootstrapRatings(table, { ...options, unit: 'pairs' }),
    );
  });

  it('are about √6 wider over games when a game gives six results that agree', () => {
    const games = Array.from({ length: 60 }, (_, index) => teamGame('novice', 'expert', index % 3 === 0));
    const table = pairTable(games);
    expect(table.winner).toHaveLength(360);
    const options = { seed: 'check', resamples: 4000 };
    const [byGames] = bootstrapRatings(table, options);
    const [byPairs] = bootstrapRatings(table, { ...options, unit: 'pairs' });
    expect(width(byGames) / width(byPairs)).toBeGreaterThan(Math.sqrt(6) * 0.92);
    expect(width(byGames) / width(byPairs)).toBeLessThan(Math.sqrt(6) * 1.08);
  });

  it('come out the same with the same seed and differ with another', () => {
    const table = pairTable(duelsOf(caseOf('small')));
    const run = (seed: string): (RatingInterval | null)[] =>
      bootstrapRatings(table, { seed, resamples: 100 });
    expect(run('one')).toEqual(run('one'));
    expect(run('one')).not.toEqual(run('two'));
  });

  it('narrow with the level and contain the rating', () => {
    const table = pairTable(duelsOf(caseOf('small')));
    const { ratings } = fitRatings(countMatrix(table), table.players.length);
    const wide = bootstrapRatings(table, { seed: 'check' });
    const narrow = bootstrapRatings(table, { seed: 'check', level: 0.5 });
    ratings.forEach((rating, index) => {
      expect(wide[index]?.low).toBeLessThan(rating);
      expect(wide[index]?.high).toBeGreaterThan(rating);
      expect(width(narrow[index])).toBeLessThan(width(wide[index]));
    });
  });

  it('weigh ties as they are told to', () => {
    const games = Array.from({ length: 20 }, (_, index): RatedGame => ({
      seats: [
        { model: 'a', side: null, reward: index < 4 ? 1 : 0 },
        { model: 'b', side: null, reward: 0 },
      ],
    }));
    const table = pairTable(games);
    const [full] = bootstrapRatings(table, { seed: 'check', tieWeight: 'full' });
    const [half] = bootstrapRatings(table, { seed: 'check', tieWeight: 'half' });
    // Half ties pull the winner of the other games less towards an even score.
    expect(half?.high).toBeGreaterThan(full?.high ?? expect.fail());
  });

  it('are null for everyone when there are no games', () => {
    expect(bootstrapRatings(pairTable([], { models: ['a', 'b'] }), { seed: 'check' })).toEqual([null, null]);
  });
});
