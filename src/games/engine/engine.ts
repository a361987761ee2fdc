import { canonicalJson } from '../../base/hash.js';
import type { JsonObject } from '../../base/json.js';
import { nearest } from '../../base/nearest.js';
import { rngFrom, rngOf } from '../../base/rng.js';
import { checkAction, soleAction } from './actions.js';
import type { Action, Decision } from './actions.js';
import type {
  GameDefinition,
  GameEvent,
  GameState,
  Outcome,
  Seat,
  SetupContext,
  View,
} from './definition.js';
import type { Seed } from './seeds.js';

/** The phase that ends every game. */
export const END = 'end';

/** Why the engine did not take a batch of actions. The game is unchanged. */
export interface Refusal {
  readonly code: 'engine.over' | 'engine.not-acting' | 'engine.missing' | 'engine.illegal';
  readonly seat?: Seat;
  readonly reason: string;
}

/** The result of {@link advance}. */
export type Advanced =
  { readonly ok: true; readonly state: GameState } | { readonly ok: false; readonly refusal: Refusal };

/** One seat's open decision. */
export interface Pending {
  readonly seat: Seat;
  readonly decision: Decision;
  /** The single legal answer when nothing is left to decide: the engine plays it, no player is asked. */
  readonly sole?: Action;
}

/**
 * The phase a rule leads to. Throws when the definition has none of that name: the mistake is in the rules, so the
 * message says where and what there is to choose from.
 *
 * @param from what named the phase, as in `resolve of phase "vote"`
 */
function knownPhase(game: GameDefinition, phase: string, from: string): string {
  if (phase === END || Object.hasOwn(game.phases, phase)) return phase;
  const phases = Object.keys(game.phases);
  const near = nearest(phase, [...phases, END]);
  const hint = near === undefined ? '' : `; did you mean "${near}"?`;
  const known = phases.map((name) => `"${name}"`).join(', ');
  throw new Error(
    `${game.id}: ${from} leads to phase "${phase}", which is not among its phases ${known} and "${END}"${hint}`,
  );
}

function phaseOf(game: GameDefinition, state: GameState) {
  const phase = game.phases[knownPhase(game, state.phase, 'the state of the game')];
  if (phase === undefined) throw new Error(`${game.id}: the game is over`);
  return phase;
}

/** What a deal is made from; plain JSON. */
export interface StartInput {
  /** Player names by seat; their number is the number of players. */
  readonly names: readonly string[];
  /** Seed text; everything random in the game comes from it. */
  readonly seed: string;
  readonly options: JsonObject;
  /** Which seed of the study this is; word lists are drawn by it. The first test seed when left out. */
  readonly deal?: Seed;
  /** Word lists in place of the shipped ones. */
  readonly content?: unknown;
}

const FIRST_DEAL: Seed = { study: 0, purpose: 'test', index: 0 };

/** Deals a game. The same input gives the same deal on every machine. */
export function startGame(game: GameDefinition, input: StartInput): GameState {
  const { names, options } = input;
  const rng = rngOf(input.seed);
  const events: GameEvent[] = [];
  const context: SetupContext = {
    rng,
    names,
    turn: 0,
    emit: (event) => void events.push(event),
    deal: input.deal ?? FIRST_DEAL,
    content: input.content ?? game.content?.shipped ?? null,
  };
  const setup = game.setup(names.length, options, context);
  return {
    game: game.id,
    options,
    names,
    roles: setup.roles,
    secrets: setup.secrets,
    phase: knownPhase(game, setup.phase, 'setup'),
    turn: 0,
    rng: rng.state(),
    data: setup.state,
    events,
    cut: false,
  };
}

/** True when no more actions are taken. */
export function isOver(state: GameState): boolean {
  return state.phase === END;
}

// States are replaced, never changed, so what is open in one never changes: `advance` need not work it out again.
const openDecisions = new WeakMap<GameState, readonly Pending[]>();

