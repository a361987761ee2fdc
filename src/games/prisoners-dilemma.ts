/**
 * Prisoner's Dilemma, repeated: two players, five rounds by default. In each round both choose at once, in secret,
 * to cooperate or to defect. Both cooperate: 3 each. Both defect: 1 each. One defects alone: 5 for the defector,
 * 0 for the other. The higher total wins; the margin does not matter.
 *
 * Rules as played in Social Gym, whose reference agrees with them. Since total₀ − total₁ is five times the
 * difference in defections, defecting every round cannot lose; cooperation shows in the joint total alone.
 */
import { z } from 'zod';
import type { Candidate, GameDefinition, Outcome, View } from './engine/definition.js';
import { either, lean, shareOf } from './shared/moves.js';
import { contestRewards } from './shared/rewards.js';
import { pastOf, repeatedGame } from './shared/repeated.js';
import type { RepeatedState } from './shared/repeated.js';
import { bySeat } from './shared/winners.js';

type Move = 'cooperate' | 'defect';

const PAYOFFS = {
  cooperate: { cooperate: [3, 3], defect: [0, 5] },
  defect: { cooperate: [5, 0], defect: [1, 1] },
} as const;

const optionsSchema = z.strictObject({
  /** Rounds played; nothing ends the game earlier. */
  rounds: z.int().min(1).max(100).default(5),
});

type Options = z.infer<typeof optionsSchema>;
type State = RepeatedState<Options, Move>;

function outcome({ totals, history }: State): Outcome {
  const [first = 0, second = 0] = totals;
  const rate = (seat: number): number =>
    history.filter((moves) => moves[seat] === 'cooperate').length / history.length;
  return {
    rewards: contestRewards(first, second),
    ending: 'last-round',
    measures: {
      ...bySeat('total', totals),
      joint: first + second,
      ...bySeat('cooperationRate', [rate(0), rate(1)]),
    },
  };
}

function candidates(view: View): Candidate[] {
  const { round, rounds, moves } = pastOf<Move>(view);
  const rival = moves.map((both) => both[1 - view.seat]);
  const last = rival.at(-1);
  return either(
    { action: 'choose', move: 'cooperate' },
    { action: 'choose', move: 'defect' },
    {
      loyalty: 0.8,
      risk: 0.5,
      suspect: 0.6 * lean(shareOf(rival, (move) => move === 'cooperate', 0.5)),
      conform: last === undefined ? 0 : last === 'cooperate' ? 0.4 : -0.4,
      patience: (0.5 * (rounds - round)) / rounds,
    },
  );
}

/** Prisoner's Dilemma. */
export const prisonersDilemma: GameDefinition<State, Options> = {
  id: 'prisoners-dilemma',
  title: "Prisoner's Dilemma",
  rulesVersion: 1,
  summary: 'Two players, round after round, cooperate or defect; the higher total wins.',
  category: 'normal-form',
  information: 'complete',
  talk: 'none',
  skills: ['SR', 'CO'],
  rating: 'competitive',
  players: { min: 2, max: 2, default: 2 },
  rewardByRank: false,
  options: optionsSchema,
  referenceOptions: {},
  ...repeatedGame<Options, Move>({
    action: 'choose',
    field: 'move',
    accepts: { type: 'choice', options: ['cooperate', 'defect'] },
    // Never gives the seat that failed to answer an edge.
    fallback: () => 'cooperate',
    payoffs: ([one = 'cooperate', other = 'cooperate']) => PAYOFFS[one][other],
  }),
  outcome,
  candidates,
};
