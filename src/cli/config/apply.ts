import { dirname, relative, resolve } from 'node:path';
import { InvalidArgumentError, type Command, type Option } from 'commander';
import { UserError } from '../../base/errors.js';
import { cleanLine } from '../../base/text.js';
import type { Io } from '../io.js';
import type { LineUps } from './line-ups.js';
import { locateConfig } from './locate.js';
import { CONFIG_OPTIONS, flagOf, PATH_OPTIONS, SAME_THING, variableOf, type ConfigOption } from './names.js';
import type { ConfigFile } from './read.js';

/** An option whose value came from the environment or the configuration file. */
export interface Filled {
  readonly option: ConfigOption;
  readonly from: 'environment' | 'file';
  /** `SPARTAN_GAMES`, or `spartan.config.yaml line 3`. */
  readonly where: string;
  /** The words that give the same value on the command line. */
  readonly words: readonly string[];
}

/** What the environment and the configuration file added to a command. */
export interface Applied {
  readonly file: ConfigFile | null;
  readonly filled: readonly Filled[];
}

/** What a command's options hold beside what was typed; `lineUps` and `firm` are for whoever names players. */
export interface FromConfig {
  readonly lineUps?: LineUps;
  /** Options that were typed or come from the environment, and so stand above a line-up. */
  readonly firm?: ReadonlySet<string>;
}

const YES = new Set(['1', 'true', 'yes', 'on']);
const NO = new Set(['0', 'false', 'no', 'off']);

function isConfigOption(name: string): name is ConfigOption {
  return (CONFIG_OPTIONS as readonly string[]).includes(name);
}

function parsed(option: Option, text: string, where: string): unknown {
  if (option.isBoolean()) {
    const word = text.trim().toLowerCase();
    if (YES.has(word)) return true;
    if (NO.has(word)) return false;
    throw new UserError(
      'input.config',
      `${where} must be true or false, got "${cleanLine(text).slice(0, 40)}"`,
    );
  }
  if (option.parseArg === undefined) return text;
  try {
    return (option.parseArg as (value: string, previous: unknown) => unknown)(text, option.defaultValue);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new UserError('input.config', `${where} ${error.message}`);
  }
}

/** A value of the file as it would be typed. */
function typed(option: ConfigOption, value: unknown, file: ConfigFile, cwd: string): string {
  if (Array.isArray(value)) return value.join(',');
  if (option === 'think' && typeof value === 'boolean') return value ? 'on' : 'off';
  if (PATH_OPTIONS.has(option)) return relative(cwd, resolve(dirname(file.path), String(value))) || '.';
  return String(value);
}

/** True when an option, or another that says the same, has a value that was not left to its default. */
function isGiven(command: Command, option: ConfigOption): boolean {
  const twin = SAME_THING[option];
  return [option, ...(twin === undefined ? [] : [twin])].some((name) => {
    const source = command.getOptionValueSource(name);
    return source !== undefined && source !== 'default';
  });
}

function fill(
  command: Command,
  option: Option,
  name: ConfigOption,
  text: string,
  from: Filled['from'],
  where: string,
): Filled {
  const label = from === 'file' ? `${where}: ${name}` : where;
  const value = parsed(option, text, label);
  command.setOptionValueWithSource(name, value, from === 'file' ? 'config' : 'env');
  const flag = option.long ?? flagOf(name);
  const words = option.isBoolean() ? (value === true ? [flag] : []) : [flag, text];
  return { option: name, from, where, words };
}

/**
 * Gives the options of a command that were not typed what the environment, and then the configuration file,
 * say. Every option keeps its own check, so a value means the same wherever it stands.
 *
 * @throws UserError `input.config` with the variable, or the file and its line
 */
export async function applyConfig(command: Command, io: Pick<Io, 'env' | 'cwd'>): Promise<Applied> {
  const place = locateConfig(io, command.getOptionValue('config') as string | false | undefined);
  // Reading brings two libraries along, which a command without a file need not wait for.
  const file = place === null ? null : (await import('./read.js')).readConfig(place);
  const open = command.options.flatMap((option) => {
    const name = option.attributeName();
    return isConfigOption(name) && !option.negate ? [{ option, name }] : [];
  });
  const filled: Filled[] = [];
  for (const { option, name } of open) {
    const text = io.env[variableOf(name)];
    if (text === undefined || text.trim() === '' || isGiven(command, name)) continue;
    filled.push(fill(command, option, name, text, 'environment', variableOf(name)));
  }
  const firm = new Set(
    command.options
      .map((option) => option.attributeName())
      .filter((name) => ['cli', 'env'].includes(command.getOptionValueSource(name) ?? '')),
  );
  command.setOptionValueWithSource('firm', firm, 'implied');
  if (file === null) return { file, filled };
  for (const { option, name } of open) {
    const value = file.value[name];
    if (value === undefined || isGiven(command, name)) continue;
    const text = typed(name, value, file, io.cwd);
    filled.push(fill(command, option, name, text, 'file', file.where([name])));
  }
  const { lineUpsOf } = await import('./line-ups.js');
  command.setOptionValueWithSource('lineUps', lineUpsOf(file), 'implied');
  return { file, filled };
}

/**
 * The command line that does the same without the environment and, but for named line-ups, without the file:
 * what is stored with a run and printed to go on with it.
 */
export function completeArgv(argv: readonly string[], { file, filled }: Applied, command: Command): string[] {
  const named = command.getOptionValueSource('config') === 'cli';
  const words = [
    ...filled.flatMap((option) => option.words),
    ...(file === null || named ? [] : ['--config', file.shown]),
  ];
  const end = argv.indexOf('--');
  return end < 0 ? [...argv, ...words] : [...argv.slice(0, end), ...words, ...argv.slice(end)];
}

/** One line that says which options came from where; null when none did. */
export function originText({ filled }: Pick<Applied, 'filled'>): string | null {
  if (filled.length === 0) return null;
  return filled.map(({ option, where }) => `${flagOf(option)} (${where})`).join(', ');
}
