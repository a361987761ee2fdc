import type { Command } from 'commander';
import { ARMED } from '../experiments/iterate.js';
import type { Armed } from '../experiments/iterate.js';
import type { ModelOptions } from '../models/registry.js';
import {
  collect,
  DEFAULT_DB,
  DEFAULT_PLAYBOOKS,
  nonEmptyPath,
  oneOf,
  realNumber,
  wholeNumber,
} from './options.js';

/** Options of everything that plays games, of one kind or of several, as parsed. */
export interface SharedOptions {
  readonly seed: number;
  readonly replicate: number;
  readonly rules: 'adopted' | 'reference';
  readonly baseUrl?: string;
  readonly context?: number;
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
  readonly wire?: 'narrow' | 'stable';
  readonly prompts?: string;
  readonly db: string;
  readonly json?: boolean;
}

/** Options of everything that plays one kind of game, as parsed. */
export interface PlayOptions extends SharedOptions {
  readonly model: string;
  /** Which deal of the study seed; only `play` has it. */
  readonly deal: number;
  readonly rule: readonly string[];
  /** File of word lists in place of the game's own. */
  readonly content?: string;
}

/** Options that every study shares, as parsed. */
export interface StudyOptions extends Omit<PlayOptions, 'deal'> {
  readonly reflector?: string;
  readonly opponent?: string;
  readonly games: number;
  readonly learnGames: number;
  readonly armed: Armed;
  readonly concurrency: number;
  readonly playbooks: string;
  readonly playbook?: string;
  readonly from?: string;
  readonly quiet?: boolean;
}

/** The default player: simulated, free, offline. */
export const DEFAULT_MODEL = 'builtin:novice';

/** Learning games a round by default; docs/builtin-players.md has the curve it was read from. */
export const DEFAULT_LEARN_GAMES = 30;

/** Adds the options of everything that plays games, of one kind or of several. */
export function addModelOptions(command: Command): Command {
  return command
    .option('--seed <n>', 'the study seed: same seed, same deals', wholeNumber(0, 2_147_483_647), 1)
    .option(
      '--replicate <n>',
      'a fresh number plays the same again, independently',
      wholeNumber(0, 10_000),
      0,
    )
    .option(
      '--rules <preset>',
      'adopted, or reference for the published rules',
      oneOf(['adopted', 'reference'] as const),
      'adopted',
    )
    .option('--base-url <url>', 'any OpenAI-compatible server, for openai: models')
    .option('--context <tokens>', "the model's context window", wholeNumber(256, 100_000_000))
    .option('--temperature <t>', 'sampling temperature', realNumber(0, 2))
    .option('--max-output-tokens <n>', "cap on a move's visible output", wholeNumber(16, 1_000_000))
    .option(
      '--wire <schema>',
      'schema sent to the server: narrow or stable',
      oneOf(['narrow', 'stable'] as const),
    )
    .option('--prompts <dir>', 'folder whose .hbs files replace the shipped ones')
    .option('--db <file>', 'the store', nonEmptyPath, DEFAULT_DB)
    .option('--json', 'print the result as JSON');
}

function addCommonOptions(command: Command): Command {
  command
    .option('--model <name>', 'who plays: builtin:PROFILE, openai:MODEL or ollama:MODEL', DEFAULT_MODEL)
    .option('--rule <key=value>', 'a rule option of the game; may be repeated', collect, [])
    .option('--content <file>', "JSON or YAML file of word lists in place of the game's own", nonEmptyPath);
  return addModelOptions(command);
}

/** Adds the options of a command that plays one game. */
export function addPlayOptions(command: Command): Command {
  return addCommonOptions(command).option(
    '--deal <k>',
    'which deal of the study seed, from 0',
    wholeNumber(0, 1_000_000),
    0,
  );
}

/** Adds the options that every study shares. */
export function addStudyOptions(command: Command): Command {
  return addCommonOptions(command)
    .option('--reflector <name>', 'who writes the playbook (default: the model)')
    .option('--opponent <name>', 'who sits on the other side in evaluation games (default: the model)')
    .option('--games <n>', 'evaluation games a condition', wholeNumber(1, 100_000), 30)
    .option('--learn-games <n>', 'learning games a round', wholeNumber(1, 10_000), DEFAULT_LEARN_GAMES)
    .option(
      '--armed <who>',
      'who carries the playbook in evaluation: alt, main, each or all',
      oneOf(ARMED),
      'each',
    )
    .option('--concurrency <n>', 'games in progress at once', wholeNumber(1, 1000), 8)
    .option('--playbooks <dir>', 'folder of playbook versions', nonEmptyPath, DEFAULT_PLAYBOOKS)
    .option('--playbook <name>', 'name of the playbook that is written (default: from game, model and run)')
    .option('--from <name@vN>', 'playbook to start from')
    .option('--quiet', 'no progress');
}

/** Model settings from the options; what was not given keeps the provider's default. */
export function modelOptions(options: SharedOptions): ModelOptions {
  const { baseUrl, context, temperature, maxOutputTokens, wire } = options;
  return {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    settings: {
      ...(context === undefined ? {} : { context }),
      ...(temperature === undefined ? {} : { temperature }),
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
      ...(wire === undefined ? {} : { wire }),
    },
  };
}
