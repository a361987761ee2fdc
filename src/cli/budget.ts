import { UserError } from '../base/errors.js';
import { listText } from '../base/text.js';
import type { Cast } from '../loop/ports.js';
import type { CallRecorder } from '../models/chat.js';
import { dollars } from '../models/prices.js';
import type { PriceBook } from '../models/prices.js';
import { NOTHING_SPENT, reached, spend, spendCall } from '../models/spending.js';
import type { Limits, Spent } from '../models/spending.js';
import { LimitReached } from '../models/stop.js';
import type { ModelUsage, Store } from '../store/index.js';
import type { NamedPlayer } from './cast.js';
import { commandText } from './command-text.js';
import { readPrices } from './prices-file.js';
import { compactNumber } from './progress.js';

/** Options of everything that asks models, as parsed. */
export interface BudgetOptions {
  readonly maxCost?: number;
  readonly maxTokens?: number;
  /** File of prices. */
  readonly prices?: string;
}

/** What a run may spend, and what things cost. */
export interface Budget extends Limits {
  readonly prices: PriceBook;
}

/** The budget that the options set. Throws a `UserError` when the file of prices cannot be used. */
export function budgetOf({ maxCost, maxTokens, prices }: BudgetOptions): Budget {
  return { maxCost: maxCost ?? null, maxTokens: maxTokens ?? null, prices: readPrices(prices) };
}

/**
 * Refuses a limit on cost where a price is not known: it could never be held.
 *
 * @throws UserError `input.option`
 */
export function refuseUnpriced({ maxCost, prices }: Budget, players: readonly NamedPlayer[]): void {
  if (maxCost === null) return;
  const unpriced = players.flatMap(({ model }) =>
    model === null || prices.priceOf(model.identity) !== null
      ? []
      : [`${model.identity.provider}:${model.identity.model} at ${model.identity.endpoint}`],
  );
  if (unpriced.length === 0) return;
  throw new UserError(
    'input.option',
    `--max-cost needs to know what ${listText([...new Set(unpriced)])} costs, and no price is known: give one with --prices FILE (docs/costs.md), or set --max-tokens instead`,
  );
}

/** `$0.51 (1.2M tokens)`, or tokens alone where a price is not known. */
export function spentText({ cost, tokens, estimated }: Spent): string {
  const count = `${compactNumber(Math.round(tokens))} tokens`;
  const text = cost === null ? count : `${dollars(cost)} (${count})`;
  return estimated ? `about ${text}` : text;
}

const OPTION = { maxCost: '--max-cost', maxTokens: '--max-tokens' } as const;

/** The command line with twice the limit; with a limit of 1 in place of none at all. */
export function withLimit(argv: readonly string[], limit: keyof Limits, value: number): string[] {
  const name = OPTION[limit];
  const higher = value === 0 ? 1 : 2 * value;
  return argv.map((word, at) => {
    if (word.startsWith(`${name}=`)) return `${name}=${higher}`;
    return argv[at - 1] === name ? String(higher) : word;
  });
}

/** What these calls cost together, as far as their tokens were counted. */
export function paidBy(usage: readonly ModelUsage[], book: PriceBook): Spent {
  return usage.reduce((sum, row) => spend(sum, row, row.tokens, book), NOTHING_SPENT);
}

/** Counts what a run pays, what earlier sittings paid included. */
export interface Meter {
  readonly spent: Spent;
  /** The same recorder, which counts what it saves. */
  counting(recorder: CallRecorder): CallRecorder;
  /** The same cast, which lets no game or reflection begin once a limit is reached. */
  guarding(cast: Cast): Cast;
}

/** A meter for a run. `command` is the command line that goes on with it. */
export function startMeter(store: Store, runId: string, budget: Budget, command: readonly string[]): Meter {
  const book = budget.prices;
  const paid = store.usage(runId);
  let spent = paidBy(paid, book);
  if (paid.some(({ uncounted }) => uncounted > 0)) {
    spent = store.uncountedCalls(runId).reduce((sum, call) => spendCall(sum, call, book), spent);
  }
  const stopAtLimit = (): void => {
    const limit = reached(budget, spent);
    const value = limit === null ? null : budget[limit];
    if (limit === null || value === null) return;
    throw new LimitReached(
      `${OPTION[limit]} ${value} is reached: this run has taken ${spentText(spent)}; what was finished is kept, go on with a higher limit: ${commandText(withLimit(command, limit, value))}`,
    );
  };
  return {
    get spent() {
      return spent;
    },
    counting: (recorder) => ({
      ...recorder,
      save(call) {
        recorder.save(call);
        spent = spendCall(spent, call, book);
      },
    }),
    guarding: (cast) => ({
      ...cast,
      playerFor(seat) {
        stopAtLimit();
        return cast.playerFor(seat);
      },
      reflectorFor(...args: Parameters<Cast['reflectorFor']>) {
        stopAtLimit();
        return cast.reflectorFor(...args);
      },
    }),
  };
}
