import type { Json, JsonObject } from '../base/json.js';
import type { ChatReply, ChatRequest, FinishReason, ModelSettings, TokenUsage } from './chat.js';
import { wireMessages, type Body, type Draft } from './complete.js';
import { at, countOf, listOf, prop, textOf } from './json-read.js';
import type { OptionalPart } from './learned.js';
import { strictSubset } from './strict-schema.js';

/**
 * The body of a chat completion.
 *
 * @param firstCapName name of the output cap until the server teaches another
 * @param reasoningRoom tokens that the cap leaves for reasoning
 * @param strict the server takes the strict subset of JSON Schema only
 * @param tier service tier; a server that knows none of the name refuses the call, since dropping it would
 * change the price
 */
export function completionBody(
  model: string,
  settings: ModelSettings,
  request: ChatRequest,
  draft: Draft,
  firstCapName: string,
  reasoningRoom: number,
  strict: boolean,
  tier: string | undefined,
): Body {
  const capName = draft.capName ?? firstCapName;
  const optional: { readonly part: OptionalPart; readonly name: string; readonly value: Json | undefined }[] =
    [
      { part: 'temperature', name: 'temperature', value: settings.temperature ?? undefined },
      { part: 'top_p', name: 'top_p', value: settings.topP ?? undefined },
      { part: 'seed', name: 'seed', value: request.seed },
      { part: 'reasoning', name: 'reasoning_effort', value: effortOf(settings) },
      {
        part: 'schema',
        name: 'response_format',
        value: request.schema && {
          type: 'json_schema',
          json_schema: {
            name: request.schema.name,
            strict: true,
            schema: strict ? strictSubset(request.schema.schema) : request.schema.schema,
          },
        },
      },
    ];
  const kept = optional.filter(({ part, value }) => value !== undefined && !draft.dropped.has(part));
  return {
    json: {
      ...settings.extraBody,
      model,
      messages: wireMessages(request, settings.foldSystem === true),
      [capName]: request.maxOutputTokens + reasoningRoom,
      ...(tier === undefined ? {} : { service_tier: tier }),
      ...Object.fromEntries(kept.map(({ name, value }) => [name, value as Json])),
    },
    sent: { parts: new Set(kept.map(({ part }) => part)), capName },
  };
}

/** `on` is what a model that reasons does unasked; servers have no word for it. */
function effortOf(settings: ModelSettings): string | undefined {
  const { reasoning } = settings;
  if (reasoning === undefined || reasoning === null || reasoning === 'on') return undefined;
  return reasoning === 'off' ? 'none' : reasoning;
}

/**
 * Usage in disjoint classes. `prompt_tokens` counts cached tokens; `completion_tokens` counts reasoning at
 * OpenAI, while some servers add it only to `total_tokens`.
 */
export function completionUsage(usage: unknown): TokenUsage | null {
  const prompt = countOf(prop(usage, 'prompt_tokens'));
  const completion = countOf(prop(usage, 'completion_tokens'));
  if (prompt === undefined || completion === undefined) return null;
  const detail = (name: string): number => countOf(at(usage, 'prompt_tokens_details', name)) ?? 0;
  const cachedInput = Math.min(detail('cached_tokens'), prompt);
  const cacheWrite = Math.min(detail('cache_write_tokens'), prompt - cachedInput);
  const thought = countOf(at(usage, 'completion_tokens_details', 'reasoning_tokens')) ?? 0;
  const apart = thought > 0 && countOf(prop(usage, 'total_tokens')) === prompt + completion + thought;
  const output = apart ? completion + thought : completion;
  return {
    input: prompt - cachedInput - cacheWrite,
    cachedInput,
    cacheWrite,
    output,
    reasoning: Math.min(thought, output),
  };
}

function finishOf(choice: unknown, text: string): FinishReason {
  if (textOf(at(choice, 'message', 'refusal')) !== '') return 'refusal';
  const reason = prop(choice, 'finish_reason');
  switch (reason) {
    case 'stop':
    case 'length':
      return reason;
    case 'content_filter':
      return 'filter';
    // Some compatible servers leave it out of a reply that is whole.
    case null:
    case undefined:
    case '':
      return text === '' ? 'other' : 'stop';
    default:
      return 'other';
  }
}

/** Text of a message's content: a text, or parts of which those of another type are left out. */
function contentText(content: unknown): string {
  return typeof content === 'string'
    ? content
    : listOf(content)
        .map((part) => textOf(prop(part, 'text')))
        .join('');
}

/** Reasoning in a message's content parts, as Mistral sends it. */
function contentReasoning(content: unknown): string {
  return listOf(content)
    .flatMap((part) => listOf(prop(part, 'thinking')))
    .map((part) => textOf(prop(part, 'text')))
    .join('');
}

/**
 * Reads a chat completion. A refusal's words are the reply's text, since the content is empty then.
 *
 * @returns undefined when the answer holds no choice
 */
export function readCompletion(
  answer: JsonObject,
): Pick<ChatReply, 'text' | 'reasoning' | 'finish' | 'usage'> | undefined {
  const choice = listOf(answer['choices'])[0];
  const message = prop(choice, 'message');
  if (message === undefined) return undefined;
  const text = contentText(prop(message, 'content')) || textOf(prop(message, 'refusal'));
  const reasoning =
    textOf(prop(message, 'reasoning_content')) ||
    textOf(prop(message, 'reasoning')) ||
    contentReasoning(prop(message, 'content'));
  return { text, reasoning, finish: finishOf(choice, text), usage: completionUsage(answer['usage']) };
}
