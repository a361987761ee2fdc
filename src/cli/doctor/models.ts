import { UserError, type ErrorCode } from '../../base/errors.js';
import { cleanLine } from '../../base/text.js';
import { ModelFault, type ChatModel, type ModelFacts } from '../../models/chat.js';
import {
  QUESTION_TOKENS,
  probeModel,
  type ModelProbe,
  type SchemaKept,
  type Speed,
} from '../../models/probe.js';
import { PROVIDERS } from '../../models/registry.js';
import type { Provider } from '../../models/provider.js';
import { labelOf, type NamedPlayer } from '../cast.js';
import { ok, type Check } from './check.js';

/** Loading a large model from a slow disk and one answer; beyond that a study would be no pleasure either. */
const PROBE_LIMIT_MS = 300_000;

function providerOf(id: string): Provider | undefined {
  return PROVIDERS.find((provider) => provider.id === id);
}

/** The command that mends an error met with a model. */
export function mendOf(
  code: ErrorCode | null,
  providerId: string,
  model: string,
  keyVariable?: string,
): string | null {
  const provider = providerOf(providerId);
  switch (code) {
    case 'model.unreachable':
      return provider?.mends.unreachable ?? null;
    case 'model.not-found':
      return provider?.mends.notFound(model) ?? null;
    case 'model.key-missing':
    case 'model.auth':
      return `export ${keyVariable ?? provider?.keyVariable ?? 'KEY'}=...`;
    default:
      return null;
  }
}

/** A check that failed with an error the user can mend. */
export function failed(
  what: string,
  error: unknown,
  provider: string,
  model: string,
  keyVariable?: string,
): Check {
  const code =
    error instanceof UserError
      ? error.code
      : error instanceof ModelFault
        ? (CODE_OF[error.kind] ?? null)
        : null;
  if (code === null && !(error instanceof ModelFault)) throw error;
  return {
    what,
    status: 'fault',
    found: cleanLine((error as Error).message),
    mend: mendOf(code, provider, model, keyVariable),
    facts: { code },
  };
}

const CODE_OF: Readonly<Partial<Record<ModelFault['kind'], ErrorCode>>> = {
  transport: 'model.unreachable',
  auth: 'model.auth',
  quota: 'model.quota',
  'not-found': 'model.not-found',
  rejected: 'model.refused',
};

const SCHEMA_WORDS: Readonly<Record<SchemaKept, string>> = {
  kept: 'holds to a JSON schema',
  'kept-unasked': 'takes no JSON schema, and answered in JSON all the same',
  wrapped: 'answered in JSON with other text around it, which the lab reads past',
  violated: 'answered in JSON of another shape than its schema',
  'no-json': 'did not answer in JSON',
  'no-answer': 'gave no answer under a JSON schema',
};

function speedText({ input, output, by }: Speed): string {
  const words = [
    ...(input === null ? [] : [`reads ${Math.round(input)} tokens a second`]),
    ...(output === null
      ? []
      : [`writes ${output < 10 ? output.toFixed(1) : Math.round(output)} tokens a second`]),
  ].join(', ');
  return by === 'server' ? words : `${words} (the whole call counted)`;
}

function windowText(model: ChatModel, facts: ModelFacts, inForce: number | null): string {
  const configured = model.identity.settings.context;
  const part = (name: string, tokens: number | null, unknown: string): string =>
    `${name} ${tokens === null ? unknown : String(tokens)}`;
  return `context ${[
    part('trained', facts.trainedContext, 'not told'),
    part('configured', configured, 'none'),
    part('in force', inForce, 'not told'),
  ].join(', ')}`;
}

function thinkingText(model: ChatModel, facts: ModelFacts, reasoned: boolean | null): string {
  const asked = model.identity.settings.reasoning ?? null;
  const able = facts.thinks ?? (reasoned === true ? true : undefined);
  const can = able === undefined ? 'thinking not told' : able ? 'can think' : 'does not think';
  const did = reasoned === null || able === false ? '' : reasoned ? ', and did' : ', and did not';
  return `${can}${did}${asked === null ? '' : ` (set to ${asked})`}`;
}

function probedCheck(what: string, model: ChatModel, facts: ModelFacts, probe: ModelProbe): Check {
  const { schema, reasoned, speed, contextInForce, tokens } = probe;
  const good = ['kept', 'kept-unasked', 'wrapped'].includes(schema);
  const window = windowText(model, facts, contextInForce);
  const parts = [
    `reachable at ${model.identity.endpoint}`,
    ...(facts.serverVersion === null ? [] : [`version ${cleanLine(facts.serverVersion)}`]),
    window,
    SCHEMA_WORDS[schema],
    thinkingText(model, facts, reasoned),
    ...(speed === null ? [] : [speedText(speed)]),
  ];
  return {
    what,
    status: good ? 'ok' : 'advice',
    found: `${parts.join('; ')}${good ? '' : ': expect corrections and forced moves'}`,
    mend: good
      ? null
      : `spartan play --game resistance --model ${model.identity.provider}:${model.identity.model}`,
    facts: {
      endpoint: model.identity.endpoint,
      version: facts.serverVersion,
      context: {
        trained: facts.trainedContext,
        configured: model.identity.settings.context,
        inForce: contextInForce,
      },
      schema,
      thinks: facts.thinks ?? null,
      reasoned,
      speed: speed === null ? null : { ...speed },
      tokens: tokens === null ? null : { ...tokens },
    },
  };
}

/** A signal that is aborted with the other, or after a time. */
async function limited<T>(
  signal: AbortSignal,
  ms: number,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(ms);
  try {
    return await run(AbortSignal.any([signal, timeout]));
  } catch (error) {
    if (signal.aborted || !timeout.aborted) throw error;
    throw new UserError(
      'model.unreachable',
      `the model gave no answer within ${ms / 1000} s, its loading included`,
    );
  }
}

/**
 * Looks at one model: its server, the model, its window, and a short question under a schema. A server that may
 * cost money is asked only with leave.
 */
export async function checkModel(player: NamedPlayer, leave: boolean, signal: AbortSignal): Promise<Check[]> {
  const { model } = player;
  const what = `model ${labelOf(player)}`;
  if (model === null) return [ok(what, 'simulated: it needs no server')];
  const { provider, model: name } = model.identity;
  const advice = (found: string): Check => ({ what, status: 'advice', found, mend: null, facts: {} });
  try {
    const facts = await model.check(signal);
    const notes = facts.notes.map((line) => advice(line));
    if (model.paid === true && !leave) {
      const found = `reachable at ${model.identity.endpoint}; ${windowText(model, facts, null)}; not asked, since it may cost money: about ${QUESTION_TOKENS.input} tokens in and ${QUESTION_TOKENS.output} out, more if it reasons`;
      const facets = { endpoint: model.identity.endpoint, version: facts.serverVersion };
      return [{ what, status: 'skipped', found, mend: 'spartan doctor --probe', facts: facets }, ...notes];
    }
    const probe = await limited(signal, PROBE_LIMIT_MS, (inTime) => probeModel(model, inTime));
    return [probedCheck(what, model, facts, probe), ...notes];
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    return [failed(what, error, provider, name)];
  }
}

/** What users of the providers of these models should know about their servers, once for each provider. */
export function providerAdvice(players: readonly NamedPlayer[]): Check[] {
  const ids = new Set(players.flatMap(({ model }) => (model === null ? [] : [model.identity.provider])));
  return [...ids].flatMap((id) =>
    (providerOf(id)?.advice ?? []).map((found): Check => ({
      what: `${id} server`,
      status: 'advice',
      found,
      mend: null,
      facts: {},
    })),
  );
}
