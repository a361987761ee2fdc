import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { tempFolder } from './support.js';
import { expectWhole, startWriter } from './writer.js';
import type { Said } from './writer.js';

const SIZE_KIB = 2048;
/** Each test starts two processes, and checks all that they saved. */
const PATIENCE_MS = 60_000;

/** Mounts a disk of {@link SIZE_KIB} at `folder`; false where that is not allowed. */
function mountSmallDisk(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_KIB}k`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return false;
  }
  onTestFinished(() => {
    execFileSync('umount', [folder]);
  });
  return true;
}

function expectFull(said: Said): void {
  expect(said.trouble).toBe('');
  expect(said.error?.code).toBe('store.full');
  expect(said.error?.message).toMatch(/is safe: free some space and run the same command again$/);
}

it(
  'a file-size limit in the middle of a run is told, loses nothing, and the run goes on once it is lifted',
  async () => {
    const path = join(tempFolder(), 'lab.db');
    const first = await startWriter(path, SIZE_KIB).ended;
    expectFull(first);
    expect(first.games.length).toBeGreaterThan(5);
    expectWhole(path, [first]);
    const second = await startWriter(path, 2 * SIZE_KIB).ended;
    expectFull(second);
    expect(Math.min(...second.games)).toBeGreaterThan(Math.max(...first.games));
    expectWhole(path, [first, second]);
  },
  PATIENCE_MS,
);

it(
  'a disk that is full is told, loses nothing, and the run goes on once there is room',
  async () => {
    const folder = join(tempFolder(), 'disk');
    mkdirSync(folder);
    const mounted = mountSmallDisk(folder);
    const path = join(folder, 'lab.db');
    // Where no disk may be mounted, the limit stands in for it: the same failure by another code.
    const limit = mounted ? undefined : SIZE_KIB;
    const first = await startWriter(path, limit).ended;
    expectFull(first);
    const grow = (kib: number): void => {
      if (mounted) execFileSync('mount', ['-o', `remount,size=${kib}k`, folder]);
    };
    grow(2 * SIZE_KIB);
    expectWhole(path, [first]);
    const second = await startWriter(path, limit === undefined ? undefined : 2 * limit).ended;
    expectFull(second);
    grow(4 * SIZE_KIB);
    expect(Math.min(...second.games)).toBeGreaterThan(Math.max(...first.games));
    expectWhole(path, [first, second]);
  },
  PATIENCE_MS,
);
