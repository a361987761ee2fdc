/** The text a chat model would read at a seat, made as the chat player makes it. */
import type { JsonObject } from '../../src/base/json.js';
import { narrowSchema } from '../../src/games/engine/actions.js';
import type { Decision } from '../../src/games/engine/actions.js';
import type { GameDefinition, GameState, Seat } from '../../src/games/engine/definition.js';
import { pending, viewFor } from '../../src/games/engine/engine.js';
import { formLines, openPrompts } from '../../src/prompts/library.js';

/** The shipped prompts. */
export const prompts = openPrompts();

/** A seat's prompt in parts. `turn` is the whole user message, or the log alone for a seat that is not asked. */
export interface SeatPrompt {
  readonly rules: string;
  readonly seat: string;
  readonly system: string;
  /** One line an event. */
  readonly log: readonly string[];
  readonly turn: string;
  /** The narrow wire schema, as JSON; empty for a seat that is not asked. */
  readonly wire: string;
}

const rulesTexts = new WeakMap<object, string>();

/** Rules are the same all game, so they are rendered once for each options object. */
function rulesOf(game: GameDefinition, options: JsonObject): string {
  const known = rulesTexts.get(options);
  if (known !== undefined) return known;
  const text = prompts.rules(game, options);
  rulesTexts.set(options, text);
  return text;
}

/** What `seat` reads now. */
export function promptOf(game: GameDefinition, state: GameState, seat: Seat): SeatPrompt {
  const view = viewFor(state, seat);
  const decision: Decision | undefined = pending(game, state).find((open) => open.seat === seat)?.decision;
  const rules = rulesOf(game, view.options);
  const own = prompts.seat(game, view);
  const log = view.events.map((event) => prompts.event(game, event));
  return {
    rules,
    seat: own,
    system: prompts.player.render('system', {
      playbook: null,
      rules,
      players: view.players,
      self: view.self,
      seat: own,
    }),
    log,
    turn:
      decision === undefined
        ? log.join('\n')
        : prompts.player.render('turn', {
            log: log.join('\n'),
            ask: prompts.ask(game, decision),
            forms: formLines(decision),
          }),
    wire: decision === undefined ? '' : JSON.stringify(narrowSchema(decision)),
  };
}

/** All that reaches a player at `seat` now, as one text. */
export function readingOf(game: GameDefinition, state: GameState, seat: Seat): string {
  const { system, turn, wire } = promptOf(game, state, seat);
  return [system, turn, wire].join('\n');
}
