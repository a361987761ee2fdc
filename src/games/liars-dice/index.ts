import type { GameDefinition } from '../engine/definition.js';
import { candidates } from './candidates.js';
import { naturalBound, optionsSchema, outcome, phases, setup } from './rules.js';
import type { LiarsDiceOptions, LiarsDiceState } from './rules.js';

/** Liar's Dice; see `rules.ts`. */
export const liarsDice: GameDefinition<LiarsDiceState, LiarsDiceOptions> = {
  id: 'liars-dice',
  title: "Liar's Dice",
  rulesVersion: 1,
  summary:
    'Hidden dice, rising bids on what the whole table holds, and a challenge that costs someone a die.',
  category: 'bluffing',
  information: 'hidden state',
  talk: 'structured',
  skills: ['SR', 'DC', 'PR'],
  rating: 'competitive',
  players: { min: 2, max: 6, default: 3 },
  roleNames: ['Player'],
  rewardByRank: false,
  options: optionsSchema,
  referenceOptions: { openerAfterCallerOut: 'lowest', limitTie: 'seat' },
  maxTurns: (options, players) => Math.min(options.maxTurns, naturalBound(players)),
  actions: { bid: { quantity: 'integer', face: 'integer' }, liar: {} },
  events: {
    round: ['round', 'opener', 'total', 'table'],
    roll: ['player', 'dice'],
    bid: ['player', 'quantity', 'face'],
    reveal: ['caller', 'bidder', 'quantity', 'face', 'hands', 'count', 'enough', 'loser', 'left'],
    over: ['winner'],
  },
  secretFields: [],
  decisions: ['move'],
  setup,
  phases,
  outcome: (state, { cut }) => outcome(state, cut),
  candidates,
};
