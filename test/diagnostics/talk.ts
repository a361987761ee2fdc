/** Games made by hand, for diagnostics of talk. */
import type { JsonObject } from '../../src/base/json.js';
import type { SpokenGame } from '../../src/diagnostics/said.js';
import type { Action } from '../../src/games/engine/actions.js';
import type { GameEvent, Seat } from '../../src/games/engine/definition.js';

export function say(
  seat: Seat,
  text: string,
  discussion = 1,
  audience: GameEvent['audience'] = 'all',
): GameEvent {
  return { type: 'speech', audience, data: { speaker: `P${seat}`, text }, talk: { seat, discussion } };
}

/** An announcement of the rules. */
export function told(type: string, data: JsonObject, audience: GameEvent['audience'] = 'all'): GameEvent {
  return { type, audience, data };
}

/** A decision after the events so far. */
export function decides(
  seat: Seat,
  kind: string,
  eventCount: number,
  action: Action,
  forced = false,
): SpokenGame['decisions'][number] {
  return { seat, kind, action, forced, attempts: forced ? 3 : 1, eventCount };
}

export function gameOf(
  game: string,
  events: readonly GameEvent[],
  changes: Partial<Omit<SpokenGame, 'game' | 'events'>> = {},
): SpokenGame {
  const names = changes.names ?? ['Ana', 'Ben', 'Cara', 'Dan'];
  return {
    game,
    names,
    roles: names.map(() => ({ role: 'Player' })),
    secrets: names.map(() => ({})),
    decisions: [],
    ...changes,
    events,
  };
}
