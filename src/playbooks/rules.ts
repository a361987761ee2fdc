/**
 * A playbook as a list of rules: each has an id, which is never given twice, and how often it went with success
 * and with failure. The text is a playbook like any other; people may edit it and it is read back.
 */
import { cleanLine } from '../base/text.js';

/** One piece of advice. */
export interface Rule {
  /** Written `r7`. */
  readonly id: number;
  /** Heading it stands under; empty for none. */
  readonly section: string;
  /** One line. */
  readonly text: string;
  /** Games in which it was followed and went with success. */
  readonly helpful: number;
  /** Games in which it was followed and went with failure. */
  readonly harmful: number;
}

/** Rules, and the id that the next new one gets: ids of rules that are gone are not given again. */
export interface Rulebook {
  readonly rules: readonly Rule[];
  readonly nextId: number;
}

/** A rulebook without rules. */
export const NO_RULES: Rulebook = { rules: [], nextId: 1 };

const TITLE = 'Rules I play by';
/** The largest id and count that are read; a longer number is a slip of a hand, or worse. */
const MAX_NUMBER = 999_999;

const INTRODUCTION =
  /^Each rule has an id and \(\+times it helped\/−times it did harm\)\. Next id: r(\d{1,6})\.$/;

function introduction(nextId: number): string {
  return `Each rule has an id and (+times it helped/−times it did harm). Next id: r${nextId}.`;
}

/** An id as it is written. */
export function ruleId(id: number): string {
  return `r${id}`;
}

/** The number of an id in any of the ways it is written: `r7`, `[R7]`, `7`; null for anything else. */
export function parseRuleId(text: string): number | null {
  const digits = /^\s*\[?\s*r?(\d{1,6})\s*\]?\s*$/i.exec(text)?.[1];
  return digits === undefined || Number(digits) < 1 ? null : Number(digits);
}

/** A rule as one list item. */
export function formatRule({ id, text, helpful, harmful }: Rule): string {
  return `- [${ruleId(id)}] (+${helpful}/−${harmful}) ${text}`;
}

/** The rulebook as text, the rules of a section together; sections in the order in which they first occur. */
export function formatRules({ rules, nextId }: Rulebook): string {
  const sections = [...new Set(['', ...rules.map(({ section }) => section)])];
  const parts = sections.flatMap((section) => {
    const items = rules.filter((rule) => rule.section === section).map(formatRule);
    if (items.length === 0) return [];
    return section === '' ? [items.join('\n')] : [`## ${section}\n\n${items.join('\n')}`];
  });
  return [`# ${TITLE}`, introduction(nextId), ...parts].join('\n\n');
}

const ITEM = /^(\s*)(?:[-*+]|\d{1,6}[.)])\s+(.*)$/;
const HEADING = /^\s{0,3}#{1,6}\s+(.*)$/;
/** `[r7]`, emphasis around it allowed. */
const ID = /^[*_]*\[\s*r(\d{1,6})\s*\][*_]*:?\s*/i;
/** `(+4/−1)`, with any dash or none. */
const COUNTS = /^\(\s*\+?\s*(\d{1,6})\s*\/\s*[-–—−]?\s*(\d{1,6})\s*\)\s*/;

/** An item as it was found; the id is missing when a hand added it. */
interface Found extends Omit<Rule, 'id'> {
  readonly id: number | null;
}

/** The text of a list item that begins here; undefined where none does. What is listed below an item is part of it. */
function itemText(line: string, insideItem: boolean): string | undefined {
  const [, indent = '', text = ''] = ITEM.exec(line) ?? [];
  if (text === '') return undefined;
  return indent.length <= 1 || !insideItem || ID.test(text) ? text : undefined;
}

function foundItem(section: string, lines: readonly string[]): Found {
  let rest = cleanLine(lines.join(' '));
  const id = ID.exec(rest);
  rest = rest.slice(id?.[0].length ?? 0);
  // Counts without an id are words of the rule.
  const counts = id === null ? null : COUNTS.exec(rest);
  rest = rest.slice(counts?.[0].length ?? 0);
  return {
    id: id === null || Number(id[1]) < 1 ? null : Number(id[1]),
    section,
    text: rest.trim(),
    helpful: Number(counts?.[1] ?? 0),
    harmful: Number(counts?.[2] ?? 0),
  };
}

function withIds(found: readonly Found[], announced: number): Rulebook {
  const taken = new Set<number>();
  const largest = found.reduce((max, { id }) => Math.max(max, id ?? 0), 0);
  let nextId = Math.max(announced, largest + 1);
  const rules = found.map((item): Rule => {
    let { id } = item;
    if (id === null || taken.has(id)) {
      id = nextId;
      nextId += 1;
    }
    taken.add(id);
    return { ...item, id };
  });
  return { rules, nextId };
}

/**
 * Reads a rulebook. Takes what hands do to it: other list marks, wrapped lines, lists below an item, items without
 * an id (they get a new one) or without counts, an id given twice (the later item gets a new one). Of any other
 * text each list item and paragraph is a rule, so that a playbook in prose can be gone on with.
 */
export function parseRules(text: string): Rulebook {
  const found: Found[] = [];
  let announced = 1;
  let section = '';
  let open: string[] = [];
  const close = (): void => {
    const item = foundItem(section, open);
    if (item.text !== '') found.push(item);
    open = [];
  };
  for (const line of text.split(/\r\n?|\n/)) {
    const heading = HEADING.exec(line)?.[1];
    const item = itemText(line, open.length > 0);
    const next = INTRODUCTION.exec(line.trim())?.[1];
    if (heading !== undefined || item !== undefined || next !== undefined || line.trim() === '') close();
    if (next !== undefined) announced = Math.max(announced, Number(next));
    else if (heading !== undefined) section = heading.trim() === TITLE ? '' : cleanLine(heading);
    else if (item !== undefined) open = [item];
    else if (line.trim() !== '') open.push(open.length === 0 ? line : line.replace(/^\s*[-*+]\s+/, ''));
  }
  close();
  return withIds(found, announced);
}

/** True for a text with rules that have ids. */
export function isRules(text: string): boolean {
  return text.split('\n').some((line) => ID.test(itemText(line, false) ?? ''));
}

/** A count within what can be written. */
export function boundedCount(count: number): number {
  return Math.min(MAX_NUMBER, Math.max(0, Math.round(count)));
}
