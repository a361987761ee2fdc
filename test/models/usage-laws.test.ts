import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chatUsage } from '../../src/models/ollama-wire.js';
import { completionUsage } from '../../src/models/openai-wire.js';

const count = fc.nat({ max: 1_000_000 });

/** Anything a server may put where a count belongs. */
const junk = fc.oneof(fc.constant(undefined), fc.constant(null), fc.string(), fc.boolean(), fc.constant({}));

/** A share of a whole, in whole tokens. */
const part = (whole: number, share: number): number => Math.floor(whole * share);

const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('classes of tokens are disjoint and sum to what the server reported', () => {
  it('in the OpenAI format', () => {
    fc.assert(
      fc.property(count, count, share, share, share, (prompt, completion, a, b, c) => {
        const cached = part(prompt, a);
        const written = part(prompt - cached, b);
        const reasoning = part(completion, c);
        const usage = completionUsage({
          prompt_tokens: prompt,
          completion_tokens: completion,
          total_tokens: prompt + completion,
          prompt_tokens_details: { cached_tokens: cached, cache_write_tokens: written },
          completion_tokens_details: { reasoning_tokens: reasoning },
        });
        expect(usage).toEqual({
          input: prompt - cached - written,
          cachedInput: cached,
          cacheWrite: written,
          output: completion,
          reasoning,
        });
      }),
    );
  });

  it('in the OpenAI format of servers that add reasoning to the total only', () => {
    fc.assert(
      fc.property(count, count, fc.integer({ min: 1, max: 100_000 }), (prompt, completion, reasoning) => {
        const total = prompt + completion + reasoning;
        const usage = completionUsage({
          prompt_tokens: prompt,
          completion_tokens: completion,
          total_tokens: total,
          completion_tokens_details: { reasoning_tokens: reasoning },
        });
        expect(usage).toMatchObject({ output: completion + reasoning, reasoning });
        expect((usage?.input ?? 0) + (usage?.output ?? 0)).toBe(total);
      }),
    );
  });

  it('in the OpenAI format whatever the details claim, none below zero', () => {
    fc.assert(
      fc.property(
        count,
        count,
        fc.oneof(count, junk),
        fc.oneof(count, junk),
        fc.oneof(count, junk),
        (prompt, completion, cached, written, reasoning) => {
          const usage = completionUsage({
            prompt_tokens: prompt,
            completion_tokens: completion,
            prompt_tokens_details: { cached_tokens: cached, cache_write_tokens: written },
            completion_tokens_details: { reasoning_tokens: reasoning },
          });
          if (usage === null) throw new Error('both counts were given');
          expect(usage.input + usage.cachedInput + usage.cacheWrite).toBe(prompt);
          expect(usage.output).toBe(completion);
          expect(usage.reasoning).toBeLessThanOrEqual(usage.output);
          expect(
            Math.min(usage.input, usage.cachedInput, usage.cacheWrite, usage.output, usage.reasoning),
          ).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });

  it('in the Ollama format, which leaves out a count that is zero', () => {
    fc.assert(
      fc.property(
        fc.option(count, { nil: undefined }),
        fc.option(count, { nil: undefined }),
        (read, made) => {
          const usage = chatUsage({
            ...(read === undefined ? {} : { prompt_eval_count: read }),
            ...(made === undefined ? {} : { eval_count: made }),
          });
          if (read === undefined && made === undefined) {
            expect(usage).toBeNull();
            return;
          }
          expect(usage).toEqual({
            input: read ?? 0,
            cachedInput: 0,
            cacheWrite: 0,
            output: made ?? 0,
            reasoning: 0,
          });
        },
      ),
    );
  });
});

it('no count is no usage, never zero', () => {
  fc.assert(
    fc.property(junk, junk, (prompt, completion) => {
      expect(completionUsage({ prompt_tokens: prompt, completion_tokens: completion })).toBeNull();
    }),
  );
  for (const usage of [undefined, null, {}, [], 'none']) expect(completionUsage(usage)).toBeNull();
  expect(chatUsage({})).toBeNull();
});
