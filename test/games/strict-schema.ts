import type { Json } from '../../src/base/json.js';

/**
 * The strict subset of structured output as OpenAI documents it ("Structured Outputs", supported schemas,
 * February 2026): these keywords; an object without union at the root; in every object all keys required and
 * no others; at most 10 levels, 5,000 properties and 1,000 enum values.
 */
const KEYWORDS = [
  'type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'anyOf', 'description',
  'minItems', 'maxItems', 'minimum', 'maximum',
]; // prettier-ignore
const TYPES = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'];
const MAX_DEPTH = 10;
const MAX_PROPERTIES = 5000;
const MAX_ENUM_VALUES = 1000;

type Node = { readonly [key: string]: Json };

/** Where a schema leaves the strict subset, one clause each; empty when it is inside. */
export function strictProblems(schema: Node): string[] {
  const problems: string[] = [];
  let properties = 0;
  let enumValues = 0;
  const visit = (node: Node, path: string, depth: number): void => {
    if (depth > MAX_DEPTH) problems.push(`${path}: deeper than ${MAX_DEPTH} levels`);
    for (const key of Object.keys(node)) {
      if (!KEYWORDS.includes(key)) problems.push(`${path}: keyword "${key}"`);
    }
    if (node['anyOf'] !== undefined) {
      (node['anyOf'] as Node[]).forEach((option, i) => visit(option, `${path}|${i}`, depth));
      return;
    }
    if (!TYPES.includes(node['type'] as string))
      problems.push(`${path}: type ${JSON.stringify(node['type'])}`);
    if (node['enum'] !== undefined) {
      const values = node['enum'] as Json[];
      enumValues += values.length;
      if (values.length === 0) problems.push(`${path}: empty enum`);
      if (new Set(values).size !== values.length) problems.push(`${path}: enum with repeats`);
    }
    if (node['type'] === 'array') visit(node['items'] as Node, `${path}[]`, depth + 1);
    if (node['type'] === 'object') {
      const parts = node['properties'] as Record<string, Node>;
      properties += Object.keys(parts).length;
      if (node['additionalProperties'] !== false)
        problems.push(`${path}: additionalProperties must be false`);
      const required = [...((node['required'] ?? []) as string[])].sort();
      if (JSON.stringify(required) !== JSON.stringify(Object.keys(parts).sort())) {
        problems.push(`${path}: every key must be required`);
      }
      for (const [name, part] of Object.entries(parts)) visit(part, `${path}.${name}`, depth + 1);
    }
  };
  if (schema['type'] !== 'object') problems.push('root: must be an object');
  visit(schema, 'root', 1);
  if (properties > MAX_PROPERTIES) problems.push(`more than ${MAX_PROPERTIES} properties`);
  if (enumValues > MAX_ENUM_VALUES) problems.push(`more than ${MAX_ENUM_VALUES} enum values`);
  return problems;
}
