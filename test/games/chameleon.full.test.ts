import { chameleon } from '../../src/games/chameleon/index.js';
import { describeRandomGames } from './laws.js';

describeRandomGames(chameleon);
