import { existsSync } from 'node:fs';
import Table from 'cli-table3';
import { UserError } from '../../base/errors.js';
import { cleanLine } from '../../base/text.js';
import { openStore } from '../../store/index.js';
import type { PruneReport, PruneWish } from '../../store/index.js';
import { commandText, dbOption } from '../command-text.js';
import type { Io } from '../io.js';
import { jsonText } from '../json-text.js';

/** Options of `spartan store info`, as parsed. */
export interface InfoOptions {
  readonly db: string;
  readonly json?: boolean;
}

/** Options of `spartan store backup`, as parsed. */
export type BackupOptions = InfoOptions;

/** Options of `spartan store prune`, as parsed. */
export interface PruneOptions extends InfoOptions {
  readonly calls?: boolean;
  readonly unfinished?: boolean;
  readonly orphans?: boolean;
  readonly runs?: readonly string[];
  /** Milliseconds. */
  readonly olderThan?: number;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** `12 kB`, `3.4 GB`. */
export function sizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}

/** Prints what the store holds and how much room it takes. */
export function info(options: InfoOptions, io: Io): void {
  const store = openStore(options.db, { mode: 'read', now: () => io.now() });
  try {
    const found = store.info();
    if (options.json === true) {
      io.out(jsonText(found));
      return;
    }
    const { file, bytes, logBytes, freeBytes, schema, runs, games, playbooks, calls, tables } = found;
    const statuses = Object.entries(runs).map(([status, count]) => `${count} ${status}`);
    const table = new Table({ head: ['table', 'rows', 'room'], style: { head: [], border: [] } });
    for (const row of tables) table.push([row.table, String(row.rows), sizeText(row.bytes)]);
    io.out(
      [
        `${file}: ${sizeText(bytes)}, and ${sizeText(logBytes)} of log beside it; ${sizeText(freeBytes)} of it empty; schema ${schema}`,
        `Runs: ${statuses.join(', ') || 'none'}`,
        `Games: ${games.finished} finished, ${games.void} void; ${games.orphans} of no run`,
        `Playbooks: ${playbooks} versions`,
        `Calls: ${calls.stored}, ${calls.withoutTexts} of them without their texts`,
        table.toString(),
        `What could be dropped: ${commandText(['store', 'prune', '--calls', '--unfinished', '--orphans', ...dbOption(options.db)])}`,
        '',
      ].join('\n'),
    );
  } finally {
    store.close();
  }
}

/** Copies the store to a new file. */
export function backup(file: string, options: BackupOptions, io: Io): void {
  if (file.trim() === '') throw new UserError('input.option', 'backup needs the name of a new file, got ""');
  const store = openStore(options.db, { mode: 'read', now: () => io.now() });
  try {
    const bytes = store.backup(file);
    if (options.json === true) io.out(jsonText({ file, bytes }));
    else io.out(`wrote ${file}: ${sizeText(bytes)}, the store as it is now\n`);
  } finally {
    store.close();
  }
}

function wishOf(options: PruneOptions, runs: readonly string[] | null, now: Date): PruneWish {
  const { calls = false, unfinished = false, orphans = false, olderThan } = options;
  if (!calls && !unfinished && !orphans) {
    throw new UserError(
      'input.option',
      'prune needs to know what to drop: --calls, --unfinished, --orphans, or several of them; nothing is dropped without --yes',
    );
  }
  if (orphans && runs !== null) {
    throw new UserError('input.option', '--orphans are games of no run, so --runs cannot go with it');
  }
  const before = olderThan === undefined ? null : new Date(now.getTime() - olderThan).toISOString();
  return { calls, unfinished, orphans, runs, before };
}

function lines(report: PruneReport, wish: PruneWish, done: boolean): string[] {
  const verb = done ? 'Dropped' : 'Would drop';
  const { calls, characters, runs, kept, playbooks, games, texts } = report;
  return [
    ...(wish.calls
      ? [
          `${verb} the texts of ${calls} calls, about ${sizeText(characters)}. What they took stays, so costs stay; these games and reflections can no longer be replayed, and "spartan show call" has nothing of them.`,
        ]
      : []),
    ...(wish.unfinished
      ? [
          `${verb} ${runs.length} unfinished runs${runs.length === 0 ? '' : ` (${runs.map((id) => id.slice(0, 8)).join(', ')})`} and ${playbooks} versions of playbooks of theirs; files in the playbook folder stay, and games stay until they are pruned as orphans.`,
          ...kept.map(({ run, reason }) => `Kept run ${run.slice(0, 8)}: ${reason}.`),
        ]
      : []),
    ...(wish.orphans ? [`${verb} ${games} games of no run.`] : []),
    ...(texts > 0 ? [`${verb} ${texts} texts that nothing uses any more.`] : []),
  ];
}

/** Says what could be dropped, or drops it. */
export function prune(options: PruneOptions, io: Io): void {
  if (options.yes === true && options.dryRun === true) {
    throw new UserError('input.option', '--yes and --dry-run cannot go together');
  }
  wishOf(options, options.runs ?? null, io.now());
  // To open it for writing would make a store.
  if (!existsSync(options.db)) {
    throw new UserError('store.open', `there is no store at ${cleanLine(options.db)}; name it with --db`);
  }
  const store = openStore(options.db, { mode: 'write', now: () => io.now() });
  try {
    const runs = options.runs?.map((id) => store.runs.get(id).id) ?? null;
    const wish = wishOf(options, runs, io.now());
    const done = options.yes === true;
    const before = store.info().bytes;
    const report = store.prune(wish, { dryRun: !done });
    if (done) store.vacuum();
    const after = store.info().bytes;
    if (options.json === true) {
      io.out(jsonText({ dropped: done, ...report, bytesBefore: before, bytesAfter: after }));
      return;
    }
    io.out(`${lines(report, wish, done).join('\n')}\n`);
    if (done) {
      io.out(`The store takes ${sizeText(after)}, before ${sizeText(before)}.\n`);
      return;
    }
    const again = commandText([...io.argv.filter((word) => word !== '--dry-run'), '--yes']);
    const copy = commandText(['store', 'backup', 'COPY.sqlite', ...dbOption(options.db)]);
    io.out(`Nothing was dropped. A copy first: ${copy}; then: ${again}\n`);
  } finally {
    store.close();
  }
}
