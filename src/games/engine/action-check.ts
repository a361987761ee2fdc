/** Checking an answer against what a seat may do. */
import type { Json } from '../../base/json.js';
import { cleanLine } from '../../base/text.js';
import { describeField, quoted } from './action-text.js';
import { distinctOptions } from './action-types.js';
import type { Action, ActionForm, Decision, Field } from './action-types.js';

/** The outcome of checking an answer against a decision. */
export type Checked =
  { readonly ok: true; readonly action: Action } | { readonly ok: false; readonly reason: string };

/** Text as a reader sees it: compatible letters are one, what is invisible is gone, hyphens part words. */
function seen(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[-\u2010-\u2015]/g, ' ');
}

function hasWholeWord(text: string, word: string): boolean {
  const escaped = seen(word).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'iu').test(seen(text));
}

function countOf<T>(items: readonly T[], item: T): number {
  return items.filter((other) => other === item).length;
}

/**
 * The word that was meant. White space around it and capitals do not matter: `approve` and ` Approve` are the
 * same answer, and to refuse one would measure spelling.
 */
function meant(given: string, words: readonly string[]): string {
  if (words.includes(given)) return given;
  const plain = (word: string): string => word.trim().toLowerCase();
  const found = words.filter((word) => plain(word) === plain(given));
  return found.length === 1 ? (found[0] as string) : given;
}

/** The word of the options that was meant; undefined when none was. */
function wordOf(value: unknown, options: readonly string[]): string | undefined {
  if (typeof value !== 'string') return undefined;
  const word = meant(value, distinctOptions(options));
  return options.includes(word) ? word : undefined;
}

/** The values of an object that has exactly these keys, each read by `read`; undefined when one is not legal. */
function objectOf<T extends Json>(
  value: unknown,
  keys: readonly string[],
  read: (value: unknown) => T | undefined,
): Record<string, T> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const given = value as Readonly<Record<string, unknown>>;
  if (Object.keys(given).some((key) => !keys.includes(key))) return undefined;
  const entries: [string, T][] = [];
  for (const key of keys) {
    const own = Object.hasOwn(given, key) ? read(given[key]) : undefined;
    if (own === undefined) return undefined;
    entries.push([key, own]);
  }
  return Object.fromEntries(entries);
}

function integerIn(value: unknown, min: number, max: number): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max
    ? (value as number)
    : undefined;
}

/** The value of a field as it was meant; undefined when it is not legal. */
function fieldValue(field: Field, value: unknown): Json | undefined {
  switch (field.type) {
    case 'choice':
      return wordOf(value, field.options);
    case 'text': {
      if (typeof value !== 'string') return undefined;
      const text = cleanLine(value);
      const forbidden = field.forbid?.some((word) => hasWholeWord(text, word)) === true;
      return text.length > field.maxLength || forbidden ? undefined : text;
    }
    case 'integer':
      return integerIn(value, field.min, field.max);
    case 'subset': {
      if (!Array.isArray(value) || value.length < field.min || value.length > field.max) return undefined;
      const chosen: string[] = [];
      for (const item of value) {
        const word = wordOf(item, field.options);
        if (word === undefined) return undefined;
        chosen.push(word);
      }
      const most = (word: string): number => (field.distinct ? 1 : countOf(field.options, word));
      return chosen.every((word) => countOf(chosen, word) <= most(word)) ? chosen : undefined;
    }
    case 'assign':
      return objectOf(value, field.keys, (item) => wordOf(item, field.options));
    case 'split': {
      const shares = objectOf(value, field.keys, (item) => integerIn(item, 0, field.total));
      const sum = Object.values(shares ?? {}).reduce((total, share) => total + share, 0);
      return sum === field.total ? shares : undefined;
    }
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
  const asked = answer as Readonly<Record<string, unknown>>;
  const names = decision.forms.map(({ action }) => action);
  const named = asked['action'];
  const name = typeof named === 'string' ? meant(named, names) : named;
  const form = decision.forms.find(({ action }) => action === name);
  if (form === undefined) {
    const got = named === undefined ? 'none' : JSON.stringify(named).slice(0, 60);
    return { ok: false, reason: `"action" must be ${quoted(names)}, got ${got}` };
  }
  const given = { ...asked, action: form.action };
  const own = withoutForeign(decision, form, given);
  const unknown = Object.keys(own).find((key) => key !== 'action' && !Object.hasOwn(form.fields, key));
  if (unknown !== undefined) {
    return { ok: false, reason: `"${unknown.slice(0, 40)}" is not a field of "${form.action}"` };
  }
  const values: Record<string, Json> = {};
  for (const [name, field] of Object.entries(form.fields)) {
    const value = fieldValue(field, Object.hasOwn(own, name) ? own[name] : undefined);
    if (value === undefined) {
      const got = JSON.stringify(own[name])?.slice(0, 80) ?? 'nothing';
      return { ok: false, reason: `"${name}" must be ${describeField(field)}, got ${got}` };
    }
    values[name] = value;
  }
  const action: Action = { action: form.action, ...values };
  const wrong = form.refine?.(action);
  return wrong === undefined ? { ok: true, action } : { ok: false, reason: wrong };
}

/** An answer without fields that are null or belong to other forms, as a wire schema makes a model fill in all. */
function withoutForeign(
  decision: Decision,
  form: ActionForm,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const belongs = (key: string): boolean => Object.hasOwn(form.fields, key) || key === 'action';
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
