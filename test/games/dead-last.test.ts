import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.js';
import type { Action } from '../../src/games/engine/actions.js';
import type { GameDefinition, GameState } from '../../src/games/engine/definition.js';
import { isOver, outcomeOf, pending, startGame } from '../../src/games/engine/engine.js';
import { deadLast } from '../../src/games/dead-last/index.js';
import { threshold } from '../../src/games/dead-last/rules.js';
import type { DeadLastState } from '../../src/games/dead-last/rules.js';
import { describeGolden } from './golden.js';
import { describeGameLaws } from './laws.js';
import { apply, playScript, problemWith } from './playing.js';

const game = deadLast as unknown as GameDefinition;
const NAMES = ['Ana', 'Ben', 'Cal', 'Dot', 'Eli', 'Fay'];

function dataOf(state: GameState): DeadLastState {
  return state.data as DeadLastState;
}

function table(options: JsonObject = {}, names = NAMES): GameState {
  return startGame(game, { names, seed: 'table', options: game.options.parse(options) });
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

/** One pointing: `Ana>Ben Ben>Ana`; who is not named points at nobody for want of an answer. */
function pointed(state: GameState, ballots: string): GameState {
  const { state: ready } = talked(state);
  const targets = new Map(ballots.split(' ').map((pair) => pair.split('>') as [string, string]));
  const batch = pending(game, ready).map(({ seat }): [string, Action] => {
    const name = ready.names[seat] ?? '';
    const target = targets.get(name);
    return [name, target === undefined ? { action: 'abstain' } : { action: 'point', target }];
  });
  return playScript(game, ready, [Object.fromEntries(batch)]);
}

type Shares = Readonly<Record<string, number>>;

/** The final offers by name; null is an offer that was never made. */
function offered(state: GameState, offers: Readonly<Record<string, Shares | null>>): GameState {
  const { state: ready } = talked(state);
  const batch = Object.entries(offers).map(([name, shares]): [string, Action] => [
    name,
    shares === null ? { action: 'no_offer' } : { action: 'offer', shares },
  ]);
  return playScript(game, ready, [Object.fromEntries(batch)]);
}

const alive = (state: GameState): string[] => dataOf(state).alive.map((seat) => state.names[seat] ?? '');

function lastEvent(state: GameState, type: string): JsonObject {
  return state.events.filter((event) => event.type === type).at(-1)?.data ?? {};
}

const EXAMPLE = [
  'Ana>Fay Ben>Fay Cal>Fay Dot>Ana Eli>Ana Fay>Ana',
  'Ana>Fay Ben>Fay Cal>Fay Dot>Fay Eli>Ana Fay>Ana',
  'Ana>Eli Ben>Eli Cal>Eli Dot>Ana Eli>Ana',
  'Ana>Dot Ben>Dot Cal>Dot Dot>Ana',
];

function finalists(options: JsonObject = {}): GameState {
  return EXAMPLE.reduce(pointed, table(options));
}

describeGameLaws(deadLast, {
  variants: [{}, deadLast.referenceOptions, { maxTurns: 20 }, { speechLength: 1, maxTurns: 300 }],
  players: [4, 5, 6],
  runs: 16,
  // Random play can point past each other to the limit.
  rare: ['final_negotiation', 'final_offer', 'offer'],
  outcome({ rewards, ending }, end) {
    const { out, alive: left } = dataOf(end);
    const of = (seats: readonly number[]): number[] => seats.map((seat) => rewards[seat] ?? NaN);
    expect(of(out)).toEqual(out.map(() => -1));
    expect(ending === 'turn-limit').toBe(end.cut);
    const paid = of(left).reduce((sum, reward) => sum + reward, 0);
    expect(paid).toBeCloseTo(ending === 'agreed-split' ? 1 : 0);
    expect(of(left).every((reward) => reward >= 0)).toBe(true);
    if (!end.cut) expect(left).toHaveLength(3);
  },
});

describeGolden(deadLast, { players: 4, index: 3 });

describe('the worked example of Dead Last', () => {
  it('goes as the page says', () => {
    let state = pointed(table(), EXAMPLE[0] as string);
    expect([alive(state), lastEvent(state, 'pointing')]).toMatchObject([
      NAMES,
      { needed: 4, eliminated: null },
    ]);
    state = pointed(state, EXAMPLE[1] as string);
    expect(lastEvent(state, 'pointing')).toMatchObject({ needed: 4, eliminated: 'Fay' });
    state = pointed(state, EXAMPLE[2] as string);
    expect(lastEvent(state, 'pointing')).toMatchObject({ needed: 3, eliminated: 'Eli' });
    state = pointed(state, EXAMPLE[3] as string);
    expect(lastEvent(state, 'pointing')).toMatchObject({ needed: 3, eliminated: 'Dot' });
    expect([state.phase, alive(state)]).toEqual(['final_negotiation', ['Ana', 'Ben', 'Cal']]);
    const split = { Ana: 34, Ben: 33, Cal: 33 };
    state = offered(state, { Ana: split, Ben: split, Cal: split });
    expect([isOver(state), state.turn]).toEqual([true, 29]);
    expect(outcomeOf(game, state)).toEqual({
      rewards: [0.34, 0.33, 0.33, -1, -1, -1],
      ending: 'agreed-split',
      measures: {
        rounds: 4, eliminated: 3,
        share0: 34, share1: 33, share2: 33, share3: 0, share4: 0, share5: 0,
        lasted0: 5, lasted1: 5, lasted2: 5, lasted3: 4, lasted4: 3, lasted5: 2,
      },
      sharedByDesign: [[3, 4, 5]],
    }); // prettier-ignore
  });

  it('pays the three nothing when one of them writes another split', () => {
    const split = { Ana: 34, Ben: 33, Cal: 33 };
    const state = offered(finalists(), { Ana: split, Ben: split, Cal: { Ana: 33, Ben: 33, Cal: 34 } });
    expect(outcomeOf(game, state)).toMatchObject({
      rewards: [0, 0, 0, -1, -1, -1],
      ending: 'no-agreement',
      sharedByDesign: [[3, 4, 5]],
    });
    expect(lastEvent(state, 'offers')['agreed']).toBe(false);
  });
});

describe('pointing in Dead Last', () => {
  it('needs more than half of those alive: 4 of 6, 3 of 5, 3 of 4', () => {
    expect([6, 5, 4, 7, 10].map(threshold)).toEqual([4, 3, 3, 4, 6]);
  });

  it('counts those alive, whether they point or not', () => {
    const state = pointed(table(), 'Ana>Fay Ben>Fay Cal>Fay');
    expect(alive(state)).toEqual(NAMES);
    expect(lastEvent(state, 'pointing')).toMatchObject({ abstained: ['Dot', 'Eli', 'Fay'], needed: 4 });
  });

  it('aims at another player who is still in, and at nobody by default', () => {
    const { state } = talked(pointed(table(), EXAMPLE[1] as string));
    for (const target of ['Ana', 'Fay', 'Ben,']) {
      expect(problemWith(game, state, 'Ana', { action: 'point', target })).toMatch(/one of "Ben"/);
    }
    expect(problemWith(game, state, 'Ana', { action: 'abstain' })).toBeDefined();
    expect(pending(game, state)[0]?.decision.fallback).toEqual({ action: 'abstain' });
  });

  it('goes on with four until three of them agree, then the final begins', () => {
    const four = NAMES.slice(0, 4);
    let state = pointed(table({}, four), 'Ana>Dot Ben>Dot Cal>Ana Dot>Ana');
    expect([state.phase, dataOf(state).round]).toEqual(['discussion', 2]);
    state = pointed(state, 'Ana>Dot Ben>Dot Cal>Dot Dot>Ana');
    expect([state.phase, alive(state)]).toEqual(['final_negotiation', ['Ana', 'Ben', 'Cal']]);
  });
});

describe('speeches of Dead Last', () => {
  it('start one player further every round, clockwise, also in the final', () => {
    let state = table();
    const orders: string[][] = [];
    for (const ballots of [...EXAMPLE, '']) {
      orders.push(talked(state).order);
      if (ballots !== '') state = pointed(state, ballots);
    }
    // Index round − 1 of those alive: 0 and 1 of 6, 2 of 5, 3 of 4, then 4 mod 3 = 1.
    expect(orders).toEqual([
      NAMES,
      ['Ben', 'Cal', 'Dot', 'Eli', 'Fay', 'Ana'],
      ['Cal', 'Dot', 'Eli', 'Ana', 'Ben'],
      ['Dot', 'Ana', 'Ben', 'Cal'],
      ['Ben', 'Cal', 'Ana'],
    ]);
  });

  it('start with the lowest seat in the reference', () => {
    const state = pointed(table(deadLast.referenceOptions), '');
    expect(talked(state).order).toEqual(NAMES);
  });
});

describe('final offers of Dead Last', () => {
  it('give each of the three a whole number of 0 or more, summing to 100', () => {
    const { state } = talked(finalists());
    const problem = (shares: JsonObject): string | undefined =>
      problemWith(game, state, 'Ana', { action: 'offer', shares });
    expect(problem({ Ana: 100, Ben: 0, Cal: 0 })).toBeUndefined();
    expect(problem({ Ana: 500, Ben: -20, Cal: 300 })).toBeDefined();
    expect(problem({ Ana: 120, Ben: -20, Cal: 0 })).toBeDefined();
    expect(problem({ Ana: 34, Ben: 33, Cal: 34 })).toMatch(/summing to 100/);
    expect(problem({ Ana: 33.5, Ben: 33.5, Cal: 33 })).toBeDefined();
    expect(problem({ Ana: 50, Ben: 50 })).toBeDefined();
    expect(problem({ Ana: 25, Ben: 25, Cal: 25, Dot: 25 })).toBeDefined();
    expect(problemWith(game, state, 'Ana', { action: 'no_offer' })).toBeDefined();
  });

  it('agree by name, in whatever order the names are written', () => {
    const state = offered(finalists(), {
      Ana: { Ana: 50, Ben: 30, Cal: 20 },
      Ben: { Cal: 20, Ben: 30, Ana: 50 },
      Cal: { Ben: 30, Ana: 50, Cal: 20 },
    });
    expect(outcomeOf(game, state).rewards.slice(0, 3)).toEqual([0.5, 0.3, 0.2]);
  });

  it('do not agree when one is missing, and there is no second try', () => {
    const split = { Ana: 34, Ben: 33, Cal: 33 };
    const { state: asked } = talked(finalists());
    expect(pending(game, asked)[0]?.decision.fallback).toEqual({ action: 'no_offer' });
    for (const missing of ['Ana', 'Ben', 'Cal']) {
      const all = { Ana: split, Ben: split, Cal: split };
      const state = offered(finalists(), { ...all, [missing]: null });
      expect([isOver(state), outcomeOf(game, state).rewards]).toEqual([true, [0, 0, 0, -1, -1, -1]]);
    }
    const nobody = offered(finalists(), { Ana: null, Ben: null, Cal: null });
    expect(outcomeOf(game, nobody)).toMatchObject({ rewards: [0, 0, 0, -1, -1, -1], ending: 'no-agreement' });
  });

  it('can leave equal shares, which are a draw of their own and not by design', () => {
    const split = { Ana: 40, Ben: 40, Cal: 20 };
    const state = offered(finalists(), { Ana: split, Ben: split, Cal: split });
    expect(outcomeOf(game, state)).toMatchObject({
      rewards: [0.4, 0.4, 0.2, -1, -1, -1],
      sharedByDesign: [[3, 4, 5]],
    });
  });
});

describe('the turn limit of Dead Last', () => {
  it('pays the eliminated −1 and everyone else nothing', () => {
    const { state: end } = talked(pointed(table({ maxTurns: 8 }), EXAMPLE[1] as string));
    expect(outcomeOf(game, end)).toMatchObject({ rewards: [0, 0, 0, 0, 0, -1], ending: 'turn-limit' });
    expect(deadLast.options.parse({})).toMatchObject({ maxTurns: 80, discussionStart: 'rotate' });
  });

  it('does not take away a split that is agreed on the last turn', () => {
    const split = { Ana: 34, Ben: 33, Cal: 33 };
    const state = offered(finalists({ maxTurns: 29 }), { Ana: split, Ben: split, Cal: split });
    expect([state.cut, outcomeOf(game, state).rewards[0]]).toEqual([false, 0.34]);
  });
});
