import { UserError } from '../../base/errors.js';
import { costOf } from '../../models/prices.js';
import type { PriceBook } from '../../models/prices.js';
import { KIND_OF_ARM, paperTables } from '../../report/tables/build.js';
import type { CostFact } from '../../report/tables/build.js';
import type { PaperTable, TableKind } from '../../report/tables/paper-table.js';
import { renderTables } from '../../report/tables/render.js';
import type { TableFormat } from '../../report/tables/render.js';
import { openStore } from '../../store/index.js';
import type { RunRecord, Store } from '../../store/index.js';
import type { Io } from '../io.js';
import { jsonText } from '../json-text.js';
import { readPrices } from '../prices-file.js';
import { writeReport } from '../print-leaderboard.js';
import { studyOf } from './compare.js';

/** Options of `spartan table`, as parsed. */
export interface TableOptions {
  readonly format: TableFormat;
  readonly kind?: TableKind;
  readonly published?: boolean;
  readonly prices?: string;
  readonly out?: string;
  readonly db: string;
  readonly json?: boolean;
}

function kindOf(run: RunRecord): TableKind {
  const kind = KIND_OF_ARM[run.arm];
  if (kind !== undefined) return kind;
  throw new UserError(
    'input.option',
    `table has no kind of its own for run ${run.id.slice(0, 8)}, which is a ${run.arm}; name one with --kind`,
  );
}

/** What a run took, by phase and model, the rounds together. */
function costsOf(store: Store, run: RunRecord, book: PriceBook): CostFact[] {
  const facts = new Map<string, CostFact>();
  for (const usage of store.usageAsPlayed(run.id)) {
    const { phase, tokens, calls } = usage;
    const model = `${usage.provider}:${usage.model}`;
    const key = JSON.stringify([phase, model, usage.endpoint]);
    const price = book.priceOf(usage);
    const cost = price === null ? null : costOf(tokens, price);
    const known = facts.get(key);
    facts.set(key, {
      run: run.id,
      simulated: run.simulated,
      phase,
      model,
      calls: (known?.calls ?? 0) + calls,
      input: (known?.input ?? 0) + tokens.input + tokens.cacheWrite,
      cachedInput: (known?.cachedInput ?? 0) + tokens.cachedInput,
      output: (known?.output ?? 0) + tokens.output,
      cost: cost === null || known?.cost === null ? null : (known?.cost ?? 0) + cost,
    });
  }
  return [...facts.values()];
}

function tablesOf(store: Store, runs: readonly RunRecord[], options: TableOptions): PaperTable[] {
  const book = readPrices(options.prices);
  const groups = new Map<TableKind, RunRecord[]>();
  for (const run of runs) {
    const kind = options.kind ?? kindOf(run);
    groups.set(kind, [...(groups.get(kind) ?? []), run]);
  }
  return [...groups].flatMap(([kind, members]) =>
    paperTables(kind, {
      reports: kind === 'cost' ? [] : members.map((run) => studyOf(store, run)),
      costs: kind === 'cost' ? members.flatMap((run) => costsOf(store, run, book)) : [],
      published: options.published === true,
    }).map((table) =>
      // A run that asked no model has no row of costs, and is named all the same.
      ({
        ...table,
        runs: members.map(({ id }) => id),
        simulated: members.some(({ simulated }) => simulated) || table.simulated,
      }),
    ),
  );
}

/** Prints the paper's tables of runs. */
export function table(wanted: readonly string[], options: TableOptions, io: Io): void {
  const store = openStore(options.db, { mode: 'read', now: () => io.now() });
  try {
    const runs = [...new Map(wanted.map((id) => store.runs.get(id)).map((run) => [run.id, run])).values()];
    const tables = tablesOf(store, runs, options);
    const text = options.json === true ? jsonText(tables) : renderTables(tables, options.format);
    if (options.out === undefined) {
      io.out(text);
    } else {
      writeReport(options.out, text);
      io.err(`wrote ${options.out}\n`);
    }
  } finally {
    store.close();
  }
}
