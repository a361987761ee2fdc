/** Operations on a rulebook as a model writes them: one JSON object of lists. */
import { z } from 'zod';
import type { JsonObject } from '../../base/json.js';
import { cleanLine, shorten } from '../../base/text.js';
import { parseRuleId, ruleId } from '../../playbooks/rules.js';
import type { Rulebook } from '../../playbooks/rules.js';
import { RULE_SECTIONS } from './sections.js';
import type { Operation } from './operations.js';

/** Longest text of one rule, in characters: two or three sentences. */
const MAX_RULE = 600;
/** Shortest text of one rule, in characters: fewer are a slip. */
const MIN_RULE = 12;
/** New or changed rules of one reply at most; what stands after them is not read. */
const MAX_ITEMS = 40;

function listOf(items: JsonObject): JsonObject {
  return { type: 'array', items, maxItems: MAX_ITEMS };
}

function record(properties: Readonly<Record<string, JsonObject>>): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

/**
 * JSON Schema of a reply: only what can be done to this rulebook is in it.
 *
 * @param games games the model has read; no rule can have helped in more
 */
export function replySchema({ rules }: Rulebook, games: number): JsonObject {
  const text: JsonObject = { type: 'string', maxLength: MAX_RULE };
  const add = listOf(record({ section: { type: 'string', enum: RULE_SECTIONS }, text }));
  if (rules.length === 0) return record({ add: { ...add, minItems: 1 } });
  const id: JsonObject = { type: 'string', enum: rules.map((rule) => ruleId(rule.id)) };
  const count: JsonObject = { type: 'integer', minimum: 0, maximum: games };
  return record({
    marks: { ...listOf(record({ id, helpful: count, harmful: count })), maxItems: rules.length },
    change: listOf(record({ id, text })),
    remove: { ...listOf(id), maxItems: rules.length },
    add,
  });
}

const idForm = z
  .union([z.string(), z.number()])
  .transform((value) => parseRuleId(String(value)))
  .refine((id) => id !== null, 'no id of a rule');
const textForm = z
  .string()
  .transform(cleanLine)
  .refine((text) => text.length >= MIN_RULE, `a text of less than ${MIN_RULE} characters`)
  .refine((text) => text.length <= MAX_RULE, `a text of more than ${MAX_RULE} characters`);

/** The lists of a reply in the order in which they are applied, and how an item of each is read. */
function itemForms(games: number) {
  const count = z.number().int(`no whole number from 0 to ${games}`).min(0).max(games);
  const section = z
    .string()
    .transform((name) => RULE_SECTIONS.find((known) => known.toLowerCase() === name.trim().toLowerCase()))
    .refine((name) => name !== undefined, `no section of ${RULE_SECTIONS.join(', ')}`);
  return {
    marks: z.object({ id: idForm, helpful: count, harmful: count }),
    change: z.object({ id: idForm, text: textForm }),
    remove: idForm,
    add: z.object({ section, text: textForm }),
  };
}

/** Operations of a reply, and what in it was none. */
export interface ReadReply {
  readonly operations: readonly Operation[];
  readonly notes: readonly string[];
}

/**
 * Reads a reply item by item: what is malformed is skipped and told, the rest counts. Marks come first, so that
 * they go to the rules as they were carried; then changes, removals and additions.
 *
 * @param games games the model has read
 */
export function readReply(reply: JsonObject, games: number): ReadReply {
  const operations: Operation[] = [];
  const notes: string[] = [];
  const forms = itemForms(games);
  const eachOf = <T>(name: keyof typeof forms, form: z.ZodType<T>, take: (item: T) => Operation): void => {
    const list = reply[name];
    if (list === undefined || list === null) return;
    if (!Array.isArray(list)) {
      notes.push(`skipped: "${name}" is not a list`);
      return;
    }
    const items = list.slice(0, Math.max(MAX_ITEMS, name === 'marks' ? list.length : 0));
    if (items.length < list.length) notes.push(`skipped: all but the first ${MAX_ITEMS} of "${name}"`);
    items.forEach((item, index) => {
      const read = form.safeParse(item);
      if (read.success) operations.push(take(read.data));
      else {
        const issue = read.error.issues[0];
        const where = issue === undefined || issue.path.length === 0 ? '' : ` (${issue.path.join('.')})`;
        const what = shorten(cleanLine(issue?.message ?? 'malformed'), 120);
        notes.push(`skipped: item ${index + 1} of "${name}"${where}: ${what}`);
      }
    });
  };
  eachOf('marks', forms.marks, ({ id, helpful, harmful }) => ({ op: 'mark', id: id ?? 0, helpful, harmful }));
  eachOf('change', forms.change, ({ id, text }) => ({ op: 'change', id: id ?? 0, text }));
  eachOf('remove', forms.remove, (id) => ({ op: 'remove', id: id ?? 0 }));
  eachOf('add', forms.add, ({ section, text }) => ({
    op: 'add',
    section: section ?? '',
    text,
    helpful: 0,
    harmful: 0,
  }));
  return { operations, notes };
}
