import type { ChatModel, ModelSettings, Reasoning } from './chat.js';
import type { ModelDeps } from './complete.js';

/** How a model is reached and served. None of it can change a reply, so none of it is part of an id or a key. */
export interface ServingOptions {
  /** Stands in for the provider's environment variable. */
  readonly baseUrl?: string;
  /** Name of the environment variable that holds the key, in place of the provider's own. */
  readonly apiKeyEnv?: string;
  /** Requests in flight at most; default by provider. */
  readonly width?: number;
  /** Time limit of one call in seconds, from sending it to its last byte. */
  readonly callSeconds?: number;
  /** How long a local server keeps the model loaded after a call: `10m`, `0`, or `-1` for ever. */
  readonly keepAlive?: string;
  /** Service tier asked for, such as `flex` at half the price. */
  readonly tier?: Tier;
}

/** Service tiers that a request may ask for. */
export const TIERS = ['auto', 'default', 'flex', 'priority'] as const;

/** One of {@link TIERS}. */
export type Tier = (typeof TIERS)[number];

/** What a user may set for one model. */
export interface ProviderOptions extends ServingOptions {
  /** `context` and `wire` have defaults that depend on the provider and the endpoint. */
  readonly settings: Omit<ModelSettings, 'wire'> & { readonly wire: ModelSettings['wire'] | null };
}

/** A serving option that not every kind of server has. */
export type ServingPart = 'keepAlive' | 'tier';

/** A kind of model server. Adding one is one file, and one line in the registry. */
export interface Provider {
  /** What stands before the colon of `provider:model`. */
  readonly id: string;
  /** One line: environment variables it reads, and an example. */
  readonly envHelp: string;
  /** What a user types to name a model of it, for hints: `ollama:NAME`. */
  readonly usage: string;
  /** Environment variable that holds the key unless a line-up names another. */
  readonly keyVariable: string;
  /** Environment variable that holds the address. */
  readonly urlVariable: string;
  /** Commands that mend what a check may find, to be copied. */
  readonly mends: {
    readonly unreachable: string;
    notFound(model: string): string;
  };
  /** What a user of a server of this kind should know, whatever it answers; one line each. */
  readonly advice: readonly string[];
  /** The serving options that its servers know; another one is refused. */
  readonly takes: ReadonlySet<ServingPart>;
  /** Levels of reasoning that its servers have a word for. */
  readonly reasoning: readonly Reasoning[];
  /**
   * Fields of a request body that are ours, by their path, with the setting to use in their place; null for
   * those that may not be set at all.
   */
  readonly ownFields: Readonly<Record<string, keyof ModelSettings | ServingPart | null>>;
  /**
   * The wire schema where the user names none: stable where the schema counts as the start of a cached prefix,
   * narrow where it is a grammar and costs no prompt.
   *
   * @param endpoint base URL
   */
  defaultWire(endpoint: string): ModelSettings['wire'];
  /**
   * Never opens a connection.
   *
   * @throws UserError when an address cannot be read, or a key is missing
   */
  create(model: string, options: ProviderOptions, deps: ModelDeps): ChatModel;
}
