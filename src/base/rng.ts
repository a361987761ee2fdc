import { hash } from 'node:crypto';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

/** State of a random generator: plain JSON, so that it can live inside a game's state. */
export type RngState = readonly number[];

/** Draws from a seeded generator (xoroshiro128+). */
export interface Rng {
  /** A whole number, `min` ≤ n ≤ `max`, uniform. */
  int(min: number, max: number): number;
  /** A number in [0, 1), uniform. */
  float(): number;
  /** One of the items, uniform. Throws on an empty list. */
  pick<T>(items: readonly T[]): T;
  /** A new list in random order (Fisher–Yates). */
  shuffle<T>(items: readonly T[]): T[];
  /** The state after the draws made so far. */
  state(): RngState;
}

/** The generator's state for a seed text: its SHA-256, so that near seeds give unrelated draws. */
export function seedState(seed: string): RngState {
  const digest = hash('sha256', seed, 'buffer');
  return [0, 4, 8, 12].map((offset) => digest.readInt32LE(offset));
}

/** A generator that goes on from `state`; `state` itself is not changed. */
export function rngFrom(state: RngState): Rng {
  const generator = xoroshiro128plusFromState([...state]);
  const int = (min: number, max: number): number => uniformInt(generator, min, max);
  return {
    int,
    float: () => uniformFloat64(generator),
    pick: <T>(items: readonly T[]): T => {
      if (items.length === 0) throw new Error('cannot pick from an empty list');
      return items[int(0, items.length - 1)] as T;
    },
    shuffle: <T>(items: readonly T[]): T[] => {
      const out = [...items];
      for (let i = out.length - 1; i > 0; i -= 1) {
        const j = int(0, i);
        [out[i], out[j]] = [out[j] as T, out[i] as T];
      }
      return out;
    },
    state: () => [...generator.getState()],
  };
}

/** A generator seeded by a text. */
export function rngOf(seed: string): Rng {
  return rngFrom(seedState(seed));
}
