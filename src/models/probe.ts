import type { JsonObject } from '../base/json.js';
import type { ChatModel, ChatReply, ChatRequest, TokenUsage } from './chat.js';
import { extractJson } from './extract.js';
import { at, countOf } from './json-read.js';

/** Whether a reply held to the schema that came with the question. */
export type SchemaKept =
  /** The reply is what the schema asks for, and the schema was sent. */
  | 'kept'
  /** The server refused the schema; the reply is JSON of that shape all the same. */
  | 'kept-unasked'
  /** The right object with other text around it or slips in its spelling, which the lab reads past. */
  | 'wrapped'
  /** JSON of another shape. */
  | 'violated'
  /** No JSON. */
  | 'no-json'
  /** The reply was cut off, refused or empty before it could show. */
  | 'no-answer';

/** Tokens a second, each null where it cannot be told. */
export interface Speed {
  readonly input: number | null;
  readonly output: number | null;
  /** `server`: measured by the server; `whole`: output over the whole time of the call, reading included. */
  readonly by: 'server' | 'whole';
}

/** What asking a model a short question showed. */
export interface ModelProbe {
  readonly schema: SchemaKept;
  /** Reasoning came with the reply. */
  readonly reasoned: boolean;
  readonly speed: Speed | null;
  /** Window of the loaded model; null where the server does not tell. */
  readonly contextInForce: number | null;
  /** Tokens of all questions; null where the server did not report them. */
  readonly tokens: { readonly input: number; readonly output: number } | null;
}

/** About what the question costs, in tokens, for a line that asks for leave. */
export const QUESTION_TOKENS = { input: 80, output: 10 } as const;

const ANSWERS = ['yes', 'no'];

const QUESTION: ChatRequest = {
  messages: [
    {
      role: 'system',
      content: 'Answer in JSON of the form {"answer":"yes"} or {"answer":"no"}, and nothing else.',
    },
    { role: 'user', content: 'Is five more than three?' },
  ],
  schema: {
    name: 'probe',
    schema: {
      type: 'object',
      properties: { answer: { type: 'string', enum: ANSWERS } },
      required: ['answer'],
      additionalProperties: false,
    },
  },
  maxOutputTokens: 32,
};

/** Long enough to measure by; asked only where asking is free. */
const COUNTING: ChatRequest = {
  messages: [{ role: 'user', content: 'Count from one to thirty in words, separated by commas.' }],
  maxOutputTokens: 48,
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function schemaKept({ text, finish, sent }: ChatReply): SchemaKept {
  if (finish !== 'stop' || text.trim() === '') return 'no-answer';
  const found = extractJson(text);
  if (!found.ok) return 'no-json';
  const answer = at(found.value, 'answer');
  if (Object.keys(found.value).length !== 1 || !ANSWERS.includes(String(answer))) return 'violated';
  if (!isJson(text)) return 'wrapped';
  return 'response_format' in sent || 'format' in sent ? 'kept' : 'kept-unasked';
}

const NANOSECONDS = 1e9;

function perSecond(tokens: number | undefined, nanoseconds: number | undefined): number | null {
  return tokens === undefined || nanoseconds === undefined || nanoseconds === 0 || tokens === 0
    ? null
    : (tokens / nanoseconds) * NANOSECONDS;
}

function rate(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null;
}

/** Speed of a reply: from Ollama's durations, from llama.cpp's timings, else from the time of the whole call. */
export function speedOf(raw: JsonObject, usage: TokenUsage | null, durationMs: number): Speed | null {
  const count = (name: string): number | undefined => countOf(raw[name]);
  const output = perSecond(count('eval_count'), count('eval_duration'));
  if (output !== null) {
    return {
      input: perSecond(count('prompt_eval_count'), count('prompt_eval_duration')),
      output,
      by: 'server',
    };
  }
  const predicted = rate(at(raw, 'timings', 'predicted_per_second'));
  if (predicted !== null) {
    return { input: rate(at(raw, 'timings', 'prompt_per_second')), output: predicted, by: 'server' };
  }
  if (usage === null || usage.output === 0 || durationMs <= 0) return null;
  return { input: null, output: (usage.output / durationMs) * 1000, by: 'whole' };
}

/**
 * Loads a model and asks it a question of a few tokens under a schema; where asking is free a second one, long
 * enough to measure its speed.
 *
 * @throws what {@link ChatModel.prepare} and {@link ChatModel.complete} throw
 */
export async function probeModel(model: ChatModel, signal: AbortSignal): Promise<ModelProbe> {
  await model.prepare?.(signal);
  const first = await model.complete(QUESTION, signal);
  const second = model.paid === true ? null : await model.complete(COUNTING, signal);
  const timed = second ?? first;
  const replies = [first, ...(second === null ? [] : [second])];
  const usages = replies.flatMap(({ usage }) => (usage === null ? [] : [usage]));
  const sum = (of: (usage: TokenUsage) => number): number =>
    usages.reduce((total, usage) => total + of(usage), 0);
  return {
    schema: schemaKept(first),
    reasoned: replies.some(({ reasoning, usage }) => reasoning !== '' || (usage?.reasoning ?? 0) > 0),
    speed: speedOf(timed.raw, timed.usage, timed.durationMs),
    contextInForce: (await model.windowInForce?.(signal)) ?? null,
    tokens:
      usages.length < replies.length
        ? null
        : {
            input: sum(({ input, cachedInput, cacheWrite }) => input + cachedInput + cacheWrite),
            output: sum(({ output }) => output),
          },
  };
}
