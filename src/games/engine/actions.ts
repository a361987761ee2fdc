import { z } from 'zod';
import { cleanLine, listText } from '../../base/text.js';
import type { Json, JsonObject } from '../../base/json.js';
import type { Rng } from '../../base/rng.js';

/** What a seat does: a named action and its fields, as in `{"action":"vote","choice":"approve"}`. */
export type Action = { readonly action: string } & JsonObject;

/** One field of an action. Everything a legal value must satisfy by itself; what spans fields is a refinement. */
export type Field =
  /** One of the listed words. */
  | { readonly type: 'choice'; readonly options: readonly string[] }
  /**
   * Free text on one line. `forbid` lists words that must not occur as whole words, in any case. `examples` are
   * what random play says, legal texts that no player is shown; without them it says nothing.
   */
  | {
      readonly type: 'text';
      readonly maxLength: number;
      readonly forbid?: readonly string[];
      readonly examples?: readonly string[];
    }
  /** A whole number, both ends legal. */
  | { readonly type: 'integer'; readonly min: number; readonly max: number }
  /** Several of the options; `distinct` forbids repeats, otherwise an option may be used as often as it is listed. */
  | {
      readonly type: 'subset';
      readonly options: readonly string[];
      readonly min: number;
      readonly max: number;
      readonly distinct: boolean;
    }
  /** One word of `options` for each key, as an object. */
  | { readonly type: 'assign'; readonly keys: readonly string[]; readonly options: readonly string[] }
  /** A whole number ≥ 0 for each key, summing to `total`, as an object. */
  | { readonly type: 'split'; readonly keys: readonly string[]; readonly total: number };

/** One shape of action that a seat may choose. */
export interface ActionForm {
  readonly action: string;
  readonly fields: Readonly<Record<string, Field>>;
  /**
   * A rule that spans fields: says in one clause what is wrong with the action, or nothing when it is legal.
   * Must depend on what the seat knows alone.
   */
  readonly refine?: (action: Action) => string | undefined;
  /** What the refinement demands, in words, for the prompt; required with `refine`. */
  readonly note?: string;
}

/** What one seat may do at one moment. */
export interface Decision {
  /** Which decision this is; names the `ask` section of the game's prompt file. */
  readonly kind: string;
  /** The legal shapes; at least one. */
  readonly forms: readonly ActionForm[];
  /** The move that is played, and counted as forced, when a player gives no legal answer. */
  readonly fallback: Action;
}

/** The outcome of checking an answer against a decision. */
export type Checked =
  { readonly ok: true; readonly action: Action } | { readonly ok: false; readonly reason: string };

const FORM_CACHE_SIZE = 4096;
const formSchemas = new Map<string, z.ZodType>();
const wireSchemas = new Map<string, JsonObject>();
const stableSchemas = new WeakMap<ActionCatalogue, JsonObject>();

function cached<T>(cache: Map<string, T>, key: string, make: () => T): T {
  const hit = cache.get(key);
  if (hit !== undefined) return hit;
  if (cache.size >= FORM_CACHE_SIZE) cache.clear();
  const made = make();
  cache.set(key, made);
  return made;
}

function hasWholeWord(text: string, word: string): boolean {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'iu').test(text);
}

function countOf<T>(items: readonly T[], item: T): number {
  return items.filter((other) => other === item).length;
}

function distinctOptions(options: readonly string[]): [string, ...string[]] {
  return [...new Set(options)] as [string, ...string[]];
}

/**
 * One of the words. White space around it and capitals do not matter: `approve` and ` Approve` are the same
 * answer, and to refuse one would measure spelling.
 */
function wordSchema(options: readonly string[]): z.ZodType {
  const words = distinctOptions(options);
  const plain = (word: string): string => word.trim().toLowerCase();
  const alike = (given: string): string => {
    if (words.includes(given)) return given;
    const found = words.filter((word) => plain(word) === plain(given));
    return found.length === 1 ? (found[0] as string) : given;
  };
  return z.string().transform(alike).pipe(z.enum(words));
}

/** The zod schema of one field: the shape first, what JSON Schema cannot say as refinements. */
export function fieldSchema(field: Field): z.ZodType {
  switch (field.type) {
    case 'choice':
      return wordSchema(field.options);
    case 'text':
      return z
        .string()
        .transform(cleanLine)
        .pipe(
          z
            .string()
            .max(field.maxLength)
            .refine((text) => !(field.forbid ?? []).some((word) => hasWholeWord(text, word))),
        );
    case 'integer':
      return z.int().min(field.min).max(field.max);
    case 'subset':
      return z
        .array(wordSchema(field.options))
        .min(field.min)
        .max(field.max)
        .refine((chosen) =>
          chosen.every(
            (item) => countOf(chosen, item) <= (field.distinct ? 1 : countOf(field.options, item)),
          ),
        );
    case 'assign':
      return z.strictObject(Object.fromEntries(field.keys.map((key) => [key, wordSchema(field.options)])));
    case 'split':
      return z
        .strictObject(Object.fromEntries(field.keys.map((key) => [key, z.int().min(0).max(field.total)])))
        .refine((shares) => Object.values(shares).reduce((sum, share) => sum + share, 0) === field.total);
  }
}

