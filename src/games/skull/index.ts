import type { GameDefinition } from '../engine/definition.js';
import { candidates } from './candidates.js';
import { optionsSchema, outcome, phases, setup } from './rules.js';
import type { SkullOptions, SkullState } from './rules.js';

/** Skull; see `rules.ts`. */
export const skull: GameDefinition<SkullState, SkullOptions> = {
  id: 'skull',
  title: 'Skull',
  rulesVersion: 1,
  summary: 'Roses and one skull face down; the highest bidder has to turn up as many roses as it said.',
  category: 'bluffing',
  information: 'hidden state',
  talk: 'none',
  skills: ['SR', 'DC', 'TM'],
  rating: 'competitive',
  players: { min: 3, max: 6, default: 4 },
  roleNames: ['Player'],
  rewardByRank: false,
  options: optionsSchema,
  referenceOptions: { opener: 'lowest' },
  maxTurns: (options) => options.maxTurns,
  actions: {
    place: { disc: 'word' },
    bid: { count: 'integer' },
    pass: {},
    flip: { target: 'word' },
  },
  events: {
    round: ['round', 'opener', 'table'],
    hand: ['player', 'roses', 'skull'],
    placed: ['player', 'discs'],
    disc: ['player', 'disc'],
    bid: ['player', 'count', 'table'],
    pass: ['player'],
    challenge: ['challenger', 'count'],
    flip: ['challenger', 'owner', 'disc', 'turned', 'needed'],
    penalty: ['challenger', 'left'],
    lost: ['player', 'disc'],
    success: ['challenger', 'wins'],
    over: ['winner', 'how'],
  },
  secretFields: [],
  decisions: ['place', 'bid', 'flip'],
  setup,
  phases,
  outcome: (state, { cut }) => outcome(state, cut),
  candidates,
};
