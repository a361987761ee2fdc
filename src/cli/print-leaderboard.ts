import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { UserError } from '../base/errors.js';
import { cleanLine } from '../base/text.js';
import { leaderboardCsv } from '../report/leaderboard/csv.js';
import type { Leaderboard } from '../report/leaderboard/leaderboard.js';
import { besidePublished } from '../report/leaderboard/published.js';
import type { PublishedTables } from '../report/leaderboard/published.js';
import { leaderboardMarkdown, leaderboardText } from '../report/leaderboard/text.js';
import { jsonText } from './json-text.js';
import type { BoardFormat } from './leaderboard-options.js';

/** A leaderboard as text of one form; a page comes from `report/leaderboard/html.ts`, which takes long to load. */
export function formatLeaderboard(
  board: Leaderboard,
  format: Exclude<BoardFormat, 'html'>,
  published: PublishedTables | null,
): string {
  switch (format) {
    case 'text':
      return leaderboardText(board, published);
    case 'json':
      return jsonText(
        published === null ? board : { ...board, published: besidePublished(board, published) },
      );
    case 'md':
      return leaderboardMarkdown(board, published);
    case 'csv':
      return leaderboardCsv(board);
  }
}

/** Writes a file whole or not at all, and the folders it needs. Throws a `UserError` when that cannot be done. */
export function writeReport(path: string, content: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileAtomic.sync(path, content);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new UserError(
      'input.option',
      `--out must be a file that can be written, got "${cleanLine(path).slice(0, 80)}" (${code})`,
      { cause: error },
    );
  }
}
