/** JSON Schemas that ask a model server for an answer: one for a decision, or one for a whole game. */
import type { JsonObject } from '../../base/json.js';
import { distinctOptions } from './action-types.js';
import type { ActionCatalogue, CatalogueField, Decision, Field } from './action-types.js';

/** Narrow schemas that are kept by their forms: the same come up in game after game. */
const NARROW_KEPT = 4096;

const narrowByForms = new Map<string, JsonObject>();
const narrowByDecision = new WeakMap<Decision, JsonObject>();
const stableSchemas = new WeakMap<ActionCatalogue, JsonObject>();

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
  let schema = narrowByDecision.get(decision);
  if (schema !== undefined) return schema;
  const forms = JSON.stringify(decision.forms.map(({ action, fields }) => [action, fields]));
  schema = narrowByForms.get(forms);
  if (schema === undefined) {
    if (narrowByForms.size >= NARROW_KEPT) narrowByForms.clear();
    schema = makeNarrow(decision);
    narrowByForms.set(forms, schema);
  }
  narrowByDecision.set(decision, schema);
  return schema;
}

function makeNarrow(decision: Decision): JsonObject {
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
}

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
  const own = new Map(Object.entries(ownFields(given['action'], catalogue)));
  const foreign = new Set(Object.values(catalogue).flatMap((fields) => Object.keys(fields)));
  return Object.fromEntries(
    Object.entries(given)
      .filter(([key]) => own.has(key) || !foreign.has(key))
      .map(([key, value]) => [key, own.get(key)?.startsWith('map-of-') === true ? fromPairs(value) : value]),
  );
}

/** Fields of the action that was named; none of one that the game does not have. */
function ownFields(named: unknown, catalogue: ActionCatalogue): ActionCatalogue[string] {
  if (typeof named !== 'string') return {};
  const plain = named.trim().toLowerCase();
  return Object.entries(catalogue).find(([action]) => action.toLowerCase() === plain)?.[1] ?? {};
}

function fromPairs(value: unknown): unknown {
  const isPair = (item: unknown): item is { readonly name: string; readonly value: unknown } =>
    typeof item === 'object' && item !== null && 'name' in item && 'value' in item;
  if (!Array.isArray(value) || !value.every(isPair)) return value;
  return Object.fromEntries(value.map((pair) => [pair.name, pair.value]));
}
