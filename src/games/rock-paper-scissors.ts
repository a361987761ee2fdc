/**
 * Rock Paper Scissors, repeated: two players, ten rounds by default. In each round both choose at once, in secret.
 * Rock beats scissors, scissors beats paper, paper beats rock; equal moves tie. The winner of a round scores 1.
 * All rounds are played; more points win, and the margin does not matter.
 *
 * Rules as told to players in Social Gym. Its code also takes 1 from the loser of a round (`scoring: "zero-sum"`);
 * that changes the stored totals and no outcome.
 */
import { z } from 'zod';
import type { Candidate, GameDefinition, Outcome, View } from './engine/definition.js';
import { shareOf } from './shared/moves.js';
import { contestRewards } from './shared/rewards.js';
import { pastOf, repeatedGame } from './shared/repeated.js';
import type { RepeatedState } from './shared/repeated.js';
import { bySeat } from './shared/winners.js';

const MOVES = ['rock', 'paper', 'scissors'] as const;

type Move = (typeof MOVES)[number];

const BEATS: Readonly<Record<Move, Move>> = { rock: 'scissors', scissors: 'paper', paper: 'rock' };

const optionsSchema = z.strictObject({
  /** Rounds played; nothing ends the game earlier. */
  rounds: z.int().min(1).max(100).default(10),
  /** `points`: +1 for winning a round. `zero-sum` (reference): also −1 for losing one. */
  scoring: z.enum(['points', 'zero-sum']).default('points'),
});

type Options = z.infer<typeof optionsSchema>;
type State = RepeatedState<Options, Move>;

/** The seat that wins a round; null for a tie. */
function roundWinner([one = 'rock', other = 'rock']: readonly Move[]): 0 | 1 | null {
  return one === other ? null : BEATS[one] === other ? 0 : 1;
}

/** Entropy of a seat's moves, in bits: 0 for always the same, log₂ 3 ≈ 1.585 for all three alike (Shannon 1948). */
function entropy(shares: readonly number[]): number {
  return shares.reduce((sum, share) => (share === 0 ? sum : sum - share * Math.log2(share)), 0);
}

function outcome({ totals, history }: State): Outcome {
  const [first = 0, second = 0] = totals;
  const won = (seat: 0 | 1 | null): number => history.filter((moves) => roundWinner(moves) === seat).length;
  const shares = (seat: number): number[] =>
    MOVES.map((move) => history.filter((moves) => moves[seat] === move).length / history.length);
  return {
    rewards: contestRewards(first, second),
    ending: 'last-round',
    measures: {
      ...bySeat('total', totals),
      ...bySeat('roundsWon', [won(0), won(1)]),
      roundsTied: won(null),
      ...Object.fromEntries(
        MOVES.flatMap((move, i) => [0, 1].map((seat) => [`${move}Rate${seat}`, shares(seat)[i] ?? 0])),
      ),
      ...bySeat('entropy', [entropy(shares(0)), entropy(shares(1))]),
    },
  };
}

function candidates(view: View): Candidate[] {
  const { moves } = pastOf<Move>(view);
  const rival = moves.map((both) => both[1 - view.seat]);
  const own = moves.map((both) => both[view.seat]);
  const rate = (list: readonly (Move | undefined)[], wanted: Move): number =>
    shareOf(list, (move) => move === wanted, 1 / 3);
  return MOVES.map((move) => {
    const beatenBy = MOVES.find((stronger) => BEATS[stronger] === move) ?? move;
    return {
      action: { action: 'choose', move },
      traits: {
        suspect: rate(rival, BEATS[move]) - rate(rival, beatenBy),
        conform: move === rival.at(-1) ? 0.5 : 0,
        patience: move === own.at(-1) ? 0.5 : 0,
        // A mix of moves gives nothing away; what was played least is looked for least.
        blend: 1 / 3 - rate(own, move),
        risk: rate(rival, beatenBy) - 1 / 3,
      },
    };
  });
}

/** Rock Paper Scissors. */
export const rockPaperScissors: GameDefinition<State, Options> = {
  id: 'rock-paper-scissors',
  title: 'Rock Paper Scissors',
  rulesVersion: 1,
  summary: 'Two players, round after round, show rock, paper or scissors; more rounds won win.',
  category: 'normal-form',
  information: 'complete',
  talk: 'none',
  skills: ['SR'],
  rating: 'competitive',
  players: { min: 2, max: 2, default: 2 },
  rewardByRank: false,
  options: optionsSchema,
  referenceOptions: { scoring: 'zero-sum' },
  ...repeatedGame<Options, Move>({
    action: 'choose',
    field: 'move',
    accepts: { type: 'choice', options: MOVES },
    // Fixed: a random default would give a failing player the one strategy that cannot be exploited.
    fallback: () => 'rock',
    payoffs(moves, { scoring }) {
      const winner = roundWinner(moves);
      return moves.map((_, seat) =>
        winner === null ? 0 : seat === winner ? 1 : scoring === 'zero-sum' ? -1 : 0,
      );
    },
    facts: {
      names: ['winner'],
      of(moves, { names }) {
        const winner = roundWinner(moves);
        return { winner: winner === null ? null : (names[winner] ?? null) };
      },
    },
  }),
  outcome,
  candidates,
};