/** The zod schema of a form without its refinement. */
function formSchema(form: ActionForm): z.ZodType {
  return cached(formSchemas, JSON.stringify([form.action, form.fields]), () =>
    z.strictObject({
      action: z.literal(form.action),
      ...Object.fromEntries(Object.entries(form.fields).map(([name, field]) => [name, fieldSchema(field)])),
    }),
  );
}

function quoted(items: readonly string[]): string {
  return listText(
    items.map((item) => `"${item}"`),
    'or',
  );
}

/** What a field accepts, in words. */
export function describeField(field: Field): string {
  switch (field.type) {
    case 'choice':
      return `one of ${quoted(distinctOptions(field.options))}`;
    case 'text': {
      const ban = field.forbid?.length ? `, without the word ${quoted(field.forbid)}` : '';
      return `text of at most ${field.maxLength} characters${ban}`;
    }
    case 'integer':
      return field.min === field.max ? `${field.min}` : `a whole number from ${field.min} to ${field.max}`;
    case 'subset': {
      const count = field.min === field.max ? `exactly ${field.min}` : `${field.min} to ${field.max}`;
      return `a list of ${count} ${field.distinct ? 'different names' : 'items'} from ${field.options.join(', ')}`;
    }
    case 'assign':
      return `an object that gives each of ${field.keys.join(', ')} ${quoted(distinctOptions(field.options))}`;
    case 'split':
      return `an object that gives each of ${field.keys.join(', ')} a whole number from 0, summing to ${field.total}`;
  }
}

/**
 * Checks an answer against a decision. The accepted action is normalised: text is one clean line,
 * and fields that are null or belong to another form are dropped where the wire schema made them nullable.
 *
 * @returns the action, or one clause that says exactly what was wrong
 */
export function checkAction(decision: Decision, answer: unknown): Checked {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
    return { ok: false, reason: 'the answer must be one JSON object' };
  }
  const given = answer as Record<string, unknown>;
  const form = decision.forms.find((candidate) => candidate.action === given['action']);
  if (form === undefined) {
    const names = decision.forms.map(({ action }) => action);
    const got = given['action'] === undefined ? 'none' : JSON.stringify(given['action']).slice(0, 60);
    return { ok: false, reason: `"action" must be ${quoted(names)}, got ${got}` };
  }
  const own = withoutForeign(decision, form, given);
  const unknown = Object.keys(own).find((key) => key !== 'action' && !(key in form.fields));
  if (unknown !== undefined) {
    return { ok: false, reason: `"${unknown.slice(0, 40)}" is not a field of "${form.action}"` };
  }
  const parsed = formSchema(form).safeParse(own);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0] ?? 'action');
    const field = form.fields[name];
    const got = JSON.stringify(own[name])?.slice(0, 80) ?? 'nothing';
    return {
      ok: false,
      reason:
        field === undefined
          ? `"${name}" is not understood`
          : `"${name}" must be ${describeField(field)}, got ${got}`,
    };
  }
  const action = parsed.data as Action;
  const wrong = form.refine?.(action);
  return wrong === undefined ? { ok: true, action } : { ok: false, reason: wrong };
}

/** An answer without fields that are null or belong to other forms, as a wire schema makes a model fill in all. */
function withoutForeign(
  decision: Decision,
  form: ActionForm,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const belongs = (key: string): boolean => key in form.fields || key === 'action';
  if (Object.keys(given).every(belongs)) return given;
  const foreign = new Set(decision.forms.flatMap((other) => Object.keys(other.fields)));
  return Object.fromEntries(
    Object.entries(given).filter(([key, value]) => belongs(key) || !(value === null || foreign.has(key))),
  );
}

function onlyValue(field: Field): Json | undefined {
  switch (field.type) {
    case 'choice':
      return distinctOptions(field.options).length === 1 ? field.options[0] : undefined;
    case 'integer':
      return field.min === field.max ? field.min : undefined;
    case 'subset':
      return field.min === field.options.length && field.max === field.min ? [...field.options] : undefined;
    default:
      return undefined;
  }
}

