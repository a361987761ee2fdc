import { z } from 'zod';
import { listText } from '../../base/text.js';
import { TIERS } from '../../models/provider.js';
import { isKeepAlive, SERVING_BOUNDS, SETTING_BOUNDS, type Bounds } from '../../models/settings.js';
import { STRATEGIES } from '../../players/player.js';
import type { ConfigOption } from './names.js';
import { EFFORTS, THINK } from './reasoning.js';

/** A number within bounds; one message whatever is wrong with it. */
function number({ min, max, whole }: Omit<Bounds, 'called'>, meaning: string) {
  const error = `must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}`;
  return (whole ? z.int({ error }) : z.number({ error }))
    .min(min, { error })
    .max(max, { error })
    .describe(meaning);
}

const whole = (min: number, max: number, meaning: string) => number({ min, max, whole: true }, meaning);

function text(what: string, meaning: string) {
  return z
    .string({ error: `must be ${what}` })
    .trim()
    .min(1, { error: `must be ${what}` })
    .describe(meaning);
}

function choice<const T extends readonly [string, ...string[]]>(values: T, meaning: string) {
  return z.enum(values, { error: `must be ${listText(values, 'or')}` }).describe(meaning);
}

const flag = (meaning: string) => z.boolean({ error: 'must be true or false' }).describe(meaning);

const list = (what: string, meaning: string) => {
  const error = `must be ${what}, as a list or separated by commas`;
  return z.union([z.string().min(1), z.array(z.string().min(1)).min(1)], { error }).describe(meaning);
};

const PLAYER = 'PROVIDER:MODEL, builtin:PROFILE or the name of one of the players';

const settings = {
  context: number(
    SETTING_BOUNDS.context,
    'Context window in tokens. Ollama is always told one (options.num_ctx); for other servers it bounds our prompts.',
  ),
  temperature: number(SETTING_BOUNDS.temperature, 'Sampling temperature.'),
  topP: number(SETTING_BOUNDS.topP, 'Nucleus sampling: the share of probability that is drawn from.'),
  maxOutputTokens: number(
    { ...SETTING_BOUNDS.maxOutputTokens, min: 16 },
    "Cap on a move's visible output, in tokens.",
  ),
  wire: choice(['narrow', 'stable'], 'Which schema is sent with a request.'),
  reasoningEffort: choice(EFFORTS, 'How much a model reasons before it answers, by OpenAI’s words.'),
  think: z
    .union([z.boolean(), z.enum(THINK)], { error: `must be true, false or ${listText(THINK, 'or')}` })
    .describe('Whether and how much a model reasons before it answers, by Ollama’s words.'),
  foldSystem: flag('Puts the system text at the head of the first user message.'),
};

const keepAlive = z
  .union([z.string(), z.int()], { error: 'must be seconds or a time such as 10m' })
  .refine((value) => isKeepAlive(String(value)), {
    error: 'must be seconds or a time such as 10m, 1h30m or -1 for ever',
  })
  .describe('How long Ollama keeps a model loaded after a call.');

const GAMES = { error: 'must be a whole number from 1 to 100000, or auto' };

/** Options of commands, by their names there. */
const options = {
  model: text(PLAYER, 'Who plays.'),
  models: list('names of players', 'The players of a tournament.'),
  reflector: text(PLAYER, 'Who writes playbooks.'),
  opponent: text(PLAYER, 'Who sits on the other side in evaluation games.'),
  games: z
    .union([z.literal('auto'), z.int().min(1, GAMES).max(100_000, GAMES)], GAMES)
    .describe('Evaluation games a condition.'),
  maxGames: whole(1, 100_000, 'The most games a condition may take where games is auto.'),
  learnGames: whole(1, 10_000, 'Learning games a round.'),
  rounds: whole(1, 50, 'Rounds of learning, reflection and evaluation.'),
  armed: choice(['alt', 'main', 'each', 'all'], 'Who carries the playbook in evaluation.'),
  concurrency: whole(1, 1000, 'Games in progress at once.'),
  seed: whole(0, 2_147_483_647, 'The study seed.'),
  replicate: whole(0, 10_000, 'A fresh number plays the same again, independently.'),
  rules: choice(['adopted', 'reference'], 'Preset of the games’ rules.'),
  replicates: whole(1, 100, 'How often a study is repeated, each time with fresh games.'),
  strategy: choice(STRATEGIES, 'How learning is written down.'),
  playbookTokens: whole(100, 12_000, 'Tokens a playbook may have.'),
  suite: list('all, categories or ids of games', 'The games of a tournament.'),
  perModel: whole(1, 100_000, 'Games of each model in each kind of game, at least.'),
  perPair: whole(2, 100_000, 'Games of every two models in each kind, in place of perModel.'),
  selfPlay: whole(0, 100_000, 'Unrated games of each model against itself.'),
  ...settings,
  keepAlive,
  maxCost: z
    .number({ error: 'must be an amount of money' })
    .positive({ error: 'must be more than 0' })
    .describe('Stops a run cleanly before it costs more, in US dollars.'),
  maxTokens: z
    .int({ error: 'must be a whole number of tokens' })
    .positive({ error: 'must be more than 0' })
    .describe('Stops a run cleanly before it takes more tokens.'),
  prices: text('a path', 'File of prices, beside this file.'),
  db: text('a path', 'The store, beside this file.'),
  playbooks: text('a path', 'Folder of playbook versions, beside this file.'),
  prompts: text('a path', 'Folder whose .hbs files replace the shipped ones, beside this file.'),
  quiet: flag('No progress.'),
} satisfies Record<ConfigOption, z.ZodType>;

