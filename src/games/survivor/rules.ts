/**
 * Survivor: everyone speaks, everyone votes, whoever has most votes leaves and joins the jury. The last three
 * plead, and the jury names the winner.
 *
 * Rules after the television format as played in Social Gym. Where the published reference differs, its way is an
 * option: `discussionStart: "seat0"`, `tieBreak: "seat"`, `atLimit: "draw"`. Left from it without an option: a
 * jury that casts no ballot makes all finalists winners, where the reference repeats the jury vote to the limit.
 */
import { z } from 'zod';
import type { Action, Decision } from '../engine/actions.js';
import type { Outcome, Phase, RuleContext, Seat, Setup, Transition } from '../engine/definition.js';
import { END } from '../engine/engine.js';
import { namesOf, seatsOf, speakingOrder } from '../shared/circle.js';
import { sharedGroups } from '../shared/rewards.js';
import { speakingPhase } from '../shared/speaking.js';
import { SPEECH_LENGTH } from '../shared/talk.js';
import { ballotRows, ballotsOf, tally } from '../shared/voting.js';
import { bySeat } from '../shared/winners.js';

/** With so many left the votes are over. */
export const FINALISTS = 3;

export const optionsSchema = z.strictObject({
  /** Who opens a discussion: someone else every round, or always the lowest seat still in (reference). */
  discussionStart: z.enum(['rotate', 'seat0']).default('rotate'),
  /** Who leaves when several have most votes: one of them by lot, or the lowest seat (reference). */
  tieBreak: z.enum(['lot', 'seat']).default('lot'),
  /** What the turn limit pays: −1 to the eliminated and 0 to the others, or 0 to everyone (reference). */
  atLimit: z.enum(['eliminated-lose', 'draw']).default('eliminated-lose'),
  /** Turns (a speech or a vote of all) after which the game ends without a winner. */
  maxTurns: z.int().min(1).max(1000).default(80),
  /** Longest speech, in characters. */
  speechLength: z.int().min(1).max(2000).default(SPEECH_LENGTH),
});

export type SurvivorOptions = z.infer<typeof optionsSchema>;

export interface SurvivorState {
  readonly options: SurvivorOptions;
  readonly players: number;
  /** Seats still in, in seat order: at the end the finalists. */
  readonly alive: readonly Seat[];
  /** Eliminated seats, first out first: the jury. */
  readonly jury: readonly Seat[];
  /** From 1; rises with every elimination. */
  readonly round: number;
  /** Speeches made in the current discussion. */
  readonly spoken: number;
  /** Discussions opened so far, the pleas included. */
  readonly discussions: number;
  /** Jury votes by seat, once cast. */
  readonly juryVotes: readonly number[] | null;
}

function order(state: SurvivorState): Seat[] {
  return speakingOrder(state.alive, state.round, state.options.discussionStart);
}

/** @param played batches resolved so far */
function openDiscussion(
  state: SurvivorState,
  played: number,
  { names, emit }: RuleContext,
): Transition<SurvivorState> {
  const opened = { ...state, spoken: 0, discussions: state.discussions + 1 };
  const speakers = namesOf(order(state), names);
  const data = {
    alive: namesOf(state.alive, names),
    jury: namesOf(state.jury, names),
    speakers,
    turnsLeft: state.options.maxTurns - played,
  };
  if (state.alive.length > FINALISTS) {
    emit({ type: 'round', audience: 'all', data: { round: state.round, ...data } });
    return { state: opened, phase: 'discussion' };
  }
  emit({ type: 'final', audience: 'all', data });
  return { state: opened, phase: 'jury_plea' };
}

export function setup(players: number, options: SurvivorOptions, context: RuleContext): Setup<SurvivorState> {
  const seats = seatsOf(players);
  const fresh: SurvivorState = {
    options,
    players,
    alive: seats,
    jury: [],
    round: 1,
    spoken: 0,
    discussions: 0,
    juryVotes: null,
  };
  return {
    ...openDiscussion(fresh, 0, context),
    roles: seats.map(() => ({ role: 'Player' })),
    secrets: seats.map(() => ({})),
  };
}

function ballotDecision(action: 'vote' | 'jury_vote', targets: readonly string[]): Decision {
  return {
    kind: action,
    forms: [{ action, fields: { target: { type: 'choice', options: targets } } }],
    fallback: { action: 'abstain' },
  };
}

