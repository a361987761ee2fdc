/** The nights of Werewolves: the Werewolves choose, the Seer looks, the Witch brews, and then it all takes effect. */
import type { ActionForm, Decision } from '../engine/actions.js';
import type { Phase, Seat, Transition } from '../engine/definition.js';
import { namesOf } from '../shared/circle.js';
import { onlyActor } from '../shared/talk.js';
import { ballotsOf, tally } from '../shared/voting.js';
import { endOr, holders, isWolf, openDay, wolvesOf } from './state.js';
import type { Announce, WerewolvesState } from './state.js';

/** The living Werewolf whose turn it is to choose. */
function choosingWolf(state: WerewolvesState): Seat {
  return holders(state, 'Werewolf')[state.kills.length] as Seat;
}

export const nightWolves: Phase<WerewolvesState> = {
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

export const nightSeer: Phase<WerewolvesState> = {
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

export const nightWitch: Phase<WerewolvesState> = {
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
