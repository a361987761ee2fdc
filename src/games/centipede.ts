/**
 * Centipede, four games in a row by default: two players move in turn, up to six times a game. Whoever is on move
 * takes, which ends the game, or passes. Later takes are worth more to both together, but each pass lets the other
 * take next. The first mover swaps after every game; the higher total of all games wins, and the margin does not
 * matter.
 *
 * Payoffs of Rosenthal's game as Social Gym describes them, the first number for the first mover of the game. Its code
 * gives the first number to whoever is on move instead, which leaves no dilemma (`payoffFrame: "actor-relative"`).
 */
import { z } from 'zod';
import type { JsonObject } from '../base/json.js';
import type {
  Candidate,
  GameDefinition,
  Outcome,
  Phase,
  RuleContext,
  Seat,
  Transition,
  View,
} from './engine/definition.js';
import { END } from './engine/engine.js';
import { either, lean, shareOf } from './shared/moves.js';
import { contestRewards } from './shared/rewards.js';
import { onlyActor } from './shared/talk.js';
import { bySeat } from './shared/winners.js';

type Pair = readonly [number, number];

/** What a take pays at nodes 1 to 6. */
const TAKES: readonly Pair[] = [[2, 0], [1, 4], [6, 2], [5, 10], [14, 8], [13, 24]]; // prettier-ignore
/** What the game pays when nobody takes. */
const THROUGH: Pair = [24, 16];
const NODES = TAKES.length;
/** The most that both can earn together in a game. */
const BEST_JOINT = 40;

const optionsSchema = z.strictObject({
  /** Games played one after the other; totals add up. */
  games: z.int().min(1).max(50).default(4),
  /** Whose a pair's first number is: the first mover's of the game, or (reference) that of whoever is on move. */
  payoffFrame: z.enum(['by-mover', 'actor-relative']).default('by-mover'),
});

type Options = z.infer<typeof optionsSchema>;

interface State {
  readonly options: Options;
  /** The game that is played now, from 1. */
  readonly game: number;
  /** The decision that is taken now, 1 to 6. */
  readonly node: number;
  readonly totals: Pair;
  /** For each finished game the node at which it was taken, 7 when nobody took. */
  readonly ends: readonly number[];
}

const firstMover = (game: number): Seat => (game - 1) % 2;
const onMove = ({ game, node }: State): Seat => (firstMover(game) + node - 1) % 2;

/** Points by seat of a game that ends here: by a take of the seat on move, or because it passes at the last node. */
function pointsBySeat(state: State, pair: Pair): Pair {
  const first = state.options.payoffFrame === 'by-mover' ? firstMover(state.game) : onMove(state);
  return first === 0 ? pair : [pair[1], pair[0]];
}

/** Whose turn it is and what is at stake. The pass of the last node ends the game, so what it pays is said too. */
function openNode(state: State, { names, emit }: Pick<RuleContext, 'names' | 'emit'>): Transition<State> {
  const rows = (points: Pair): { player: string; points: number }[] =>
    points.map((value, seat) => ({ player: names[seat] ?? '', points: value }));
  emit({
    type: 'node',
    audience: 'all',
    data: {
      node: state.node,
      mover: names[onMove(state)] ?? '',
      take: rows(pointsBySeat(state, TAKES[state.node - 1] ?? THROUGH)),
      pass: state.node === NODES ? rows(pointsBySeat(state, THROUGH)) : null,
    },
  });
  return { state, phase: 'turn' };
}

function openGame(state: State, context: Pick<RuleContext, 'names' | 'emit'>): Transition<State> {
  const { names, emit } = context;
  emit({
    type: 'game',
    audience: 'all',
    data: {
      game: state.game,
      games: state.options.games,
      first: names[firstMover(state.game)] ?? '',
      totals: names.map((player, seat) => ({ player, total: state.totals[seat] ?? 0 })),
    },
  });
  return openNode(state, context);
}

