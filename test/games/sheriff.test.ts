import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.js';
import type { Action } from '../../src/games/engine/actions.js';
import type { GameDefinition, GameState } from '../../src/games/engine/definition.js';
import { isOver, outcomeOf, pending, startGame, viewFor } from '../../src/games/engine/engine.js';
import { sheriff } from '../../src/games/sheriff/index.js';
import type { Goods, SheriffState } from '../../src/games/sheriff/rules.js';
import { describeGolden } from './golden.js';
import { describeGameLaws } from './laws.js';
import { apply, playScript, problemWith } from './playing.js';

const game = sheriff as unknown as GameDefinition;
const NAMES = ['Ana', 'Ben', 'Cal', 'Dot'];

function dataOf(state: GameState): SheriffState {
  return state.data as SheriffState;
}

function table(options: JsonObject = {}, names = NAMES): GameState {
  return startGame(game, { names, seed: 'table', options: game.options.parse(options) });
}

/** Everybody speaks; answers with the order in which they did, too. */
function talked(state: GameState): { readonly state: GameState; readonly order: string[] } {
  const order: string[] = [];
  let now = state;
  while (now.phase === 'negotiate') {
    const [open] = pending(game, now);
    const seat = open?.seat ?? -1;
    order.push(now.names[seat] ?? '');
    now = apply(game, now, new Map([[seat, { action: 'speak', text: 'Honest goods only.' }]]));
  }
  return { state: now, order };
}

function packed(state: GameState, smugglers: readonly string[]): GameState {
  const merchants = pending(game, state).map(({ seat }) => state.names[seat] ?? '');
  const pack = (name: string): Action => ({
    action: 'pack',
    goods: smugglers.includes(name) ? 'smuggle' : 'honest',
  });
  return playScript(game, state, [Object.fromEntries(merchants.map((name) => [name, pack(name)]))]);
}

function round(state: GameState, smugglers: readonly string[], inspected: readonly string[]): GameState {
  const merchants = pending(game, state).map(({ seat }) => state.names[seat] ?? '');
  const sheriffName = state.names.find((name) => !merchants.includes(name)) ?? '';
  const decisions = Object.fromEntries(
    merchants.map((name) => [name, inspected.includes(name) ? 'inspect' : 'pass']),
  );
  return playScript(game, talked(packed(state, smugglers)).state, [
    { [sheriffName]: { action: 'inspect', decisions } },
  ]);
}

function lastEvents(state: GameState, type: string): JsonObject[] {
  return state.events.filter((event) => event.type === type).map(({ data }) => data);
}

/** The last inspection of a game in which gold stands so that it leads to `gold`. */
function endingWith(gold: readonly number[], options: JsonObject = {}): readonly number[] {
  const state = table(
    options,
    gold.map((_, seat) => `P${seat}`),
  );
  const last = {
    ...dataOf(state),
    round: gold.length,
    gold: gold.map((total, seat) => (seat < gold.length - 1 ? total - 3 : total)),
  };
  return outcomeOf(game, round({ ...state, data: last }, [], [])).rewards;
}

describeGameLaws(sheriff, {
  variants: [{}, sheriff.referenceOptions, { revealPassed: false }, { speechLength: 1 }],
  players: [3, 4, 5],
  hidden: {
    swap(state, seat, rng) {
      if (!['negotiate', 'inspect'].includes(state.phase)) return undefined;
      const data = dataOf(state);
      const goods = data.goods.map((own, owner) =>
        owner === seat || own === null ? own : rng.pick<Goods>(['honest', 'smuggle']),
      );
      return { ...state, data: { ...data, goods } };
    },
    mirror: (state, _swapped, _seat, batch) => (state.phase === 'inspect' ? undefined : batch),
  },
  outcome({ rewards, measures }, end) {
    const gold = rewards.map((_, seat) => measures[`gold${seat}`] as number);
    const half = Math.floor(gold.length / 2);
    expect(end.cut).toBe(false);
    expect(end.turn).toBe(gold.length * (gold.length + 2));
    if (dataOf(end).options.cutTie === 'seat') return;
    const equal = gold.every((total) => total === gold[0]);
    gold.forEach((own, seat) => {
      const top = gold.filter((other) => other >= own).length <= half;
      const bottom = gold.filter((other) => other <= own).length <= half;
      expect(rewards[seat]).toBe(equal ? 0 : top ? 1 : bottom ? -1 : 0);
    });
  },
});

describeGolden(sheriff);

describe('the worked example of Sheriff', () => {
  it('goes round by round as the page says', () => {
    let state = round(table(), ['Ben', 'Dot'], ['Ben', 'Cal']);
    expect(dataOf(state).gold).toEqual([2, -4, 5, 8]);
    state = round(state, ['Cal'], []);
    expect(dataOf(state).gold).toEqual([5, -4, 13, 11]);
    state = round(state, ['Ana', 'Ben'], ['Ana']);
    expect(dataOf(state).gold).toEqual([1, 4, 17, 14]);
    state = round(state, ['Ana'], ['Ben']);
    expect(dataOf(state).gold).toEqual([9, 9, 20, 12]);
    expect([isOver(state), state.turn]).toEqual([true, 24]);
    expect(outcomeOf(game, state)).toEqual({
      rewards: [-1, -1, 1, 1],
      ending: 'last-round',
      measures: {
        inspections: 4,
        gold0: 9, gold1: 9, gold2: 20, gold3: 12,
        smuggled0: 2, smuggled1: 2, smuggled2: 1, smuggled3: 1,
      },
      sharedByDesign: [[0, 1], [2, 3]],
    }); // prettier-ignore
  });

  it('pays nothing to those who tie across the cut; in the reference the lower seats are in front', () => {
    expect(endingWith([9, 9, 9, 24])).toEqual([0, 0, 0, 1]);
    expect(endingWith([9, 9, 9, 24], sheriff.referenceOptions)).toEqual([1, -1, -1, 1]);
  });
});

