/** What may be done to a rulebook, and the two things that code does to it by itself. */
import { ngramsOf, wordsOf } from '../../base/words.js';
import { withinBudget } from '../../playbooks/budget.js';
import { checkOverlap } from '../../playbooks/overlap.js';
import { boundedCount, formatRules, ruleId } from '../../playbooks/rules.js';
import type { Rule, Rulebook } from '../../playbooks/rules.js';

/** One change of a rulebook. */
export type Operation =
  | { readonly op: 'mark'; readonly id: number; readonly helpful: number; readonly harmful: number }
  | { readonly op: 'change'; readonly id: number; readonly text: string }
  | { readonly op: 'remove'; readonly id: number }
  | ({ readonly op: 'add' } & Omit<Rule, 'id'>);

/** A rulebook, and what is to be told of how it came to be. */
export interface Revised {
  readonly book: Rulebook;
  readonly notes: readonly string[];
}

function applyOne({ rules, nextId }: Rulebook, operation: Operation): Rulebook {
  switch (operation.op) {
    case 'mark':
      return {
        nextId,
        rules: rules.map((rule) =>
          rule.id === operation.id
            ? {
                ...rule,
                helpful: boundedCount(rule.helpful + operation.helpful),
                harmful: boundedCount(rule.harmful + operation.harmful),
              }
            : rule,
        ),
      };
    case 'change':
      return {
        nextId,
        rules: rules.map((rule) => (rule.id === operation.id ? { ...rule, text: operation.text } : rule)),
      };
    case 'remove':
      return { nextId, rules: rules.filter(({ id }) => id !== operation.id) };
    case 'add': {
      const { section, text, helpful, harmful } = operation;
      return { nextId: nextId + 1, rules: [...rules, { id: nextId, section, text, helpful, harmful }] };
    }
  }
}

/**
 * Applies operations in their order. One on an id that is not there changes nothing and is told. A new rule gets
 * an id that no rule has ever had.
 */
export function applyOperations(book: Rulebook, operations: readonly Operation[]): Revised {
  const notes: string[] = [];
  let current = book;
  for (const operation of operations) {
    if (operation.op !== 'add' && !current.rules.some(({ id }) => id === operation.id)) {
      notes.push(`skipped: there is no rule ${ruleId(operation.id)} to ${operation.op}`);
      continue;
    }
    current = applyOne(current, operation);
  }
  return { book: current, notes };
}

/** Share of the shorter rule's 5-grams in the other from which two rules say the same. */
const SAME_SHARE = 0.8;
/** Words that turn a rule into another one, or into its opposite, where all others are the same. */
const TURNING =
  /^(?:not|no|never|none|nobody|nothing|without|unless|except|avoid|stop|refuse|.*n['’]t|cannot|before|after|early|late|hidden|minority|majority|alt|main|more|less|most|least|always|seldom|rarely|high|low)$/;

interface Compared {
  readonly words: readonly string[];
  readonly grams: number;
  readonly turning: string;
}

function compared(text: string): Compared {
  const words = wordsOf(text);
  const turning = words.filter((word) => TURNING.test(word)).sort();
  return { words, grams: new Set(ngramsOf(words, 5)).size, turning: turning.join(' ') };
}

function saySame(a: Rule, b: Rule, of: (rule: Rule) => Compared): boolean {
  const [one, other] = [of(a), of(b)];
  if (one.words.join(' ') === other.words.join(' ')) return true;
  const fewer = Math.min(one.grams, other.grams);
  if (fewer === 0 || one.turning !== other.turning) return false;
  return checkOverlap(a.text, [b.text], null).sources.shared >= SAME_SHARE * fewer;
}

/**
 * Joins rules that say the same: equal words, or four fifths of the shorter one's 5-grams found in the other and
 * the same words that can turn a sentence round. The older id stays, with both counts and the longer text.
 */
export function mergeDuplicates({ rules, nextId }: Rulebook): Revised {
  const notes: string[] = [];
  const kept: Rule[] = [];
  const known = new Map<string, Compared>();
  const of = ({ text }: Rule): Compared => {
    const found = known.get(text) ?? compared(text);
    known.set(text, found);
    return found;
  };
  for (const rule of rules) {
    const place = kept.findIndex((other) => saySame(rule, other, of));
    const twin = kept[place];
    if (twin === undefined) {
      kept.push(rule);
      continue;
    }
    const [older, newer] = twin.id < rule.id ? [twin, rule] : [rule, twin];
    kept[place] = {
      ...older,
      text: newer.text.length > older.text.length ? newer.text : older.text,
      helpful: boundedCount(older.helpful + newer.helpful),
      harmful: boundedCount(older.harmful + newer.harmful),
    };
    notes.push(`${ruleId(newer.id)} says the same as ${ruleId(older.id)}: joined`);
  }
  return { book: { rules: kept, nextId }, notes };
}

/** Worst first: by helpful − harmful, then by how often it was seen at all, then the oldest. */
function worstFirst(a: Rule, b: Rule): number {
  return (
    a.helpful - a.harmful - (b.helpful - b.harmful) ||
    a.helpful + a.harmful - (b.helpful + b.harmful) ||
    a.id - b.id
  );
}

/** Drops the worst rules until the text keeps to the budget; none that need not go. */
export async function pruneRules(book: Rulebook, maxTokens: number): Promise<Revised> {
  const order = book.rules.toSorted(worstFirst);
  const without = (count: number): Rulebook => {
    const dropped = new Set(order.slice(0, count));
    return { ...book, rules: book.rules.filter((rule) => !dropped.has(rule)) };
  };
  const fits = async (count: number): Promise<boolean> =>
    (await withinBudget(formatRules(without(count)), maxTokens)).ok;
  if (await fits(0)) return { book, notes: [] };
  // The fewest that must go, by halving: a text with fewer rules is never longer.
  let tooFew = 0;
  let enough = order.length;
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    if (await fits(middle)) enough = middle;
    else tooFew = middle;
  }
  const ids = order.slice(0, enough).map(({ id }) => ruleId(id));
  return {
    book: without(enough),
    notes: [`the budget of ${maxTokens} tokens has no room for ${ids.join(', ')}: the worst by their counts`],
  };
}