const turn: Phase<State> = {
  actors: (state) => [onMove(state)],
  decision: () => ({
    kind: 'choose',
    forms: [{ action: 'choose', fields: { move: { type: 'choice', options: ['take', 'pass'] } } }],
    // Never ends a game to the benefit of the seat that failed to answer.
    fallback: { action: 'choose', move: 'pass' },
  }),
  resolve(state, actions, context) {
    const { names, emit } = context;
    const [seat, { move }] = onlyActor(actions);
    emit({ type: 'move', audience: 'all', data: { player: names[seat] ?? '', move: move ?? 'pass' } });
    if (move === 'pass' && state.node < NODES) return openNode({ ...state, node: state.node + 1 }, context);
    const gains = pointsBySeat(state, move === 'take' ? (TAKES[state.node - 1] ?? THROUGH) : THROUGH);
    const totals: Pair = [state.totals[0] + gains[0], state.totals[1] + gains[1]];
    emit({
      type: 'result',
      audience: 'all',
      data: {
        game: state.game,
        rows: names.map((player, of) => ({ player, gain: gains[of] ?? 0, total: totals[of] ?? 0 })),
      },
    });
    const after = { ...state, totals, ends: [...state.ends, move === 'take' ? state.node : NODES + 1] };
    return state.game < state.options.games
      ? openGame({ ...after, game: state.game + 1, node: 1 }, context)
      : { state: after, phase: END };
  },
};

function outcome({ options, totals, ends }: State): Outcome {
  const joint = totals[0] + totals[1];
  return {
    rewards: contestRewards(...totals),
    ending: 'last-game',
    measures: {
      ...bySeat('total', totals),
      joint,
      efficiency: joint / (BEST_JOINT * options.games),
      ...Object.fromEntries(ends.map((node, i) => [`takenAtGame${i + 1}`, node])),
    },
  };
}

function candidates(view: View): Candidate[] {
  const rival = view.players[1 - view.seat];
  const rivalMoves = view.events.filter(({ type, data }) => type === 'move' && data['player'] === rival);
  const passed = ({ data }: { readonly data: JsonObject }): boolean => data['move'] === 'pass';
  const last = rivalMoves.at(-1);
  const node = Number(view.events.findLast(({ type }) => type === 'node')?.data['node']);
  return either(
    { action: 'choose', move: 'pass' },
    { action: 'choose', move: 'take' },
    {
      patience: 0.6,
      loyalty: 0.6,
      control: -0.5,
      // The later the node, the more a pass puts at stake.
      risk: (0.8 * node) / NODES,
      suspect: 0.6 * lean(shareOf(rivalMoves, passed, 0.5)),
      conform: last === undefined ? 0 : passed(last) ? 0.3 : -0.3,
    },
  );
}

/** Centipede. */
export const centipede: GameDefinition<State, Options> = {
  id: 'centipede',
  title: 'Centipede',
  rulesVersion: 1,
  summary:
    'Two players in turn take the pot or let it grow for the other; the higher total of four games wins.',
  category: 'economic',
  information: 'complete',
  talk: 'none',
  skills: ['SR', 'CO'],
  rating: 'cooperative',
  players: { min: 2, max: 2, default: 2 },
  roleNames: ['Player'],
  rewardByRank: false,
  options: optionsSchema,
  referenceOptions: { payoffFrame: 'actor-relative' },
  maxTurns: ({ games }) => games * NODES,
  actions: { choose: { move: 'word' } },
  events: {
    game: ['game', 'games', 'first', 'totals'],
    node: ['node', 'mover', 'take', 'pass'],
    move: ['player', 'move'],
    result: ['game', 'rows'],
  },
  secretFields: [],
  decisions: ['choose'],
  setup(players, options, context) {
    const fresh: State = { options, game: 1, node: 1, totals: [0, 0], ends: [] };
    return {
      ...openGame(fresh, context),
      roles: Array.from({ length: players }, () => ({ role: 'Player' })),
      secrets: Array.from({ length: players }, () => ({})),
    };
  },
  phases: { turn },
  outcome,
  candidates,
};
