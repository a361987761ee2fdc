import type { Command, Option } from 'commander';
import { closest, distance } from 'fastest-levenshtein';
import { UserError } from '../../base/errors.js';
import type { ModelIdentity } from '../../models/chat.js';
import { modelDeps, PROVIDERS } from '../../models/registry.js';
import { playerLabel } from '../../players/player.js';
import { namePlayer } from '../cast.js';
import type { PlayerOptions } from '../cast.js';
import type { LineUp } from '../config/line-ups.js';
import { locateConfig } from '../config/locate.js';
import { CONFIG_FILES, CONFIG_OPTIONS, CONFIG_VARIABLE, flagOf, variableOf } from '../config/names.js';
import type { ConfigOption } from '../config/names.js';
import { readConfig } from '../config/read.js';
import { applyConfig } from '../config/apply.js';
import type { Io } from '../io.js';
import { jsonText } from '../json-text.js';
import { modelOptions } from '../study-options.js';
import type { SharedOptions } from '../study-options.js';

/** Options of `spartan config`, as parsed. */
export interface ConfigCommandOptions {
  readonly config?: string | false;
  readonly json?: boolean;
}

/** One setting as it is in force. */
export interface SettingRow {
  readonly option: ConfigOption;
  /** Null: not set, and left to each command or provider. */
  readonly value: unknown;
  readonly source: 'environment' | 'file' | 'default';
  /** The variable, or the file with its line; null for a default. */
  readonly where: string | null;
}

/** One configured player, and what became of it. */
export interface PlayerRow {
  readonly name: string;
  readonly model: string;
  readonly where: string;
  /** Null for a builtin player, and for one that cannot be used. */
  readonly endpoint: string | null;
  readonly settings: ModelIdentity['settings'] | null;
  /** The variable its key comes from, and whether that is set; null for a builtin player. */
  readonly key: { readonly variable: string; readonly set: boolean } | null;
  /** Why it cannot be used as things are. */
  readonly problem: string | null;
}

/** Every command of a program, those inside others too. */
function everyCommand(command: Command): Command[] {
  return command.commands.flatMap((sub) => [sub, ...everyCommand(sub)]);
}

/** The option of that name, of the first command that has one. */
function optionOf(program: Command, name: ConfigOption): { command: Command; option: Option } | undefined {
  for (const command of everyCommand(program)) {
    const option = command.options.find((candidate) => candidate.attributeName() === name);
    if (option !== undefined) return { command, option };
  }
  return undefined;
}

/** Every setting that a command of the program has, with its value and where that comes from. */
export async function settingRows(
  program: Command,
  options: ConfigCommandOptions,
  io: Io,
): Promise<SettingRow[]> {
  const filled = new Map<ConfigOption, SettingRow>();
  const owners = new Set(CONFIG_OPTIONS.flatMap((name) => optionOf(program, name)?.command ?? []));
  for (const command of owners) {
    if (options.config !== undefined) command.setOptionValue('config', options.config);
    const applied = await applyConfig(command, io);
    for (const { option, from, where } of applied.filled) {
      filled.set(option, { option, value: command.getOptionValue(option), source: from, where });
    }
  }
  return CONFIG_OPTIONS.flatMap((name): SettingRow[] => {
    const found = optionOf(program, name);
    if (found === undefined) return [];
    const fallback = (found.option.defaultValue as unknown) ?? null;
    return [filled.get(name) ?? { option: name, value: fallback, source: 'default', where: null }];
  });
}

/** The options of a study with all that the environment and the file say: what a run would ask models with. */
export async function studyOptions(
  program: Command,
  options: ConfigCommandOptions,
  io: Io,
): Promise<SharedOptions> {
  const command = optionOf(program, 'model')?.command;
  if (command === undefined) throw new Error('no command plays games');
  if (options.config !== undefined) command.setOptionValue('config', options.config);
  await applyConfig(command, io);
  return command.opts();
}

