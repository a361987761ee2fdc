import type { GameDefinition } from '../engine/definition.js';
import { BALLOT_FIELDS } from '../shared/ballot.js';
import { candidates } from './candidates.js';
import { outcome, phases, PLAYERS, setup } from './rules.js';
import { optionsSchema } from './state.js';
import type { WerewolvesOptions, WerewolvesState } from './state.js';

/** Werewolves; see `rules.ts`. */
export const werewolves: GameDefinition<WerewolvesState, WerewolvesOptions> = {
  id: 'werewolves',
  title: 'Werewolves',
  rulesVersion: 1,
  summary: 'Werewolves kill by night and hide by day; Villagers, a Seer and a Witch try to vote them out.',
  category: 'hidden-role',
  information: 'hidden roles',
  talk: 'free',
  skills: ['SR', 'DC', 'PS', 'TM'],
  rating: 'competitive',
  players: PLAYERS,
  sides: { main: 'Villagers', alt: 'Werewolves' },
  roleNames: ['Werewolf', 'Villager', 'Seer', 'Witch'],
  rewardByRank: false,
  options: optionsSchema,
  referenceOptions: { discussionStart: 'seat0', tieBreak: 'seat' },
  maxTurns: (options) => options.maxTurns,
  actions: {
    speak: { text: 'text' },
    kill: { target: 'word' },
    inspect: { target: 'word' },
    save: {},
    poison: { target: 'word' },
    skip: {},
    vote: { target: 'word' },
  },
  events: {
    table: ['werewolves', 'villagers', 'seers', 'witches'],
    night: ['night'],
    kill: ['wolf', 'target'],
    inspect: ['player', 'target', 'side'],
    victim: ['player', 'victim'],
    potion: ['player', 'choice', 'target'],
    dawn: ['night', 'dead', 'prevented'],
    day: ['day', 'order'],
    speech: ['speaker', 'text'],
    ballots: BALLOT_FIELDS,
    executed: ['player', 'votes', 'tied'],
    nobody: [],
    over: ['winner', 'how', 'wolves'],
  },
  secretFields: ['role', 'partners'],
  decisions: ['speak', 'kill', 'inspect', 'potion', 'vote'],
  setup,
  phases,
  outcome: (state, { roles }) => outcome(state, roles),
  candidates,
};
