import { calcPrice } from '@pydantic/genai-prices';

/** Rates as a list gives them, in US dollars per million tokens. */
export interface ListedRates {
  /** Prompt tokens neither read from nor written to a cache. */
  readonly input: number;
  /** Prompt tokens read from a cache. Left out: like `input`. */
  readonly cachedInput?: number | undefined;
  /** Prompt tokens written to a cache. Left out: like `input`. */
  readonly cacheWrite?: number | undefined;
  /** Output tokens, reasoning included. */
  readonly output: number;
}

/** The list that comes with the lab: which it is, and the day it was released. */
export const PRICE_LIST = { source: '@pydantic/genai-prices 0.1.8', date: '2026-09-23' } as const;

/** Tokens that no higher tier begins at: prices of very long prompts are another matter, see docs/costs.md. */
const FEW_TOKENS = 1000;
const OPENAI_API = 'https://api.openai.com/';

/** What a list may add to a model's name: the date of a snapshot. */
const SNAPSHOT = /-\d{4}-\d{2}-\d{2}$/;

type Listed = number | { readonly base: number } | undefined;

function rate(listed: Listed): number | undefined {
  return typeof listed === 'object' ? listed.base : listed;
}

/** An address as the list knows it, with a slash behind its host: a host that only begins like it must not pass. */
function addressOf(endpoint: string): string | null {
  if (!URL.canParse(endpoint)) return null;
  const { protocol, host, pathname } = new URL(endpoint);
  if (protocol !== 'https:') return null;
  return `https://${host}${pathname.endsWith('/') ? pathname : `${pathname}/`}`;
}

/**
 * The rates of a model at the server of an address, as they were on a day; null when the list does not know the
 * server, or the model by this very name or as a dated snapshot of it.
 */
export function listedRates(endpoint: string, model: string, on: Date): ListedRates | null {
  const address = addressOf(endpoint);
  if (address === null) return null;
  const found = calcPrice({ input_tokens: FEW_TOKENS, output_tokens: FEW_TOKENS }, model, {
    providerApiUrl: address,
    timestamp: on,
  });
  if (found === null) return null;
  if (found.provider.id === 'openai' && !address.startsWith(OPENAI_API)) return null;
  if (found.model.id !== model && found.model.id !== model.replace(SNAPSHOT, '')) return null;
  const prices = found.model_price;
  const [input, output] = [rate(prices['input_mtok']), rate(prices['output_mtok'])];
  if (input === undefined || output === undefined) return null;
  return {
    input,
    cachedInput: rate(prices['cache_read_mtok']),
    cacheWrite: rate(prices['cache_write_mtok']),
    output,
  };
}
