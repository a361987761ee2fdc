/**
 * Public goods, repeated: four players by default, ten rounds. In each round everyone has 10 fresh tokens and decides
 * at once, in secret, how many go into the common pool. The pool is multiplied by 1.5 and shared out evenly; what a
 * player did not give it keeps. By earnings the top half of the players win and the bottom half lose.
 *
 * Rules as played in Social Gym, with exact earnings: they are kept in whole units of 1/(2n) token, so that ties are
 * true ties (the reference rounds after every round, which makes and breaks ties by accident). A tie across the cut
 * pays 0 to all tied, and a missing answer gives half; the reference breaks ties by seat, makes the middle of an odd
 * number lose (`cutTie: "seat"`), and lets a missing answer give nothing (`missedAmount: 0`).
 */
import { z } from 'zod';
import type { Candidate, GameDefinition, Outcome, View } from './engine/definition.js';
import { rankRewards, sharedGroups } from './shared/rewards.js';
import type { CutTie } from './shared/rewards.js';
import { pastOf, repeatedGame } from './shared/repeated.js';
import type { RepeatedState } from './shared/repeated.js';
import { bySeat } from './shared/winners.js';

/** Tokens of each player in each round. */
const TOKENS = 10;
/** The pool is multiplied by 3/2. */
const MULTIPLIER = { over: 3, under: 2 };

const optionsSchema = z.strictObject({
  /** Rounds played; nothing ends the game earlier. */
  rounds: z.int().min(1).max(100).default(10),
  /** A tie across the line between top and bottom half: 0 for all tied, or (reference) lower seats first. */
  cutTie: z.enum(['zero', 'seat']).default('zero'),
  /** Tokens that a seat gives when it gives no legal answer; the reference gives none, the best move for rank. */
  missedAmount: z
    .int()
    .min(0)
    .max(TOKENS)
    .default(TOKENS / 2),
});

type Options = z.infer<typeof optionsSchema>;
type State = RepeatedState<Options, number>;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Whole units of a token in which earnings of `players` seats are exact. */
const unitsPerToken = (players: number): number => MULTIPLIER.under * players;

function rewardsOf(earnings: readonly number[], cutTie: CutTie): number[] {
  const rewards = rankRewards(earnings, cutTie);
  const allEqual = earnings.every((own) => own === earnings[0]);
  // In the reference whoever is not in the top half loses, the middle of an odd number too.
  return cutTie === 'seat' && !allEqual ? rewards.map((reward) => (reward === 0 ? -1 : reward)) : rewards;
}

function outcome({ options, players, totals, history }: State): Outcome {
  const rewards = rewardsOf(totals, options.cutTie);
  const units = unitsPerToken(players);
  const kept = TOKENS * players * options.rounds * units;
  return {
    rewards,
    ending: 'last-round',
    measures: {
      ...bySeat(
        'total',
        totals.map((total) => total / units),
      ),
      joint: sum(totals) / units,
      // 0 when nobody ever gives, 1 when everybody gives all: what the pool added over the most it could add.
      efficiency: (sum(totals) - kept) / (kept * (MULTIPLIER.over / MULTIPLIER.under - 1)),
      ...bySeat(
        'given',
        totals.map((_, seat) => sum(history.map((amounts) => amounts[seat] ?? 0))),
      ),
      ...Object.fromEntries(history.map((amounts, i) => [`poolRound${i + 1}`, sum(amounts)])),
    },
    sharedByDesign: sharedGroups(rewards).filter(([seat = 0]) => rewards[seat] !== 0),
  };
}

/** Amounts that builtin players consider, beside what the others gave last on average. */
const CONSIDERED = [0, 2, 5, 8, TOKENS];

function candidates(view: View): Candidate[] {
  const { round, rounds, moves } = pastOf<number>(view);
  const others = moves.at(-1)?.filter((_, seat) => seat !== view.seat) ?? [];
  const mean = others.length === 0 ? TOKENS / 2 : sum(others) / others.length;
  return [...new Set([...CONSIDERED, Math.round(mean)])].map((amount) => {
    const giving = (2 * amount) / TOKENS - 1;
    return {
      action: { action: 'contribute', amount },
      traits: {
        loyalty: 0.8 * giving,
        risk: 0.4 * giving,
        suspect: 0.6 * giving * ((2 * mean) / TOKENS - 1),
        conform: others.length === 0 ? 0 : 0.5 * (1 - (4 * Math.abs(amount - mean)) / TOKENS),
        patience: (0.4 * giving * (rounds - round)) / rounds,
      },
    };
  });
}

/** Public goods. */
export const publicGoods: GameDefinition<State, Options> = {
  id: 'public-goods',
  title: 'Public Goods',
  rulesVersion: 1,
  summary:
    'Players, round after round, keep tokens or give them to a pool that grows and is shared; the top half by earnings wins.',
  category: 'economic',
  information: 'hidden state',
  talk: 'none',
  skills: ['SR', 'CO'],
  rating: 'cooperative',
  players: { min: 2, max: 12, default: 4 },
  rewardByRank: true,
  options: optionsSchema,
  referenceOptions: { cutTie: 'seat', missedAmount: 0 },
  ...repeatedGame<Options, number>({
    action: 'contribute',
    field: 'amount',
    accepts: { type: 'integer', min: 0, max: TOKENS },
    fallback: (_, { missedAmount }) => missedAmount,
    units: unitsPerToken,
    payoffs: (amounts) =>
      amounts.map(
        (amount) => unitsPerToken(amounts.length) * (TOKENS - amount) + MULTIPLIER.over * sum(amounts),
      ),
    facts: {
      names: ['pool', 'share'],
      of: (amounts) => ({
        pool: sum(amounts),
        share: Number(((sum(amounts) * MULTIPLIER.over) / unitsPerToken(amounts.length)).toFixed(3)),
      }),
    },
  }),
  outcome,
  candidates,
};
