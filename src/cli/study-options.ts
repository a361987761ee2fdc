import type { Command } from 'commander';
import { ARMED, CONTROLS } from '../experiments/arm.js';
import type { Armed, Control } from '../experiments/arm.js';
import { providerUsage } from '../models/registry.js';
import { DEFAULT_PLAYBOOK_TOKENS } from '../playbooks/budget.js';
import { STRATEGIES } from '../players/player.js';
import type { Strategy } from '../players/player.js';
import type { PlayerOptions } from './cast.js';
import type { FromConfig } from './config/apply.js';
import { EFFORTS, reasoningOf, THINK } from './config/reasoning.js';
import type { ReasoningWords } from './config/reasoning.js';
import {
  collect,
  DEFAULT_DB,
  DEFAULT_PLAYBOOKS,
  listOption,
  nonEmptyPath,
  oneOf,
  realNumber,
  wholeNumber,
} from './options.js';

/** Options of everything that plays games, of one kind or of several, as parsed. */
export interface SharedOptions extends FromConfig, ReasoningWords {
  readonly seed: number;
  readonly replicate: number;
  readonly rules: 'adopted' | 'reference';
  readonly baseUrl?: string;
  readonly context?: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly keepAlive?: string;
  readonly foldSystem?: boolean;
  readonly maxOutputTokens?: number;
  readonly wire?: 'narrow' | 'stable';
  readonly prompts?: string;
  /** Limit on what the run may pay, in US dollars. */
  readonly maxCost?: number;
  /** Limit on tokens of all classes. */
  readonly maxTokens?: number;
  /** File of prices. */
  readonly prices?: string;
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
  /** Evaluation games a condition; `auto` adds games until they decide. */
  readonly games: number | 'auto';
  /** With `auto`: the most, the batch between two looks, and what is enough. */
  readonly maxGames?: number;
  readonly batch: number;
  readonly width?: number;
  readonly detect?: number;
  readonly learnGames: number;
  readonly armed: Armed;
  readonly control: readonly Control[];
  readonly replicates: number;
  readonly strategy: Strategy;
  readonly playbookTokens: number;
  readonly dryRun?: boolean;
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
    .option('--base-url <url>', 'address of the model server, such as any OpenAI-compatible one')
    .option('--context <tokens>', "the model's context window", wholeNumber(256, 100_000_000))
    .option('--temperature <t>', 'sampling temperature', realNumber(0, 2))
    .option('--top-p <p>', 'nucleus sampling: the share of probability drawn from', realNumber(0, 1))
    .option('--reasoning-effort <level>', `how much a model reasons: ${EFFORTS.join(', ')}`, oneOf(EFFORTS))
    .option('--think <level>', `the same in Ollama's words: ${THINK.join(', ')}`, oneOf(THINK))
    .option('--keep-alive <time>', 'how long Ollama keeps a model loaded after a call, as 10m')
    .option('--fold-system', 'put the system text into the first user message')
    .option('--max-output-tokens <n>', "cap on a move's visible output", wholeNumber(16, 1_000_000))
    .option(
      '--wire <schema>',
      'schema sent to the server: narrow or stable',
      oneOf(['narrow', 'stable'] as const),
    )
    .option('--prompts <dir>', 'folder whose .hbs files replace the shipped ones')
    .option('--max-cost <usd>', 'start no game once the run has paid as much', realNumber(0, 1_000_000))
    .option(
      '--max-tokens <n>',
      'start no game once the run has taken as many',
      wholeNumber(1, 1_000_000_000_000),
    )
    .option('--prices <file>', 'JSON or YAML file of prices', nonEmptyPath)
    .option('--db <file>', 'the store', nonEmptyPath, DEFAULT_DB)
    .option('--json', 'print the result as JSON');
}

/** Adds `--model`. */
export function addModelOption(command: Command): Command {
  return command.option(
    '--model <name>',
    `who plays: builtin:PROFILE, ${providerUsage()}, or a configured player`,
    DEFAULT_MODEL,
  );
}

function addRuleOption(command: Command): Command {
  return command.option(
    '--rule <key=value>',
    'a rule option of the game, or GAME.KEY=VALUE with several; may be repeated',
    collect,
    [],
  );
}

