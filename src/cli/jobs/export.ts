import {
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileWriter } from 'hyparquet-writer';
import { UserError } from '../../base/errors.js';
import { nearest } from '../../base/nearest.js';
import { cleanLine } from '../../base/text.js';
import { CELL_COLUMNS, cellRows } from '../../report/exchange/cells.js';
import { csvLine, safeJson } from '../../report/exchange/csv.js';
import type { CsvValue } from '../../report/exchange/csv.js';
import { writeParquet } from '../../report/exchange/parquet.js';
import type { StudyReport } from '../../report/study.js';
import { openStore, STORE_TABLES, TABLE_SOURCES } from '../../store/index.js';
import type { ExportColumn, RunRecord, Store, StoreTable } from '../../store/index.js';
import { commandText, dbOption } from '../command-text.js';
import type { Io } from '../io.js';
import { jsonText } from '../json-text.js';
import { reportOf } from '../study-facts.js';
import { VERSION } from '../version.js';

/** Options of `spartan export`, as parsed. */
export interface ExportOptions {
  readonly format: 'jsonl' | 'csv' | 'parquet';
  readonly out?: string;
  readonly what?: readonly string[];
  readonly calls?: boolean;
  readonly force?: boolean;
  readonly db: string;
  readonly json?: boolean;
}

const TABLES = ['cells', ...STORE_TABLES] as const;
type Table = (typeof TABLES)[number];

/** Characters that are gathered before they are written. */
const CHUNK = 256 * 1024;

interface Written {
  readonly file: string;
  readonly rows: number;
  readonly bytes: number;
}

/** A file to write: its name, and what writes it to a path; returns how many rows that were. */
interface Target {
  readonly name: string;
  readonly write: (path: string) => number;
}

function cannotWrite(folder: string, error: unknown): unknown {
  if (error instanceof UserError) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  return new UserError(
    'input.option',
    `--out must be a folder that can be written, got "${cleanLine(folder).slice(0, 80)}" (${code}); nothing was written`,
    { cause: error },
  );
}

function exists(path: string): UserError {
  return new UserError(
    'input.option',
    `${cleanLine(path)} is there already; name another folder with --out, or replace it with --force`,
  );
}

/**
 * Writes every file beside its place first and then puts all in their places, so that an export is there whole or
 * not at all.
 */
function writeAll(folder: string, targets: readonly Target[], force: boolean): Written[] {
  const files = targets.map(({ name, write }) => ({
    write,
    path: join(folder, name),
    partial: join(folder, `.${name}.${process.pid}.partial`),
  }));
  const placed: string[] = [];
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw cannotWrite(folder, error);
  }
  try {
    if (!force) {
      const there = files.find(({ path }) => existsSync(path));
      if (there !== undefined) throw exists(there.path);
    }
    const rows = files.map(({ write, partial }) => write(partial));
    for (const { path, partial } of files) {
      if (force) {
        renameSync(partial, path);
        continue;
      }
      try {
        // A link fails where a rename would overwrite what somebody else has put there meanwhile.
        linkSync(partial, path);
      } catch (error) {
        throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? exists(path) : error;
      }
      placed.push(path);
    }
    return files.map(({ path }, at) => ({ file: path, rows: rows[at] ?? 0, bytes: statSync(path).size }));
  } catch (error) {
    for (const path of placed) rmSync(path, { force: true });
    throw cannotWrite(folder, error);
  } finally {
    for (const { partial } of files) rmSync(partial, { force: true });
  }
}

/** Writes texts to a file, a chunk at a time; returns how many they were. */
function writeTexts(path: string, texts: Iterable<string>): number {
  const file = openSync(path, 'w');
  try {
    let count = 0;
    let chunk = '';
    const flush = (): void => {
      const bytes = Buffer.from(chunk, 'utf8');
      for (let from = 0; from < bytes.length;) from += writeSync(file, bytes, from);
      chunk = '';
    };
    for (const text of texts) {
      count += 1;
      chunk += text;
      if (chunk.length >= CHUNK) flush();
    }
    flush();
    return count;
  } finally {
    closeSync(file);
  }
}

function* csvTexts(columns: readonly ExportColumn[], rows: Iterable<readonly CsvValue[]>): Generator<string> {
  yield csvLine(columns.map(({ name }) => name));
  const types = columns.map(({ type }) => type);
  for (const row of rows) yield csvLine(row, types);
}

function* counted<T>(items: Iterable<T>, count: (so: number) => void): Generator<T> {
  let so = 0;
  for (const item of items) {
    so += 1;
    yield item;
  }
  count(so);
}

