import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.js';
import { announced, battleOfTheSexes } from '../../src/games/battle-of-the-sexes.js';
import type { GameState } from '../../src/games/engine/definition.js';
import { isOver, outcomeOf, pending, viewFor } from '../../src/games/engine/engine.js';
import { describeGolden } from './golden.js';
import { describeGameLaws } from './laws.js';
import { playScript, problemWith, tableOf } from './playing.js';
import { promptOf } from './prompting.js';
import { shownGains, shownTotals } from './rounds.js';

const O = 'opera';
const F = 'football';

describeGameLaws(battleOfTheSexes, {
  variants: [{}, { missedChoice: 'opera' }, { rounds: 1, speechLength: 20 }],
  outcome({ rewards, measures }, end) {
    const {
      total0 = NaN,
      total1 = NaN,
      joint,
      efficiency,
      meetingsOpera = NaN,
      meetingsFootball = NaN,
    } = measures;
    expect(total0 - total1).toBe(meetingsOpera - meetingsFootball);
    expect(joint).toBe(5 * (meetingsOpera + meetingsFootball));
    expect(efficiency).toBeCloseTo((meetingsOpera + meetingsFootball) / Number(end.options['rounds']), 12);
    expect(rewards.map(Math.sign)).toEqual([Math.sign(total0 - total1), Math.sign(total1 - total0)]);
  },
});

describeGolden(battleOfTheSexes);

const table = (options: JsonObject = {}) => tableOf(battleOfTheSexes, ['P1', 'P2'], options);

function round(
  state: GameState,
  moves: readonly [string, string],
  said: readonly [string, string],
): GameState {
  return playScript(table().game, state, [
    { P1: { action: 'speak', text: said[0] } },
    { P2: { action: 'speak', text: said[1] } },
    { P1: { action: 'choose', move: moves[0] }, P2: { action: 'choose', move: moves[1] } },
  ]);
}

describe('Battle of the Sexes', () => {
  it('pays and ends as in the worked example', () => {
    const moves: [string, string][] = [
      [O, O], [F, F], [O, F], [O, O], [F, F], [F, O], [O, O], [F, F], [O, O], [O, F],
    ]; // prettier-ignore
    const { game, start } = table();
    const gains: number[][] = [];
    const totals: number[][] = [];
    const end = moves.reduce((state, chosen) => {
      const after = round(state, chosen, ['opera?', 'football next']);
      gains.push(shownGains(after));
      totals.push(shownTotals(after));
      return after;
    }, start);
    expect(gains).toEqual([[3, 2], [2, 3], [0, 0], [3, 2], [2, 3], [0, 0], [3, 2], [2, 3], [3, 2], [0, 0]]); // prettier-ignore
    expect(totals).toEqual([
      [3, 2], [5, 5], [5, 5], [8, 7], [10, 10], [10, 10], [13, 12], [15, 15], [18, 17], [18, 17],
    ]); // prettier-ignore
    expect([isOver(end), end.turn, end.cut]).toEqual([true, 30, false]);
    // P1 says opera and goes there in rounds 1, 3, 4, 7, 9 and 10; P2 says football and goes in 2, 3, 5, 8 and 10.
    expect(outcomeOf(game, end)).toEqual({
      rewards: [1, -1],
      ending: 'last-round',
      measures: {
        total0: 18,
        total1: 17,
        joint: 35,
        efficiency: 0.7,
        meetingsOpera: 4,
        meetingsFootball: 3,
        announced0: 10,
        announced1: 10,
        kept0: 6,
        kept1: 5,
      },
    });
  });

  it('is a draw when they take turns, and when they never meet', () => {
    const { game, start } = table();
    const play = (venues: readonly [string, string][]): GameState =>
      venues.reduce((state, chosen) => round(state, chosen, ['', '']), start);
    const fair = play(Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? [O, O] : [F, F])));
    expect(outcomeOf(game, fair)).toMatchObject({
      rewards: [0, 0],
      measures: { efficiency: 1, announced0: 0 },
    });
    const apart = play(Array.from({ length: 10 }, () => [O, F]));
    expect(outcomeOf(game, apart)).toMatchObject({ rewards: [0, 0], measures: { efficiency: 0 } });
  });

  it('lets the second seat hear the first before it speaks, every round', () => {
    const { game, start } = table();
    const heard = playScript(game, start, [{ P1: { action: 'speak', text: 'opera?' } }]);
    expect(pending(game, heard).map(({ seat }) => seat)).toEqual([1]);
    expect(promptOf(game, heard, 1).turn).toContain('P1: "opera?"');
    const next = round(start, [O, O], ['a', 'b']);
    expect(pending(game, next).map(({ seat, decision }) => [seat, decision.kind])).toEqual([[0, 'speak']]);
    expect(next.events.filter(({ talk }) => talk !== undefined).map(({ talk }) => talk)).toEqual([
      { seat: 0, discussion: 1 },
      { seat: 1, discussion: 1 },
    ]);
  });

  it('tells the seats, not the names, what they prefer', () => {
    const { game, start } = table();
    expect([viewFor(start, 0).secret, viewFor(start, 1).secret]).toEqual([
      { favourite: O, other: F },
      { favourite: F, other: O },
    ]);
    expect(promptOf(game, start, 1).seat).toMatch(/second player: you prefer the football \(3 points/);
  });

  it('sends a seat without a legal choice where it likes less to be, in the reference to the opera', () => {
    for (const [options, defaults] of [
      [{}, [F, O]],
      [battleOfTheSexes.referenceOptions, [O, O]],
    ] as const) {
      const { game, start } = table(options);
      const silent = playScript(game, start, [
        { P1: { action: 'speak', text: '' } },
        { P2: { action: 'speak', text: '' } },
      ]);
      expect(pending(game, silent).map(({ decision }) => decision.fallback)).toEqual(
        defaults.map((move) => ({ action: 'choose', move })),
      );
    }
  });

  it('takes a speech when it is time to speak and a venue when it is time to choose', () => {
    const { game, start } = table();
    expect(problemWith(game, start, 'P1', { action: 'choose', move: O })).toMatch(/must be "speak"/);
    expect(problemWith(game, start, 'P1', { action: 'speak', text: 'o'.repeat(501) })).toMatch(/at most 500/);
    const silent = playScript(game, start, [
      { P1: { action: 'speak', text: '' } },
      { P2: { action: 'speak', text: '' } },
    ]);
    expect(problemWith(game, silent, 'P2', { action: 'speak', text: 'wait' })).toMatch(/must be "choose"/);
    expect(problemWith(game, silent, 'P2', { action: 'choose', move: 'not football, opera' })).toMatch(
      /one of/,
    );
  });

  it('counts as announced the one venue a speech names', () => {
    expect(announced('Let us meet at the OPERA, please.')).toBe(O);
    expect(announced('football!')).toBe(F);
    expect(announced('not football, opera')).toBeUndefined();
    expect(announced('operatic')).toBeUndefined();
    expect(announced('')).toBeUndefined();
  });
});
