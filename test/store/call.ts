import type { CallSite, ChatMessage, ChatReply, ModelIdentity, RecordedCall } from '../../src/models/chat.js';

export const identity: ModelIdentity = {
  provider: 'openai',
  endpoint: 'http://localhost:8000/v1',
  model: 'tiny',
  settings: { context: 4096, temperature: 0.7, topP: null, maxOutputTokens: 300, wire: 'narrow' },
};

/** A recorded call made by hand; the prompt is one question of `seat`. */
export function call(
  key: string,
  {
    prompt = 'What do you say?',
    system = 'You play a game.',
    more = [],
    site = {},
    reply = {},
    faults = [],
  }: {
    readonly prompt?: string;
    readonly system?: string;
    readonly more?: readonly ChatMessage[];
    readonly site?: Partial<CallSite>;
    readonly reply?: Partial<ChatReply>;
    readonly faults?: RecordedCall['faults'];
  } = {},
): RecordedCall {
  return {
    key,
    site: { episode: 'game-1', seat: 0, turn: 0, attempt: 0, ...site },
    identity,
    request: {
      messages: [{ role: 'system', content: system }, { role: 'user', content: prompt }, ...more],
      schema: { name: 'speak', schema: { type: 'object', properties: {} } },
      maxOutputTokens: 300,
      seed: 5,
    },
    reply: {
      text: '{"action":"speak","text":"Hello."}',
      reasoning: '',
      finish: 'stop',
      usage: { input: 100, cachedInput: 40, cacheWrite: 3, output: 20, reasoning: 5 },
      raw: { id: 'r1', choices: [{ text: 'Hello.' }] },
      sent: { temperature: 0.7 },
      durationMs: 12.5,
      ...reply,
    },
    faults,
  };
}