function columnsOf(table: Table): readonly ExportColumn[] {
  return table === 'cells' ? CELL_COLUMNS : TABLE_SOURCES[table].columns;
}

function wantedTables(options: ExportOptions, report: StudyReport | null, run: RunRecord): Table[] {
  if (options.what === undefined) {
    return TABLES.filter(
      (table) => (table !== 'cells' || report !== null) && (table !== 'calls' || options.calls === true),
    );
  }
  const wanted = options.what.map((name): Table => {
    const table = TABLES.find((candidate) => candidate === name);
    if (table !== undefined) return table;
    const near = nearest(name, TABLES);
    const hint = near === undefined ? `there are: ${TABLES.join(', ')}` : `did you mean "${near}"?`;
    throw new UserError(
      'input.option',
      `--what: there is no table "${cleanLine(name).slice(0, 40)}"; ${hint}`,
    );
  });
  if (wanted.length === 0) {
    throw new UserError('input.option', `--what must name tables, got none; there are: ${TABLES.join(', ')}`);
  }
  if (wanted.includes('cells') && report === null) {
    throw new UserError(
      'input.option',
      `--what cells: run ${run.id.slice(0, 8)} has no table of cells yet; finish it with: ${commandText(run.command)}`,
    );
  }
  const all = options.calls === true ? [...wanted, 'calls' as const] : wanted;
  return [...new Set(all)];
}

function tableTargets(store: Store, run: RunRecord, options: ExportOptions): Target[] {
  const report = reportOf(store, run);
  const rowsOf = (table: Table): Iterable<readonly CsvValue[]> =>
    table === 'cells'
      ? report === null
        ? []
        : cellRows(report)
      : store.exports.rows(run.id, table satisfies StoreTable);
  return wantedTables(options, report, run).map((table): Target => {
    const columns = columnsOf(table);
    if (options.format === 'csv') {
      return {
        name: `${table}.csv`,
        write: (path) => writeTexts(path, csvTexts(columns, rowsOf(table))) - 1,
      };
    }
    return {
      name: `${table}.parquet`,
      write(path) {
        let rows = 0;
        const source = counted(rowsOf(table), (so) => (rows = so));
        writeParquet(fileWriter(path), columns, source, {
          run: run.id,
          simulated: String(run.simulated),
          app: VERSION,
        });
        return rows;
      },
    };
  });
}

function lineTarget(store: Store, run: RunRecord, options: ExportOptions): Target {
  if (options.what !== undefined) {
    throw new UserError(
      'input.option',
      '--what goes with --format csv or parquet; jsonl is one file with all that an import needs',
    );
  }
  const lines = function* (): Generator<string> {
    const whole = options.calls === true;
    for (const line of store.exports.lines(run.id, { whole, app: VERSION })) {
      yield `${safeJson(JSON.stringify(line))}\n`;
    }
  };
  return { name: `spartan-${run.id.slice(0, 8)}.jsonl`, write: (path) => writeTexts(path, lines()) };
}

/** Writes all of a run to files. */
export function exportRun(id: string, options: ExportOptions, io: Io): void {
  const store = openStore(options.db, { mode: 'read', now: () => io.now() });
  try {
    const written = store.exports.snapshot(() => {
      const run = store.runs.get(id);
      const folder = options.out ?? join('results', 'exports', run.id.slice(0, 8));
      const targets =
        options.format === 'jsonl' ? [lineTarget(store, run, options)] : tableTargets(store, run, options);
      return { run, files: writeAll(folder, targets, options.force === true) };
    });
    const { run, files } = written;
    if (options.json === true) {
      io.out(
        jsonText({
          run: run.id,
          status: run.status,
          simulated: run.simulated,
          format: options.format,
          files,
        }),
      );
      return;
    }
    const unfinished = run.status === 'finished' ? '' : ` (${run.status}: what it has so far)`;
    io.out(`Run ${run.id.slice(0, 8)}${unfinished}\n`);
    if (run.simulated) io.out('simulated players: no language model took part in these results\n');
    for (const { file, rows, bytes } of files) {
      io.out(`  ${file}: ${rows} ${options.format === 'jsonl' ? 'lines' : 'rows'}, ${bytes} bytes\n`);
    }
    const [first] = files;
    if (options.format === 'jsonl' && first !== undefined) {
      io.out(
        `Take it into another store with: ${commandText(['import', first.file, ...dbOption('OTHER.sqlite')])}\n`,
      );
    }
  } finally {
    store.close();
  }
}
