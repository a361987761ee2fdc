import type { TokenUsage } from '../models/chat.js';
import type { Connection } from './connection.js';

/** What a model was asked for. Replies served from the store again are not in it. */
export interface Usage {
  /** Replies received. */
  readonly calls: number;
  /** Requests that got no reply, those asked again included. */
  readonly faults: number;
  /** Replies for which the server reported no tokens; their tokens are missing from `tokens`. */
  readonly uncounted: number;
  readonly tokens: TokenUsage;
  /** Time spent waiting for replies, in milliseconds, summed over calls in flight at once. */
  readonly durationMs: number;
}

/** What a run asked of one model. */
export interface ModelUsage extends Usage {
  readonly runId: string;
  readonly provider: string;
  readonly endpoint: string;
  readonly model: string;
}

/** What a run asked of one model in one phase of the experiment. */
export interface PhaseUsage extends ModelUsage {
  /** Role of the play step (`baseline`, `learning`, `evaluation`), `reflection`, or `other`. */
  readonly phase: string;
  readonly round: number | null;
}

interface UsageRow {
  readonly run_id: string;
  readonly provider: string;
  readonly endpoint: string;
  readonly model: string;
  readonly calls: number;
  readonly faults: number;
  readonly uncounted: number;
  readonly input_tokens: number;
  readonly cached_input_tokens: number;
  readonly cache_write_tokens: number;
  readonly output_tokens: number;
  readonly reasoning_tokens: number;
  readonly duration_ms: number;
}

function usageOf(row: UsageRow): ModelUsage {
  return {
    runId: row.run_id,
    provider: row.provider,
    endpoint: row.endpoint,
    model: row.model,
    calls: row.calls,
    faults: row.faults,
    uncounted: row.uncounted,
    tokens: {
      input: row.input_tokens,
      cachedInput: row.cached_input_tokens,
      cacheWrite: row.cache_write_tokens,
      output: row.output_tokens,
      reasoning: row.reasoning_tokens,
    },
    durationMs: row.duration_ms,
  };
}

/** What each model was asked for, by one run or (null) by each. */
export function usageByModel(connection: Connection, runId: string | null): ModelUsage[] {
  return connection
    .query<UsageRow>(
      `SELECT run_id, provider, endpoint, model, sum(status = 'reply') AS calls,
         sum(json_array_length(faults)) AS faults, sum(status = 'reply' AND input_tokens IS NULL) AS uncounted,
         coalesce(sum(input_tokens), 0) AS input_tokens,
         coalesce(sum(cached_input_tokens), 0) AS cached_input_tokens,
         coalesce(sum(cache_write_tokens), 0) AS cache_write_tokens,
         coalesce(sum(output_tokens), 0) AS output_tokens,
         coalesce(sum(reasoning_tokens), 0) AS reasoning_tokens,
         coalesce(sum(duration_ms), 0) AS duration_ms
       FROM calls WHERE ? IS NULL OR run_id = ?
       GROUP BY run_id, provider, endpoint, model`,
    )
    .all(runId, runId)
    .map(usageOf);
}

/** The `costs` view of one run, in the order of rounds. */
export function usageByPhase(connection: Connection, runId: string): PhaseUsage[] {
  return connection
    .query<UsageRow & { readonly phase: string; readonly round: number | null }>(
      'SELECT * FROM costs WHERE run_id = ? ORDER BY round, phase, provider, endpoint, model',
    )
    .all(runId)
    .map((row) => ({ ...usageOf(row), phase: row.phase, round: row.round }));
}
