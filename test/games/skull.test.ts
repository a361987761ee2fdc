import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.js';
import type { Action } from '../../src/games/engine/actions.js';
import type { GameDefinition, GameState, Seat } from '../../src/games/engine/definition.js';
import { isOver, outcomeOf, pending, startGame, viewFor } from '../../src/games/engine/engine.js';
import { skull } from '../../src/games/skull/index.js';
import { FULL_HAND, handOf } from '../../src/games/skull/rules.js';
import type { Disc, SkullState } from '../../src/games/skull/rules.js';
import { describeGolden } from './golden.js';
import { describeGameLaws } from './laws.js';
import type { LawOptions } from './laws.js';
import { apply, playScript, problemWith } from './playing.js';
import type { Batch, Script } from './playing.js';

const game = skull as unknown as GameDefinition;
const NAMES = ['Ana', 'Ben', 'Cal', 'Dot'];
const ROSE: Action = { action: 'place', disc: 'rose' };
const SKULL: Action = { action: 'place', disc: 'skull' };
const PASS: Action = { action: 'pass' };

function bid(count: number): Action {
  return { action: 'bid', count };
}

function flip(target: string): Action {
  return { action: 'flip', target };
}

function dataOf(state: GameState): SkullState {
  return state.data as SkullState;
}

function owning(state: GameState, owned: readonly (readonly Disc[])[]): GameState {
  return { ...state, data: { ...dataOf(state), owned } };
}

/** A table in its first round; `owned` in place of full hands. */
function table(options: JsonObject = {}, owned?: readonly (readonly Disc[])[]): GameState {
  const dealt = startGame(game, { names: NAMES, seed: 'table', options: game.options.parse(options) });
  return owned === undefined ? dealt : owning(dealt, owned);
}

function mover(state: GameState): string {
  return pending(game, state)
    .map(({ seat }) => state.names[seat])
    .join();
}

function lastEvent(state: GameState, type: string): JsonObject {
  return state.events.filter((event) => event.type === type).at(-1)?.data ?? {};
}

const sizes = (state: GameState): number[] => dataOf(state).owned.map((discs) => discs.length);

/** Turns up discs as long as there is no choice to make. */
function flipped(state: GameState): GameState {
  let now = state;
  while (now.phase === 'flip' && pending(game, now)[0]?.sole !== undefined) now = apply(game, now, new Map());
  return now;
}

const ROUND_ONE: readonly Script[] = [
  { Ana: ROSE },
  { Ben: ROSE },
  { Cal: ROSE },
  { Dot: SKULL },
  { Ana: bid(1) },
  { Ben: bid(2) },
  { Cal: PASS },
  { Dot: bid(3) },
  { Ana: PASS },
  { Ben: PASS },
];

/** Discs that lie face down or are held, of seats other than `seat`, are replaced by others. */
const hidden: LawOptions['hidden'] = {
  swap(state, seat, rng) {
    const data = dataOf(state);
    if (state.phase === 'end' || data.flipped.some((count) => count > 0)) return undefined;
    const owned = data.owned.map((discs, owner) =>
      owner === seat ? discs : rng.shuffle(FULL_HAND).slice(0, discs.length),
    );
    const stacks = data.stacks.map((stack, owner) =>
      owner === seat ? stack : rng.shuffle(owned[owner] ?? []).slice(0, stack.length),
    );
    return { ...state, data: { ...data, owned, stacks } };
  },
  mirror(state, swapped, seat, batch): Batch | undefined {
    const [entry] = batch;
    if (entry === undefined) return undefined;
    const [actor, action] = entry;
    if (action.action === 'flip') {
      const owner = state.names.indexOf(action['target'] as string);
      return owner === seat && actor === seat ? batch : undefined;
    }
    if (action.action !== 'place' || actor === seat) return batch;
    return new Map([[actor, { action: 'place', disc: handOf(dataOf(swapped), actor)[0] ?? '' }]]);
  },
};

describeGameLaws(skull, {
  hidden,
  variants: [{}, skull.referenceOptions, { winsNeeded: 2 }, { maxTurns: 15 }],
  outcome({ rewards, ending, measures }, end) {
    const others = -1 / (rewards.length - 1);
    expect(rewards.reduce((sum, reward) => sum + reward, 0)).toBeCloseTo(0);
    expect(ending === 'turn-limit').toBe(end.cut);
    const winner = rewards.indexOf(1);
    if (winner < 0) {
      expect([ending, new Set(rewards)]).toEqual(['turn-limit', new Set([0])]);
      return;
    }
    expect(rewards.filter((_, seat) => seat !== winner)).toEqual(rewards.slice(1).map(() => others));
    if (ending === 'challenges-won') {
      expect(measures[`wins${winner}`]).toBe(dataOf(end).options.winsNeeded);
    }
    if (ending === 'last-with-discs')
      expect(
        sizes(end)
          .map((size) => size > 0)
          .indexOf(true),
      ).toBe(winner);
  },
});

