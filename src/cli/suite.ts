import { UserError } from '../base/errors.js';
import { nearest } from '../base/nearest.js';
import type { GameDefinition } from '../games/engine/definition.js';
import { allGames } from '../games/index.js';
import { listOption } from './options.js';

/**
 * The games that an option names, in the order of the table: `all`, categories and ids of games, in any mixture.
 * Throws a `UserError` with the nearest name when a word is none of these.
 */
export function suiteGames(value: string, option = '--suite'): GameDefinition[] {
  const games = allGames();
  const words = listOption(value);
  const categories = games.map(({ category }) => category as string);
  const known = ['all', ...new Set(categories), ...games.map(({ id }) => id)];
  const unknown = words.find((word) => !known.includes(word));
  if (unknown !== undefined || words.length === 0) {
    const near = unknown === undefined ? undefined : nearest(unknown, known);
    const hint = near === undefined ? '' : `; did you mean "${near}"?`;
    throw new UserError(
      'input.unknown-name',
      `${option} must be all, a category or ids of games, got "${(unknown ?? value).slice(0, 40)}"${hint}`,
    );
  }
  return games.filter((game) => words.some((word) => ['all', game.category, game.id].includes(word)));
}
