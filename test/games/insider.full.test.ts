import { insider } from '../../src/games/insider/index.js';
import { describeRandomGames } from './laws.js';

describeRandomGames(insider);
