import { UserError } from '../base/errors.js';
import { nearest } from '../base/nearest.js';
import type { GameDefinition } from './engine/definition.js';
import { resistance } from './resistance/index.js';

/** Every game of the lab. Adding one is a file beside these and a line here. */
const GAMES = [resistance] as const;

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
