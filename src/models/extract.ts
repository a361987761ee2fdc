import { jsonrepair } from 'jsonrepair';
import type { JsonObject } from '../base/json.js';
import { stripReasoning } from '../base/text.js';

/** The object found in a reply, or one clause that says why there is none, as the player is told. */
export type Extraction =
  { readonly ok: true; readonly value: JsonObject } | { readonly ok: false; readonly problem: string };

/** A longer reply is not searched. No move needs a hundredth of it. */
const MAX_CHARACTERS = 200_000;

/** Characters that are looked at in all: a reply of nothing but braces must not cost quadratic time. */
const MAX_STEPS = 2_000_000;

/** Complete objects that are read; the last ones count. */
const MAX_CANDIDATES = 50;

/** The field that tells a move from other objects in a reply. */
const MOVE_KEY = 'action';

const problem = (text: string): Extraction => ({ ok: false, problem: text });

/**
 * Where the object that begins at `start` ends (exclusive), or -1 when it does not. Braces in strings do not
 * count. A single quote opens a string only where a key or value may begin, since inside other text it is an
 * apostrophe, and closes it only before what may follow one.
 */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let quote = '';
  let before = '';
  for (let i = start; i < text.length; i += 1) {
    const char = text[i] as string;
    if (quote !== '') {
      if (char === '\\') i += 1;
      else if (char === '"' && quote === '"') quote = '';
      else if (char === "'" && quote === "'" && /^\s*[,:}\]]/.test(text.slice(i + 1, i + 20))) quote = '';
      continue;
    }
    if (char === '"' || (char === "'" && '{[,:'.includes(before))) quote = char;
    else if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth === 0) return i + 1;
    }
    if (!/\s/.test(char)) before = char;
  }
  return -1;
}

/** Begins like JSON and not like a brace in prose. */
const OBJECT_BEGIN = /^\{\s*(?:["'“]|[\w-]+\s*:|$)/;

/**
 * The complete objects of a text, outermost only, and whether one was begun and not finished. What stands
 * inside an unfinished one is no answer and is not looked at; a stray brace in prose is passed over.
 */
function completeObjects(text: string): { readonly spans: string[]; readonly unfinished: boolean } {
  const spans: string[] = [];
  let steps = 0;
  let at = text.indexOf('{');
  while (at >= 0 && steps < MAX_STEPS) {
    const end = endOfObject(text, at);
    steps += (end < 0 ? text.length : end) - at;
    if (end >= 0) spans.push(text.slice(at, end));
    else if (OBJECT_BEGIN.test(text.slice(at, at + 200))) return { spans, unfinished: true };
    at = text.indexOf('{', end < 0 ? at + 1 : end);
  }
  return { spans, unfinished: at >= 0 };
}

function parseObject(json: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(json);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

function repairObject(span: string): JsonObject | undefined {
  try {
    return parseObject(jsonrepair(span));
  } catch {
    return undefined;
  }
}

/**
 * Whether a reply that met its cap had said everything before: one complete object, then white space only.
 * Servers that hold a reply to a schema let a model go on with blanks and line ends after the closing brace.
 */
export function onlyBlanksWereCut(reply: string): boolean {
  const said = reply.trim();
  return said.length < reply.trimStart().length && parseObject(said) !== undefined;
}

/**
 * Finds the one JSON object of a reply: reasoning blocks, code fences and prose around it are passed over;
 * trailing commas, single quotes and the like are repaired, but only in an object that is complete, since a
 * repair of one that was cut would invent a move. Of several objects the last that names an action wins, as
 * models quote the shape they were asked for, or think aloud in JSON, before they answer; without any, the
 * last one.
 */
export function extractJson(reply: string): Extraction {
  const whole = reply.trim();
  if (whole === '') return problem('the answer was empty');
  if (whole.length > MAX_CHARACTERS) {
    return problem(`the answer was longer than ${MAX_CHARACTERS} characters`);
  }
  // A reply that is JSON through and through is taken as it is, whatever its texts quote.
  const direct = parseObject(whole);
  if (direct !== undefined) return { ok: true, value: direct };

  const visible = stripReasoning(whole);
  if (visible === '') return problem('there was reasoning but no answer');
  const { spans, unfinished } = completeObjects(visible);
  if (unfinished)
    return problem('the JSON object in the answer was not finished: a closing brace is missing');
  const objects = spans
    .slice(-MAX_CANDIDATES)
    .map((span) => parseObject(span) ?? repairObject(span))
    .filter((value) => value !== undefined);
  const found = objects.findLast((value) => MOVE_KEY in value) ?? objects.at(-1);
  if (found !== undefined) return { ok: true, value: found };
  if (spans.length > 0) return problem('the text between braces in the answer was not a JSON object');
  return problem('there was no JSON object in the answer');
}
