import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.js';
import type { Action } from '../../src/games/engine/actions.js';
import type { GameDefinition, GameState, Seat } from '../../src/games/engine/definition.js';
import { isOver, outcomeOf, pending, startGame, viewFor } from '../../src/games/engine/engine.js';
import { liarsDice } from '../../src/games/liars-dice/index.js';
import type { LiarsDiceState } from '../../src/games/liars-dice/rules.js';
import { describeGolden } from './golden.js';
import { describeGameLaws } from './laws.js';
import { apply, playScript, problemWith } from './playing.js';

const game = liarsDice as unknown as GameDefinition;
const NAMES = ['Ana', 'Ben', 'Cal'];
const LIAR: Action = { action: 'liar' };

function bid(quantity: number, face: number): Action {
  return { action: 'bid', quantity, face };
}

function dataOf(state: GameState): LiarsDiceState {
  return state.data as LiarsDiceState;
}

/** The state with other dice on the table, as if they had been rolled this round. */
function rolled(state: GameState, dice: readonly (readonly number[])[]): GameState {
  return { ...state, data: { ...dataOf(state), dice } };
}

function table(dice: readonly (readonly number[])[], options: JsonObject = {}, names = NAMES): GameState {
  return rolled(startGame(game, { names, seed: 'table', options: game.options.parse(options) }), dice);
}

function mover(state: GameState): string {
  return pending(game, state)
    .map(({ seat }) => state.names[seat])
    .join();
}

const counts = (state: GameState): number[] => dataOf(state).dice.map((own) => own.length);

function defaultOf(state: GameState): Action | undefined {
  return pending(game, state)[0]?.decision.fallback;
}

function lastEvent(state: GameState, type: string): JsonObject {
  return state.events.filter((event) => event.type === type).at(-1)?.data ?? {};
}

describeGameLaws(liarsDice, {
  variants: [{}, liarsDice.referenceOptions, { maxTurns: 5000 }, { maxTurns: 12 }],
  players: [2, 3, 4],
  hidden: {
    swap: (state, seat, rng) =>
      rolled(
        state,
        dataOf(state).dice.map((own, owner) => (owner === seat ? own : own.map(() => rng.int(1, 6)))),
      ),
    mirror: (_state, _swapped, _seat, batch) =>
      [...batch.values()].some(({ action }) => action === 'liar') ? undefined : batch,
  },
  outcome({ rewards, ending }, end) {
    const sum = rewards.reduce((total, reward) => total + reward, 0);
    expect(sum).toBeCloseTo(0);
    expect(ending).toBe(end.cut ? 'turn-limit' : 'last-with-dice');
    if (end.cut) return;
    const left = counts(end).filter((count) => count > 0);
    expect(left).toHaveLength(1);
    expect(rewards.map((reward) => reward === 1)).toEqual(counts(end).map((count) => count > 0));
  },
});

describeGolden(liarsDice);

describe("the worked example of Liar's Dice", () => {
  const first = [
    [1, 1, 2, 3, 4],
    [2, 2, 3, 5, 6],
    [1, 4, 4, 6, 6],
  ];
  const second = [
    [3, 3, 3, 5, 6],
    [1, 2, 6, 6],
    [2, 2, 4, 4, 6],
  ];

  it('goes as the page says, round by round', () => {
    let state = playScript(game, table(first), [{ Ana: bid(2, 1) }, { Ben: bid(4, 1) }, { Cal: LIAR }]);
    expect(lastEvent(state, 'reveal')).toMatchObject({ count: 3, enough: false, loser: 'Ben', left: 4 });
    expect([counts(state), mover(state)]).toEqual([[5, 4, 5], 'Ben']);

    state = playScript(game, rolled(state, second), [{ Ben: bid(2, 6) }]);
    expect(problemWith(game, state, 'Cal', bid(2, 5))).toMatch(/from 3 to 14, got 2/);
    state = playScript(game, state, [{ Cal: bid(3, 6) }, { Ana: LIAR }]);
    expect(lastEvent(state, 'reveal')).toMatchObject({ count: 4, enough: true, loser: 'Ana', left: 4 });
    expect([counts(state), mover(state)]).toEqual([[4, 4, 5], 'Ana']);
    expect(lastEvent(state, 'round')).toMatchObject({ round: 3, total: 13, opener: 'Ana' });

    const order: string[] = [];
    for (let face = 1; face <= 4; face += 1) {
      order.push(mover(state));
      state = playScript(game, state, [{ [mover(state)]: bid(1, face) }]);
    }
    expect(order).toEqual(['Ana', 'Ben', 'Cal', 'Ana']);
  });

  it('ends as the page says', () => {
    let state = playScript(game, table([[1], [2], [3]]), [{ Ana: bid(3, 3) }, { Ben: LIAR }]);
    expect([counts(state), mover(state)]).toEqual([[0, 1, 1], 'Ben']);
    state = playScript(game, rolled(state, [[], [5], [6]]), [{ Ben: bid(2, 5) }, { Cal: LIAR }]);
    expect(isOver(state)).toBe(true);
    expect(outcomeOf(game, state)).toEqual({
      rewards: [-0.5, -0.5, 1],
      ending: 'last-with-dice',
      measures: { rounds: 2, dice0: 0, dice1: 0, dice2: 1 },
      sharedByDesign: [[0, 1]],
    });
  });
});

