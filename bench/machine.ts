import { createHash } from 'node:crypto';

/** One machine unit: SHA-256 of this many bytes. */
const UNIT_BYTES = 1024 * 1024;
const UNITS = 100;

const bytes = Buffer.alloc(UNIT_BYTES, 'the quick brown fox jumps over the lazy dog ');

/** CPU time of this process so far, all threads, in milliseconds. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** CPU time of one machine unit now, in milliseconds. */
export function machineUnitMs(): number {
  const before = cpuMs();
  for (let i = 0; i < UNITS; i += 1) createHash('sha256').update(bytes).digest();
  return (cpuMs() - before) / UNITS;
}

/** A result, and what one machine unit took around it. */
export interface OnMachine<T> {
  readonly result: T;
  readonly machineMs: number;
}

/**
 * Runs `work` between two measurements of the machine's unit. Machines are noisy and differ: a time divided by
 * what the unit took just before and after can be compared across runs, as absolute times cannot.
 */
export async function onMachine<T>(work: () => Promise<T> | T): Promise<OnMachine<T>> {
  const before = machineUnitMs();
  const result = await work();
  return { result, machineMs: (before + machineUnitMs()) / 2 };
}

/** The middle one of several values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
