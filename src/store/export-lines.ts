import { z } from 'zod';

/** Name of the exchange format, in the first line of every file of it. */
export const EXPORT_FORMAT = 'spartan-export';
/** Version of the exchange format. A file of a newer one is refused. */
export const EXPORT_VERSION = 1;

const MAX_WORD = 1000;

const word = z.string().max(MAX_WORD);
const id = z.string().min(1).max(200);
const count = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const seat = z.int().min(0).max(999);
const time = z.iso.datetime();
/** Values come from `JSON.parse`, so that whatever an object holds is JSON. */
const jsonObject = z.record(z.string(), z.unknown());
const sha = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits');

const header = z.strictObject({
  kind: z.literal('header'),
  format: z.literal(EXPORT_FORMAT),
  version: z.literal(EXPORT_VERSION),
  app: word,
  run: id,
  simulated: z.boolean(),
  /** `whole`: calls with their texts. `usage`: what they took, without texts. */
  calls: z.enum(['whole', 'usage']),
});

const run = z.strictObject({
  kind: z.literal('run'),
  id,
  arm: word,
  status: z.enum(['running', 'finished', 'stopped', 'failed']),
  reason: z.string().nullable(),
  simulated: z.boolean(),
  playbook: word.nullable(),
  plannedGames: count,
  appVersion: word,
  startedAt: time,
  updatedAt: time,
  finishedAt: time.nullable(),
  command: z.array(z.string()),
  settings: jsonObject,
  plan: z.looseObject({ arm: word, steps: z.array(jsonObject) }),
});

const text = z.strictObject({ kind: z.literal('text'), hash: sha, text: z.string() });

const player = z.union([
  z.strictObject({ kind: z.literal('builtin'), profile: word, policyVersion: count }),
  z.strictObject({
    kind: z.literal('chat'),
    provider: word,
    endpoint: word,
    model: word,
    settings: jsonObject,
  }),
]);
const slot = z.strictObject({ player, playbook: sha.nullable() });
const lineUp = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('side'), main: slot, alt: slot }),
  z.strictObject({ by: z.literal('focal'), focal: slot, others: slot }),
  z.strictObject({ by: z.literal('seat'), seats: z.array(slot).min(1).max(1000) }),
]);

const game = z.strictObject({
  kind: z.literal('game'),
  id,
  spec: z.strictObject({
    game: id,
    rulesVersion: count,
    options: jsonObject,
    players: z.int().min(1).max(1000),
    content: sha.optional(),
    promptVersion: word.nullable(),
    lineUp,
    seed: z.strictObject({
      study: z.int(),
      purpose: z.enum(['learning', 'validation', 'test']),
      index: count,
    }),
    replicate: count,
  }),
  status: z.enum(['finished', 'void']),
  voidReason: z.string().nullable(),
  names: z.array(z.string()),
  roles: z.array(z.strictObject({ role: z.string(), side: z.enum(['main', 'alt']).optional() })),
  secrets: z.array(jsonObject),
  slots: z.array(word),
  events: z.array(
    z.strictObject({
      type: z.string(),
      audience: z.union([z.literal('all'), z.array(seat)]),
      data: jsonObject,
      talk: z.strictObject({ seat, discussion: count }).optional(),
    }),
  ),
  decisions: z.array(
    z.strictObject({
      seat,
      turn: count,
      phase: word,
      kind: word,
      action: jsonObject,
      forced: z.boolean(),
      attempts: count,
      problems: z.array(z.string()),
      cut: count,
      eventCount: count,
    }),
  ),
  outcome: z
    .strictObject({
      rewards: z.array(z.number()),
      ending: z.string(),
      measures: z.record(z.string(), z.number()),
      sharedByDesign: z.array(z.array(seat)).optional(),
    })
    .nullable(),
  turns: count,
  tries: z.int().min(1),
  finishedAt: time,
  diagnostics: z.array(z.strictObject({ measure: word, event: count, seat, value: z.number().nullable() })),
});

const playbook = z.strictObject({
  kind: z.literal('playbook'),
  name: id,
  version: z.int().min(1),
  hash: sha,
  /** True when the run of this file wrote it; false when it came from a file and was used. */
  written: z.boolean(),
  step: id.nullable(),
  parents: z.array(z.strictObject({ name: id, version: z.int().min(1) })).max(2),
  model: word,
  promptHash: word.nullable(),
  tokens: count,
  createdAt: time,
  games: z.array(word),
  sourceGames: z.array(id),
  checks: jsonObject,
});

const step = z.strictObject({
  kind: z.literal('step'),
  id,
  ordinal: count,
  step: z.enum(['play', 'reflect', 'judge']),
  role: word.nullable(),
  round: count.nullable(),
  status: z.enum(['running', 'finished']),
  startedAt: time,
  finishedAt: time.nullable(),
  result: z.unknown(),
  /** Ids of its games by their place; a game may be named that is not in the file, since it was not played yet. */
  games: z.array(z.strictObject({ ordinal: count, id })),
});

const callTexts = z.strictObject({
  key: word,
  maxOutputTokens: count,
  requestSeed: z.number().nullable(),
  schemaName: word.nullable(),
  schema: z.string().nullable(),
  system: z.string().nullable(),
  prompt: z.string().nullable(),
  more: z.string().nullable(),
  text: z.string().nullable(),
  reasoning: z.string().nullable(),
  exact: z.string().nullable(),
  sent: z.string().nullable(),
  raw: z.string().nullable(),
});

const call = z.strictObject({
  kind: z.literal('call'),
  status: z.enum(['reply', 'fault']),
  /** The run that made it, which need not be the run of this file. */
  paidBy: id,
  episode: id,
  seat: seat.nullable(),
  turn: count,
  attempt: count,
  provider: word,
  endpoint: word,
  model: word,
  finish: z.enum(['stop', 'length', 'filter', 'refusal', 'other']).nullable(),
  inputTokens: count.nullable(),
  cachedInputTokens: count.nullable(),
  cacheWriteTokens: count.nullable(),
  outputTokens: count.nullable(),
  reasoningTokens: count.nullable(),
  durationMs: z.number().min(0).nullable(),
  createdAt: time,
  faults: z.array(
    z.strictObject({
      kind: z.enum(['transport', 'rate-limit', 'quota', 'auth', 'not-found', 'rejected']),
      status: z.number().nullable(),
      message: z.string(),
    }),
  ),
  settings: jsonObject,
  /** Null when the file was written without texts, or the store has dropped them. The key of a fault is empty. */
  whole: callTexts.nullable(),
});

const end = z.strictObject({ kind: z.literal('end'), lines: count });

/** One line of an export, by its `kind`; docs/export.md explains the fields. */
export const exportLine = z.discriminatedUnion('kind', [header, run, text, game, playbook, step, call, end]);

/** One line of an export. */
export type ExportLine = z.infer<typeof exportLine>;

/** One line of an export of a certain kind. */
export type LineOf<K extends ExportLine['kind']> = Extract<ExportLine, { readonly kind: K }>;

/** The fields of each kind of line, for the docs and the test that compares them. */
export const LINE_FIELDS: Readonly<Record<ExportLine['kind'], readonly string[]>> = {
  header: Object.keys(header.shape),
  run: Object.keys(run.shape),
  text: Object.keys(text.shape),
  game: Object.keys(game.shape),
  playbook: Object.keys(playbook.shape),
  step: Object.keys(step.shape),
  call: Object.keys(call.shape),
  end: Object.keys(end.shape),
};
