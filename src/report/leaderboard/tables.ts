import { cleanLine, shorten } from '../../base/text.js';
import type { RateInterval } from '../../stats/intervals.js';
import { percent } from '../study-table.js';
import type { CooperativeRow } from './cooperation.js';
import type { Leaderboard } from './leaderboard.js';
import type { PublishedTables } from './published.js';
import { besidePublished } from './published.js';
import type { Rated, RatedPair, Rating } from './rate.js';

/** A table of a leaderboard, in words: what a terminal, Markdown and HTML show alike. */
export interface BoardTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Lines under it. */
  readonly notes: readonly string[];
}

/** With more players than this, only neighbours in rank are set against each other. */
const ALL_PAIRS_UP_TO = 6;

const NAME_LENGTH = 40;
const SHORT_NAME_LENGTH = 14;

/** A player's name on one line. */
export function playerName(name: string): string {
  return shorten(cleanLine(name), NAME_LENGTH);
}

/** The name without its provider, for the head of a column. */
export function shortName(name: string): string {
  const clean = cleanLine(name);
  return shorten(clean.slice(clean.indexOf(':') + 1) || clean, SHORT_NAME_LENGTH);
}

const DASH = '–';

function whole(value: number | null): string {
  return value === null ? DASH : String(Math.round(value));
}

/** `+12`, `−3`, `0`. */
function signed(value: number): string {
  const rounded = Math.round(value);
  return rounded > 0 ? `+${rounded}` : rounded < 0 ? `−${-rounded}` : '0';
}

/** `1012 [980, 1044]`; a dash for who was not compared. */
function ratingText({ rating, low, high, pairs }: Rating): string {
  if (pairs.compared === 0) return DASH;
  return low === null || high === null ? whole(rating) : `${whole(rating)} [${whole(low)}, ${whole(high)}]`;
}

function rankText({ rank, rankLow, rankHigh }: Rating): string {
  if (rank === null) return DASH;
  if (rankLow === null || rankHigh === null) return String(rank);
  return rankLow === rankHigh ? String(rank) : `${rank} [${rankLow}, ${rankHigh}]`;
}

function share(part: number, all: number): string {
  if (all === 0) return DASH;
  return part === 0 ? '0 %' : `${((100 * part) / all).toFixed(1)} %`;
}

function rateText(rate: RateInterval | null): string {
  return rate === null
    ? DASH
    : `${percent(rate.estimate)} [${Math.round(rate.low * 100)}, ${Math.round(rate.high * 100)}]`;
}

function separatedText(rated: Rated): string {
  return rated.pairs.length === 0 ? DASH : `${rated.separated}/${rated.pairs.length}`;
}

function overallTable(board: Leaderboard): BoardTable {
  const roleOf = (player: string, side: 'alt' | 'main'): string => {
    const found = board.roles.ratings.find((rating) => rating.player === player && rating.side === side);
    // In groups that no game links, the sides of two players are on different scales.
    const isLinked = board.roles.groups.length === 1;
    return found === undefined || found.pairs.compared === 0 || !isLinked ? DASH : whole(found.rating);
  };
  const { overall } = board;
  const kinds = board.games.filter(({ rated }) => rated !== null).length;
  return {
    title: `Overall: ${overall.games} games of ${kinds} competitive ${kinds === 1 ? 'kind' : 'kinds'}`,
    head: ['rank', 'player', 'rating [95 %]', 'alt', 'main', 'pairs won', 'tied', 'games', 'void', 'forced'],
    rows: overall.ratings.map((rating) => {
      const facts = board.players.find(({ player }) => player === rating.player);
      return [
        rankText(rating),
        playerName(rating.player),
        ratingText(rating),
        roleOf(rating.player, 'alt'),
        roleOf(rating.player, 'main'),
        share(rating.pairs.won, rating.pairs.compared),
        share(rating.pairs.tied, rating.pairs.compared),
        String(rating.games),
        String(facts?.void ?? 0),
        share(facts?.forced ?? 0, facts?.asked ?? 0),
      ];
    }),
    notes: [
      `Bradley–Terry, scale 400, mean 1000; 95 % intervals by ${board.settings.resamples} resamples of ` +
        (board.settings.bootstrap === 'games'
          ? 'whole games.'
          : 'single pairs, which takes the results of one game for independent: too narrow.'),
      'alt and main: each player rated on each side, on one scale, over the games with sides.',
    ],
  };
}

