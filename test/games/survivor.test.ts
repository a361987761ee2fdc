import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.js';
import type { Action } from '../../src/games/engine/actions.js';
import type { GameDefinition, GameState } from '../../src/games/engine/definition.js';
import { isOver, outcomeOf, pending, startGame } from '../../src/games/engine/engine.js';
import { survivor } from '../../src/games/survivor/index.js';
import type { SurvivorState } from '../../src/games/survivor/rules.js';
import { describeGolden } from './golden.js';
import { describeGameLaws } from './laws.js';
import { apply, playScript, problemWith } from './playing.js';

const game = survivor as unknown as GameDefinition;
const NAMES = ['Ana', 'Ben', 'Cal', 'Dot', 'Eli', 'Fay'];

function dataOf(state: GameState): SurvivorState {
  return state.data as SurvivorState;
}

function table(options: JsonObject = {}, names = NAMES, seed = 'table'): GameState {
  return startGame(game, { names, seed, options: game.options.parse(options) });
}

/** Everybody whose turn it is to speak does; answers with the order, too. */
function talked(state: GameState): { readonly state: GameState; readonly order: string[] } {
  const order: string[] = [];
  const { phase } = state;
  let now = state;
  while (now.phase === phase) {
    const [open] = pending(game, now);
    const seat = open?.seat ?? -1;
    order.push(now.names[seat] ?? '');
    now = apply(game, now, new Map([[seat, { action: 'speak', text: 'Stay with me.' }]]));
  }
  return { state: now, order };
}

/** One vote: `Ana>Ben Ben>Ana`; who is not named abstains for want of an answer. */
function voted(state: GameState, ballots: string): GameState {
  const { state: ready } = talked(state);
  const action = ready.phase === 'jury_vote' ? 'jury_vote' : 'vote';
  const targets = new Map(ballots.split(' ').map((pair) => pair.split('>') as [string, string]));
  const batch = pending(game, ready).map(({ seat }): [string, Action] => {
    const name = ready.names[seat] ?? '';
    const target = targets.get(name);
    return [name, target === undefined ? { action: 'abstain' } : { action, target }];
  });
  for (const voter of targets.keys()) expect(['', ...batch.map(([name]) => name)]).toContain(voter);
  return playScript(game, ready, [Object.fromEntries(batch)]);
}

const alive = (state: GameState): string[] => dataOf(state).alive.map((seat) => state.names[seat] ?? '');

function lastEvent(state: GameState, type: string): JsonObject {
  return state.events.filter((event) => event.type === type).at(-1)?.data ?? {};
}

function finalists(options: JsonObject = {}): GameState {
  return [
    'Ana>Fay Ben>Fay Cal>Fay Dot>Fay Eli>Ana Fay>Ana',
    'Ana>Eli Ben>Eli Cal>Eli Dot>Ana Eli>Ana',
    'Ana>Dot Ben>Dot Cal>Dot Dot>Ana',
  ].reduce(voted, table(options));
}

describeGameLaws(survivor, {
  variants: [{}, survivor.referenceOptions, { maxTurns: 20 }, { speechLength: 1 }],
  players: [4, 5, 6],
  outcome({ rewards, ending }, end) {
    const { jury, alive: left } = dataOf(end);
    const of = (seats: readonly number[]): number[] => seats.map((seat) => rewards[seat] ?? NaN);
    expect(ending === 'turn-limit').toBe(end.cut);
    if (end.cut) {
      const draw = dataOf(end).options.atLimit === 'draw';
      expect(of(jury)).toEqual(jury.map(() => (draw ? 0 : -1)));
      expect(of(left)).toEqual(left.map(() => 0));
      return;
    }
    expect(left).toHaveLength(3);
    expect(of(jury)).toEqual(jury.map(() => -1));
    expect(of(left).reduce((sum, reward) => sum + reward, 0)).toBeCloseTo(1);
  },
});

describeGolden(survivor);

