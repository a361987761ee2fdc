/**
 * Werewolves: a few Werewolves (alt) who know each other among Villagers, one Seer and one Witch (together main,
 * "Villagers"). By night the Werewolves choose a victim, the Seer learns one player's side, the Witch may save
 * the victim or poison someone; by day everyone alive speaks once and all vote one player out. No role is ever
 * revealed on death. The Villagers win when no Werewolf lives, the Werewolves when they are at least as many as
 * the others.
 *
 * After Dimitry Davidoff's game with Seer and Witch, as played in Social Gym. Where the published reference
 * differs, its way is an option: `discussionStart: "seat0"` and `tieBreak: "seat"`.
 */
import { z } from 'zod';
import type { ActionForm, Decision } from '../engine/actions.js';
import type {
  Outcome,
  Phase,
  Role,
  RuleContext,
  Seat,
  Setup,
  SideId,
  Transition,
} from '../engine/definition.js';
import { END } from '../engine/engine.js';
import { ballotDecision, countBallots } from '../shared/ballot.js';
import { seatsOf, speakingOrder } from '../shared/circle.js';
import { sideRewards } from '../shared/rewards.js';
import { emitSpeech, onlyActor, speakDecision, SPEECH_LENGTH } from '../shared/talk.js';
import { ballotsOf, tally } from '../shared/voting.js';

/** With more players the turn limit of 40 could cut a game in which every night and vote removes someone. */
export const PLAYERS = { min: 4, max: 8, default: 6 } as const;
const TURN_LIMIT = 40;

export const optionsSchema = z.strictObject({
  /** Who opens a discussion: someone else each day, or always the lowest living seat (reference). */
  discussionStart: z.enum(['rotate', 'seat0']).default('rotate'),
  /** A tie for most ballots: by lot, or the tied player first named by the lowest-seated voter (reference). */
  tieBreak: z.enum(['lot', 'seat']).default('lot'),
  /** At dawn everyone learns what killed the dead and whether an attack was prevented; else only who died. */
  announceCause: z.boolean().default(true),
  /** Turns (one player's or one batch's choice) after which the game is a draw. */
  maxTurns: z.int().min(1).max(1000).default(TURN_LIMIT),
  /** Longest speech, in characters. */
  speechLength: z.int().min(1).max(2000).default(SPEECH_LENGTH),
});

export type WerewolvesOptions = z.infer<typeof optionsSchema>;

/** A seat's part. */
export type Part = 'Werewolf' | 'Villager' | 'Seer' | 'Witch';

export interface WerewolvesState {
  readonly options: WerewolvesOptions;
  /** By seat. */
  readonly parts: readonly Part[];
  /** Seats alive, in seat order. */
  readonly living: readonly Seat[];
  /** The current night and the day after it, from 1. */
  readonly night: number;
  /** Werewolves that have chosen tonight, each with its choice or null. */
  readonly kills: readonly { readonly wolf: Seat; readonly target: Seat | null }[];
  /** Whom the Werewolves attack tonight. */
  readonly victim: Seat | null;
  /** Potions the Witch still has. */
  readonly potions: { readonly save: boolean; readonly poison: boolean };
  readonly saved: boolean;
  readonly poisoned: Seat | null;
  /** Speeches made today. */
  readonly spoken: number;
  readonly winner: SideId | null;
}

type Announce = Pick<RuleContext, 'names' | 'emit'>;

/** A third of the table, rounded down: two of six, always fewer than the others. */
export function wolfCount(players: number): number {
  return Math.floor(players / 3);
}

const isWolf = ({ parts }: WerewolvesState, seat: Seat): boolean => parts[seat] === 'Werewolf';

function wolvesOf(state: WerewolvesState): Seat[] {
  return seatsOf(state.parts.length).filter((seat) => isWolf(state, seat));
}

/** The living seats of a part; none once its holder is dead. */
function holders({ parts, living }: WerewolvesState, part: Part): Seat[] {
  return living.filter((seat) => parts[seat] === part);
}

function namesOf(seats: readonly Seat[], names: readonly string[]): string[] {
  return seats.map((seat) => names[seat] ?? '');
}

function openNight(state: WerewolvesState, { emit }: Announce): Transition<WerewolvesState> {
  const night = state.night + 1;
  emit({ type: 'night', audience: 'all', data: { night } });
  return {
    state: { ...state, night, kills: [], victim: null, saved: false, poisoned: null },
    phase: 'night_wolves',
  };
}

