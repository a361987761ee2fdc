import { rngOf } from '../../base/rng.js';
import type { Purpose, Seed } from '../engine/seeds.js';

/** Shares of a list that each purpose draws from; the parts are disjoint. */
const PARTS: Readonly<Record<Purpose, readonly [number, number]>> = {
  learning: [0, 0.4],
  validation: [0.4, 0.6],
  test: [0.6, 1],
};

/**
 * The part of a list that seeds of a purpose draw from. Parts of different purposes are disjoint, and every
 * part has at least one entry when the list has three or more. The split is the same in every study.
 */
export function partOf<T>(list: readonly T[], purpose: Purpose): readonly T[] {
  // A fixed shuffle, so that parts do not follow the order in which the list was written.
  const mixed = rngOf(`content/${list.length}`).shuffle(list);
  const [from, to] = PARTS[purpose];
  return mixed.slice(Math.floor(from * list.length), Math.floor(to * list.length));
}

/**
 * The entry of a list for one seed. Within a part entries come in a random order of the study's; every entry is
 * used once before any is used again, so repeats are spread evenly.
 *
 * @param label keeps draws from different lists of one game apart
 */
export function drawContent<T>(list: readonly T[], deal: Seed, label: string): T {
  const part = partOf(list, deal.purpose);
  if (part.length === 0) throw new Error(`content list "${label}" is too short to split by purpose`);
  const lap = Math.floor(deal.index / part.length);
  const order = rngOf(`content/${label}/${deal.study}/${deal.purpose}/${lap}`).shuffle(part);
  return order[deal.index % part.length] as T;
}
