import type { JsonObject } from '../../base/json.js';

/** One thing that was looked at. */
export interface Check {
  /** What was looked at: `node`, `store`, `model student (ollama:qwen3:8b)`. */
  readonly what: string;
  /** `fault`: a study would fail. `advice`: it would go better otherwise. `skipped`: not looked at, and why. */
  readonly status: 'ok' | 'advice' | 'fault' | 'skipped';
  /** What was found, in one line. */
  readonly found: string;
  /** The command that mends it, or that goes further; null where there is nothing to do. */
  readonly mend: string | null;
  /** The same as data. */
  readonly facts: JsonObject;
}

/** A check without a fault. */
export function ok(what: string, found: string, facts: JsonObject = {}): Check {
  return { what, status: 'ok', found, mend: null, facts };
}
