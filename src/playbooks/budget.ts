import { countTokens } from './tokens.js';

/** Tokens a playbook may have unless the user says otherwise: the 1,200 words of the paper with room to spare. */
export const DEFAULT_PLAYBOOK_TOKENS = 2500;

/** Whether a text keeps to its budget, and what it has. Tokens as {@link countTokens} counts them. */
export interface BudgetCheck {
  readonly ok: boolean;
  readonly tokens: number;
}

/** Counts the tokens of a playbook against its budget. */
export async function withinBudget(text: string, maxTokens: number): Promise<BudgetCheck> {
  const tokens = await countTokens(text);
  return { ok: tokens <= maxTokens, tokens };
}

/** The items of a text: list items with what hangs below them, and paragraphs; headings stand alone. */
function itemsOf(text: string): string[] {
  return text.split(/\n(?=\s{0,3}(?:[-*+]|\d+[.)])\s)|\n{2,}/);
}

const isHeading = (item: string): boolean => /^\s*#{1,6}\s/.test(item);

/** Headings that nothing follows any more say nothing. */
function withoutEmptyHeadings(items: readonly string[]): string[] {
  const kept: string[] = [];
  for (const item of items) {
    if (isHeading(item) && kept.length > 0 && isHeading(kept.at(-1) ?? '')) {
      const depth = (heading: string): number => /^\s*(#+)/.exec(heading)?.[1]?.length ?? 0;
      if (depth(item) <= depth(kept.at(-1) ?? '')) kept.pop();
    }
    kept.push(item);
  }
  while (kept.length > 0 && isHeading(kept.at(-1) ?? '')) kept.pop();
  return kept;
}

function joined(items: readonly string[]): string {
  const isListItem = (item: string): boolean => /^\s{0,3}(?:[-*+]|\d+[.)])\s/.test(item);
  return items
    .map((item, index) => {
      if (index === 0) return item;
      return `${isListItem(item) && isListItem(items[index - 1] ?? '') ? '\n' : '\n\n'}${item}`;
    })
    .join('');
}

/**
 * Cuts a playbook to its budget by whole items from the end: list items and paragraphs, never half of one, and
 * headings that are left with nothing under them. A text within its budget comes back as it is.
 *
 * @returns the text, and a note that says what was left out
 */
export async function pruneToBudget(
  text: string,
  maxTokens: number,
): Promise<{ readonly text: string; readonly notes: readonly string[] }> {
  const before = await withinBudget(text, maxTokens);
  if (before.ok) return { text, notes: [] };
  const items = itemsOf(text);
  // The longest beginning that fits, by halving: adding an item never makes a text shorter.
  let fits = 0;
  let tooMany = items.length;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    const check = await withinBudget(joined(items.slice(0, middle)), maxTokens);
    if (check.ok) fits = middle;
    else tooMany = middle;
  }
  const kept = withoutEmptyHeadings(items.slice(0, fits));
  const left = items.length - kept.length;
  return {
    text: joined(kept),
    notes: [
      `${before.tokens} tokens are over the budget of ${maxTokens}: the last ${left} of ${items.length} parts were left out`,
    ],
  };
}
