import type { ChatModel, ModelSettings } from './chat.js';
import type { ModelDeps } from './complete.js';
import { servesOpenAiModels } from './endpoint.js';

/** What a user may set for one model. */
export interface ProviderOptions {
  /** `context` and `wire` have defaults that depend on the provider and the endpoint. */
  readonly settings: Omit<ModelSettings, 'wire'> & { readonly wire: ModelSettings['wire'] | null };
  /** Stands in for the provider's environment variable. */
  readonly baseUrl?: string;
  /** Requests in flight at most; default by provider. */
  readonly width?: number;
  /** How long a local server keeps the model loaded after a call, as `10m`; no part of any key. */
  readonly keepAlive?: string;
}

/** A kind of model server. Adding one is one file, and one line in the registry. */
export interface Provider {
  /** What stands before the colon of `provider:model`. */
  readonly id: string;
  /** One line: environment variables it reads, and an example. */
  readonly envHelp: string;
  /**
   * Never opens a connection.
   *
   * @throws UserError when an address cannot be read, or a key is missing
   */
  create(model: string, options: ProviderOptions, deps: ModelDeps): ChatModel;
}

/**
 * The wire schema where the user names none: stable where the schema counts as the start of a cached prefix,
 * narrow where it is a grammar and costs no prompt.
 *
 * @param endpoint base URL
 */
export function defaultWire(provider: string, endpoint: string): ModelSettings['wire'] {
  return provider === 'openai' && servesOpenAiModels({ host: new URL(endpoint).hostname })
    ? 'stable'
    : 'narrow';
}
