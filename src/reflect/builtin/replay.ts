import { canonicalJson } from '../../base/hash.js';
import type { Json } from '../../base/json.js';
import { advance, isOver, pending, startGame, viewFor } from '../../games/engine/engine.js';
import type { Action } from '../../games/engine/actions.js';
import type { Candidate, GameDefinition, Seat } from '../../games/engine/definition.js';
import { TRAIT_NAMES } from '../../games/engine/traits.js';
import type { Trajectory } from '../../players/player.js';

/** One decision as it was faced: the moves there were, by their traits, and which of them was made. */
export interface Choice {
  readonly seat: Seat;
  /** The candidates' traits, one after the other; each has one value for each of {@link TRAIT_NAMES}. */
  readonly traits: Float64Array;
  /** Which candidate was made, from 0. */
  readonly chosen: number;
}

function traitRows(candidates: readonly Candidate[]): Float64Array {
  const rows = new Float64Array(candidates.length * TRAIT_NAMES.length);
  candidates.forEach(({ traits }, index) => {
    TRAIT_NAMES.forEach((trait, t) => (rows[index * TRAIT_NAMES.length + t] = traits[trait] ?? 0));
  });
  return rows;
}

function unordered(value: Json): Json {
  return Array.isArray(value) ? value.map(canonicalJson).sort() : value;
}

/** True when two values of a field mean the same: lists in any order, everything else as JSON. */
function sameValue(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  return canonicalJson(unordered(a)) === canonicalJson(unordered(b));
}

function sameAction(a: Action, b: Action): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => sameValue(a[name], b[name]));
}

/**
 * Plays a stored game through again from its deal and its decisions, and lists the choices that tell something:
 * taken freely (neither forced nor the sole legal move) and equal to one of the candidates.
 * Throws when the decisions do not fit the game, which means that it was played by other rules.
 */
export function choicesOf(game: GameDefinition, trajectory: Trajectory): readonly Choice[] {
  const taken = new Map(
    trajectory.decisions.map((decision) => [`${decision.turn}/${decision.seat}`, decision]),
  );
  let state = startGame(game, trajectory.start);
  const choices: Choice[] = [];
  while (!isOver(state)) {
    const actions = new Map<Seat, Action>();
    for (const { seat, decision, sole } of pending(game, state)) {
      const made = taken.get(`${state.turn}/${seat}`);
      const action = made?.action ?? sole;
      if (action === undefined)
        throw new Error(`${trajectory.gameId}: no decision of seat ${seat} in turn ${state.turn}`);
      actions.set(seat, action);
      if (sole !== undefined || made === undefined || made.forced) continue;
      const candidates = game.candidates?.(viewFor(state, seat), decision) ?? [];
      const chosen = candidates.findIndex((candidate) => sameAction(candidate.action, action));
      if (chosen >= 0 && candidates.length > 1) {
        choices.push({ seat, traits: traitRows(candidates), chosen });
      }
    }
    const next = advance(game, state, actions);
    if (!next.ok) throw new Error(`${trajectory.gameId}: ${next.refusal.reason}`);
    state = next.state;
  }
  return choices;
}
