import { FILE_HEADERS_ONLY, diffWordsWithSpace, formatPatch, structuredPatch } from 'diff';

/** Unchanged lines shown around a change. */
const CONTEXT_LINES = 3;
/**
 * Edits after which the search for a shortest diff is given up: its time grows with their square. Two texts
 * that differ by more lines are shown as one replaced by the other, two lines that differ by more words whole.
 */
const MAX_LINE_EDITS = 2000;
const MAX_WORD_EDITS = 1000;

/** A stretch of a changed line. */
export interface WordPart {
  readonly text: string;
  readonly changed: boolean;
}

/** One line of a diff. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
  /** On a line that was rewritten into another: which of its words changed. */
  readonly words?: readonly WordPart[];
}

/** Changed lines with what stands around them. Line numbers count from 1. */
export interface DiffHunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly DiffLine[];
}

/** What changed from one playbook text to another. */
export interface PlaybookDiff {
  /** Lines added and removed; a rewritten line is one of each. */
  readonly added: number;
  readonly removed: number;
  /** Empty when the texts are equal. */
  readonly hunks: readonly DiffHunk[];
}

type RawHunk = Omit<DiffHunk, 'lines'> & { readonly lines: readonly string[] };

const KINDS: Readonly<Record<string, DiffLine['kind']>> = { ' ': 'same', '+': 'added', '-': 'removed' };

function withWords(removed: string, added: string): readonly [DiffLine, DiffLine] {
  const changes = diffWordsWithSpace(removed, added, { maxEditLength: MAX_WORD_EDITS });
  const before: DiffLine = { kind: 'removed', text: removed };
  const after: DiffLine = { kind: 'added', text: added };
  // Two lines with no word in common were replaced, not rewritten.
  if (
    changes === undefined ||
    !changes.some((part) => !part.added && !part.removed && /[\p{L}\p{N}]/u.test(part.value))
  ) {
    return [before, after];
  }
  const side = (skip: 'added' | 'removed'): WordPart[] =>
    changes
      .filter((part) => !part[skip])
      .map((part) => ({ text: part.value, changed: part.added || part.removed }));
  return [
    { ...before, words: side('added') },
    { ...after, words: side('removed') },
  ];
}

/** Pairs the lines of each removed block with those of the added block that follows it, in order. */
function detailed(lines: readonly DiffLine[]): DiffLine[] {
  const out: DiffLine[] = [];
  let at = 0;
  const run = (kind: DiffLine['kind']): DiffLine[] => {
    const first = at;
    while (lines[at]?.kind === kind) at += 1;
    return lines.slice(first, at);
  };
  while (at < lines.length) {
    out.push(...run('same'));
    const removed = run('removed');
    const added = run('added');
    for (let pair = 0; pair < Math.min(removed.length, added.length); pair += 1) {
      const [before, after] = withWords(removed[pair]?.text ?? '', added[pair]?.text ?? '');
      removed[pair] = before;
      added[pair] = after;
    }
    out.push(...removed, ...added);
  }
  return out;
}

function replaced(before: string, after: string): RawHunk {
  const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'));
  const old = linesOf(before);
  const fresh = linesOf(after);
  return {
    oldStart: 1,
    oldLines: old.length,
    newStart: 1,
    newLines: fresh.length,
    lines: [...old.map((line) => `-${line}`), ...fresh.map((line) => `+${line}`)],
  };
}

/**
 * The line diff from one playbook text to another, with the changed words of rewritten lines.
 * An empty text has no lines.
 */
export function diffPlaybooks(before: string, after: string): PlaybookDiff {
  const ended = (text: string): string => (text === '' ? '' : `${text}\n`);
  const options = { context: CONTEXT_LINES, maxEditLength: MAX_LINE_EDITS };
  const patch = structuredPatch('', '', ended(before), ended(after), undefined, undefined, options);
  const raw: readonly RawHunk[] = patch?.hunks ?? [replaced(before, after)];
  const hunks = raw.map(({ lines, ...place }) => ({
    ...place,
    lines: detailed(lines.map((line) => ({ kind: KINDS[line.charAt(0)] ?? 'same', text: line.slice(1) }))),
  }));
  const count = (kind: DiffLine['kind']): number =>
    hunks.flatMap((hunk) => hunk.lines).filter((line) => line.kind === kind).length;
  return { added: count('added'), removed: count('removed'), hunks };
}

const PREFIXES = { same: ' ', added: '+', removed: '-' } as const;

/** A diff as unified text, as `diff -u` and `git` print it; empty when nothing changed. Ends with a line end. */
export function unifiedText(
  diff: PlaybookDiff,
  names: { readonly from: string; readonly to: string },
): string {
  if (diff.hunks.length === 0) return '';
  const patch = {
    oldFileName: names.from,
    newFileName: names.to,
    oldHeader: undefined,
    newHeader: undefined,
    hunks: diff.hunks.map(({ lines, ...place }) => ({
      ...place,
      lines: lines.map((line) => `${PREFIXES[line.kind]}${line.text}`),
    })),
  };
  return formatPatch(patch, FILE_HEADERS_ONLY);
}
