import { UserError } from '../base/errors.js';
import { nearest } from '../base/nearest.js';
import { cleanLine, shorten } from '../base/text.js';

/** Longest playbook name, in characters; far below what any file system takes. */
export const MAX_NAME_LENGTH = 80;
/** Highest version number. */
export const MAX_VERSION = 9999;

/** Letters and digits with single dots or dashes between: no `..`, no leading dot, nothing a shell or path reads. */
const NAME = /^[a-z0-9]+(?:[.-][a-z0-9]+)*$/;
/** File names Windows keeps for devices, whatever follows the first dot. */
const DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/;

/** One version of a playbook, or its latest when `version` is null. */
export interface PlaybookRef {
  readonly name: string;
  readonly version: number | null;
}

/** True for a name that a playbook, and its folder, may have. */
export function isPlaybookName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && NAME.test(name) && !DEVICE.test(name);
}

const quoted = (text: string): string => `"${shorten(cleanLine(text), 100)}"`;

/** The name itself when it may be used; else a {@link UserError} `input.option`. */
export function checkPlaybookName(name: string): string {
  if (isPlaybookName(name)) return name;
  const slug = slugOf(name)
    .slice(0, MAX_NAME_LENGTH)
    .replace(/[.-]+$/, '');
  const hint = isPlaybookName(slug) ? `; try "${slug}"` : '';
  throw new UserError(
    'input.option',
    `a playbook name has lowercase letters and digits with single dots or dashes between, at most ${MAX_NAME_LENGTH} characters, got ${quoted(name)}${hint}`,
  );
}

/** `name@vN`. */
export function formatPlaybookRef(name: string, version: number): string {
  return `${name}@v${version}`;
}

/**
 * Reads `NAME@vN`, or `NAME` for the latest version.
 * Throws a {@link UserError} `input.option` for anything else.
 */
export function parsePlaybookRef(text: string): PlaybookRef {
  const [name = '', version, ...rest] = text.split('@');
  if (version === undefined) return { name: checkPlaybookName(name), version: null };
  const digits = /^v([1-9][0-9]{0,3})$/.exec(version)?.[1];
  if (digits === undefined || rest.length > 0) {
    throw new UserError(
      'input.option',
      `a playbook version is written NAME@vN with N from 1 to ${MAX_VERSION}, got ${quoted(text)}; NAME alone means its latest version`,
    );
  }
  return { name: checkPlaybookName(name), version: Number(digits) };
}

/** The {@link UserError} `input.unknown-name` for a name no playbook has, with the nearest one. */
export function unknownPlaybook(name: string, known: readonly string[]): UserError {
  const near = nearest(name, known);
  const hint =
    near !== undefined
      ? `did you mean "${near}"?`
      : known.length === 0
        ? 'there are none yet; `spartan iterate` writes one'
        : '`spartan playbook list` lists them';
  return new UserError('input.unknown-name', `unknown playbook ${quoted(name)}; ${hint}`);
}

/** Lowercase letters and digits, everything else a single dash; dots between digits stay, as in `qwen2.5`. */
function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/(?<![0-9])\.|\.(?![0-9])/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '');
}

/**
 * The name of a playbook nobody named: game, model and run, as in `resistance-builtin-novice-3f2a9c`.
 * A long model label is cut so that the run, which makes the name unique, stays whole.
 *
 * @param runId id of the run; at most its first 20 characters are used
 */
export function defaultPlaybookName(game: string, modelLabel: string, runId: string): string {
  const run = slugOf(runId).slice(0, 20).replace(/[.-]$/, '') || 'run';
  const head = slugOf(game).slice(0, 30).replace(/[.-]$/, '') || 'game';
  const room = MAX_NAME_LENGTH - head.length - run.length - 2;
  const model = slugOf(modelLabel).slice(0, room).replace(/[.-]$/, '') || 'model';
  return checkPlaybookName(`${head}-${model}-${run}`);
}
