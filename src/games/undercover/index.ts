import type { GameDefinition } from '../engine/definition.js';
import { BALLOT_FIELDS } from '../shared/ballot.js';
import { candidates } from './candidates.js';
import { content } from './content.js';
import { optionsSchema, outcome, phases, PLAYERS, setup } from './rules.js';
import type { UndercoverOptions, UndercoverState } from './rules.js';

/** Undercover; see `rules.ts`. */
export const undercover: GameDefinition<UndercoverState, UndercoverOptions> = {
  id: 'undercover',
  title: 'Undercover',
  rulesVersion: 1,
  summary: 'Civilians share a secret word, the Undercovers have a related one; descriptions give them away.',
  category: 'hidden-role',
  information: 'hidden roles',
  talk: 'free',
  skills: ['DC', 'PS', 'TM'],
  rating: 'competitive',
  players: PLAYERS,
  sides: { main: 'Civilians', alt: 'Undercovers' },
  roleNames: ['Civilian', 'Undercover'],
  rewardByRank: false,
  options: optionsSchema,
  referenceOptions: { discussionStart: 'seat0', tieBreak: 'seat', oneSentence: false },
  maxTurns: (options) => options.maxTurns,
  actions: { describe: { text: 'text' }, vote: { target: 'word' } },
  events: {
    table: ['players', 'undercovers', 'civilians'],
    round: ['round', 'order'],
    description: ['speaker', 'text'],
    ballots: BALLOT_FIELDS,
    out: ['player', 'role', 'votes', 'tied'],
    nobody: [],
    over: ['winner', 'undercovers', 'civilianWord', 'undercoverWord'],
  },
  secretFields: ['role', 'word'],
  decisions: ['describe', 'vote'],
  content,
  setup,
  phases,
  outcome: (state, { roles }) => outcome(state, roles),
  candidates,
};
