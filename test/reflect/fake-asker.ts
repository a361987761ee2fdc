import type { ChatReply, ChatRequest, CallSite, RecordedCall } from '../../src/models/chat.js';
import type { Asker } from '../../src/players/chat/chat-player.js';

/** A reply of a model, or the fault that came instead. */
export type Scripted = Partial<ChatReply> | Error;

/** An asker that keeps what it was asked and answers by a function of place and request. */
export function fakeAsker(
  answer: (site: CallSite, request: ChatRequest) => Scripted,
  context: number | null = null,
): { readonly asker: Asker; readonly asked: { readonly site: CallSite; readonly request: ChatRequest }[] } {
  const asked: { readonly site: CallSite; readonly request: ChatRequest }[] = [];
  const identity = {
    provider: 'ollama',
    endpoint: 'http://x',
    model: 'm',
    settings: { context, temperature: null, topP: null, maxOutputTokens: 100, wire: 'narrow' },
  } as const;
  const asker: Asker = {
    identity,
    ask(site, request): Promise<RecordedCall> {
      asked.push({ site, request });
      const next = answer(site, request);
      if (next instanceof Error) return Promise.reject(next);
      const plain = {
        text: '',
        reasoning: '',
        finish: 'stop',
        usage: null,
        raw: {},
        sent: {},
        durationMs: 1,
      } as const;
      return Promise.resolve({ key: '', site, identity, request, reply: { ...plain, ...next }, faults: [] });
    },
  };
  return { asker, asked };
}
