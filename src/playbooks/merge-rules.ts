import { withinBudget } from './budget.js';
import { Sayings, mostThatFit } from './merge.js';
import type { MergedText } from './merge.js';
import { NO_RULES, boundedCount, formatRules, isRules, parseRules } from './rules.js';
import type { Rule, Rulebook } from './rules.js';

/** Two rules that are one: counts are added, what both had when they parted once only. */
function joined(first: Rule, second: Rule, before: Rule | undefined): Rule {
  const add = (count: (rule: Rule) => number): number =>
    boundedCount(count(first) + count(second) - (before === undefined ? 0 : count(before)));
  // Of one rule that was reworded in one line the new words are kept; of two rules that say the same the longer.
  const isUnchanged =
    before === undefined ? second.text.length > first.text.length : first.text === before.text;
  return {
    ...first,
    text: isUnchanged ? second.text : first.text,
    helpful: add(({ helpful }) => helpful),
    harmful: add(({ harmful }) => harmful),
  };
}

/** All rules of two rulebooks, and how many stood in both. */
function union(
  a: Rulebook,
  b: Rulebook,
  common: Rulebook,
): { readonly book: Rulebook; readonly doubled: number } {
  const before = new Map(common.rules.map((rule) => [rule.id, rule]));
  const rules = new Map(a.rules.map((rule) => [rule.id, rule]));
  const sayings = new Sayings<number>();
  for (const { id, text } of a.rules) sayings.add(id, text);
  let nextId = Math.max(a.nextId, b.nextId);
  let doubled = 0;
  for (const rule of b.rules) {
    // An id is never given twice in one line, so from the last common version on it names one rule in both.
    const old = rules.has(rule.id) ? before.get(rule.id) : undefined;
    const at = old === undefined ? sayings.like(rule.text) : rule.id;
    const twin = at === null ? undefined : rules.get(at);
    if (twin !== undefined) {
      rules.set(twin.id, joined(twin, rule, old));
      doubled += 1;
      continue;
    }
    const id = rules.has(rule.id) ? nextId : rule.id;
    if (id === nextId) nextId += 1;
    rules.set(id, { ...rule, id });
  }
  return { book: { rules: [...rules.values()], nextId }, doubled };
}

/**
 * Merges two rulebooks: a rule that both have is kept once with the counts of both, others are put side by side. Ids stay,
 * but for a rule of the second whose id names another rule in the first: it gets a new one. Over the budget the rules
 * that helped least, after what harm they did, are left out first.
 *
 * @param common text of the last version that both come from; null when there is none
 * @returns null when not even one rule keeps to the budget
 */
export async function mergeRules(
  a: string,
  b: string,
  common: string | null,
  maxTokens: number,
): Promise<MergedText | null> {
  const before = common !== null && isRules(common) ? parseRules(common) : NO_RULES;
  const { book, doubled } = union(parseRules(a), parseRules(b), before);
  const best = [...book.rules].sort((x, y) => y.helpful - y.harmful - (x.helpful - x.harmful));
  const textOf = (kept: number): string => {
    const chosen = new Set(best.slice(0, kept));
    return formatRules({ ...book, rules: book.rules.filter((rule) => chosen.has(rule)) });
  };
  const kept = await mostThatFit(best.length, textOf, maxTokens);
  if (kept === 0) return null;
  const text = textOf(kept);
  const { tokens } = await withinBudget(text, maxTokens);
  return { text, tokens, doubled, leftOut: best.length - kept };
}
