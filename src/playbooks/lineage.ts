import { ngramsOf, wordsOf } from '../base/words.js';
import { partsOf } from './items.js';
import type { Part } from './items.js';

/** A version and the versions it comes from. */
export interface LineageVersion {
  /** `name@vN`. */
  readonly version: string;
  /** None for a first version, two for a merged one. */
  readonly parents: readonly string[];
}

/** A line of a lineage tree. */
export interface LineageLine {
  readonly version: string;
  readonly depth: number;
  /** Its parents but the one it stands under. */
  readonly alsoFrom: readonly string[];
  /** It stands in the tree further up, with what follows from it. */
  readonly again: boolean;
  /** It is named as a parent and is not there. */
  readonly missing: boolean;
}

/** Words in a row by which passages are compared. */
const GRAM = 5;
/** Share of a passage's 5-grams that must stand in a version for the passage to be in it. */
export const SAME_PASSAGE_SHARE = 0.6;

/** Every version that is linked with `start`, through parents or children, in the order given. */
export function kinOf<T extends LineageVersion>(start: string, versions: readonly T[]): T[] {
  const links = new Map<string, Set<string>>();
  const link = (a: string, b: string): void => {
    links.set(a, (links.get(a) ?? new Set()).add(b));
  };
  for (const { version, parents } of versions) {
    for (const parent of parents) {
      link(version, parent);
      link(parent, version);
    }
  }
  const kin = new Set([start]);
  for (const version of kin) for (const other of links.get(version) ?? []) kin.add(other);
  return versions.filter(({ version }) => kin.has(version));
}

/**
 * The versions a version comes from, oldest first: each before all that come from it. Parents that are not among
 * `versions` are left out. A circle, which only edited files can have, is cut where it closes.
 */
export function ancestorsOf<T extends LineageVersion>(start: string, versions: readonly T[]): T[] {
  const byName = new Map(versions.map((entry) => [entry.version, entry]));
  const order = new Set<T>();
  const open = new Set<string>();
  // A stack of our own: a chain may have thousands of versions.
  const stack: { readonly version: string; readonly done: boolean }[] = [{ version: start, done: false }];
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    const entry = byName.get(step.version);
    if (entry === undefined) continue;
    if (step.done) {
      order.add(entry);
      continue;
    }
    if (open.has(step.version)) continue;
    open.add(step.version);
    stack.push({ version: step.version, done: true });
    for (const parent of [...entry.parents].reverse()) stack.push({ version: parent, done: false });
  }
  return [...order].filter(({ version }) => version !== start);
}

/** The last version that two versions both come from, or are; null when there is none. */
export function commonAncestor<T extends LineageVersion>(
  a: string,
  b: string,
  versions: readonly T[],
): T | null {
  const lineOf = (start: string): T[] => [
    ...ancestorsOf(start, versions),
    ...versions.filter(({ version }) => version === start),
  ];
  const others = new Set(lineOf(b).map(({ version }) => version));
  return lineOf(a).findLast(({ version }) => others.has(version)) ?? null;
}

/**
 * Versions as a tree: each under its parents, first versions at the left. A version with two parents stands under both,
 * with what follows from it under the first only.
 */
export function lineageTree(versions: readonly LineageVersion[]): LineageLine[] {
  const known = new Set(versions.map(({ version }) => version));
  const parentsOf = new Map(versions.map(({ version, parents }) => [version, parents]));
  const missing = [...new Set(versions.flatMap(({ parents }) => parents))].filter(
    (parent) => !known.has(parent),
  );
  const children = new Map<string, string[]>();
  for (const { version, parents } of versions) {
    for (const parent of new Set(parents)) children.set(parent, [...(children.get(parent) ?? []), version]);
  }
  const lines: LineageLine[] = [];
  const shown = new Set<string>();
  const show = (root: string): void => {
    const stack: { readonly version: string; readonly under: string | null; readonly depth: number }[] = [
      { version: root, under: null, depth: 0 },
    ];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const { version, under, depth } = next;
      const again = shown.has(version);
      shown.add(version);
      lines.push({
        version,
        depth,
        alsoFrom: (parentsOf.get(version) ?? []).filter((parent) => parent !== under),
        again,
        missing: !known.has(version),
      });
      if (again) continue;
      for (const child of [...(children.get(version) ?? [])].reverse()) {
        stack.push({ version: child, under: version, depth: depth + 1 });
      }
    }
  };
  for (const root of missing) show(root);
  for (const { version, parents } of versions) if (parents.length === 0) show(version);
  // What is left hangs in a circle.
  for (const { version } of versions) if (!shown.has(version)) show(version);
  return lines;
}

/** A passage of a version with the version it first stood in. */
export interface PassageOrigin {
  readonly part: Part;
  /** `name@vN`. */
  readonly since: string;
  /** Share of its 5-grams that version has, 0 to 1; 1 when its words stand there whole. */
  readonly share: number;
}

function gramsOf(words: readonly string[]): readonly string[] {
  return words.length < GRAM ? [] : ngramsOf(words, GRAM);
}

/**
 * For each list item and paragraph of a version the first version of its line in which it stands: 60 % of its word
 * 5-grams, or the whole of it where it has fewer than five words. Headings are left out.
 *
 * @param line versions with their texts, oldest first, the version itself last
 */
export function passageOrigins(
  line: readonly { readonly version: string; readonly text: string }[],
): PassageOrigin[] {
  const own = line.at(-1);
  if (own === undefined) return [];
  const texts = line.map(({ version, text }) => {
    const words = wordsOf(text);
    return { version, grams: new Set(gramsOf(words)), words: ` ${words.join(' ')} ` };
  });
  return partsOf(own.text)
    .filter(({ kind }) => kind !== 'heading')
    .map((part): PassageOrigin => {
      const words = wordsOf(part.text);
      const grams = [...new Set(gramsOf(words))];
      const shareIn = (text: (typeof texts)[number]): number =>
        grams.length === 0
          ? Number(text.words.includes(` ${words.join(' ')} `))
          : grams.filter((gram) => text.grams.has(gram)).length / grams.length;
      for (const text of texts) {
        const share = shareIn(text);
        if (share >= SAME_PASSAGE_SHARE) return { part, since: text.version, share };
      }
      return { part, since: own.version, share: 1 };
    });
}
