import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.js';
import { centipede } from '../../src/games/centipede.js';
import type { GameState } from '../../src/games/engine/definition.js';
import { isOver, outcomeOf, pending } from '../../src/games/engine/engine.js';
import { describeGolden } from './golden.js';
import { describeGameLaws } from './laws.js';
import { playScript, problemWith, tableOf } from './playing.js';
import { promptOf } from './prompting.js';
import { shownTotals } from './rounds.js';

/** Joint points of a game taken at nodes 1 to 6, or by nobody. */
const WELFARE = [2, 5, 8, 15, 22, 37, 40];

describeGameLaws(centipede, {
  variants: [{}, centipede.referenceOptions, { games: 1 }],
  outcome({ rewards, measures }, end) {
    const { total0 = NaN, total1 = NaN, joint } = measures;
    const ends = Array.from(
      { length: Number(end.options['games']) },
      (_, i) => measures[`takenAtGame${i + 1}`] ?? NaN,
    );
    expect(joint).toBe(ends.reduce((sum, node) => sum + (WELFARE[node - 1] ?? NaN), 0));
    expect(total0 + total1).toBe(joint);
    expect(rewards.map(Math.sign)).toEqual([Math.sign(total0 - total1), Math.sign(total1 - total0)]);
  },
});

describeGolden(centipede);

const table = (options: JsonObject = {}) => tableOf(centipede, ['A', 'B'], options);

/** Moves as letters, `P` pass and `T` take, each made by whoever is on move. */
function played(start: GameState, moves: string): GameState {
  const { game } = table();
  return [...moves].reduce((state, letter) => {
    const name = state.names[pending(game, state)[0]?.seat ?? -1] ?? '';
    return playScript(game, state, [
      { [name]: { action: 'choose', move: letter === 'T' ? 'take' : 'pass' } },
    ]);
  }, start);
}

/** Totals after each result of a game. */
function totalsOf(state: GameState): number[][] {
  return state.events
    .filter(({ type }) => type === 'result')
    .map(({ data }) => (data['rows'] as readonly { total: number }[]).map(({ total }) => total));
}

describe('Centipede', () => {
  const example = ['PT', 'T', 'PPPPPP', 'PPT'].join('');

  it('pays and ends as in the worked example', () => {
    const { game, start } = table();
    const end = played(start, example);
    expect(totalsOf(end)).toEqual([[1, 4], [1, 6], [25, 22], [27, 28]]); // prettier-ignore
    expect([isOver(end), end.turn, end.cut]).toEqual([true, 12, false]);
    expect(outcomeOf(game, end)).toEqual({
      rewards: [-1, 1],
      ending: 'last-game',
      measures: {
        total0: 27,
        total1: 28,
        joint: 55,
        efficiency: 55 / 160,
        takenAtGame1: 2,
        takenAtGame2: 1,
        takenAtGame3: 7,
        takenAtGame4: 3,
      },
    });
  });

  it('pays the same moves to whoever is on move in the reference', () => {
    const { game, start } = table(centipede.referenceOptions);
    const end = played(start, example);
    expect(totalsOf(end)).toEqual([[4, 1], [4, 3], [20, 27], [22, 33]]); // prettier-ignore
    expect(outcomeOf(game, end).rewards).toEqual([-1, 1]);
  });

  it('pays the first and the second mover by the table', () => {
    const { start } = table({ games: 2 });
    const pairs = [[2, 0], [1, 4], [6, 2], [5, 10], [14, 8], [13, 24], [24, 16]]; // prettier-ignore
    pairs.forEach(([first = NaN, second = NaN], passes) => {
      const once = passes === 6 ? 'PPPPPP' : `${'P'.repeat(passes)}T`;
      const one = played(start, once);
      expect(shownTotals(one), `${passes} passes`).toEqual([first, second]);
      // In the second game the seats swap, so the same line evens the totals out.
      expect(totalsOf(played(one, once)).at(-1)).toEqual([first + second, first + second]);
    });
  });

  it('lets the seats be first mover by turns, nodes alternating', () => {
    const { game, start } = table();
    const movers: string[] = [];
    let state = start;
    while (!isOver(state)) {
      movers.push(state.names[pending(game, state)[0]?.seat ?? -1] ?? '');
      state = played(state, 'P');
    }
    expect(movers.join('')).toBe(['ABABAB', 'BABABA', 'ABABAB', 'BABABA'].join(''));
    expect(state.turn).toBe(24);
    expect(outcomeOf(game, state)).toMatchObject({
      rewards: [0, 0],
      measures: { total0: 80, total1: 80, efficiency: 1 },
    });
  });

  it('says what a take pays now, and at the last node what a pass pays', () => {
    const { game, start } = table();
    expect(promptOf(game, start, 0).log.at(-1)).toBe('Node 1 of 6: A is on move. A take pays A 2, B 0.');
    expect(promptOf(game, played(start, 'PPPPP'), 1).log.at(-1)).toBe(
      'Node 6 of 6: B is on move. A take pays A 13, B 24; a pass ends the game and pays A 24, B 16.',
    );
    const reference = table(centipede.referenceOptions);
    expect(promptOf(reference.game, played(reference.start, 'PPPPP'), 1).log.at(-1)).toBe(
      'Node 6 of 6: B is on move. A take pays A 24, B 13; a pass ends the game and pays A 16, B 24.',
    );
  });

  it('takes the two moves from the seat on move, and a pass when it gives no legal answer', () => {
    const { game, start } = table();
    expect(pending(game, start).map(({ seat, decision }) => [seat, decision.fallback])).toEqual([
      [0, { action: 'choose', move: 'pass' }],
    ]);
    for (const move of ['I made a mistake, so pass', "I won't take", 'taken']) {
      expect(problemWith(game, start, 'A', { action: 'choose', move })).toMatch(/one of "take" or "pass"/);
    }
    expect(centipede.options.parse({})).toEqual({ games: 4, payoffFrame: 'by-mover' });
  });
});