const serving = {
  baseUrl: text('an http or https URL', 'Address of the server, in place of the environment variable.'),
  apiKeyEnv: z
    .string({ error: 'must be the name of an environment variable' })
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: 'must be the name of an environment variable' })
    .describe(
      'Name of the environment variable that holds the key. The key itself never stands in this file.',
    ),
  width: number(SERVING_BOUNDS.width, 'Requests in flight at most.'),
  callSeconds: number(
    SERVING_BOUNDS.callSeconds,
    'Time limit of one call, from sending it to its last byte.',
  ),
  keepAlive,
  tier: choice(TIERS, 'Service tier asked for; flex is slower at half the price.'),
};

const endpoint = z.strictObject(serving, { error: 'must be settings of a server' }).partial();

const player = z
  .strictObject(
    {
      model: text('PROVIDER:MODEL or builtin:PROFILE', 'The model.').regex(/^builtin$|^[^:]+:.+/, {
        error: 'must be PROVIDER:MODEL or builtin:PROFILE',
      }),
      endpoint: text('the name of one of the endpoints', 'The endpoint it is reached at.').optional(),
      ...z.object({ ...settings, ...serving }).partial().shape,
      reasoningTokens: number(
        SETTING_BOUNDS.reasoningTokens,
        'Tokens added to the output cap for reasoning.',
      ).optional(),
      extraBody: z
        .record(z.string(), z.json(), { error: 'must be fields of a request body' })
        .describe('Fields added to the body of every request as they are.')
        .optional(),
    },
    { error: 'must be a model with its settings' },
  )
  .describe('A model with its settings, to be named wherever a model is.');

/** Names of line-ups and endpoints: no colon, which would make them models, and no comma, which parts lists. */
const name = z.string().regex(/^[A-Za-z][A-Za-z0-9_.-]{0,39}$/, {
  error: 'a name must be a letter, then letters, digits, dots, dashes or underscores, 40 at most',
});

/** The configuration file. */
export const configSchema = z
  .strictObject(
    {
      $schema: z.string().optional(),
      ...z.object(options).partial().shape,
      endpoints: z
        .record(name, endpoint, { error: 'must be endpoints by their names' })
        .describe('Model servers by name.')
        .optional(),
      players: z
        .record(name, player, { error: 'must be players by their names' })
        .describe('Named line-ups: models with their settings, by name.')
        .optional(),
    },
    { error: 'must be settings by their names' },
  )
  .describe('Settings of the lab: docs/configuration.md.');

/** A configuration file, as checked. */
export type ConfigValue = z.infer<typeof configSchema>;

/** One of its players. */
export type PlayerConfig = z.infer<typeof player>;

/** One of its endpoints. */
export type EndpointConfig = z.infer<typeof endpoint>;

/** The keys that are known at a place of the file; undefined where any may stand. */
export function knownKeys(path: readonly PropertyKey[]): string[] | undefined {
  if (path.length === 0) return Object.keys(configSchema.shape);
  if (path.length === 2 && path[0] === 'players') return Object.keys(player.shape);
  if (path.length === 2 && path[0] === 'endpoints') return Object.keys(endpoint.shape);
  return undefined;
}

/** The published JSON Schema of the file. */
export function configJsonSchema(): object {
  return {
    ...z.toJSONSchema(configSchema, { io: 'input' }),
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'spartan.config',
  };
}
