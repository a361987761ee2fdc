import { sha256 } from '../../../src/base/hash.js';
import type { GameDefinition } from '../../../src/games/engine/definition.js';
import type { Seed } from '../../../src/games/engine/seeds.js';
import { playGame } from '../../../src/loop/play-game.js';
import { builtinPlayer } from '../../../src/players/builtin/builtin-player.js';
import { builtinIdentity } from '../../../src/players/builtin/profiles.js';
import type { Profile } from '../../../src/players/builtin/profiles.js';
import type { GameRecord, LineUp, Slot } from '../../../src/players/game-spec.js';

const { signal } = new AbortController();

/** One seat group of a game in a test: who plays and what it carries. */
export interface Camp {
  readonly profile: Profile;
  readonly playbook?: string | null;
}

function slotOf({ profile, playbook = null }: Camp): Slot {
  return {
    player: builtinIdentity(profile.name),
    playbook: playbook === null ? null : { hash: sha256(playbook), text: playbook },
  };
}

/**
 * Plays a game of builtin players through the loop's own `playGame`. `main` is the odd seats' camp in games
 * without sides. A profile may be altered as long as its name is a known one.
 */
export function playCamps(
  game: GameDefinition,
  seed: Seed,
  camps: { readonly main: Camp; readonly alt: Camp },
  replicate = 0,
): Promise<GameRecord> {
  const players = game.players.default;
  const lineUp: LineUp =
    game.sides === undefined
      ? {
          by: 'seat',
          seats: Array.from({ length: players }, (_, seat) =>
            slotOf(seat % 2 === 0 ? camps.alt : camps.main),
          ),
        }
      : { by: 'side', main: slotOf(camps.main), alt: slotOf(camps.alt) };
  const spec = {
    game: game.id,
    rulesVersion: game.rulesVersion,
    options: game.options.parse({}),
    players,
    promptVersion: null,
    lineUp,
    seed,
    replicate,
  };
  return playGame(
    game,
    spec,
    ({ gameId, seat, role }) => {
      const camp = (role.side ?? (seat % 2 === 0 ? 'alt' : 'main')) === 'alt' ? camps.alt : camps.main;
      return builtinPlayer({
        profile: camp.profile,
        game,
        gameId,
        seat,
        role,
        playbook: camp.playbook ?? null,
      });
    },
    { stop: signal, abort: signal },
  );
}