/** The decisions open now, in the order the rules list the seats; empty when the game is over. */
export function pending(game: GameDefinition, state: GameState): readonly Pending[] {
  const known = openDecisions.get(state);
  if (known !== undefined) return known;
  const open = isOver(state) ? [] : openIn(game, state);
  openDecisions.set(state, open);
  return open;
}

function openIn(game: GameDefinition, state: GameState): readonly Pending[] {
  const phase = phaseOf(game, state);
  return phase.actors(state.data).map((seat) => {
    const decision = phase.decision(state.data, seat, state.names);
    const sole = soleAction(decision);
    return sole === undefined ? { seat, decision } : { seat, decision, sole };
  });
}

function isFallback(decision: Decision, action: Action): boolean {
  return canonicalJson(decision.fallback) === canonicalJson(action);
}

/**
 * Applies one batch: a legal action (or the declared default) for every seat that acts now.
 * Answers with a refusal, and no change, when the game is over, a seat may not act, one is missing,
 * or an action is illegal. The state passed in stays as it was.
 */
export function advance(
  game: GameDefinition,
  state: GameState,
  actions: ReadonlyMap<Seat, Action>,
): Advanced {
  if (isOver(state)) return { ok: false, refusal: { code: 'engine.over', reason: 'the game is over' } };
  const open = pending(game, state);
  const accepted = new Map<Seat, Action>();
  for (const [seat, action] of actions) {
    const slot = open.find((candidate) => candidate.seat === seat);
    if (slot === undefined) {
      return {
        ok: false,
        refusal: { code: 'engine.not-acting', seat, reason: `seat ${seat} may not act now` },
      };
    }
    const checked = checkAction(slot.decision, action);
    if (checked.ok) {
      accepted.set(seat, checked.action);
    } else if (isFallback(slot.decision, action)) {
      accepted.set(seat, action);
    } else {
      return { ok: false, refusal: { code: 'engine.illegal', seat, reason: checked.reason } };
    }
  }
  for (const { seat, sole } of open) {
    if (accepted.has(seat)) continue;
    if (sole === undefined) {
      return { ok: false, refusal: { code: 'engine.missing', seat, reason: `seat ${seat} has not acted` } };
    }
    accepted.set(seat, sole);
  }
  const rng = rngFrom(state.rng);
  const added: GameEvent[] = [];
  const next = phaseOf(game, state).resolve(state.data, accepted, {
    rng,
    names: state.names,
    turn: state.turn,
    emit: (event) => void added.push(event),
  });
  const phase = knownPhase(game, next.phase, `resolve of phase "${state.phase}"`);
  const turn = state.turn + 1;
  const cut = phase !== END && turn >= game.maxTurns(state.options, state.names.length);
  return {
    ok: true,
    state: {
      ...state,
      phase: cut ? END : phase,
      turn,
      rng: rng.state(),
      data: next.state,
      events: added.length === 0 ? state.events : [...state.events, ...added],
      cut,
    },
  };
}

/** True when `seat` may know the event. */
export function mayKnow(event: GameEvent, seat: Seat): boolean {
  return event.audience === 'all' || event.audience.includes(seat);
}

/** All that `seat` knows. No text that a player reads is made from anything else. */
export function viewFor(state: GameState, seat: Seat): View {
  return {
    game: state.game,
    options: state.options,
    players: state.names,
    seat,
    self: state.names[seat] ?? `seat ${seat}`,
    secret: state.secrets[seat] ?? {},
    events: state.events.filter((event) => mayKnow(event, seat)),
  };
}

/** Rewards and measures of a finished game. Throws while the game goes on. */
export function outcomeOf(game: GameDefinition, state: GameState): Outcome {
  if (!isOver(state)) throw new Error(`${game.id}: the game is not over`);
  return game.outcome(state.data, { cut: state.cut, roles: state.roles, options: state.options });
}
