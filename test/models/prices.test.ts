import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import type { TokenUsage } from '../../src/models/chat.js';
import { costOf, dollars, parsePrices, priceBook } from '../../src/models/prices.js';
import type { Price } from '../../src/models/prices.js';

const OPENAI = 'https://api.openai.com/v1';
const at = (model: string, endpoint = OPENAI, provider = 'openai') => ({ provider, endpoint, model });
const NONE: TokenUsage = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0, reasoning: 0 };

describe('a cost', () => {
  const price: Price = {
    input: 2,
    cachedInput: 0.5,
    cacheWrite: 2.5,
    output: 8,
    assumed: [],
    source: 'by hand',
  };

  it('is worked out by class, reasoning being part of the output', () => {
    // 100,000 × 2 + 400,000 × 0.5 + 40,000 × 2.5 + 50,000 × 8 = 200,000 + 200,000 + 100,000 + 400,000 millionths.
    const usage = {
      input: 100_000,
      cachedInput: 400_000,
      cacheWrite: 40_000,
      output: 50_000,
      reasoning: 30_000,
    };
    expect(costOf(usage, price)).toBeCloseTo(0.9, 12);
  });

  it('of calls apart is the cost of their sum, and grows with every class', () => {
    const usage = fc.record({
      input: fc.nat(1_000_000),
      cachedInput: fc.nat(1_000_000),
      cacheWrite: fc.nat(1_000_000),
      output: fc.nat(1_000_000),
      reasoning: fc.constant(0),
    });
    fc.assert(
      fc.property(usage, usage, (a, b) => {
        const sum = {
          input: a.input + b.input,
          cachedInput: a.cachedInput + b.cachedInput,
          cacheWrite: a.cacheWrite + b.cacheWrite,
          output: a.output + b.output,
          reasoning: 0,
        };
        expect(costOf(sum, price)).toBeCloseTo(costOf(a, price) + costOf(b, price), 9);
        expect(costOf(sum, price)).toBeGreaterThanOrEqual(costOf(a, price));
      }),
    );
    for (const name of ['input', 'cachedInput', 'cacheWrite', 'output'] as const) {
      expect(costOf({ ...NONE, [name]: 1_000_000 }, price)).toBe(price[name]);
    }
  });

  it('is written in dollars', () => {
    expect([0, 0.00001, 0.0123, 0.5, 12.345].map(dollars)).toEqual([
      '$0',
      '<$0.0001',
      '$0.0123',
      '$0.5000',
      '$12.35',
    ]);
  });
});

describe('a price', () => {
  const book = priceBook(null);

  // https://openai.com/api/pricing/, November 2025.
  it.each([
    ['gpt-5-mini', 0.25, 0.025, 2],
    ['gpt-5', 1.25, 0.125, 10],
    ['gpt-4o-mini', 0.15, 0.075, 0.6],
  ])("of OpenAI's %s is known, cache writes like fresh input", (model, input, cachedInput, output) => {
    expect(book.priceOf(at(model))).toMatchObject({
      input,
      cachedInput,
      cacheWrite: input,
      output,
      assumed: ['cacheWrite'],
    });
  });

  it('is known of hosted servers by their addresses', () => {
    // https://azure.microsoft.com/en-us/pricing/details/cognitive-services/openai-service/ and https://openrouter.ai/openai/gpt-4o
    expect(book.priceOf(at('gpt-4o', 'https://mine.openai.azure.com/openai/v1'))).toMatchObject({
      input: 2.5,
      output: 10,
    });
    expect(book.priceOf(at('openai/gpt-4o', 'https://openrouter.ai/api/v1'))).toMatchObject({
      input: 2.5,
      output: 10,
    });
  });

  it('of a dated snapshot is that of its model', () => {
    expect(book.priceOf(at('gpt-5-mini-2025-08-07'))).toEqual(book.priceOf(at('gpt-5-mini')));
  });

  it.each([
    ['a model that is not listed', at('gpt-99')],
    ['a name that only begins like a listed one', at('gpt-5-mini-turbo')],
    ['a server of one’s own', at('gpt-5-mini', 'http://localhost:8000/v1')],
    ['a regional endpoint, which has a list of its own', at('gpt-5-mini', 'https://eu.api.openai.com/v1')],
    ['a host that looks like it', at('gpt-5-mini', 'https://api.openai.com.example.org/v1')],
    ['Ollama', at('gpt-5-mini', 'http://127.0.0.1:11434', 'ollama')],
    ['a word of JavaScript', at('constructor')],
  ])('of %s is unknown, never zero', (_what, model) => {
    expect(book.priceOf(model)).toBeNull();
  });
});

describe('a list of prices of one’s own', () => {
  const own = parsePrices(
    'date: 2026-03-01\ncurrency: USD\nmodels:\n  ollama:qwen3:8b: { input: 0, output: 0 }\n  openai:gpt-5-mini: { input: 1, cachedInput: 0.1, cacheWrite: 1.25, output: 4 }\n',
    'mine.yaml',
  );

  it('goes before the shipped one, at every endpoint, and may say that a model is free', () => {
    const book = priceBook(own);
    const mine = {
      input: 1,
      cachedInput: 0.1,
      cacheWrite: 1.25,
      output: 4,
      assumed: [],
      source: 'mine.yaml, 2026-03-01',
    };
    expect(book.priceOf(at('gpt-5-mini'))).toEqual(mine);
    expect(book.priceOf(at('gpt-5-mini', 'http://localhost:1/v1'))).toEqual(mine);
    expect(book.priceOf(at('qwen3:8b', 'http://127.0.0.1:11434', 'ollama'))).toMatchObject({
      input: 0,
      output: 0,
    });
    expect(book.priceOf(at('gpt-5'))?.input).toBe(1.25);
  });

  it('may be JSON', () => {
    const text = '{"date": "2026-03", "models": {"openai:x": {"input": 1, "output": 2}}}';
    expect(parsePrices(text, 'p').models['openai:x']).toEqual({ input: 1, output: 2 });
  });

  it.each([
    ['{{{', 'not JSON or YAML'],
    ['', 'the list'],
    ['date: soon\nmodels: {}', 'date: must be a date'],
    ['date: 2026-03-01\ncurrency: EUR\nmodels: {}', 'currency'],
    ['date: 2026-03-01\nmodels: { gpt-5: { input: 1, output: 1 } }', 'must be PROVIDER:MODEL'],
    ['date: 2026-03-01\nmodels: { "openai:a": { input: -1, output: 1 } }', 'input'],
    ['date: 2026-03-01\nmodels: { "openai:a": { input: 1 } }', 'output'],
    ['date: 2026-03-01\nmodels: { "openai:a": { input: 1, output: 1, cached: 1 } }', 'cached'],
  ])('that is broken is refused with the place: %s', (text, problem) => {
    const reading = (): unknown => parsePrices(text, 'mine.yaml');
    expect(reading).toThrow(UserError);
    expect(reading).toThrow(problem);
    expect(reading).toThrow('--prices mine.yaml');
  });
});