/** Adds the options of a command that plays one kind of game. */
export function addGameOptions(command: Command): Command {
  return addModelOption(command).option(
    '--content <file>',
    "JSON or YAML file of word lists in place of the game's own",
    nonEmptyPath,
  );
}

function numberOrAuto(value: string): number | 'auto' {
  return value === 'auto' ? 'auto' : wholeNumber(1, 100_000)(value);
}

function controlList(value: string): Control[] {
  return [...new Set(listOption(value).map(oneOf(CONTROLS)))];
}

/** Adds the options of a command that plays one game. */
export function addPlayOptions(command: Command): Command {
  return addModelOptions(addRuleOption(addGameOptions(command))).option(
    '--deal <k>',
    'which deal of the study seed, from 0',
    wholeNumber(0, 1_000_000),
    0,
  );
}

/** Adds the options that every study shares, but for who plays. */
export function addStudyOptions(command: Command): Command {
  return addModelOptions(addRuleOption(command))
    .option('--reflector <name>', 'who writes the playbook (default: the model)')
    .option('--opponent <name>', 'who sits on the other side in evaluation games (default: the model)')
    .option(
      '--games <n>',
      'evaluation games a condition, or auto: as many as it takes for --width or --detect',
      numberOrAuto,
      30,
    )
    .option('--max-games <n>', 'with --games auto: the most a condition may take', wholeNumber(1, 100_000))
    .option(
      '--batch <n>',
      'with --games auto: games a condition between two looks',
      wholeNumber(1, 10_000),
      20,
    )
    .option(
      '--width <w>',
      'with --games auto: full width of every interval, as a share',
      realNumber(0.001, 2),
    )
    .option(
      '--detect <d>',
      'with --games auto: the change to show or exclude, as a share',
      realNumber(0.001, 1),
    )
    .option('--learn-games <n>', 'learning games a round', wholeNumber(1, 10_000), DEFAULT_LEARN_GAMES)
    .option(
      '--armed <who>',
      'who carries the playbook in evaluation: alt, main, each or all',
      oneOf(ARMED),
      'each',
    )
    .option(
      '--control <names>',
      'placebo, shuffled or rollback, separated by commas: conditions played beside the others',
      controlList,
      [],
    )
    .option(
      '--replicates <k>',
      'do everything k times: learning, writing, evaluation',
      wholeNumber(1, 100),
      1,
    )
    .option(
      '--strategy <name>',
      "how learning is written down: playbook, rules, or each seat's notes",
      oneOf(STRATEGIES),
      'playbook',
    )
    .option(
      '--playbook-tokens <n>',
      'tokens a playbook may have',
      wholeNumber(100, 12_000),
      DEFAULT_PLAYBOOK_TOKENS,
    )
    .option('--dry-run', 'print the plan and what is stored of it; play nothing')
    .option('--concurrency <n>', 'games in progress at once', wholeNumber(1, 1000), 8)
    .option('--playbooks <dir>', 'folder of playbook versions', nonEmptyPath, DEFAULT_PLAYBOOKS)
    .option('--playbook <name>', 'name of the playbook that is written (default: from game, model and run)')
    .option('--from <name@vN>', 'playbook to start from')
    .option('--quiet', 'no progress');
}

/** Model settings from the options; what was not given keeps the provider's default. */
export function modelOptions(options: SharedOptions): PlayerOptions {
  const { baseUrl, context, temperature, topP, maxOutputTokens, wire, keepAlive, foldSystem } = options;
  const { lineUps, firm } = options;
  const reasoning = reasoningOf(options);
  return {
    ...(lineUps === undefined ? {} : { lineUps }),
    ...(firm === undefined ? {} : { firm }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(keepAlive === undefined ? {} : { keepAlive }),
    settings: {
      ...(context === undefined ? {} : { context }),
      ...(temperature === undefined ? {} : { temperature }),
      ...(topP === undefined ? {} : { topP }),
      ...(reasoning === undefined ? {} : { reasoning }),
      ...(foldSystem === undefined ? {} : { foldSystem }),
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
      ...(wire === undefined ? {} : { wire }),
    },
  };
}
