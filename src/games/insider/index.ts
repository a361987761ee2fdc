import type { GameDefinition } from '../engine/definition.js';
import { BALLOT_FIELDS } from '../shared/ballot.js';
import { candidates } from './candidates.js';
import { content } from './content.js';
import { optionsSchema, outcome, phases, PLAYERS, setup, turnBound } from './rules.js';
import type { InsiderOptions, InsiderState } from './rules.js';

/** Insider; see `rules.ts`. */
export const insider: GameDefinition<InsiderState, InsiderOptions> = {
  id: 'insider',
  title: 'Insider',
  rulesVersion: 1,
  summary: 'All must find a secret word by yes/no questions, then unmask the one who knew it from the start.',
  category: 'hidden-role',
  information: 'hidden roles',
  talk: 'free',
  skills: ['CO', 'DC', 'TM'],
  rating: 'competitive',
  players: PLAYERS,
  sides: { main: 'Citizens', alt: 'Insider' },
  roleNames: ['Citizen', 'Insider'],
  rewardByRank: false,
  options: optionsSchema,
  referenceOptions: { tieBreak: 'seat' },
  maxTurns: (_options, players) => turnBound(players),
  actions: {
    ask: { question: 'text' },
    pass: {},
    guess: { word: 'text' },
    speak: { text: 'text' },
    vote: { target: 'word' },
  },
  events: {
    category: ['category', 'slots'],
    question: ['asker', 'text', 'answer', 'left'],
    pass: ['player', 'left'],
    guess: ['player', 'word', 'right'],
    found: ['word'],
    speech: ['speaker', 'text'],
    ballots: BALLOT_FIELDS,
    accused: ['player', 'votes', 'tied'],
    nobody: [],
    over: ['how', 'insider', 'word'],
  },
  secretFields: ['role', 'word'],
  decisions: ['ask', 'guess', 'speak', 'vote'],
  content,
  setup,
  phases,
  outcome: (state, { roles }) => outcome(state, roles),
  candidates,
};
