import { UserError } from '../base/errors.js';
import { canonicalJson } from '../base/hash.js';
import type { JsonObject } from '../base/json.js';
import type { GameDefinition } from '../games/engine/definition.js';
import { makeStep } from '../loop/plan.js';
import type { Plan, PlannedLineUp, PlannedSlot, PlayStep } from '../loop/plan.js';
import type { PlayerIdentity } from '../players/player.js';

/** Arm of the plans of this file. */
export const TOURNAMENT_ARM = 'tournament';

/** A game of the suite with its rule options. */
export interface TournamentGame {
  readonly game: GameDefinition;
  readonly options: JsonObject;
}

/** What a tournament is made of. */
export interface TournamentInput {
  readonly suite: readonly TournamentGame[];
  /** Two or more, all different; their order means nothing. */
  readonly models: readonly PlayerIdentity[];
  /** Deals of each game that every two models play, each deal twice with seats swapped; at least 1. */
  readonly dealsPerPair: number;
  /** Self-play games of each model in each game with sides, for role balance; they are not rated. */
  readonly selfPlay: number;
  /** The study seed. */
  readonly seed: number;
  readonly replicate: number;
}

/**
 * Deals every two of `models` models must share so that each model has at least `perModel` games of each kind:
 * a deal is two games, so the number of games is rounded up to a whole number of deals with every opponent.
 */
export function dealsForEach(models: number, perModel: number): number {
  return Math.ceil(perModel / (2 * (models - 1)));
}

function chooseSeats(players: number, count: number): number[][] {
  const grow = (chosen: readonly number[], from: number): number[][] =>
    chosen.length === count
      ? [[...chosen]]
      : Array.from({ length: players - from }, (_, offset) => from + offset).flatMap((seat) =>
          grow([...chosen, seat], seat + 1),
        );
  return grow([], 0);
}

/**
 * Every way to divide a table among two models as evenly as it goes, as the seats of one of them; the other one
 * has the rest, and a swapped line-up changes the two about. Ordered so that after any number of divisions the
 * models have met across every two seats about equally often (greedy: a meeting across two seats counts the
 * less, the more there were before).
 */
export function seatDivisions(players: number): number[][] {
  const all = chooseSeats(players, Math.floor(players / 2));
  // At an even table a division and its swap are both in the list; keep the one without seat 0.
  const left = players % 2 === 0 ? all.filter((seats) => !seats.includes(0)) : all;
  const met = new Map<string, number>();
  const opposed = (seats: readonly number[]): string[] =>
    seats.flatMap((seat) =>
      Array.from({ length: players }, (_, other) => other)
        .filter((other) => !seats.includes(other))
        .map((other) => [seat, other].sort((a, b) => a - b).join()),
    );
  const ordered: number[][] = [];
  while (left.length > 0) {
    const gain = left.map((seats) =>
      opposed(seats).reduce((sum, key) => sum + 1 / (1 + (met.get(key) ?? 0)), 0),
    );
    const [next = []] = left.splice(gain.indexOf(Math.max(...gain)), 1);
    for (const key of opposed(next)) met.set(key, (met.get(key) ?? 0) + 1);
    ordered.push(next);
  }
  return ordered;
}

/** A line-up with the range of deals that are played with it. */
interface Stretch {
  readonly lineUp: PlannedLineUp;
  readonly first: number;
  readonly count: number;
}

/** Both line-ups of two models on `deals` deals: one model on each side, or each division of the seats in turn. */
function meetings(game: GameDefinition, one: PlannedSlot, other: PlannedSlot, deals: number): Stretch[] {
  if (game.sides !== undefined) {
    return [
      { lineUp: { by: 'side', alt: one, main: other }, first: 0, count: deals },
      { lineUp: { by: 'side', alt: other, main: one }, first: 0, count: deals },
    ];
  }
  const players = game.players.default;
  const divisions = seatDivisions(players);
  const seated = (seats: readonly number[], here: PlannedSlot, there: PlannedSlot): PlannedLineUp => ({
    by: 'seat',
    seats: Array.from({ length: players }, (_, seat) => (seats.includes(seat) ? here : there)),
  });
  // A single division holds for all deals and is one step; more take turns, so each is a step of one deal.
  const stretches = divisions.length === 1 ? 1 : deals;
  return Array.from({ length: stretches }, (_, first) => {
    const seats = divisions[first % divisions.length] as number[];
    const range = { first, count: deals / stretches };
    return [
      { lineUp: seated(seats, one, other), ...range },
      { lineUp: seated(seats, other, one), ...range },
    ];
  }).flat();
}

/**
 * The plan of a tournament. Every two models play `dealsPerPair` deals of each game, and each deal twice, with
 * all seats swapped. So over the two games of a deal each of them has sat on every seat, on both sides and in
 * every role exactly as often as the other, whatever the deal made of the seats.
 *
 * What two models play does not depend on who else takes part: deals are numbered from 0 for every pair. So the
 * games of a smaller tournament with the same `dealsPerPair` are among those of a larger one.
 */
export function tournamentPlan(input: TournamentInput): Plan {
  const keyed = input.models.map((player) => ({ player, key: canonicalJson(player) }));
  const models = keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  if (models.length < 2) {
    throw new UserError(
      'input.option',
      `--models must name two or more models, got ${models.length}; separate them by commas`,
    );
  }
  if (models.some(({ key }, index) => key === models[index + 1]?.key)) {
    throw new UserError('input.option', '--models must name each model once; one is named twice');
  }
  const slots = models.map(({ player }): PlannedSlot => ({ player, playbook: { from: 'none' } }));
  const steps = input.suite.flatMap(({ game, options }): PlayStep[] => {
    const play = (role: PlayStep['role'], stretch: Stretch): PlayStep =>
      makeStep({
        kind: 'play',
        role,
        round: 0,
        game: game.id,
        options,
        players: game.players.default,
        study: input.seed,
        purpose: 'test',
        replicate: input.replicate,
        ...stretch,
      });
    const rated = slots.flatMap((one, index) =>
      slots
        .slice(index + 1)
        .flatMap((other) => meetings(game, one, other, input.dealsPerPair))
        .map((stretch) => play('evaluation', stretch)),
    );
    if (game.sides === undefined || input.selfPlay === 0) return rated;
    // The line-up and seeds of a study's vanilla baseline, so that the two share their games.
    const alone = slots.map((slot) =>
      play('baseline', {
        lineUp: { by: 'side', alt: slot, main: slot },
        first: 0,
        count: input.selfPlay,
      }),
    );
    return [...rated, ...alone];
  });
  return { arm: TOURNAMENT_ARM, study: input.seed, steps };
}