/** Opens the game with given parts; `setup` deals them. */
export function deal(
  options: WerewolvesOptions,
  parts: readonly Part[],
  { names, emit }: Announce,
): Setup<WerewolvesState> {
  const living = seatsOf(parts.length);
  const fresh: WerewolvesState = {
    options,
    parts,
    living,
    night: 0,
    kills: [],
    victim: null,
    potions: { save: true, poison: true },
    saved: false,
    poisoned: null,
    spoken: 0,
    winner: null,
  };
  const roles = parts.map((part): Role => ({ role: part, side: part === 'Werewolf' ? 'alt' : 'main' }));
  const wolves = wolvesOf(fresh);
  const secrets = living.map((seat) => ({
    role: parts[seat] ?? '',
    partners: isWolf(fresh, seat)
      ? namesOf(
          wolves.filter((wolf) => wolf !== seat),
          names,
        )
      : [],
  }));
  const count = (part: Part): number => parts.filter((other) => other === part).length;
  emit({
    type: 'table',
    audience: 'all',
    data: {
      werewolves: count('Werewolf'),
      villagers: count('Villager'),
      seers: count('Seer'),
      witches: count('Witch'),
    },
  });
  return { ...openNight(fresh, { names, emit }), roles, secrets };
}

export function setup(
  players: number,
  options: WerewolvesOptions,
  context: RuleContext,
): Setup<WerewolvesState> {
  const wolves = wolfCount(players);
  const parts = seatsOf(players).map((index): Part => {
    if (index < wolves) return 'Werewolf';
    return index === wolves ? 'Seer' : index === wolves + 1 ? 'Witch' : 'Villager';
  });
  return deal(options, context.rng.shuffle(parts), context);
}

/** The living Werewolf whose turn it is to choose. */
function choosingWolf(state: WerewolvesState): Seat {
  return holders(state, 'Werewolf')[state.kills.length] as Seat;
}

const nightWolves: Phase<WerewolvesState> = {
  actors: (state) => [choosingWolf(state)],
  decision(state, _seat, names): Decision {
    const prey = state.living.filter((seat) => !isWolf(state, seat));
    const target = { type: 'choice', options: namesOf(prey, names) } as const;
    return {
      kind: 'kill',
      forms: [{ action: 'kill', fields: { target } }],
      fallback: { action: 'abstain' },
    };
  },
  resolve(state, actions, { names, emit, rng }) {
    const [wolf] = onlyActor(actions);
    const target = ballotsOf(actions, names).get(wolf) ?? null;
    emit({
      type: 'kill',
      audience: wolvesOf(state),
      data: { wolf: names[wolf] ?? '', target: target === null ? null : (names[target] ?? '') },
    });
    const next = { ...state, kills: [...state.kills, { wolf, target }] };
    if (next.kills.length < holders(state, 'Werewolf').length) return { state: next, phase: 'night_wolves' };
    // One draw every night, needed or not, so that no later lot depends on whether the Werewolves agreed.
    const lot = rng.float();
    const chosen = next.kills.flatMap((kill) =>
      kill.target === null ? [] : [[kill.wolf, kill.target] as const],
    );
    const counts = tally(new Map(chosen));
    const most = Math.max(0, ...counts.values());
    const leaders = [...counts.keys()].filter((seat) => counts.get(seat) === most).sort((a, b) => a - b);
    const victim = leaders[Math.floor(lot * leaders.length)] ?? null;
    return { state: { ...next, victim }, phase: 'night_seer' };
  },
};

const nightSeer: Phase<WerewolvesState> = {
  // Without a living Seer the phase is passed through idle; nothing shows whether it was.
  actors: (state) => holders(state, 'Seer'),
  decision(state, seat, names): Decision {
    const others = state.living.filter((other) => other !== seat);
    const target = { type: 'choice', options: namesOf(others, names) } as const;
    return {
      kind: 'inspect',
      forms: [{ action: 'inspect', fields: { target } }],
      fallback: { action: 'abstain' },
    };
  },
  resolve(state, actions, { names, emit }) {
    for (const [seer, target] of ballotsOf(actions, names)) {
      const side = isWolf(state, target) ? 'Werewolves' : 'Villagers';
      const data = { player: names[seer] ?? '', target: names[target] ?? '', side };
      emit({ type: 'inspect', audience: [seer], data });
    }
    for (const witch of holders(state, 'Witch')) {
      const victim = state.victim === null ? null : (names[state.victim] ?? '');
      emit({ type: 'victim', audience: [witch], data: { player: names[witch] ?? '', victim } });
    }
    return { state, phase: 'night_witch' };
  },
};

function witchForms(
  { potions, victim, living }: WerewolvesState,
  seat: Seat,
  names: readonly string[],
): ActionForm[] {
  const targets = namesOf(
    living.filter((other) => other !== seat),
    names,
  );
  return [
    ...(potions.save && victim !== null ? [{ action: 'save', fields: {} }] : []),
    ...(potions.poison
      ? [{ action: 'poison', fields: { target: { type: 'choice', options: targets } as const } }]
      : []),
    { action: 'skip', fields: {} },
  ];
}

const HOW = {
  main: 'no Werewolf is alive',
  alt: 'the Werewolves are at least as many as the others',
} as const;

