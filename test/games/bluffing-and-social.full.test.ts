import { describe } from 'vitest';
import { coup } from '../../src/games/coup/index.js';
import { deadLast } from '../../src/games/dead-last/index.js';
import { liarsDice } from '../../src/games/liars-dice/index.js';
import { sheriff } from '../../src/games/sheriff/index.js';
import { skull } from '../../src/games/skull/index.js';
import { survivor } from '../../src/games/survivor/index.js';
import { describeRandomGames } from './laws.js';

describe('random games', () => {
  describeRandomGames(liarsDice, { players: [2, 3, 6] });
  describeRandomGames(skull, { variants: [{}, skull.referenceOptions, { winsNeeded: 2 }] });
  describeRandomGames(coup, {
    variants: [{}, coup.referenceOptions, { blockChallenge: true, chooseLoss: true, refundOnBlock: false }],
  });
  describeRandomGames(sheriff, { variants: [{}, sheriff.referenceOptions, { revealPassed: false }] });
  describeRandomGames(survivor);
  describeRandomGames(deadLast);
});
