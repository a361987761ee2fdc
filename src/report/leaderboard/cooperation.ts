import { bootstrapShares } from '../../stats/share-bootstrap.js';
import { pairShares, pairTable } from '../../stats/pairwise.js';
import type { PairShares } from '../../stats/pairwise.js';
import { ratedGame } from './played.js';
import type { PlayedGame } from './played.js';
import type { RatingSettings } from './rate.js';

/** How one player did in cooperative games. */
export interface CooperativeRow {
  readonly player: string;
  readonly games: number;
  /** `winShare` is the normalised win rate. */
  readonly pairs: PairShares;
  /** Ends of the 95 % interval of the normalised win rate; null without a compared pair. */
  readonly low: number | null;
  readonly high: number | null;
  /** Mean over its games of what the table earned ÷ the most it could have earned; null where not measured. */
  readonly efficiency: number | null;
}

/** Mean of what was measured; null when nothing was. */
function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * Normalised win rates of the players of cooperative games, the best first. Void games are left out.
 *
 * @param label part of the seed of the resamples
 */
export function cooperation(
  games: readonly PlayedGame[],
  settings: RatingSettings,
  label: string,
): CooperativeRow[] {
  const finished = games.filter(({ status }) => status === 'finished');
  const table = pairTable(finished.map(ratedGame), { ties: settings.ties });
  const shares = pairShares(table);
  const intervals = bootstrapShares(table, `shares/${settings.seed}/${label}`, settings.resamples);
  const rows = table.players.map(({ model }, index): CooperativeRow => {
    const own = finished.filter(({ seats }) => seats.some(({ player }) => player === model));
    return {
      player: model,
      games: own.length,
      pairs: shares[index] as PairShares,
      low: intervals[index]?.low ?? null,
      high: intervals[index]?.high ?? null,
      efficiency: mean(own.flatMap(({ measures }) => measures['efficiency'] ?? [])),
    };
  });
  return rows.sort((a, b) => (b.pairs.winShare ?? -1) - (a.pairs.winShare ?? -1));
}
