import type { GameDefinition } from '../engine/definition.js';
import { candidates } from './candidates.js';
import { optionsSchema, outcome, phases, setup, turnBound } from './rules.js';
import type { SheriffOptions, SheriffState } from './rules.js';

/** Sheriff of Nottingham; see `rules.ts`. */
export const sheriff: GameDefinition<SheriffState, SheriffOptions> = {
  id: 'sheriff',
  title: 'Sheriff of Nottingham',
  rulesVersion: 1,
  summary:
    'Merchants smuggle or play it straight and talk; the sheriff of the round inspects or lets them pass.',
  category: 'bluffing',
  information: 'hidden state',
  talk: 'free',
  skills: ['SR', 'NG', 'DC', 'PS'],
  rating: 'competitive',
  players: { min: 3, max: 8, default: 4 },
  roleNames: ['Player'],
  rewardByRank: true,
  options: optionsSchema,
  referenceOptions: { speakOrder: 'seat', cutTie: 'seat' },
  maxTurns: (_, players) => turnBound(players),
  actions: {
    pack: { goods: 'word' },
    speak: { text: 'text' },
    inspect: { decisions: 'map-of-words' },
  },
  events: {
    round: ['round', 'rounds', 'sheriff', 'merchants', 'gold'],
    packed: ['player', 'goods'],
    speech: ['speaker', 'text'],
    ruling: ['sheriff', 'player', 'ruling', 'goods', 'merchantPay', 'sheriffPay'],
    over: ['gold', 'winners', 'losers'],
  },
  secretFields: [],
  decisions: ['pack', 'speak', 'inspect'],
  setup,
  phases,
  outcome: (state) => outcome(state),
  candidates,
};
