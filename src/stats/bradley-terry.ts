/**
 * Bradley–Terry ratings by penalised maximum likelihood, on the Elo scale. With n[i][j] the wins of i over j and
 * r the rating minus 1000, the fit minimises
 *
 *     F(r) = Σ_{i≠j} n[i][j] · ln(1 + 10^(−(r_i − r_j)/400))  +  Σ_i r_i² / (2 · C · 400²)
 *
 * The penalty is a normal prior around 1000 (standard deviation 126.5 at C = 0.1): it keeps a sweep finite and
 * F strictly convex, so Newton’s method with step halving finds the one optimum.
 */

/** Elo points at which the odds are ten to one. */
const SCALE = 400;

/** Mean rating. */
export const MEAN_RATING = 1000;

/** Strength of the data against the penalty: the larger, the weaker the pull towards the mean. */
export const DEFAULT_C = 0.1;

/**
 * The fit stops when no component of F’s gradient, by Elo point, is larger. F curves by at least 6·10⁻⁵ a squared
 * point (the penalty at C = 0.1), so ratings are then within 2·10⁻⁸ points of the optimum.
 */
const GRADIENT_TOLERANCE = 1e-12;

/** Or when a step moves no rating by more than this many Elo points, which is where rounding stops it. */
const STEP_TOLERANCE = 1e-9;

/** Newton needs about 5 steps from the mean; a fit that is not done by then is a fault of ours. */
const MAX_STEPS = 100;

/** Error of F by rounding, relative to F: decreases smaller than it cannot be seen. */
const ROUNDING = 1e-13;

/** Share of the decrease Newton’s model foresees that a step must bring (Armijo). */
const SUFFICIENT_DECREASE = 1e-4;

/** Elo points of one unit of log-odds, in which the solver works. */
const POINTS = SCALE / Math.LN10;

/** Ratings of a set of players. */
export interface RatingFit {
  /** Elo by player; the mean of each group is 1000. */
  readonly ratings: readonly number[];
  /**
   * Players that games link, directly or through others. With more than one group, ratings can be compared
   * within a group only: nothing was observed between them.
   */
  readonly groups: readonly (readonly number[])[];
  /** Players without a result. They stand at 1000 for want of data. */
  readonly idle: readonly number[];
  /** Newton steps taken. */
  readonly steps: number;
  /** Largest component of F’s gradient at the ratings, by Elo point. */
  readonly gradient: number;
}

/** Newton’s method for a fixed number of players, with its working memory. */
export interface RatingSolver {
  /**
   * Fits a count matrix (row-major; entry `i · players + j` is n[i][j]), starting from `strengths`, which it
   * replaces by the optimum. Strengths are ratings minus 1000 in units of log-odds ({@link toRating}).
   */
  solve(counts: ArrayLike<number>, strengths: Float64Array): { steps: number; gradient: number };
}

/** The Elo rating of a strength in log-odds. */
export function toRating(strength: number): number {
  return MEAN_RATING + strength * POINTS;
}

/** The strength in log-odds of an Elo rating. */
export function toStrength(rating: number): number {
  return (rating - MEAN_RATING) / POINTS;
}

function largest(values: Float64Array): number {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  return most;
}

/** Replaces the lower triangle of a positive definite matrix by its Cholesky factor, then `vector` by the solution. */
function solveInPlace(matrix: Float64Array, vector: Float64Array, size: number): void {
  for (let column = 0; column < size; column += 1) {
    const head = column * size;
    for (let row = column; row < size; row += 1) {
      let sum = matrix[row * size + column] as number;
      for (let k = 0; k < column; k += 1) {
        sum -= (matrix[row * size + k] as number) * (matrix[head + k] as number);
      }
      matrix[row * size + column] = row === column ? Math.sqrt(sum) : sum / (matrix[head + column] as number);
    }
  }
  for (let row = 0; row < size; row += 1) {
    let sum = vector[row] as number;
    for (let k = 0; k < row; k += 1) sum -= (matrix[row * size + k] as number) * (vector[k] as number);
    vector[row] = sum / (matrix[row * size + row] as number);
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    let sum = vector[row] as number;
    for (let k = row + 1; k < size; k += 1) sum -= (matrix[k * size + row] as number) * (vector[k] as number);
    vector[row] = sum / (matrix[row * size + row] as number);
  }
}

/**
 * A solver for `players` players. Make one and reuse it over many count matrices; it is not re-entrant.
 *
 * @param c see {@link DEFAULT_C}.
 */
