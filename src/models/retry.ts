import type { Rng } from '../base/rng.js';
import type { ModelFault } from './chat.js';

/** Bounds of what one call may cost in time and tries. */
export interface GatewayLimits {
  /** From sending a request to its last byte, in milliseconds. */
  readonly callMs: number;
  /** The same for making a model ready. */
  readonly loadMs: number;
  /** Times a call is sent again after a transport fault. */
  readonly transportRetries: number;
  /** Of these, times after our own time limit: each costs `callMs`. */
  readonly timeoutRetries: number;
  /** Times a call is sent again after a 429. */
  readonly rateLimitRetries: number;
  /** First pause between tries; doubles each time. */
  readonly backoffMs: number;
  readonly maxBackoffMs: number;
  /** A server that asks for a longer wait pauses the run. */
  readonly maxWaitMs: number;
  /** Calls given up in the same way, one after the other, that stop the run before any reply has come. */
  readonly firstAlike: number;
  /** The same once the server has answered. */
  readonly laterAlike: number;
}

export const DEFAULT_LIMITS: GatewayLimits = {
  // A long prompt at 25 tokens a second, as on two cores, takes some minutes.
  callMs: 600_000,
  loadMs: 900_000,
  transportRetries: 4,
  timeoutRetries: 1,
  rateLimitRetries: 10,
  backoffMs: 500,
  maxBackoffMs: 30_000,
  maxWaitMs: 120_000,
  firstAlike: 3,
  laterAlike: 10,
};

/** Code of the fault that our own time limit makes. */
export const TIMEOUT_CODE = 'time-limit';

/** Tries of one call so far, by what ended them. */
export interface Tries {
  readonly transport: number;
  readonly timeout: number;
  readonly rateLimit: number;
}

export const NO_TRIES: Tries = { transport: 0, timeout: 0, rateLimit: 0 };

/** The tries after one more fault. */
export function countTry(tries: Tries, fault: ModelFault): Tries {
  if (fault.kind === 'rate-limit') return { ...tries, rateLimit: tries.rateLimit + 1 };
  return {
    ...tries,
    transport: tries.transport + 1,
    timeout: tries.timeout + (fault.code === TIMEOUT_CODE ? 1 : 0),
  };
}

/**
 * How long to wait before a call is sent again; null when it is not. What the server asks for is waited at
 * least; else the pause doubles from try to try, half of it drawn at random ("equal jitter", M. Brooker,
 * Exponential Backoff And Jitter, 2015), so that calls which failed together do not return together.
 *
 * @param tries the fault included
 */
export function retryDelay(
  fault: ModelFault,
  tries: Tries,
  limits: GatewayLimits,
  rng: Pick<Rng, 'float'>,
): number | null {
  const mayRetry =
    fault.kind === 'transport'
      ? tries.transport <= limits.transportRetries && tries.timeout <= limits.timeoutRetries
      : fault.kind === 'rate-limit' && tries.rateLimit <= limits.rateLimitRetries;
  if (!mayRetry) return null;
  const count = fault.kind === 'rate-limit' ? tries.rateLimit : tries.transport;
  const full = Math.min(limits.maxBackoffMs, limits.backoffMs * 2 ** (count - 1));
  const pause = full / 2 + (full / 2) * rng.float();
  return fault.retryAfterMs === null ? pause : fault.retryAfterMs + (pause - full / 2) / 10;
}
