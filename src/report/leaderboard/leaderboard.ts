import { listText } from '../../base/text.js';
import type { GameDefinition, SideId } from '../../games/engine/definition.js';
import { wilson } from '../../stats/intervals.js';
import type { RateInterval } from '../../stats/intervals.js';
import { pairResults } from '../../stats/pairwise.js';
import type { RatedBy } from '../../stats/pairwise.js';
import { cooperation } from './cooperation.js';
import type { CooperativeRow } from './cooperation.js';
import { playersOf, ratedGame } from './played.js';
import type { PlayedGame } from './played.js';
import { rate } from './rate.js';
import type { Rated, RatingSettings } from './rate.js';

/** What a model was asked for, in tokens; games that other runs had played cost nothing again. */
export interface ModelCost {
  readonly model: string;
  readonly calls: number;
  readonly faults: number;
  readonly input: number;
  readonly cachedInput: number;
  readonly output: number;
}

/** How one player got on, over all games. */
export interface PlayerFacts {
  readonly player: string;
  readonly finished: number;
  readonly void: number;
  readonly asked: number;
  readonly forced: number;
  /** Pairs won in competitive games, and those of them in which the loser was forced at least once. */
  readonly won: number;
  readonly wonOnErrors: number;
  /** Overall rating over the games in which nobody was forced; null when it had no such game, or none was forced. */
  readonly ratingUnforced: number | null;
}

/** How often the alt side wins a game. */
export interface RoleBalance {
  /** In games that one player played on both sides: the rules' own balance, apart from strength. */
  readonly selfPlay: RateInterval | null;
  /** In all other games. */
  readonly crossPlay: RateInterval | null;
}

/** Ratings of one game. */
export interface GameBoard {
  readonly game: string;
  readonly title: string;
  readonly rating: GameDefinition['rating'];
  readonly sides: Readonly<Record<SideId, string>> | null;
  /** Null for a cooperative game. */
  readonly rated: Rated | null;
  /** Each player on each side, on one scale; null for games without sides. */
  readonly roles: Rated | null;
  readonly balance: RoleBalance | null;
  /** Empty for a competitive game. */
  readonly cooperative: readonly CooperativeRow[];
  /** Mean decisions that players were asked for in a game, which is what a model's game costs. */
  readonly decisions: number | null;
}

/** Axes of the profiles. */
export const AXES = ['category', 'skill', 'information', 'talk'] as const;

/** Ratings over the competitive games that share a property. */
export interface Profile {
  readonly axis: (typeof AXES)[number];
  readonly value: string;
  readonly games: readonly string[];
  readonly rated: Rated;
}

/** All that is said of a set of games. */
export interface Leaderboard {
  readonly runs: readonly string[];
  /** No language model took part. */
  readonly simulated: boolean;
  readonly settings: RatingSettings;
  readonly players: readonly PlayerFacts[];
  /** One fit over the competitive games. */
  readonly overall: Rated;
  /** One fit over the games with sides, each player on each side. */
  readonly roles: Rated;
  readonly cooperative: readonly CooperativeRow[];
  readonly games: readonly GameBoard[];
  readonly profiles: readonly Profile[];
  readonly costs: readonly ModelCost[];
  /** What a reader must know before believing a rating; one sentence each. */
  readonly warnings: readonly string[];
}

/** What {@link leaderboard} reads. */
export interface LeaderboardInput {
  readonly runs: readonly string[];
  readonly simulated: boolean;
  readonly games: readonly PlayedGame[];
  readonly costs: readonly ModelCost[];
  readonly settings: RatingSettings;
  /** Every game of the lab, in the order they are shown. */
  readonly definitions: readonly GameDefinition[];
}

/** Share of a player's won pairs against forced seats from which a reader is warned. */
const ERROR_WINS = 0.1;

const isFinished = ({ status }: PlayedGame): boolean => status === 'finished';