/** Ends the game if a side has won, otherwise goes on with `next`. Villagers are tested first. */
function endOr(
  state: WerewolvesState,
  { names, emit }: Announce,
  next: (state: WerewolvesState) => Transition<WerewolvesState>,
): Transition<WerewolvesState> {
  const wolves = holders(state, 'Werewolf').length;
  const winner = wolves === 0 ? 'main' : wolves >= state.living.length - wolves ? 'alt' : null;
  if (winner === null) return next(state);
  emit({
    type: 'over',
    audience: 'all',
    data: {
      winner: winner === 'main' ? 'Villagers' : 'Werewolves',
      how: HOW[winner],
      wolves: namesOf(wolvesOf(state), names),
    },
  });
  return { state: { ...state, winner }, phase: END };
}

function openDay(state: WerewolvesState, { names, emit }: Announce): Transition<WerewolvesState> {
  const order = namesOf(speakingOrder(state.living, state.night, state.options.discussionStart), names);
  emit({ type: 'day', audience: 'all', data: { day: state.night, order } });
  return { state: { ...state, spoken: 0 }, phase: 'day_discussion' };
}

/** The night takes effect, all at once, and everyone learns of it. */
function dawn(state: WerewolvesState, context: Announce): Transition<WerewolvesState> {
  const { names, emit } = context;
  const { announceCause } = state.options;
  const killed = state.saved ? null : state.victim;
  // In seat order: the order must not tell the cause.
  const dead = state.living.filter((seat) => seat === killed || seat === state.poisoned);
  emit({
    type: 'dawn',
    audience: 'all',
    data: {
      night: state.night,
      dead: dead.map((seat) => ({
        player: names[seat] ?? '',
        cause: !announceCause ? null : seat === killed ? 'killed by the Werewolves' : 'poisoned',
      })),
      prevented: announceCause && state.saved,
    },
  });
  const next = { ...state, living: state.living.filter((seat) => !dead.includes(seat)) };
  return endOr(next, context, (on) => openDay(on, context));
}

const nightWitch: Phase<WerewolvesState> = {
  actors: (state) => holders(state, 'Witch'),
  decision: (state, seat, names) => ({
    kind: 'potion',
    forms: witchForms(state, seat, names),
    fallback: { action: 'skip' },
  }),
  resolve(state, actions, context) {
    const { names, emit } = context;
    let next = state;
    for (const [witch, action] of actions) {
      const target = ballotsOf(actions, names).get(witch) ?? null;
      emit({
        type: 'potion',
        audience: [witch],
        data: {
          player: names[witch] ?? '',
          choice: action.action,
          target: target === null ? null : (names[target] ?? ''),
        },
      });
      if (action.action === 'save') {
        next = { ...state, saved: true, potions: { ...state.potions, save: false } };
      } else if (action.action === 'poison') {
        next = { ...state, poisoned: target, potions: { ...state.potions, poison: false } };
      }
    }
    return dawn(next, context);
  },
};

const dayDiscussion: Phase<WerewolvesState> = {
  actors({ living, night, options, spoken }) {
    return [speakingOrder(living, night, options.discussionStart)[spoken] as Seat];
  },
  decision: (state) => speakDecision(state.options.speechLength),
  resolve(state, actions, context) {
    const [seat, action] = onlyActor(actions);
    emitSpeech(context, seat, action, state.night);
    const spoken = state.spoken + 1;
    return {
      state: { ...state, spoken },
      phase: spoken < state.living.length ? 'day_discussion' : 'day_vote',
    };
  },
};

const dayVote: Phase<WerewolvesState> = {
  actors: (state) => state.living,
  decision: (state, seat, names) => ballotDecision(seat, state.living, names),
  resolve(state, actions, context) {
    const { names, emit } = context;
    const { named } = countBallots(actions, state.options.tieBreak, context);
    if (named === null) {
      emit({ type: 'nobody', audience: 'all', data: {} });
      return openNight(state, context);
    }
    const data = { player: names[named.seat] ?? '', votes: named.votes, tied: named.tied };
    emit({ type: 'executed', audience: 'all', data });
    const next = { ...state, living: state.living.filter((seat) => seat !== named.seat) };
    return endOr(next, context, (on) => openNight(on, context));
  },
};

export const phases: Readonly<Record<string, Phase<WerewolvesState>>> = {
  night_wolves: nightWolves,
  night_seer: nightSeer,
  night_witch: nightWitch,
  day_discussion: dayDiscussion,
  day_vote: dayVote,
};

/** The winning side shares +1, the losing side −1, evenly among its seats; a game cut at the turn limit pays 0. */
export function outcome(state: WerewolvesState, roles: readonly Role[]): Outcome {
  const wolvesLeft = holders(state, 'Werewolf').length;
  return {
    rewards: sideRewards(roles, state.winner),
    ending: state.winner === null ? 'turn-limit' : state.winner === 'main' ? 'wolves-dead' : 'parity',
    measures: {
      nights: state.night,
      wolvesLeft,
      othersLeft: state.living.length - wolvesLeft,
      saveUsed: state.potions.save ? 0 : 1,
      poisonUsed: state.potions.poison ? 0 : 1,
    },
  };
}
