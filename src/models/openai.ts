import type OpenAI from 'openai';
import { UserError } from '../base/errors.js';
import type { JsonObject } from '../base/json.js';
import { cleanLine, listText, shorten } from '../base/text.js';
import { nearest } from '../base/nearest.js';
import { ModelFault, REASONING } from './chat.js';
import type {
  CallFault,
  ChatModel,
  ChatReply,
  ChatRequest,
  ModelFacts,
  ModelIdentity,
  ModelSettings,
} from './chat.js';
import { asking, refuseWiderThanTrained } from './check.js';
import { sendLearning, sentOf, type ModelDeps } from './complete.js';
import {
  isOfficialOpenAi,
  keyOf,
  parseEndpoint,
  servesOpenAiModels,
  wholeKey,
  type Endpoint,
} from './endpoint.js';
import { faultOfProblem, readProblem, type ServerName } from './faults.js';
import { at, countOf, listOf, prop, textOf } from './json-read.js';
import { completionBody, readCompletion } from './openai-wire.js';
import { mayCost } from './local.js';
import type { Provider, ProviderOptions } from './provider.js';
import { redactor, type Redactor } from './redact.js';
import { carriedFault, faultingFetch, safeError } from './transport.js';

const OFFICIAL_URL = 'https://api.openai.com/v1';

/** Requests in flight at most, unless told otherwise; an account with lower limits is found out by its 429s. */
const OFFICIAL_WIDTH = 32;
/** What a batching server of one's own takes without falling behind. */
const COMPATIBLE_WIDTH = 8;

/** Room for reasoning under the output cap, in tokens; a cap costs nothing that is not used. */
const REASONING_ROOM = 4096;

/** The longest time a timer can be set to: the SDK's own limit is put out of the way, ours is the signal. */
const NO_TIMEOUT = 2_147_483_647;

const KEY_VARIABLE = 'OPENAI_API_KEY';

const OLLAMA_PORT = '11434';

/** Statuses of a server that has no list of models to show. */
const NO_SUCH_ROUTE = new Set([404, 405, 501]);

/** Azure's code for a prompt that its filter stopped: an outcome, not a fault. */
const FILTER_CODE = 'content_filter';

/** OpenAI counts the schema as the start of the cached prefix, so there it must be the same in every call. */
function defaultWire(endpoint: string): ModelSettings['wire'] {
  return servesOpenAiModels({ host: new URL(endpoint).hostname }) ? 'stable' : 'narrow';
}

function endpointOf(options: ProviderOptions, deps: ModelDeps): Endpoint {
  if (options.baseUrl !== undefined) return parseEndpoint(options.baseUrl, '--base-url');
  return parseEndpoint(deps.env['OPENAI_BASE_URL']?.trim() || OFFICIAL_URL, 'OPENAI_BASE_URL');
}

/** Secrets in headers that the SDK itself reads from the environment. */
function headerSecrets(value: string | undefined): string[] {
  return (value ?? '').split('\n').map((line) => line.slice(line.indexOf(':') + 1).trim());
}

async function makeClient(
  endpoint: Endpoint,
  key: string,
  deps: ModelDeps,
  fetch: typeof globalThis.fetch,
): Promise<OpenAI> {
  // Loaded when first needed: commands without a model need not pay for it.
  const { default: Client } = await import('openai');
  const account = servesOpenAiModels(endpoint);
  return new Client({
    // The SDK does not start without a key; where there is none the header is left out again.
    apiKey: key === '' ? 'none' : key,
    adminAPIKey: null,
    webhookSecret: null,
    organization: account ? (deps.env['OPENAI_ORG_ID'] ?? null) : null,
    project: account ? (deps.env['OPENAI_PROJECT_ID'] ?? null) : null,
    baseURL: endpoint.url,
    defaultQuery: endpoint.query,
    defaultHeaders: key === '' ? { Authorization: endpoint.basicAuth } : {},
    maxRetries: 0,
    timeout: NO_TIMEOUT,
    logLevel: 'off',
    fetch,
  });
}

