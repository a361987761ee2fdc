import type { Json, JsonObject } from '../../src/base/json.js';
import { promptTokensOf } from './replies.js';
import type { FakeChat, FakeModel, FakeServerOptions } from './types.js';

/** Ollama's window where a request names none. */
export const OLLAMA_WINDOW = 4096;

/** What goes out: a status with a body, or nothing. */
export interface Answer {
  readonly status: number;
  readonly body: JsonObject | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Routes that answer chats, and their format. */
export const CHAT_PATHS: Readonly<Record<string, FakeChat['wire']>> = {
  '/v1/chat/completions': 'openai',
  '/api/chat': 'ollama',
};

/** The value if it is an object, else an empty one. */
export function asObject(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

/** The value if it is a number. */
export function numberOr(value: Json | undefined, otherwise: number | null): number | null {
  return typeof value === 'number' ? value : otherwise;
}

/** Reads a chat request of either format. */
export function chatOf(wire: FakeChat['wire'], body: JsonObject, authorization: string | null): FakeChat {
  const options = asObject(body['options']);
  const isOpenAi = wire === 'openai';
  const schema = isOpenAi
    ? asObject(asObject(asObject(body['response_format'])['json_schema'])['schema'])
    : asObject(body['format']);
  return {
    wire,
    model: typeof body['model'] === 'string' ? body['model'] : '',
    messages: body['messages'] as unknown as FakeChat['messages'],
    schema: Object.keys(schema).length === 0 ? null : schema,
    cap: isOpenAi
      ? numberOr(body['max_completion_tokens'] ?? body['max_tokens'], null)
      : numberOr(options['num_predict'], null),
    seed: numberOr(isOpenAi ? body['seed'] : options['seed'], null),
    window: isOpenAi ? null : numberOr(options['num_ctx'], OLLAMA_WINDOW),
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
  if (wire === 'ollama' && body['stream'] !== false)
    return refusal(wire, 501, 'streaming is not served here');
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
