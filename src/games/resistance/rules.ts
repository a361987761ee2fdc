/**
 * The Resistance, five players: three of the Resistance (main) against two Spies (alt) who know each other.
 * Leaders in turn propose teams, everyone votes, the approved team plays secret cards; one fail card fails a
 * mission. Three successes win for the Resistance; three failures, or five rejections in a row, for the Spies.
 *
 * Rules after Don Eskridge's game as played in Social Gym. Where the published reference differs, its way is
 * an option: `discussionStart: "seat0"` and `maxTurns: 100`.
 */
import { z } from 'zod';
import type { Decision } from '../engine/actions.js';
import type { Outcome, Phase, Role, RuleContext, Seat, Setup, Transition } from '../engine/definition.js';
import { END } from '../engine/engine.js';
import { sideRewards } from '../shared/rewards.js';
import { emitSpeech, onlyActor, speakDecision, SPEECH_LENGTH } from '../shared/talk.js';

export const SEATS = 5;
/** Team sizes of missions 1 to 5; the table exists for five players only. */
export const TEAM_SIZES = [2, 3, 2, 3, 3] as const;
const WINS_NEEDED = 3;
const REJECTIONS_LOSE = 5;
/** 5 missions × (4 rejected proposals × 7 turns + one approved × 8 turns). */
const NATURAL_BOUND = 180;

export const optionsSchema = z.strictObject({
  /** Who opens a discussion: the current leader, or always seat 0 as in the reference. */
  discussionStart: z.enum(['rotate', 'seat0']).default('rotate'),
  /** Turns (one speaker or one batch) after which the game is a draw; the reference cuts at 100. */
  maxTurns: z.int().min(1).max(NATURAL_BOUND).default(NATURAL_BOUND),
  /** Longest speech, in characters. */
  speechLength: z.int().min(1).max(2000).default(SPEECH_LENGTH),
});

export type ResistanceOptions = z.infer<typeof optionsSchema>;

export interface ResistanceState {
  readonly options: ResistanceOptions;
  readonly spies: readonly Seat[];
  /** Index of the current mission, from 0. */
  readonly mission: number;
  readonly leader: Seat;
  readonly rejections: number;
  readonly successes: number;
  readonly failures: number;
  /** Speeches made in the current discussion. */
  readonly spoken: number;
  /** Discussions opened so far. */
  readonly discussions: number;
  readonly team: readonly Seat[];
}

const allSeats: readonly Seat[] = Array.from({ length: SEATS }, (_, seat) => seat);

function teamSize(state: ResistanceState): number {
  return TEAM_SIZES[state.mission] ?? 0;
}

function speakerOf(state: ResistanceState): Seat {
  const start = state.options.discussionStart === 'rotate' ? state.leader : 0;
  return (start + state.spoken) % SEATS;
}

function openDiscussion(
  state: ResistanceState,
  { names, emit }: Pick<RuleContext, 'names' | 'emit'>,
): Transition<ResistanceState> {
  emit({
    type: 'round',
    audience: 'all',
    data: {
      mission: state.mission + 1,
      size: teamSize(state),
      leader: names[state.leader] ?? '',
      successes: state.successes,
      failures: state.failures,
      rejections: state.rejections,
    },
  });
  return {
    state: { ...state, spoken: 0, discussions: state.discussions + 1, team: [] },
    phase: 'discussion',
  };
}

export function setup(
  players: number,
  options: ResistanceOptions,
  context: RuleContext,
): Setup<ResistanceState> {
  if (players !== SEATS) throw new Error(`resistance needs exactly ${SEATS} players, got ${players}`);
  const spies = context.rng.shuffle(allSeats).slice(0, 2).sort();
  const roles = allSeats.map((seat): Role =>
    spies.includes(seat) ? { role: 'Spy', side: 'alt' } : { role: 'Resistance', side: 'main' },
  );
  const secrets = allSeats.map((seat) => {
    const partner = spies.includes(seat) ? spies.find((spy) => spy !== seat) : undefined;
    return {
      role: roles[seat]?.role ?? '',
      partner: partner === undefined ? null : (context.names[partner] ?? null),
    };
  });
  const fresh: ResistanceState = {
    options,
    spies,
    mission: 0,
    leader: 0,
    rejections: 0,
    successes: 0,
    failures: 0,
    spoken: 0,
    discussions: 0,
    team: [],
  };
  const opened = openDiscussion(fresh, context);
  return { ...opened, roles, secrets };
}

const discussion: Phase<ResistanceState> = {
  actors: (state) => [speakerOf(state)],
  decision: (state) => speakDecision(state.options.speechLength),
  resolve(state, actions, context) {
    const [seat, action] = onlyActor(actions);
    emitSpeech(context, seat, action, state.discussions);
    const spoken = state.spoken + 1;
    return { state: { ...state, spoken }, phase: spoken < SEATS ? 'discussion' : 'proposal' };
  },
};

