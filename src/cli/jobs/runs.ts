import Table from 'cli-table3';
import { dollars } from '../../models/prices.js';
import type { PriceBook } from '../../models/prices.js';
import { totalTokens } from '../../models/spending.js';
import { openStore } from '../../store/index.js';
import type { RunSummary } from '../../store/index.js';
import { paidBy } from '../budget.js';
import { commandText } from '../command-text.js';
import type { Io } from '../io.js';
import { jsonText } from '../json-text.js';
import { readPrices } from '../prices-file.js';
import { compactNumber } from '../progress.js';

/** Options of `spartan runs`, as parsed. */
export interface RunsOptions {
  readonly db: string;
  /** File of prices. */
  readonly prices?: string;
  readonly json?: boolean;
}

function tokensOf(run: RunSummary): number {
  return run.usage.reduce((sum, { tokens }) => sum + totalTokens(tokens), 0);
}

/** What a run paid; empty when it asked no model. */
function paidText(run: RunSummary, book: PriceBook): string {
  if (run.usage.length === 0) return '';
  const { cost } = paidBy(run.usage, book);
  return cost === null ? 'unknown' : dollars(cost);
}

function statusText(run: RunSummary): string {
  const simulated = run.simulated ? ', simulated' : '';
  return `${run.status}${simulated}`;
}

function printRuns(runs: readonly RunSummary[], book: PriceBook, io: Io): void {
  if (runs.length === 0) {
    io.out('no runs yet; start one with: spartan iterate --game resistance --rounds 4\n');
    return;
  }
  const table = new Table({
    head: ['run', 'arm', 'status', 'games', 'void', 'calls', 'tokens', 'paid', 'started', 'playbook'],
    style: { head: [], border: [] },
  });
  for (const run of runs) {
    table.push([
      run.id.slice(0, 8),
      run.arm,
      statusText(run),
      `${run.games.finished}/${run.games.planned}`,
      String(run.games.void),
      compactNumber(run.usage.reduce((sum, { calls }) => sum + calls, 0)),
      compactNumber(tokensOf(run)),
      paidText(run, book),
      run.startedAt.slice(0, 16).replace('T', ' '),
      run.playbook ?? '',
    ]);
  }
  io.out(`${table.toString()}\n`);
  for (const run of runs.filter(({ status, games }) => status !== 'finished' || games.void > 0)) {
    const why = run.reason === null ? '' : ` (${run.reason})`;
    io.out(`${run.id.slice(0, 8)} ${run.status}${why}; go on with: ${commandText(run.command)}\n`);
  }
}

/** Lists every run of the store. */
export function runs(options: RunsOptions, io: Io): void {
  const book = readPrices(options.prices);
  const store = openStore(options.db, { mode: 'read', now: () => io.now() });
  try {
    const known = store.runs.list();
    if (options.json === true) {
      const rows = known.map((run) => ({ ...run, resume: commandText(run.command) }));
      io.out(jsonText(rows));
    } else {
      printRuns(known, book, io);
    }
  } finally {
    store.close();
  }
}
