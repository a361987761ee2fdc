import type { GameDefinition } from '../engine/definition.js';
import { BALLOT_FIELDS } from '../shared/ballot.js';
import { candidates } from './candidates.js';
import { content } from './content.js';
import { optionsSchema, outcome, phases, PLAYERS, setup, turnBound } from './rules.js';
import type { ChameleonOptions, ChameleonState } from './rules.js';

/** The Chameleon; see `rules.ts`. */
export const chameleon: GameDefinition<ChameleonState, ChameleonOptions> = {
  id: 'chameleon',
  title: 'The Chameleon',
  rulesVersion: 1,
  summary: 'Everyone gives a one-word clue to a secret word that one of them, the Chameleon, does not know.',
  category: 'hidden-role',
  information: 'hidden roles',
  talk: 'free',
  skills: ['DC', 'PS', 'TM'],
  rating: 'competitive',
  players: PLAYERS,
  sides: { main: 'Citizens', alt: 'Chameleon' },
  roleNames: ['Citizen', 'Chameleon'],
  rewardByRank: false,
  options: optionsSchema,
  referenceOptions: { tieBreak: 'seat' },
  maxTurns: (_options, players) => turnBound(players),
  actions: {
    clue: { word: 'text' },
    speak: { text: 'text' },
    vote: { target: 'word' },
    guess: { word: 'word' },
  },
  events: {
    category: ['category', 'size'],
    clue: ['speaker', 'text'],
    speech: ['speaker', 'text'],
    ballots: BALLOT_FIELDS,
    accused: ['player', 'votes', 'tied', 'chameleon'],
    nobody: [],
    guess: ['player', 'word', 'right'],
    over: ['winner', 'how', 'chameleon', 'word'],
  },
  secretFields: ['role', 'word', 'list'],
  decisions: ['clue', 'speak', 'vote', 'guess'],
  content,
  setup,
  phases,
  outcome: (state, { roles }) => outcome(state, roles),
  candidates,
};
