import { cleanLine } from '../../base/text.js';
import type { Leaderboard } from './leaderboard.js';
import type { Rated } from './rate.js';

type Cell = string | number | null;

/** A field by RFC 4180. */
function field(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = cleanLine(value);
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const HEAD = [
  'table', 'group', 'player', 'side', 'rating', 'low', 'high', 'rank', 'rank_low', 'rank_high',
  'games', 'pairs', 'won', 'tied', 'won_share', 'efficiency', 'opponent', 'difference', 'chance', 'above',
] as const; // prettier-ignore

type Row = Partial<Record<(typeof HEAD)[number], Cell>>;

function ratingRows(table: string, group: string, rated: Rated): Row[] {
  return [
    ...rated.ratings.map((rating) => ({
      table,
      group,
      player: rating.player,
      side: rating.side,
      rating: rating.rating,
      low: rating.low,
      high: rating.high,
      rank: rating.rank,
      rank_low: rating.rankLow,
      rank_high: rating.rankHigh,
      games: rating.games,
      pairs: rating.pairs.compared,
      won: rating.pairs.won,
      tied: rating.pairs.tied,
    })),
    ...rated.pairs.map((pair) => ({
      table: `${table} pair`,
      group,
      player: pair.first,
      opponent: pair.second,
      difference: pair.difference,
      low: pair.low,
      high: pair.high,
      chance: pair.chance,
      above: pair.above,
    })),
  ];
}

/**
 * A leaderboard as one CSV table in long form: a row for each player and each pair of players of each set of
 * games, told apart by the columns `table` and `group`. `low` and `high` are of the rating, the difference or the
 * share of pairs won, whichever the row has.
 */
export function leaderboardCsv(board: Leaderboard): string {
  const cooperative = (group: string, rows: Leaderboard['cooperative']): Row[] =>
    rows.map(({ player, games, pairs, low, high, efficiency }) => ({
      table: 'cooperative',
      group,
      player,
      won_share: pairs.winShare,
      low,
      high,
      games,
      pairs: pairs.compared,
      won: pairs.won,
      tied: pairs.tied,
      efficiency,
    }));
  const rows = [
    ...ratingRows('overall', 'competitive', board.overall),
    ...ratingRows('sides', 'all', board.roles),
    ...board.games.flatMap(({ game, rated, roles }) => [
      ...(rated === null ? [] : ratingRows('game', game, rated)),
      ...(roles === null ? [] : ratingRows('sides', game, roles)),
    ]),
    ...board.profiles.flatMap(({ axis, value, rated }) => ratingRows(axis, value, rated)),
    ...cooperative('all', board.cooperative),
    ...board.games.flatMap((entry) => cooperative(entry.game, entry.cooperative)),
  ];
  const lines = rows.map((row: Row) => HEAD.map((name) => field(row[name] ?? null)).join(','));
  return `${[HEAD.join(','), ...lines].join('\n')}\n`;
}