/** Publishes all ballots of a batch and answers with the votes by seat. */
function countBallots(
  type: 'votes' | 'juryVotes',
  actions: ReadonlyMap<Seat, Action>,
  players: number,
  { names, emit }: RuleContext,
): number[] {
  const ballots = ballotsOf(actions, names);
  const counts = tally(ballots);
  const votes = seatsOf(players).map((seat) => counts.get(seat) ?? 0);
  emit({
    type,
    audience: 'all',
    data: {
      ballots: ballotRows(ballots, names),
      abstained: names.filter((_, seat) => actions.has(seat) && !ballots.has(seat)),
      counts: votes.flatMap((count, seat) =>
        count === 0 ? [] : [{ player: names[seat] ?? '', votes: count }],
      ),
    },
  });
  return votes;
}

/** The seats with most votes; none when nobody has any. */
function mostVoted(votes: readonly number[]): Seat[] {
  const most = Math.max(...votes);
  return most === 0 ? [] : votes.flatMap((count, seat) => (count === most ? [seat] : []));
}

const vote: Phase<SurvivorState> = {
  actors: (state) => state.alive,
  decision: (state, seat, names) =>
    ballotDecision(
      'vote',
      namesOf(
        state.alive.filter((other) => other !== seat),
        names,
      ),
    ),
  resolve(state, actions, context) {
    const { names, rng, emit, turn } = context;
    const tied = mostVoted(countBallots('votes', actions, state.players, context));
    if (tied.length === 0) {
      emit({ type: 'nobody', audience: 'all', data: {} });
      return openDiscussion(state, turn + 1, context);
    }
    const lot = tied.length > 1 && state.options.tieBreak === 'lot';
    const out = lot ? rng.pick(tied) : (tied[0] as Seat);
    emit({
      type: 'eliminated',
      audience: 'all',
      data: { player: names[out] ?? '', tied: tied.length > 1 ? namesOf(tied, names) : [], lot },
    });
    const after = {
      ...state,
      alive: state.alive.filter((seat) => seat !== out),
      jury: [...state.jury, out],
      round: state.round + 1,
    };
    return openDiscussion(after, turn + 1, context);
  },
};

/** Finalists with most jury votes; all of them when no juror voted. */
function winnersOf(state: SurvivorState): readonly Seat[] {
  const top = mostVoted(state.juryVotes ?? []);
  return top.length === 0 ? state.alive : top;
}

const juryVote: Phase<SurvivorState> = {
  actors: (state) => state.jury,
  decision: (state, _, names) => ballotDecision('jury_vote', namesOf(state.alive, names)),
  resolve(state, actions, context) {
    const juryVotes = countBallots('juryVotes', actions, state.players, context);
    const after = { ...state, juryVotes };
    const winners = namesOf(winnersOf(after), context.names);
    context.emit({ type: 'over', audience: 'all', data: { winners } });
    return { state: after, phase: END };
  },
};

export const phases: Readonly<Record<string, Phase<SurvivorState>>> = {
  discussion: speakingPhase(order, 'discussion', 'vote'),
  vote,
  jury_plea: speakingPhase(order, 'jury_plea', 'jury_vote'),
  jury_vote: juryVote,
};

/** Co-winners share +1, other finalists get 0, jurors −1. What the turn limit pays is an option. */
export function outcome(state: SurvivorState, cut: boolean): Outcome {
  const seats = seatsOf(state.players);
  const lost = (seat: Seat): boolean => state.jury.includes(seat);
  const winners = cut ? [] : winnersOf(state);
  const limitIsDraw = cut && state.options.atLimit === 'draw';
  const rewards = seats.map((seat) =>
    winners.includes(seat) ? 1 / winners.length : lost(seat) && !limitIsDraw ? -1 : 0,
  );
  const lasted = seats.map((seat) => (lost(seat) ? state.jury.indexOf(seat) + 1 : state.round));
  return {
    rewards,
    ending: cut ? 'turn-limit' : winners.length === 1 ? 'jury-winner' : 'jury-tie',
    measures: {
      eliminated: state.jury.length,
      ...bySeat('lasted', lasted),
      ...bySeat('juryVotes', state.juryVotes ?? seats.map(() => 0)),
    },
    // At the limit seats that are still in have not been told apart: theirs is a draw.
    sharedByDesign: cut
      ? sharedGroups(rewards).filter(([first]) => rewards[first as Seat] === -1)
      : sharedGroups(rewards),
  };
}
