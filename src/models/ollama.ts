import type { Ollama } from 'ollama/browser';
import { UserError } from '../base/errors.js';
import type { JsonObject } from '../base/json.js';
import { nearest } from '../base/nearest.js';
import { cleanLine, shorten } from '../base/text.js';
import { ModelFault } from './chat.js';
import type { ChatModel, ChatReply, ChatRequest, ModelFacts, ModelIdentity, ModelSettings } from './chat.js';
import { asking, refuseWiderThanTrained } from './check.js';
import { sendLearning, sentOf, type ModelDeps } from './complete.js';
import { keyOf, ollamaEndpoint, type Endpoint } from './endpoint.js';
import { CONTEXT_CODE, type ServerName } from './faults.js';
import { countOf, listOf, prop, textOf } from './json-read.js';
import { chatBody, keepAliveValue, readChat, trainedContext } from './ollama-wire.js';
import { mayCost } from './local.js';
import type { Provider, ProviderOptions } from './provider.js';
import { redactor } from './redact.js';
import { likelyLonger } from './silent-cut.js';
import { carriedFault, faultingFetch, safeError } from './transport.js';

/**
 * The window where the user names none. The server's own default of 4,096 is too small for the log of a game
 * with a playbook.
 */
const DEFAULT_CONTEXT = 8192;

/** Requests in flight at one host: what every version serves at the same time. */
const WIDTH = 1;

/** A schema is a grammar here, and costs no prompt. */
const DEFAULT_WIRE = 'narrow';

const KEY_VARIABLE = 'OLLAMA_API_KEY';

/** Room for thinking under the output cap, in tokens; a cap costs nothing that is not used. */
const REASONING_ROOM = 4096;

function endpointOf(options: ProviderOptions, deps: ModelDeps): Endpoint {
  if (options.baseUrl !== undefined) return ollamaEndpoint(options.baseUrl, '--base-url');
  return ollamaEndpoint(deps.env['OLLAMA_HOST'], 'OLLAMA_HOST');
}

/** @throws UserError when something answers there that is not Ollama */
async function versionOf(ollama: Ollama, url: string): Promise<string> {
  try {
    return cleanLine(textOf(prop(await ollama.version(), 'version')));
  } catch (error) {
    if (carriedFault(error)?.fault.kind !== 'not-found') throw error;
    throw new UserError(
      'model.unreachable',
      `${url} must be an Ollama server, and has no /api/version: correct OLLAMA_HOST, or use openai:MODEL with --base-url for another kind of server`,
    );
  }
}

/** The window the loaded model really has; undefined where the server does not tell, as before 0.11. */
async function windowInForce(ollama: Ollama, model: string): Promise<number | undefined> {
  const names = [model, `${model}:latest`];
  try {
    const running = listOf(prop(await ollama.ps(), 'models'));
    const own = running.find((entry) => names.includes(textOf(prop(entry, 'name'))));
    return countOf(prop(own, 'context_length'));
  } catch (error) {
    if (carriedFault(error)?.fault.kind === 'not-found') return undefined;
    throw error;
  }
}

