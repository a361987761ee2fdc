import type { GameDefinition } from '../engine/definition.js';
import { candidates } from './candidates.js';
import { optionsSchema, outcome, phases, SEATS, setup } from './rules.js';
import type { ResistanceOptions, ResistanceState } from './rules.js';

/** The Resistance; see `rules.ts`. */
export const resistance: GameDefinition<ResistanceState, ResistanceOptions> = {
  id: 'resistance',
  title: 'The Resistance',
  rulesVersion: 1,
  summary:
    'Five players run missions; two of them are Spies who know each other and want the missions to fail.',
  category: 'hidden-role',
  information: 'hidden roles',
  talk: 'free',
  skills: ['SR', 'DC', 'PS', 'TM'],
  rating: 'competitive',
  players: { min: SEATS, max: SEATS, default: SEATS },
  sides: { main: 'Resistance', alt: 'Spies' },
  roleNames: ['Resistance', 'Spy'],
  rewardByRank: false,
  options: optionsSchema,
  referenceOptions: { discussionStart: 'seat0', maxTurns: 100 },
  maxTurns: (options) => options.maxTurns,
  actions: {
    speak: { text: 'text' },
    propose: { team: 'words' },
    vote: { choice: 'word' },
    card: { card: 'word' },
  },
  events: {
    round: ['mission', 'size', 'leader', 'successes', 'failures', 'rejections'],
    speech: ['speaker', 'text'],
    proposal: ['leader', 'team'],
    ballots: ['approve', 'reject', 'abstain', 'approved'],
    card: ['player', 'card'],
    mission: ['mission', 'team', 'fails', 'successes', 'failures'],
    over: ['winner', 'how'],
  },
  secretFields: ['role', 'partner'],
  decisions: ['speak', 'propose', 'vote', 'card'],
  setup,
  phases,
  outcome: (state, { roles, cut }) => outcome(state, roles, cut),
  candidates,
};
