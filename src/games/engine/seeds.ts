import { rngOf } from '../../base/rng.js';

/** What a seed is for. Sets of different purposes never share a seed. */
export type Purpose = 'learning' | 'validation' | 'test';

/** Seed `index` of a purpose in a study. Learning, validation and test seeds are disjoint by construction. */
export interface Seed {
  /** The study seed, `--seed`. */
  readonly study: number;
  readonly purpose: Purpose;
  /** From 0. */
  readonly index: number;
}

/**
 * Names players may bear: short, of many origins, none contained in another.
 */
export const PLAYER_NAMES = [
  'Ada', 'Bram', 'Chidi', 'Dora', 'Emil', 'Farah', 'Gus', 'Hana', 'Ivo', 'Jun', 'Kofi', 'Lena',
  'Milo', 'Nora', 'Omar', 'Priya', 'Quinn', 'Rosa', 'Sven', 'Tariq', 'Uma', 'Viktor', 'Wren', 'Yara', 'Zoe',
] as const; // prettier-ignore

/** The seed text of a game: study seed, game, purpose and index alone decide the deal. */
export function seedText(game: string, seed: Seed): string {
  return `${seed.study}/${game}/${seed.purpose}/${seed.index}`;
}

/** The names at the table, by seat, drawn from {@link PLAYER_NAMES} by the seed. */
export function dealNames(game: string, seed: Seed, players: number): string[] {
  return rngOf(`${seedText(game, seed)}/names`)
    .shuffle(PLAYER_NAMES)
    .slice(0, players);
}

/** The seat that carries the playbook in games without sides: rotated by the seed's index. */
export function focalSeat(seed: Seed, players: number): number {
  return seed.index % players;
}
