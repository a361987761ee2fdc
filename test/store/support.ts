/** Stores in temporary folders, closed and gone after the test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import { openStore } from '../../src/store/index.js';
import type { Store, StoreOptions } from '../../src/store/index.js';

/** A folder that is gone after the test. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spartan-store-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** A clock that starts on 1 March 2025 and goes on by a second each time it is read. */
export function tickingClock(): () => Date {
  let time = Date.UTC(2025, 2, 1);
  return () => new Date((time += 1000));
}

/** Opens a store that is closed after the test. */
export function opened(
  path: string,
  mode: StoreOptions['mode'] = 'write',
  options: Partial<StoreOptions> = {},
): Store {
  const store = openStore(path, { mode, now: tickingClock(), ...options });
  onTestFinished(() => {
    store.close();
  });
  return store;
}

/** A new store in a temporary folder. */
export function freshStore(): Store {
  return opened(join(tempFolder(), 'lab.db'));
}

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
