import type { JsonObject } from '../base/json.js';
import { ModelFault } from './chat.js';
import type { CallFault, ChatRequest, ModelIdentity, ModelSettings } from './chat.js';
import type { Clock } from './clock.js';
import type { Environment } from './endpoint.js';
import type { ServerProblem } from './faults.js';
import {
  mendFor,
  SCHEMA_SUSPICIONS,
  type LearnedBook,
  type OptionalPart,
  type SentParts,
} from './learned.js';
import { carriedFault, type Wire } from './transport.js';

/** What every provider is given: the effects, and what the process has learnt. */
export interface ModelDeps {
  readonly env: Environment;
  readonly wire: Wire;
  readonly learned: LearnedBook;
  readonly clock: Clock;
  /** Receives each line that the user should know once. */
  readonly note: (line: string) => void;
}

/** The parts of a request after what is known not to work was left out. */
export interface Draft {
  readonly dropped: ReadonlySet<OptionalPart>;
  readonly capName: string | null;
}

/** A request body as it goes out, and what in it may be refused. */
export interface Body {
  readonly json: JsonObject;
  readonly sent: SentParts;
}

/** Enough for every optional part to be dropped and the cap renamed, each at most once. */
const MAX_MENDS = 6;

/**
 * Sends a request; when the server refuses a part it does not know, drops or renames that one part and sends
 * it again. What a success confirms is remembered for the process.
 *
 * @param guess see {@link mendFor}
 * @returns the answer, and the refusals before it
 * @throws ModelFault of the last refusal, which holds the ones before it
 */
export async function sendLearning<T>(
  identity: ModelIdentity,
  deps: ModelDeps,
  guess: boolean,
  bodyOf: (draft: Draft) => Body,
  post: (body: JsonObject) => Promise<T>,
): Promise<{ readonly answer: T; readonly mended: readonly CallFault[] }> {
  const { endpoint, model } = identity;
  const known = deps.learned.of(endpoint, model);
  let draft: Draft = { dropped: known.dropped, capName: known.capName };
  let schemaProblem: ServerProblem | null = null;
  const mended: CallFault[] = [];
  for (let mends = 0; ; mends += 1) {
    const body = bodyOf(draft);
    try {
      const answer = await post(body.json);
      remember(identity, deps, draft, body, schemaProblem);
      return { answer, mended };
    } catch (error) {
      const carried = carriedFault(error);
      if (carried === undefined) throw error;
      const { fault, problem } = carried;
      const proven = deps.learned.of(endpoint, model).proven;
      const mend = problem === null || mends >= MAX_MENDS ? null : mendFor(problem, body.sent, proven, guess);
      if (mend === null)
        throw mended.length === 0 ? fault : new ModelFault(fault.kind, fault.message, { ...fault, mended });
      mended.push({ kind: fault.kind, status: fault.status, message: fault.message });
      if (mend.do === 'drop' && mend.part === 'schema') schemaProblem = problem;
      draft =
        mend.do === 'drop'
          ? { ...draft, dropped: new Set([...draft.dropped, mend.part]) }
          : { ...draft, capName: mend.to };
    }
  }
}

function remember(
  identity: ModelIdentity,
  deps: ModelDeps,
  draft: Draft,
  body: Body,
  schemaProblem: ServerProblem | null,
): void {
  const { endpoint, model } = identity;
  const known = deps.learned.of(endpoint, model);
  const fresh = [...draft.dropped].filter((part) => !known.dropped.has(part));
  const nothingNew =
    fresh.length === 0 &&
    draft.capName === known.capName &&
    [...body.sent.parts].every((part) => known.proven.has(part)) &&
    (known.schemaSuspicion === 0 || !body.sent.parts.has('schema'));
  if (nothingNew) return;
  const suspicion = fresh.includes('schema') ? known.schemaSuspicion + 1 : 0;
  const passing = (schemaProblem?.status ?? 0) >= 500 && suspicion < SCHEMA_SUSPICIONS;
  const dropped = new Set([...known.dropped, ...fresh.filter((part) => part !== 'schema' || !passing)]);
  deps.learned.learn(endpoint, model, {
    dropped,
    proven: new Set([...known.proven, ...body.sent.parts]),
    capName: draft.capName,
    schemaSuspicion: suspicion,
  });
  for (const part of dropped) {
    if (known.dropped.has(part)) continue;
    const status = part === 'schema' ? ` (status ${schemaProblem?.status ?? 400})` : '';
    deps.note(
      `${identity.provider}:${model} at ${endpoint} does not take ${PART_WORDS[part]}${status}: sent without from here on`,
    );
  }
}

const PART_WORDS: Readonly<Record<OptionalPart, string>> = {
  schema: 'a JSON schema for its replies',
  temperature: 'a temperature',
  top_p: 'top-p',
  seed: 'a seed',
  reasoning: 'a reasoning setting',
};

/** The messages as they go out: the system text at the head of the first user message where asked for. */
export function wireMessages(
  request: ChatRequest,
  foldSystem: boolean,
): readonly { readonly role: string; readonly content: string }[] {
  const [first, second, ...rest] = request.messages;
  if (!foldSystem || first?.role !== 'system') return request.messages;
  if (second === undefined) return [{ role: 'user', content: first.content }];
  return [{ role: 'user', content: `${first.content}\n\n${second.content}` }, ...rest];
}

/** The body without what the request holds already: what is stored as really sent. */
export function sentOf(body: JsonObject, request: ChatRequest, settings: ModelSettings): JsonObject {
  const rest = Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'messages'));
  const schema = request.schema?.name ?? null;
  return {
    ...rest,
    ...('response_format' in rest ? { response_format: { type: 'json_schema', name: schema } } : {}),
    ...('format' in rest ? { format: { name: schema } } : {}),
    ...(settings.foldSystem === true ? { system: 'folded into the first user message' } : {}),
  };
}
