import type { JsonObject } from '../../src/base/json.js';
import {
  ollamaEnd,
  ollamaText,
  ollamaWords,
  openAiFinish,
  openAiUsageOf,
  type Completion,
} from './replies.js';
import type { FakeChat, Twist } from './types.js';

/** Characters a piece: a few tokens, so that marks and words are torn apart. */
const PIECE = 7;

function pieces(text: string): string[] {
  return text.match(new RegExp(`[^]{1,${PIECE}}`, 'gu')) ?? [];
}

const event = (data: JsonObject | '[DONE]'): string =>
  `data: ${data === '[DONE]' ? data : JSON.stringify(data)}\n\n`;

/**
 * A reply as server-sent events of the OpenAI format. With `stream_options.include_usage` every event has a
 * `usage`, which is null in all but one more at the end that has no choice.
 */
function openAiEvents(chat: FakeChat, made: Completion, tellsCached: boolean): string[] {
  const options = chat.body['stream_options'];
  const counted = typeof options === 'object' && options !== null && 'include_usage' in options;
  const usage = counted ? openAiUsageOf(made, tellsCached) : null;
  const chunk = (choices: readonly JsonObject[], told: JsonObject | null = null): string =>
    event({
      id: 'chatcmpl-fake',
      object: 'chat.completion.chunk',
      created: 1_760_000_000,
      model: chat.model,
      choices,
      ...(counted ? { usage: told } : {}),
      ...made.extra,
    });
  const delta = (fields: JsonObject): string => chunk([{ index: 0, delta: fields, finish_reason: null }]);
  const words =
    typeof made.content === 'string'
      ? pieces(made.content).map((content) => delta({ content }))
      : [delta({ content: made.content })];
  return [
    delta({ role: 'assistant', content: '' }),
    ...pieces(made.thinking ?? '').map((text) => delta({ [made.thinkingField]: text })),
    ...words,
    ...pieces(made.refusal ?? '').map((refusal) => delta({ refusal })),
    chunk([{ index: 0, delta: {}, finish_reason: openAiFinish(made) }]),
    ...(usage === null ? [] : [chunk([], usage)]),
    event('[DONE]'),
  ];
}

/** A reply as lines of JSON of the Ollama format; the last one has the counts and no words. */
function ollamaLines(chat: FakeChat, made: Completion): string[] {
  const lines = [
    ...pieces(made.thinking ?? '').map((text) => ({ ...ollamaWords(chat, '', text), done: false })),
    ...pieces(ollamaText(made)).map((text) => ({ ...ollamaWords(chat, text, null), done: false })),
    { ...ollamaWords(chat, '', null), ...ollamaEnd(made) },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`);
}

/** A reply in the pieces it goes out in. With an error inside half of them are sent, then the error. */
export function streamOf(
  chat: FakeChat,
  made: Completion,
  tellsCached: boolean,
  error: Extract<Twist, { twist: 'error-inside' }> | undefined,
): { readonly contentType: string; readonly pieces: readonly string[] } {
  const openAi = chat.wire === 'openai';
  const all = openAi ? openAiEvents(chat, made, tellsCached) : ollamaLines(chat, made);
  const end = openAi
    ? event({ error: { message: error?.message ?? '', code: 502 } })
    : `${JSON.stringify({ error: error?.message ?? '' })}\n`;
  return {
    contentType: openAi ? 'text/event-stream' : 'application/x-ndjson',
    pieces: error === undefined ? all : [...all.slice(0, all.length / 2), end],
  };
}
