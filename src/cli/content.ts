import { readFileSync, statSync } from 'node:fs';
import { parse } from 'yaml';
import { UserError } from '../base/errors.js';
import { canonicalJson, sha256 } from '../base/hash.js';
import type { GameDefinition } from '../games/engine/definition.js';
import type { CarriedContent } from '../players/game-spec.js';

const MAX_CONTENT_BYTES = 1024 * 1024;

/**
 * Word lists from a JSON or YAML file, checked by the game's schema.
 * Throws a `UserError` that names the file and what is wrong in it.
 */
export function readContent(game: GameDefinition, path: string): CarriedContent {
  const fail = (problem: string): never => {
    throw new UserError('input.config', `--content ${path}: ${problem}`);
  };
  if (game.content === undefined) return fail(`${game.id} has no word lists`);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) return fail('expected a JSON or YAML file, and there is none');
  if (stats.size > MAX_CONTENT_BYTES)
    return fail(`the file has ${stats.size} bytes, at most ${MAX_CONTENT_BYTES} are read`);
  let value: unknown;
  try {
    value = parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return fail(`not JSON or YAML (${String((error as Error).message).split('\n')[0] ?? ''})`);
  }
  const parsed = game.content.schema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const at = issue?.path.join('.') ?? '';
    return fail(`${at === '' ? 'the lists' : at}: ${issue?.message ?? 'not as the game needs it'}`);
  }
  const text = canonicalJson(parsed.data);
  return { hash: sha256(text), text };
}
