/**
 * From games to pairwise results. In a game with two sides every alt seat is compared with every main seat; in
 * any other, every seat with every other. The better reward wins. Seats of one model are not compared.
 */

/** A seat of a finished game. `side` is null in games without sides. */
export interface RatedSeat {
  readonly model: string;
  readonly side: 'main' | 'alt' | null;
  readonly reward: number;
}

/** A finished game; void games are left out by the caller. */
export interface RatedGame {
  readonly seats: readonly RatedSeat[];
  /** Groups of seats (by index) whose equal rewards follow from the rules and are no draw between them. */
  readonly sharedByDesign?: readonly (readonly number[])[];
}

/**
 * What equal rewards mean. `designed-out`: a tie, unless the rules made them equal (as Social Gym’s paper says);
 * `all`: always a tie (as its published script counts).
 */
export type TieRule = 'designed-out' | 'all';

/** A tie counts as a win for both (`full`) or as half a win for both (`half`). */
export type TieWeight = 'full' | 'half';

/** Whether a model has one rating, or one for each side it plays. */
export type RatedBy = 'model' | 'side';

/** Who a rating is of. `side` is null when models are rated as a whole. */
export interface RatedPlayer {
  readonly model: string;
  readonly side: 'main' | 'alt' | null;
}

/** Two compared seats of a game; when `tie`, which of them is called the winner means nothing. */
export interface PairResult {
  readonly winner: number;
  readonly loser: number;
  readonly tie: boolean;
}

/**
 * All pairwise results of a set of games, in columns. Result `k` is of the players `winner[k]` and `loser[k]`
 * (indices into `players`), a tie when `tie[k]` is 1. The results of game `g` are those from `starts[g]` to
 * before `starts[g + 1]`.
 */
export interface PairTable {
  readonly players: readonly RatedPlayer[];
  readonly starts: Int32Array;
  readonly winner: Int32Array;
  readonly loser: Int32Array;
  readonly tie: Uint8Array;
}

/** How {@link pairTable} reads games. */
export interface PairTableOptions {
  /** Default `designed-out`. */
  readonly ties?: TieRule;
  /** Default `model`. */
  readonly ratedBy?: RatedBy;
  /** Models to list even if they played no game. */
  readonly models?: readonly string[];
}

/** Record of one player over its compared pairs; shares are null when it has none. */
export interface PairShares {
  readonly compared: number;
  readonly won: number;
  readonly tied: number;
  /** Won ÷ compared: the normalised win rate, in which a tie adds nothing. */
  readonly winShare: number | null;
  /** The same with a tie as half a win. */
  readonly winShareHalfTies: number | null;
  readonly tieShare: number | null;
}

/** The compared pairs of a game, by seat. */
export function pairResults(game: RatedGame, ties: TieRule = 'designed-out'): PairResult[] {
  const { seats, sharedByDesign = [] } = game;
  const sided = seats.some(({ side }) => side !== null);
  const results: PairResult[] = [];
  seats.forEach((one, first) => {
    for (let second = first + 1; second < seats.length; second += 1) {
      const other = seats[second] as RatedSeat;
      const opponents = !sided || (one.side !== null && other.side !== null && one.side !== other.side);
      if (!opponents || one.model === other.model) continue;
      const tie = one.reward === other.reward;
      const shared = sharedByDesign.some((group) => group.includes(first) && group.includes(second));
      if (tie && shared && ties === 'designed-out') continue;
      results.push(
        one.reward >= other.reward
          ? { winner: first, loser: second, tie }
          : { winner: second, loser: first, tie },
      );
    }
  });
  return results;
}

function listPlayers(models: readonly string[], ratedBy: RatedBy): RatedPlayer[] {
  const sides = ratedBy === 'side' ? (['alt', 'main'] as const) : ([null] as const);
  return [...new Set(models)].sort().flatMap((model) => sides.map((side) => ({ model, side })));
}

const keyOf = ({ model, side }: RatedPlayer): string => `${side ?? ''}/${model}`;

