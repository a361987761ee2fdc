/**
 * Coup: every seat holds two hidden characters. In turn a seat declares a move, often one that only a certain
 * character allows, held or not; the others answer all at once, and may call it a lie or block it. A lie that is
 * called, or a true claim wrongly called, costs an influence. The last seat with influence wins.
 *
 * Rules after Rikki Tahta's game as played in Social Gym: answers are simultaneous, a challenge outranks every
 * block, any seat may block, a block is never challenged, a blocked assassin is paid back. Left from the published
 * reference: only what the rules allow can be challenged or blocked, a coup at ten coins is forced, and turns go
 * clockwise past the eliminated. Options bring in rules of the table game.
 */
import type { Action, ActionForm, Decision } from '../engine/actions.js';
import type { Outcome, Phase, RuleContext, Seat, Setup, Transition } from '../engine/definition.js';
import { seatsOf } from '../shared/circle.js';
import { sharedGroups } from '../shared/rewards.js';
import { onlyActor } from '../shared/talk.js';
import { without } from '../shared/multiset.js';
import { bySeat, leadersOf, winnersRewards } from '../shared/winners.js';
import { CHARACTERS, COPIES, FIRST_COINS, FORCED_COUP, HAND_SIZE, MOVES } from './cards.js';
import type { Card, Move } from './cards.js';
import { blockedStep, deciding, lose, openDeclaration, proceed, tellHand, testClaim } from './resolution.js';
import { coinsOf, declaredOf, handOf, living, livingAfter, withCoins, withHand } from './state.js';
import type { CoupOptions, CoupState, Step } from './state.js';

/** Starts a game from a deal: hands by seat and the deck, its last card the first to be drawn. */
export function start(
  options: CoupOptions,
  hands: readonly (readonly Card[])[],
  deck: readonly Card[],
  context: RuleContext,
): Transition<CoupState> {
  const fresh: CoupState = {
    options,
    deck,
    hands,
    lost: hands.map(() => []),
    coins: hands.map(() => FIRST_COINS),
    declaration: 1,
    declarer: 0,
    declared: null,
    block: null,
    steps: [],
    drawn: [],
  };
  hands.forEach((_, seat) => tellHand(fresh, seat, context));
  return openDeclaration(fresh, context);
}

export function setup(players: number, options: CoupOptions, context: RuleContext): Setup<CoupState> {
  const court = context.rng.shuffle(CHARACTERS.flatMap((card) => Array<Card>(COPIES).fill(card)));
  const hands = seatsOf(players).map((seat) => court.slice(HAND_SIZE * seat, HAND_SIZE * (seat + 1)));
  return {
    ...start(options, hands, court.slice(HAND_SIZE * players), context),
    roles: hands.map(() => ({ role: 'Player' })),
    secrets: hands.map(() => ({})),
  };
}

function form(action: string, fields: ActionForm['fields'] = {}): ActionForm {
  return { action, fields };
}

/** The living opponent with most cards, then most coins, then first clockwise. */
function strongest(state: CoupState, seat: Seat): Seat {
  const rank = (other: Seat): number => handOf(state, other).length * 1000 + coinsOf(state, other);
  const [first, ...rest] = livingAfter(state, seat);
  return rest.reduce((best, other) => (rank(other) > rank(best) ? other : best), first as Seat);
}

function decideDeclaration(state: CoupState, seat: Seat, names: readonly string[]): Decision {
  const coins = coinsOf(state, seat);
  const targets = livingAfter(state, seat).map((other) => names[other] ?? '');
  const moves = (Object.keys(MOVES) as Move[]).filter((move) =>
    coins >= FORCED_COUP ? move === 'coup' : coins >= MOVES[move].cost,
  );
  return {
    kind: 'declare',
    forms: moves.map((move) =>
      form(move, MOVES[move].targeted ? { target: { type: 'choice', options: targets } } : {}),
    ),
    fallback:
      coins >= FORCED_COUP
        ? { action: 'coup', target: names[strongest(state, seat)] ?? '' }
        : { action: 'income' },
  };
}

