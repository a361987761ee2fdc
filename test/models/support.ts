import { setMaxListeners } from 'node:events';
import type {
  CallRecorder,
  CallSite,
  ChatModel,
  ChatReply,
  ChatRequest,
  ModelSettings,
  RecordedCall,
} from '../../src/models/chat.js';
import type { Clock } from '../../src/models/clock.js';
import { systemClock } from '../../src/models/clock.js';
import type { ModelDeps } from '../../src/models/complete.js';
import { LearnedBook } from '../../src/models/learned.js';
import { createModel, type ModelOptions } from '../../src/models/registry.js';
import { undiciWire } from '../../src/models/transport.js';
import type { FakeServer } from '../fake-server/types.js';

/** A signal that is never aborted. Every request of a test file listens to it, the SDKs without taking leave. */
export const NEVER = new AbortController().signal;
setMaxListeners(100_000, NEVER);

export const VOTE_SCHEMA = {
  name: 'vote',
  schema: {
    type: 'object',
    properties: {
      action: { type: 'string', enum: ['vote'] },
      choice: { type: 'string', enum: ['approve', 'reject'] },
    },
    required: ['action', 'choice'],
    additionalProperties: false,
  },
};

export function request(change: Partial<ChatRequest> = {}): ChatRequest {
  return {
    messages: [
      { role: 'system', content: 'You play a game of five.' },
      { role: 'user', content: 'Round 1. Vote on the team.' },
    ],
    schema: VOTE_SCHEMA,
    maxOutputTokens: 200,
    seed: 7,
    ...change,
  };
}

export const SITE: CallSite = { episode: 'game-1', seat: 2, turn: 3, attempt: 0 };

/** Effects for models in tests; `notes` collects what the user would be told. */
export function testDeps(
  env: Record<string, string> = {},
  clock: Clock = systemClock,
): ModelDeps & { notes: string[] } {
  const notes: string[] = [];
  return {
    env,
    wire: undiciWire(),
    learned: new LearnedBook(),
    clock,
    note: (line) => notes.push(line),
    notes,
  };
}

export const PROVIDER_IDS = ['openai', 'ollama'] as const;
export type ProviderId = (typeof PROVIDER_IDS)[number];

/** A model of either provider at a fake server. */
export function modelAt(
  server: Pick<FakeServer, 'url'>,
  provider: ProviderId,
  more: {
    readonly model?: string;
    readonly settings?: Partial<ModelSettings>;
    readonly options?: ModelOptions;
    readonly deps?: ModelDeps;
  } = {},
): ChatModel {
  return createModel(
    `${provider}:${more.model ?? 'fake:1b'}`,
    {
      baseUrl: provider === 'openai' ? `${server.url}/v1` : server.url,
      settings: more.settings ?? {},
      ...more.options,
    },
    more.deps ?? testDeps(),
  );
}

/** A recorder in memory. */
export function memoryRecorder(): CallRecorder & {
  readonly calls: Map<string, RecordedCall>;
  readonly faults: Parameters<CallRecorder['saveFault']>[0][];
} {
  const calls = new Map<string, RecordedCall>();
  const faults: Parameters<CallRecorder['saveFault']>[0][] = [];
  return {
    calls,
    faults,
    find: (key) => calls.get(key),
    save: (call) => void calls.set(call.key, call),
    committed: () => Promise.resolve(),
    saveFault: (fault) => void faults.push(fault),
  };
}

/** Lets every promise that can go on do so. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 20; i += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A clock that stands still until it is turned. */
export function handClock(
  start = 1_000_000,
): Clock & { turn(ms: number): Promise<void>; readonly timers: number } {
  let now = start;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  return {
    now: () => now,
    after: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    get timers() {
      return timers.length;
    },
    async turn(ms) {
      const until = now + ms;
      await settle();
      for (;;) {
        const next = timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        timers = timers.filter((timer) => timer !== next);
        now = Math.max(now, next.at);
        next.run();
        await settle();
      }
      now = until;
    },
  };
}

export function reply(change: Partial<ChatReply> = {}): ChatReply {
  return {
    text: '{"action":"vote","choice":"approve"}',
    reasoning: '',
    finish: 'stop',
    usage: { input: 10, cachedInput: 0, cacheWrite: 0, output: 5, reasoning: 0 },
    raw: {},
    sent: {},
    durationMs: 1,
    ...change,
  };
}

/** A model in the process: each call is answered by `answer`, given the number of the call and its signal. */
export function stubModel(
  answer: (n: number, request: ChatRequest, signal: AbortSignal) => Promise<ChatReply>,
  change: Partial<ChatModel> = {},
): ChatModel & { readonly sent: () => number } {
  let calls = 0;
  return {
    identity: {
      provider: 'stub',
      endpoint: 'http://stub.test/v1',
      model: 'm',
      settings: { context: null, temperature: null, topP: null, maxOutputTokens: 200, wire: 'narrow' },
    },
    width: 4,
    check: () => Promise.resolve({ trainedContext: null, serverVersion: null, notes: [] }),
    complete: (asked, signal) => {
      calls += 1;
      return answer(calls - 1, asked, signal);
    },
    sent: () => calls,
    ...change,
  };
}

/** Settles when the signal is aborted, with its reason: a server that never answers. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
