import { ngramsOf, wordsOf } from '../base/words.js';
import { withinBudget } from './budget.js';
import { headingDepth, joinParts, partsOf } from './items.js';
import type { Part } from './items.js';

/** Words in a row that are compared; the overlap checks use the same length. */
const GRAM = 5;
/** Share of the shorter item's 5-grams that the other has, from which two items say the same. */
export const SAME_ITEM_SHARE = 0.6;

/** What two versions make together. */
export interface MergedText {
  readonly text: string;
  readonly tokens: number;
  /** Items that stand in both, of which one was kept. */
  readonly doubled: number;
  /** Items left out to keep to the budget. */
  readonly leftOut: number;
}

/** An item with its place in line: what comes later is left out first. */
interface Ranked {
  readonly part: Part;
  readonly rank: number;
}

/** Items under one heading; `path` are its headings from the top, as words. */
interface Section {
  readonly path: readonly string[];
  readonly headings: readonly Part[];
  readonly items: Ranked[];
}

const keyOf = (text: string): string => wordsOf(text).join(' ');

/** The heading over a whole text, which is no section: its first part, when it alone is of the highest kind. */
function titleOf(parts: readonly Part[]): Part | null {
  const [first] = parts;
  const isTop = (part: Part): boolean => part.kind === 'heading' && headingDepth(part) === 1;
  return first !== undefined && isTop(first) && !parts.slice(1).some(isTop) ? first : null;
}

/** The sections of a text in order. `rankOf` gives each item its place in line by its number in the text. */
function sectionsOf(parts: readonly Part[], rankOf: (index: number) => number): Section[] {
  const sections: Section[] = [{ path: [], headings: [], items: [] }];
  let index = 0;
  for (const part of parts) {
    if (part.kind === 'heading') {
      const above = (sections.at(-1) as Section).headings.filter(
        (heading) => headingDepth(heading) < headingDepth(part),
      );
      const headings = [...above, part];
      sections.push({ path: headings.map(({ text }) => keyOf(text)), headings, items: [] });
    } else {
      (sections.at(-1) as Section).items.push({ part, rank: rankOf(index) });
      index += 1;
    }
  }
  return sections;
}

/** Finds the item that says the same as a given text: an index from 5-grams to the items that have them. */
export class Sayings<Item> {
  readonly #byGram = new Map<string, Set<Item>>();
  readonly #grams = new Map<Item, ReadonlySet<string>>();

  private static gramsOf(text: string): ReadonlySet<string> {
    const words = wordsOf(text);
    return new Set(words.length < GRAM ? [words.join(' ')] : ngramsOf(words, GRAM));
  }

  add(item: Item, text: string): void {
    const grams = Sayings.gramsOf(text);
    this.#grams.set(item, grams);
    for (const gram of grams) {
      const known = this.#byGram.get(gram);
      if (known === undefined) this.#byGram.set(gram, new Set([item]));
      else known.add(item);
    }
  }

