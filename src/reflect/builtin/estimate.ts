/**
 * Which traits went with winning: Bayesian linear regression of success on both camps' usage of each trait, with
 * what the previous playbook says as the prior. As usage is the score function of the fitted softmax policy, this
 * is its natural policy gradient (Kakade 2001), here with a prior that is sceptical of every effect.
 */
import { TRAIT_NAMES } from '../../games/engine/traits.js';
import type { Maxim, MaximSide } from '../../players/builtin/maxims.js';
import type { MeasuredGame } from './habits.js';
import { inverseDiagonal, solve, zeros } from './linear.js';

const SIZE = TRAIT_NAMES.length;

/** Variance of a clear choice: even odds between two moves that differ by 1 in the trait. */
const CLEAR_CHOICE = 0.25;

/** How many clear choices the belief "it makes no difference" is worth before anything was seen. */
export const SCEPTICISM = 1000;

/** One observation: own usage followed by everybody else's, which explains away part of the luck, and success. */
interface Row extends Observation {
  readonly game: string;
}

function rowOf({ game, seats }: MeasuredGame, own: (index: number) => boolean): Row {
  const x = new Float64Array(2 * SIZE);
  seats.forEach(({ usage }, index) => {
    const offset = own(index) ? 0 : SIZE;
    usage.forEach((value, t) => (x[offset + t] = (x[offset + t] ?? 0) + value));
  });
  return { game, x, y: seats.find((_, index) => own(index))?.success ?? 0 };
}

/** The observations of one side: one a game, or one a seat where there are no sides. */
function rowsOf(side: MaximSide, measured: MeasuredGame): readonly Row[] {
  const { seats } = measured;
  if (side === 'any') {
    return seats.flatMap((seat, index) =>
      seat.side === side ? [rowOf(measured, (other) => other === index)] : [],
    );
  }
  return seats.some((seat) => seat.side === side)
    ? [rowOf(measured, (index) => seats[index]?.side === side)]
    : [];
}

/** Success less its mean in games of the same kind. */
function centred(rows: readonly Row[]): readonly Row[] {
  const totals = new Map<string, { sum: number; count: number }>();
  for (const { game, y } of rows) {
    const { sum, count } = totals.get(game) ?? { sum: 0, count: 0 };
    totals.set(game, { sum: sum + y, count: count + 1 });
  }
  return rows.map((row) => {
    const { sum, count } = totals.get(row.game) ?? { sum: 0, count: 1 };
    return { ...row, y: row.y - sum / count };
  });
}

/** One observation of how a camp played and how that ended. */
export interface Observation {
  /** Own usage of each trait, then everybody else's; 0 where it is not known. */
  readonly x: Float64Array;
  /** Success less what was to be expected, −1 to 1. */
  readonly y: number;
}

/**
 * What observations say about each trait of one side, taken together with the prior.
 *
 * @param prior what is known of that side so far; a trait that is not in it starts at no effect
 * @returns a maxim, not yet graded and with its evidence not yet rounded, for each trait
 */
export function posterior(
  side: MaximSide,
  observations: readonly Observation[],
  prior: readonly Maxim[],
): readonly Maxim[] {
  const known = new Map(prior.map((maxim) => [maxim.trait, maxim]));
  const precision = zeros(2 * SIZE);
  const pull = new Float64Array(2 * SIZE);
  precision.forEach((line, t) => {
    const trait = TRAIT_NAMES[t];
    const maxim = trait === undefined ? undefined : known.get(trait);
    line[t] = CLEAR_CHOICE * (SCEPTICISM + (maxim?.evidence ?? 0));
    pull[t] = (line[t] ?? 0) * ((maxim?.strength ?? 0) / 100);
  });
  for (const { x, y } of observations) {
    x.forEach((value, t) => {
      pull[t] = (pull[t] ?? 0) + value * y;
      const line = precision[t] as Float64Array;
      x.forEach((other, u) => (line[u] = (line[u] ?? 0) + value * other));
    });
  }
  const [effect = pull] = solve(precision, [pull]);
  const spread = inverseDiagonal(precision);
  return TRAIT_NAMES.map((trait, t): Maxim => ({
    side,
    trait,
    strength: 100 * (effect[t] ?? 0),
    evidence: Math.max(0, 1 / (CLEAR_CHOICE * (spread[t] ?? 1)) - SCEPTICISM),
  }));
}

/** What the games say about one side, taken together with the prior: a maxim for each trait anything is known of. */
export function learn(
  side: MaximSide,
  games: readonly MeasuredGame[],
  prior: readonly Maxim[],
): readonly Maxim[] {
  const observations = centred(games.flatMap((game) => rowsOf(side, game)));
  return posterior(side, observations, prior).filter(({ evidence }) => Math.round(evidence) > 0);
}
