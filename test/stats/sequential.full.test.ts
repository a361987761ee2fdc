import { describe, expect, it } from 'vitest';
import { rngOf } from '../../src/base/rng.js';
import { look } from '../../src/stats/sequential.js';
import type { LookOptions } from '../../src/stats/sequential.js';

const SEQUENCES = 2000;
/** An interval takes ten times as long as the evidence alone. */
const COVERED_SEQUENCES = 800;
const MAX_PAIRS = 400;
const BATCH = 20;
const options: LookOptions = { width: 0.3, detect: 0.2, maxPairs: MAX_PAIRS, batch: BATCH };

/** The share of sequences in which something happened at one look or more. */
async function everShare(
  name: string,
  sequences: number,
  up: number,
  down: number,
  happened: (differences: number[]) => boolean,
): Promise<number> {
  let count = 0;
  for (let sequence = 0; sequence < sequences; sequence += 1) {
    // Lets the runner hear from this process while it counts.
    if (sequence % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    const rng = rngOf(`${name}/${sequence}`);
    const differences: number[] = [];
    for (let pair = 0; pair < MAX_PAIRS; pair += 1) {
      const draw = rng.float();
      differences.push(draw < up ? 1 : draw < up + down ? -1 : 0);
      if (differences.length % BATCH === 0 && happened(differences)) {
        count += 1;
        break;
      }
    }
  }
  return count / sequences;
}

/** 5 % and three standard errors. */
const atMost = (sequences: number): number => 0.05 + 3 * Math.sqrt((0.05 * 0.95) / sequences);

describe('looking after every batch', () => {
  it.each([
    ['much discordance', 0.25, 0.25],
    ['some', 0.1, 0.1],
    ['little', 0.02, 0.02],
  ])('shows a change that is not there in at most 5 %% of A/A sequences: %s', async (name, up, down) => {
    const share = await everShare(
      name,
      SEQUENCES,
      up,
      down,
      (differences) => (look(differences, options).evidence?.p ?? 1) <= 0.05,
    );
    expect(share).toBeLessThan(atMost(SEQUENCES));
  });

  it.each([
    ['no change', 0.25, 0.25],
    ['a change of 20 points', 0.3, 0.1],
    ['a rare change one way', 0.05, 0],
    ['a change of 60 points', 0.65, 0.05],
  ])('misses the true difference at any look in at most 5 %% of sequences: %s', async (name, up, down) => {
    const share = await everShare(`cover ${name}`, COVERED_SEQUENCES, up, down, (differences) => {
      const { low, high } = look(differences, options).interval ?? { low: -1, high: 1 };
      return up - down < low || up - down > high;
    });
    expect(share).toBeLessThan(atMost(COVERED_SEQUENCES));
  });

  it('finds a change of 20 points within 400 pairs most of the time', async () => {
    const share = await everShare(
      'power',
      SEQUENCES,
      0.3,
      0.1,
      (differences) => look(differences, options).reason === 'change shown',
    );
    expect(share).toBeGreaterThan(0.9);
  });
});