const proposal: Phase<ResistanceState> = {
  actors: (state) => [state.leader],
  decision(state, seat, names): Decision {
    const size = teamSize(state);
    return {
      kind: 'propose',
      forms: [
        {
          action: 'propose',
          fields: { team: { type: 'subset', options: names, min: size, max: size, distinct: true } },
        },
      ],
      fallback: {
        action: 'propose',
        team: Array.from({ length: size }, (_, step) => names[(seat + step) % SEATS] ?? ''),
      },
    };
  },
  resolve(state, actions, { names, emit }) {
    const [seat, action] = onlyActor(actions);
    const chosen = action['team'] as readonly string[];
    const team = allSeats.filter((candidate) => chosen.includes(names[candidate] ?? ''));
    emit({
      type: 'proposal',
      audience: 'all',
      data: { leader: names[seat] ?? '', team: team.map((member) => names[member] ?? '') },
    });
    return { state: { ...state, team }, phase: 'vote' };
  },
};

const VOTE: Decision = {
  kind: 'vote',
  forms: [{ action: 'vote', fields: { choice: { type: 'choice', options: ['approve', 'reject'] } } }],
  fallback: { action: 'abstain' },
};

const vote: Phase<ResistanceState> = {
  actors: () => allSeats,
  decision: () => VOTE,
  resolve(state, actions, context) {
    const { names, emit } = context;
    const voters = (choice: string): string[] =>
      allSeats
        .filter((seat) => (actions.get(seat)?.['choice'] ?? 'abstain') === choice)
        .map((seat) => names[seat] ?? '');
    const [approve, reject, abstain] = [voters('approve'), voters('reject'), voters('abstain')];
    const approved = approve.length > reject.length;
    emit({ type: 'ballots', audience: 'all', data: { approve, reject, abstain, approved } });
    if (approved) return { state: { ...state, rejections: 0 }, phase: 'mission' };
    const rejections = state.rejections + 1;
    if (rejections === REJECTIONS_LOSE) {
      emit({
        type: 'over',
        audience: 'all',
        data: { winner: 'Spies', how: 'five proposals in a row were rejected' },
      });
      return { state: { ...state, rejections }, phase: END };
    }
    return openDiscussion({ ...state, rejections, leader: (state.leader + 1) % SEATS }, context);
  },
};

function cardDecision(cards: readonly string[]): Decision {
  return {
    kind: 'card',
    forms: [{ action: 'card', fields: { card: { type: 'choice', options: cards } } }],
    fallback: { action: 'card', card: 'succeed' },
  };
}

const SPY_CARD = cardDecision(['succeed', 'fail']);
/** A Resistance member has one legal card. The engine plays it, and what follows looks the same to everyone. */
const RESISTANCE_CARD = cardDecision(['succeed']);

const mission: Phase<ResistanceState> = {
  actors: (state) => state.team,
  decision: (state, seat) => (state.spies.includes(seat) ? SPY_CARD : RESISTANCE_CARD),
  resolve(state, actions, context) {
    const { names, emit } = context;
    for (const seat of state.team) {
      emit({
        type: 'card',
        audience: [seat],
        data: { player: names[seat] ?? '', card: actions.get(seat)?.['card'] ?? 'succeed' },
      });
    }
    const fails = state.team.filter((seat) => actions.get(seat)?.['card'] === 'fail').length;
    const successes = state.successes + (fails === 0 ? 1 : 0);
    const failures = state.failures + (fails === 0 ? 0 : 1);
    emit({
      type: 'mission',
      audience: 'all',
      data: {
        mission: state.mission + 1,
        team: state.team.map((seat) => names[seat] ?? ''),
        fails,
        successes,
        failures,
      },
    });
    const after = { ...state, successes, failures };
    if (successes === WINS_NEEDED) {
      emit({
        type: 'over',
        audience: 'all',
        data: { winner: 'Resistance', how: 'three missions succeeded' },
      });
      return { state: after, phase: END };
    }
    if (failures === WINS_NEEDED) {
      emit({ type: 'over', audience: 'all', data: { winner: 'Spies', how: 'three missions failed' } });
      return { state: after, phase: END };
    }
    return openDiscussion(
      { ...after, mission: state.mission + 1, leader: (state.leader + 1) % SEATS },
      context,
    );
  },
};

export const phases: Readonly<Record<string, Phase<ResistanceState>>> = {
  discussion,
  proposal,
  vote,
  mission,
};

/** The winning side shares +1, the losing side −1, evenly among its seats; a game cut at the turn limit pays 0. */
export function outcome(state: ResistanceState, roles: readonly Role[], cut: boolean): Outcome {
  const measures = { missionsSucceeded: state.successes, missionsFailed: state.failures };
  if (cut) return { rewards: sideRewards(roles, null), ending: 'turn-limit', measures };
  const spiesWin = state.failures === WINS_NEEDED || state.rejections === REJECTIONS_LOSE;
  const rewards = sideRewards(roles, spiesWin ? 'alt' : 'main');
  const ending = !spiesWin
    ? 'three-successes'
    : state.failures === WINS_NEEDED
      ? 'three-failures'
      : 'five-rejections';
  return { rewards, ending, measures };
}
