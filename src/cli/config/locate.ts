import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../../base/errors.js';
import { cleanLine } from '../../base/text.js';
import type { Io } from '../io.js';
import { CONFIG_FILES, CONFIG_VARIABLE } from './names.js';

/** Where a configuration file is. */
export interface ConfigPlace {
  /** Absolute. */
  readonly path: string;
  /** As it was given, or its name in the working directory. */
  readonly shown: string;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/**
 * Finds the configuration file: what `--config` names, else what `SPARTAN_CONFIG` names, else one of the usual
 * names in the working directory.
 *
 * @param option value of `--config`; false for `--no-config`
 * @returns null when there is none, or none is wanted
 * @throws UserError `input.config` when the named file is not there, or the folder holds two
 */
export function locateConfig(
  { env, cwd }: Pick<Io, 'env' | 'cwd'>,
  option: string | false | undefined,
): ConfigPlace | null {
  if (option === false) return null;
  const named = option ?? env[CONFIG_VARIABLE]?.trim();
  if (named !== undefined && named !== '') {
    const path = resolve(cwd, named);
    if (isFile(path)) return { path, shown: cleanLine(named) };
    const source = option === undefined ? CONFIG_VARIABLE : '--config';
    throw new UserError(
      'input.config',
      `${source} must name a JSON or YAML file, and there is none at ${cleanLine(named)}: correct it, or leave it out`,
    );
  }
  const found = CONFIG_FILES.filter((name) => isFile(resolve(cwd, name)));
  const [first, second] = found;
  if (first === undefined) return null;
  if (second !== undefined) {
    throw new UserError(
      'input.config',
      `this folder has both ${first} and ${second}: remove one, or name one with --config`,
    );
  }
  return { path: resolve(cwd, first), shown: first };
}
