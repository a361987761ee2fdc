import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../src/base/json.js';
import type { ChatModel, ChatReply, ChatRequest } from '../src/models/chat.js';
import { answerResistance } from './talker.js';

/** More than the lab ever has in flight here: what is measured is the lab, not a limit of the server. */
const WIDTH = 100_000;

/** Characters a token, as in the published figures. */
export const CHARACTERS_PER_TOKEN = 4;

function replyTo(request: ChatRequest): ChatReply {
  const prompt = request.messages.at(-1)?.content ?? '';
  const text = answerResistance(prompt, request.seed ?? 0);
  const characters = request.messages.reduce((sum, message) => sum + message.content.length, 0);
  const input = Math.ceil(characters / CHARACTERS_PER_TOKEN);
  const output = Math.ceil(text.length / CHARACTERS_PER_TOKEN);
  const raw: JsonObject = {
    id: 'chatcmpl-stub',
    object: 'chat.completion',
    created: 1,
    model: 'stub',
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
  };
  const sent: JsonObject = {
    model: 'stub',
    max_tokens: request.maxOutputTokens,
    seed: request.seed ?? null,
    response_format: { type: 'json_schema', name: request.schema?.name ?? null },
  };
  return {
    text,
    reasoning: '',
    finish: 'stop',
    usage: { input, cachedInput: 0, cacheWrite: 0, output, reasoning: 0 },
    raw,
    sent,
    durationMs: 0,
  };
}

/** What the stub is like, and who listens. */
export interface StubOptions {
  /** Time to a reply, in milliseconds; at 0 it is there at once. */
  readonly latencyMs: number;
  readonly wire: 'narrow' | 'stable';
  /** Hears of each request as it is sent. */
  readonly onRequest?: (request: ChatRequest) => void;
}

/** A model inside this process that answers every question of The Resistance legally. */
export function stubModel({ latencyMs, wire, onRequest }: StubOptions): ChatModel {
  return {
    identity: {
      provider: 'stub',
      endpoint: 'http://localhost/v1',
      model: 'stub',
      settings: { context: null, temperature: null, topP: null, maxOutputTokens: 512, wire },
    },
    width: WIDTH,
    check: async () => Promise.resolve({ trainedContext: null, serverVersion: null, notes: [] }),
    complete: async (request, signal) => {
      onRequest?.(request);
      if (latencyMs > 0) await sleep(latencyMs, undefined, { signal });
      return replyTo(request);
    },
  };
}
