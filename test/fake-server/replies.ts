import type { Json, JsonObject } from '../../src/base/json.js';
import type { FakeChat, Twist } from './types.js';

/** A reply before it takes a wire format. */
export interface Completion {
  readonly content: string | readonly JsonObject[];
  readonly thinking: string | null;
  readonly refusal: string | null;
  readonly finish: 'stop' | 'length' | 'filter' | 'unknown' | 'absent';
  /** Name of the field that holds the thinking in the OpenAI format. */
  readonly thinkingField: 'reasoning_content' | 'reasoning';
  readonly promptTokens: number;
  /** How many of the prompt's tokens were read from the cache. */
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** Undefined: the usual counts. Null: none. */
  readonly usage: JsonObject | null | undefined;
  /** Fields that no format knows. */
  readonly extra: JsonObject;
}

/** Characters a token, in this server's eyes. */
const CHARACTERS_PER_TOKEN = 4;

export function tokensOf(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

export function promptTokensOf(messages: readonly { readonly content: string }[]): number {
  return messages.reduce((sum, message) => sum + tokensOf(message.content), 0);
}

function violate(text: string): string {
  return text.replace(/:"[^"]*"/, ':"zzz-not-a-word"');
}

function wrap(text: string, as: 'prose' | 'fence' | 'trailing-comma' | 'single-quotes'): string {
  switch (as) {
    case 'prose':
      return `Sure, here's what I'd do (see {below}):\n${text}\nThat is my answer, isn't it?`;
    case 'fence':
      return `\`\`\`json\n${text}\n\`\`\``;
    case 'trailing-comma':
      return text.replace(/}$/, ',}');
    case 'single-quotes':
      return text.replaceAll("'", '’').replaceAll('"', "'");
  }
}

function withThinking(made: Completion, twist: Extract<Twist, { twist: 'thinking' }>): Completion {
  const text = made.content as string;
  const block = `<think>${twist.text}</think>`;
  switch (twist.place) {
    case 'before':
      return { ...made, content: `${block}\n\n${text}` };
    case 'inside':
      return { ...made, content: `Well. ${block} ${text}` };
    case 'instead':
      return { ...made, content: block };
    case 'unclosed':
      return { ...made, content: `<think>${twist.text}` };
    case 'template':
      return { ...made, content: `${twist.text}</think>\n${text}` };
    case 'field':
      return { ...made, thinking: twist.text };
    case 'reasoning':
      return { ...made, thinking: twist.text, thinkingField: 'reasoning' };
    case 'field-only':
      return { ...made, thinking: twist.text, content: '' };
    case 'parts':
      return {
        ...made,
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: twist.text }] },
          { type: 'text', text },
        ],
      };
  }
}

function applyTwist(made: Completion, twist: Twist, chat: FakeChat): Completion {
  const text = typeof made.content === 'string' ? made.content : '';
  const blanks = ' \n\t'.repeat(Math.ceil(((chat.cap ?? 100) * CHARACTERS_PER_TOKEN) / 3));
  switch (twist.twist) {
    case 'finish':
      if (twist.reason === 'refusal') return { ...made, content: '', refusal: 'I cannot help with that.' };
      return {
        ...made,
        finish: twist.reason,
        content: twist.reason === 'length' ? text.slice(0, Math.ceil(text.length * 0.6)) : text,
      };
    case 'text':
      return { ...made, content: twist.text };
    case 'thinking':
      return withThinking(made, twist);
    case 'wrap':
      return { ...made, content: wrap(text, twist.as) };
    case 'violation':
      return { ...made, content: violate(text) };
    case 'blanks':
      return twist.where === 'before-brace'
        ? { ...made, content: text.replace(/}$/, blanks), finish: 'length' }
        : { ...made, content: text + blanks, finish: 'length' };
    case 'usage':
      return { ...made, usage: twist.usage };
    case 'echo-key':
      if (twist.where === 'text') return { ...made, content: `${text} ${chat.authorization ?? ''}` };
      return { ...made, extra: { echoed: { headers: [`Authorization: ${chat.authorization ?? ''}`] } } };
    default:
      return made;
  }
}

/** The reply to a chat: the brain's text, cut at the cap, then every twist in turn. */
export function complete(
  chat: FakeChat,
  text: string,
  prompt: { readonly tokens: number; readonly cached: number },
  twists: readonly Twist[],
): Completion {
  const capped = chat.cap !== null && tokensOf(text) > chat.cap;
  const plain: Completion = {
    content: capped ? text.slice(0, (chat.cap ?? 0) * CHARACTERS_PER_TOKEN) : text,
    thinking: null,
    refusal: null,
    finish: capped ? 'length' : 'stop',
    thinkingField: 'reasoning_content',
    promptTokens: prompt.tokens,
    cachedTokens: prompt.cached,
    outputTokens: 0,
    usage: undefined,
    extra: {},
  };
  const made = twists.reduce((so, twist) => applyTwist(so, twist, chat), plain);
  const visible = typeof made.content === 'string' ? made.content : JSON.stringify(made.content);
  return { ...made, outputTokens: tokensOf(visible + (made.thinking ?? '')) };
}