describe('the worked example of Survivor', () => {
  it('goes as the page says', () => {
    let state = voted(table(), 'Ana>Fay Ben>Fay Cal>Fay Dot>Fay Eli>Ana Fay>Ana');
    expect(lastEvent(state, 'votes')['counts']).toEqual([
      { player: 'Ana', votes: 2 },
      { player: 'Fay', votes: 4 },
    ]);
    expect(lastEvent(state, 'eliminated')).toEqual({ player: 'Fay', tied: [], lot: false });
    state = voted(state, 'Ana>Eli Ben>Eli Cal>Eli Dot>Ana Eli>Ana');
    expect(lastEvent(state, 'eliminated')).toMatchObject({ player: 'Eli' });
    state = voted(state, 'Ana>Dot Ben>Dot Cal>Dot Dot>Ana');
    expect(lastEvent(state, 'final')).toMatchObject({
      alive: ['Ana', 'Ben', 'Cal'],
      jury: ['Fay', 'Eli', 'Dot'],
    });
    state = voted(state, 'Dot>Ben Eli>Ben Fay>Ana');
    expect([isOver(state), state.turn]).toEqual([true, 22]);
    expect(outcomeOf(game, state)).toMatchObject({
      rewards: [0, 1, 0, -1, -1, -1],
      ending: 'jury-winner',
      measures: {
        juryVotes0: 1,
        juryVotes1: 2,
        juryVotes2: 0,
        lasted5: 1,
        lasted4: 2,
        lasted3: 3,
        lasted0: 4,
      },
      sharedByDesign: [
        [0, 2],
        [3, 4, 5],
      ],
    });
  });

  it('has three co-winners when the jury is split three ways', () => {
    const state = voted(finalists(), 'Dot>Ana Eli>Ben Fay>Cal');
    expect(outcomeOf(game, state)).toMatchObject({
      rewards: [1 / 3, 1 / 3, 1 / 3, -1, -1, -1],
      ending: 'jury-tie',
      sharedByDesign: [
        [0, 1, 2],
        [3, 4, 5],
      ],
    });
  });
});

describe('votes of Survivor', () => {
  it('name another player who is still in', () => {
    const { state } = talked(voted(table(), 'Ana>Fay'));
    expect(problemWith(game, state, 'Ana', { action: 'vote', target: 'Ben' })).toBeUndefined();
    for (const target of ['Ana', 'Fay', 'Zed', 'Ben.']) {
      expect(problemWith(game, state, 'Ana', { action: 'vote', target })).toMatch(/one of "Ben"/);
    }
    expect(problemWith(game, state, 'Ana', { action: 'abstain' })).toMatch(/"action" must be "vote"/);
    expect(pending(game, state)[0]?.decision.fallback).toEqual({ action: 'abstain' });
  });

  it('eliminate by a single ballot, and show it to everyone', () => {
    const state = voted(table(), 'Cal>Dot');
    expect(alive(state)).toEqual(['Ana', 'Ben', 'Cal', 'Eli', 'Fay']);
    expect(lastEvent(state, 'votes')).toEqual({
      ballots: [{ voter: 'Cal', target: 'Dot' }],
      abstained: ['Ana', 'Ben', 'Dot', 'Eli', 'Fay'],
      counts: [{ player: 'Dot', votes: 1 }],
    });
  });

  it('that nobody casts eliminate nobody, and the round is played again', () => {
    const state = voted(table(), '');
    expect([alive(state), dataOf(state).round, state.phase]).toEqual([NAMES, 1, 'discussion']);
    expect(talked(state).order[0]).toBe('Ana');
    expect(lastEvent(state, 'round')).toMatchObject({ round: 1, turnsLeft: 73 });
  });

  it('that tie draw one of the tied by lot, all alike', () => {
    const out = new Map<string, number>();
    for (let i = 0; i < 300; i += 1) {
      const state = voted(table({}, NAMES, `lot ${i}`), 'Ana>Ben Ben>Cal Cal>Dot Dot>Ben Eli>Cal Fay>Dot');
      const { player, tied, lot } = lastEvent(state, 'eliminated');
      expect([tied, lot]).toEqual([['Ben', 'Cal', 'Dot'], true]);
      out.set(player as string, (out.get(player as string) ?? 0) + 1);
    }
    // 100 of 300 expected for each of three, with a standard deviation of 8.2; five of them either way.
    expect([...out.keys()].sort()).toEqual(['Ben', 'Cal', 'Dot']);
    for (const count of out.values()) expect(Math.abs(count - 100)).toBeLessThan(41);
  });

  it('that tie take the lowest seat in the reference, whoever named it first', () => {
    const state = voted(table(survivor.referenceOptions), 'Ana>Dot Ben>Dot Cal>Ben Dot>Ben Eli>Fay');
    expect(lastEvent(state, 'eliminated')).toEqual({ player: 'Ben', tied: ['Ben', 'Dot'], lot: false });
  });
});

