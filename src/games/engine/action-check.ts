/** Checking an answer against what a seat may do. */
import { z } from 'zod';
import type { Json } from '../../base/json.js';
import { cleanLine } from '../../base/text.js';
import { describeField, quoted } from './action-text.js';
import { distinctOptions } from './action-types.js';
import type { Action, ActionForm, Decision, Field } from './action-types.js';
import { cached } from './form-cache.js';

/** The outcome of checking an answer against a decision. */
export type Checked =
  { readonly ok: true; readonly action: Action } | { readonly ok: false; readonly reason: string };

const formSchemas = new Map<string, z.ZodType>();

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

function wordSchema(options: readonly string[]): z.ZodType {
  const words = distinctOptions(options);
  return z
    .string()
    .transform((given) => meant(given, words))
    .pipe(z.enum(words));
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
  const parsed = formSchema(form).safeParse(own);
  if (!parsed.success) {
    const wrongField = String(parsed.error.issues[0]?.path[0] ?? 'action');
    const field = form.fields[wrongField];
    const got = JSON.stringify(own[wrongField])?.slice(0, 80) ?? 'nothing';
    return {
      ok: false,
      reason:
        field === undefined
          ? `"${wrongField}" is not understood`
          : `"${wrongField}" must be ${describeField(field)}, got ${got}`,
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
