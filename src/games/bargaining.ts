/**
 * Bargaining, an iterated ultimatum: two players, ten rounds by default. Ten tokens lie on the table each round. The
 * proposer says how many it keeps, the responder gets the rest by accepting; after a rejection both get nothing.
 * The roles swap every round. The higher total wins; the margin does not matter. Nobody speaks but by offers.
 *
 * Rules as played in Social Gym, whose reference agrees with them. Since the reward is relative, rejecting any offer
 * of less than half helps the responder's standing, and a stream of even offers is a draw.
 */
import { z } from 'zod';
import type { Decision } from './engine/actions.js';
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
import { either } from './shared/moves.js';
import { contestRewards } from './shared/rewards.js';
import { onlyActor } from './shared/talk.js';
import { bySeat } from './shared/winners.js';

/** Tokens on the table in each round. */
const TOKENS = 10;

const optionsSchema = z.strictObject({
  /** Rounds played; nothing ends the game earlier. */
  rounds: z.int().min(1).max(100).default(10),
});

type Options = z.infer<typeof optionsSchema>;

interface State {
  readonly options: Options;
  /** The round that is played now, from 1. */
  readonly round: number;
  /** What the proposer of this round keeps; null before its offer. */
  readonly keep: number | null;
  readonly totals: readonly [number, number];
  readonly accepted: number;
}

const proposerOf = ({ round }: State): Seat => (round - 1) % 2;
const responderOf = ({ round }: State): Seat => round % 2;

function totalRows({ totals }: State, names: readonly string[]): { player: string; total: number }[] {
  return names.map((player, seat) => ({ player, total: totals[seat] ?? 0 }));
}

function openRound(state: State, { names, emit }: Pick<RuleContext, 'names' | 'emit'>): Transition<State> {
  emit({
    type: 'round',
    audience: 'all',
    data: {
      round: state.round,
      rounds: state.options.rounds,
      proposer: names[proposerOf(state)] ?? '',
      responder: names[responderOf(state)] ?? '',
      totals: totalRows(state, names),
    },
  });
  return { state: { ...state, keep: null }, phase: 'propose' };
}

const propose: Phase<State> = {
  actors: (state) => [proposerOf(state)],
  decision: () => ({
    kind: 'offer',
    forms: [{ action: 'offer', fields: { keep: { type: 'integer', min: 0, max: TOKENS } } }],
    fallback: { action: 'offer', keep: TOKENS / 2 },
  }),
  resolve(state, actions, { names, emit }) {
    const [seat, action] = onlyActor(actions);
    const keep = Number(action['keep']);
    emit({
      type: 'offer',
      audience: 'all',
      data: {
        proposer: names[seat] ?? '',
        keep,
        responder: names[responderOf(state)] ?? '',
        offered: TOKENS - keep,
      },
    });
    return { state: { ...state, keep }, phase: 'respond' };
  },
};

const respond: Phase<State> = {
  actors: (state) => [responderOf(state)],
  decision: () => ({
    kind: 'respond',
    forms: [{ action: 'respond', fields: { decision: { type: 'choice', options: ['accept', 'reject'] } } }],
    // Leaves the difference of the totals as it is.
    fallback: { action: 'respond', decision: 'reject' },
  }),
  resolve(state, actions, context) {
    const { names, emit } = context;
    const [seat, { decision }] = onlyActor(actions);
    const accepted = decision === 'accept';
    const keep = accepted ? (state.keep ?? 0) : 0;
    const rest = accepted ? TOKENS - keep : 0;
    const [first, second] = state.totals;
    const totals: State['totals'] =
      proposerOf(state) === 0 ? [first + keep, second + rest] : [first + rest, second + keep];
    const after = { ...state, totals, accepted: state.accepted + (accepted ? 1 : 0) };
    emit({
      type: 'answer',
      audience: 'all',
      data: { responder: names[seat] ?? '', accepted, totals: totalRows(after, names) },
    });
    return state.round < state.options.rounds
      ? openRound({ ...after, round: state.round + 1 }, context)
      : { state: after, phase: END };
  },
};

