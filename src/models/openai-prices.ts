import type { ListedRates } from './prices.js';

/** When the list below was last compared with OpenAI's. */
export const OPENAI_PRICES_DATE = '2025-11-24';

/**
 * What OpenAI charges for its own endpoint, in US dollars per million tokens: the standard tier of text models,
 * from https://openai.com/api/pricing/. Kept by hand: the list that the tokenizer package carries was compared
 * with it and is wrong for most of these models (it has gpt-5 at 10 and 30).
 *
 * A dated snapshot (`gpt-5-mini-2025-08-07`) costs what its model costs, unless it is listed itself.
 */
export const OPENAI_PRICES: Readonly<Record<string, ListedRates>> = {
  'gpt-5.1': { input: 1.25, cachedInput: 0.125, output: 10 },
  'gpt-5': { input: 1.25, cachedInput: 0.125, output: 10 },
  'gpt-5-mini': { input: 0.25, cachedInput: 0.025, output: 2 },
  'gpt-5-nano': { input: 0.05, cachedInput: 0.005, output: 0.4 },
  'gpt-4.1': { input: 2, cachedInput: 0.5, output: 8 },
  'gpt-4.1-mini': { input: 0.4, cachedInput: 0.1, output: 1.6 },
  'gpt-4.1-nano': { input: 0.1, cachedInput: 0.025, output: 0.4 },
  'gpt-4o': { input: 2.5, cachedInput: 1.25, output: 10 },
  'gpt-4o-2024-05-13': { input: 5, output: 15 },
  'gpt-4o-mini': { input: 0.15, cachedInput: 0.075, output: 0.6 },
  o3: { input: 2, cachedInput: 0.5, output: 8 },
  'o4-mini': { input: 1.1, cachedInput: 0.275, output: 4.4 },
  'o3-mini': { input: 1.1, cachedInput: 0.55, output: 4.4 },
  o1: { input: 15, cachedInput: 7.5, output: 60 },
};
