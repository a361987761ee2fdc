import { StoppedError, UserError } from '../base/errors.js';
import type { ModelFault } from './chat.js';
import { CONTEXT_CODE } from './faults.js';

/**
 * The error that stops a run for faults that no other call can escape: no quota, no access, no such model, a
 * prompt longer than the window. Undefined for faults of one call.
 */
export function stopFor(fault: ModelFault): UserError | undefined {
  if (fault.code === CONTEXT_CODE) {
    return new UserError('model.context', `${fault.message}: choose a larger window with --context`, {
      cause: fault,
    });
  }
  switch (fault.kind) {
    case 'quota':
      return new UserError(
        'model.quota',
        `${fault.message}: no quota is left, so add credit or use another account, then run the same command again to go on`,
        { cause: fault },
      );
    case 'auth':
      return new UserError('model.auth', fault.message, { cause: fault });
    case 'not-found':
      return new UserError('model.not-found', fault.message, { cause: fault });
    default:
      return undefined;
  }
}

/** The error for a server that fails every call in the same way. */
export function stopForAlike(fault: ModelFault, calls: number): UserError {
  const code = fault.kind === 'transport' ? 'model.unreachable' : 'model.refused';
  return new UserError(
    code,
    `${fault.message}; ${calls} calls in a row failed like this: mend it, then run the same command again to go on`,
    { cause: fault },
  );
}

/** The error for a check before the run, whatever the fault. */
export function stopForCheck(fault: ModelFault): UserError {
  const code = fault.kind === 'transport' ? 'model.unreachable' : 'model.refused';
  return stopFor(fault) ?? new UserError(code, fault.message, { cause: fault });
}

/** The server asks for a longer wait than a run should sit out in silence. */
export class EndpointPaused extends StoppedError {
  /** When the server will answer again, in milliseconds since 1970. */
  readonly resumeAt: number;

  constructor(fault: ModelFault, waitMs: number, longestMs: number, nowMs: number) {
    const resumeAt = nowMs + waitMs;
    const time = `${new Date(resumeAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    super(
      `${fault.message}; it asks for a wait of ${Math.ceil(waitMs / 1000)} s, and more than ${longestMs / 1000} s is not waited for: run the same command again after ${time} to go on`,
    );
    this.name = 'EndpointPaused';
    this.resumeAt = resumeAt;
  }
}

/** A limit on what a run may spend is reached: no further game starts, those in progress are played to their end. */
export class LimitReached extends StoppedError {
  constructor(reason: string) {
    super(reason);
    this.name = 'LimitReached';
  }
}