describeGolden(skull, { index: 2 });

describe('the worked example of Skull', () => {
  it('goes as the page says', () => {
    let state = playScript(game, table(), ROUND_ONE);
    expect(lastEvent(state, 'challenge')).toEqual({ challenger: 'Dot', count: 3 });
    state = flipped(state);
    expect(lastEvent(state, 'flip')).toMatchObject({ owner: 'Dot', disc: 'skull', turned: 1 });
    expect([sizes(state), mover(state), state.phase]).toEqual([[4, 4, 4, 3], 'Dot', 'place']);
    expect(dataOf(state).stacks).toEqual([[], [], [], []]);

    state = playScript(game, state, [
      { Dot: ROSE },
      { Ana: ROSE },
      { Ben: SKULL },
      { Cal: ROSE },
      { Dot: bid(2) },
      { Ana: PASS },
      { Ben: PASS },
      { Cal: PASS },
    ]);
    state = flipped(state);
    expect(lastEvent(state, 'flip')).toMatchObject({ owner: 'Dot', disc: 'rose', turned: 1 });
    state = playScript(game, state, [{ Dot: flip('Ana') }]);
    expect(isOver(state)).toBe(true);
    expect(outcomeOf(game, state)).toMatchObject({
      rewards: [-1 / 3, -1 / 3, -1 / 3, 1],
      ending: 'challenges-won',
      sharedByDesign: [[0, 1, 2]],
    });
  });

  it('refuses a bid on the first lap, and flips of others before the own stack', () => {
    expect(problemWith(game, table(), 'Ana', bid(1))).toMatch(/"action" must be "place"/);
    const challenged = playScript(game, table(), ROUND_ONE);
    expect(problemWith(game, challenged, 'Dot', flip('Ana'))).toMatch(/one of "Dot"/);
    expect(pending(game, challenged)[0]?.sole).toEqual(flip('Dot'));
  });

  it('puts out a seat that hits a skull with its last disc; the next seat clockwise opens', () => {
    let state = table({}, [FULL_HAND, FULL_HAND, FULL_HAND, ['skull']]);
    state = playScript(game, state, [{ Ana: ROSE }, { Ben: ROSE }, { Cal: ROSE }]);
    expect(pending(game, state)[0]?.sole).toEqual(SKULL);
    state = apply(game, state, new Map());
    state = playScript(game, state, [
      { Ana: bid(1) },
      { Ben: PASS },
      { Cal: PASS },
      { Dot: bid(2) },
      { Ana: PASS },
    ]);
    state = flipped(state);
    expect([sizes(state), mover(state)]).toEqual([[4, 4, 4, 0], 'Ana']);
    expect(lastEvent(state, 'penalty')).toEqual({ challenger: 'Dot', left: 0 });
    state = playScript(game, state, [{ Ana: ROSE }, { Ben: ROSE }, { Cal: ROSE }, { Ana: bid(1) }]);
    expect(mover(state)).toBe('Ben');
  });
});

describe('placing in Skull', () => {
  const lap: readonly Script[] = [{ Ana: ROSE }, { Ben: ROSE }, { Cal: ROSE }, { Dot: ROSE }];

  it('takes discs of the hand only, roses first by default', () => {
    const state = table({}, [['rose', 'skull'], FULL_HAND, FULL_HAND, FULL_HAND]);
    expect(pending(game, state)[0]?.decision.fallback).toEqual(ROSE);
    const after = playScript(game, state, [...[{ Ana: ROSE }], ...lap.slice(1)]);
    expect(problemWith(game, after, 'Ana', ROSE)).toMatch(/one of "skull"/);
    expect(problemWith(game, after, 'Ana', SKULL)).toBeUndefined();
    expect(pending(game, after)[0]?.decision.fallback).toEqual(SKULL);
  });

  it('leaves bids alone to an empty hand, 1 by default', () => {
    const state = playScript(game, table({}, [['skull', 'rose'], ['rose'], FULL_HAND, FULL_HAND]), [
      { Ana: SKULL },
    ]);
    expect(pending(game, state)[0]?.sole).toEqual(ROSE);
    const lapped = playScript(game, apply(game, state, new Map()), [
      { Cal: ROSE },
      { Dot: ROSE },
      { Ana: ROSE },
    ]);
    const [open] = pending(game, lapped);
    expect([open?.seat, open?.decision.forms.map(({ action }) => action)]).toEqual([1, ['bid']]);
    expect(open?.decision.fallback).toEqual(bid(1));
  });

  it('goes on round the table until somebody bids, 1 to all discs on the table', () => {
    const state = playScript(game, table(), [...lap, { Ana: SKULL }, { Ben: ROSE }]);
    expect(mover(state)).toBe('Cal');
    const problem = (count: number): string | undefined => problemWith(game, state, 'Cal', bid(count));
    expect([problem(1), problem(6)]).toEqual([undefined, undefined]);
    expect(problem(7)).toMatch(/from 1 to 6/);
    expect(problem(0)).toMatch(/from 1 to 6/);
    expect(problemWith(game, state, 'Cal', PASS)).toBeDefined();
  });

  it('shows the others that a disc was placed and its owner which', () => {
    const state = playScript(game, table(), [{ Ana: SKULL }]);
    const seen = (seat: Seat): JsonObject[] =>
      viewFor(state, seat)
        .events.filter(({ type }) => type === 'placed' || type === 'disc')
        .map(({ data }) => data);
    expect(seen(0)).toEqual([
      { player: 'Ana', discs: 1 },
      { player: 'Ana', disc: 'skull' },
    ]);
    expect(seen(1)).toEqual([{ player: 'Ana', discs: 1 }]);
  });
});

