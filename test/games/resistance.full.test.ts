import { resistance } from '../../src/games/resistance/index.js';
import { describeRandomGames } from './laws.js';

describeRandomGames(resistance);