function playerRow(lineUp: LineUp, general: PlayerOptions, io: Io): PlayerRow {
  const { name, model, where, options } = lineUp;
  const provider = PROVIDERS.find(({ id }) => model.startsWith(`${id}:`));
  const variable = options.apiKeyEnv ?? provider?.keyVariable;
  const key = variable === undefined ? null : { variable, set: (io.env[variable]?.trim() ?? '') !== '' };
  const row = { name, model, where, key };
  try {
    const { identity } = namePlayer(
      name,
      general,
      modelDeps(io.env, () => undefined),
    );
    return identity.kind === 'builtin'
      ? { ...row, model: playerLabel(identity), endpoint: null, settings: null, problem: null }
      : { ...row, endpoint: identity.endpoint, settings: identity.settings, problem: null };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { ...row, endpoint: null, settings: null, problem: error.message };
  }
}

/** Slips of the finger in a name that is still known for another; other programs may have names that begin alike. */
const MAX_SLIPS = 2;

/** Variables that are ours but for a slip, each with the one that is meant. */
export function strayVariables(env: Io['env']): { readonly name: string; readonly near: string }[] {
  const known = [...CONFIG_OPTIONS.map(variableOf), CONFIG_VARIABLE];
  return Object.keys(env)
    .filter((name) => name.startsWith('SPARTAN_') && !known.includes(name))
    .flatMap((name) => {
      const near = closest(name, known);
      return distance(name, near) <= MAX_SLIPS ? [{ name, near }] : [];
    });
}

function settingsText(settings: ModelIdentity['settings']): string {
  return Object.entries(settings)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ');
}

function playerText(row: PlayerRow): string {
  const key =
    row.key === null || (row.settings !== null && !row.key.set)
      ? ''
      : `\n    key: ${row.key.variable} is ${row.key.set ? 'set' : 'not set'}`;
  const at = row.endpoint === null ? '' : ` at ${row.endpoint}`;
  const settings = row.settings === null ? '' : `\n    ${settingsText(row.settings)}`;
  const problem = row.problem === null ? '' : `\n    cannot be used: ${row.problem}`;
  return `  ${row.name}: ${row.model}${at}  (${row.where})${settings}${key}${problem}\n`;
}

/** Variables of the providers: addresses are shown without user and password, keys as set or not. */
function providerVariables(io: Io): { readonly name: string; readonly value: string }[] {
  return PROVIDERS.flatMap(({ keyVariable, urlVariable }) => [
    { name: keyVariable, value: (io.env[keyVariable] ?? '') === '' ? 'not set' : 'set' },
    { name: urlVariable, value: (io.env[urlVariable] ?? '') === '' ? 'not set' : 'set' },
  ]);
}

/** Prints every setting and every configured player. */
export async function config(options: ConfigCommandOptions, program: Command, io: Io): Promise<void> {
  const place = locateConfig(io, options.config);
  const file = place === null ? null : readConfig(place);
  const settings = await settingRows(program, options, io);
  const general = modelOptions(await studyOptions(program, options, io));
  const players = [...(general.lineUps ?? [])].map(([, lineUp]) => playerRow(lineUp, general, io));
  const variables = providerVariables(io);
  const stray = strayVariables(io.env);
  if (options.json === true) {
    io.out(jsonText({ file: file?.path ?? null, settings, players, variables, strayVariables: stray }));
    return;
  }
  io.out(
    file === null
      ? `Configuration file: none (looked for ${CONFIG_FILES.join(', ')} in this folder)\n`
      : `Configuration file: ${file.shown}\n`,
  );
  const set = settings.filter(({ value }) => value !== null);
  const unset = settings.filter(({ value }) => value === null);
  const width = (of: (row: SettingRow) => string): number => Math.max(0, ...set.map((row) => of(row).length));
  const flags = width(({ option }) => flagOf(option));
  const values = width(({ value }) => String(value));
  for (const { option, value, source, where } of set) {
    io.out(`  ${flagOf(option).padEnd(flags)}  ${String(value).padEnd(values)}  ${where ?? source}\n`);
  }
  io.out(`Not set: ${unset.map(({ option }) => flagOf(option)).join(' ')}\n`);
  if (players.length > 0)
    io.out(`Players, to be named wherever a model is:\n${players.map(playerText).join('')}`);
  io.out(`Environment: ${variables.map(({ name, value }) => `${name} ${value}`).join(', ')}\n`);
  for (const { name, near } of stray) {
    io.out(`note: ${name} is no setting of the lab; did you mean ${near}?\n`);
  }
}
