import { z } from 'zod';
import { UserError } from '../../base/errors.js';
import { contentId } from '../../base/hash.js';
import type { JsonObject } from '../../base/json.js';
import { cleanLine } from '../../base/text.js';
import type { GameDefinition } from '../../games/engine/definition.js';
import type { PlayedGame } from './played.js';

const MAX_NAME = 200;

const seatSchema = z.strictObject({
  model: z.string().min(1).max(MAX_NAME),
  side: z.enum(['main', 'alt']).nullish(),
  reward: z.number(),
  asked: z.int().min(0).optional(),
  forced: z.int().min(0).optional(),
});

/** One line of a file of results; docs/ratings.md explains the fields. */
const gameSchema = z.strictObject({
  id: z.string().min(1).max(MAX_NAME).optional(),
  game: z.string(),
  players: z.array(seatSchema).min(2).max(100),
  shared: z.array(z.array(z.int().min(0))).optional(),
  measures: z.record(z.string(), z.number()).optional(),
  rules: z.string().max(10_000).optional(),
});

type Line = z.infer<typeof gameSchema>;

function problemOf(line: Line, gameOf: (id: string) => GameDefinition): string | null {
  const game = gameOf(line.game);
  const sides = new Set(line.players.map(({ side }) => side ?? null));
  if (game.sides === undefined && (sides.has('main') || sides.has('alt'))) {
    return `${game.id} has no sides, so "side" must be left out`;
  }
  if (game.sides !== undefined && (sides.has(null) || sides.size < 2)) {
    return `in ${game.id} every player needs "side": "main" or "alt", and both must occur`;
  }
  const seat = line.shared?.flat().find((index) => index >= line.players.length);
  return seat === undefined
    ? null
    : `"shared" names seat ${seat}, but there are ${line.players.length} players`;
}

function parseLine(text: string, place: string, gameOf: (id: string) => GameDefinition): Line {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UserError('input.config', `${place} must be one JSON object, got "${text.slice(0, 40)}"`);
  }
  const parsed = gameSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.length ? `${issue.path.join('.')}: ` : '';
    throw new UserError(
      'input.config',
      `${place} must be a game with its players, got ${field}${issue?.message ?? 'another value'}`,
    );
  }
  let problem: string | null;
  try {
    problem = problemOf(parsed.data, gameOf);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    problem = error.message;
  }
  if (problem !== null) throw new UserError('input.config', `${place}: ${problem}`);
  return parsed.data;
}

/** The games that the plan of an import holds. */
export function importedGames(plan: JsonObject): PlayedGame[] {
  return plan['games'] as unknown as PlayedGame[];
}

/**
 * Reads results from elsewhere: one game a line, as JSON. A game without an id gets one from its content and its
 * line, so that two games that went alike are two games. Throws a `UserError` that names the line at fault.
 *
 * @param file how the user named the file, for messages
 * @param gameOf the game of an id; throws a `UserError` when there is none
 */
export function parseResults(
  text: string,
  file: string,
  gameOf: (id: string) => GameDefinition,
): PlayedGame[] {
  const ids = new Map<string, number>();
  const games = text.split(/\r?\n/).flatMap((line, index): PlayedGame[] => {
    if (line.trim() === '') return [];
    const place = `${file}, line ${index + 1}`;
    const given = parseLine(line, place, gameOf);
    const id = given.id ?? contentId({ line: index, text: line.trim() });
    const first = ids.get(id);
    if (first !== undefined) {
      throw new UserError(
        'input.config',
        `${place}: the id of every game must be its own, "${id}" is on line ${first} already`,
      );
    }
    ids.set(id, index + 1);
    return [
      {
        id,
        game: given.game,
        status: 'finished',
        rules: given.rules ?? 'imported',
        measures: given.measures ?? {},
        sharedByDesign: given.shared ?? [],
        seats: given.players.map(({ model, side, reward, asked = 0, forced = 0 }) => ({
          player: cleanLine(model),
          side: side ?? null,
          reward,
          asked,
          forced,
        })),
      },
    ];
  });
  if (games.length === 0) {
    throw new UserError('input.config', `${file} must hold games, one JSON object a line, but has none`);
  }
  return games;
}

/** Games in the form that {@link parseResults} reads; void ones are left out, for they have no result. */
export function formatResults(games: readonly PlayedGame[]): string {
  return games
    .filter(({ status }) => status === 'finished')
    .map(({ id, game, seats, sharedByDesign, measures, rules }) => {
      const line: Line = {
        id,
        game,
        players: seats.map(({ player, side, reward, asked, forced }) => ({
          model: cleanLine(player),
          ...(side === null ? {} : { side }),
          reward: reward ?? 0,
          asked,
          forced,
        })),
        ...(sharedByDesign.length === 0 ? {} : { shared: sharedByDesign.map((group) => [...group]) }),
        measures: { ...measures },
        rules,
      };
      return `${JSON.stringify(line)}\n`;
    })
    .join('');
}
