import { describe, expect, it } from 'vitest';
import type { ChatMessage, ModelIdentity } from '../../src/models/chat.js';
import { cutWatch, likelyLonger } from '../../src/models/silent-cut.js';
import { reply, request } from './support.js';

const identity = (context: number | null): ModelIdentity => ({
  provider: 'ollama',
  endpoint: 'http://127.0.0.1:11434',
  model: 'm',
  settings: { context, temperature: null, topP: null, maxOutputTokens: 100, wire: 'narrow' },
});

/** A request of so many characters in so many messages. */
const prompt = (characters: number, messages = 2): ReturnType<typeof request> =>
  request({
    messages: Array.from({ length: messages }, (_, i): ChatMessage => ({
      role: i === 0 ? 'system' : i % 2 === 1 ? 'user' : 'assistant',
      content: 'x'.repeat(characters / messages),
    })),
  });

const read = (tokens: number, cached = 0): ReturnType<typeof reply> =>
  reply({ usage: { input: tokens - cached, cachedInput: cached, cacheWrite: 0, output: 5, reasoning: 0 } });

describe('a prompt was cut', () => {
  it('when the server read as many tokens as the window holds', () => {
    expect(cutWatch(identity(4096)).check(prompt(50_000), read(4096))).toMatch(
      /window of 4096 tokens.*read 4096/,
    );
    // Cached tokens are tokens of the prompt.
    expect(cutWatch(identity(4096)).check(prompt(50_000), read(4096, 4000))).toBeDefined();
  });

  it('when whole messages were dropped, judged by this model’s own characters a token', () => {
    const watch = cutWatch(identity(4096));
    // 4 characters a token, twice, in prompts that fit.
    expect(watch.check(prompt(6000), read(1500))).toBeUndefined();
    expect(watch.check(prompt(8000, 4), read(2000))).toBeUndefined();
    // 20,000 characters would be 5,000 tokens; 600 were read.
    expect(watch.check(prompt(20_000, 4), read(600))).toMatch(/read 600 tokens of 20000 characters/);
  });

  it('when whole messages were dropped from a prompt that no tokenizer could fit in', () => {
    expect(cutWatch(identity(4096)).check(prompt(40_000, 4), read(900))).toBeDefined();
  });
});

describe('a prompt was not cut', () => {
  it.each([
    ['when it fits', prompt(12_000, 4), read(3000)],
    ['when it nearly fills the window', prompt(16_000), read(4095)],
    ['when the server did not count', prompt(90_000), reply({ usage: null })],
    ['when the server left the count of the prompt out', prompt(90_000), read(0)],
  ])('%s', (_name, asked, answered) => {
    expect(cutWatch(identity(4096)).check(asked, answered)).toBeUndefined();
  });

  it('where no window is known', () => {
    expect(cutWatch(identity(null)).check(prompt(900_000, 4), read(900))).toBeUndefined();
  });

  it('by a text whose tokens are longer than the model’s other texts, within reason', () => {
    const watch = cutWatch(identity(4096));
    watch.check(prompt(8000, 4), read(2000));
    // 4.4 characters a token where 4 were seen.
    expect(watch.check(prompt(17_600, 4), read(4000))).toBeUndefined();
  });
});

it('a refused prompt was likely too long from four characters a token of window', () => {
  expect(likelyLonger(prompt(16_000), 4096)).toBe(false);
  expect(likelyLonger(prompt(17_000), 4096)).toBe(true);
});
