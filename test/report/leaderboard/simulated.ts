/** Simulated games of players whose true strengths are known. */
import { rngOf } from '../../../src/base/rng.js';
import type { Rng } from '../../../src/base/rng.js';
import type { PlayedGame } from '../../../src/report/leaderboard/played.js';

/** Who played, by side or (null) without sides, and whether the first one won. */
export interface Meeting {
  readonly one: string;
  readonly other: string;
  readonly won: boolean;
}

let made = 0;

/** A game of one seat each. */
export function duel({ one, other, won }: Meeting, game = 'bargaining'): PlayedGame {
  const seat = (player: string, wins: boolean) => ({
    player,
    side: null,
    reward: wins ? 1 : -1,
    asked: 1,
    forced: 0,
  });
  made += 1;
  return {
    id: `duel-${made}`,
    game,
    status: 'finished',
    rules: 'simulated',
    measures: {},
    sharedByDesign: [],
    seats: [seat(one, won), seat(other, !won)],
  };
}

/** A game of two against three, as The Resistance is: six results that agree. `one` is the alt side. */
export function teamGame({ one, other, won }: Meeting): PlayedGame {
  made += 1;
  return {
    id: `team-${made}`,
    game: 'resistance',
    status: 'finished',
    rules: 'simulated',
    measures: {},
    sharedByDesign: [],
    seats: [one, one, other, other, other].map((player, seat) => ({
      player,
      side: seat < 2 ? 'alt' : 'main',
      reward: seat < 2 === won ? 1 : -1,
      asked: 1,
      forced: 0,
    })),
  };
}

/** Probability that the better result is that of the first, by its lead in Elo points. */
export function chance(lead: number): number {
  return 1 / (1 + 10 ** (-lead / 400));
}

/** Every two players meet `gamesPerPair` times, and change sides each time. */
export function simulate(
  strengths: ReadonlyMap<string, number>,
  gamesPerPair: number,
  rng: Rng,
  gameOf: (meeting: Meeting) => PlayedGame,
): PlayedGame[] {
  const names = [...strengths.keys()];
  return names.flatMap((first, index) =>
    names.slice(index + 1).flatMap((second) =>
      Array.from({ length: gamesPerPair }, (_, k) => {
        const [one, other] = k % 2 === 0 ? [first, second] : [second, first];
        const lead = (strengths.get(one) ?? 0) - (strengths.get(other) ?? 0);
        return gameOf({ one, other, won: rng.float() < chance(lead) });
      }),
    ),
  );
}

/** Draws from a normal distribution with mean 0 (Box and Muller). */
export function normal(rng: Rng, deviation: number): number {
  return deviation * Math.sqrt(-2 * Math.log(1 - rng.float())) * Math.cos(2 * Math.PI * rng.float());
}

/** A generator for one test. */
export const seeded = (seed: string): Rng => rngOf(`simulated/${seed}`);
