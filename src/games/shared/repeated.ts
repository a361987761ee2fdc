/**
 * Simultaneous games played over and over: in each round every seat makes one sealed move, then all moves, what
 * they paid and the totals are published. A game may let its players speak in seat order before each round.
 */
import type { Json, JsonObject } from '../../base/json.js';
import type { ActionCatalogue, Decision, Field } from '../engine/actions.js';
import type { GameDefinition, Phase, RuleContext, Seat, Transition, View } from '../engine/definition.js';
import { END } from '../engine/engine.js';
import { seatsOf } from './circle.js';
import { emitSpeech, onlyActor, speakDecision } from './talk.js';

/** A round's move: one of the game's words, or an amount. */
export type Move = string | number;

/** Options that every repeated game has. */
export interface RepeatedOptions extends JsonObject {
  readonly rounds: number;
}

/** A repeated game in progress. */
export interface RepeatedState<O extends RepeatedOptions, M extends Move> {
  readonly options: O;
  readonly players: number;
  /** The round that is played now, from 1. */
  readonly round: number;
  /** By seat, in whole {@link RepeatedRules.units}. */
  readonly totals: readonly number[];
  /** Moves by seat of every finished round. */
  readonly history: readonly (readonly M[])[];
  /** Speeches by seat of every round, the current one last; empty in games without talk. */
  readonly speeches: readonly (readonly string[])[];
}

/** What makes one repeated game different from another. */
export interface RepeatedRules<O extends RepeatedOptions, M extends Move> {
  /** Name of the action, of the field that holds the move, and what that field accepts. */
  readonly action: string;
  readonly field: string;
  readonly accepts: Extract<Field, { type: 'choice' | 'integer' }>;
  /** The move of a seat that gives no legal answer. */
  fallback(seat: Seat, options: O): M;
  /** What each seat gains in a round, in whole units. */
  payoffs(moves: readonly M[], options: O): readonly number[];
  /** Units that make one point, so that totals stay whole numbers and ties exact. 1 when left out. */
  units?(players: number): number;
  /** Public facts of a round beside its moves and gains, for the event `result`. */
  readonly facts?: {
    readonly names: readonly string[];
    of(moves: readonly M[], context: { readonly names: readonly string[]; readonly options: O }): JsonObject;
  };
  /** Longest speech in characters, in games in which everyone speaks once before each round. */
  speechLength?(options: O): number;
  /** What sets seats apart, in games in which it is not the same to sit in any of them. */
  readonly seats?: {
    readonly roleNames: readonly string[];
    readonly secretFields: readonly string[];
    of(seat: Seat): { readonly role: string; readonly secret: JsonObject };
  };
}

/** Decimals shown to players of totals that are no whole numbers. */
const SHOWN_DECIMALS = 3;

function shown(units: number, perPoint: number): number {
  return Number((units / perPoint).toFixed(SHOWN_DECIMALS));
}

/** The parts of a game definition that a repeated game has by its rules alone. */
export function repeatedGame<O extends RepeatedOptions, M extends Move>(
  rules: RepeatedRules<O, M>,
): Pick<
  GameDefinition<RepeatedState<O, M>, O>,
  'actions' | 'events' | 'decisions' | 'secretFields' | 'roleNames' | 'maxTurns' | 'setup' | 'phases'
