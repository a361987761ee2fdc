import { InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import { UserError } from '../base/errors.js';
import type { JsonObject } from '../base/json.js';
import { nearest } from '../base/nearest.js';
import type { GameDefinition } from '../games/engine/definition.js';

/** Where results are kept unless `--db` says otherwise. */
export const DEFAULT_DB = 'results/spartan.sqlite';
/** Where playbook versions are written unless `--playbooks` says otherwise. */
export const DEFAULT_PLAYBOOKS = 'playbooks';

/** A parser for whole numbers from `min` to `max`, for commander. */
export function wholeNumber(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = /^-?\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (!Number.isInteger(number) || number < min || number > max) {
      throw new InvalidArgumentError(
        `must be a whole number from ${min} to ${max}, got "${value.slice(0, 40)}"`,
      );
    }
    return number;
  };
}

/** A parser for numbers from `min` to `max`, for commander. */
export function realNumber(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
    if (Number.isNaN(number) || number < min || number > max) {
      throw new InvalidArgumentError(`must be a number from ${min} to ${max}, got "${value.slice(0, 40)}"`);
    }
    return number;
  };
}

/** A parser for one of several words, for commander. */
export function oneOf<T extends string>(choices: readonly T[]): (value: string) => T {
  return (value) => {
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    const near = nearest(value, choices);
    const hint = near === undefined ? '' : `; did you mean "${near}"?`;
    throw new InvalidArgumentError(
      `must be one of ${choices.join(', ')}, got "${value.slice(0, 40)}"${hint}`,
    );
  };
}

/** A parser for the path of a file or folder, for commander: an empty one would mean the current folder. */
export function nonEmptyPath(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('must be a path, got ""');
  return value;
}

/** Splits a list of an option at its commas. */
export function listOption(value: string): string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Collects repeated options. */
export function collect(value: string, previous: readonly string[]): string[] {
  return [...previous, value];
}

function literal(text: string): unknown {
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (text === 'true' || text === 'false') return text === 'true';
  return text;
}

/** What a rule option must be, by the kind of issue that its schema found. */
function demand(issue: z.core.$ZodIssue | undefined): string {
  switch (issue?.code) {
    case 'invalid_type':
      return `must be a ${issue.expected === 'int' ? 'whole number' : issue.expected}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `must be at least ${issue.minimum}`;
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    default:
      return issue?.message ?? 'must be a value the game allows';
  }
}

/**
 * Rule options of a game from `--rules reference` and `--rule KEY=VALUE …`; later ones win.
 * The result holds every option with its value, so that defaults are stored with each game.
 */
export function ruleOptions(
  game: GameDefinition,
  preset: 'adopted' | 'reference',
  settings: readonly string[],
): JsonObject {
  const known = Object.keys(game.options.parse({}));
  const given: Record<string, unknown> = preset === 'reference' ? { ...game.referenceOptions } : {};
  for (const setting of settings) {
    const at = setting.indexOf('=');
    const key = at < 0 ? setting : setting.slice(0, at);
    if (at <= 0)
      throw new UserError('input.option', `--rule must be KEY=VALUE, got "${setting.slice(0, 60)}"`);
    if (!known.includes(key)) {
      const near = nearest(key, known);
      const hint = near === undefined ? `options are: ${known.join(', ')}` : `did you mean "${near}"?`;
      throw new UserError('input.option', `--rule: ${game.id} has no option "${key.slice(0, 40)}"; ${hint}`);
    }
    given[key] = literal(setting.slice(at + 1));
  }
  const parsed = game.options.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const key = String(issue?.path[0] ?? '');
    throw new UserError(
      'input.option',
      `--rule ${key} ${demand(issue)}, got "${String(given[key]).slice(0, 40)}"`,
    );
  }
  return parsed.data;
}
