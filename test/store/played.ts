/** Games played by the engine on random legal actions: the same index gives the same record. */
import { rngOf } from '../../src/base/rng.js';
import { gameById } from '../../src/games/index.js';
import { playGame } from '../../src/loop/play-game.js';
import type { GameRecord, LineUp } from '../../src/players/game-spec.js';
import type { Player } from '../../src/players/player.js';
import { VoidGame } from '../../src/players/player.js';
import { randomAction } from '../games/playing.js';
import { novice, playbook, slot } from './samples.js';

const NEVER = new AbortController().signal;

/** A player of random legal actions that now and then gives an illegal answer, so that moves are forced. */
function clumsy(seed: string, breaksAt: number): Player {
  const rng = rngOf(seed);
  return {
    decide: async ({ decision, turn }) => {
      if (turn >= breaksAt) throw new VoidGame('the server did not answer');
      if (rng.int(0, 9) < 3) return { kind: 'unreadable', problem: 'no JSON — “none” 🙈', text: 'hm' };
      return { kind: 'action', value: randomAction(decision, rng), text: '' };
    },
  };
}

/** A game of the Resistance with a playbook on the alt side; void when a player breaks off at a turn. */
export async function played(
  index: number,
  { breaksAt = Infinity, lineUp }: { readonly breaksAt?: number; readonly lineUp?: LineUp } = {},
): Promise<GameRecord> {
  const game = gameById('resistance');
  return playGame(
    game,
    {
      game: game.id,
      rulesVersion: game.rulesVersion,
      options: game.options.parse({}),
      players: game.players.default,
      promptVersion: null,
      lineUp: lineUp ?? {
        by: 'side',
        main: slot(novice),
        alt: slot(novice, playbook('I wait before I accuse.')),
      },
      seed: { study: 7, purpose: 'learning', index },
      replicate: 0,
    },
    ({ seat }) => clumsy(`${index}/${seat}`, breaksAt),
    { stop: NEVER, abort: NEVER },
  );
}
