import { Ollama } from 'ollama/browser';
import OpenAI from 'openai';
import { afterEach, describe, expect, it } from 'vitest';
import { always, inOrder, openAiUsage } from './scripts.js';
import { startFakeServer } from './server.js';
import type { FakeServer, FakeServerOptions, Twist } from './types.js';

// Read by the official packages, which know the formats better than this server does.

let server: FakeServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

const MESSAGES = [{ role: 'user' as const, content: 'Say something.' }];
const SAID = 'Five words, and “marks” too.';

async function start(options: FakeServerOptions = {}): Promise<{ openai: OpenAI; ollama: Ollama }> {
  server = await startFakeServer({ brain: () => SAID, ...options });
  return {
    openai: new OpenAI({ apiKey: 'none', baseURL: `${server.url}/v1`, maxRetries: 0 }),
    ollama: new Ollama({ host: server.url }),
  };
}

const thinking: Twist = { twist: 'thinking', place: 'field', text: 'Let me see.' };

describe('the OpenAI format in events', () => {
  const ask = async (
    openai: OpenAI,
    counted: boolean,
  ): Promise<{ text: string; thought: string; finish: string | null; usage: unknown; events: number }> => {
    const stream = await openai.chat.completions.create({
      model: 'fake:1b',
      messages: MESSAGES,
      stream: true,
      ...(counted ? { stream_options: { include_usage: true } } : {}),
    });
    const all = { text: '', thought: '', finish: null as string | null, usage: null as unknown, events: 0 };
    for await (const chunk of stream) {
      all.events += 1;
      const [choice] = chunk.choices;
      const delta = choice?.delta as { content?: string; reasoning_content?: string } | undefined;
      all.text += delta?.content ?? '';
      all.thought += delta?.reasoning_content ?? '';
      all.finish = choice?.finish_reason ?? all.finish;
      all.usage = chunk.usage ?? all.usage;
    }
    return all;
  };

  it('adds up to the whole reply, in many pieces', async () => {
    const { openai } = await start({ script: always(thinking) });
    const got = await ask(openai, false);
    expect(got).toMatchObject({ text: SAID, thought: 'Let me see.', finish: 'stop', usage: null });
    expect(got.events).toBeGreaterThan(5);
  });

  it('tells usage at its end, where it is asked to', async () => {
    const usage = openAiUsage({ prompt: 2000, cached: 1024, written: 300, output: 90, reasoning: 60 });
    const { openai } = await start({ script: always({ twist: 'usage', usage }) });
    expect((await ask(openai, true)).usage).toEqual(usage);
    expect((await ask(openai, false)).usage).toBeNull();
  });

  it('ends for its length, or a filter', async () => {
    const { openai } = await start({
      script: inOrder([{ twist: 'finish', reason: 'length' }], [{ twist: 'finish', reason: 'filter' }]),
    });
    expect((await ask(openai, false)).finish).toBe('length');
    expect((await ask(openai, false)).finish).toBe('content_filter');
  });

  it('breaks off, or tells of an error, in the middle', async () => {
    const { openai } = await start({
      script: inOrder(
        [{ twist: 'cut-body', afterBytes: 700 }],
        [{ twist: 'error-inside', message: 'upstream died' }],
      ),
    });
    await expect(ask(openai, false)).rejects.toThrow();
    await expect(ask(openai, false)).rejects.toThrow('upstream died');
    expect(server?.chats().map(({ end }) => end)).toEqual(['cut', 'answered']);
  });
});

describe('the Ollama format in lines', () => {
  it('adds up to the whole reply, with the counts in the last line', async () => {
    const { ollama } = await start({ script: always(thinking) });
    let text = '';
    let thought = '';
    let last;
    for await (const part of await ollama.chat({ model: 'fake:1b', messages: MESSAGES, stream: true })) {
      text += part.message.content;
      thought += part.message.thinking ?? '';
      last = part;
    }
    const whole = await ollama.chat({ model: 'fake:1b', messages: MESSAGES, stream: false });
    expect([text, thought]).toEqual([whole.message.content, whole.message.thinking]);
    expect(last).toMatchObject({
      done: true,
      done_reason: 'stop',
      prompt_eval_count: whole.prompt_eval_count,
      eval_count: whole.eval_count,
    });
  });

  it('generates from a bare prompt too, whole or not', async () => {
    const { ollama } = await start({ brain: ({ messages }) => messages.map(({ role }) => role).join(' ') });
    const prompt = { model: 'fake:1b', system: 'Be brief.', prompt: 'Go.' };
    expect((await ollama.generate({ ...prompt, stream: false })).response).toBe('system user');
    let text = '';
    for await (const part of await ollama.generate({ ...prompt, stream: true })) text += part.response;
    expect(text).toBe('system user');
    expect(server?.chats()).toHaveLength(2);
  });

  it('breaks off, or tells of an error, in the middle', async () => {
    const { ollama } = await start({
      script: inOrder(
        [{ twist: 'cut-body', afterBytes: 300 }],
        [{ twist: 'error-inside', message: 'runner died' }],
      ),
    });
    const ask = async (): Promise<string> => {
      let text = '';
      const stream = await ollama.chat({ model: 'fake:1b', messages: MESSAGES, stream: true });
      for await (const part of stream) text += part.message.content;
      return text;
    };
    await expect(ask()).rejects.toThrow();
    await expect(ask()).rejects.toThrow('runner died');
  });
});

it('lists, shows, loads and lets go of models as the packages expect', async () => {
  const { openai, ollama } = await start({
    models: [{ name: 'fake:1b', trainedContext: 8192, thinks: true }],
    version: '0.12.3',
  });
  expect((await openai.models.list()).data.map(({ id }) => id)).toEqual(['fake:1b']);
  expect((await ollama.list()).models.map(({ name }) => name)).toEqual(['fake:1b']);
  expect(await ollama.version()).toEqual({ version: '0.12.3' });
  expect((await ollama.show({ model: 'fake:1b' })).capabilities).toEqual(['completion', 'thinking']);
  expect((await ollama.ps()).models).toEqual([]);
  await ollama.generate({ model: 'fake:1b', prompt: '', options: { num_ctx: 4096 }, stream: false });
  expect((await ollama.ps()).models).toMatchObject([{ name: 'fake:1b', context_length: 4096 }]);
  await ollama.generate({ model: 'fake:1b', prompt: '', keep_alive: 0, stream: false });
  expect((await ollama.ps()).models).toEqual([]);
  await expect(ollama.show({ model: 'other' })).rejects.toThrow(/not found/);
  expect(server?.chats()).toEqual([]);
});
