import type { Json, JsonObject } from '../base/json.js';
import type { ChatReply, ChatRequest, FinishReason, ModelSettings, TokenUsage } from './chat.js';
import { wireMessages, type Body, type Draft } from './complete.js';
import { at, countOf, prop, textOf } from './json-read.js';
import type { OptionalPart } from './learned.js';

/** A keep-alive time as the server reads it: a text without a unit would be refused, a number is seconds. */
export function keepAliveValue(text: string): string | number {
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

/**
 * The body of a call of /api/chat. The window and the cap are always sent: the defaults are a small window
 * and no cap. `truncate: false` and `shift: false` ask newer servers to refuse a prompt that does not fit,
 * and to end a reply at the window; older ones ignore both.
 *
 * @param context the window in tokens
 * @param reasoningRoom tokens that the cap leaves for reasoning
 */
export function chatBody(
  model: string,
  settings: ModelSettings,
  request: ChatRequest,
  draft: Draft,
  context: number,
  reasoningRoom: number,
  keepAlive: string | number | undefined,
): Body {
  const { reasoning } = settings;
  const think = reasoning === 'on' ? true : reasoning === 'off' ? false : (reasoning ?? undefined);
  const optional: {
    readonly part: OptionalPart;
    readonly name: string;
    readonly value: Json | undefined;
    readonly inOptions: boolean;
  }[] = [
    { part: 'temperature', name: 'temperature', value: settings.temperature ?? undefined, inOptions: true },
    { part: 'top_p', name: 'top_p', value: settings.topP ?? undefined, inOptions: true },
    { part: 'seed', name: 'seed', value: request.seed, inOptions: true },
    { part: 'reasoning', name: 'think', value: think, inOptions: false },
    { part: 'schema', name: 'format', value: request.schema?.schema, inOptions: false },
  ];
  const kept = optional.filter(({ part, value }) => value !== undefined && !draft.dropped.has(part));
  const fields = (inOptions: boolean): JsonObject =>
    Object.fromEntries(
      kept.filter((field) => field.inOptions === inOptions).map(({ name, value }) => [name, value as Json]),
    );
  const { options: extraOptions, ...extra } = settings.extraBody ?? {};
  return {
    json: {
      ...extra,
      model,
      messages: wireMessages(request, settings.foldSystem === true),
      stream: false,
      truncate: false,
      shift: false,
      ...(keepAlive === undefined ? {} : { keep_alive: keepAlive }),
      ...fields(false),
      options: {
        ...(typeof extraOptions === 'object' ? extraOptions : {}),
        num_ctx: context,
        num_predict: request.maxOutputTokens + reasoningRoom,
        ...fields(true),
      },
    },
    sent: { parts: new Set(kept.map(({ part }) => part)), capName: null },
  };
}

/**
 * Usage of a native reply. `prompt_eval_count` counts cached tokens too and does not say how many; a server
 * leaves out a count that is 0. Null when there is no count at all.
 */
export function chatUsage(answer: JsonObject): TokenUsage | null {
  const input = countOf(answer['prompt_eval_count']);
  const output = countOf(answer['eval_count']);
  if (input === undefined && output === undefined) return null;
  return { input: input ?? 0, cachedInput: 0, cacheWrite: 0, output: output ?? 0, reasoning: 0 };
}

function finishOf(answer: JsonObject): FinishReason {
  const reason = answer['done_reason'];
  if (reason === 'stop' || reason === 'length') return reason;
  // Servers before 0.1.48 gave no reason for a reply that was done.
  return reason === undefined && answer['done'] === true ? 'stop' : 'other';
}

/**
 * Reads a native reply.
 *
 * @returns undefined when the answer holds no message
 */
export function readChat(
  answer: JsonObject,
): Pick<ChatReply, 'text' | 'reasoning' | 'finish' | 'usage'> | undefined {
  const message = answer['message'];
  if (prop(message, 'role') === undefined) return undefined;
  return {
    text: textOf(prop(message, 'content')),
    reasoning: textOf(prop(message, 'thinking')),
    finish: finishOf(answer),
    usage: chatUsage(answer),
  };
}

/** The longest context a model was trained for, from /api/show: its key starts with the architecture. */
export function trainedContext(shown: unknown): number | null {
  const info = prop(shown, 'model_info');
  const architecture = textOf(prop(info, 'general.architecture'));
  const named = countOf(at(info, `${architecture}.context_length`));
  if (named !== undefined) return named;
  const entries = typeof info === 'object' && info !== null ? Object.entries(info) : [];
  return countOf(entries.find(([key]) => key.endsWith('.context_length'))?.[1]) ?? null;
}
