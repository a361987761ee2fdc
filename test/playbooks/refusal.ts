import { UserError } from '../../src/base/errors.js';

/** The user error an action ends with; any other error, or none, fails the test. */
export function refusal(action: () => unknown): UserError {
  try {
    action();
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
