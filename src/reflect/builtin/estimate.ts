/**
 * Which traits went with winning, in two standard steps.
 *
 * 1. What each side's habits are: a conditional logit (McFadden 1974) of the moves that were made among those that
 *    could have been. What a seat did beyond its habit, summed over a game, is its *usage* of a trait. Given what
 *    the seat saw, its expected value is 0, so usage is not confounded with the deal or with how a game went.
 * 2. How usage goes with success: Bayesian linear regression of a game's success on both sides' usage, with what
 *    the previous playbook says as the prior. For a softmax policy this is the natural policy gradient (Kakade
 *    2001: least squares on the score function).
 */
import { TRAIT_NAMES } from '../../games/engine/traits.js';
import type { Maxim, MaximSide } from '../../players/builtin/maxims.js';
import { inverseDiagonal, solve, zeros } from './linear.js';
import type { Choice } from './replay.js';

const SIZE = TRAIT_NAMES.length;

/** Variance of a clear choice: even odds between two moves that differ by 1 in the trait. */
const CLEAR_CHOICE = 0.25;

/** How many clear choices the belief "it makes no difference" is worth before anything was seen. */
const SCEPTICISM = 1000;

/** One contestant of one game: a side, or a seat where there are no sides. */
export interface Contest {
  readonly game: string;
  readonly side: MaximSide;
  /** 1 for a win, ½ for a draw, 0 for a loss. */
  readonly success: number;
  readonly choices: readonly Choice[];
  /** What everybody else in that game chose; explains away part of the luck. */
  readonly against: readonly Choice[];
}

/** Ridge of the logit, small beside the thousands of choices it is fitted to; keeps it finite without variation. */
const LOGIT_RIDGE = 1;
const NEWTON_STEPS = 12;
const NEWTON_TOLERANCE = 1e-6;

/** What the weights expect of a choice: the mean of each trait, and the probability of each move. */
function expectation({ traits }: Choice, weights: Float64Array): { shares: number[]; mean: Float64Array } {
  const scores = traits.map((row) => row.reduce((sum, value, t) => sum + value * (weights[t] ?? 0), 0));
  const top = Math.max(...scores);
  const raw = scores.map((value) => Math.exp(value - top));
  const total = raw.reduce((sum, value) => sum + value, 0);
  const shares = raw.map((value) => value / total);
  const mean = new Float64Array(SIZE);
  traits.forEach((row, index) => {
    const share = shares[index] ?? 0;
    for (let t = 0; t < SIZE; t += 1) mean[t] = (mean[t] ?? 0) + share * (row[t] ?? 0);
  });
  return { shares, mean };
}

/** Conditional logit of the choices by Newton's method: the trait weights that explain them best. */
export function fitHabits(choices: readonly Choice[]): Float64Array {
  let weights = new Float64Array(SIZE);
  for (let step = 0; step < NEWTON_STEPS; step += 1) {
    const gradient = Float64Array.from(weights, (weight) => -LOGIT_RIDGE * weight);
    const curvature = zeros(SIZE);
    for (const row of curvature.entries()) row[1][row[0]] = LOGIT_RIDGE;
    for (const choice of choices) {
      const { shares, mean } = expectation(choice, weights);
      const made = choice.traits[choice.chosen] as Float64Array;
      for (let t = 0; t < SIZE; t += 1) gradient[t] = (gradient[t] ?? 0) + (made[t] ?? 0) - (mean[t] ?? 0);
      choice.traits.forEach((row, index) => {
        const share = shares[index] ?? 0;
        for (let t = 0; t < SIZE; t += 1) {
          const deviation = (row[t] ?? 0) - (mean[t] ?? 0);
          if (deviation === 0) continue;
          const line = curvature[t] as Float64Array;
          for (let u = 0; u <= t; u += 1) {
            line[u] = (line[u] ?? 0) + share * deviation * ((row[u] ?? 0) - (mean[u] ?? 0));
          }
        }
      });
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
  for (const choice of choices) {
    const { mean } = expectation(choice, habits);
    const made = choice.traits[choice.chosen] as Float64Array;
    for (let t = 0; t < SIZE; t += 1) sum[t] = (sum[t] ?? 0) + (made[t] ?? 0) - (mean[t] ?? 0);
  }
  return sum;
}

function centred(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const name = key(item);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

/** Rows of the regression: usage of the contestant and of the others, and success, centred within the game. */
function rowsOf(contests: readonly Contest[]): { readonly x: Float64Array; readonly y: number }[] {
  return groupBy(contests, ({ game }) => game).flatMap((group) => {
    const own = fitHabits(group.flatMap(({ choices }) => choices));
    const others = fitHabits(group.flatMap(({ against }) => against));
    const success = centred(group.map((contest) => contest.success));
    return group.map(({ choices, against }, index) => ({
      x: Float64Array.of(...usage(choices, own), ...usage(against, others)),
      y: success[index] ?? 0,
    }));
  });
}

/**
 * What the contests of one side, taken together with the prior, say about each trait.
 *
 * @param prior maxims of that side from the previous playbook; a trait without one starts at no effect
 * @returns one maxim for each trait that anything is known about, ungraded
 */
export function learn(side: MaximSide, contests: readonly Contest[], prior: readonly Maxim[]): readonly Maxim[] {
  const known = new Map(prior.map((maxim) => [maxim.trait, maxim]));
  const evidence = TRAIT_NAMES.map((trait) => known.get(trait)?.evidence ?? 0);
  const start = TRAIT_NAMES.map((trait) => (known.get(trait)?.strength ?? 0) / 100);

  const precision = zeros(2 * SIZE);
  const pull = new Float64Array(2 * SIZE);
  for (let t = 0; t < 2 * SIZE; t += 1) {
    const belief = CLEAR_CHOICE * (SCEPTICISM + (evidence[t] ?? 0));
    (precision[t] as Float64Array)[t] = belief;
    pull[t] = belief * (start[t] ?? 0);
  }
  for (const { x, y } of rowsOf(contests)) {
    for (let t = 0; t < 2 * SIZE; t += 1) {
      const value = x[t] ?? 0;
      if (value === 0) continue;
      pull[t] = (pull[t] ?? 0) + value * y;
      const line = precision[t] as Float64Array;
      for (let u = 0; u < 2 * SIZE; u += 1) line[u] = (line[u] ?? 0) + value * (x[u] ?? 0);
    }
  }
  const [effect = new Float64Array(2 * SIZE)] = solve(precision, [pull]);
  const spread = inverseDiagonal(precision);
  return TRAIT_NAMES.map((trait, t) => ({
    side,
    trait,
    strength: 100 * (effect[t] ?? 0),
    evidence: Math.max(0, 1 / (CLEAR_CHOICE * (spread[t] ?? 1)) - SCEPTICISM),
  })).filter((maxim) => Math.round(maxim.evidence) > 0);
}