describe('bidding in Skull', () => {
  const placed = (): GameState =>
    playScript(game, table(), [{ Ana: ROSE }, { Ben: ROSE }, { Cal: ROSE }, { Dot: ROSE }]);

  it('asks clockwise from the opening bidder, skips those who passed and never the high bidder', () => {
    const order: string[] = [];
    let state = playScript(game, placed(), [{ Ana: ROSE }, { Ben: bid(1) }]);
    for (const action of [PASS, bid(2), PASS, bid(3)]) {
      order.push(mover(state));
      state = playScript(game, state, [{ [mover(state)]: action }]);
    }
    // Cal passes, Dot bids 2, Ana passes, Ben bids 3: only Dot can still raise.
    expect([...order, mover(state)]).toEqual(['Cal', 'Dot', 'Ana', 'Ben', 'Dot']);
    expect(pending(game, state)[0]?.decision.fallback).toEqual(PASS);
    state = playScript(game, state, [{ Dot: PASS }]);
    expect([state.phase, mover(state)]).toEqual(['flip', 'Ben']);
  });

  it('takes strictly higher bids up to the discs on the table', () => {
    const state = playScript(game, placed(), [{ Ana: bid(2) }]);
    expect(problemWith(game, state, 'Ben', bid(2))).toMatch(/from 3 to 4/);
    expect(problemWith(game, state, 'Ben', bid(5))).toMatch(/from 3 to 4/);
    expect(problemWith(game, state, 'Ben', ROSE)).toBeDefined();
  });

  it('ends at once with a bid on every disc, also the opening one', () => {
    expect(playScript(game, placed(), [{ Ana: bid(4) }]).phase).toBe('flip');
    const raised = playScript(game, placed(), [{ Ana: bid(1) }, { Ben: bid(4) }]);
    expect([raised.phase, mover(raised)]).toEqual(['flip', 'Ben']);
  });
});

describe('turning up discs in Skull', () => {
  it('needs no more than the top discs of the own stack for a small bid', () => {
    const lap: readonly Script[] = [{ Ana: SKULL }, { Ben: ROSE }, { Cal: ROSE }, { Dot: ROSE }];
    let state = playScript(game, table(), [
      ...lap,
      { Ana: ROSE },
      { Ben: ROSE },
      { Cal: ROSE },
      { Dot: ROSE },
      { Ana: bid(1) },
      { Ben: PASS },
      { Cal: PASS },
      { Dot: PASS },
    ]);
    state = flipped(state);
    // The skull lies under the rose that was placed last and stays face down.
    expect(outcomeOf(game, state).rewards).toEqual([1, -1 / 3, -1 / 3, -1 / 3]);
  });

  it('goes top-down through any other stacks once the own is done, clockwise by default', () => {
    let state = playScript(game, table(), [
      { Ana: ROSE },
      { Ben: ROSE },
      { Cal: SKULL },
      { Dot: ROSE },
      { Ana: ROSE },
      { Ben: ROSE },
      { Cal: ROSE },
      { Dot: bid(3) },
      { Ana: PASS },
      { Ben: PASS },
      { Cal: PASS },
    ]);
    state = flipped(state);
    const [open] = pending(game, state);
    expect(open?.decision.fallback).toEqual(flip('Ana'));
    expect(problemWith(game, state, 'Dot', flip('Dot'))).toMatch(/one of "Ana", "Ben" or "Cal"/);
    state = playScript(game, state, [{ Dot: flip('Cal') }]);
    expect(lastEvent(state, 'flip')).toMatchObject({ owner: 'Cal', disc: 'rose', turned: 2, needed: 3 });
    state = playScript(game, state, [{ Dot: flip('Cal') }]);
    expect(lastEvent(state, 'flip')).toMatchObject({ owner: 'Cal', disc: 'skull', turned: 3 });
    expect([sizes(state), mover(state)]).toEqual([[4, 4, 4, 3], 'Dot']);
  });

  it('costs a disc drawn evenly from all the challenger owns, told to it alone', () => {
    let skulls = 0;
    for (let i = 0; i < 240; i += 1) {
      const dealt = startGame(game, { names: NAMES, seed: `lost ${i}`, options: game.options.parse({}) });
      const state = flipped(playScript(game, dealt, ROUND_ONE));
      const lost = state.events.filter(({ type }) => type === 'lost');
      expect(lost.map(({ audience }) => audience)).toEqual([[3]]);
      if (lost[0]?.data['disc'] === 'skull') skulls += 1;
      expect(dataOf(state).owned[3]).toHaveLength(3);
    }
    // 240 draws of one disc in four: 60 expected with a standard deviation of 6.7; five of them either way.
    expect(Math.abs(skulls - 60)).toBeLessThan(34);
  });
});