function pairRow(pair: RatedPair): string[] {
  return [
    playerName(pair.first),
    playerName(pair.second),
    `${signed(pair.difference)} [${signed(pair.low)}, ${signed(pair.high)}]`,
    percent(pair.chance),
    percent(pair.above),
    pair.separated ? 'yes' : 'no',
  ];
}

function pairsTable({ overall }: Leaderboard): BoardTable {
  const order = overall.ratings.map(({ player }) => player);
  const isNeighbour = ({ first, second }: RatedPair): boolean =>
    order.indexOf(second) === order.indexOf(first) + 1;
  const all = order.length <= ALL_PAIRS_UP_TO;
  const shown = all ? overall.pairs : overall.pairs.filter(isNeighbour);
  return {
    title: `Pairs of players: ${overall.separated} of ${overall.pairs.length} separated at 95 %`,
    head: ['better', 'than', 'by [95 %]', 'wins a pair', 'better in', 'separated'],
    rows: shown.map(pairRow),
    notes: [
      'wins a pair: probability of the better result, as the ratings say; better in: share of the resamples. ' +
        `Intervals are not adjusted for ${overall.pairs.length} comparisons.`,
      ...(all ? [] : ['Neighbours in rank only; the JSON and CSV forms hold every pair.']),
    ],
  };
}

function ratingCells(rated: Rated, order: readonly string[]): string[] {
  return order.map((player) => {
    const found = rated.ratings.find((rating) => rating.player === player);
    return found === undefined || found.pairs.compared === 0 ? DASH : whole(found.rating);
  });
}

function gamesTable(board: Leaderboard, order: readonly string[]): BoardTable {
  const rows = board.games.flatMap(({ title, rated, decisions }) =>
    rated === null
      ? []
      : [
          [
            title,
            ...ratingCells(rated, order),
            separatedText(rated),
            rated.signal === null ? DASH : rated.signal.toFixed(1),
            decisions === null ? DASH : decisions.toFixed(0),
            String(rated.games),
          ],
        ],
  );
  return {
    title: 'By game',
    head: ['game', ...order.map(shortName), 'separated', 'signal', 'decisions', 'games'],
    rows,
    notes: [
      'signal: mean difference in standard deviations; a game with much signal and few decisions is a cheap one to keep.',
    ],
  };
}

function profileTable(board: Leaderboard, order: readonly string[]): BoardTable {
  return {
    title: 'By group of games',
    head: ['axis', 'group', ...order.map(shortName), 'separated', 'kinds'],
    rows: board.profiles.map(({ axis, value, games, rated }) => [
      axis,
      value,
      ...ratingCells(rated, order),
      separatedText(rated),
      String(games.length),
    ]),
    notes: ['A game has one category but several skills.'],
  };
}

function sidesTable(board: Leaderboard, order: readonly string[]): BoardTable {
  const sided = board.games.filter(({ roles }) => roles !== null);
  const cells = (rated: Rated, side: 'alt' | 'main'): string[] =>
    ratingCells({ ...rated, ratings: rated.ratings.filter((rating) => rating.side === side) }, order);
  return {
    title: 'Sides',
    head: ['game', 'side', ...order.map(shortName), 'won in self-play', 'won in cross-play'],
    rows: sided.flatMap(({ title, roles, sides, balance }) =>
      roles === null
        ? []
        : [
            [
              title,
              `alt: ${sides?.alt ?? ''}`,
              ...cells(roles, 'alt'),
              rateText(balance?.selfPlay ?? null),
              rateText(balance?.crossPlay ?? null),
            ],
            ['', `main: ${sides?.main ?? ''}`, ...cells(roles, 'main'), '', ''],
          ],
    ),
    notes: [
      'won: how often the alt side wins. In self-play this is the balance of the rules, apart from strength.',
      ...(sided.some(({ roles }) => (roles?.groups.length ?? 0) > 1)
        ? [
            'Where no game links the sides, a rating on one side compares with those it met on the other only.',
          ]
        : []),
    ],
  };
}

