/**
 * Minority Game (El Farol), repeated: an odd number of players, five by default, twelve rounds. In each round all
 * choose at once, in secret, to go or to stay. Fewer than half go: every goer scores 3. Otherwise every stayer
 * scores 3. When all do the same nobody scores. By totals the top half of the players win, the bottom half lose,
 * and the one in the middle gets 0.
 *
 * Rules after Arthur's El Farol bar as played in Social Gym. A tie across a cut pays 0 to all tied; the reference
 * breaks it by seat (`cutTie: "seat"`). Even numbers are not offered: an exact split has no minority.
 */
import { z } from 'zod';
import { UserError } from '../base/errors.js';
import type { Candidate, GameDefinition, Outcome, View } from './engine/definition.js';
import { either, lean, shareOf } from './shared/moves.js';
import { rankRewards, sharedGroups } from './shared/rewards.js';
import { pastOf, repeatedGame } from './shared/repeated.js';
import type { RepeatedState } from './shared/repeated.js';
import { bySeat } from './shared/winners.js';

type Move = 'go' | 'stay';

const POINTS = 3;
const PLAYERS = { min: 3, max: 15, default: 5 };

const optionsSchema = z.strictObject({
  /** Rounds played; nothing ends the game earlier. */
  rounds: z.int().min(1).max(100).default(12),
  /** A tie across the line between the halves and the middle: 0 for all tied, or (reference) lower seats first. */
  cutTie: z.enum(['zero', 'seat']).default('zero'),
});

type Options = z.infer<typeof optionsSchema>;
type State = RepeatedState<Options, Move>;

/** The move that scores: the one that fewer than half chose, even if nobody did. */
function scoring(moves: readonly Move[]): Move {
  return moves.filter((move) => move === 'go').length < moves.length / 2 ? 'go' : 'stay';
}

function outcome({ options, players, totals, history }: State): Outcome {
  const rewards = rankRewards(totals, options.cutTie);
  const joint = totals.reduce((sum, total) => sum + total, 0);
  const scorers = history.map((moves) => moves.filter((move) => move === scoring(moves)).length);
  return {
    rewards,
    ending: 'last-round',
    measures: {
      ...bySeat('total', totals),
      joint,
      efficiency: joint / (POINTS * Math.floor(players / 2) * options.rounds),
      ...Object.fromEntries(scorers.map((count, i) => [`scorersRound${i + 1}`, count])),
    },
    sharedByDesign: sharedGroups(rewards).filter(([seat = 0]) => rewards[seat] !== 0),
  };
}

function candidates(view: View): Candidate[] {
  const { moves } = pastOf<Move>(view);
  const others = moves.map((all) => all.filter((_, seat) => seat !== view.seat));
  const own = moves.map((all) => all[view.seat]);
  const last = own.at(-1);
  const isGo = (move: Move | undefined): boolean => move === 'go';
  return either(
    { action: 'choose', move: 'go' },
    { action: 'choose', move: 'stay' },
    {
      // Who expects the others to go should stay.
      suspect: -0.8 * lean(shareOf(others.flat(), isGo, 0.5)),
      conform: 0.5 * Math.sign(lean(shareOf(others.at(-1) ?? [], isGo, 0.5))),
      patience: last === undefined ? 0 : last === 'go' ? 0.4 : -0.4,
      probe: -0.4 * lean(shareOf(own, isGo, 0.5)),
      control: 0.2,
    },
  );
}

const repeated = repeatedGame<Options, Move>({
  action: 'choose',
  field: 'move',
  accepts: { type: 'choice', options: ['go', 'stay'] },
  fallback: () => 'stay',
  payoffs: (moves) => moves.map((move) => (move === scoring(moves) ? POINTS : 0)),
  facts: {
    names: ['go', 'stay', 'scorers'],
    of: (moves, { names }) => ({
      go: moves.filter((move) => move === 'go').length,
      stay: moves.filter((move) => move === 'stay').length,
      scorers: names.filter((_, seat) => moves[seat] === scoring(moves)),
    }),
  },
});

/** Minority Game. */
export const minorityGame: GameDefinition<State, Options> = {
  id: 'minority-game',
  title: 'Minority Game',
  rulesVersion: 1,
  summary:
    'An odd number of players, round after round, go or stay; the smaller group scores, the top half wins.',
  category: 'normal-form',
  information: 'complete',
  talk: 'none',
  skills: ['SR', 'CD'],
  rating: 'competitive',
  players: PLAYERS,
  rewardByRank: true,
  options: optionsSchema,
  referenceOptions: { cutTie: 'seat' },
  ...repeated,
  setup(players, options, context) {
    if (players % 2 === 0) {
      throw new UserError(
        'input.option',
        `minority-game needs an odd number of players from ${PLAYERS.min} to ${PLAYERS.max}, got ${players}; add or leave out one`,
      );
    }
    return repeated.setup(players, options, context);
  },
  outcome,
  candidates,
};
