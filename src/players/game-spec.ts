import { contentId } from '../base/hash.js';
import type { JsonObject } from '../base/json.js';
import type { Action } from '../games/engine/actions.js';
import type { GameEvent, Outcome, Role, Seat } from '../games/engine/definition.js';
import type { StartInput } from '../games/engine/engine.js';
import { dealNames, seedText } from '../games/engine/seeds.js';
import type { Seed } from '../games/engine/seeds.js';
import type { PlayerIdentity, Trajectory } from './player.js';

/** A playbook as a seat carries it. `hash` is the SHA-256 of `text`. */
export interface CarriedPlaybook {
  readonly hash: string;
  readonly text: string;
}

/** Word lists in place of a game's shipped ones: canonical JSON and its SHA-256. */
export interface CarriedContent {
  readonly hash: string;
  readonly text: string;
}

/** Who sits somewhere and what it carries. */
export interface Slot {
  readonly player: PlayerIdentity;
  readonly playbook: CarriedPlaybook | null;
}

/** Who sits where: by side, the focal seat against the rest (games without sides), or seat by seat. */
export type LineUp =
  | { readonly by: 'side'; readonly main: Slot; readonly alt: Slot }
  | { readonly by: 'focal'; readonly focal: Slot; readonly others: Slot }
  | { readonly by: 'seat'; readonly seats: readonly Slot[] };

/** All inputs of one game, as plain JSON. Equal specs are the same game. */
export interface GameSpec {
  readonly game: string;
  readonly rulesVersion: number;
  readonly options: JsonObject;
  readonly players: number;
  /** The user's word lists; absent when the game draws from the shipped ones, or from none. */
  readonly content?: CarriedContent;
  /** Hash of the prompt templates the game's chat players read; null when all players are builtin. */
  readonly promptVersion: string | null;
  readonly lineUp: LineUp;
  readonly seed: Seed;
  /** 0 first; a fresh number makes an independent repetition of the same line-up on the same deal. */
  readonly replicate: number;
}

function slotKey(slot: Slot): JsonObject {
  return { player: slot.player as unknown as JsonObject, playbook: slot.playbook?.hash ?? null };
}

function lineUpKey(lineUp: LineUp): JsonObject {
  switch (lineUp.by) {
    case 'side':
      return { by: 'side', main: slotKey(lineUp.main), alt: slotKey(lineUp.alt) };
    case 'focal':
      return { by: 'focal', focal: slotKey(lineUp.focal), others: slotKey(lineUp.others) };
    case 'seat':
      return { by: 'seat', seats: lineUp.seats.map(slotKey) };
  }
}

/** The id of a game: a hash of its inputs. A playbook and word lists enter by their hashes. */
export function gameIdOf({ content, ...spec }: GameSpec): string {
  const key = { ...spec, lineUp: lineUpKey(spec.lineUp) };
  return contentId(content === undefined ? key : { ...key, content: content.hash });
}

/** What the deal of a game is made from. */
export function startInputOf(spec: GameSpec): StartInput {
  return {
    names: dealNames(spec.game, spec.seed, spec.players),
    seed: seedText(spec.game, spec.seed),
    options: spec.options,
    deal: spec.seed,
    ...(spec.content === undefined ? {} : { content: JSON.parse(spec.content.text) as unknown }),
  };
}

/** One decision as it was taken. */
export interface DecisionRecord {
  readonly seat: Seat;
  readonly turn: number;
  readonly phase: string;
  readonly kind: string;
  readonly action: Action;
  /** The declared default was played for want of a legal answer. */
  readonly forced: boolean;
  /** Answers the player gave; 0 when the rules left a single legal action and nobody was asked. */
  readonly attempts: number;
  /** What was wrong with the answers that were not taken. */
  readonly problems: readonly string[];
  /** Utterances left out of the prompt of the answer that was taken, to fit the context window. */
  readonly cut: number;
  /** How many events of the game had happened before this batch. */
  readonly eventCount: number;
}

/** A game as it is stored. */
export interface GameRecord {
  readonly id: string;
  readonly spec: GameSpec;
  readonly status: 'finished' | 'void';
  /** Why a game is void. */
  readonly voidReason: string | null;
  readonly names: readonly string[];
  readonly roles: readonly Role[];
  readonly secrets: readonly JsonObject[];
  /** For each seat, which slot of the line-up it had: `main`, `alt`, `focal`, `others` or the seat number. */
  readonly slots: readonly string[];
  readonly events: readonly GameEvent[];
  readonly decisions: readonly DecisionRecord[];
  /** Null when void. */
  readonly outcome: Outcome | null;
  readonly turns: number;
}

/** The slot of a line-up that a seat's slot name stands for. */
export function slotOf(lineUp: LineUp, name: string): Slot {
  const slot =
    lineUp.by === 'side'
      ? lineUp[name as 'main' | 'alt']
      : lineUp.by === 'focal'
        ? lineUp[name as 'focal' | 'others']
        : lineUp.seats[Number(name)];
  if (slot === undefined) throw new Error(`line-up has no slot "${name}"`);
  return slot;
}

/** A finished game as a reflector gets it. Throws on a void one, which is never reflected on. */
export function trajectoryOf(record: GameRecord): Trajectory {
  if (record.outcome === null) throw new Error(`game ${record.id} is void`);
  const { spec } = record;
  return {
    gameId: record.id,
    game: spec.game,
    options: spec.options,
    start: startInputOf(spec),
    players: record.names,
    roles: record.roles,
    secrets: record.secrets,
    events: record.events,
    outcome: record.outcome,
    decisions: record.decisions,
  };
}