describe('the end of Skull', () => {
  const win: readonly Script[] = [
    { Ana: ROSE },
    { Ben: SKULL },
    { Cal: ROSE },
    { Dot: ROSE },
    { Ana: bid(1) },
    { Ben: PASS },
    { Cal: PASS },
    { Dot: PASS },
  ];

  it('takes as many challenges as `winsNeeded`; nobody loses a disc by a success and the winner opens', () => {
    const once = flipped(playScript(game, table({ winsNeeded: 2 }), win));
    expect([isOver(once), sizes(once), mover(once)]).toEqual([false, [4, 4, 4, 4], 'Ana']);
    expect(lastEvent(once, 'round')['table']).toContainEqual({ player: 'Ana', discs: 4, wins: 1 });
    const twice = flipped(playScript(game, once, win));
    expect(outcomeOf(game, twice)).toMatchObject({ rewards: [1, -1 / 3, -1 / 3, -1 / 3] });
  });

  it('comes when one seat alone has discs', () => {
    const state = table({}, [['skull'], [], ['rose', 'rose'], []]);
    expect(pending(game, state)[0]?.sole).toEqual(SKULL);
    const placed = playScript(game, apply(game, apply(game, state, new Map()), new Map()), [{ Ana: bid(2) }]);
    const end = flipped(placed);
    expect(outcomeOf(game, end)).toMatchObject({
      rewards: [-1 / 3, -1 / 3, 1, -1 / 3],
      ending: 'last-with-discs',
    });
  });

  it('is opened by the lowest seat in the reference, whoever challenged', () => {
    const state = flipped(playScript(game, table(skull.referenceOptions), ROUND_ONE));
    expect(mover(state)).toBe('Ana');
    const won = flipped(
      playScript(game, table({ ...skull.referenceOptions, winsNeeded: 2 }), [
        { Ana: ROSE },
        { Ben: ROSE },
        { Cal: ROSE },
        { Dot: ROSE },
        { Ana: ROSE },
        { Ben: bid(1) },
        { Cal: PASS },
        { Dot: PASS },
        { Ana: PASS },
      ]),
    );
    expect([won.events.some(({ type }) => type === 'success'), mover(won)]).toEqual([true, 'Ana']);
  });

  it('is a draw at the turn limit with one win needed', () => {
    const end = playScript(game, table({ maxTurns: 1 }), [{ Ana: ROSE }]);
    expect(outcomeOf(game, end)).toMatchObject({ rewards: [0, 0, 0, 0], ending: 'turn-limit' });
    expect(outcomeOf(game, end).sharedByDesign).toBeUndefined();
    expect(skull.options.parse({})).toEqual({ winsNeeded: 1, opener: 'challenger', maxTurns: 120 });
  });

  it('goes at the limit to the sole leader in round wins when more are needed, and to nobody on a tie', () => {
    const limited = (wins: readonly number[]): number[] => {
      const state = table({ maxTurns: 1, winsNeeded: 2 });
      const led = { ...state, data: { ...dataOf(state), wins } };
      return [...outcomeOf(game, playScript(game, led, [{ Ana: ROSE }])).rewards];
    };
    expect(limited([0, 1, 0, 0])).toEqual([-1 / 3, 1, -1 / 3, -1 / 3]);
    expect(limited([0, 1, 1, 0])).toEqual([0, 0, 0, 0]);
    expect(limited([0, 0, 0, 0])).toEqual([0, 0, 0, 0]);
  });

  it('beats the turn limit when both come at once', () => {
    const end = flipped(playScript(game, table({ maxTurns: 9 }), win));
    expect([end.turn, end.cut, outcomeOf(game, end).rewards[0]]).toEqual([9, false, 1]);
  });
});