describe('speeches of Survivor', () => {
  it('start one player further with each elimination, clockwise, also the pleas', () => {
    let state = table();
    const orders: string[][] = [];
    for (const ballots of ['Ana>Fay', 'Ana>Ben', 'Ana>Cal', '']) {
      orders.push(talked(state).order);
      state = voted(state, ballots);
    }
    // Rounds 1 to 4 start at index round − 1 of those alive: 0 of 6, 1 of 5, 2 of 4, then 3 mod 3 = 0.
    expect(orders).toEqual([
      NAMES,
      ['Ben', 'Cal', 'Dot', 'Eli', 'Ana'],
      ['Dot', 'Eli', 'Ana', 'Cal'],
      ['Ana', 'Dot', 'Eli'],
    ]);
  });

  it('start with the lowest seat in the reference', () => {
    const state = voted(table(survivor.referenceOptions), 'Ana>Fay');
    expect(talked(state).order).toEqual(['Ana', 'Ben', 'Cal', 'Dot', 'Eli']);
  });

  it('are silent by default', () => {
    expect(pending(game, table())[0]?.decision.fallback).toEqual({ action: 'speak', text: '' });
  });
});

describe('the jury of Survivor', () => {
  it('votes for finalists alone, and finalists do not vote', () => {
    const { state, order } = talked(finalists());
    expect([...order].sort()).toEqual(['Ana', 'Ben', 'Cal']);
    expect(pending(game, state).map(({ seat }) => NAMES[seat])).toEqual(['Fay', 'Eli', 'Dot']);
    expect(problemWith(game, state, 'Fay', { action: 'jury_vote', target: 'Eli' })).toMatch(
      /"Ana", "Ben" or "Cal"/,
    );
    expect(problemWith(game, state, 'Fay', { action: 'vote', target: 'Ana' })).toBeDefined();
    expect(pending(game, state)[0]?.decision.fallback).toEqual({ action: 'abstain' });
  });

  it('makes all finalists winners when nobody on it votes', () => {
    const state = voted(finalists(), '');
    expect(outcomeOf(game, state).rewards).toEqual([1 / 3, 1 / 3, 1 / 3, -1, -1, -1]);
  });

  it('decides by one ballot: finalists without votes win nothing', () => {
    const state = voted(finalists(), 'Eli>Cal');
    expect(outcomeOf(game, state).rewards).toEqual([0, 0, 1, -1, -1, -1]);
  });

  it('of two shares the win between two', () => {
    const five = voted(voted(table({}, NAMES.slice(0, 5)), 'Ana>Eli'), 'Ana>Dot');
    const state = voted(five, 'Eli>Ana Dot>Cal');
    expect(outcomeOf(game, state)).toMatchObject({
      rewards: [0.5, 0, 0.5, -1, -1],
      sharedByDesign: [
        [0, 2],
        [3, 4],
      ],
    });
  });

  it('gives three pleas, no more, from a table of seven', () => {
    const seven = [...NAMES, 'Gus'];
    const state = ['Ana>Gus', 'Ana>Fay', 'Ana>Eli', 'Ana>Dot'].reduce(voted, table({}, seven));
    expect(state.phase).toBe('jury_plea');
    expect(talked(state).order).toHaveLength(3);
  });
});

describe('the turn limit of Survivor', () => {
  const limited = (options: JsonObject = {}): GameState =>
    talked(voted(table({ ...options, maxTurns: 8 }), 'Ana>Fay')).state;

  it('pays the eliminated −1 and everyone else nothing', () => {
    const end = { ...limited() };
    expect(outcomeOf(game, end)).toMatchObject({
      rewards: [0, 0, 0, 0, 0, -1],
      ending: 'turn-limit',
      sharedByDesign: [],
    });
  });

  it('pays nobody in the reference', () => {
    const end = limited(survivor.referenceOptions);
    expect(outcomeOf(game, end)).toMatchObject({ rewards: [0, 0, 0, 0, 0, 0], sharedByDesign: [] });
  });

  it('is 80 by default', () => {
    expect(survivor.options.parse({})).toMatchObject({
      maxTurns: 80,
      discussionStart: 'rotate',
      tieBreak: 'lot',
    });
  });
});
