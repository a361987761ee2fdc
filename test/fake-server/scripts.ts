import { rngOf } from '../../src/base/rng.js';
import type { Script, Twist } from './types.js';

/** The first requests get these twists, one list each; later ones none. */
export function inOrder(...lists: readonly (readonly Twist[])[]): Script {
  return (_chat, n) => lists[n] ?? [];
}

/** Every request gets these twists. */
export function always(...twists: readonly Twist[]): Script {
  return () => twists;
}

/** Faults of the way to a reply, none of which is the model's. */
export const TRANSPORT_TWISTS: readonly Twist[] = [
  { twist: 'status', status: 500 },
  { twist: 'status', status: 503 },
  { twist: 'status', status: 429, headers: { 'retry-after-ms': '1' } },
  { twist: 'hang-up' },
  { twist: 'cut-body', afterBytes: 20 },
  { twist: 'raw-body', text: '<html>Bad gateway</html>' },
];

/** A share of requests, drawn by seed and arrival, gets one of the twists. */
export function atRandom(seed: string, share: number, twists: readonly Twist[] = TRANSPORT_TWISTS): Script {
  return (_chat, n) => {
    const rng = rngOf(`${seed}/${n}`);
    return rng.float() < share ? [rng.pick(twists)] : [];
  };
}
