/** What a part of a playbook is. */
export type PartKind = 'heading' | 'item' | 'paragraph';

/** A heading, a list item with all that hangs below it, or a paragraph: what is kept or left out as a whole. */
export interface Part {
  readonly kind: PartKind;
  readonly text: string;
  /** The line it begins on, from 1. */
  readonly line: number;
}

const HEADING = /^ {0,3}#{1,6}(?:\s|$)/;
const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])\s/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** What follows a blank line and still belongs to a list item. */
const INDENTED = /^(?: {2,}|\t)\S/;

/** Depth of a heading, from 1. */
export function headingDepth({ text }: Part): number {
  return /#+/.exec(text)?.[0].length ?? 1;
}

const indentOf = (line: string): number => /^ */.exec(line)?.[0].length ?? 0;

interface OpenPart {
  readonly kind: PartKind;
  readonly lines: string[];
  readonly line: number;
}

/** Whether a line that is not blank goes on with the last part; `isOpen` when no blank line stands between. */
function goesOn(line: string, last: OpenPart | undefined, isOpen: boolean): boolean {
  if (last === undefined || HEADING.test(line)) return false;
  if (!LIST_ITEM.test(line)) return isOpen || (last.kind === 'item' && INDENTED.test(line));
  // An item of a list inside an item.
  return last.kind === 'item' && indentOf(line) >= 2 && indentOf(line) > indentOf(last.lines[0] ?? '');
}

/** The parts of a Markdown text, in order. Blank lines between them are not kept; a code fence is never cut. */
export function partsOf(text: string): Part[] {
  const parts: OpenPart[] = [];
  let fence: string | null = null;
  let isOpen = false;
  let blanks = 0;
  text.split('\n').forEach((line, index) => {
    const last = parts.at(-1);
    if (fence !== null) {
      last?.lines.push(line);
      if (line.trim().startsWith(fence) && /^(`+|~+)$/.test(line.trim())) fence = null;
      return;
    }
    if (line.trim() === '') {
      blanks += 1;
      isOpen = false;
      return;
    }
    if (goesOn(line, last, isOpen)) {
      last?.lines.push(...Array<string>(blanks).fill(''), line);
    } else {
      const kind = HEADING.test(line) ? 'heading' : LIST_ITEM.test(line) ? 'item' : 'paragraph';
      parts.push({ kind, lines: [line], line: index + 1 });
    }
    isOpen = parts.at(-1)?.kind !== 'heading';
    blanks = 0;
    fence = FENCE.exec(line)?.[1] ?? null;
  });
  return parts.map(({ kind, lines, line }) => ({ kind, text: lines.join('\n').trimEnd(), line }));
}

/** A text made of parts: list items one under the other, everything else with a blank line between. */
export function joinParts(parts: readonly Pick<Part, 'kind' | 'text'>[]): string {
  return parts
    .map(({ kind, text }, index) => {
      if (index === 0) return text;
      return `${kind === 'item' && parts[index - 1]?.kind === 'item' ? '\n' : '\n\n'}${text}`;
    })
    .join('');
}
