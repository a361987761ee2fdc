import { sha256 } from '../../src/base/hash.js';
import type { Json, JsonObject } from '../../src/base/json.js';
import { rngOf, type Rng } from '../../src/base/rng.js';
import type { Brain } from './types.js';

const OPENERS = ['I think', 'It seems to me', 'My feeling is', 'Let us remember'];
const MIDDLES = [
  'we should watch',
  'nobody has explained',
  'the last vote tells much about',
  'I would trust',
];
const ENDINGS = ['the quiet ones', 'who spoke first', 'that team', 'what was said before'];

function sentence(rng: Rng): string {
  return `${rng.pick(OPENERS)} ${rng.pick(MIDDLES)} ${rng.pick(ENDINGS)}.`;
}

function numberAt(schema: JsonObject, name: string, otherwise: number): number {
  const value = schema[name];
  return typeof value === 'number' ? value : otherwise;
}

function asSchema(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

function resolve(schema: JsonObject, root: JsonObject): JsonObject {
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  const found = $ref
    .replace(/^#\/?/, '')
    .split('/')
    .filter((step) => step !== '')
    .reduce<JsonObject>((at, step) => asSchema(at[step]), root);
  return resolve(found, root);
}

/** The values of `items` that can be told apart, when they are listed; undefined when they are not. */
function listed(schema: JsonObject): readonly Json[] | undefined {
  return Array.isArray(schema['enum']) ? (schema['enum'] as readonly Json[]) : undefined;
}

function answerOf(given: JsonObject, root: JsonObject, rng: Rng): Json {
  const schema = resolve(given, root);
  if ('const' in schema) return schema['const'];
  const choices = listed(schema);
  if (choices !== undefined) return rng.pick(choices);
  const variants = (schema['anyOf'] ?? schema['oneOf']) as readonly Json[] | undefined;
  if (variants !== undefined) {
    // Null is taken only where there is nothing else: a field is null when it belongs to another form.
    const real = variants.map(asSchema).filter((variant) => variant['type'] !== 'null');
    return real.length === 0 ? null : answerOf(rng.pick(real), root, rng);
  }
  const { type } = schema;
  const types = (Array.isArray(type) ? type : [type]) as readonly Json[];
  switch (types.find((name) => name !== 'null') ?? 'null') {
    case 'object': {
      const properties = Object.entries(asSchema(schema['properties']));
      return Object.fromEntries(
        properties.map(([name, value]) => [name, answerOf(asSchema(value), root, rng)]),
      );
    }
    case 'array': {
      const items = resolve(asSchema(schema['items']), root);
      const count = numberAt(schema, 'minItems', 0);
      const values = listed(items);
      const chosen = values === undefined ? [] : rng.shuffle(values).slice(0, count);
      while (chosen.length < count) chosen.push(answerOf(items, root, rng));
      return chosen;
    }
    case 'integer':
    case 'number': {
      const min = numberAt(schema, 'minimum', 0);
      return rng.int(Math.ceil(min), Math.floor(numberAt(schema, 'maximum', min + 10)));
    }
    case 'boolean':
      return rng.int(0, 1) === 1;
    case 'string': {
      let text = sentence(rng);
      while (text.length < numberAt(schema, 'minLength', 0)) text += ` ${sentence(rng)}`;
      return text.slice(0, numberAt(schema, 'maxLength', text.length));
    }
    default:
      return null;
  }
}

/**
 * A deterministic brain that answers any JSON Schema legally: a choice is one of its words, a text a short
 * sentence, a list as short as allowed and without repeats. The draw hangs on the messages, the schema and the
 * seed. A request without a schema is answered with `text`.
 */
export function schemaBrain(text: string | Brain = 'I have nothing to add.'): Brain {
  return (chat) => {
    if (chat.schema === null) return typeof text === 'string' ? text : text(chat);
    const rng = rngOf(sha256(JSON.stringify([chat.messages, chat.schema, chat.seed])));
    return JSON.stringify(answerOf(chat.schema, chat.schema, rng));
  };
}
