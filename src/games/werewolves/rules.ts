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
import type { Outcome, Phase, Role, RuleContext, Seat, Setup } from '../engine/definition.js';
import { ballotDecision, countBallots } from '../shared/ballot.js';
import { namesOf, seatsOf, speakingOrder } from '../shared/circle.js';
import { sideRewards } from '../shared/rewards.js';
import { emitSpeech, onlyActor, speakDecision } from '../shared/talk.js';
import { nightSeer, nightWitch, nightWolves } from './night.js';
import { endOr, holders, isWolf, openNight, wolvesOf } from './state.js';
import type { Announce, Part, WerewolvesOptions, WerewolvesState } from './state.js';

/** With more players the turn limit of 40 could cut a game in which every night and vote removes someone. */
export const PLAYERS = { min: 4, max: 8, default: 6 } as const;

/** A third of the table, rounded down: two of six, always fewer than the others. */
export function wolfCount(players: number): number {
  return Math.floor(players / 3);
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
