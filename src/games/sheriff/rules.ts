/**
 * Sheriff of Nottingham: each round one seat is the sheriff, the others are merchants. Every merchant secretly
 * packs honest goods or smuggled ones; all speak; the sheriff then inspects or passes each merchant. Smuggling
 * pays best when it is let through, an inspection of honest goods costs the sheriff. Every seat is sheriff once;
 * the richer half wins.
 *
 * Rules after the game by Sérgio Halaban and André Zatz as played in Social Gym: there is no transfer of gold, so
 * a bribe is a promise of later lenience. Where the published reference differs, its way is an option:
 * `speakOrder: "seat"` and `cutTie: "seat"`.
 */
import { z } from 'zod';
import type { Decision } from '../engine/actions.js';
import type { Outcome, Phase, RuleContext, Seat, Setup, Transition } from '../engine/definition.js';
import { END } from '../engine/engine.js';
import { clockwiseAfter, seatsOf } from '../shared/circle.js';
import { rankRewards, sharedGroups } from '../shared/rewards.js';
import { emitSpeech, onlyActor, speakDecision, SPEECH_LENGTH } from '../shared/talk.js';
import { bySeat } from '../shared/winners.js';

export type Goods = 'honest' | 'smuggle';
export type Ruling = 'inspect' | 'pass';

/** Gold for the merchant and the sheriff, by what was packed and what the sheriff did. */
export const PAYOFFS: Readonly<
  Record<Goods, Record<Ruling, { readonly merchant: number; readonly sheriff: number }>>
> = {
  honest: { pass: { merchant: 3, sheriff: 0 }, inspect: { merchant: 5, sheriff: -2 } },
  smuggle: { pass: { merchant: 8, sheriff: 0 }, inspect: { merchant: -4, sheriff: 4 } },
};

export const optionsSchema = z.strictObject({
  /** Who speaks when: clockwise from the sheriff's left with the sheriff last, or always from seat 0 (reference). */
  speakOrder: z.enum(['sheriff-last', 'seat']).default('sheriff-last'),
  /** Goods that were let through are announced too. */
  revealPassed: z.boolean().default(true),
  /** A tie across the cut between the halves: 0 for the tied, or the lower seat is in front (reference). */
  cutTie: z.enum(['zero', 'seat']).default('zero'),
  /** Longest speech, in characters. */
  speechLength: z.int().min(1).max(2000).default(SPEECH_LENGTH),
});

export type SheriffOptions = z.infer<typeof optionsSchema>;

export interface SheriffState {
  readonly options: SheriffOptions;
  /** From 1; the sheriff is seat round − 1. */
  readonly round: number;
  readonly gold: readonly number[];
  /** What each seat has packed this round; null for the sheriff and before packing. */
  readonly goods: readonly (Goods | null)[];
  /** Speeches made this round. */
  readonly spoken: number;
  readonly smuggled: readonly number[];
  readonly inspections: number;
}

const sheriffOf = (state: SheriffState): Seat => state.round - 1;

function merchantsOf(state: SheriffState): Seat[] {
  return clockwiseAfter(sheriffOf(state), state.gold.length);
}

function speakerOf(state: SheriffState): Seat {
  const order =
    state.options.speakOrder === 'seat'
      ? seatsOf(state.gold.length)
      : [...merchantsOf(state), sheriffOf(state)];
  return order[state.spoken] as Seat;
}

/** Batches of a game: as many rounds as players, each with one packing, one speech a seat and one inspection. */
export function turnBound(players: number): number {
  return players * (players + 2);
}

function goldRows(gold: readonly number[], names: readonly string[]) {
  return gold.map((amount, seat) => ({ player: names[seat] ?? '', gold: amount }));
}

function openRound(state: SheriffState, { names, emit }: RuleContext): Transition<SheriffState> {
  emit({
    type: 'round',
    audience: 'all',
    data: {
      round: state.round,
      rounds: state.gold.length,
      sheriff: names[sheriffOf(state)] ?? '',
      merchants: merchantsOf(state).map((seat) => names[seat] ?? ''),
      gold: goldRows(state.gold, names),
    },
  });
  return { state: { ...state, goods: state.gold.map(() => null), spoken: 0 }, phase: 'pack' };
}

export function setup(players: number, options: SheriffOptions, context: RuleContext): Setup<SheriffState> {
  const zeros = seatsOf(players).map(() => 0);
  const fresh: SheriffState = {
    options,
    round: 1,
    gold: zeros,
    goods: [],
    spoken: 0,
    smuggled: zeros,
    inspections: 0,
  };
  return {
    ...openRound(fresh, context),
    roles: zeros.map(() => ({ role: 'Player' })),
    secrets: zeros.map(() => ({})),
  };
}

