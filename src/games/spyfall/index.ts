import type { GameDefinition } from '../engine/definition.js';
import { BALLOT_FIELDS } from '../shared/ballot.js';
import { candidates } from './candidates.js';
import { content } from './content.js';
import { optionsSchema, outcome, phases, PLAYERS, setup } from './rules.js';
import type { SpyfallOptions, SpyfallState } from './rules.js';

/** Spyfall; see `rules.ts`. */
export const spyfall: GameDefinition<SpyfallState, SpyfallOptions> = {
  id: 'spyfall',
  title: 'Spyfall',
  rulesVersion: 1,
  summary: 'Everyone but the Spy knows where they are; the Spy must blend in and survive the votes.',
  category: 'hidden-role',
  information: 'hidden roles',
  talk: 'free',
  skills: ['DC', 'PS', 'TM'],
  rating: 'competitive',
  players: PLAYERS,
  sides: { main: 'Non-Spies', alt: 'Spy' },
  roleNames: ['Non-Spy', 'Spy'],
  rewardByRank: false,
  options: optionsSchema,
  referenceOptions: { discussionStart: 'seat0', tieBreak: 'seat' },
  maxTurns: (options) => options.maxTurns,
  actions: {
    speak: { text: 'text' },
    guess: { location: 'text' },
    pass: {},
    vote: { target: 'word' },
  },
  events: {
    locations: ['list'],
    round: ['round', 'order'],
    speech: ['speaker', 'text'],
    guess: ['player', 'location', 'right'],
    ballots: BALLOT_FIELDS,
    out: ['player', 'role', 'votes', 'tied'],
    nobody: [],
    over: ['winner', 'how', 'spy', 'location'],
  },
  secretFields: ['role', 'location'],
  decisions: ['speak', 'guess', 'vote'],
  content,
  setup,
  phases,
  outcome: (state, { roles, cut }) => outcome(state, roles, cut),
  candidates,
};
