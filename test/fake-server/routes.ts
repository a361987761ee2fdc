import { sha256 } from '../../src/base/hash.js';
import type { JsonObject } from '../../src/base/json.js';
import { asObject, numberOr, OLLAMA_WINDOW, type Answer } from './requests.js';
import type { FakeModel, FakeServerOptions } from './types.js';

/** Models in memory, each with the window it was loaded with. */
export type Loaded = Map<string, number>;

const SIZE = 98_000_000;

function tagOf({ name }: FakeModel): JsonObject {
  return {
    name,
    model: name,
    modified_at: '2026-01-01T00:00:00Z',
    size: SIZE,
    digest: sha256(name),
    details: { format: 'gguf', family: 'llama', parameter_size: '134.52M', quantization_level: 'Q4_1' },
  };
}

function listed({ name, trainedContext }: FakeModel, options: FakeServerOptions): JsonObject {
  return {
    id: name,
    object: 'model',
    created: 1,
    owned_by: options.ownedBy ?? 'fake',
    max_model_len: trainedContext,
  };
}

/** Takes a model into memory; a window larger than it was trained for is cut with a line in the log only. */
export function load(
  model: FakeModel,
  window: number | null,
  loaded: Loaded,
  log: (line: string) => void,
): void {
  const asked = window ?? OLLAMA_WINDOW;
  if (asked > model.trainedContext) {
    log(`requested context size too large for model num_ctx=${asked} n_ctx_train=${model.trainedContext}`);
  }
  const inForce = Math.min(asked, model.trainedContext);
  const before = loaded.get(model.name);
  if (before !== inForce) log(`loading ${model.name} num_ctx=${inForce}`);
  loaded.set(model.name, inForce);
}

/** The answer of a route that is no chat. */
export function plainAnswer(
  path: string,
  body: JsonObject | null,
  options: FakeServerOptions,
  models: readonly FakeModel[],
  loaded: Loaded,
  log: (line: string) => void,
): Answer {
  const named = body?.['model'] ?? body?.['name'];
  const model = models.find(({ name }) => name === named);
  const notFound: Answer = { status: 404, body: { error: `model '${String(named)}' not found` } };
  switch (path) {
    case '/v1/models':
      if (options.listsModels === false) break;
      return {
        status: 200,
        body: { object: 'list', data: models.map((entry) => listed(entry, options)) },
      };
    case '/api/version':
      return { status: 200, body: { version: options.version ?? '0.0.0' } };
    case '/api/tags':
      return { status: 200, body: { models: models.map(tagOf) } };
    case '/api/ps':
      return {
        status: 200,
        body: {
          models: models
            .filter(({ name }) => loaded.has(name))
            .map((entry) => ({
              ...tagOf(entry),
              size_vram: 0,
              expires_at: '2026-01-01T00:05:00Z',
              ...(options.tellsWindow === false ? {} : { context_length: loaded.get(entry.name) ?? 0 }),
            })),
        },
      };
    case '/api/show':
      if (model === undefined) return notFound;
      return {
        status: 200,
        body: {
          details: { format: 'gguf', family: 'llama', parameter_size: '134.52M', quantization_level: 'Q4_1' },
          capabilities: ['completion', ...(model.thinks === true ? ['thinking'] : [])],
          model_info: { 'general.architecture': 'llama', 'llama.context_length': model.trainedContext },
        },
      };
    case '/api/chat':
    case '/api/generate': {
      // Without a prompt a model is loaded, or let go, and nothing is generated.
      if (model === undefined) return notFound;
      const leaves = body?.['keep_alive'] === 0 || body?.['keep_alive'] === '0';
      if (leaves) loaded.delete(model.name);
      else load(model, numberOr(asObject(body?.['options'])['num_ctx'], null), loaded, log);
      return {
        status: 200,
        body: {
          model: model.name,
          created_at: '2026-01-01T00:00:00Z',
          response: '',
          done: true,
          done_reason: leaves ? 'unload' : 'load',
        },
      };
    }
  }
  return { status: 404, body: 'not found' };
}
