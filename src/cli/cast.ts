import { canonicalJson, contentId } from '../base/hash.js';
import { UserError } from '../base/errors.js';
import { nearest } from '../base/nearest.js';
import { listText } from '../base/text.js';
import type { Cast } from '../loop/ports.js';
import type { ChatModel } from '../models/chat.js';
import type { ModelDeps } from '../models/complete.js';
import type { Gateway, Gateways } from '../models/gateway.js';
import { createModel, parseModelName, providerUsage } from '../models/registry.js';
import type { ModelOptions } from '../models/registry.js';
import { builtinPlayer } from '../players/builtin/builtin-player.js';
import { builtinIdentity, builtinProfile } from '../players/builtin/profiles.js';
import { chatPlayer } from '../players/chat/chat-player.js';
import { playerLabel } from '../players/player.js';
import type { PlayerIdentity } from '../players/player.js';
import type { PromptLibrary } from '../prompts/library.js';
import {
  builtinPlaceboReflector,
  chatPlaceboReflector,
  shufflingReflector,
} from '../reflect/control-reflector.js';
import { builtinReflectorBy, chatReflectorBy } from '../reflect/strategies.js';
import { playbookForSeat } from '../playbooks/notes.js';
import type { FromConfig } from './config/apply.js';
import { withLineUp } from './config/line-ups.js';
import type { LineUps } from './config/line-ups.js';

/** A player as named on the command line. */
export interface NamedPlayer {
  readonly identity: PlayerIdentity;
  /** The model behind it; null for a builtin player. */
  readonly model: ChatModel | null;
  /** Name of the configured line-up it is; no part of any id. */
  readonly name?: string;
}

/** Settings of whoever is named, and the line-ups that may be named in place of a model. */
export interface PlayerOptions extends ModelOptions, FromConfig {}

const BUILTIN = 'builtin';

/**
 * The player that `PROVIDER:MODEL`, `builtin:PROFILE` or the name of a configured line-up names. Opens no
 * connection. Throws a `UserError` with the nearest name when there is none.
 */
export function namePlayer(name: string, options: PlayerOptions, deps: ModelDeps): NamedPlayer {
  const { lineUps, firm = new Set<string>(), ...general } = options;
  const lineUp = lineUps?.get(name);
  if (lineUp === undefined) {
    if (lineUps !== undefined && !name.includes(':') && name !== BUILTIN) refuseUnknown(name, lineUps);
    return plainPlayer(name, heeded(name, general), deps);
  }
  try {
    const own = { ...heeded(lineUp.model, general) };
    return { ...plainPlayer(lineUp.model, withLineUp(lineUp, own, firm), deps), name };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(error.code, `${lineUp.where}: players.${name}: ${error.message}`, { cause: error });
  }
}

function plainPlayer(name: string, options: ModelOptions, deps: ModelDeps): NamedPlayer {
  if (name === BUILTIN || name.startsWith(`${BUILTIN}:`)) {
    return { identity: builtinIdentity(name.slice(BUILTIN.length + 1)), model: null };
  }
  const model = createModel(name, options, deps, [BUILTIN]);
  return { identity: { kind: 'chat', ...model.identity }, model };
}

/** Options that a command gives to all of its models alike: one whose servers do not know a part does without. */
function heeded(name: string, { keepAlive, ...options }: ModelOptions): ModelOptions {
  const isModel = keepAlive !== undefined && !name.startsWith(BUILTIN);
  return isModel && parseModelName(name, [BUILTIN]).provider.takes.has('keepAlive')
    ? { ...options, keepAlive }
    : options;
}

function refuseUnknown(name: string, lineUps: LineUps): never {
  const known = [...lineUps.keys()];
  const near = nearest(name, known);
  const hint = near === undefined ? '' : `; did you mean "${near}"?`;
  const listed = known.length === 0 ? 'none is configured' : `configured are ${listText(known)}`;
  throw new UserError(
    'input.unknown-name',
    `a player must be PROVIDER:MODEL, builtin:PROFILE or a configured player (${listed}), got "${name.slice(0, 60)}"${hint}`,
  );
}

/** How a player is called where people read it: a configured name with its model, or the model. */
export function labelOf({ identity, name }: NamedPlayer): string {
  const label = playerLabel(identity);
  return name === undefined ? label : `${name} (${label})`;
}

/** How to name a real model, for people who have not yet. */
export function modelHint(): string {
  return `To use a real model: --model ${providerUsage()} (see: spartan doctor --model NAME).`;
}

/**
 * What the user should know of players that share a model of a server which loads it anew for each window: a
 * line for each such model.
 */
export function windowNotes(players: readonly NamedPlayer[]): string[] {
  const windows = new Map<string, Set<number | null>>();
  for (const { model } of players) {
    if (model?.prepare === undefined) continue;
    const { provider, model: name, endpoint, settings } = model.identity;
    const key = `${provider}:${name} at ${endpoint}`;
    windows.set(key, (windows.get(key) ?? new Set()).add(settings.context));
  }
  return [...windows].flatMap(([key, sizes]) =>
    sizes.size < 2
      ? []
      : [
          `${key} is loaded anew whenever the window changes, and this run asks for ${listText([...sizes].map(String))} tokens: one --context for all of them is quicker`,
        ],
  );
}

/** The names of configured players, by the ids of their identities: kept with a run, for its tables. */
export function namesOf(players: readonly NamedPlayer[]): Record<string, string> {
  return Object.fromEntries(
    players.flatMap(({ identity, name }) => (name === undefined ? [] : [[contentId(identity), name]])),
  );
}

/** A player of a stored plan: its model has a name, and nobody can be reached behind it. */
export function recordedPlayer(identity: PlayerIdentity): NamedPlayer {
  if (identity.kind === 'builtin') return { identity, model: null };
  const { kind: _kind, ...rest } = identity;
  const unreachable = (): Promise<never> => Promise.reject(new Error('no request is sent for a stored plan'));
  return { identity, model: { identity: rest, width: 1, check: unreachable, complete: unreachable } };
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
      const playbook = slot.playbook === null ? null : playbookForSeat(slot.playbook.text, seat);
      return slot.player.kind === 'builtin'
        ? builtinPlayer({ profile: builtinProfile(slot.player.profile), game, gameId, seat, role, playbook })
        : chatPlayer({ game, gameId, asker: gatewayOf(slot.player), prompts, playbook });
    },
    reflectorFor(identity, strategy, control) {
      if (control === 'shuffled') return shufflingReflector();
      if (identity.kind === 'builtin') {
        return control === 'placebo'
          ? builtinPlaceboReflector()
          : builtinReflectorBy(strategy, identity.profile);
      }
      const asker = gatewayOf(identity);
      return control === 'placebo'
        ? chatPlaceboReflector(asker, prompts)
        : chatReflectorBy(strategy, asker, prompts);
    },
    gamePrompts: (game) => prompts.gameVersion(game),
    reflectPrompts: (games) => prompts.reflectVersion(games),
  };
}
