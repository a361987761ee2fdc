import { parse } from 'yaml';
import { z } from 'zod';
import { UserError } from '../base/errors.js';
import type { ModelIdentity, TokenUsage } from './chat.js';
import { listedRates, PRICE_LIST } from './price-list.js';
import type { ListedRates } from './price-list.js';

/** What each class of tokens of one model costs, in US dollars per million tokens. */
export interface Price {
  readonly input: number;
  readonly cachedInput: number;
  readonly cacheWrite: number;
  readonly output: number;
  /** Classes that the list does not name, and that count like fresh input. */
  readonly assumed: readonly ('cachedInput' | 'cacheWrite')[];
  /** Where the rates are from. */
  readonly source: string;
}

/** A dated list of prices. */
export interface PriceTable {
  /** When the list was made, as `2026-03-01`. */
  readonly date: string;
  /** The file's path, or who made the list. */
  readonly source: string;
  /** By `provider:model`. */
  readonly models: Readonly<Record<string, ListedRates>>;
}

/** Who is paid: what a price depends on. */
export type Priced = Pick<ModelIdentity, 'provider' | 'endpoint' | 'model'>;

/** Every price that is known. */
export interface PriceBook {
  /** Null when it is not known, which is not the same as nothing. */
  priceOf(model: Priced): Price | null;
}

const PER = 1e6;

function priceFrom(rates: ListedRates, { source, date }: Pick<PriceTable, 'source' | 'date'>): Price {
  const { input, cachedInput, cacheWrite, output } = rates;
  return {
    input,
    cachedInput: cachedInput ?? input,
    cacheWrite: cacheWrite ?? input,
    output,
    assumed: [
      ...(cachedInput === undefined ? (['cachedInput'] as const) : []),
      ...(cacheWrite === undefined ? (['cacheWrite'] as const) : []),
    ],
    source: `${source}, ${date}`,
  };
}

function listed(table: PriceTable, name: string): ListedRates | undefined {
  return Object.hasOwn(table.models, name) ? table.models[name] : undefined;
}

/**
 * Looks prices up: the user's list first, whatever the endpoint; then the list that comes with the lab, which knows
 * OpenAI, Azure, OpenRouter and other hosted servers by their addresses. A server of one's own is on no list.
 *
 * @param own the user's list; null for none
 * @param now which day's prices of the shipped list
 */
export function priceBook(own: PriceTable | null, now: () => Date = () => new Date()): PriceBook {
  return {
    priceOf({ provider, endpoint, model }) {
      const wished = own === null ? undefined : listed(own, `${provider}:${model}`);
      if (own !== null && wished !== undefined) return priceFrom(wished, own);
      const rates = provider === 'openai' ? listedRates(endpoint, model, now()) : null;
      return rates === null ? null : priceFrom(rates, PRICE_LIST);
    },
  };
}

/** What tokens cost, in US dollars. Reasoning is part of the output and is not charged twice. */
export function costOf(usage: TokenUsage, price: Price): number {
  return (
    (usage.input * price.input +
      usage.cachedInput * price.cachedInput +
      usage.cacheWrite * price.cacheWrite +
      usage.output * price.output) /
    PER
  );
}

/** Far above any price there is, so that a price per token or per thousand in the wrong column is noticed. */
const MAX_RATE = 100_000;
const rate = z.number().min(0).max(MAX_RATE);

const FILE_SCHEMA = z.strictObject({
  date: z.string().regex(/^\d{4}-\d{2}(-\d{2})?$/, 'must be a date such as 2026-03-01'),
  currency: z.literal('USD').optional(),
  models: z.record(
    z.string().regex(/^[a-z]+:.+$/, 'must be PROVIDER:MODEL'),
    z.strictObject({
      input: rate,
      cachedInput: rate.optional(),
      cacheWrite: rate.optional(),
      output: rate,
    }),
  ),
});

/**
 * A user's list of prices from the text of a JSON or YAML file.
 *
 * @param source the file, for messages
 * @throws UserError `input.config` that says where in the file what is wrong
 */
export function parsePrices(text: string, source: string): PriceTable {
  let value: unknown;
  try {
    // A date without quotes stays text.
    value = parse(text, { schema: 'core' });
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n');
    throw new UserError('input.config', `--prices ${source}: not JSON or YAML (${line})`);
  }
  const parsed = FILE_SCHEMA.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const at = issue?.path.join(' → ') ?? '';
    const problem = issue?.code === 'invalid_key' ? issue.issues[0]?.message : issue?.message;
    throw new UserError(
      'input.config',
      `--prices ${source}: ${at === '' ? 'the list' : at}: ${problem ?? 'not a list of prices'}; docs/costs.md has an example`,
    );
  }
  const { date, models } = parsed.data;
  return { date, source, models };
}

/** An amount of US dollars: `$12.34`; below one dollar with enough digits to tell small sums apart. */
export function dollars(amount: number): string {
  if (amount === 0) return '$0';
  if (amount >= 1) return `$${amount.toFixed(2)}`;
  if (amount >= 0.0001) return `$${amount.toFixed(4)}`;
  return '<$0.0001';
}