/** The fault of an answer with a good status and no choice in it; OpenRouter puts an upstream's error there. */
function faultOfEmpty(answer: JsonObject, server: ServerName, redact: Redactor, now: number): ModelFault {
  const code = countOf(at(answer, 'error', 'code')) ?? 0;
  const status = code >= 400 && code <= 599 ? code : 502;
  const problem = readProblem(status, new Headers(), JSON.stringify(answer), redact, now);
  return answer['error'] === undefined
    ? new ModelFault(
        'transport',
        `${server.provider} server ${server.url} answered without a choice (${shorten(cleanLine(redact.text(JSON.stringify(answer))), 200)})`,
        { status: 200 },
      )
    : faultOfProblem(server, problem);
}

function trainedContext(entry: unknown): number | null {
  return (
    // vLLM, OpenRouter, llama.cpp.
    countOf(prop(entry, 'max_model_len')) ??
    countOf(prop(entry, 'context_length')) ??
    countOf(at(entry, 'meta', 'n_ctx_train')) ??
    null
  );
}

/** Facts from a list of models. A missing model is an error only where the list is known to be whole. */
function factsOf(listed: readonly unknown[], identity: ModelIdentity, endpoint: Endpoint): ModelFacts {
  const { model } = identity;
  const names = listed.map((entry) => cleanLine(textOf(prop(entry, 'id')))).filter((name) => name !== '');
  const entry = listed.find((candidate) => prop(candidate, 'id') === model);
  const notes: string[] = [];
  if (entry === undefined && names.length > 0) {
    if (isOfficialOpenAi(endpoint)) {
      const near = nearest(model, names);
      throw new UserError(
        'model.not-found',
        `${endpoint.url} has no model "${model}": ${near === undefined ? 'check its name' : `did you mean openai:${near}?`}`,
      );
    }
    notes.push(
      `${endpoint.url} does not list "${model}" (it lists ${listText(names.slice(0, 5))}${names.length > 5 ? ' and others' : ''}); asking it all the same`,
    );
  }
  const likeOllama = listed.some((candidate) => prop(candidate, 'owned_by') === 'library');
  if (endpoint.port === OLLAMA_PORT || likeOllama) notes.push(ollamaNote(endpoint, model));
  const trained = trainedContext(entry);
  refuseWiderThanTrained(identity, trained);
  return { trainedContext: trained, serverVersion: null, notes };
}

function ollamaNote(endpoint: Endpoint, model: string): string {
  return `${endpoint.url} looks like Ollama, whose OpenAI route cannot set the context window and cuts longer prompts without a word: use ollama:${model} instead`;
}

