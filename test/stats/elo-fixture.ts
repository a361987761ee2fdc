import { readFileSync } from 'node:fs';

/** How many times `first` beat (or tied with) `second`. */
type Count = readonly [first: string, second: string, count: number];

/** One case of the fixture; what each field means is said in the file itself. */
export interface EloCase {
  readonly models: readonly string[];
  readonly wins: readonly Count[];
  readonly ties: readonly Count[];
  readonly exactElo: readonly number[];
  readonly referenceElo: readonly number[];
  readonly resamples?: {
    readonly exactLo: readonly number[];
    readonly exactHi: readonly number[];
    readonly endSdOverSeeds: { readonly lo: readonly number[]; readonly hi: readonly number[] };
    readonly cells?: readonly (readonly ['win' | 'tie', string, string])[];
    readonly counts?: readonly (readonly number[])[];
  };
}

const FILE = new URL('../fixtures/elo-fixture.json', import.meta.url);

/** The cases of the published check values, by name. */
export const ELO_CASES = (
  JSON.parse(readFileSync(FILE, 'utf8')) as { cases: Readonly<Record<string, EloCase>> }
).cases;

/** A count matrix from wins and ties by name, a tie counted as a win for both. */
export function matrixOf(
  models: readonly string[],
  wins: readonly Count[],
  ties: readonly Count[] = [],
): Float64Array {
  const counts = new Float64Array(models.length ** 2);
  const add = (winner: string, loser: string, count: number): void => {
    const index = models.indexOf(winner) * models.length + models.indexOf(loser);
    counts[index] = (counts[index] ?? 0) + count;
  };
  for (const [winner, loser, count] of wins) add(winner, loser, count);
  for (const [one, other, count] of ties) {
    add(one, other, count);
    add(other, one, count);
  }
  return counts;
}