const declare: Phase<CoupState> = {
  actors: (state) => [state.declarer],
  decision: decideDeclaration,
  resolve(state, actions, context) {
    const { names, emit } = context;
    const [seat, action] = onlyActor(actions);
    const move = action.action as Move;
    const rule = MOVES[move];
    const target = rule.targeted ? names.indexOf(action['target'] as string) : null;
    emit({
      type: 'declare',
      audience: 'all',
      data: {
        player: names[seat] ?? '',
        move,
        target: target === null ? null : (names[target] ?? ''),
        claims: rule.claims ?? null,
      },
    });
    const declared = withCoins({ ...state, declared: { seat, move, target } }, seat, -rule.cost);
    if (rule.claims !== undefined || rule.blockedBy.length > 0) return { state: declared, phase: 'response' };
    return proceed({ ...declared, steps: [{ do: 'effect' }] }, context);
  },
};

const PASS: Action = { action: 'pass' };

/** Publishes a batch of answers, clockwise from the seat that is answered. */
function tellResponses(
  actions: ReadonlyMap<Seat, Action>,
  order: readonly Seat[],
  { names, emit }: RuleContext,
): void {
  const answers = order.map((seat) => ({ player: names[seat] ?? '', answer: actions.get(seat) ?? PASS }));
  emit({
    type: 'responses',
    audience: 'all',
    data: {
      raised: answers.flatMap(({ player, answer }) =>
        answer.action === 'pass' ? [] : [{ player, answer: answer.action, role: answer['role'] ?? null }],
      ),
      passed: answers.flatMap(({ player, answer }) => (answer.action === 'pass' ? [player] : [])),
    },
  });
}

function answering(actions: ReadonlyMap<Seat, Action>, answer: string): Seat[] {
  return [...actions].flatMap(([seat, { action }]) => (action === answer ? [seat] : []));
}

function decideResponse(state: CoupState, seat: Seat): Decision {
  const { move, target } = declaredOf(state);
  const { claims, blockedBy, targeted } = MOVES[move];
  const mayBlock = blockedBy.length > 0 && !(state.options.targetOnlyBlock && targeted && target !== seat);
  return {
    kind: 'respond',
    forms: [
      form('pass'),
      ...(claims === undefined ? [] : [form('challenge')]),
      ...(mayBlock ? [form('block', { role: { type: 'choice', options: blockedBy } })] : []),
    ],
    fallback: PASS,
  };
}

const response: Phase<CoupState> = {
  actors: (state) => livingAfter(state, state.declarer),
  decision: decideResponse,
  resolve(state, actions, context) {
    const { names, emit } = context;
    const { seat: declarer, move } = declaredOf(state);
    tellResponses(actions, livingAfter(state, declarer), context);
    const { claims } = MOVES[move];
    const challenger = deciding(state, answering(actions, 'challenge'), declarer);
    if (challenger !== undefined && claims !== undefined) {
      const { held, steps } = testClaim(state, declarer, claims, challenger, context);
      const last: Step = held ? { do: 'effect' } : { do: 'void', refund: true };
      return proceed({ ...state, steps: [...steps, last] }, context);
    }
    const blocker = deciding(state, answering(actions, 'block'), declarer);
    if (blocker === undefined) return proceed({ ...state, steps: [{ do: 'effect' }] }, context);
    const role = actions.get(blocker)?.['role'] as Card;
    emit({ type: 'block', audience: 'all', data: { player: names[blocker] ?? '', role } });
    const blocked = { ...state, block: { seat: blocker, role } };
    if (state.options.blockChallenge) return { state: blocked, phase: 'blockResponse' };
    return proceed({ ...blocked, steps: [blockedStep(state)] }, context);
  },
};