function createOpenAi(model: string, options: ProviderOptions, deps: ModelDeps): ChatModel {
  const endpoint = endpointOf(options, deps);
  const byTheBook = servesOpenAiModels(endpoint);
  const keyVariable = options.apiKeyEnv ?? KEY_VARIABLE;
  const key =
    options.apiKeyEnv === undefined
      ? wholeKey(deps.env, KEY_VARIABLE)
      : keyOf(deps.env, options.apiKeyEnv, `openai:${model}`);
  if (key === '' && byTheBook) {
    throw new UserError(
      'model.key-missing',
      `openai:${model} at ${endpoint.url} needs an API key, and OPENAI_API_KEY is not set: set it, or name a server of your own with --base-url`,
    );
  }
  const settings: ModelSettings = {
    ...options.settings,
    wire: options.settings.wire ?? defaultWire(endpoint.url),
  };
  const identity: ModelIdentity = { provider: 'openai', endpoint: endpoint.url, model, settings };
  const maybePath = byTheBook || /\/v\d+$/.test(endpoint.url) ? '' : ', and that the base URL ends in /v1';
  const server: ServerName = {
    provider: 'openai',
    url: endpoint.url,
    keyVariable,
    whenUnreachable: 'start the server, or correct --base-url or OPENAI_BASE_URL',
    whenNotFound: `check the model name "${model}"${maybePath}`,
  };
  const redact = redactor([key, ...endpoint.secrets, ...headerSecrets(deps.env['OPENAI_CUSTOM_HEADERS'])]);
  const fetch = faultingFetch(deps.wire, server, redact, deps.clock);
  let loading: Promise<OpenAI> | undefined;
  const client = (): Promise<OpenAI> => (loading ??= makeClient(endpoint, key, deps, fetch));

  const check = (signal: AbortSignal): Promise<ModelFacts> =>
    asking(server, deps.clock, redact, signal, async (limited) => {
      const openai = await client();
      try {
        const page = await openai.models.list({ signal: limited });
        return factsOf(listOf(page.data), identity, endpoint);
      } catch (error) {
        if (!NO_SUCH_ROUTE.has(carriedFault(error)?.fault.status ?? 0)) throw error;
        return factsOf([], identity, endpoint);
      }
    });

  const complete = async (request: ChatRequest, signal: AbortSignal): Promise<ChatReply> => {
    const openai = await client();
    const started = performance.now();
    const reasons = byTheBook || deps.learned.of(endpoint.url, model).reasons;
    const room = settings.reasoningTokens ?? (reasons ? REASONING_ROOM : 0);
    const capName = byTheBook ? 'max_completion_tokens' : 'max_tokens';
    let posted: JsonObject = {};
    const reply = (
      answer: JsonObject,
      read: ReturnType<typeof readCompletion>,
      mended: readonly CallFault[],
    ): ChatReply => ({
      text: redact.text(read?.text ?? ''),
      reasoning: redact.text(read?.reasoning ?? ''),
      finish: read?.finish ?? 'filter',
      usage: read?.usage ?? null,
      raw: redact.json(answer),
      sent: redact.json(sentOf(posted, request, settings)),
      durationMs: performance.now() - started,
      ...(mended.length === 0 ? {} : { mended }),
    });
    try {
      const { answer, mended } = await sendLearning(
        identity,
        deps,
        !byTheBook,
        (draft) => completionBody(model, settings, request, draft, capName, room, byTheBook, options.tier),
        async (json) => {
          posted = json;
          // Typed by what the SDK knows; servers and extra fields know more.
          const body = json as unknown as OpenAI.ChatCompletionCreateParamsNonStreaming;
          return (await openai.chat.completions.create(body, { signal })) as unknown as JsonObject;
        },
      );
      const read = readCompletion(answer);
      if (read === undefined) throw faultOfEmpty(answer, server, redact, deps.clock.now());
      if (!reasons && (read.reasoning !== '' || (read.usage?.reasoning ?? 0) > 0)) {
        deps.learned.learn(endpoint.url, model, { reasons: true });
      }
      return reply(answer, read, mended);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof ModelFault && error.code === FILTER_CODE) {
        return reply({ error: { code: FILTER_CODE, message: error.message } }, undefined, error.mended);
      }
      throw safeError(error, redact);
    }
  };

  return {
    identity,
    width: options.width ?? (byTheBook ? OFFICIAL_WIDTH : COMPATIBLE_WIDTH),
    paid: mayCost(endpoint),
    ...(options.callSeconds === undefined ? {} : { callMs: options.callSeconds * 1000 }),
    check,
    complete,
  };
}

/** OpenAI, and every server that speaks its chat completions. */
export const openaiProvider: Provider = {
  id: 'openai',
  envHelp:
    'openai:MODEL reads OPENAI_API_KEY and OPENAI_BASE_URL; as openai:gpt-5-mini, or any compatible server with --base-url http://localhost:8000/v1',
  usage: 'openai:MODEL',
  keyVariable: KEY_VARIABLE,
  urlVariable: 'OPENAI_BASE_URL',
  mends: {
    unreachable: 'export OPENAI_BASE_URL=http://HOST:PORT/v1',
    notFound: () => 'curl "$OPENAI_BASE_URL/models"',
  },
  advice: [],
  takes: new Set(['tier']),
  reasoning: REASONING,
  ownFields: {
    model: null,
    messages: null,
    stream: null,
    n: null,
    seed: null,
    response_format: 'wire',
    max_tokens: 'maxOutputTokens',
    max_completion_tokens: 'maxOutputTokens',
    temperature: 'temperature',
    top_p: 'topP',
    reasoning_effort: 'reasoning',
    service_tier: 'tier',
  },
  defaultWire,
  create: createOpenAi,
};