/**
 * The one legal answer of a decision that leaves nothing to decide, else undefined. The engine plays such
 * an answer itself: it costs no call and is no forced move.
 */
export function soleAction(decision: Decision): Action | undefined {
  const form = decision.forms[0];
  if (decision.forms.length !== 1 || form === undefined || form.refine !== undefined) return undefined;
  const action: Record<string, Json> = {};
  for (const [name, field] of Object.entries(form.fields)) {
    const value = onlyValue(field);
    if (value === undefined) return undefined;
    action[name] = value;
  }
  return { action: form.action, ...action };
}

function wireField(field: Field): JsonObject {
  const names = (options: readonly string[]): JsonObject => ({
    type: 'string',
    enum: distinctOptions(options),
  });
  const object = (keys: readonly string[], value: JsonObject): JsonObject => ({
    type: 'object',
    properties: Object.fromEntries(keys.map((key) => [key, value])),
    required: [...keys],
    additionalProperties: false,
  });
  switch (field.type) {
    case 'choice':
      return names(field.options);
    case 'text':
      return { type: 'string', maxLength: field.maxLength };
    case 'integer':
      return { type: 'integer', minimum: field.min, maximum: field.max };
    case 'subset':
      return { type: 'array', items: names(field.options), minItems: field.min, maxItems: field.max };
    case 'assign':
      return object(field.keys, names(field.options));
    case 'split':
      return object(field.keys, { type: 'integer', minimum: 0, maximum: field.total });
  }
}

function nullable(schemas: readonly JsonObject[]): JsonObject {
  return { anyOf: [...schemas, { type: 'null' }] };
}

/**
 * The narrow wire schema: JSON Schema of this decision alone, in the strict subset of structured output
 * (an object at the root, every key required, null instead of absent, no union at the root).
 */
export function narrowSchema(decision: Decision): JsonObject {
  const key = JSON.stringify(decision.forms.map((form) => [form.action, form.fields]));
  return cached(wireSchemas, key, () => {
    const names = [...new Set(decision.forms.flatMap((form) => Object.keys(form.fields)))];
    const properties = names.map((name): [string, JsonObject] => {
      const holders = decision.forms.filter((form) => name in form.fields);
      const variants = [
        ...new Map(
          holders.map((form) => {
            const schema = wireField(form.fields[name] as Field);
            return [JSON.stringify(schema), schema];
          }),
        ).values(),
      ];
      const always = holders.length === decision.forms.length && variants.length === 1;
      return [name, always ? (variants[0] as JsonObject) : nullable(variants)];
    });
    return {
      type: 'object',
      properties: {
        action: { type: 'string', enum: distinctOptions(decision.forms.map((form) => form.action)) },
        ...Object.fromEntries(properties),
      },
      required: ['action', ...names],
      additionalProperties: false,
    };
  });
}

/** Kinds of value in a game's action catalogue, from which its stable wire schema is made. */
export type CatalogueField = 'word' | 'text' | 'integer' | 'words' | 'map-of-words' | 'map-of-integers';

/** Every action of a game with its fields, independent of seats, names and moments. */
export type ActionCatalogue = Readonly<Record<string, Readonly<Record<string, CatalogueField>>>>;

function catalogueSchema(kind: CatalogueField): JsonObject {
  const entries = (value: JsonObject): JsonObject => ({
    type: 'array',
    items: {
      type: 'object',
      properties: { name: { type: 'string' }, value },
      required: ['name', 'value'],
      additionalProperties: false,
    },
  });
  switch (kind) {
    case 'word':
    case 'text':
      return { type: 'string' };
    case 'integer':
      return { type: 'integer' };
    case 'words':
      return { type: 'array', items: { type: 'string' } };
    case 'map-of-words':
      return entries({ type: 'string' });
    case 'map-of-integers':
      return entries({ type: 'integer' });
  }
}

/**
 * The stable wire schema: one for a game, the same in every call whatever the names and the moment, so that
 * a provider that counts the schema as the start of the cached prefix can reuse it. Objects keyed by names
 * are lists of name–value pairs here (see {@link fromStable}).
 */