describe("bids of Liar's Dice", () => {
  const sixDice = [
    [1, 2],
    [3, 4],
    [5, 6],
  ];

  it('open with any face and any quantity up to the dice in play', () => {
    const state = table(sixDice);
    expect(problemWith(game, state, 'Ana', bid(6, 6))).toBeUndefined();
    expect(problemWith(game, state, 'Ana', bid(1, 1))).toBeUndefined();
    expect(problemWith(game, state, 'Ana', bid(7, 1))).toMatch(/from 1 to 6/);
    expect(problemWith(game, state, 'Ana', bid(0, 1))).toMatch(/from 1 to 6/);
    expect(problemWith(game, state, 'Ana', bid(1, 7))).toMatch(/from 1 to 6/);
    expect(problemWith(game, state, 'Ana', LIAR)).toMatch(/"action" must be "bid"/);
    expect(defaultOf(state)).toEqual(bid(1, 1));
  });

  it('must have a larger quantity, or the same with a higher face', () => {
    const state = playScript(game, table(sixDice), [{ Ana: bid(3, 4) }]);
    const problem = (quantity: number, face: number): string | undefined =>
      problemWith(game, state, 'Ben', bid(quantity, face));
    expect([problem(3, 5), problem(4, 1), problem(6, 6)]).toEqual([undefined, undefined, undefined]);
    for (const [quantity, face] of [[3, 4], [3, 3], [2, 6]] as const) {
      expect(problem(quantity, face)).toBeDefined();
    } // prettier-ignore
    expect(defaultOf(state)).toEqual(bid(3, 5));
  });

  it('go up by one with face 1 after a six, by default', () => {
    expect(defaultOf(playScript(game, table(sixDice), [{ Ana: bid(3, 6) }]))).toEqual(bid(4, 1));
  });

  it('leave only the call when the highest of all stands, and the engine makes it', () => {
    const state = playScript(game, table(sixDice), [{ Ana: bid(6, 6) }]);
    expect(pending(game, state)[0]).toMatchObject({ seat: 1, sole: LIAR });
    expect(defaultOf(state)).toEqual(LIAR);
    const after = apply(game, state, new Map());
    expect(lastEvent(after, 'reveal')).toMatchObject({ caller: 'Ben', count: 1, loser: 'Ana' });
  });

  it('cost the caller a die on an exact hit', () => {
    const state = playScript(game, table(sixDice), [{ Ana: bid(1, 5) }, { Ben: LIAR }]);
    expect(counts(state)).toEqual([2, 1, 2]);
  });
});

describe("the opener of a round of Liar's Dice", () => {
  const FOUR = ['Ana', 'Ben', 'Cal', 'Dot'];
  /** Seat 2 calls a true bid of seat 1 with its last die. */
  const callerOut = (options: JsonObject): GameState =>
    playScript(game, table([[1, 1], [2, 2], [3], [4, 4]], options, FOUR), [
      { Ana: bid(1, 1) },
      { Ben: bid(1, 2) },
      { Cal: LIAR },
    ]);

  it('is the next clockwise when the caller went out', () => {
    expect([counts(callerOut({})), mover(callerOut({}))]).toEqual([[2, 2, 0, 2], 'Dot']);
  });

  it('is the lowest seat in the reference when the caller went out', () => {
    expect(mover(callerOut(liarsDice.referenceOptions))).toBe('Ana');
  });

  it('is the caller when the bidder went out', () => {
    const state = playScript(game, table([[1, 1], [2], [3, 3], [4, 4]], {}, FOUR), [
      { Ana: bid(1, 1) },
      { Ben: bid(3, 2) },
      { Cal: LIAR },
    ]);
    expect([counts(state), mover(state)]).toEqual([[2, 0, 2, 2], 'Cal']);
    const next = playScript(game, state, [{ Cal: bid(1, 1) }, { Dot: bid(1, 2) }, { Ana: bid(1, 3) }]);
    expect(mover(next)).toBe('Cal');
  });
});