describe('rewards of Sheriff', () => {
  it('are 0 for all when all have the same, in both ways of settling ties', () => {
    expect(endingWith([7, 7, 7, 7])).toEqual([0, 0, 0, 0]);
    expect(endingWith([7, 7, 7, 7], sheriff.referenceOptions)).toEqual([0, 0, 0, 0]);
  });

  it('are 0 for the middle seat of five, and for two who share the border', () => {
    expect(endingWith([1, 2, 3, 4, 5])).toEqual([-1, -1, 0, 1, 1]);
    expect(endingWith([10, 5, 5, 1])).toEqual([1, 0, 0, -1]);
  });

  it('are equal by design inside a half, not for those who tie across the cut', () => {
    const end = (gold: readonly number[]) => {
      const state = table();
      const data = { ...dataOf(state), round: 4, gold };
      return outcomeOf(game, round({ ...state, data }, [], [])).sharedByDesign;
    };
    expect(end([0, 1, 5, 9])).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(end([3, 3, 3, 24])).toEqual([]);
  });
});

describe('a round of Sheriff', () => {
  it('names the sheriff before anyone packs: seat 0 first, then in order', () => {
    let state = table();
    for (const [index, name] of NAMES.entries()) {
      expect(lastEvents(state, 'round').at(-1)).toMatchObject({ round: index + 1, rounds: 4, sheriff: name });
      expect(pending(game, state).map(({ seat }) => state.names[seat])).not.toContain(name);
      state = round(state, [], []);
    }
    expect(isOver(state)).toBe(true);
  });

  it('hears the sheriff last, and in the reference everyone by seat', () => {
    const orders = (options: JsonObject): string[][] => {
      const first = talked(packed(table(options), []));
      const second = round(table(options), [], []);
      return [first.order, talked(packed(second, [])).order];
    };
    expect(orders({})).toEqual([
      ['Ben', 'Cal', 'Dot', 'Ana'],
      ['Cal', 'Dot', 'Ana', 'Ben'],
    ]);
    expect(orders(sheriff.referenceOptions)).toEqual([NAMES, NAMES]);
  });

  it.each([
    ['honest', 'pass', 3, 0],
    ['honest', 'inspect', 5, -2],
    ['smuggle', 'pass', 8, 0],
    ['smuggle', 'inspect', -4, 4],
  ])('pays for %s goods and a sheriff who chose %s: %i and %i', (goods, ruling, merchant, own) => {
    const state = round(table(), goods === 'smuggle' ? ['Cal'] : [], ruling === 'inspect' ? ['Cal'] : []);
    expect(dataOf(state).gold).toEqual([own, 3, merchant, 3]);
    expect(lastEvents(state, 'ruling')).toContainEqual({
      sheriff: 'Ana', player: 'Cal', ruling, goods, merchantPay: merchant, sheriffPay: own,
    }); // prettier-ignore
  });

  it('keeps what was packed to the packer until the sheriff has decided', () => {
    const state = packed(table(), ['Ben']);
    const seen = (seat: number): JsonObject[] =>
      viewFor(state, seat)
        .events.filter(({ type }) => type === 'packed')
        .map(({ data }) => data);
    expect(seen(1)).toEqual([{ player: 'Ben', goods: 'smuggle' }]);
    expect(seen(0)).toEqual([]);
    expect(seen(2)).toEqual([{ player: 'Cal', goods: 'honest' }]);
  });

  it('does not announce what was let through with `revealPassed` off', () => {
    const state = round(table({ revealPassed: false }), ['Ben', 'Cal'], ['Cal']);
    expect(lastEvents(state, 'ruling').map(({ player, goods }) => [player, goods])).toEqual([
      ['Ben', null],
      ['Cal', 'smuggle'],
      ['Dot', null],
    ]);
  });

  it('takes a decision for exactly the merchants, and lets all pass by default', () => {
    const { state } = talked(packed(table(), []));
    const problem = (decisions: JsonObject): string | undefined =>
      problemWith(game, state, 'Ana', { action: 'inspect', decisions });
    expect(problem({ Ben: 'inspect', Cal: 'pass', Dot: 'pass' })).toBeUndefined();
    expect(problem({ Ben: 'inspect', Cal: 'pass' })).toBeDefined();
    expect(problem({ Ana: 'pass', Ben: 'pass', Cal: 'pass', Dot: 'pass' })).toBeDefined();
    expect(problem({ Ben: 'bribe', Cal: 'pass', Dot: 'pass' })).toBeDefined();
    const fallback = { action: 'inspect', decisions: { Ben: 'pass', Cal: 'pass', Dot: 'pass' } };
    expect(pending(game, state)[0]?.decision.fallback).toEqual(fallback);
    expect(pending(game, table())[0]?.decision.fallback).toEqual({ action: 'pack', goods: 'honest' });
  });
});