function altRate(games: readonly PlayedGame[]): RateInterval | null {
  const won = games.filter(({ seats }) =>
    seats.some(({ side, reward }) => side === 'alt' && reward !== null && reward > 0),
  );
  return wilson(won.length, games.length);
}

function balanceOf(games: readonly PlayedGame[]): RoleBalance {
  const isSelfPlay = ({ seats }: PlayedGame): boolean =>
    seats.every(({ player }) => player === seats[0]?.player);
  return {
    selfPlay: altRate(games.filter(isSelfPlay)),
    crossPlay: altRate(games.filter((game) => !isSelfPlay(game))),
  };
}

/** Ratings over the games of some kinds, of whole players or of each player on each side. */
type RatedOver = (ids: readonly string[], ratedBy: RatedBy) => Rated;

function boardOf(
  game: GameDefinition,
  all: readonly PlayedGame[],
  ratedOver: RatedOver,
  settings: RatingSettings,
): GameBoard {
  const games = all.filter((played) => played.game === game.id && isFinished(played));
  const isCompetitive = game.rating === 'competitive';
  const asked = games.reduce(
    (sum, { seats }) => sum + seats.reduce((total, seat) => total + seat.asked, 0),
    0,
  );
  return {
    game: game.id,
    title: game.title,
    rating: game.rating,
    sides: game.sides ?? null,
    rated: isCompetitive ? ratedOver([game.id], 'model') : null,
    roles: game.sides === undefined ? null : ratedOver([game.id], 'side'),
    balance: game.sides === undefined ? null : balanceOf(games),
    cooperative: isCompetitive ? [] : cooperation(games, settings, game.id),
    // Games from elsewhere do not say how many decisions they took.
    decisions: games.length === 0 || asked === 0 ? null : asked / games.length,
  };
}

function valuesOf(game: GameDefinition, axis: Profile['axis']): readonly string[] {
  switch (axis) {
    case 'category':
      return [game.category];
    case 'skill':
      return game.skills;
    case 'information':
      return [game.information];
    case 'talk':
      return [game.talk];
  }
}

function profilesOf(kinds: readonly GameDefinition[], ratedOver: RatedOver): Profile[] {
  return AXES.flatMap((axis) => {
    const values = [...new Set(kinds.flatMap((game) => valuesOf(game, axis)))];
    return values.map((value): Profile => {
      const games = kinds.filter((game) => valuesOf(game, axis).includes(value)).map(({ id }) => id);
      return { axis, value, games, rated: ratedOver(games, 'model') };
    });
  });
}

function factsOf(
  player: string,
  games: readonly PlayedGame[],
  competitive: readonly PlayedGame[],
  unforced: Rated | null,
  { ties }: RatingSettings,
): PlayerFacts {
  const own = games.filter(({ seats }) => seats.some((seat) => seat.player === player));
  const sum = (value: (seat: PlayedGame['seats'][number]) => number): number =>
    own
      .filter(isFinished)
      .flatMap(({ seats }) => seats.filter((seat) => seat.player === player))
      .reduce((total, seat) => total + value(seat), 0);
  const losers = competitive.flatMap((game) =>
    pairResults(ratedGame(game), ties)
      .filter(({ winner, tie }) => !tie && game.seats[winner]?.player === player)
      .map(({ loser }) => game.seats[loser]),
  );
  const clean = unforced?.ratings.find((rating) => rating.player === player);
  return {
    player,
    finished: own.filter(isFinished).length,
    void: own.filter(({ status }) => status === 'void').length,
    asked: sum(({ asked }) => asked),
    forced: sum(({ forced }) => forced),
    won: losers.length,
    wonOnErrors: losers.filter((seat) => (seat?.forced ?? 0) > 0).length,
    ratingUnforced: clean === undefined || clean.games === 0 ? null : clean.rating,
  };
}

