/**
 * What players are in the habit of, and what they did beyond it. A conditional logit (McFadden 1974) of the moves
 * that were made among those that could have been gives the habit; what a seat did beyond it, summed over a game,
 * is its usage of a trait. Given what the seat saw, usage has expected value 0, so it is not confounded with the
 * deal or with how the game went.
 */
import { TRAIT_NAMES } from '../../games/engine/traits.js';
import type { MaximSide } from '../../players/builtin/maxims.js';
import { solve, zeros } from './linear.js';
import type { Matrix } from './linear.js';
import type { Choice } from './replay.js';

const SIZE = TRAIT_NAMES.length;

/** One seat of a game that was played. */
export interface SeatRecord {
  /** `any` in games without sides. */
  readonly side: MaximSide;
  /** 1 for a win, ½ for a draw, 0 for a loss: of the seat's side, or of the seat itself where there are no sides. */
  readonly success: number;
  readonly choices: readonly Choice[];
}

/** A game that was played, by seat. */
export interface PlayedGame {
  readonly game: string;
  readonly seats: readonly SeatRecord[];
}

/** A game with each seat's usage in place of its choices. */
export interface MeasuredGame {
  readonly game: string;
  readonly seats: readonly (Pick<SeatRecord, 'side' | 'success'> & { readonly usage: Float64Array })[];
}

/** Ridge of the logit, small beside the thousands of choices it is fitted to; keeps it finite without variation. */
const LOGIT_RIDGE = 1;
const NEWTON_STEPS = 12;
/** Newton's method squares its error at each step, so a step this small leaves nothing that matters. */
const NEWTON_TOLERANCE = 1e-3;

interface Expectation {
  /** Probability of each candidate. */
  readonly shares: Float64Array;
  /** Expected value of each trait. */
  readonly mean: Float64Array;
}

function expectation({ traits }: Choice, weights: Float64Array): Expectation {
  const count = traits.length / SIZE;
  const shares = new Float64Array(count);
  let top = -Infinity;
  for (let row = 0; row < count; row += 1) {
    let sum = 0;
    for (let t = 0; t < SIZE; t += 1) sum += (traits[row * SIZE + t] ?? 0) * (weights[t] ?? 0);
    shares[row] = sum;
    top = Math.max(top, sum);
  }
  let total = 0;
  for (let row = 0; row < count; row += 1) {
    const share = Math.exp((shares[row] ?? 0) - top);
    shares[row] = share;
    total += share;
  }
  const mean = new Float64Array(SIZE);
  for (let row = 0; row < count; row += 1) {
    const share = (shares[row] ?? 0) / total;
    shares[row] = share;
    for (let t = 0; t < SIZE; t += 1) mean[t] = (mean[t] ?? 0) + share * (traits[row * SIZE + t] ?? 0);
  }
  return { shares, mean };
}

/** Adds what was chosen less what was expected. */
function addUsage(sum: Float64Array, { traits, chosen }: Choice, mean: Float64Array): void {
  for (let t = 0; t < SIZE; t += 1) {
    sum[t] = (sum[t] ?? 0) + (traits[chosen * SIZE + t] ?? 0) - (mean[t] ?? 0);
  }
}

/** Adds the covariance of the traits over the candidates to the lower triangle of `sum`. */
function addCovariance(sum: Matrix, { traits }: Choice, { shares, mean }: Expectation): void {
  const deviation = new Float64Array(SIZE);
  shares.forEach((share, row) => {
    for (let t = 0; t < SIZE; t += 1) deviation[t] = (traits[row * SIZE + t] ?? 0) - (mean[t] ?? 0);
    for (let t = 0; t < SIZE; t += 1) {
      const scaled = share * (deviation[t] ?? 0);
      if (scaled === 0) continue;
      const line = sum[t] as Float64Array;
      for (let u = 0; u <= t; u += 1) line[u] = (line[u] ?? 0) + scaled * (deviation[u] ?? 0);
    }
  });
}

/** Conditional logit of the choices by Newton's method: the trait weights that explain them best. */
export function fitHabits(choices: readonly Choice[]): Float64Array {
  let weights = new Float64Array(SIZE);
  for (let step = 0; step < NEWTON_STEPS; step += 1) {
    const gradient = weights.map((weight) => -LOGIT_RIDGE * weight);
    const curvature = zeros(SIZE);
    curvature.forEach((line, t) => (line[t] = LOGIT_RIDGE));
    for (const choice of choices) {
      const expected = expectation(choice, weights);
      addUsage(gradient, choice, expected.mean);
      addCovariance(curvature, choice, expected);
    }
    const [move = new Float64Array(SIZE)] = solve(curvature, [gradient]);
    weights = weights.map((weight, t) => weight + (move[t] ?? 0));
    if (move.every((value) => Math.abs(value) < NEWTON_TOLERANCE)) break;
  }
  return weights;
}

/** Usage of each trait: what was chosen less what the habits lead one to expect, summed over the choices. */
export function usage(choices: readonly Choice[], habits: Float64Array): Float64Array {
  const sum = new Float64Array(SIZE);
  for (const choice of choices) addUsage(sum, choice, expectation(choice, habits).mean);
  return sum;
}

/** Measures the usage of every seat. Habits are those of a side in one kind of game, over all the games given. */
export function measure(games: readonly PlayedGame[]): readonly MeasuredGame[] {
  const choicesBy = new Map<string, Choice[]>();
  const keyOf = (game: string, side: MaximSide): string => `${game}/${side}`;
  for (const { game, seats } of games) {
    for (const { side, choices } of seats) {
      const all = choicesBy.get(keyOf(game, side)) ?? [];
      all.push(...choices);
      choicesBy.set(keyOf(game, side), all);
    }
  }
  const habits = new Map([...choicesBy].map(([key, choices]) => [key, fitHabits(choices)]));
  return games.map(({ game, seats }) => ({
    game,
    seats: seats.map(({ side, success, choices }) => ({
      side,
      success,
      usage: usage(choices, habits.get(keyOf(game, side)) ?? new Float64Array(SIZE)),
    })),
  }));
}
