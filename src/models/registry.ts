import { UserError } from '../base/errors.js';
import { nearest } from '../base/nearest.js';
import { listText } from '../base/text.js';
import type { ChatModel, ModelSettings } from './chat.js';
import { systemClock } from './clock.js';
import type { ModelDeps } from './complete.js';
import type { Environment } from './endpoint.js';
import { LearnedBook } from './learned.js';
import { ollamaProvider } from './ollama.js';
import { openaiProvider } from './openai.js';
import type { Provider, ServingOptions } from './provider.js';
import { checkOptions } from './settings.js';
import { undiciWire } from './transport.js';

/** Every provider. A new one is a file beside the others and a line here. */
export const PROVIDERS: readonly Provider[] = [openaiProvider, ollamaProvider];

/** How models of every provider are named, for help and hints: `openai:MODEL or ollama:MODEL`. */
export function providerUsage(conjunction = 'or'): string {
  return listText(
    PROVIDERS.map(({ usage }) => usage),
    conjunction,
  );
}

/** Cap on a move's visible output, in tokens: a move with a speech takes about a third. */
export const DEFAULT_MAX_OUTPUT_TOKENS = 512;

/** What may be set for a model beside its name; what is left out has the provider's default. */
export interface ModelOptions extends ServingOptions {
  readonly settings?: Partial<ModelSettings>;
}

/** The effects of a process's models, made once and shared, so that what one learns all know. */
export function modelDeps(env: Environment, note: (line: string) => void): ModelDeps {
  const told = new Set<string>();
  return {
    env,
    wire: undiciWire(env),
    learned: new LearnedBook(),
    clock: systemClock,
    note: (line) => {
      if (told.has(line)) return;
      told.add(line);
      note(line);
    },
  };
}

/**
 * Splits `provider:model` at its first colon; the model may hold more (`ollama:qwen3:8b`).
 *
 * @param others providers of players that are no chat models, for the message: `builtin`
 * @throws UserError `input.unknown-name` with the nearest provider and the list
 */
export function parseModelName(
  name: string,
  others: readonly string[] = [],
): { readonly provider: Provider; readonly model: string } {
  const colon = name.indexOf(':');
  const id = colon < 0 ? name : name.slice(0, colon);
  const model = colon < 0 ? '' : name.slice(colon + 1).trim();
  const provider = PROVIDERS.find((candidate) => candidate.id === id);
  const ids = [...others, ...PROVIDERS.map((candidate) => candidate.id)];
  const shown = name.slice(0, 60);
  if (provider === undefined) {
    const near = nearest(id, ids);
    const hint = near === undefined ? '' : `; did you mean ${near}:${(model || 'MODEL').slice(0, 60)}?`;
    throw new UserError(
      'input.unknown-name',
      `a model must be named PROVIDER:MODEL with a provider of ${listText(ids, 'or')}, got "${shown}"${hint}`,
    );
  }
  if (model === '') {
    throw new UserError(
      'input.unknown-name',
      `a model must be named PROVIDER:MODEL, got "${shown}": ${provider.envHelp}`,
    );
  }
  return { provider, model };
}

/**
 * The model of that name, with these settings. Opens no connection.
 *
 * @param others see {@link parseModelName}
 * @throws UserError `input.unknown-name`, `input.option`, `model.key-missing`
 */
export function createModel(
  name: string,
  options: ModelOptions,
  deps: ModelDeps,
  others: readonly string[] = [],
): ChatModel {
  const { provider, model } = parseModelName(name, others);
  const { settings = {}, ...rest } = options;
  checkOptions(provider, settings, rest);
  return provider.create(
    model,
    {
      ...rest,
      settings: {
        ...settings,
        context: settings.context ?? null,
        temperature: settings.temperature ?? null,
        topP: settings.topP ?? null,
        maxOutputTokens: settings.maxOutputTokens ?? DEFAULT_MAX_OUTPUT_TOKENS,
        wire: settings.wire ?? null,
      },
    },
    deps,
  );
}
