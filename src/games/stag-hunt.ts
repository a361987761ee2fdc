/**
 * Stag Hunt, repeated: four players by default, ten rounds. In each round all choose at once, in secret, to hunt the
 * stag or a hare. If everyone hunts the stag, it pays 5 each; otherwise every hare pays its hunter 2 and the stag
 * pays nothing. By totals the top half of the players win and the bottom half lose.
 *
 * Rules as played in Social Gym. A tie across the cut pays 0 to all tied; the reference breaks it by seat
 * (`cutTie: "seat"`). Rank depends on who hunted more hares alone, so cooperation shows in the efficiency only.
 */
import { z } from 'zod';
import type { Candidate, GameDefinition, Outcome, View } from './engine/definition.js';
import { either, lean, shareOf } from './shared/moves.js';
import { rankRewards, sharedGroups } from './shared/rewards.js';
import { pastOf, repeatedGame } from './shared/repeated.js';
import type { RepeatedState } from './shared/repeated.js';
import { bySeat } from './shared/winners.js';

type Move = 'stag' | 'hare';

const STAG = 5;
const HARE = 2;

const optionsSchema = z.strictObject({
  /** Rounds played; nothing ends the game earlier. */
  rounds: z.int().min(1).max(100).default(10),
  /** A tie across the line between top and bottom half: 0 for all tied, or (reference) lower seats first. */
  cutTie: z.enum(['zero', 'seat']).default('zero'),
});

type Options = z.infer<typeof optionsSchema>;
type State = RepeatedState<Options, Move>;

const isHunted = (moves: readonly Move[]): boolean => moves.every((move) => move === 'stag');

function outcome({ options, players, totals, history }: State): Outcome {
  const rewards = rankRewards(totals, options.cutTie);
  const joint = totals.reduce((sum, total) => sum + total, 0);
  return {
    rewards,
    ending: 'last-round',
    measures: {
      ...bySeat('total', totals),
      joint,
      efficiency: joint / (STAG * players * options.rounds),
      allStagRounds: history.filter(isHunted).length,
    },
    sharedByDesign: sharedGroups(rewards).filter(([seat = 0]) => rewards[seat] !== 0),
  };
}

function candidates(view: View): Candidate[] {
  const { round, rounds, moves } = pastOf<Move>(view);
  const others = moves.map((all) => all.filter((_, seat) => seat !== view.seat));
  const last = others.at(-1);
  const isStag = (move: Move): boolean => move === 'stag';
  return either(
    { action: 'choose', move: 'stag' },
    { action: 'choose', move: 'hare' },
    {
      loyalty: 0.8,
      risk: 0.7,
      suspect: 0.6 * lean(shareOf(others.flat(), isStag, 0.5)),
      conform: 0.4 * Math.sign(lean(shareOf(last ?? [], isStag, 0.5))),
      patience: (0.3 * (rounds - round)) / rounds,
    },
  );
}

/** Stag Hunt. */
export const stagHunt: GameDefinition<State, Options> = {
  id: 'stag-hunt',
  title: 'Stag Hunt',
  rulesVersion: 1,
  summary:
    'Hunters, round after round, trust all others for the stag or take a sure hare; the top half by total wins.',
  category: 'normal-form',
  information: 'complete',
  talk: 'none',
  skills: ['SR', 'CO', 'CD'],
  rating: 'cooperative',
  players: { min: 2, max: 12, default: 4 },
  rewardByRank: true,
  options: optionsSchema,
  referenceOptions: { cutTie: 'seat' },
  ...repeatedGame<Options, Move>({
    action: 'choose',
    field: 'move',
    accepts: { type: 'choice', options: ['stag', 'hare'] },
    // Never spoils the others' stag and never gains rank.
    fallback: () => 'stag',
    payoffs: (moves) => moves.map((move) => (isHunted(moves) ? STAG : move === 'hare' ? HARE : 0)),
    facts: { names: ['hunted'], of: (moves) => ({ hunted: isHunted(moves) }) },
  }),
  outcome,
  candidates,
};