const OPENAI_FINISH: Readonly<Record<Completion['finish'], Json>> = {
  stop: 'stop',
  length: 'length',
  filter: 'content_filter',
  unknown: 'something_new',
  absent: null,
};

/** Cached prompt tokens are told from 1,024 on, in steps of 128, as OpenAI does. */
function toldCached(cached: number): number {
  return cached < 1024 ? 0 : Math.floor(cached / 128) * 128;
}

/** Usage of the OpenAI format; null when there is none. */
export function openAiUsageOf(made: Completion, tellsCached: boolean): JsonObject | null {
  if (made.usage !== undefined) return made.usage;
  return {
    prompt_tokens: made.promptTokens,
    completion_tokens: made.outputTokens,
    total_tokens: made.promptTokens + made.outputTokens,
    ...(tellsCached ? { prompt_tokens_details: { cached_tokens: toldCached(made.cachedTokens) } } : {}),
  };
}

/** Why a reply ended, in the words of the OpenAI format. */
export function openAiFinish(made: Completion): Json {
  return OPENAI_FINISH[made.finish];
}

/** A chat completion of the OpenAI format. */
export function openAiBody(chat: FakeChat, made: Completion, tellsCached = false): JsonObject {
  const usage = openAiUsageOf(made, tellsCached);
  return {
    id: 'chatcmpl-fake',
    object: 'chat.completion',
    created: 1_760_000_000,
    model: chat.model,
    choices: [
      {
        index: 0,
        finish_reason: openAiFinish(made),
        message: {
          role: 'assistant',
          content: made.content as Json,
          refusal: made.refusal,
          ...(made.thinking === null ? {} : { [made.thinkingField]: made.thinking }),
        },
      },
    ],
    ...(usage === null ? {} : { usage }),
    ...made.extra,
  };
}

const OLLAMA_FINISH: Readonly<Record<Completion['finish'], string>> = {
  stop: 'stop',
  length: 'length',
  filter: 'stop',
  unknown: 'something_new',
  absent: '',
};

/** Text of a reply in the Ollama format, which has no parts and no field for a refusal. */
export function ollamaText(made: Completion): string {
  return made.refusal ?? (typeof made.content === 'string' ? made.content : '');
}

/** Nanoseconds a fresh token of a prompt takes, any prompt, and a token of a reply: as on two cores. */
const NS_PER_PROMPT_TOKEN = 5_000_000;
const NS_PER_PROMPT = 80_000_000;
const NS_PER_OUTPUT_TOKEN = 15_600_000;

/** How a reply of the Ollama format ends: why, how long it took, how many tokens. */
export function ollamaEnd(made: Completion): JsonObject {
  // Only fresh tokens take time, and the count does not tell them from cached ones.
  const promptTime = NS_PER_PROMPT + (made.promptTokens - made.cachedTokens) * NS_PER_PROMPT_TOKEN;
  const outputTime = made.outputTokens * NS_PER_OUTPUT_TOKEN;
  const usage =
    made.usage === undefined
      ? { prompt_eval_count: made.promptTokens, eval_count: made.outputTokens }
      : (made.usage ?? {});
  return {
    done: true,
    ...(made.finish === 'absent' ? {} : { done_reason: OLLAMA_FINISH[made.finish] }),
    total_duration: promptTime + outputTime + 1_000,
    load_duration: 1_000,
    prompt_eval_duration: promptTime,
    eval_duration: outputTime,
    ...usage,
    ...made.extra,
  };
}

/** What a reply of the Ollama format says, whole or in part: /api/generate has other names than /api/chat. */
export function ollamaWords(chat: FakeChat, content: string, thinking: string | null): JsonObject {
  const thought = thinking === null ? {} : { thinking };
  return {
    model: chat.model,
    created_at: '2026-01-01T00:00:00Z',
    ...(chat.route === 'generate'
      ? { response: content, ...thought }
      : { message: { role: 'assistant', content, ...thought } }),
  };
}

/** A reply of the Ollama format. It has no word for a filter or a refusal: both end as `stop`. */
export function ollamaBody(chat: FakeChat, made: Completion): JsonObject {
  return { ...ollamaWords(chat, ollamaText(made), made.thinking), ...ollamaEnd(made) };
}
