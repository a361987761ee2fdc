import { createHash } from 'node:crypto';
import type { ChatRequest } from '../src/models/chat.js';
import { CHARACTERS_PER_TOKEN } from './stub-model.js';

/** A prefix cache as OpenAI documents it: nothing below 1,024 tokens, then in steps of 128. */
const MINIMUM_TOKENS = 1024;
const STEP_TOKENS = 128;
/** What a token read from the cache costs, as a share of a fresh one. */
const CACHED_PRICE = 0.1;

/** Prompt tokens of a run. */
export interface PromptTokens {
  /** Characters / 4, the schema included when it is part of the prompt. */
  readonly tokens: number;
  /** Of these, what an earlier prompt of the run had brought into the cache. */
  readonly reusable: number;
  /** Fresh tokens, and a tenth of the reusable ones. */
  readonly priced: number;
}

/** Adds up prompts in the order they are sent. */
export interface PromptMeter {
  add(request: ChatRequest): void;
  total(): PromptTokens;
}

/**
 * A meter of prompt tokens with a prefix cache that remembers every earlier prompt.
 *
 * @param schemaFirst the schema is the start of the prompt (stable wire) and not a grammar beside it (narrow)
 */
export function promptMeter(schemaFirst: boolean): PromptMeter {
  const known = new Set<string>();
  let tokens = 0;
  let reusable = 0;
  return {
    add({ messages, schema }) {
      const head = schemaFirst && schema !== undefined ? [JSON.stringify(schema.schema)] : [];
      const text = [...head, ...messages.map(({ content }) => content)].join('\n');
      const all = text.length / CHARACTERS_PER_TOKEN;
      let hit = 0;
      let hash = '';
      let from = 0;
      // A chain of hashes: a prefix is known if it ends in a known link.
      for (let end = MINIMUM_TOKENS; end <= all; end += STEP_TOKENS) {
        const part = text.slice(from, end * CHARACTERS_PER_TOKEN);
        hash = createHash('sha256').update(hash).update(part).digest('base64');
        if (known.has(hash)) hit = end;
        else known.add(hash);
        from = end * CHARACTERS_PER_TOKEN;
      }
      tokens += all;
      reusable += hit;
    },
    total: () => ({ tokens, reusable, priced: tokens - reusable + CACHED_PRICE * reusable }),
  };
}
