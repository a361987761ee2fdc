import { diffPlaybooks } from '../../playbooks/diff.js';
import type { DiffLine, PlaybookDiff } from '../../playbooks/diff.js';
import type { ReflectionReport } from '../study.js';
import { percent } from '../study-table.js';
import { escapeBlock, escapeHtml } from './escape.js';
import { dataTable, paragraph } from './parts.js';

/** A playbook version as a report shows it. */
export interface ShownPlaybook {
  /** `name@vN`. */
  readonly label: string;
  readonly text: string;
  readonly tokens: number;
  /** Who wrote it. */
  readonly model: string;
  /** The version it revises; null for a first one and for a control. */
  readonly parent: string | null;
  /** What kind of control it is; null for a playbook that was learned. */
  readonly control: string | null;
}

function lineHtml({ text, words }: DiffLine, tag: 'ins' | 'del'): string {
  if (words === undefined) return escapeBlock(text);
  return words
    .map((part) => (part.changed ? `<${tag}>${escapeBlock(part.text)}</${tag}>` : escapeBlock(part.text)))
    .join('');
}

/** Lines of a diff in two columns: what was, what is. A removed block stands beside the added one after it. */
function sideBySide(lines: readonly DiffLine[]): string {
  const rows: string[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  const cell = (line: DiffLine | undefined, kind: 'removed' | 'added'): string =>
    line === undefined
      ? '<td></td>'
      : `<td dir="auto" class="${kind}">${lineHtml(line, kind === 'added' ? 'ins' : 'del')}</td>`;
  const flush = (): void => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1) {
      rows.push(`<tr>${cell(removed[at], 'removed')}${cell(added[at], 'added')}</tr>`);
    }
    removed = [];
    added = [];
  };
  for (const line of lines) {
    if (line.kind === 'removed') {
      if (added.length > 0) flush();
      removed.push(line);
    } else if (line.kind === 'added') {
      added.push(line);
    } else {
      flush();
      const text = `<td dir="auto">${escapeBlock(line.text)}</td>`;
      rows.push(`<tr>${text}${text}</tr>`);
    }
  }
  flush();
  return rows.join('\n');
}

function diffHtml({ hunks, added, removed }: PlaybookDiff, from: string, to: string): string {
  const head = `<thead><tr><th scope="col">${escapeHtml(from)}</th><th scope="col">${escapeHtml(to)}</th></tr></thead>`;
  const parts = hunks.map(
    ({ oldStart, newStart, lines }) =>
      `<tr class="gap"><td>line ${oldStart}</td><td>line ${newStart}</td></tr>\n${sideBySide(lines)}`,
  );
  const title = `${escapeHtml(from)} and ${escapeHtml(to)} side by side: ${added} lines added, ${removed} removed`;
  return `<table class="diff"><caption>${title}</caption>${head}<tbody>${parts.join('\n')}</tbody></table>`;
}

/** What each reflection read and gave, with the reasons of those that were rejected. */
export function reflectionTable(reflections: readonly ReflectionReport[]): string {
  if (reflections.length === 0) return '';
  const share = (value: number | null): string => (value === null ? '–' : percent(value));
  return dataTable(
    {
      title: 'Reflections',
      head: [
        'round',
        'strategy',
        'games read',
        'written',
        'rejected because',
        'so in use',
        'copied from games',
        'copied from prior',
        'notes',
      ],
      rows: reflections.map((reflection) => [
        `R${reflection.round}${reflection.control === null ? '' : ` (${reflection.control})`}`,
        reflection.strategy,
        String(reflection.games),
        reflection.written ?? 'nothing',
        reflection.rejected ?? '',
        // What it wrote is in use; only a rejection leaves something else.
        reflection.rejected === null ? '' : (reflection.inUse ?? 'none'),
        share(reflection.copiedFromGames),
        share(reflection.copiedFromPrior),
        reflection.notes.join(' '),
      ]),
    },
    'reflections',
  );
}

/** Every version with its text, beside the one it revises. */
export function playbookSection(
  playbooks: readonly ShownPlaybook[],
  reflections: readonly ReflectionReport[],
): string {
  const texts = new Map(playbooks.map(({ label, text }) => [label, text]));
  const versions = playbooks.map(({ label, text, tokens, model, parent, control }) => {
    const before = parent === null ? undefined : texts.get(parent);
    const diff = before === undefined || parent === null ? null : diffPlaybooks(before, text);
    return [
      `<h3>${escapeHtml(label)}</h3>`,
      paragraph(
        `${tokens} tokens, written by ${model}${control === null ? '' : ` as a control (${control})`}${parent === null ? '' : `, revises ${parent}`}.`,
        'note',
      ),
      ...(diff === null || parent === null
        ? []
        : [diff.hunks.length === 0 ? paragraph('No line changed.') : diffHtml(diff, parent, label)]),
      `<details${diff === null ? ' open' : ''}><summary>The whole text</summary><pre dir="auto">${escapeBlock(text)}</pre></details>`,
    ].join('\n');
  });
  return [reflectionTable(reflections), ...versions].filter((part) => part !== '').join('\n');
}
