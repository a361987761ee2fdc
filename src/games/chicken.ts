/**
 * Chicken (Hawk-Dove), repeated: two players, ten rounds by default. In each round both choose at once, in secret,
 * to swerve or to go straight. Both swerve: 3 each. One goes straight alone: 5 for it, 1 for the one that swerved.
 * Both go straight: a crash, 0 each, and play goes on. The higher total wins; the margin does not matter.
 *
 * Rules as played in Social Gym, whose reference agrees with them. A crash costs both the same, so under this
 * reward always going straight cannot lose; what crashes cost shows in the joint total alone.
 */
import { z } from 'zod';
import type { Candidate, GameDefinition, Outcome, View } from './engine/definition.js';
import { either, lean, shareOf } from './shared/moves.js';
import { contestRewards } from './shared/rewards.js';
import { pastOf, repeatedGame } from './shared/repeated.js';
import type { RepeatedState } from './shared/repeated.js';
import { bySeat } from './shared/winners.js';

type Move = 'swerve' | 'straight';

const PAYOFFS = {
  swerve: { swerve: [3, 3], straight: [1, 5] },
  straight: { swerve: [5, 1], straight: [0, 0] },
} as const;

const optionsSchema = z.strictObject({
  /** Rounds played; nothing ends the game earlier. */
  rounds: z.int().min(1).max(100).default(10),
});

type Options = z.infer<typeof optionsSchema>;
type State = RepeatedState<Options, Move>;

const isCrash = (moves: readonly Move[]): boolean => moves.every((move) => move === 'straight');

function outcome({ totals, history }: State): Outcome {
  const [first = 0, second = 0] = totals;
  return {
    rewards: contestRewards(first, second),
    ending: 'last-round',
    measures: { ...bySeat('total', totals), joint: first + second, crashes: history.filter(isCrash).length },
  };
}

function candidates(view: View): Candidate[] {
  const { moves } = pastOf<Move>(view);
  const rival = moves.map((both) => both[1 - view.seat]);
  const last = moves.at(-1);
  const signOf = (move: Move | undefined): number => (move === undefined ? 0 : move === 'straight' ? 1 : -1);
  return either(
    { action: 'choose', move: 'straight' },
    { action: 'choose', move: 'swerve' },
    {
      control: 0.6,
      risk: 0.7,
      loyalty: -0.4,
      // Going straight pays against those who swerve.
      suspect: 0.6 * lean(shareOf(rival, (move) => move === 'swerve', 0.5)),
      conform: 0.3 * signOf(last?.[1 - view.seat]),
      patience: 0.3 * signOf(last?.[view.seat]),
    },
  );
}

/** Chicken. */
export const chicken: GameDefinition<State, Options> = {
  id: 'chicken',
  title: 'Chicken',
  rulesVersion: 1,
  summary: 'Two players, round after round, swerve or go straight; the higher total wins.',
  category: 'normal-form',
  information: 'complete',
  talk: 'none',
  skills: ['SR', 'CD'],
  rating: 'competitive',
  players: { min: 2, max: 2, default: 2 },
  rewardByRank: false,
  options: optionsSchema,
  referenceOptions: {},
  ...repeatedGame<Options, Move>({
    action: 'choose',
    field: 'move',
    accepts: { type: 'choice', options: ['swerve', 'straight'] },
    // Never gains on the other.
    fallback: () => 'swerve',
    payoffs: ([one = 'swerve', other = 'swerve']) => PAYOFFS[one][other],
    facts: { names: ['crash'], of: (moves) => ({ crash: isCrash(moves) }) },
  }),
  outcome,
  candidates,
};
