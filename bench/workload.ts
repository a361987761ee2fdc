/** One run of games on the stub model in a process of its own; see `sections/throughput.ts`. */
import { keepHeapSmall } from './lab.js';
import { playResistance } from './play.js';
import type { GamePace } from './play.js';
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

/**
 * When the last game ends if the lab itself takes no time: games wait in line for `concurrency` tables, first
 * come, first served. With a table for each, that is the longest game.
 */
function idealTime(games: readonly GamePace[], { concurrency, latencyMs }: Workload): number {
  const freeAt = Array.from({ length: concurrency }, () => 0);
  for (const { waits } of games) {
    const next = freeAt.indexOf(Math.min(...freeAt));
    freeAt[next] = (freeAt[next] ?? 0) + waits * latencyMs;
  }
  return Math.max(...freeAt);
}

process.once('message', (workload: Workload) => {
  keepHeapSmall();
  const { games, concurrency, latencyMs, folder } = workload;
  const model = stubModel({ latencyMs, wire: 'narrow' });
  void playResistance({ model, games, concurrency, folder }).then((played) => {
    const result: WorkloadResult = {
      wallMs: played.wallMs,
      idealMs: idealTime(played.games, workload),
      calls: played.calls,
      peakMiB: played.peakMiB,
    };
    process.send?.(result, () => process.disconnect());
  });
});