describe("what a seat knows in Liar's Dice", () => {
  it('is its own dice, before the opener bids, and everything once a bid is called', () => {
    const state = startGame(game, { names: NAMES, seed: 'deal', options: game.options.parse({}) });
    const rolls = (seat: Seat): unknown[] =>
      viewFor(state, seat)
        .events.filter(({ type }) => type === 'roll')
        .map(({ data }) => data);
    for (const seat of [0, 1, 2]) {
      const own = dataOf(state).dice[seat];
      expect(own).toHaveLength(5);
      expect(rolls(seat)).toEqual([{ player: NAMES[seat], dice: own }]);
    }
    const called = playScript(game, state, [{ Ana: bid(1, 1) }, { Ben: LIAR }]);
    expect(lastEvent(called, 'reveal')['hands']).toEqual(
      dataOf(state).dice.map((own, seat) => ({ player: NAMES[seat], dice: own.join(' ') })),
    );
  });

  it('shows dice that are fair', () => {
    const faces = [0, 0, 0, 0, 0, 0];
    for (let i = 0; i < 400; i += 1) {
      const state = startGame(game, { names: NAMES, seed: `fair ${i}`, options: game.options.parse({}) });
      for (const die of dataOf(state).dice.flat()) faces[die - 1] = (faces[die - 1] ?? 0) + 1;
    }
    // 6,000 dice: 1,000 of each face with a standard deviation of 29; five of them leave 1 in 10⁶ to chance.
    for (const count of faces) expect(Math.abs(count - 1000)).toBeLessThan(145);
  });
});

describe("the turn limit of Liar's Dice", () => {
  const cutAt = (dice: readonly (readonly number[])[], options: JsonObject = {}) =>
    outcomeOf(game, playScript(game, table(dice, { ...options, maxTurns: 1 }), [{ Ana: bid(1, 1) }]));

  it('shares +1 among the seats with most dice', () => {
    expect(cutAt([[1, 1], [2, 2], [3]])).toMatchObject({
      rewards: [0.5, 0.5, -1],
      ending: 'turn-limit',
      sharedByDesign: [[0, 1]],
    });
    expect(cutAt([[1, 1], [2], [3]])).toMatchObject({ rewards: [1, -0.5, -0.5], sharedByDesign: [[1, 2]] });
  });

  it('is a draw when all have as many', () => {
    const outcome = cutAt([[1], [2], [3]]);
    expect(outcome.rewards).toEqual([0, 0, 0]);
    expect(outcome.sharedByDesign).toBeUndefined();
  });

  it('gives it all to the lowest of the leaders in the reference', () => {
    const full = [1, 2, 3].map(() => [1, 1, 1, 1, 1]);
    expect(cutAt(full, liarsDice.referenceOptions).rewards).toEqual([1, -0.5, -0.5]);
    expect(cutAt([[1], [2, 2], [3, 3]], liarsDice.referenceOptions).rewards).toEqual([-0.5, 1, -0.5]);
  });

  it('is 100 turns, or the most that bids can last where that is less', () => {
    const bound = (players: number, maxTurns: number): number =>
      liarsDice.maxTurns(liarsDice.options.parse({ maxTurns }), players);
    expect(bound(3, 100)).toBe(100);
    // Σ over 15 to 2 dice of six bids a quantity and one call: 6 · 119 + 14.
    expect(bound(3, 5000)).toBe(728);
    expect(liarsDice.options.parse({}).maxTurns).toBe(100);
  });

  it('does not undo a win on the last turn', () => {
    const state = playScript(game, table([[1], [], [3]], { maxTurns: 2 }), [
      { Ana: bid(2, 3) },
      { Cal: LIAR },
    ]);
    expect(state.cut).toBe(false);
    expect(outcomeOf(game, state).rewards).toEqual([-0.5, -0.5, 1]);
  });
});
