import { spyfall } from '../../src/games/spyfall/index.js';
import { describeRandomGames } from './laws.js';

describeRandomGames(spyfall, {
  variants: [{}, spyfall.referenceOptions, { spyGuess: true, showLocations: true }],
});
