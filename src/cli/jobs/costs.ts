import Table from 'cli-table3';
import { listText } from '../../base/text.js';
import type { TokenUsage } from '../../models/chat.js';
import { costOf, dollars } from '../../models/prices.js';
import type { Price, PriceBook } from '../../models/prices.js';
import { totalTokens } from '../../models/spending.js';
import { openStore } from '../../store/index.js';
import type { PhaseUsage } from '../../store/index.js';
import type { Io } from '../io.js';
import { jsonText } from '../json-text.js';
import { readPrices } from '../prices-file.js';
import { compactNumber, duration } from '../progress.js';

/** Options of `spartan costs`, as parsed. */
export interface CostsOptions {
  readonly db: string;
  readonly prices?: string;
  readonly json?: boolean;
}

/** What one model took in one phase of an experiment. */
export interface CostRow {
  readonly phase: string;
  /** `provider:model`. */
  readonly model: string;
  readonly endpoint: string;
  readonly calls: number;
  readonly faults: number;
  /** Replies for which the server reported no tokens; tokens and cost lack them. */
  readonly uncounted: number;
  readonly tokens: TokenUsage;
  /** US dollars; null where the price is not known. */
  readonly cost: number | null;
  readonly durationMs: number;
}

function plus(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    input: a.input + b.input,
    cachedInput: a.cachedInput + b.cachedInput,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    output: a.output + b.output,
    reasoning: a.reasoning + b.reasoning,
  };
}

/** The phases in the order in which a round comes to them. */
const PHASES = ['baseline', 'learning', 'reflection', 'evaluation'];

function phaseOrder({ phase }: CostRow): number {
  const at = PHASES.indexOf(phase);
  return at < 0 ? PHASES.length : at;
}

/** Rows of one phase and model together, whatever the round. */
export function costRows(usage: readonly PhaseUsage[], book: PriceBook): CostRow[] {
  const groups = new Map<string, PhaseUsage>();
  for (const row of usage) {
    const key = JSON.stringify([row.phase, row.provider, row.model, row.endpoint]);
    const known = groups.get(key);
    groups.set(
      key,
      known === undefined
        ? row
        : {
            ...known,
            calls: known.calls + row.calls,
            faults: known.faults + row.faults,
            uncounted: known.uncounted + row.uncounted,
            tokens: plus(known.tokens, row.tokens),
            durationMs: known.durationMs + row.durationMs,
          },
    );
  }
  const rows = [...groups.values()].map((row): CostRow => {
    const price = book.priceOf(row);
    const { phase, endpoint, calls, faults, uncounted, tokens, durationMs } = row;
    const model = `${row.provider}:${row.model}`;
    const cost = price === null ? null : costOf(tokens, price);
    return { phase, model, endpoint, calls, faults, uncounted, tokens, cost, durationMs };
  });
  return rows.sort((a, b) => phaseOrder(a) - phaseOrder(b));
}

/** The sum of rows; its cost is null when one of them has none. */
export function totalOf(rows: readonly CostRow[]): Omit<CostRow, 'phase' | 'model' | 'endpoint'> {
  const none = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0, reasoning: 0 };
  const sum = (value: (row: CostRow) => number): number => rows.reduce((total, row) => total + value(row), 0);
  return {
    calls: sum((row) => row.calls),
    faults: sum((row) => row.faults),
    uncounted: sum((row) => row.uncounted),
    tokens: rows.reduce((total, row) => plus(total, row.tokens), none),
    cost: rows.some((row) => row.cost === null) ? null : sum((row) => row.cost ?? 0),
    durationMs: sum((row) => row.durationMs),
  };
}

function cells({ calls, faults, tokens, cost }: Omit<CostRow, 'phase' | 'model' | 'endpoint'>): string[] {
  const { input, cachedInput, cacheWrite, output, reasoning } = tokens;
  return [
    ...[calls, faults, input, cachedInput, cacheWrite, output, reasoning].map(compactNumber),
    cost === null ? 'unknown' : dollars(cost),
  ];
}

/** Cost rows with their sum as a table of text. */
export function costTable(rows: readonly CostRow[]): { readonly head: string[]; readonly rows: string[][] } {
  const classes = ['fresh in', 'cached in', 'cache write', 'output', 'reasoning'];
  return {
    head: ['phase', 'model', 'calls', 'faults', ...classes, 'cost'],
    rows: [...rows.map((row) => [row.phase, row.model, ...cells(row)]), ['all', '', ...cells(totalOf(rows))]],
  };
}

function table(costs: readonly CostRow[]): string {
  const { head, rows } = costTable(costs);
  const lines = new Table({ head, style: { head: [], border: [] } });
  lines.push(...rows);
  return lines.toString();
}

const CLASS = { cachedInput: 'cached input', cacheWrite: 'cache writes' } as const;

function priceLine(model: string, price: Price | null): string {
  if (price === null) {
    return `${model}: no price is known, which is not the same as none; give one with --prices FILE (docs/costs.md)`;
  }
  const { input, cachedInput, cacheWrite, output, assumed, source } = price;
  const like = assumed.map((name) => CLASS[name]);
  const note =
    like.length === 0 ? '' : `; ${listText(like)} counted like fresh input, since no rate is listed`;
  return `${model}: $${input} fresh, $${cachedInput} cached, $${cacheWrite} written, $${output} output per million tokens (${source})${note}`;
}

/** Prints what a run took, by phase and model: as played, and as paid. */
export function costs(id: string, options: CostsOptions, io: Io): void {
  const book = readPrices(options.prices);
  const store = openStore(options.db, { mode: 'read', now: () => io.now() });
  try {
    const run = store.runs.get(id);
    const usage = { played: store.usageAsPlayed(run.id), paid: store.usage(run.id) };
    const played = costRows(usage.played, book);
    const paid = costRows(usage.paid, book);
    const models = new Map(
      [...usage.played, ...usage.paid].map((row) => [`${row.provider}:${row.model}`, book.priceOf(row)]),
    );
    if (options.json === true) {
      const part = (rows: readonly CostRow[]) => ({ rows, total: totalOf(rows) });
      io.out(
        jsonText({
          run: run.id,
          simulated: run.simulated,
          prices: Object.fromEntries(models),
          played: part(played),
          paid: part(paid),
        }),
      );
      return;
    }
    io.out(`Run ${run.id.slice(0, 8)}: ${run.status}, ${run.games.finished} of ${run.games.planned} games\n`);
    if (played.length === 0 && paid.length === 0) {
      io.out(
        `${run.simulated ? 'simulated players: no language model took part, and nothing was paid' : 'no model was asked yet'}\n`,
      );
      return;
    }
    const total = totalOf(played);
    const uncounted = total.uncounted + totalOf(paid).uncounted;
    io.out(
      [
        'As played: what all games and reflections of the run took, whichever run paid for them',
        table(played),
        'As paid: the calls that this run made itself',
        table(paid),
        ...[...models].map(([model, price]) => priceLine(model, price)),
        `Reasoning is part of the output. ${compactNumber(totalTokens(total.tokens))} tokens as played, ${duration(total.durationMs / 1000)} of waiting for replies, summed over calls in flight at once.`,
        ...(uncounted > 0
          ? ['Some replies came without token counts: tokens and costs are lower bounds.']
          : []),
        '',
      ].join('\n'),
    );
  } finally {
    store.close();
  }
}