function createOllama(model: string, options: ProviderOptions, deps: ModelDeps): ChatModel {
  const endpoint = endpointOf(options, deps);
  const context = options.settings.context ?? DEFAULT_CONTEXT;
  const settings: ModelSettings = {
    ...options.settings,
    context,
    wire: options.settings.wire ?? DEFAULT_WIRE,
  };
  const identity: ModelIdentity = { provider: 'ollama', endpoint: endpoint.url, model, settings };
  const keyVariable = options.apiKeyEnv ?? KEY_VARIABLE;
  const ownKey =
    options.apiKeyEnv === undefined ? null : keyOf(deps.env, options.apiKeyEnv, `ollama:${model}`);
  const server: ServerName = {
    provider: 'ollama',
    url: endpoint.url,
    keyVariable,
    whenUnreachable: 'start it with `ollama serve`, or correct OLLAMA_HOST',
    whenNotFound: `get the model with \`ollama pull ${model}\``,
  };
  // The client itself sends OLLAMA_API_KEY to ollama.com; a key of another name is sent where it was named.
  const redact = redactor([...endpoint.secrets, deps.env[KEY_VARIABLE]?.trim() ?? '', ownKey ?? '']);
  const authorization = ownKey === null ? endpoint.basicAuth : `Bearer ${ownKey}`;
  const keepAlive = options.keepAlive === undefined ? undefined : keepAliveValue(options.keepAlive);
  const fetch = faultingFetch(deps.wire, server, redact, deps.clock);

  /** One client a call: the package takes no signal for a call that does not stream. */
  const client = async (signal: AbortSignal): Promise<Ollama> => {
    // Loaded when first needed; this entry leaves out a browser's fetch that the other one installs.
    const { Ollama: Client } = await import('ollama/browser');
    return new Client({
      host: endpoint.url,
      fetch: (input, init) => fetch(input, { ...init, signal }),
      ...(authorization === null ? {} : { headers: { Authorization: authorization } }),
    });
  };

  const check = (signal: AbortSignal): Promise<ModelFacts> =>
    asking(server, deps.clock, redact, signal, async (limited) => {
      const ollama = await client(limited);
      const version = await versionOf(ollama, endpoint.url);
      let shown: unknown;
      try {
        shown = await ollama.show({ model });
      } catch (error) {
        if (carriedFault(error)?.fault.kind !== 'not-found') throw error;
        const names = listOf(prop(await ollama.list(), 'models')).map((entry) =>
          cleanLine(textOf(prop(entry, 'name'))),
        );
        const near = nearest(model, names);
        throw new UserError(
          'model.not-found',
          `the Ollama server ${endpoint.url} has no model "${model}": ${near === undefined ? '' : `did you mean ollama:${near}? If not, `}get it with \`ollama pull ${model}\``,
        );
      }
      const trained = trainedContext(shown);
      refuseWiderThanTrained(identity, trained);
      const capabilities = listOf(prop(shown, 'capabilities'));
      const thinks = capabilities.includes('thinking');
      if (thinks) deps.learned.learn(endpoint.url, model, { reasons: true });
      const wantsThinking = !['off', null, undefined].includes(settings.reasoning);
      const notes =
        wantsThinking && capabilities.length > 0 && !thinks
          ? [`ollama:${model} cannot reason: its reasoning setting will be left out`]
          : [];
      return {
        trainedContext: trained,
        serverVersion: version === '' ? null : version,
        // Servers before 0.6.5 list no capabilities.
        ...(capabilities.length === 0 ? {} : { thinks }),
        notes,
      };
    });

  const prepare = async (signal: AbortSignal): Promise<void> => {
    try {
      const ollama = await client(signal);
      refuseWiderThanTrained(identity, trainedContext(await ollama.show({ model })));
      // Without a prompt the model is loaded, with this window, and nothing is generated.
      await ollama.generate({
        model,
        prompt: '',
        stream: false,
        options: { num_ctx: context },
        ...(keepAlive === undefined ? {} : { keep_alive: keepAlive }),
      });
      const inForce = await windowInForce(ollama, model);
      if (inForce !== undefined && inForce < context) {
        throw new UserError(
          'model.context',
          `the Ollama server ${endpoint.url} runs ${model} with a context window of ${inForce} tokens, expected ${context}: use --context ${inForce}`,
        );
      }
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw safeError(error, redact);
    }
  };

  const complete = async (request: ChatRequest, signal: AbortSignal): Promise<ChatReply> => {
    const ollama = await client(signal);
    const started = performance.now();
    const reasons = deps.learned.of(endpoint.url, model).reasons && settings.reasoning !== 'off';
    const room = settings.reasoningTokens ?? (reasons ? REASONING_ROOM : 0);
    let posted: JsonObject = {};
    try {
      const { answer, mended } = await sendLearning(
        identity,
        deps,
        true,
        (draft) => chatBody(model, settings, request, draft, context, room, keepAlive),
        async (json) => {
          posted = json;
          // Typed by what the package knows; the server takes more.
          const body = json as unknown as Parameters<Ollama['chat']>[0] & { stream?: false };
          return (await ollama.chat(body)) as unknown as JsonObject;
        },
      );
      const read = readChat(answer);
      if (read === undefined) {
        throw new ModelFault(
          'transport',
          `ollama server ${endpoint.url} answered without a message (${shorten(cleanLine(redact.text(JSON.stringify(answer))), 200)})`,
          { status: 200 },
        );
      }
      if (!reasons && read.reasoning !== '') deps.learned.learn(endpoint.url, model, { reasons: true });
      return {
        ...read,
        text: redact.text(read.text),
        reasoning: redact.text(read.reasoning),
        raw: redact.json(answer),
        sent: redact.json(sentOf(posted, request, settings)),
        durationMs: performance.now() - started,
        ...(mended.length === 0 ? {} : { mended }),
      };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const shown = safeError(error, redact);
      throw shown instanceof ModelFault ? namedContext(shown, request) : shown;
    }
  };

  /**
   * Newer servers refuse a prompt that does not fit with a plain 400. That it was the prompt's length is told
   * by the length, not by the words.
   */
  const namedContext = (fault: ModelFault, request: ChatRequest): ModelFault =>
    fault.status === 400 && likelyLonger(request, context)
      ? new ModelFault(
          fault.kind,
          `the prompt does not fit the context window of ${context} tokens of ollama:${model} (${fault.message})`,
          { status: fault.status, code: CONTEXT_CODE, mended: fault.mended },
        )
      : fault;

  return {
    identity,
    width: options.width ?? WIDTH,
    paid: mayCost(endpoint),
    ...(options.callSeconds === undefined ? {} : { callMs: options.callSeconds * 1000 }),
    // One queue a host: two models in turn would evict each other from its memory.
    queue: `ollama ${endpoint.url}`,
    check,
    windowInForce: (signal) =>
      asking(server, deps.clock, redact, signal, async (limited) => {
        return (await windowInForce(await client(limited), model)) ?? null;
      }),
    prepare,
    complete,
  };
}

/** Ollama by its native API. */
export const ollamaProvider: Provider = {
  id: 'ollama',
  envHelp: 'ollama:MODEL reads OLLAMA_HOST (default 127.0.0.1:11434); as ollama:qwen3:8b',
  usage: 'ollama:MODEL',
  keyVariable: KEY_VARIABLE,
  urlVariable: 'OLLAMA_HOST',
  mends: { unreachable: 'ollama serve', notFound: (model) => `ollama pull ${model}` },
  advice: [
    'start the server with OLLAMA_NUM_PARALLEL=8 OLLAMA_MULTIUSER_CACHE=1 ollama serve: a cache slot for each seat took thirty calls of a five-seat game from 93 s to 60 s on two cores. A server does not tell whether they are set.',
  ],
  takes: new Set(['keepAlive']),
  reasoning: ['off', 'on', 'low', 'medium', 'high'],
  ownFields: {
    model: null,
    messages: null,
    stream: null,
    truncate: null,
    shift: null,
    format: 'wire',
    think: 'reasoning',
    keep_alive: 'keepAlive',
    'options.num_ctx': 'context',
    'options.num_predict': 'maxOutputTokens',
    'options.temperature': 'temperature',
    'options.top_p': 'topP',
    'options.seed': null,
  },
  defaultWire: () => DEFAULT_WIRE,
  create: createOllama,
};