function outcome({ totals, accepted }: State): Outcome {
  return {
    rewards: contestRewards(...totals),
    ending: 'last-round',
    measures: { ...bySeat('total', totals), joint: totals[0] + totals[1], offersAccepted: accepted },
  };
}

/** One finished round as both saw it. */
interface Bargain {
  readonly proposer: string;
  readonly keep: number;
  readonly accepted: boolean;
}

function bargainsOf(view: View): Bargain[] {
  const offers = view.events.filter(({ type }) => type === 'offer');
  const answers = view.events.filter(({ type }) => type === 'answer');
  return answers.map(({ data }, i) => ({
    proposer: offers[i]?.data['proposer'] as string,
    keep: Number(offers[i]?.data['keep']),
    accepted: data['accepted'] === true,
  }));
}

/** What builtin players consider keeping. */
const CONSIDERED = [3, 4, 5, 6, 7, 8, 10];

function offers(view: View): Candidate[] {
  const bargains = bargainsOf(view);
  const own = bargains.filter(({ proposer }) => proposer === view.self);
  const rival = bargains.filter(({ proposer }) => proposer !== view.self).at(-1);
  const took = Math.max(-1, ...own.filter(({ accepted }) => accepted).map(({ keep }) => keep));
  const refused = Math.min(TOKENS + 1, ...own.filter(({ accepted }) => !accepted).map(({ keep }) => keep));
  return CONSIDERED.map((keep) => {
    const greed = (2 * keep) / TOKENS - 1;
    return {
      action: { action: 'offer', keep },
      traits: {
        control: 0.8 * greed,
        loyalty: -0.6 * greed,
        assert: 0.5 * greed,
        risk: 0.7 * greed,
        // What was accepted before is likely to be accepted again, what was refused is not.
        suspect: keep <= took ? 0.4 : keep >= refused ? -0.6 : 0,
        conform: rival === undefined ? 0 : 0.4 * (1 - (4 * Math.abs(keep - rival.keep)) / TOKENS),
      },
    };
  });
}

function answers(view: View): Candidate[] {
  const offered = Number(view.events.findLast(({ type }) => type === 'offer')?.data['offered']);
  const surplus = (2 * offered) / TOKENS - 1;
  const mine = bargainsOf(view)
    .filter(({ proposer }) => proposer === view.self)
    .at(-1);
  return either(
    { action: 'respond', decision: 'accept' },
    { action: 'respond', decision: 'reject' },
    {
      loyalty: 0.4,
      control: 0.8 * surplus,
      assert: -0.5,
      // Refusing a small share costs now and may teach the other to offer more.
      patience: surplus < 0 ? -0.5 : -0.1,
      conform: mine === undefined ? 0 : mine.accepted ? 0.4 : -0.4,
    },
  );
}

function candidates(view: View, { kind }: Decision): Candidate[] {
  return kind === 'offer' ? offers(view) : answers(view);
}

/** Bargaining. */
export const bargaining: GameDefinition<State, Options> = {
  id: 'bargaining',
  title: 'Bargaining',
  rulesVersion: 1,
  summary:
    'Two players in turn offer a split of ten tokens, which the other takes or leaves; the higher total wins.',
  category: 'economic',
  information: 'complete',
  talk: 'structured',
  skills: ['SR', 'NG'],
  rating: 'competitive',
  players: { min: 2, max: 2, default: 2 },
  roleNames: ['Player'],
  rewardByRank: false,
  options: optionsSchema,
  referenceOptions: {},
  maxTurns: ({ rounds }) => rounds * 2,
  actions: { offer: { keep: 'integer' }, respond: { decision: 'word' } },
  events: {
    round: ['round', 'rounds', 'proposer', 'responder', 'totals'],
    offer: ['proposer', 'keep', 'responder', 'offered'],
    answer: ['responder', 'accepted', 'totals'],
  },
  secretFields: [],
  decisions: ['offer', 'respond'],
  setup(players, options, context) {
    const fresh: State = { options, round: 1, keep: null, totals: [0, 0], accepted: 0 };
    return {
      ...openRound(fresh, context),
      roles: Array.from({ length: players }, () => ({ role: 'Player' })),
      secrets: Array.from({ length: players }, () => ({})),
    };
  },
  phases: { propose, respond },
  outcome,
  candidates,
};