/**
 * Collects the pairwise results of games for the rating fit. Players are in alphabetical order of their models.
 * With `ratedBy: 'side'` only games with sides count, and each model is two players.
 */
export function pairTable(games: readonly RatedGame[], options: PairTableOptions = {}): PairTable {
  const { ties = 'designed-out', ratedBy = 'model', models = [] } = options;
  const counted =
    ratedBy === 'side' ? games.filter(({ seats }) => seats.some(({ side }) => side !== null)) : games;
  const seen = counted.flatMap(({ seats }) => seats.map(({ model }) => model));
  const players = listPlayers([...models, ...seen], ratedBy);
  const indexOf = new Map(players.map((player, index) => [keyOf(player), index]));
  const playerAt = (game: RatedGame, seat: number): number => {
    const { model, side } = game.seats[seat] as RatedSeat;
    return indexOf.get(keyOf({ model, side: ratedBy === 'side' ? side : null })) as number;
  };

  const results = counted.map((game) => pairResults(game, ties));
  const starts = new Int32Array(counted.length + 1);
  results.forEach((list, index) => {
    starts[index + 1] = (starts[index] as number) + list.length;
  });
  const each = (pick: (game: RatedGame, result: PairResult) => number): number[] =>
    counted.flatMap((game, index) => (results[index] ?? []).map((result) => pick(game, result)));
  return {
    players,
    starts,
    winner: Int32Array.from(each((game, { winner }) => playerAt(game, winner))),
    loser: Int32Array.from(each((game, { loser }) => playerAt(game, loser))),
    tie: Uint8Array.from(each((_, { tie }) => (tie ? 1 : 0))),
  };
}

/** Record of each player of the table, in its order. */
export function pairShares(table: PairTable): PairShares[] {
  const { players, winner, loser, tie } = table;
  const records = players.map(() => ({ compared: 0, won: 0, tied: 0 }));
  const record = (player: number, won: boolean, tied: boolean): void => {
    const entry = records[player];
    if (entry === undefined) return;
    entry.compared += 1;
    if (tied) entry.tied += 1;
    else if (won) entry.won += 1;
  };
  winner.forEach((player, index) => {
    record(player, true, tie[index] === 1);
    record(loser[index] as number, false, tie[index] === 1);
  });
  return records.map(({ compared, won, tied }) => {
    const share = (count: number): number | null => (compared === 0 ? null : count / compared);
    return {
      compared,
      won,
      tied,
      winShare: share(won),
      winShareHalfTies: share(won + tied / 2),
      tieShare: share(tied),
    };
  });
}

/** What a tie adds to each of its two entries of the count matrix. */
const TIE_ADDS: Readonly<Record<TieWeight, number>> = { full: 1, half: 0.5 };

/** Adds results `from` to before `to` of a table to a count matrix (see {@link countMatrix}). */
export function addResults(
  table: PairTable,
  from: number,
  to: number,
  tieWeight: TieWeight,
  counts: Float64Array,
): void {
  const { winner, loser, tie } = table;
  const size = table.players.length;
  const tieAdds = TIE_ADDS[tieWeight];
  for (let k = from; k < to; k += 1) {
    const one = winner[k] as number;
    const other = loser[k] as number;
    const tied = tie[k] === 1;
    counts[one * size + other] = (counts[one * size + other] as number) + (tied ? tieAdds : 1);
    if (tied) counts[other * size + one] = (counts[other * size + one] as number) + tieAdds;
  }
}

/**
 * The count matrix of a table for the rating fit (row-major; entry `i · players + j` holds the wins of i over j).
 * A tie adds to both directions: 1 each with `full`, as the published reference does, 0.5 each with `half`.
 */
export function countMatrix(table: PairTable, tieWeight: TieWeight = 'full'): Float64Array {
  const counts = new Float64Array(table.players.length ** 2);
  addResults(table, 0, table.winner.length, tieWeight, counts);
  return counts;
}
