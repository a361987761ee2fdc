import { werewolves } from '../../src/games/werewolves/index.js';
import { describeRandomGames } from './laws.js';

describeRandomGames(werewolves);
