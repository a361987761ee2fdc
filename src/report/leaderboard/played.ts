import { contentId, sha256 } from '../../base/hash.js';
import type { Outcome, Seat, SideId } from '../../games/engine/definition.js';
import type { RatedGame } from '../../stats/pairwise.js';
import type { GameResult, ResultSeat } from '../../store/index.js';

/** A seat of a game to be rated. */
export interface PlayedSeat {
  /** Name of the rated player: a model, with its playbook if it carried one. */
  readonly player: string;
  readonly side: SideId | null;
  /** Null in a void game. */
  readonly reward: number | null;
  /** Decisions its player was asked for, and those that were forced. */
  readonly asked: number;
  readonly forced: number;
}

/** A game to be rated, from the store or from elsewhere. */
export interface PlayedGame {
  readonly id: string;
  readonly game: string;
  readonly status: 'finished' | 'void';
  /** Rules it was played by, as text to compare. */
  readonly rules: string;
  readonly measures: Outcome['measures'];
  readonly sharedByDesign: readonly (readonly Seat[])[];
  readonly seats: readonly PlayedSeat[];
}

const HASH_SHOWN = 8;

const keyOf = ({ identity, playbook }: ResultSeat): string => `${identity} ${playbook ?? ''}`;

/** Names that players were given in a configuration file, by the ids of their identities. */
export type ConfiguredNames = ReadonlyMap<string, string>;

/**
 * Names of rated players: what they were configured as, or what the command line calls them, with the first digits of the hash of the playbook
 * where one was carried, and of the identity where two players would bear the same name.
 */
function playerNames(seats: readonly ResultSeat[], configured: ConfiguredNames): Map<string, string> {
  const called = ({ identity, player }: ResultSeat): string =>
    (configured.size === 0 ? undefined : configured.get(contentId(JSON.parse(identity)))) ?? player;
  const plain = (seat: ResultSeat): string =>
    seat.playbook === null ? called(seat) : `${called(seat)}+${seat.playbook.slice(0, HASH_SHOWN)}`;
  const byKey = new Map(seats.map((seat) => [keyOf(seat), seat]));
  const owners = new Map<string, number>();
  for (const seat of byKey.values()) owners.set(plain(seat), (owners.get(plain(seat)) ?? 0) + 1);
  return new Map(
    [...byKey].map(([key, seat]) => {
      const name = plain(seat);
      return [key, owners.get(name) === 1 ? name : `${name}#${sha256(seat.identity).slice(0, HASH_SHOWN)}`];
    }),
  );
}

/** Stored games as ratings read them. */
export function playedGames(
  results: readonly GameResult[],
  configured: ConfiguredNames = new Map(),
): PlayedGame[] {
  const names = playerNames(
    results.flatMap(({ seats }) => seats),
    configured,
  );
  return results.map(({ id, game, status, rules, measures, sharedByDesign, seats }) => ({
    id,
    game,
    status,
    rules,
    measures,
    sharedByDesign,
    seats: seats.map((seat) => ({
      player: names.get(keyOf(seat)) as string,
      side: seat.side,
      reward: seat.reward,
      asked: seat.asked,
      forced: seat.forced,
    })),
  }));
}

/** A finished game as the rating fit reads it. */
export function ratedGame({ seats, sharedByDesign }: PlayedGame): RatedGame {
  return {
    seats: seats.map(({ player, side, reward }) => ({ model: player, side, reward: reward ?? 0 })),
    sharedByDesign,
  };
}

/** The names of those who played, in alphabetical order. */
export function playersOf(games: readonly PlayedGame[]): string[] {
  return [...new Set(games.flatMap(({ seats }) => seats.map(({ player }) => player)))].sort();
}