export function stableSchema(catalogue: ActionCatalogue): JsonObject {
  const known = stableSchemas.get(catalogue);
  if (known !== undefined) return known;
  const actions = Object.keys(catalogue);
  const names = [...new Set(Object.values(catalogue).flatMap((fields) => Object.keys(fields)))];
  const properties = names.map((name): [string, JsonObject] => {
    const kinds = [...new Set(Object.values(catalogue).flatMap((fields) => fields[name] ?? []))];
    const always = Object.values(catalogue).every((fields) => name in fields);
    const schemas = [
      ...new Map(kinds.map((kind) => [JSON.stringify(catalogueSchema(kind)), kind])).values(),
    ].map(catalogueSchema);
    return [name, always && schemas.length === 1 ? (schemas[0] as JsonObject) : nullable(schemas)];
  });
  const schema = {
    type: 'object',
    properties: { action: { type: 'string', enum: actions }, ...Object.fromEntries(properties) },
    required: ['action', ...names],
    additionalProperties: false,
  };
  stableSchemas.set(catalogue, schema);
  return schema;
}

/**
 * Reads a reply to the stable schema: lists of name–value pairs become objects again, and fields that the
 * catalogue gives to other actions only are dropped, since the schema makes a model fill in all of them.
 */
export function fromStable(answer: unknown, catalogue: ActionCatalogue): unknown {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return answer;
  const given = answer as Readonly<Record<string, unknown>>;
  const own = typeof given['action'] === 'string' ? (catalogue[given['action']] ?? {}) : {};
  const foreign = new Set(Object.values(catalogue).flatMap((fields) => Object.keys(fields)));
  return Object.fromEntries(
    Object.entries(given)
      .filter(([key]) => key in own || !foreign.has(key))
      .map(([key, value]) => [key, own[key]?.startsWith('map-of-') === true ? fromPairs(value) : value]),
  );
}

function fromPairs(value: unknown): unknown {
  const isPair = (item: unknown): item is { readonly name: string; readonly value: unknown } =>
    typeof item === 'object' && item !== null && 'name' in item && 'value' in item;
  if (!Array.isArray(value) || !value.every(isPair)) return value;
  return Object.fromEntries(value.map((pair) => [pair.name, pair.value]));
}

function exampleOf(field: Field): string {
  switch (field.type) {
    case 'choice':
      return `"${distinctOptions(field.options).join('|')}"`;
    case 'text':
      return '"..."';
    case 'integer':
      return field.min === field.max ? `${field.min}` : `<${field.min}..${field.max}>`;
    case 'subset':
      return `["...", ...]`;
    case 'assign':
      return `{${field.keys.map((key) => `"${key}":"${distinctOptions(field.options).join('|')}"`).join(',')}}`;
    case 'split':
      return `{${field.keys.map((key) => `"${key}":<0..${field.total}>`).join(',')}}`;
  }
}

/** A form as a line a player can read: its JSON shape, then what each field takes where the shape does not say. */
export function describeForm(form: ActionForm): string {
  const fields = Object.entries(form.fields);
  const shape = [
    `"action":"${form.action}"`,
    ...fields.map(([name, field]) => `"${name}":${exampleOf(field)}`),
  ];
  const notes = fields
    .filter(([, field]) => ['text', 'subset', 'split'].includes(field.type))
    .map(([name, field]) => `"${name}" is ${describeField(field)}`);
  if (form.note !== undefined) notes.push(form.note);
  return `{${shape.join(',')}}${notes.length ? ` (${notes.join('; ')})` : ''}`;
}

const SAMPLE_TRIES = 200;

function sampleField(field: Field, rng: Rng): Json {
  switch (field.type) {
    case 'choice':
      return rng.pick(field.options);
    case 'text':
      return field.examples === undefined ? '' : rng.pick(field.examples);
    case 'integer':
      return rng.int(field.min, field.max);
    case 'subset':
      return rng.shuffle(field.options).slice(0, rng.int(field.min, field.max));
    case 'assign':
      return Object.fromEntries(field.keys.map((key) => [key, rng.pick(field.options)]));
    case 'split': {
      const cuts = field.keys
        .slice(1)
        .map(() => rng.int(0, field.total))
        .sort((a, b) => a - b);
      const ends = [...cuts, field.total];
      return Object.fromEntries(
        field.keys.map((key, i) => [key, (ends[i] ?? 0) - (i === 0 ? 0 : (ends[i - 1] ?? 0))]),
      );
    }
  }
}

/**
 * A random legal action: a form, then each field, uniform; drawn again while the refinement refuses it.
 * Text fields are left empty. Falls back to the declared default if no draw is legal.
 */
export function sampleAction(decision: Decision, rng: Rng): Action {
  for (let attempt = 0; attempt < SAMPLE_TRIES; attempt += 1) {
    const form = rng.pick(decision.forms);
    const fields = Object.entries(form.fields).map(
      ([name, field]) => [name, sampleField(field, rng)] as const,
    );
    const action: Action = { action: form.action, ...Object.fromEntries(fields) };
    if (form.refine?.(action) === undefined) return action;
  }
  return decision.fallback;
}
