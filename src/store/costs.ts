import { canonicalJson } from '../base/hash.js';
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

/**
 * Two tables for a `WITH`: the run that the first parameter names, and what each of its games and reflections is
 * for; a game that several of its steps share counts under the first of them. The view `costs` holds the same for
 * every run.
 */
export const RUN_PHASES = `this AS (SELECT ? AS run_id),
  phases AS (
    SELECT rg.game_id AS episode, st.role AS phase, st.round, min(st.ordinal)
    FROM this JOIN run_games rg USING (run_id)
    JOIN steps st ON st.run_id = rg.run_id AND st.step_id = rg.step_id
    GROUP BY rg.game_id
    UNION ALL
    SELECT step_id, 'reflection', round, ordinal FROM this JOIN steps USING (run_id) WHERE kind = 'reflect'
  )`;

/** The sums of a group of calls. */
const SUMS = `sum(c.status = 'reply') AS calls, sum(json_array_length(c.faults)) AS faults,
  sum(c.status = 'reply' AND c.input_tokens IS NULL) AS uncounted,
  coalesce(sum(c.input_tokens), 0) AS input_tokens,
  coalesce(sum(c.cached_input_tokens), 0) AS cached_input_tokens,
  coalesce(sum(c.cache_write_tokens), 0) AS cache_write_tokens,
  coalesce(sum(c.output_tokens), 0) AS output_tokens,
  coalesce(sum(c.reasoning_tokens), 0) AS reasoning_tokens,
  coalesce(sum(c.duration_ms), 0) AS duration_ms`;

/** What each model was asked for, by one run or (null) by each. */
export function usageByModel(connection: Connection, runId: string | null): ModelUsage[] {
  return connection
    .query<UsageRow>(
      `SELECT run_id, provider, endpoint, model, ${SUMS}
       FROM calls c WHERE ? IS NULL OR run_id = ?
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

/**
 * What the games and reflections of a run took, whichever run made the calls: those served from another run
 * count like its own.
 */
export function usageAsPlayed(connection: Connection, runId: string): PhaseUsage[] {
  return connection
    .query<UsageRow & { readonly phase: string; readonly round: number | null }>(
      `WITH ${RUN_PHASES}
       SELECT this.run_id, p.phase, p.round, c.provider, c.endpoint, c.model, ${SUMS}
       FROM this JOIN phases p JOIN episodes e ON e.name = p.episode JOIN calls c ON c.episode_id = e.id
       GROUP BY p.phase, p.round, c.provider, c.endpoint, c.model
       ORDER BY p.round, p.phase, c.provider, c.endpoint, c.model`,
    )
    .all(runId)
    .map((row) => ({ ...usageOf(row), phase: row.phase, round: row.round }));
}

/** What one seat of one kind of game asked of a model, on average over finished games. */
export interface SeatUsage {
  readonly game: string;
  /** The rule options as canonical JSON. */
  readonly options: string;
  readonly players: number;
  readonly provider: string;
  readonly endpoint: string;
  readonly model: string;
  /** Whether the seat carried a playbook. */
  readonly armed: boolean;
  /** Finished games it was measured in. */
  readonly games: number;
  /** Replies a seat and game. */
  readonly calls: number;
  /** Tokens a seat and game; null when a server reported none for one of the replies. */
  readonly tokens: TokenUsage | null;
  /** Waiting a seat and game, in milliseconds. */
  readonly durationMs: number;
}

interface SeatRow extends Omit<UsageRow, 'run_id' | 'faults'> {
  readonly game: string;
  readonly options: string;
  readonly players: number;
  readonly armed: number;
  readonly games: number;
  readonly seats: number;
}

/**
 * What seats asked of models in the finished games of these kinds, whichever run played them.
 *
 * @param games kinds of game, such as `resistance`
 */
export function usageBySeat(connection: Connection, games: readonly string[]): SeatUsage[] {
  return connection
    .query<SeatRow>(
      `SELECT g.game, g.options, g.players, s.playbook_hash IS NOT NULL AS armed, c.provider, c.endpoint, c.model,
         count(DISTINCT g.id) AS games, count(DISTINCT g.id || '/' || s.seat) AS seats, ${SUMS}
       FROM calls c
       JOIN games g ON g.id = c.episode AND g.status = 'finished'
       JOIN seats s ON s.game_id = g.id AND s.seat = c.seat
       WHERE c.status = 'reply' AND g.game IN (SELECT value FROM json_each(?))
       GROUP BY g.game, g.options, g.players, armed, c.provider, c.endpoint, c.model`,
    )
    .all(JSON.stringify(games))
    .map((row) => {
      const each = (sum: number): number => sum / row.seats;
      return {
        game: row.game,
        options: canonicalJson(JSON.parse(row.options)),
        players: row.players,
        provider: row.provider,
        endpoint: row.endpoint,
        model: row.model,
        armed: row.armed === 1,
        games: row.games,
        calls: each(row.calls),
        tokens:
          row.uncounted > 0
            ? null
            : {
                input: each(row.input_tokens),
                cachedInput: each(row.cached_input_tokens),
                cacheWrite: each(row.cache_write_tokens),
                output: each(row.output_tokens),
                reasoning: each(row.reasoning_tokens),
              },
        durationMs: each(row.duration_ms),
      };
    });
}
