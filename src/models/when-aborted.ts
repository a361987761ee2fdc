/** What waits for each signal. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `run` when the signal is aborted; never, when it is already. The function returned takes it back.
 *
 * A signal looks through all of its listeners whenever one is added or removed, and every call in flight waits for
 * the run's one signal: with a thousand games at once that took most of the time. So each signal has one listener
 * of ours, and Node has no reason to warn of many.
 */
export function whenAborted(signal: AbortSignal, run: () => void): () => void {
  let all = waiting.get(signal);
  if (all === undefined) {
    const fresh = new Set<() => void>();
    signal.addEventListener('abort', () => fresh.forEach((waiter) => waiter()), { once: true });
    waiting.set(signal, fresh);
    all = fresh;
  }
  const own = (): void => run();
  all.add(own);
  return () => void all.delete(own);
}
