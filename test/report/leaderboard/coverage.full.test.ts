import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { PlayedGame } from '../../../src/report/leaderboard/played.js';
import { ratedGame } from '../../../src/report/leaderboard/played.js';
import { bootstrapRatings } from '../../../src/stats/bootstrap.js';
import { pairTable } from '../../../src/stats/pairwise.js';
import { duel, normal, seeded, simulate, teamGame } from './simulated.js';
import type { Meeting } from './simulated.js';

const TOURNAMENTS = 1000;
const MODELS = 7;
const RESAMPLES = 400;
/** Standard deviation of the prior: 400·√0.1. */
const PRIOR = 400 * Math.sqrt(0.1);
/** Distances from the mean by which coverage is printed. */
const BANDS = [0, 50, 100, 150, 200, Infinity];

interface Counted {
  inside: number;
  all: number;
  width: number;
}

const nothing = (): Counted => ({ inside: 0, all: 0, width: 0 });
const shareOf = ({ inside, all }: Counted): number => inside / all;

/** How often an interval of a rating holds the true strength, strengths being drawn from the fit's own prior. */
async function coverage(
  name: string,
  gamesPerPair: number,
  gameOf: (meeting: Meeting) => PlayedGame,
  unit: 'games' | 'pairs',
): Promise<Counted> {
  const rng = seeded(`coverage/${name}`);
  const bands = BANDS.slice(1).map(nothing);
  const total = nothing();
  for (let k = 0; k < TOURNAMENTS; k += 1) {
    // The test runner wants to be heard now and then.
    await nextTurn();
    const drawn = Array.from({ length: MODELS }, () => normal(rng, PRIOR));
    // Ratings are relative: their mean is 1000 whoever plays, so truth is measured from the mean of those who do.
    const mean = drawn.reduce((sum, value) => sum + value, 0) / MODELS;
    const truth = new Map(drawn.map((value, index) => [`model-${index}`, value - mean]));
    const table = pairTable(simulate(truth, gamesPerPair, rng, gameOf).map(ratedGame));
    const intervals = bootstrapRatings(table, { seed: `${name}/${k}`, unit, resamples: RESAMPLES });
    table.players.forEach(({ model }, index) => {
      const strength = truth.get(model) as number;
      const interval = intervals[index];
      if (interval == null) throw new Error(`${model} has no interval`);
      const isInside = interval.low <= 1000 + strength && 1000 + strength <= interval.high;
      const band = bands[BANDS.findLastIndex((from) => from <= Math.abs(strength))] as Counted;
      for (const counted of [band, total]) {
        counted.all += 1;
        counted.inside += isInside ? 1 : 0;
        counted.width += interval.high - interval.low;
      }
    });
  }
  const cells = bands.map((band) => (band.all === 0 ? '–' : `${(100 * shareOf(band)).toFixed(1)} %`));
  const mean = `${(100 * shareOf(total)).toFixed(1)} %, width ${(total.width / total.all).toFixed(0)}`;
  process.stdout.write(
    `${name}: ${mean}; by distance ${BANDS.slice(0, -1).join('/')}+: ${cells.join(', ')}\n`,
  );
  return total;
}

describe('95 % intervals of ratings, strengths drawn from the prior of the fit', () => {
  it('hold the truth about 95 % of the time where a game is one result', async () => {
    const counted = await coverage('one result a game, 30 games a pair', 30, duel, 'games');
    expect(shareOf(counted)).toBeGreaterThan(0.92);
    expect(shareOf(counted)).toBeLessThan(0.98);
  });

  it('do so with whole games resampled where a game is six results that agree, and far less often with pairs', async () => {
    const games = await coverage('six results a game, 30 games a pair, games', 30, teamGame, 'games');
    const pairs = await coverage('six results a game, 30 games a pair, pairs', 30, teamGame, 'pairs');
    expect(shareOf(games)).toBeGreaterThan(0.92);
    expect(shareOf(games)).toBeLessThan(0.98);
    // An interval √6 too narrow: ±0.80 standard errors, which hold 58 % of a normal distribution.
    expect(shareOf(pairs)).toBeGreaterThan(0.5);
    expect(shareOf(pairs)).toBeLessThan(0.66);
  });

  it('hold it hardly less often with few games', async () => {
    const counted = await coverage('six results a game, 6 games a pair, games', 6, teamGame, 'games');
    expect(shareOf(counted)).toBeGreaterThan(0.9);
  });
});
