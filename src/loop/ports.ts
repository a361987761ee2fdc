import type { GameDefinition } from '../games/engine/definition.js';
import type { CarriedPlaybook, GameRecord } from '../players/game-spec.js';
import type { PlayerIdentity, Reflector } from '../players/player.js';
import type { OverlapReport } from '../playbooks/overlap.js';
import type { SequentialLook } from './judge.js';
import type { PlayerFactory } from './play-game.js';
import type { PlayStep, ReflectStep, Step, StepId } from './plan.js';

/** A playbook version to be kept. */
export interface WrittenPlaybook {
  readonly name: string;
  readonly playbook: CarriedPlaybook;
  /** `name@vN` of the version it revises. */
  readonly parent: string | null;
  /** Kinds of game it was written from. */
  readonly games: readonly string[];
  readonly reflector: PlayerIdentity;
  readonly stepId: StepId;
  readonly sourceGames: readonly string[];
  /** Hash of the texts the reflector read; null for a builtin one. */
  readonly promptVersion: string | null;
  readonly overlap: OverlapReport;
}

/** Keeps playbook versions; answers `name@vN`. The same version again is the same answer. */
export interface PlaybookKeeper {
  keep(written: WrittenPlaybook): Promise<string>;
}

/** Who plays and who writes. */
export interface Cast {
  readonly playerFor: PlayerFactory;
  reflectorFor(
    identity: PlayerIdentity,
    strategy: ReflectStep['strategy'],
    control: ReflectStep['control'],
  ): Reflector;
  /** Hash of the texts that players of this game read. */
  gamePrompts(game: GameDefinition): string;
  /** Hash of the texts that a reflector on these games reads. */
  reflectPrompts(games: readonly GameDefinition[]): string;
}

/** What happened, for progress display. */
export type RunEvent =
  | { readonly type: 'step-started'; readonly step: Step; readonly stored: number }
  | { readonly type: 'game'; readonly step: PlayStep; readonly status: GameRecord['status'] }
  | { readonly type: 'playbook'; readonly step: ReflectStep; readonly label: string }
  | { readonly type: 'look'; readonly look: SequentialLook }
  | { readonly type: 'rejected'; readonly step: ReflectStep; readonly reason: string };
