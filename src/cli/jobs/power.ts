import Table from 'cli-table3';
import { UserError } from '../../base/errors.js';
import {
  MAX_PAIRS,
  MAX_UNPAIRED,
  correlationBounds,
  pairedPowerOf,
  smallestSize,
  unpairedPowerOf,
} from '../../stats/power.js';
import type { CorrelationBounds, PowerAt } from '../../stats/power.js';
import type { Io } from '../io.js';
import { jsonText } from '../json-text.js';

/** Options of `spartan power`, as parsed. */
export interface PowerOptions {
  readonly from: number;
  readonly to: number;
  readonly pairs?: number;
  readonly rho?: number;
  readonly power: number;
  readonly alpha: number;
  readonly comparisons: number;
  readonly unpaired?: boolean;
  readonly json?: boolean;
}

/** What the command says. */
interface PowerAnswer {
  readonly test: 'exact McNemar' | 'Fisher exact';
  readonly from: number;
  readonly to: number;
  /** Null for unpaired games. */
  readonly rho: number | null;
  readonly possibleRho: CorrelationBounds | null;
  readonly alpha: number;
  readonly comparisons: number;
  /** The power asked for. */
  readonly wanted: number;
  /** The smallest size that has it; null when none up to `most` has. */
  readonly needed: PowerAt | null;
  readonly most: number;
  /** The power at `--pairs`; null when it was not given. */
  readonly asked: PowerAt | null;
  readonly table: readonly PowerAt[];
}

/** Sizes of the table, as far as they lie below half as many again as needed. */
const SIZES = [10, 20, 30, 60, 100, 150, 200, 300, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000];

function checked<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UserError('input.option', `--rho: ${error.message}`, { cause: error });
  }
}

function answerOf(options: PowerOptions): PowerAnswer {
  const { from, to, pairs, power: wanted, alpha, comparisons, unpaired = false } = options;
  if (from === to) {
    throw new UserError(
      'input.option',
      `--to must differ from --from, got ${to} for both; a change of 0 cannot be found`,
    );
  }
  if (unpaired && options.rho !== undefined) {
    throw new UserError('input.option', '--rho goes with paired games; leave it or --unpaired out');
  }
  const most = unpaired ? MAX_UNPAIRED : MAX_PAIRS;
  if (pairs !== undefined && pairs > most) {
    throw new UserError('input.option', `--pairs must be at most ${most} with --unpaired, got ${pairs}`);
  }
  const rho = unpaired ? null : (options.rho ?? 0);
  const question = { from, to, alpha, comparisons };
  const power = checked(() =>
    rho === null ? unpairedPowerOf(question) : pairedPowerOf({ ...question, rho }),
  );
  const needed = smallestSize(power, wanted, most);
  const asked = pairs === undefined ? null : power(pairs);
  const last = 1.5 * Math.max(needed?.n ?? most, pairs ?? 0);
  const sizes = new Set(SIZES.filter((n) => n <= Math.min(last, most)));
  for (const found of [needed, asked]) if (found !== null) sizes.add(found.n);
  return {
    test: unpaired ? 'Fisher exact' : 'exact McNemar',
    from,
    to,
    rho,
    possibleRho: unpaired ? null : correlationBounds(from, to),
    alpha,
    comparisons,
    wanted,
    needed,
    most,
    asked,
    table: [...sizes].sort((a, b) => a - b).map(power),
  };
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function sentences(answer: PowerAnswer): string[] {
  const { test, from, to, rho, possibleRho, alpha, comparisons, wanted, needed, most, asked } = answer;
  const unit = rho === null ? 'games of each condition' : 'pairs';
  const testName = test === 'exact McNemar' ? 'exact McNemar test' : 'Fisher’s exact test';
  const level = comparisons === 1 ? `α = ${alpha}` : `α = ${alpha} shared by ${comparisons} comparisons`;
  const alike =
    rho === null
      ? 'no pairing'
      : `correlation ${rho}${possibleRho === null ? '' : ` (possible: ${possibleRho.low.toFixed(2)} to ${possibleRho.high.toFixed(2)})`}`;
  const lines = [`${percent(from)} to ${percent(to)}, ${alike}; ${testName}, two-sided, ${level}.`];
  if (asked !== null)
    lines.push(`${asked.n} ${unit} find the change with a chance of ${percent(asked.power)}.`);
  lines.push(
    needed === null
      ? `More than ${most} ${unit} are needed for a chance of ${percent(wanted)}.`
      : `For a chance of ${percent(wanted)}: ${needed.n} ${unit}, ${2 * needed.n} games.`,
  );
  return lines;
}

/** Prints how many pairs a change needs, or how often a number of pairs finds it, with a table by size. */
export function power(options: PowerOptions, io: Io): void {
  const answer = answerOf(options);
  if (options.json === true) {
    io.out(jsonText(answer));
    return;
  }
  const table = new Table({
    head: [answer.rho === null ? 'games each' : 'pairs', 'games', 'finds it', 'finds the opposite'],
    colAligns: ['right', 'right', 'right', 'right'],
    style: { head: [], border: [] },
  });
  for (const { n, power: found, wrong } of answer.table) {
    table.push([String(n), String(2 * n), percent(found), wrong < 0.0005 ? '< 0.1 %' : percent(wrong)]);
  }
  io.out(`${sentences(answer).join('\n')}\n\n${table.toString()}\n`);
}
