import type { GameDefinition } from '../engine/definition.js';
import { candidates } from './candidates.js';
import { outcome, phases, setup, turnBound } from './rules.js';
import { optionsSchema } from './state.js';
import type { CoupOptions, CoupState } from './state.js';

/** Coup; see `rules.ts`. */
export const coup: GameDefinition<CoupState, CoupOptions> = {
  id: 'coup',
  title: 'Coup',
  rulesVersion: 1,
  summary:
    'Claim any character, held or not; a lie that is called, or a true claim wrongly called, costs a card.',
  category: 'bluffing',
  information: 'hidden state',
  talk: 'structured',
  skills: ['SR', 'DC', 'TM'],
  rating: 'competitive',
  players: { min: 2, max: 6, default: 4 },
  roleNames: ['Player'],
  rewardByRank: false,
  options: optionsSchema,
  referenceOptions: { responder: 'seat' },
  maxTurns: turnBound,
  actions: {
    income: {},
    foreign_aid: {},
    tax: {},
    steal: { target: 'word' },
    assassinate: { target: 'word' },
    exchange: {},
    coup: { target: 'word' },
    pass: {},
    challenge: {},
    block: { role: 'word' },
    lose: { card: 'word' },
    keep: { cards: 'words' },
  },
  events: {
    turn: ['declaration', 'player', 'table'],
    hand: ['player', 'cards'],
    declare: ['player', 'move', 'target', 'claims'],
    responses: ['raised', 'passed'],
    challenge: ['challenger', 'claimant', 'card', 'held'],
    block: ['player', 'role'],
    void: ['player', 'move', 'refund'],
    coins: ['player', 'coins', 'victim'],
    exchange: ['player', 'count'],
    drew: ['player', 'cards'],
    kept: ['player'],
    lost: ['player', 'card', 'left'],
    over: ['winners', 'how'],
  },
  secretFields: [],
  decisions: ['declare', 'respond', 'respond-to-block', 'lose', 'choose'],
  setup,
  phases,
  outcome: (state) => outcome(state),
  candidates,
};
