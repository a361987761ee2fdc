import { rngOf } from '../../base/rng.js';
import type { GameDefinition } from '../engine/definition.js';
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

/** How often games share what they drew from a word list. */
export interface ContentUse {
  /** What is drawn, in the plural, as in `locations`. */
  readonly entries: string;
  readonly games: number;
  /** Entries that these games could draw: the parts of their purposes together. */
  readonly available: number;
  /** Different entries that they drew. */
  readonly drawn: number;
  /** Games whose entry an earlier one of them had drawn already. Games of different purposes never share one. */
  readonly repeats: number;
}

/**
 * Counts the games on these seeds that share their word, place or pair with an earlier one, in the order given. Such
 * games are less independent than their number says. A function of the seeds and the lists alone: no game is played.
 *
 * @param content lists in place of the shipped ones, as the game's schema gives them
 * @returns null for a game without word lists
 */
export function contentUse(
  game: Pick<GameDefinition, 'content'>,
  seeds: readonly Seed[],
  content: unknown = game.content?.shipped,
): ContentUse | null {
  const lists = game.content;
  if (lists === undefined) return null;
  const purposes = new Set(seeds.map(({ purpose }) => purpose));
  const available = [...purposes].reduce((sum, purpose) => sum + lists.part(content, purpose).length, 0);
  const drawn = new Set(seeds.map((seed) => lists.drawn(content, seed))).size;
  return { entries: lists.entries, games: seeds.length, available, drawn, repeats: seeds.length - drawn };
}
