import { UserError } from '../../base/errors.js';
import type { ModelSettings } from '../../models/chat.js';
import type { ServingOptions } from '../../models/provider.js';
import type { ModelOptions } from '../../models/registry.js';
import type { ConfigFile } from './read.js';
import { reasoningOf } from './reasoning.js';
import type { EndpointConfig, PlayerConfig } from './schema.js';

/** A model with its settings under a name of its own. */
export interface LineUp {
  readonly name: string;
  /** `PROVIDER:MODEL` or `builtin:PROFILE`. */
  readonly model: string;
  readonly options: ModelOptions;
  /** Where it was configured, for messages. */
  readonly where: string;
}

/** The line-ups of a configuration file, by name. */
export type LineUps = ReadonlyMap<string, LineUp>;

/** An object without the fields that are undefined. */
function given<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

function servingOf(config: EndpointConfig): ServingOptions {
  const { baseUrl, apiKeyEnv, width, callSeconds, keepAlive, tier } = config;
  return given({
    baseUrl,
    apiKeyEnv,
    width,
    callSeconds,
    tier,
    keepAlive: keepAlive === undefined ? undefined : String(keepAlive),
  });
}

function settingsOf(config: PlayerConfig): Partial<ModelSettings> {
  const { context, temperature, topP, maxOutputTokens, wire, reasoningTokens, foldSystem } = config;
  return given({
    context,
    temperature,
    topP,
    maxOutputTokens,
    wire,
    reasoningTokens,
    foldSystem,
    reasoning: reasoningOf(config),
    extraBody: config.extraBody,
  });
}

/**
 * The line-ups of a file. What a player says itself stands above what its endpoint says.
 *
 * @throws UserError when a player contradicts itself
 */
export function lineUpsOf(file: ConfigFile): LineUps {
  const { players = {}, endpoints = {} } = file.value;
  return new Map(
    Object.entries(players).map(([name, config]): [string, LineUp] => {
      const where = file.where(['players', name]);
      const shared = config.endpoint === undefined ? {} : servingOf(endpoints[config.endpoint] ?? {});
      const own = servingOf(config);
      const isBuiltin = config.model === 'builtin' || config.model.startsWith('builtin:');
      if (isBuiltin && Object.keys(config).length > 1) {
        throw new UserError(
          'input.config',
          `${where}: players.${name} is a builtin player, which has no settings: leave out all but its model`,
        );
      }
      try {
        const options = { ...shared, ...own, settings: settingsOf(config) };
        return [name, { name, model: config.model, options, where }];
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        throw new UserError('input.config', `${where}: players.${name}: ${error.message}`);
      }
    }),
  );
}

/** Which model settings the options of a command line set, by the option's name. */
const SETTING_OF: Readonly<Record<string, keyof ModelSettings>> = {
  context: 'context',
  temperature: 'temperature',
  topP: 'topP',
  maxOutputTokens: 'maxOutputTokens',
  wire: 'wire',
  foldSystem: 'foldSystem',
  reasoningEffort: 'reasoning',
  think: 'reasoning',
};

/**
 * The options of a line-up together with those of the command: what was given on the command line or in the
 * environment stands above the line-up, and what it leaves out comes from the command's other options.
 *
 * @param firm names of the command's options that were given there
 */
export function withLineUp(lineUp: LineUp, command: ModelOptions, firm: ReadonlySet<string>): ModelOptions {
  const firmSettings = new Set([...firm].map((option) => SETTING_OF[option]));
  const settings = { ...command.settings, ...lineUp.options.settings };
  for (const key of firmSettings) {
    if (key !== undefined) Object.assign(settings, given({ [key]: command.settings?.[key] }));
  }
  const serving = { ...command, ...lineUp.options };
  return {
    ...serving,
    ...(firm.has('baseUrl') ? given({ baseUrl: command.baseUrl }) : {}),
    ...(firm.has('keepAlive') ? given({ keepAlive: command.keepAlive }) : {}),
    settings,
  };
}
