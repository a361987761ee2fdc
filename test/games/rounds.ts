/** Scripted rounds of repeated simultaneous games, as the tables of the rules' worked examples have them. */
import type { Json, JsonObject } from '../../src/base/json.js';
import type { GameDefinition, GameState, Outcome } from '../../src/games/engine/definition.js';
import { isOver, outcomeOf } from '../../src/games/engine/engine.js';
import { playScript, tableOf } from './playing.js';

/** Points as the players are shown them, by seat. */
export function shownTotals(state: GameState): number[] {
  const shown = state.events.findLast(({ data }) => data['totals'] !== undefined)?.data['totals'];
  return (shown as readonly { total: number }[]).map(({ total }) => total);
}

/** What each seat gained in the last round played, as shown. */
export function shownGains(state: GameState): number[] {
  const rows = state.events.findLast(({ type }) => type === 'result')?.data['rows'];
  return (rows as readonly { gain: number }[]).map(({ gain }) => gain);
}

/** The end of a scripted game, and what was shown after each round. */
export interface ScriptedGame {
  readonly end: GameState;
  readonly over: boolean;
  readonly totals: readonly (readonly number[])[];
  readonly gains: readonly (readonly number[])[];
  /** Outcome of a finished game. */
  readonly outcome: Outcome;
}

/**
 * Plays rounds of moves by seat, each seat named P1, P2, …
 *
 * @param action the action and its field, as in `choose move`
 */
export function playRounds<S, O extends JsonObject>(
  definition: GameDefinition<S, O>,
  action: readonly [name: string, field: string],
  rounds: readonly (readonly Json[])[],
  options: JsonObject = {},
): ScriptedGame {
  const names = (rounds[0] ?? []).map((_, seat) => `P${seat + 1}`);
  const { game, start } = tableOf(definition, names, { rounds: rounds.length, ...options });
  const totals: number[][] = [];
  const gains: number[][] = [];
  const end = rounds.reduce((state, moves) => {
    const batch = names.map((name, seat) => [name, { action: action[0], [action[1]]: moves[seat] ?? null }]);
    const after = playScript(game, state, [
      Object.fromEntries(batch) as Parameters<typeof playScript>[2][number],
    ]);
    totals.push(shownTotals(after));
    gains.push(shownGains(after));
    return after;
  }, start);
  return { end, over: isOver(end), totals, gains, outcome: outcomeOf(game, end) };
}

/** A round repeated. */
export function times<T>(count: number, round: readonly T[]): (readonly T[])[] {
  return Array.from({ length: count }, () => round);
}

/**
 * Rewards by halves, from the words of the rules: hi and lo count the seats with totals ≥ and ≤ one's own, h is half
 * the seats rounded down; +1 if hi ≤ h, −1 if lo ≤ h, otherwise 0.
 */
export function halves(totals: readonly number[]): number[] {
  const h = Math.floor(totals.length / 2);
  return totals.map((own) => {
    const hi = totals.filter((total) => total >= own).length;
    const lo = totals.filter((total) => total <= own).length;
    return hi <= h ? 1 : lo <= h ? -1 : 0;
  });
}