export function ratingSolver(players: number, c: number = DEFAULT_C): RatingSolver {
  const size = players;
  const pull = 1 / (c * Math.LN10 ** 2);
  const gradient = new Float64Array(size);
  const hessian = new Float64Array(size * size);
  const step = new Float64Array(size);
  const trial = new Float64Array(size);

  /** F at `at`, with its gradient and the lower triangle of its Hessian left in the working memory. */
  const evaluate = (counts: ArrayLike<number>, at: Float64Array): number => {
    let value = 0;
    hessian.fill(0);
    for (let i = 0; i < size; i += 1) {
      const strength = at[i] as number;
      value += (pull * strength * strength) / 2;
      gradient[i] = pull * strength;
      hessian[i * size + i] = pull;
    }
    for (let i = 1; i < size; i += 1) {
      for (let j = 0; j < i; j += 1) {
        const wins = counts[i * size + j] as number;
        const losses = counts[j * size + i] as number;
        const total = wins + losses;
        if (total === 0) continue;
        const lead = (at[i] as number) - (at[j] as number);
        // e^(−|lead|) never overflows.
        const odds = Math.exp(-Math.abs(lead));
        const chance = (lead >= 0 ? 1 : odds) / (1 + odds);
        value += total * Math.log1p(odds) + (lead >= 0 ? losses * lead : -wins * lead);
        const slope = total * chance - wins;
        gradient[i] = (gradient[i] as number) + slope;
        gradient[j] = (gradient[j] as number) - slope;
        const curve = total * chance * (1 - chance);
        hessian[i * size + j] = -curve;
        hessian[i * size + i] = (hessian[i * size + i] as number) + curve;
        hessian[j * size + j] = (hessian[j * size + j] as number) + curve;
      }
    }
    return value;
  };

  return {
    solve(counts, strengths) {
      let value = evaluate(counts, strengths);
      for (let steps = 0; ; steps += 1) {
        const slope = largest(gradient) / POINTS;
        if (slope <= GRADIENT_TOLERANCE || steps === MAX_STEPS) return { steps, gradient: slope };
        step.set(gradient);
        solveInPlace(hessian, step, size);
        let decrement = 0;
        for (let i = 0; i < size; i += 1) decrement += (step[i] as number) * (gradient[i] as number);
        const slack = ROUNDING * (1 + Math.abs(value));
        let next = 0;
        for (let share = 1; ; share /= 2) {
          for (let i = 0; i < size; i += 1) trial[i] = (strengths[i] as number) - share * (step[i] as number);
          next = evaluate(counts, trial);
          if (next <= value - SUFFICIENT_DECREASE * share * decrement + slack) break;
        }
        value = next;
        strengths.set(trial);
        if (largest(step) * POINTS <= STEP_TOLERANCE) {
          return { steps: steps + 1, gradient: largest(gradient) / POINTS };
        }
      }
    },
  };
}

/** Players linked by results, as lists of indices, each in rising order. */
function linkedGroups(counts: ArrayLike<number>, players: number): number[][] {
  const group = Array.from({ length: players }, () => -1);
  const groups: number[][] = [];
  for (let start = 0; start < players; start += 1) {
    if (group[start] !== -1) continue;
    const members = [start];
    group[start] = groups.length;
    // The list grows while it is walked.
    for (const member of members) {
      for (let other = 0; other < players; other += 1) {
        const met = (counts[member * players + other] ?? 0) + (counts[other * players + member] ?? 0) > 0;
        if (!met || group[other] !== -1) continue;
        group[other] = groups.length;
        members.push(other);
      }
    }
    groups.push(members.sort((a, b) => a - b));
  }
  return groups;
}

/**
 * Rates `players` players from a count matrix (row-major; entry `i · players + j` holds the wins of i over j; see
 * `countMatrix` for ties). Throws a RangeError if the matrix has another size.
 *
 * @param c see {@link DEFAULT_C}.
 */
export function fitRatings(counts: ArrayLike<number>, players: number, c: number = DEFAULT_C): RatingFit {
  if (counts.length !== players * players) {
    throw new RangeError(`counts must have ${players} × ${players} entries, got ${counts.length}`);
  }
  const strengths = new Float64Array(players);
  const { steps, gradient } = ratingSolver(players, c).solve(counts, strengths);
  const linked = linkedGroups(counts, players);
  // At the optimum the penalty holds every group’s mean at 0 already; this takes the last rounding out.
  for (const members of linked) {
    const mean = members.reduce((sum, member) => sum + (strengths[member] as number), 0) / members.length;
    for (const member of members) strengths[member] = (strengths[member] as number) - mean;
  }
  return {
    ratings: Array.from(strengths, toRating),
    groups: linked.filter(({ length }) => length > 1),
    idle: linked.filter(({ length }) => length === 1).flat(),
    steps,
    gradient,
  };
}