const pack: Phase<SheriffState> = {
  actors: merchantsOf,
  decision: () => ({
    kind: 'pack',
    forms: [{ action: 'pack', fields: { goods: { type: 'choice', options: ['honest', 'smuggle'] } } }],
    fallback: { action: 'pack', goods: 'honest' },
  }),
  resolve(state, actions, { names, emit }) {
    const goods = state.gold.map((_, seat) => (actions.get(seat)?.['goods'] ?? null) as Goods | null);
    for (const seat of merchantsOf(state)) {
      emit({
        type: 'packed',
        audience: [seat],
        data: { player: names[seat] ?? '', goods: goods[seat] ?? null },
      });
    }
    const smuggled = state.smuggled.map((count, seat) => count + (goods[seat] === 'smuggle' ? 1 : 0));
    return { state: { ...state, goods, smuggled }, phase: 'negotiate' };
  },
};

const negotiate: Phase<SheriffState> = {
  actors: (state) => [speakerOf(state)],
  decision: (state) => speakDecision(state.options.speechLength),
  resolve(state, actions, context) {
    const [seat, action] = onlyActor(actions);
    emitSpeech(context, seat, action, state.round);
    const spoken = state.spoken + 1;
    return { state: { ...state, spoken }, phase: spoken < state.gold.length ? 'negotiate' : 'inspect' };
  },
};

function decideInspection(state: SheriffState, names: readonly string[]): Decision {
  const keys = merchantsOf(state).map((seat) => names[seat] ?? '');
  return {
    kind: 'inspect',
    forms: [
      { action: 'inspect', fields: { decisions: { type: 'assign', keys, options: ['inspect', 'pass'] } } },
    ],
    fallback: { action: 'inspect', decisions: Object.fromEntries(keys.map((key) => [key, 'pass'])) },
  };
}

const inspect: Phase<SheriffState> = {
  actors: (state) => [sheriffOf(state)],
  decision: (state, _, names) => decideInspection(state, names),
  resolve(state, actions, context) {
    const { names, emit } = context;
    const [sheriff, action] = onlyActor(actions);
    const rulings = action['decisions'] as Readonly<Record<string, Ruling>>;
    const gold = [...state.gold];
    let inspections = state.inspections;
    for (const merchant of merchantsOf(state)) {
      const player = names[merchant] ?? '';
      const goods = state.goods[merchant] ?? 'honest';
      const ruling = rulings[player] ?? 'pass';
      const pay = PAYOFFS[goods][ruling];
      gold[merchant] = (gold[merchant] ?? 0) + pay.merchant;
      gold[sheriff] = (gold[sheriff] ?? 0) + pay.sheriff;
      if (ruling === 'inspect') inspections += 1;
      const shown = ruling === 'inspect' || state.options.revealPassed;
      emit({
        type: 'ruling',
        audience: 'all',
        data: {
          sheriff: names[sheriff] ?? '',
          player,
          ruling,
          goods: shown ? goods : null,
          merchantPay: shown ? pay.merchant : null,
          sheriffPay: pay.sheriff,
        },
      });
    }
    const after = { ...state, gold, inspections };
    if (state.round < gold.length) return openRound({ ...after, round: state.round + 1 }, context);
    const rewards = rankRewards(gold, state.options.cutTie);
    const named = (reward: number): string[] => names.filter((_, seat) => rewards[seat] === reward);
    emit({
      type: 'over',
      audience: 'all',
      data: { gold: goldRows(gold, names), winners: named(1), losers: named(-1) },
    });
    return { state: after, phase: END };
  },
};

export const phases: Readonly<Record<string, Phase<SheriffState>>> = { pack, negotiate, inspect };

/** Top half +1, bottom half −1 by gold; a tie across the cut is settled by `cutTie`. The number of turns is fixed. */
export function outcome(state: SheriffState): Outcome {
  const rewards = rankRewards(state.gold, state.options.cutTie);
  return {
    rewards,
    ending: 'last-round',
    measures: {
      inspections: state.inspections,
      ...bySeat('gold', state.gold),
      ...bySeat('smuggled', state.smuggled),
    },
    // Seats tied across the cut get 0 because they tie: that is a draw, not a rule of the halves.
    sharedByDesign: sharedGroups(rewards).filter(([first]) => rewards[first as Seat] !== 0),
  };
}
