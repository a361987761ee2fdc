import type { RecordedCall, TokenUsage } from './chat.js';
import { costOf } from './prices.js';
import type { PriceBook, Priced } from './prices.js';
import { estimateTokens } from './tokens.js';

/** What a run may spend; null for no limit. */
export interface Limits {
  /** US dollars. */
  readonly maxCost: number | null;
  /** Tokens of all classes together. */
  readonly maxTokens: number | null;
}

/** What was spent. */
export interface Spent {
  /** Tokens of all classes together. */
  readonly tokens: number;
  /** US dollars; null as soon as one call was paid whose price is not known. */
  readonly cost: number | null;
  /** True when a server did not count the tokens of a reply, so that they were estimated. */
  readonly estimated: boolean;
}

export const NOTHING_SPENT: Spent = { tokens: 0, cost: 0, estimated: false };

/** Tokens of all classes; reasoning is part of the output. */
export function totalTokens({ input, cachedInput, cacheWrite, output }: TokenUsage): number {
  return input + cachedInput + cacheWrite + output;
}

/** What was spent after tokens of a model more. */
export function spend(spent: Spent, model: Priced, usage: TokenUsage, book: PriceBook): Spent {
  const tokens = totalTokens(usage);
  const price = book.priceOf(model);
  const cost =
    spent.cost === null
      ? null
      : price !== null
        ? spent.cost + costOf(usage, price)
        : tokens === 0
          ? spent.cost
          : null;
  return { ...spent, tokens: spent.tokens + tokens, cost };
}

/** The tokens of a call as the server counted them, else by their texts: a limit must not be blind. */
function usageOf({ request, reply }: Pick<RecordedCall, 'request' | 'reply'>): TokenUsage {
  if (reply.usage !== null) return reply.usage;
  const input = request.messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
  const reasoning = estimateTokens(reply.reasoning);
  return { input, cachedInput: 0, cacheWrite: 0, output: estimateTokens(reply.text) + reasoning, reasoning };
}

/** What was spent after one call more. */
export function spendCall(
  spent: Spent,
  call: Pick<RecordedCall, 'identity' | 'request' | 'reply'>,
  book: PriceBook,
): Spent {
  const after = spend(spent, call.identity, usageOf(call), book);
  return call.reply.usage === null ? { ...after, estimated: true } : after;
}

/** The limit that was reached; null while there is room under both. */
export function reached({ maxCost, maxTokens }: Limits, spent: Spent): keyof Limits | null {
  if (maxCost !== null && spent.cost !== null && spent.cost >= maxCost) return 'maxCost';
  if (maxTokens !== null && spent.tokens >= maxTokens) return 'maxTokens';
  return null;
}
