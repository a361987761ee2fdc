import { DEFAULT_RESAMPLES, percentileInterval, sampleRatings } from '../../stats/bootstrap.js';
import type { BootstrapUnit } from '../../stats/bootstrap.js';
import { fitRatings } from '../../stats/bradley-terry.js';
import { DEFAULT_LEVEL } from '../../stats/intervals.js';
import { countMatrix, pairShares, pairTable } from '../../stats/pairwise.js';
import type { PairShares, PairTable, RatedBy, TieRule, TieWeight } from '../../stats/pairwise.js';
import type { SideId } from '../../games/engine/definition.js';
import { ratedGame } from './played.js';
import type { PlayedGame } from './played.js';

/** How games become ratings; docs/ratings.md says what each choice means. */
export interface RatingSettings {
  readonly ties: TieRule;
  readonly tieWeight: TieWeight;
  readonly bootstrap: BootstrapUnit;
  readonly resamples: number;
  /** Seed of the resamples. */
  readonly seed: number;
}

/** The settings unless the user says otherwise. */
export const DEFAULT_SETTINGS: RatingSettings = {
  ties: 'designed-out',
  tieWeight: 'full',
  bootstrap: 'games',
  resamples: DEFAULT_RESAMPLES,
  seed: 1,
};

/** The rating of one player over one set of games. */
export interface Rating {
  readonly player: string;
  /** Null when the player is rated as a whole. */
  readonly side: SideId | null;
  /** Elo, mean 1000 over the players that games link. */
  readonly rating: number;
  /** Ends of the 95 % interval; null without a compared pair, or without resamples. */
  readonly low: number | null;
  readonly high: number | null;
  /** From 1, the best; null for who is not compared, and for all when games do not link all players. */
  readonly rank: number | null;
  readonly rankLow: number | null;
  readonly rankHigh: number | null;
  /** Games with at least one compared pair of this player. */
  readonly games: number;
  readonly pairs: PairShares;
}

/** Two rated players, the better rated one first. */
export interface RatedPair {
  readonly first: string;
  readonly second: string;
  /** Elo points, and the ends of its 95 % interval. */
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  /** Probability that `first` has the better result in one compared pair, as the ratings say. */
  readonly chance: number;
  /** Share of the resamples in which `first` is rated above `second`. */
  readonly above: number;
  /** The interval of the difference leaves 0 out. Not adjusted for the number of pairs. */
  readonly separated: boolean;
}

/** Ratings over one set of games. */
export interface Rated {
  /** The best first; players of unlinked groups group by group, then those without a compared pair. */
  readonly ratings: readonly Rating[];
  /** Every two players that games link, whole players only. */
  readonly pairs: readonly RatedPair[];
  readonly separated: number;
  /** Root mean square, over the pairs, of the difference ÷ its standard deviation; null without pairs. */
  readonly signal: number | null;
  /** Names of players that games link with one another. One list when all can be compared. */
  readonly groups: readonly (readonly string[])[];
  /** Finished games with at least one compared pair. */
  readonly games: number;
}

/** Ends of the central share `level` of ranks, outward: a rank interval never leaves out a rank by rounding. */
function rankInterval(ranks: readonly number[], level: number): { low: number; high: number } {
  const sorted = [...ranks].sort((a, b) => a - b);
  const at = (index: number): number => sorted[index] as number;
  return {
    low: at(Math.floor(((1 - level) / 2) * (sorted.length - 1))),
    high: at(Math.ceil(((1 + level) / 2) * (sorted.length - 1))),
  };
}

/** For each player, its rank among `members` in each resample; ties share the better rank. */
function sampledRanks(samples: readonly Float64Array[], members: readonly number[]): Map<number, number[]> {
  const ranks = new Map(members.map((member) => [member, [] as number[]]));
  const resamples = samples[0]?.length ?? 0;
  for (let k = 0; k < resamples; k += 1) {
    for (const member of members) {
      const own = samples[member]?.[k] as number;
      const better = members.filter((other) => (samples[other]?.[k] as number) > own).length;
      ranks.get(member)?.push(better + 1);
    }
  }
  return ranks;
}

function gamesCounted(table: PairTable): { total: number; byPlayer: number[] } {
  const { players, starts, winner, loser } = table;
  const byPlayer = players.map(() => 0);
  let total = 0;
  for (let game = 0; game + 1 < starts.length; game += 1) {
    const [from, to] = [starts[game] as number, starts[game + 1] as number];
    const seen = new Set([...winner.subarray(from, to), ...loser.subarray(from, to)]);
    for (const player of seen) byPlayer[player] = (byPlayer[player] ?? 0) + 1;
    if (seen.size > 0) total += 1;
  }
  return { total, byPlayer };
}

