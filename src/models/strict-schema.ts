import type { Json, JsonObject } from '../base/json.js';

const known = new WeakMap<JsonObject, JsonObject>();

function stripped(value: Json): Json {
  if (Array.isArray(value)) return value.map(stripped);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      // As a keyword its value is a number; a property of that name would hold a schema.
      .filter(([key, inner]) => !(key === 'maxLength' && typeof inner === 'number'))
      .map(([key, inner]) => [key, stripped(inner)]),
  );
}

/**
 * A wire schema in the strict subset of structured output, in which a text cannot be bounded. Other servers
 * make a grammar of the bound, which keeps a small model from talking until it is cut off.
 */
export function strictSubset(schema: JsonObject): JsonObject {
  const made = known.get(schema) ?? (stripped(schema) as JsonObject);
  known.set(schema, made);
  return made;
}
