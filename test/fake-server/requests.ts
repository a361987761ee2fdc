import type { Json, JsonObject } from '../../src/base/json.js';
import { promptTokensOf } from './replies.js';
import type { FakeChat, FakeModel, FakeServerOptions } from './types.js';

/** Ollama's window where a request names none. */
export const OLLAMA_WINDOW = 4096;

/** What goes out: a status with a body, or nothing. */
export interface Answer {
  readonly status: number;
  readonly body: JsonObject | string;
  /** Sent in place of the body, one after the other, as a stream. */
  readonly pieces?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Routes that answer chats, and their format. */
const CHAT_PATHS: Readonly<Record<string, FakeChat['wire']>> = {
  '/v1/chat/completions': 'openai',
  '/api/chat': 'ollama',
  '/api/generate': 'ollama',
};

/** The value if it is an object, else an empty one. */
export function asObject(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

/** The value if it is a number. */
export function numberOr(value: Json | undefined, otherwise: number | null): number | null {
  return typeof value === 'number' ? value : otherwise;
}

function textAt(body: JsonObject, name: string): string {
  const value = body[name];
  return typeof value === 'string' ? value : '';
}

/** The messages of a request; a prompt of /api/generate makes one or two. */
function messagesOf(path: string, body: JsonObject): FakeChat['messages'] {
  if (path !== '/api/generate') {
    const messages: unknown = body['messages'];
    return Array.isArray(messages) ? (messages as FakeChat['messages']) : [];
  }
  const system = textAt(body, 'system');
  const prompt = textAt(body, 'prompt');
  if (prompt === '') return [];
  return [...(system === '' ? [] : [{ role: 'system', content: system }]), { role: 'user', content: prompt }];
}

/** Reads a chat request of either format; undefined for other routes, and where Ollama is asked to load only. */
export function chatOf(
  path: string,
  body: JsonObject | null,
  authorization: string | null,
): FakeChat | undefined {
  const wire = CHAT_PATHS[path];
  if (wire === undefined || body === null) return undefined;
  const messages = messagesOf(path, body);
  const isOpenAi = wire === 'openai';
  if (messages.length === 0 && !isOpenAi) return undefined;
  const options = asObject(body['options']);
  const schema = isOpenAi
    ? asObject(asObject(asObject(body['response_format'])['json_schema'])['schema'])
    : asObject(body['format']);
  return {
    wire,
    route: path === '/api/generate' ? 'generate' : 'chat',
    model: textAt(body, 'model'),
    messages,
    schema: Object.keys(schema).length === 0 ? null : schema,
    cap: isOpenAi
      ? numberOr(body['max_completion_tokens'] ?? body['max_tokens'], null)
      : numberOr(options['num_predict'], null),
    seed: numberOr(isOpenAi ? body['seed'] : options['seed'], null),
    window: isOpenAi ? null : numberOr(options['num_ctx'], OLLAMA_WINDOW),
    streams: isOpenAi ? body['stream'] === true : body['stream'] !== false,
    body,
    authorization,
  };
}

/** A refusal in the shape of either format. */
export function refusal(
  wire: FakeChat['wire'],
  status: number,
  message: string,
  detail: JsonObject = {},
): Answer {
  return {
    status,
    body:
      wire === 'ollama'
        ? { error: message }
        : { error: { message, type: 'invalid_request_error', ...detail } },
  };
}

/** What the server refuses by its nature, before the script has a say. */
export function refusedByNature(
  chat: FakeChat,
  options: FakeServerOptions,
  models: readonly FakeModel[],
): Answer | null {
  const { wire, body } = chat;
  const model = models.find(({ name }) => name === chat.model);
  if (model === undefined) {
    return refusal(wire, 404, `model "${chat.model}" not found, try pulling it first`, {
      code: 'model_not_found',
    });
  }
  const unknown = (options.unsupported ?? []).find((name) => name in body);
  if (unknown !== undefined) {
    return refusal(wire, 400, `Unsupported parameter: '${unknown}' is not supported with this model.`, {
      param: unknown,
      code: 'unsupported_parameter',
    });
  }
  if (chat.schema !== null && options.schemaRefusedWith !== undefined) {
    return {
      status: options.schemaRefusedWith,
      body: {
        error: {
          message: "[{'type': 'literal_error', 'msg': \"Input should be 'text' or 'json_object'\"}]",
          type: 'internal_server_error',
          param: null,
          code: null,
        },
      },
    };
  }
  if (body['think'] === true && model.thinks !== true) {
    return refusal(wire, 400, `"${chat.model}" does not support thinking`);
  }
  const window = Math.min(chat.window ?? Infinity, model.trainedContext);
  if (
    promptTokensOf(chat.messages) > window &&
    body['truncate'] === false &&
    options.cutsSilently === false
  ) {
    return refusal(wire, 400, 'the input length exceeds the context length');
  }
  return null;
}

/** The messages that are left, and the count reported, when a prompt does not fit the window. */
export function fitted(
  chat: FakeChat,
  trained: number,
): { readonly messages: FakeChat['messages']; readonly tokens: number } {
  const tokens = promptTokensOf(chat.messages);
  const window = Math.min(chat.window ?? Infinity, trained);
  if (tokens <= window) return { messages: chat.messages, tokens };
  const messages = chat.messages.filter(
    (message, i) => message.role === 'system' || i === chat.messages.length - 1,
  );
  return { messages, tokens: Math.min(promptTokensOf(messages), window) };
}
