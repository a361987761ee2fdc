import { sampleAction } from '../games/engine/actions.js';
import type { Action } from '../games/engine/actions.js';
import { advance, isOver, outcomeOf, pending, startGame } from '../games/engine/engine.js';
import type { GameDefinition, GameState, Outcome, Seat } from '../games/engine/definition.js';
import { dealNames, seedText } from '../games/engine/seeds.js';
import type { Seed } from '../games/engine/seeds.js';
import type { JsonObject } from '../base/json.js';
import { rngOf } from '../base/rng.js';

/** A finished game of uniform random play. */
export interface RandomGame {
  readonly state: GameState;
  readonly outcome: Outcome;
  /** True when the game ended before any phase came a second time (a first-night win, for one). */
  readonly inFirstCycle: boolean;
}

/** Plays one game with uniform random legal actions on every seat. */
export function playRandomGame(
  game: GameDefinition,
  input: {
    readonly seed: Seed;
    readonly players: number;
    readonly options: JsonObject;
    readonly content?: unknown;
  },
): RandomGame {
  const text = seedText(game.id, input.seed);
  const rng = rngOf(`${text}/random`);
  let state = startGame(game, {
    names: dealNames(game.id, input.seed, input.players),
    seed: text,
    options: input.options,
    deal: input.seed,
    ...(input.content === undefined ? {} : { content: input.content }),
  });
  const left = new Set<string>();
  let inFirstCycle = true;
  while (!isOver(state)) {
    const { phase } = state;
    const actions = new Map<Seat, Action>();
    for (const { seat, decision, sole } of pending(game, state)) {
      if (sole === undefined) actions.set(seat, sampleAction(decision, rng));
    }
    const next = advance(game, state, actions);
    if (!next.ok) throw new Error(`${game.id}: ${next.refusal.reason}`);
    state = next.state;
    if (state.phase !== phase) left.add(phase);
    if (left.has(state.phase)) inFirstCycle = false;
  }
  return { state, outcome: outcomeOf(game, state), inFirstCycle };
}

/** Wins, draws and losses of one group of seats. */
export interface BaseRate {
  readonly wins: number;
  readonly draws: number;
  readonly games: number;
}

/** What uniform random play does in a game: the floor to read results against. */
export interface BaseRates {
  readonly game: string;
  readonly games: number;
  /** By side where the game has sides, else by `focal` (one seat, rotated). */
  readonly slots: Readonly<Record<string, BaseRate>>;
  /** By role: seats of the role, one count a seat. */
  readonly roles: Readonly<Record<string, BaseRate>>;
  readonly meanTurns: number;
  readonly endings: Readonly<Record<string, number>>;
  /** Games that ended before any phase came a second time; null for games of a single phase. */
  readonly inFirstCycle: number | null;
  /** Games in which the turn limit fell. */
  readonly cut: number;
}

function addTo(
  table: Record<string, { wins: number; draws: number; games: number }>,
  key: string,
  reward: number,
): void {
  const row = (table[key] ??= { wins: 0, draws: 0, games: 0 });
  row.games += 1;
  if (reward > 0) row.wins += 1;
  if (reward === 0) row.draws += 1;
}

/** The seeds that base rates are measured on, but for the index, which counts from 0. */
export const RANDOM_STUDY = { study: 0, purpose: 'test' } as const;

/**
 * Random-play base rates over `count` games on test seeds of study 0.
 *
 * @param onGame called after each game, for progress
 */
export function baseRates(
  game: GameDefinition,
  options: JsonObject,
  players: number,
  count: number,
  onGame: (done: number) => void = () => undefined,
): BaseRates {
  const slots: Record<string, { wins: number; draws: number; games: number }> = {};
  const roles: Record<string, { wins: number; draws: number; games: number }> = {};
  const endings: Record<string, number> = {};
  let turns = 0;
  let cut = 0;
  let firstCycle = 0;
  for (let index = 0; index < count; index += 1) {
    const { state, outcome, inFirstCycle } = playRandomGame(game, {
      seed: { ...RANDOM_STUDY, index },
      players,
      options,
    });
    turns += state.turn;
    if (state.cut) cut += 1;
    if (inFirstCycle) firstCycle += 1;
    endings[outcome.ending] = (endings[outcome.ending] ?? 0) + 1;
    state.roles.forEach(({ role }, seat) => addTo(roles, role, outcome.rewards[seat] ?? 0));
    if (game.sides === undefined) {
      addTo(slots, 'focal', outcome.rewards[index % players] ?? 0);
    } else {
      for (const side of ['alt', 'main'] as const) {
        const seat = state.roles.findIndex((role) => role.side === side);
        if (seat >= 0) addTo(slots, side, outcome.rewards[seat] ?? 0);
      }
    }
    onGame(index + 1);
  }
  return {
    game: game.id,
    games: count,
    slots,
    roles,
    meanTurns: turns / count,
    endings,
    inFirstCycle: Object.keys(game.phases).length > 1 ? firstCycle : null,
    cut,
  };
}
