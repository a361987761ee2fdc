/** Sets of word n-grams and how much of two is common. */

/** For each set in turn, how many n-grams it shares with each of those before it. */
export function sharedCounter(): (grams: ReadonlySet<string>) => Uint32Array {
  // Which sets hold an n-gram: one pass over a set's n-grams then counts for all earlier ones at once, and those
  // it shares nothing with cost nothing.
  const holders = new Map<string, number[]>();
  let sets = 0;
  return (grams) => {
    const shared = new Uint32Array(sets);
    for (const gram of grams) {
      const known = holders.get(gram);
      if (known === undefined) {
        holders.set(gram, [sets]);
        continue;
      }
      for (const holder of known) shared[holder] = (shared[holder] ?? 0) + 1;
      known.push(sets);
    }
    sets += 1;
    return shared;
  };
}

/** Jaccard index of two sets of sizes `one` and `other` with `shared` members in common; null when one is empty. */
export function jaccard(shared: number, one: number, other: number): number | null {
  return one === 0 || other === 0 ? null : shared / (one + other - shared);
}
