import Table from 'cli-table3';
import { cleanLine, shorten } from '../../base/text.js';
import { totalTokens } from '../../models/spending.js';
import { openStore } from '../../store/index.js';
import type { CallSummary } from '../../store/index.js';
import { commandText, dbOption } from '../command-text.js';
import type { Io } from '../io.js';
import { jsonText } from '../json-text.js';
import { compactNumber, duration } from '../progress.js';

/** Options of `spartan calls`, as parsed. */
export interface CallsOptions {
  readonly db: string;
  readonly failed?: boolean;
  readonly json?: boolean;
}

/** True when something about the call went wrong, be it the server's fault or the model's. */
export function isFailed({ status, finish, faults, problem }: CallSummary): boolean {
  return status === 'fault' || finish !== 'stop' || faults.length > 0 || problem !== null;
}

function faultText({ faults }: CallSummary): string {
  const kinds = new Map<string, number>();
  for (const { kind, status } of faults) {
    const name = status === null ? kind : `${kind} ${status}`;
    kinds.set(name, (kinds.get(name) ?? 0) + 1);
  }
  return [...kinds].map(([kind, times]) => (times === 1 ? kind : `${times} × ${kind}`)).join(', ');
}

function row(call: CallSummary): string[] {
  const { site, usage } = call;
  return [
    String(call.id),
    call.createdAt.slice(0, 19).replace('T', ' '),
    call.round === null ? call.phase : `R${call.round} ${call.phase}`,
    site.episode.slice(0, 8),
    site.seat === null ? '' : String(site.seat),
    String(site.turn),
    String(site.attempt),
    `${call.provider}:${call.model}`,
    call.status === 'fault' ? 'no reply' : (call.finish ?? 'other'),
    usage === null ? '' : compactNumber(totalTokens(usage)),
    call.durationMs === null ? '' : duration(call.durationMs / 1000),
    faultText(call),
    call.problem === null ? '' : shorten(cleanLine(call.problem), 60),
  ];
}

/** Lists the calls that a run made, oldest first. */
export function calls(id: string, options: CallsOptions, io: Io): void {
  const store = openStore(options.db, { mode: 'read', now: () => io.now() });
  try {
    const run = store.runs.get(id);
    const all = store.callsOfRun(run.id);
    const shown = options.failed === true ? all.filter(isFailed) : all;
    if (options.json === true) {
      io.out(jsonText(shown));
      return;
    }
    const head = `run ${run.id.slice(0, 8)} made ${all.length} calls`;
    if (shown.length === 0) {
      const why =
        all.length > 0
          ? ', and nothing was wrong with any'
          : run.simulated
            ? ': its players are simulated'
            : '';
      io.out(`${head}${why}\n`);
      return;
    }
    const table = new Table({
      head: [
        'call',
        'time (UTC)',
        'phase',
        'game',
        'seat',
        'turn',
        'attempt',
        'model',
        'finish',
        'tokens',
        'took',
        'faults',
        'not taken',
      ],
      style: { head: [], border: [] },
    });
    for (const call of shown) table.push(row(call));
    const [first] = shown;
    const show = commandText(['show', 'call', String(first?.id ?? 1), ...dbOption(options.db)]);
    io.out(`${table.toString()}\n${head}, ${shown.length} shown. Look at one: ${show}\n`);
  } finally {
    store.close();
  }
}