function cooperativeRow(
  kind: string,
  { player, games, pairs, low, high, efficiency }: CooperativeRow,
): string[] {
  const interval =
    low === null || high === null ? '' : ` [${Math.round(low * 100)}, ${Math.round(high * 100)}]`;
  return [
    kind,
    playerName(player),
    pairs.winShare === null ? DASH : `${percent(pairs.winShare)}${interval}`,
    pairs.winShareHalfTies === null ? DASH : percent(pairs.winShareHalfTies),
    pairs.tieShare === null ? DASH : percent(pairs.tieShare),
    efficiency === null ? DASH : percent(efficiency),
    String(games),
  ];
}

function cooperativeTable(board: Leaderboard): BoardTable {
  const named = (kind: string, rows: readonly CooperativeRow[]): string[][] =>
    rows.map((row, index) => cooperativeRow(index === 0 ? kind : '', row));
  const kinds = board.games.filter(({ rating }) => rating === 'cooperative');
  return {
    title: 'Cooperative games',
    head: ['game', 'player', 'won [95 %]', 'ties as half', 'tied', 'efficiency', 'games'],
    rows: [
      ...named(kinds.length === 1 ? (kinds[0]?.title ?? '') : 'all', board.cooperative),
      ...(kinds.length === 1 ? [] : kinds.flatMap(({ title, cooperative }) => named(title, cooperative))),
    ],
    notes: [
      'won: compared pairs won, ties adding nothing (normalised win rate); efficiency: what the table earned of the most it could.',
    ],
  };
}

function costTable({ costs }: Leaderboard): BoardTable {
  return {
    title: 'Cost',
    head: ['model', 'calls', 'faults', 'tokens in', 'cached', 'out'],
    rows: costs.map(({ model, calls, faults, input, cachedInput, output }) =>
      [playerName(model), calls, faults, input, cachedInput, output].map(String),
    ),
    notes: ['Asked by these runs; replies that the store had cost nothing again.'],
  };
}

function publishedTable(board: Leaderboard, published: PublishedTables): BoardTable {
  return {
    title: 'Published ratings (Social Gym), beside ours',
    head: [
      'table',
      'published model',
      'rating [95 %]',
      'won',
      'games',
      'ours',
      'our rating [95 %]',
      'our won',
    ],
    rows: besidePublished(board, published).map(({ table, row, ours }) => [
      table,
      row.model,
      `${row.elo} [${row.low}, ${row.high}]`,
      percent(row.winRate),
      String(row.games),
      ours === null ? '' : playerName(ours.player),
      ours === null || ours.rating === null ? '' : ratingText(ours.rating),
      ours === null || ours.winShare === null ? '' : percent(ours.winShare),
    ]),
    notes: [
      'A rating is relative to the players it was fitted with: compare orders and distances, not single numbers.',
      'won: normalised win rate. The published intervals resample pairs, and so are too narrow where a game gives several.',
    ],
  };
}

/** The tables of a leaderboard that have something to say. */
export function boardTables(board: Leaderboard, published: PublishedTables | null): BoardTable[] {
  const order = board.overall.ratings.map(({ player }) => player);
  const competitive = board.games.some(({ rated }) => rated !== null);
  const tables = [
    ...(competitive ? [overallTable(board), pairsTable(board)] : []),
    gamesTable(board, order),
    profileTable(board, order),
    sidesTable(board, order),
    cooperativeTable(board),
    costTable(board),
    ...(published === null ? [] : [publishedTable(board, published)]),
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

/** Words at the top of a leaderboard. */
export function boardHeading(board: Leaderboard): string[] {
  const { players, games, runs } = board;
  const count = (all: readonly unknown[], word: string): string =>
    `${all.length} ${word}${all.length === 1 ? '' : 's'}`;
  return [
    `Leaderboard: ${count(players, 'player')}, ${count(games, 'kind')} of game, ` +
      `run ${runs.map((run) => run.slice(0, 8)).join(', ')}`,
    ...(board.simulated ? ['simulated players: no language model took part in these results'] : []),
  ];
}
