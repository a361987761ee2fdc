import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../base/errors.js';
import { cleanLine, listText } from '../../base/text.js';
import { TOURNAMENT_ARM } from '../../experiments/tournament.js';
import { gameById } from '../../games/index.js';
import { exportLines } from '../../report/exchange/read.js';
import { matrices, netTable, studyNotes, studyTable } from '../../report/study-table.js';
import { openStore } from '../../store/index.js';
import type { PlacedLine, Store } from '../../store/index.js';
import { commandText, dbOption } from '../command-text.js';
import type { Io } from '../io.js';
import { jsonText } from '../json-text.js';
import { IMPORT_ARM, runLeaderboard } from '../leaderboard-facts.js';
import { reportOf } from '../study-facts.js';

/** Options of `spartan import`, as parsed. */
export interface ImportRunsOptions {
  readonly db: string;
  readonly json?: boolean;
}

/** Bytes read at once. */
const CHUNK = 1024 * 1024;
/** A longer line is refused: the largest game and the largest plan are a fraction of it. */
const MAX_LINE = 128 * 1024 * 1024;
const LINE_FEED = 10;

/** The lines of a file one by one, so that memory holds one of them. Throws a `UserError` on what is not text. */
function* linesOf(path: string): Generator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const file = openSync(path, 'r');
  let number = 0;
  const decode = (parts: readonly Buffer[]): string => {
    number += 1;
    try {
      return decoder.decode(Buffer.concat(parts));
    } catch (cause) {
      throw new UserError('input.config', `${cleanLine(path)}, line ${number}: is not text in UTF-8`, {
        cause,
      });
    }
  };
  try {
    let parts: Buffer[] = [];
    let size = 0;
    for (;;) {
      const buffer = Buffer.allocUnsafe(CHUNK);
      const read = readSync(file, buffer, 0, CHUNK, null);
      if (read === 0) break;
      let from = 0;
      for (let at = buffer.indexOf(LINE_FEED); at >= 0 && at < read; at = buffer.indexOf(LINE_FEED, from)) {
        parts.push(buffer.subarray(from, at));
        yield decode(parts);
        parts = [];
        size = 0;
        from = at + 1;
      }
      parts.push(buffer.subarray(from, read));
      size += read - from;
      if (size > MAX_LINE) {
        throw new UserError(
          'input.config',
          `${cleanLine(path)}, line ${number + 1}: is longer than ${MAX_LINE} bytes, which no line of an export is`,
        );
      }
    }
    if (size > 0) yield decode(parts);
  } finally {
    closeSync(file);
  }
}

/** The files that a path names. */
function filesOf(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() === true) return [path];
  const files =
    stats?.isDirectory() === true
      ? readdirSync(path, { withFileTypes: true })
          .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl') && !entry.name.startsWith('.'))
          .map(({ name }) => join(path, name))
          .sort()
      : [];
  if (files.length > 0) return files;
  throw new UserError(
    'input.option',
    `import takes a file of "spartan export --format jsonl" or a folder that has some, got "${cleanLine(path).slice(0, 80)}"`,
  );
}

/** Refuses what would later fail to be shown; an export of this program never is. */
function checkShown(store: Store, id: string): void {
  const run = store.runs.get(id);
  try {
    if (run.arm === IMPORT_ARM || run.arm === TOURNAMENT_ARM) {
      runLeaderboard(store, run);
      return;
    }
    const report = reportOf(store, run);
    if (report === null) return;
    const words = ['model', 'opponent', 'reflector', 'armed', 'strategy'] as const;
    const missing = words.find((name) => typeof run.settings[name] !== 'string');
    if (missing !== undefined) throw new Error(`the settings have no ${missing}`);
    studyTable(report);
    netTable(report);
    matrices(report);
    studyNotes(report);
  } catch (cause) {
    const why = cause instanceof UserError ? `: ${cause.message}` : '';
    throw new UserError(
      'input.config',
      `run ${id.slice(0, 8)} of the file cannot be shown, since its plan or results are not whole${why}; nothing was imported`,
      { cause },
    );
  }
}

/** Lines of a file; refuses games that this version does not have. */
function* placedLines(path: string): Generator<PlacedLine> {
  for (const placed of exportLines(linesOf(path), cleanLine(path))) {
    const { line, place } = placed;
    if (line.kind === 'game') {
      try {
        gameById(line.spec.game);
      } catch (error) {
        if (error instanceof UserError)
          throw new UserError(error.code, `${place}: ${error.message}`, { cause: error });
        throw error;
      }
    }
    yield placed;
  }
}

/** Takes exported runs into a store, all of them or none. */
export function importRuns(path: string, options: ImportRunsOptions, io: Io): void {
  const files = filesOf(path);
  // Before a store is made for it, the first line is looked at.
  for (const file of files) {
    const { done } = placedLines(file).next();
    if (done === true) {
      throw new UserError('input.config', `${cleanLine(file)} must be an export of a run, but has no lines`);
    }
  }
  const store = openStore(options.db, { mode: 'write', now: () => io.now() });
  try {
    const counts = store.importRuns(
      files.map((name) => ({ name: cleanLine(name), lines: placedLines(name) })),
      (runs) => {
        for (const run of runs) checkShown(store, run);
      },
    );
    if (options.json === true) {
      io.out(jsonText(counts));
      return;
    }
    const { runs, newRuns, games, newGames, playbooks, newPlaybooks, calls, newCalls } = counts;
    const part = (count: number, fresh: number, what: string): string => `${count} ${what} (${fresh} new)`;
    io.out(
      `imported ${listText([
        part(runs.length, newRuns, runs.length === 1 ? 'run' : 'runs'),
        part(games, newGames, 'games'),
        part(playbooks, newPlaybooks, 'versions of playbooks'),
        part(calls, newCalls, 'calls'),
      ])}\n`,
    );
    for (const run of runs) {
      io.out(`Show it with: ${commandText(['show', run.slice(0, 8), ...dbOption(options.db)])}\n`);
    }
  } finally {
    store.close();
  }
}
