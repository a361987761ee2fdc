import { CONTEXT_CODE, type ServerProblem } from './faults.js';

/** A part of a request that a server or a model may not know. */
export type OptionalPart = 'schema' | 'temperature' | 'top_p' | 'seed' | 'reasoning';

/** What is known of one model at one endpoint: learnt from its refusals, kept for the life of the process. */
export interface Learned {
  /** Parts that are no longer sent. */
  readonly dropped: ReadonlySet<OptionalPart>;
  /** Parts that were in a request that was answered: never suspected again. */
  readonly proven: ReadonlySet<OptionalPart>;
  /** Name of the output cap that the model takes; null: the provider's first guess. */
  readonly capName: string | null;
  /** Server errors that went away without the schema, in a row. */
  readonly schemaSuspicion: number;
  /** The model was seen to reason, so its cap needs room for it. */
  readonly reasons: boolean;
}

export const NOTHING_LEARNED: Learned = {
  dropped: new Set(),
  proven: new Set(),
  capName: null,
  schemaSuspicion: 0,
  reasons: false,
};

/** What was learnt, by endpoint and model. One book is shared by all models of a process. */
export class LearnedBook {
  readonly #entries = new Map<string, Learned>();

  of(endpoint: string, model: string): Learned {
    return this.#entries.get(`${endpoint} ${model}`) ?? NOTHING_LEARNED;
  }

  learn(endpoint: string, model: string, change: Partial<Learned>): void {
    this.#entries.set(`${endpoint} ${model}`, { ...this.of(endpoint, model), ...change });
  }
}

/** What to change in a refused request before it is sent once more. */
export type Mend =
  { readonly do: 'drop'; readonly part: OptionalPart } | { readonly do: 'rename-cap'; readonly to: string };

/** What a request held when it was refused. */
export interface SentParts {
  readonly parts: ReadonlySet<OptionalPart>;
  /** Null where the provider has one name for the cap. */
  readonly capName: string | null;
}

const CAP_NAMES: Readonly<Record<string, string>> = {
  max_tokens: 'max_completion_tokens',
  max_completion_tokens: 'max_tokens',
};

const PART_OF_PARAM: Readonly<Record<string, OptionalPart>> = {
  response_format: 'schema',
  temperature: 'temperature',
  top_p: 'top_p',
  seed: 'seed',
  reasoning_effort: 'reasoning',
};

const UNSUPPORTED = new Set(['unsupported_parameter', 'unsupported_value']);

/** Statuses by which a server that knows no schemas has been seen to say so. */
const SCHEMA_REFUSALS = new Set([400, 422, 500, 501]);

/**
 * Decides what one refusal teaches: first by the server's code and parameter; then, where `guess` allows it,
 * by status for the parts that no answered request has held yet. Null: there is nothing to mend.
 *
 * @param guess false for servers that name what they refuse, where a guess could only hide a fault
 */
export function mendFor(
  problem: ServerProblem,
  sent: SentParts,
  proven: ReadonlySet<OptionalPart>,
  guess: boolean,
): Mend | null {
  const { param } = problem;
  if (param !== null && problem.status === 400) {
    const unsupported = problem.codes.some((code) => UNSUPPORTED.has(code));
    const renamed = CAP_NAMES[param];
    if (unsupported && renamed !== undefined && param === sent.capName) {
      return { do: 'rename-cap', to: renamed };
    }
    const part = PART_OF_PARAM[param];
    // OpenAI gives no code when a model takes no schema at all, and this one when our schema is at fault.
    const schemaAtFault = problem.codes.includes('invalid_json_schema');
    if (part !== undefined && sent.parts.has(part) && (unsupported || part === 'schema') && !schemaAtFault) {
      return { do: 'drop', part };
    }
  }
  // A prompt that is too long stays too long whatever is left out beside it.
  if (!guess || problem.codes.includes(CONTEXT_CODE)) return null;
  if (problem.status === 400 && sent.parts.has('reasoning') && !proven.has('reasoning')) {
    return { do: 'drop', part: 'reasoning' };
  }
  if (SCHEMA_REFUSALS.has(problem.status) && sent.parts.has('schema') && !proven.has('schema')) {
    return { do: 'drop', part: 'schema' };
  }
  return null;
}

/**
 * A refusal with a 5xx status may be a passing fault, so a schema is given up only after this many calls in a
 * row that failed with it and passed without.
 */
export const SCHEMA_SUSPICIONS = 3;
