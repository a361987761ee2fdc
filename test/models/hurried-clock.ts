import type * as ClockModule from '../../src/models/clock.js';

/** How many times faster the time limit of a call passes. */
export const callLimit = { faster: 1 };

const CALL_LIMIT_MS = 600_000;

/** Limits of a check and of loading a model: real requests are made within them. */
const OTHER_LIMITS: readonly number[] = [15_000, 900_000];

const PAUSES_FASTER = 400;

function fasterBy(ms: number): number {
  if (ms === CALL_LIMIT_MS) return callLimit.faster;
  return OTHER_LIMITS.includes(ms) ? 1 : PAUSES_FASTER;
}

/**
 * The machine's clock for whole runs of the command line, where pauses between tries pass 400 times faster. To be
 * the factory of a mocked `src/models/clock.js`.
 */
export async function hurriedClock(original: () => Promise<typeof ClockModule>): Promise<typeof ClockModule> {
  const module = await original();
  const { systemClock } = module;
  return {
    ...module,
    systemClock: {
      now: () => systemClock.now(),
      after: (ms, run) => systemClock.after(ms / fasterBy(ms), run),
    },
  };
}
