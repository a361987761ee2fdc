import { undercover } from '../../src/games/undercover/index.js';
import { describeRandomGames } from './laws.js';

describeRandomGames(undercover);
