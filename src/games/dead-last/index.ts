import type { GameDefinition } from '../engine/definition.js';
import { candidates } from './candidates.js';
import { optionsSchema, outcome, phases, setup } from './rules.js';
import type { DeadLastOptions, DeadLastState } from './rules.js';

/** Dead Last; see `rules.ts`. */
export const deadLast: GameDefinition<DeadLastState, DeadLastOptions> = {
  id: 'dead-last',
  title: 'Dead Last',
  rulesVersion: 1,
  summary:
    'More than half must point at the same player to put it out; the last three share 100 only if they agree.',
  category: 'social-strategy',
  information: 'complete',
  talk: 'free',
  skills: ['NG', 'PS', 'TM'],
  rating: 'competitive',
  players: { min: 4, max: 10, default: 6 },
  roleNames: ['Player'],
  rewardByRank: false,
  options: optionsSchema,
  referenceOptions: { discussionStart: 'seat0' },
  maxTurns: (options) => options.maxTurns,
  actions: {
    speak: { text: 'text' },
    point: { target: 'word' },
    offer: { shares: 'map-of-integers' },
  },
  events: {
    round: ['round', 'needed', 'alive', 'out', 'speakers', 'turnsLeft'],
    final: ['alive', 'out', 'speakers', 'turnsLeft'],
    speech: ['speaker', 'text'],
    pointing: ['ballots', 'abstained', 'needed', 'eliminated'],
    offers: ['offers', 'agreed'],
  },
  secretFields: [],
  decisions: ['speak', 'point', 'offer'],
  setup,
  phases,
  outcome: (state, { cut }) => outcome(state, cut),
  candidates,
};