function warningsOf(
  { games }: LeaderboardInput,
  overall: Rated,
  boards: readonly GameBoard[],
  players: readonly PlayerFacts[],
): string[] {
  const warnings: string[] = [];
  if (overall.groups.length > 1) {
    const groups = overall.groups.map((group) => listText(group)).join('; ');
    warnings.push(
      `No game links these groups of players, so nobody is ranked and ratings compare within a group only: ${groups}.`,
    );
  }
  for (const { game, rated } of boards) {
    if (rated === null || rated.groups.length < 2 || overall.groups.length > 1) continue;
    warnings.push(`${game}: its games do not link all players, so nobody is ranked in it.`);
  }
  for (const { player, won, wonOnErrors, ratingUnforced } of players) {
    if (won === 0 || wonOnErrors / won < ERROR_WINS) continue;
    const share = Math.round((100 * wonOnErrors) / won);
    const without =
      ratingUnforced === null
        ? 'it has no game in which nobody was forced'
        : `over games in which nobody was forced it is rated ${Math.round(ratingUnforced)}`;
    warnings.push(
      `${player}: ${share} % of the pairs it won were against a seat that gave no legal answer at least once; ${without}.`,
    );
  }
  const voids = games.filter(({ status }) => status === 'void').length;
  if (voids > 0) {
    const by = players.filter((facts) => facts.void > 0).map((facts) => `${facts.player} in ${facts.void}`);
    warnings.push(
      `${voids} void ${voids === 1 ? 'game is' : 'games are'} not rated (${listText(by)}); the command of the run plays them again.`,
    );
  }
  const rules = new Map<string, Set<string>>();
  for (const { game, rules: text } of games) rules.set(game, (rules.get(game) ?? new Set()).add(text));
  const mixed = [...rules].filter(([, texts]) => texts.size > 1).map(([game]) => game);
  if (mixed.length > 0) {
    warnings.push(`Games under different rules are rated together: ${listText(mixed)}.`);
  }
  return warnings;
}

/** Everything a leaderboard shows, from the games alone: a pure function, the same games give the same numbers. */
export function leaderboard(input: LeaderboardInput): Leaderboard {
  const { games, settings } = input;
  const names = playersOf(games);
  const finished = games.filter(isFinished);
  const kinds = input.definitions.filter(({ id }) => games.some(({ game }) => game === id));
  const competitiveKinds = kinds.filter(({ rating }) => rating === 'competitive');
  const known = new Map<string, Rated>();
  // A game, the overall table and profiles may cover the same games: the same games are fitted once.
  const ratedOver: RatedOver = (ids, ratedBy) => {
    const label = [...ids].sort().join();
    const key = `${ratedBy} ${label}`;
    const covered = finished.filter(({ game }) => ids.includes(game));
    const rated = known.get(key) ?? rate(covered, settings, label, { ratedBy, players: names });
    known.set(key, rated);
    return rated;
  };
  const overall = ratedOver(
    competitiveKinds.map(({ id }) => id),
    'model',
  );
  const competitive = finished.filter(({ game }) => competitiveKinds.some(({ id }) => id === game));
  const clean = competitive.filter(({ seats }) => seats.every(({ forced }) => forced === 0));
  // Only its ratings are read, so it needs no resamples.
  const unforced =
    clean.length === competitive.length ? null : rate(clean, { ...settings, resamples: 0 }, 'unforced');
  const players = names.map((name) => factsOf(name, games, competitive, unforced, settings));
  const boards = kinds.map((game) => boardOf(game, games, ratedOver, settings));
  const cooperativeKinds = kinds.filter(({ rating }) => rating === 'cooperative');
  return {
    runs: input.runs,
    simulated: input.simulated,
    settings,
    players,
    overall,
    roles: ratedOver(
      competitiveKinds.filter(({ sides }) => sides !== undefined).map(({ id }) => id),
      'side',
    ),
    cooperative: cooperation(
      finished.filter(({ game }) => cooperativeKinds.some(({ id }) => id === game)),
      settings,
      'all',
    ),
    games: boards,
    profiles: profilesOf(competitiveKinds, ratedOver),
    costs: input.costs,
    warnings: warningsOf(input, overall, boards, players),
  };
}
