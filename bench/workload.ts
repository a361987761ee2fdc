/** One run of games on the stub model in a process of its own; see `sections/throughput.ts`. */
import type { GameRecord } from '../src/players/game-spec.js';
import { playResistance } from './play.js';
import { stubModel } from './stub-model.js';

/** What to play. */
export interface Workload {
  readonly games: number;
  readonly concurrency: number;
  readonly latencyMs: number;
  readonly folder: string;
}

/** How it went. */
export interface WorkloadResult {
  readonly wallMs: number;
  /** What the model alone would have taken. */
  readonly idealMs: number;
  readonly calls: number;
  /** Highest resident memory of the process. */
  readonly peakMiB: number;
}

/** Times that a game waits for the model: batches in which somebody was asked. */
function waits({ decisions }: GameRecord): number {
  return new Set(decisions.filter(({ attempts }) => attempts > 0).map(({ turn }) => turn)).size;
}

/**
 * When the last game ends if the lab itself takes no time: games wait in line for `concurrency` tables, first
 * come, first served. With a table for each, that is the longest game.
 */
function idealTime(records: readonly GameRecord[], { concurrency, latencyMs }: Workload): number {
  const freeAt = Array.from({ length: concurrency }, () => 0);
  for (const record of records) {
    const next = freeAt.indexOf(Math.min(...freeAt));
    freeAt[next] = (freeAt[next] ?? 0) + waits(record) * latencyMs;
  }
  return Math.max(...freeAt);
}

process.once('message', (workload: Workload) => {
  const { games, concurrency, latencyMs, folder } = workload;
  const model = stubModel({ latencyMs, wire: 'narrow' });
  void playResistance({ model, games, concurrency, folder }).then(({ records, calls, wallMs }) => {
    const result: WorkloadResult = {
      wallMs,
      idealMs: idealTime(records, workload),
      calls,
      peakMiB: process.resourceUsage().maxRSS / 1024,
    };
    process.send?.(result, () => process.disconnect());
  });
});
