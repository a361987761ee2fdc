import { UserError } from '../base/errors.js';
import { nearest } from '../base/nearest.js';
import { bargaining } from './bargaining.js';
import { battleOfTheSexes } from './battle-of-the-sexes.js';
import { centipede } from './centipede.js';
import { chameleon } from './chameleon/index.js';
import { chicken } from './chicken.js';
import { coup } from './coup/index.js';
import { deadLast } from './dead-last/index.js';
import type { GameDefinition } from './engine/definition.js';
import { insider } from './insider/index.js';
import { liarsDice } from './liars-dice/index.js';
import { minorityGame } from './minority-game.js';
import { prisonersDilemma } from './prisoners-dilemma.js';
import { publicGoods } from './public-goods.js';
import { resistance } from './resistance/index.js';
import { rockPaperScissors } from './rock-paper-scissors.js';
import { sheriff } from './sheriff/index.js';
import { skull } from './skull/index.js';
import { spyfall } from './spyfall/index.js';
import { stagHunt } from './stag-hunt.js';
import { survivor } from './survivor/index.js';
import { undercover } from './undercover/index.js';
import { werewolves } from './werewolves/index.js';

/** Every game of the lab, by category. Adding one is a file beside these and a line here. */
const GAMES = [
  prisonersDilemma,
  chicken,
  battleOfTheSexes,
  stagHunt,
  minorityGame,
  rockPaperScissors,
  publicGoods,
  centipede,
  bargaining,
  liarsDice,
  skull,
  coup,
  sheriff,
  chameleon,
  insider,
  spyfall,
  undercover,
  resistance,
  werewolves,
  survivor,
  deadLast,
] as const;

const byId = new Map<string, GameDefinition>(
  GAMES.map((game) => [game.id, game as unknown as GameDefinition]),
);

/** Every game, in the order of the table. */
export function allGames(): GameDefinition[] {
  return [...byId.values()];
}

/** Ids of all games. */
export function gameIds(): string[] {
  return [...byId.keys()];
}

/** The game of that id; a {@link UserError} with the nearest id when there is none. */
export function gameById(id: string): GameDefinition {
  const game = byId.get(id);
  if (game !== undefined) return game;
  const near = nearest(id, gameIds());
  const hint = near === undefined ? `games are: ${gameIds().join(', ')}` : `did you mean "${near}"?`;
  throw new UserError('input.unknown-name', `unknown game "${id.slice(0, 60)}"; ${hint}`);
}
