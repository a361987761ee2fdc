/**
 * Every command option that the environment and the configuration file may set, as commander names it
 * (`--learn-games` is `learnGames`). Options that belong to one command line alone (`--game`, `--out`, `--json`)
 * are not among them.
 */
export const CONFIG_OPTIONS = [
  'model',
  'models',
  'reflector',
  'opponent',
  'games',
  'maxGames',
  'learnGames',
  'rounds',
  'armed',
  'concurrency',
  'seed',
  'replicate',
  'replicates',
  'strategy',
  'playbookTokens',
  'rules',
  'suite',
  'perModel',
  'perPair',
  'selfPlay',
  'context',
  'temperature',
  'topP',
  'maxOutputTokens',
  'wire',
  'reasoningEffort',
  'think',
  'keepAlive',
  'foldSystem',
  'maxCost',
  'maxTokens',
  'prices',
  'db',
  'playbooks',
  'prompts',
  'quiet',
] as const;

/** One of {@link CONFIG_OPTIONS}. */
export type ConfigOption = (typeof CONFIG_OPTIONS)[number];

/** Options that name a file or folder: in a configuration file they are read from where that file lies. */
export const PATH_OPTIONS: ReadonlySet<ConfigOption> = new Set(['prices', 'db', 'playbooks', 'prompts']);

/** Options that name players: a configured line-up's name stands for its model and settings. */
export const PLAYER_OPTIONS = ['model', 'reflector', 'opponent', 'models', 'teacher', 'students'] as const;

/** Options that say the same thing: where one is given, the other is not filled in from elsewhere. */
export const SAME_THING: Readonly<Partial<Record<ConfigOption, ConfigOption>>> = {
  think: 'reasoningEffort',
  reasoningEffort: 'think',
};

/** The environment variable of an option: `SPARTAN_LEARN_GAMES`. */
export function variableOf(option: ConfigOption): string {
  return `SPARTAN_${option.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** The environment variable that names the configuration file. */
export const CONFIG_VARIABLE = 'SPARTAN_CONFIG';

/** Names that a configuration file in the working directory may have, in the order they are looked for. */
export const CONFIG_FILES = ['spartan.config.json', 'spartan.config.yaml', 'spartan.config.yml'] as const;

/** The flag of an option: `--learn-games`. */
export function flagOf(option: string): string {
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
