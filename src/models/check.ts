import { UserError } from '../base/errors.js';
import { ModelFault, type ModelIdentity } from './chat.js';
import type { Clock } from './clock.js';
import type { ServerName } from './faults.js';
import type { Redactor } from './redact.js';
import { stopForCheck } from './stop.js';
import { safeError } from './transport.js';

/** A server that lists its models slower than this is taken for one that does not answer. */
const CHECK_LIMIT_MS = 15_000;

/** Asks a server something before the run, within a time limit; every fault becomes a `UserError`. */
export async function asking<T>(
  server: ServerName,
  clock: Clock,
  redact: Redactor,
  signal: AbortSignal,
  question: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  let late = false;
  const takeBack = clock.after(CHECK_LIMIT_MS, () => {
    late = true;
    controller.abort();
  });
  try {
    signal.throwIfAborted();
    return await question(controller.signal);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (late) {
      throw new UserError(
        'model.unreachable',
        `no answer from the ${server.provider} server ${server.url} within ${CHECK_LIMIT_MS / 1000} s: ${server.whenUnreachable}`,
      );
    }
    const shown = safeError(error, redact);
    throw shown instanceof ModelFault ? stopForCheck(shown) : shown;
  } finally {
    takeBack();
    signal.removeEventListener('abort', onAbort);
  }
}

/**
 * Refuses a window that is larger than the one the model was trained for: servers cut it down without a word.
 *
 * @throws UserError `model.context`
 */
export function refuseWiderThanTrained(identity: ModelIdentity, trained: number | null): void {
  const { context } = identity.settings;
  if (trained === null || context === null || context <= trained) return;
  throw new UserError(
    'model.context',
    `the context window of ${identity.provider}:${identity.model} must be at most ${trained} tokens, which it was trained for, got ${context}: use --context ${trained}`,
  );
}
