import type { GameDefinition } from '../engine/definition.js';
import { candidates } from './candidates.js';
import { optionsSchema, outcome, phases, setup } from './rules.js';
import type { SurvivorOptions, SurvivorState } from './rules.js';

/** Survivor; see `rules.ts`. */
export const survivor: GameDefinition<SurvivorState, SurvivorOptions> = {
  id: 'survivor',
  title: 'Survivor',
  rulesVersion: 1,
  summary:
    'One player is voted out each round; those voted out are the jury that picks the winner of the last three.',
  category: 'social-strategy',
  information: 'complete',
  talk: 'free',
  skills: ['NG', 'PS', 'TM'],
  rating: 'competitive',
  players: { min: 4, max: 10, default: 6 },
  roleNames: ['Player'],
  rewardByRank: false,
  options: optionsSchema,
  referenceOptions: { discussionStart: 'seat0', tieBreak: 'seat', atLimit: 'draw' },
  maxTurns: (options) => options.maxTurns,
  actions: {
    speak: { text: 'text' },
    vote: { target: 'word' },
    jury_vote: { target: 'word' },
  },
  events: {
    round: ['round', 'alive', 'jury', 'speakers', 'turnsLeft'],
    final: ['alive', 'jury', 'speakers', 'turnsLeft'],
    speech: ['speaker', 'text'],
    votes: ['ballots', 'abstained', 'counts'],
    nobody: [],
    eliminated: ['player', 'tied', 'lot'],
    juryVotes: ['ballots', 'abstained', 'counts'],
    over: ['winners'],
  },
  secretFields: [],
  decisions: ['speak', 'vote', 'jury_vote'],
  setup,
  phases,
  outcome: (state, { cut }) => outcome(state, cut),
  candidates,
};
