import { whenAborted } from './when-aborted.js';

/** Time as an argument, so that tests turn it by hand. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs `run` once, `ms` from now. The function returned takes it back. */
  after(ms: number, run: () => void): () => void;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Waits `ms`; rejects with the signal's reason as soon as it is aborted. */
export function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const stopWaiting = whenAborted(signal, () => {
      takeBack();
      reject(signal.reason as Error);
    });
    const takeBack = clock.after(ms, () => {
      stopWaiting();
      resolve();
    });
  });
}
