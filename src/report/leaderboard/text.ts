import Table from 'cli-table3';
import { cleanText } from '../../base/text.js';
import { LINES } from '../study-table.js';
import type { Leaderboard } from './leaderboard.js';
import type { PublishedTables } from './published.js';
import { boardHeading, boardTables } from './tables.js';
import type { BoardTable } from './tables.js';

function tableText({ title, head, rows, notes }: BoardTable): string {
  const table = new Table({
    chars: LINES,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 1 },
  });
  table.push([...head], ...rows.map((row) => [...row]));
  return [title, table.toString(), ...notes].join('\n');
}

/** A leaderboard for a terminal or a log. */
export function leaderboardText(board: Leaderboard, published: PublishedTables | null): string {
  const tables = boardTables(board, published).map(tableText);
  const warnings = board.warnings.map((warning) => `Warning: ${cleanText(warning)}`);
  return `${[boardHeading(board).join('\n'), ...tables, ...(warnings.length === 0 ? [] : [warnings.join('\n')])].join('\n\n')}\n`;
}

/** Signs that mean something in Markdown or in the HTML inside it. */
const MARKUP = /[\\`*_{}[\]<>#|~&!]/g;

const inMarkdown = (text: string): string => text.replace(/\s+/g, ' ').replace(MARKUP, '\\$&');

function tableMarkdown({ title, head, rows, notes }: BoardTable): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(inMarkdown).join(' | ')} |`;
  return [
    `## ${inMarkdown(title)}`,
    '',
    line(head),
    line(head.map(() => '---')),
    ...rows.map(line),
    ...notes.flatMap((note) => ['', inMarkdown(note)]),
  ].join('\n');
}

/** A leaderboard as Markdown; names that a model's server or a file supplied are escaped. */
export function leaderboardMarkdown(board: Leaderboard, published: PublishedTables | null): string {
  const [title = '', ...lines] = boardHeading(board);
  return `${[
    `# ${inMarkdown(title)}`,
    ...lines.map(inMarkdown),
    ...boardTables(board, published).map(tableMarkdown),
    ...(board.warnings.length === 0
      ? []
      : ['## Warnings', board.warnings.map((warning) => `- ${inMarkdown(warning)}`).join('\n')]),
  ].join('\n\n')}\n`;
}
