import { canonicalJson } from '../base/hash.js';
import { UserError } from '../base/errors.js';
import { gameById } from '../games/index.js';
import type { Cast } from '../loop/ports.js';
import type { ChatModel } from '../models/chat.js';
import type { ModelDeps } from '../models/complete.js';
import type { Gateway, Gateways } from '../models/gateway.js';
import { createModel } from '../models/registry.js';
import type { ModelOptions } from '../models/registry.js';
import { builtinPlayer } from '../players/builtin/builtin-player.js';
import { builtinIdentity, builtinProfile } from '../players/builtin/profiles.js';
import { chatPlayer } from '../players/chat/chat-player.js';
import type { PlayerIdentity } from '../players/player.js';
import type { PromptLibrary } from '../prompts/library.js';
import { builtinReflector } from '../reflect/builtin-reflector.js';
import { chatReflector } from '../reflect/chat-reflector.js';

/** A player as named on the command line. */
export interface NamedPlayer {
  readonly identity: PlayerIdentity;
  /** The model behind it; null for a builtin player. */
  readonly model: ChatModel | null;
}

const BUILTIN = 'builtin';

/**
 * The player that `PROVIDER:MODEL` or `builtin:PROFILE` names. Opens no connection.
 * Throws a `UserError` with the nearest name when there is none.
 */
export function namePlayer(name: string, options: ModelOptions, deps: ModelDeps): NamedPlayer {
  if (name === BUILTIN || name.startsWith(`${BUILTIN}:`)) {
    return { identity: builtinIdentity(name.slice(BUILTIN.length + 1)), model: null };
  }
  const model = createModel(name, options, deps, [BUILTIN]);
  return { identity: { kind: 'chat', ...model.identity }, model };
}

/** Puts players and reflectors on identities. Models answer through their gateways. */
export function castOf(players: readonly NamedPlayer[], prompts: PromptLibrary, gateways: Gateways): Cast {
  const models = new Map<string, ChatModel>();
  for (const { identity, model } of players) {
    if (model !== null) models.set(canonicalJson(identity), model);
  }
  const keys = new WeakMap<PlayerIdentity, string>();
  const gatewayOf = (identity: PlayerIdentity): Gateway => {
    const key = keys.get(identity) ?? canonicalJson(identity);
    keys.set(identity, key);
    const model = models.get(key);
    if (model === undefined) throw new UserError('input.unknown-name', 'a player of this plan was not named');
    return gateways.for(model);
  };
  return {
    playerFor({ gameId, game, slot, seat, role }) {
      const playbook = slot.playbook?.text ?? null;
      return slot.player.kind === 'builtin'
        ? builtinPlayer({ profile: builtinProfile(slot.player.profile), game, gameId, seat, role, playbook })
        : chatPlayer({ game, gameId, asker: gatewayOf(slot.player), prompts, playbook });
    },
    reflectorFor: (identity) =>
      identity.kind === 'builtin' ? builtinReflector(gameById) : chatReflector(gatewayOf(identity), prompts),
    gamePrompts: (game) => prompts.gameVersion(game),
    reflectPrompts: (games) => prompts.reflectVersion(games),
  };
}
