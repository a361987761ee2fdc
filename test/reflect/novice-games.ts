import { gameById } from '../../src/games/index.js';
import { builtinProfile } from '../../src/players/builtin/profiles.js';
import { trajectoryOf } from '../../src/players/game-spec.js';
import type { Trajectory } from '../../src/players/player.js';
import { playCamps } from '../players/builtin/support.js';

/** Games of novices without a playbook, from the seed numbered `first` on. */
export async function noviceGames(count: number, first = 0, id = 'resistance'): Promise<Trajectory[]> {
  const camp = { profile: builtinProfile('novice') };
  const games: Trajectory[] = [];
  for (let index = first; index < first + count; index += 1) {
    const seed = { study: 1, purpose: 'learning', index } as const;
    games.push(trajectoryOf(await playCamps(gameById(id), seed, { main: camp, alt: camp })));
  }
  return games;
}