function deviation(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

/** Elo difference at which the odds are ten to one. */
const SCALE = 400;

function comparePair(
  [first, second]: readonly [Rating, Rating],
  [one, other]: readonly [Float64Array, Float64Array],
): { pair: RatedPair; signal: number } {
  const differences = one.map((value, k) => value - (other[k] as number));
  const difference = first.rating - second.rating;
  const { low, high } = percentileInterval(differences) ?? { low: -Infinity, high: Infinity };
  const above = differences.reduce((sum, value) => sum + (value > 0 ? 1 : value === 0 ? 0.5 : 0), 0);
  const spread = deviation(differences);
  return {
    pair: {
      first: first.player,
      second: second.player,
      difference,
      low,
      high,
      chance: 1 / (1 + 10 ** (-difference / SCALE)),
      above: above / differences.length,
      separated: low > 0 || high < 0,
    },
    signal: spread === 0 ? 0 : difference / spread,
  };
}

/**
 * Rates the players of a set of games: one fit, a percentile bootstrap of it, and what follows from both. Void
 * games are left out.
 *
 * @param label part of the seed of the resamples, so that two sets of games are not resampled alike
 * @param players names to list even if they played no game
 */
export function rate(
  games: readonly PlayedGame[],
  settings: RatingSettings,
  label: string,
  { ratedBy = 'model', players = [] }: { ratedBy?: RatedBy; players?: readonly string[] } = {},
): Rated {
  const finished = games.filter(({ status }) => status === 'finished');
  const table = pairTable(finished.map(ratedGame), { ties: settings.ties, ratedBy, models: players });
  const counts = countMatrix(table, settings.tieWeight);
  const fit = fitRatings(counts, table.players.length);
  const samples = sampleRatings(table, {
    seed: `ratings/${settings.seed}/${label}/${ratedBy}`,
    unit: settings.bootstrap,
    resamples: settings.resamples,
    tieWeight: settings.tieWeight,
  });
  const shares = pairShares(table);
  const counted = gamesCounted(table);
  const linked = fit.groups.length === 1 ? (fit.groups[0] ?? []) : [];
  const ranks = sampledRanks(samples, linked);
  const indexOf = new Map<Rating, number>();
  const ratingOf = (index: number): Rating => {
    const { model, side } = table.players[index] as PairTable['players'][number];
    const own = fit.ratings[index] as number;
    const interval = fit.idle.includes(index) ? null : percentileInterval(samples[index] as Float64Array);
    const isRanked = linked.includes(index);
    const sampled = ranks.get(index) ?? [];
    const rankEnds = sampled.length === 0 ? null : rankInterval(sampled, DEFAULT_LEVEL);
    const rating: Rating = {
      player: model,
      side,
      rating: own,
      low: interval?.low ?? null,
      high: interval?.high ?? null,
      rank: isRanked ? 1 + linked.filter((other) => (fit.ratings[other] as number) > own).length : null,
      rankLow: rankEnds?.low ?? null,
      rankHigh: rankEnds?.high ?? null,
      games: counted.byPlayer[index] ?? 0,
      pairs: shares[index] as PairShares,
    };
    indexOf.set(rating, index);
    return rating;
  };
  const groups = [...fit.groups, fit.idle].map((members) =>
    members.map(ratingOf).sort((a, b) => b.rating - a.rating),
  );
  const compared =
    ratedBy === 'side' || settings.resamples === 0
      ? []
      : groups
          .slice(0, -1)
          .flatMap((members) =>
            members.flatMap((first, index) =>
              members
                .slice(index + 1)
                .map((second) =>
                  comparePair(
                    [first, second],
                    [first, second].map(
                      (rating) => samples[indexOf.get(rating) as number] as Float64Array,
                    ) as [Float64Array, Float64Array],
                  ),
                ),
            ),
          );
  const squares = compared.reduce((sum, { signal }) => sum + signal ** 2, 0);
  return {
    ratings: groups.flat(),
    pairs: compared.map(({ pair }) => pair),
    separated: compared.filter(({ pair }) => pair.separated).length,
    signal: compared.length === 0 ? null : Math.sqrt(squares / compared.length),
    groups: groups.slice(0, -1).map((members) => members.map(({ player }) => player)),
    games: counted.total,
  };
}
