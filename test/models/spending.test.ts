import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chatUsage } from '../../src/models/ollama-wire.js';
import { completionUsage } from '../../src/models/openai-wire.js';
import { parsePrices, priceBook } from '../../src/models/prices.js';
import { NOTHING_SPENT, reached, spend, spendCall, totalTokens } from '../../src/models/spending.js';
import { reply, request } from './support.js';

const usage = { input: 1000, cachedInput: 2000, cacheWrite: 0, output: 500, reasoning: 400 };
const here = { provider: 'openai', endpoint: 'http://here/v1', model: 'a' };
const book = priceBook(
  parsePrices('date: 2026-01\nmodels: { "openai:a": { input: 1, cachedInput: 0.5, output: 4 } }', 'p'),
);

describe('what was spent', () => {
  it('sums tokens of all classes once, and their cost', () => {
    // 1000 × 1 + 2000 × 0.5 + 500 × 4 = 4000 millionths of a dollar.
    expect(spend(NOTHING_SPENT, here, usage, book)).toEqual({ tokens: 3500, cost: 0.004, estimated: false });
  });

  it('is not known in money as soon as one price is not, also later', () => {
    const unknown = spend(NOTHING_SPENT, { ...here, model: 'b' }, usage, book);
    expect(unknown).toMatchObject({ tokens: 3500, cost: null });
    expect(spend(unknown, here, usage, book)).toMatchObject({ tokens: 7000, cost: null });
  });

  it('is estimated by the texts where the server does not count', () => {
    const settings = {
      context: null,
      temperature: null,
      topP: null,
      maxOutputTokens: 9,
      wire: 'narrow',
    } as const;
    const call = { identity: { ...here, settings }, request: request(), reply: reply({ usage: null }) };
    const spent = spendCall(NOTHING_SPENT, call, book);
    expect(spent.estimated).toBe(true);
    expect(spent.tokens).toBeGreaterThan(10);
    expect(spent.cost).toBeGreaterThan(0);
  });
});

describe('a limit', () => {
  const none = { maxCost: null, maxTokens: null };
  const spent = { tokens: 3500, cost: 0.004, estimated: false };

  it('is reached when as much was spent, and not before', () => {
    expect(reached(none, spent)).toBeNull();
    expect(reached({ ...none, maxTokens: 3501 }, spent)).toBeNull();
    expect(reached({ ...none, maxTokens: 3500 }, spent)).toBe('maxTokens');
    expect(reached({ ...none, maxCost: 0.0041 }, spent)).toBeNull();
    expect(reached({ ...none, maxCost: 0.004 }, spent)).toBe('maxCost');
  });

  it('of nothing is reached at once', () => {
    expect(reached({ ...none, maxCost: 0 }, NOTHING_SPENT)).toBe('maxCost');
  });
});

describe('classes of tokens', () => {
  it('sum to what an OpenAI server reported, whatever parts it names', () => {
    const reported = fc.record({
      prompt: fc.nat(100_000),
      completion: fc.nat(100_000),
      cached: fc.option(fc.nat(200_000)),
      written: fc.option(fc.nat(200_000)),
      reasoning: fc.option(fc.nat(200_000)),
    });
    fc.assert(
      fc.property(reported, ({ prompt, completion, cached, written, reasoning }) => {
        const read = completionUsage({
          prompt_tokens: prompt,
          completion_tokens: completion,
          total_tokens: prompt + completion,
          prompt_tokens_details: { cached_tokens: cached, cache_write_tokens: written },
          completion_tokens_details: { reasoning_tokens: reasoning },
        });
        if (read === null) throw new Error('usage was lost');
        expect(totalTokens(read)).toBe(prompt + completion);
        expect(read.output).toBe(completion);
        expect(read.reasoning).toBeLessThanOrEqual(read.output);
        for (const count of Object.values({ ...read })) expect(count).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('sum to what an OpenAI-compatible server reported that adds reasoning to the total alone', () => {
    fc.assert(
      fc.property(
        fc.nat(10_000),
        fc.nat(10_000),
        fc.integer({ min: 1, max: 10_000 }),
        (prompt, said, thought) => {
          const read = completionUsage({
            prompt_tokens: prompt,
            completion_tokens: said,
            total_tokens: prompt + said + thought,
            completion_tokens_details: { reasoning_tokens: thought },
          });
          expect(read === null ? null : totalTokens(read)).toBe(prompt + said + thought);
        },
      ),
    );
  });

  it('sum to what Ollama reported', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(100_000), (prompt, said) => {
        const read = chatUsage({ prompt_eval_count: prompt, eval_count: said });
        expect(read === null ? null : totalTokens(read)).toBe(prompt + said);
      }),
    );
  });
});