/** With `blockChallenge` every living seat but the blocker, the declarer too, may call the block a lie. */
const blockResponse: Phase<CoupState> = {
  actors: (state) => (state.block === null ? [] : livingAfter(state, state.block.seat)),
  decision: () => ({ kind: 'respond-to-block', forms: [form('pass'), form('challenge')], fallback: PASS }),
  resolve(state, actions, context) {
    if (state.block === null) throw new Error('no block to answer');
    const { seat: blocker, role } = state.block;
    tellResponses(actions, livingAfter(state, blocker), context);
    const challenger = deciding(state, answering(actions, 'challenge'), blocker);
    if (challenger === undefined) return proceed({ ...state, steps: [blockedStep(state)] }, context);
    const { held, steps } = testClaim(state, blocker, role, challenger, context);
    const last: Step = held ? blockedStep(state) : { do: 'effect' };
    return proceed({ ...state, steps: [...steps, last] }, context);
  },
};

function losingSeat(state: CoupState): Seat {
  const [step] = state.steps;
  if (step?.do !== 'lose') throw new Error('nobody has to lose a card');
  return step.seat;
}

const loseCard: Phase<CoupState> = {
  actors: (state) => [losingSeat(state)],
  decision(state, seat) {
    const hand = handOf(state, seat);
    return {
      kind: 'lose',
      forms: [form('lose', { card: { type: 'choice', options: hand } })],
      fallback: { action: 'lose', card: hand[hand.length - 1] ?? '' },
    };
  },
  resolve(state, actions, context) {
    const [seat, action] = onlyActor(actions);
    const rest = { ...state, steps: state.steps.slice(1) };
    return proceed(lose(rest, seat, action['card'] as Card, context), context);
  },
};

const choose: Phase<CoupState> = {
  actors: (state) => [state.declarer],
  decision(state, seat) {
    const hand = handOf(state, seat);
    return {
      kind: 'choose',
      forms: [
        form('keep', {
          cards: {
            type: 'subset',
            options: [...hand, ...state.drawn],
            min: hand.length,
            max: hand.length,
            distinct: false,
          },
        }),
      ],
      fallback: { action: 'keep', cards: [...hand] },
    };
  },
  resolve(state, actions, context) {
    const [seat, action] = onlyActor(actions);
    const kept = action['cards'] as readonly Card[];
    const back = without([...handOf(state, seat), ...state.drawn], kept);
    const after = withHand(
      { ...state, deck: context.rng.shuffle([...state.deck, ...back]), drawn: [] },
      seat,
      kept,
    );
    context.emit({ type: 'kept', audience: 'all', data: { player: context.names[seat] ?? '' } });
    tellHand(after, seat, context);
    return proceed(after, context);
  },
};

export const phases: Readonly<Record<string, Phase<CoupState>>> = {
  declare,
  response,
  blockResponse,
  lose: loseCard,
  choose,
};

/** A declaration takes at most these batches: declare, answer, answer the block, and two picks of a lost card. */
const TURNS_PER_DECLARATION = 5;

/** No declaration takes more batches than this, so the declaration limit always ends the game first. */
export function turnBound(options: CoupOptions): number {
  return options.maxDeclarations * TURNS_PER_DECLARATION;
}

/**
 * The last seat with influence gets +1, the others share −1. When the declarations ran out, the seats with most
 * cards win together; when all seats have as many, each gets its share of +1.
 */
export function outcome(state: CoupState): Outcome {
  const counts = state.hands.map((hand) => hand.length);
  const winners = leadersOf(counts);
  const everyone = winners.length === counts.length;
  const rewards = everyone ? counts.map(() => 1 / counts.length) : winnersRewards(counts.length, winners);
  return {
    rewards,
    ending: living(state).length === 1 ? 'last-with-influence' : 'declaration-limit',
    measures: {
      declarations: state.declaration,
      ...bySeat('cards', counts),
      ...bySeat('coins', state.coins),
    },
    ...(everyone ? {} : { sharedByDesign: sharedGroups(rewards) }),
  };
}