> {
  type State = RepeatedState<O, M>;
  const units = (players: number): number => rules.units?.(players) ?? 1;
  const talks = rules.speechLength !== undefined;

  const totalRows = (state: State, names: readonly string[]): Json =>
    state.totals.map((total, seat) => ({
      player: names[seat] ?? '',
      total: shown(total, units(state.players)),
    }));

  const openRound = (
    state: State,
    { names, emit }: Pick<RuleContext, 'names' | 'emit'>,
  ): Transition<State> => {
    const { round, options } = state;
    const totals = totalRows(state, names);
    emit({ type: 'round', audience: 'all', data: { round, rounds: options.rounds, totals } });
    return {
      state: { ...state, speeches: [...state.speeches, []] },
      phase: talks ? 'discuss' : rules.action,
    };
  };

  const discuss: Phase<State> = {
    actors: (state) => [state.speeches.at(-1)?.length ?? 0],
    decision: (state): Decision => speakDecision(rules.speechLength?.(state.options) ?? 0),
    resolve(state, actions, context) {
      const [seat, action] = onlyActor(actions);
      emitSpeech(context, seat, action, state.round);
      const said = [...(state.speeches.at(-1) ?? []), action['text'] as string];
      const speeches = [...state.speeches.slice(0, -1), said];
      return { state: { ...state, speeches }, phase: said.length < state.players ? 'discuss' : rules.action };
    },
  };

  const choose: Phase<State> = {
    actors: (state) => seatsOf(state.players),
    decision: ({ options }, seat): Decision => ({
      kind: rules.action,
      forms: [{ action: rules.action, fields: { [rules.field]: rules.accepts } }],
      fallback: { action: rules.action, [rules.field]: rules.fallback(seat, options) },
    }),
    resolve(state, actions, context) {
      const { names, emit } = context;
      const { options, players } = state;
      const moves = seatsOf(players).map((seat) => actions.get(seat)?.[rules.field] as M);
      const gains = rules.payoffs(moves, options);
      const totals = state.totals.map((total, seat) => total + (gains[seat] ?? 0));
      const rows = moves.map((move, seat) => ({
        player: names[seat] ?? '',
        move,
        gain: shown(gains[seat] ?? 0, units(players)),
      }));
      emit({
        type: 'result',
        audience: 'all',
        data: { round: state.round, rows, ...rules.facts?.of(moves, { names, options }) },
      });
      const after = { ...state, totals, history: [...state.history, moves] };
      if (state.round < options.rounds) return openRound({ ...after, round: state.round + 1 }, context);
      emit({ type: 'over', audience: 'all', data: { totals: totalRows(after, names) } });
      return { state: after, phase: END };
    },
  };

  const kind = rules.accepts.type === 'choice' ? 'word' : 'integer';
  const actions: ActionCatalogue = { [rules.action]: { [rules.field]: kind } };
  return {
    actions: talks ? { speak: { text: 'text' }, ...actions } : actions,
    events: {
      round: ['round', 'rounds', 'totals'],
      ...(talks ? { speech: ['speaker', 'text'] } : {}),
      result: ['round', 'rows', ...(rules.facts?.names ?? [])],
      over: ['totals'],
    },
    decisions: talks ? ['speak', rules.action] : [rules.action],
    secretFields: rules.seats?.secretFields ?? [],
    roleNames: rules.seats?.roleNames ?? ['Player'],
    maxTurns: ({ rounds }, players) => rounds * (talks ? players + 1 : 1),
    setup(players, options, context) {
      const fresh: State = {
        options,
        players,
        round: 1,
        totals: seatsOf(players).map(() => 0),
        history: [],
        speeches: [],
      };
      const parts = seatsOf(players).map((seat) => rules.seats?.of(seat) ?? { role: 'Player', secret: {} });
      return {
        ...openRound(fresh, context),
        roles: parts.map(({ role }) => ({ role })),
        secrets: parts.map(({ secret }) => secret),
      };
    },
    phases: talks ? { discuss, [rules.action]: choose } : { [rules.action]: choose },
  };
}

/** What a view of a repeated game says of it. */
export interface Past<M extends Move> {
  /** The round that is played now, from 1, and the number of rounds. */
  readonly round: number;
  readonly rounds: number;
  /** By seat, in points as shown to players. */
  readonly totals: readonly number[];
  /** Moves by seat of every finished round, oldest first. */
  readonly moves: readonly (readonly M[])[];
}

/** Reads the public record of a repeated game off a seat's view. */
export function pastOf<M extends Move>(view: View): Past<M> {
  const moves: M[][] = [];
  let opened: JsonObject = {};
  for (const { type, data } of view.events) {
    if (type === 'round') opened = data;
    if (type === 'result') moves.push((data['rows'] as readonly { move: M }[]).map(({ move }) => move));
  }
  const totals = opened['totals'] as readonly { total: number }[];
  return {
    round: Number(opened['round']),
    rounds: Number(opened['rounds']),
    totals: totals.map(({ total }) => total),
    moves,
  };
}