  /** The item that shares most, by share of the shorter one, when that is enough to say the same. */
  like(text: string): Item | null {
    const grams = Sayings.gramsOf(text);
    const shared = new Map<Item, number>();
    for (const gram of grams) {
      for (const item of this.#byGram.get(gram) ?? []) shared.set(item, (shared.get(item) ?? 0) + 1);
    }
    let best: Item | null = null;
    let bestShare = 0;
    for (const [item, count] of shared) {
      const share = count / Math.min(grams.size, this.#grams.get(item)?.size ?? 1);
      if (share > bestShare) [best, bestShare] = [item, share];
    }
    return bestShare >= SAME_ITEM_SHARE ? best : null;
  }
}

/** Where a section that the first text does not have belongs: after the last that shares most of its headings. */
function placeFor(path: readonly string[], sections: readonly Section[]): number {
  for (let depth = path.length - 1; depth > 0; depth -= 1) {
    const last = sections.findLastIndex((other) =>
      path.slice(0, depth).every((key, at) => other.path[at] === key),
    );
    if (last !== -1) return last + 1;
  }
  return sections.length;
}

/** The text of the items up to a rank, with the headings above them. */
function render(title: Part | null, sections: readonly Section[], upTo: number): string {
  const parts: Part[] = title === null ? [] : [title];
  let shown: readonly string[] = [];
  for (const { path, headings, items } of sections) {
    const kept = items.filter(({ rank }) => rank < upTo);
    if (kept.length === 0) continue;
    const same = path.findIndex((key, at) => shown[at] !== key);
    // A heading is said again when what stands above it has changed, or when its own section comes back.
    parts.push(...(same === -1 ? headings.slice(-1) : headings.slice(same)));
    shown = path;
    parts.push(...kept.map(({ part }) => part));
  }
  return joinParts(parts);
}

/**
 * The most of `count` things whose text keeps to the budget, where more of them never make it shorter; 0 when not even
 * one does. All of them are tried first, since most texts fit.
 */
export async function mostThatFit(
  count: number,
  textOf: (kept: number) => string,
  maxTokens: number,
): Promise<number> {
  const fitsAt = async (kept: number): Promise<boolean> => (await withinBudget(textOf(kept), maxTokens)).ok;
  if (count === 0 || (await fitsAt(count))) return count;
  let fits = 0;
  let tooMany = count;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (await fitsAt(middle)) fits = middle;
    else tooMany = middle;
  }
  return fits;
}

const sectionKey = ({ path }: Section): string => path.join('\n');

/** Puts the items of a second text's sections into those of the first; returns how many stood in both. */
function joinInto(sections: Section[], others: readonly Section[]): number {
  const sayings = new Sayings<Ranked>();
  const homeOf = new Map<Ranked, Section>();
  for (const section of sections) {
    for (const item of section.items) {
      sayings.add(item, item.part.text);
      homeOf.set(item, section);
    }
  }
  const byKey = new Map(sections.map((section) => [sectionKey(section), section]));
  let doubled = 0;
  for (const other of others) {
    let home = byKey.get(sectionKey(other));
    if (home === undefined) {
      home = { ...other, items: [] };
      byKey.set(sectionKey(home), home);
      sections.splice(placeFor(home.path, sections), 0, home);
    }
    for (const item of other.items) {
      const like = sayings.like(item.part.text);
      if (like === null) {
        home.items.push(item);
        continue;
      }
      doubled += 1;
      if (item.part.text.length <= like.part.text.length) continue;
      const items = homeOf.get(like)?.items ?? [];
      const at = items.indexOf(like);
      // Kept under the other's rank, so that what both say is as safe as before.
      if (at !== -1) items[at] = { part: item.part, rank: like.rank };
    }
  }
  return doubled;
}

/**
 * Merges two texts without a model, always to the same result. Sections of one heading are joined, the first text's
 * order kept, and sections that the second alone has put beside their neighbours. Of two items that say the same (by
 * 5-grams, 60 % of the shorter one) the longer is kept, in the first one's place. Over the budget, whole items are left
 * out from the ends of both texts in turn.
 *
 * @param maxTokens budget, as `countTokens` counts
 * @returns null when not even the first item keeps to the budget, or neither text has one
 */
export async function mergeTexts(
  first: string,
  second: string,
  maxTokens: number,
): Promise<MergedText | null> {
  const [partsA, partsB] = [partsOf(first), partsOf(second)];
  const [titleA, titleB] = [titleOf(partsA), titleOf(partsB)];
  const [bodyA, bodyB] = [partsA.filter((part) => part !== titleA), partsB.filter((part) => part !== titleB)];
  const sections = sectionsOf(bodyA, (index) => 2 * index);
  const doubled = joinInto(
    sections,
    sectionsOf(bodyB, (index) => 2 * index + 1),
  );
  const ranks = sections.flatMap(({ items }) => items.map(({ rank }) => rank)).sort((a, b) => a - b);
  const textOf = (count: number): string => render(titleA ?? titleB, sections, (ranks[count - 1] ?? -1) + 1);
  const fits = await mostThatFit(ranks.length, textOf, maxTokens);
  if (fits === 0) return null;
  const text = textOf(fits);
  const { tokens } = await withinBudget(text, maxTokens);
  return { text, tokens, doubled, leftOut: ranks.length - fits };
}
