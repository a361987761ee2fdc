import type { Decision } from '../games/engine/actions.js';
import type { View } from '../games/engine/definition.js';
import type { GameEvent, Outcome, Role } from '../games/engine/definition.js';
import type { StartInput } from '../games/engine/engine.js';
import type { ModelIdentity } from '../models/chat.js';

/** An answer that was not taken, and what was wrong with it. */
export interface Correction {
  /** The player's words, as they came. */
  readonly text: string;
  /** One clause, as the player is told. */
  readonly problem: string;
}

/** One decision put to a player. */
export interface PlayerTurn {
  readonly view: View;
  readonly decision: Decision;
  /** Batches resolved so far. */
  readonly turn: number;
  /** Earlier answers to this same decision, oldest first. */
  readonly corrections: readonly Correction[];
}

/** What a player answers. `unreadable` when no action could be found in its words. */
export type Answer =
  | { readonly kind: 'action'; readonly value: unknown; readonly text: string; readonly cut?: number }
  | { readonly kind: 'unreadable'; readonly problem: string; readonly text: string; readonly cut?: number };

/**
 * Who answers decisions of one seat in one game. Sees the view only.
 * Throws `VoidGame` when no answer can be had (a model that could not be reached).
 */
export interface Player {
  decide(turn: PlayerTurn, signal: AbortSignal): Promise<Answer>;
}

/** No answer could be had; the game is void, never scored, and is played again on resume. */
export class VoidGame extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'VoidGame';
  }
}

/** Who a player is, without anything secret; part of a game's id. */
export type PlayerIdentity =
  | { readonly kind: 'builtin'; readonly profile: string; readonly policyVersion: number }
  | ({ readonly kind: 'chat' } & ModelIdentity);

/** How a player is called: `builtin:novice`, `ollama:qwen3:8b`. */
export function playerLabel(identity: PlayerIdentity): string {
  return identity.kind === 'builtin'
    ? `builtin:${identity.profile}`
    : `${identity.provider}:${identity.model}`;
}

/** A finished game as a reflector gets it: everything, hidden moves too. */
export interface Trajectory {
  readonly gameId: string;
  readonly game: string;
  readonly options: View['options'];
  /** The deal, so that the game can be played through again from its decisions. */
  readonly start: StartInput;
  readonly players: readonly string[];
  readonly roles: readonly Role[];
  readonly secrets: readonly View['secret'][];
  readonly events: readonly GameEvent[];
  readonly outcome: Outcome;
  /** Decisions in the order they were taken; `eventCount` is how many events had happened before the batch. */
  readonly decisions: readonly {
    readonly seat: number;
    readonly turn: number;
    readonly eventCount: number;
    readonly action: Decision['fallback'];
    readonly forced: boolean;
  }[];
}

/** How what is learned is written down: prose, rules with counts, or each seat's own notes. */
export const STRATEGIES = ['playbook', 'rules', 'notes'] as const;

/** One of {@link STRATEGIES}. */
export type Strategy = (typeof STRATEGIES)[number];

/** What a reflector is asked for. */
export interface ReflectionTask {
  readonly trajectories: readonly Trajectory[];
  /** Text of the playbook to revise, for a control the one to be made like; null for a first one. */
  readonly prior: string | null;
  /** Tokens the text may have at most. */
  readonly budget: number;
  /** Id of the reflection step: the reflector's calls are recorded under it. */
  readonly episode: string;
}

/** A playbook text, or why there is none. */
export type Reflection =
  | { readonly ok: true; readonly text: string; readonly notes: readonly string[] }
  | { readonly ok: false; readonly reason: string; readonly notes: readonly string[] };

/** Who writes playbooks. */
export interface Reflector {
  write(task: ReflectionTask, signal: AbortSignal): Promise<Reflection>;
}
