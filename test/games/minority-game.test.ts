import { describe, expect, it } from 'vitest';
import { minorityGame } from '../../src/games/minority-game.js';
import { describeGolden } from './golden.js';
import { describeGameLaws } from './laws.js';
import { problemWith, tableOf } from './playing.js';
import { halves, playRounds, times } from './rounds.js';

const choose = ['choose', 'move'] as const;
const G = 'go';
const S = 'stay';

describeGameLaws(minorityGame, {
  symmetric: true,
  variants: [{}, minorityGame.referenceOptions, { rounds: 2 }],
  players: [3, 5, 7, 15],
  outcome({ rewards, measures }, end) {
    const { totals } = end.data as { totals: number[] };
    if (end.options['cutTie'] === 'zero') expect(rewards).toEqual(halves(totals));
    const scorers = Object.entries(measures).filter(([name]) => name.startsWith('scorersRound'));
    expect(scorers).toHaveLength(Number(end.options['rounds']));
    for (const [, count] of scorers) expect(count).toBeLessThan(totals.length / 2);
    expect(measures['joint']).toBe(3 * scorers.reduce((sum, [, count]) => sum + count, 0));
  },
});

describeGolden(minorityGame);

describe('Minority Game', () => {
  const rounds = [
    [G, S, S, S, S],
    [G, G, S, S, S],
    [G, G, G, S, S],
    [S, S, S, S, S],
    [G, G, G, G, G],
    [S, G, G, G, G],
    [G, S, G, S, S],
    [S, S, S, G, G],
    [G, G, G, G, S],
    [S, G, S, S, S],
    [G, G, S, G, S],
    [S, S, G, S, S],
  ];

  it('scores and ends as in the worked example', () => {
    const { totals, end, outcome } = playRounds(minorityGame, choose, rounds);
    expect(totals).toEqual([
      [3, 0, 0, 0, 0],
      [6, 3, 0, 0, 0],
      [6, 3, 0, 3, 3],
      [6, 3, 0, 3, 3],
      [6, 3, 0, 3, 3],
      [9, 3, 0, 3, 3],
      [12, 3, 3, 3, 3],
      [12, 3, 3, 6, 6],
      [12, 3, 3, 6, 9],
      [12, 6, 3, 6, 9],
      [12, 6, 6, 6, 12],
      [12, 6, 9, 6, 12],
    ]);
    expect([end.turn, end.cut]).toEqual([12, false]);
    expect(outcome.rewards).toEqual([1, -1, 0, -1, 1]);
    // Scorers of the table: 1, 2, 2, 0, 0, 1, 2, 2, 1, 1, 2 and 1, together 15 of the 24 there could have been.
    expect(outcome.measures).toMatchObject({
      joint: 45,
      efficiency: 45 / 72,
      scorersRound2: 2,
      scorersRound4: 0,
    });
    expect(playRounds(minorityGame, choose, rounds, { cutTie: 'seat' }).outcome.rewards).toEqual([
      1, -1, 0, -1, 1,
    ]);
  });

  it('says who scored, and that nobody did when all do the same', () => {
    const { end } = playRounds(minorityGame, choose, rounds);
    const results = end.events.filter(({ type }) => type === 'result').map(({ data }) => data);
    expect(results[2]).toMatchObject({ go: 3, stay: 2, scorers: ['P4', 'P5'] });
    expect(results[3]).toMatchObject({ go: 0, stay: 5, scorers: [] });
    expect(results[4]).toMatchObject({ go: 5, stay: 0, scorers: [] });
  });

  it('pays 0 to all who are tied across a cut; the reference goes by seat', () => {
    const alone = times(12, [G, S, S, S, S]);
    const { totals, outcome } = playRounds(minorityGame, choose, alone);
    expect(totals.at(-1)).toEqual([36, 0, 0, 0, 0]);
    expect(outcome.rewards).toEqual([1, 0, 0, 0, 0]);
    expect(playRounds(minorityGame, choose, alone, { cutTie: 'seat' }).outcome.rewards).toEqual([
      1, 1, 0, -1, -1,
    ]);
    const last = times(12, [S, S, S, S, G]);
    expect(playRounds(minorityGame, choose, last, { cutTie: 'seat' }).outcome.rewards).toEqual([
      1, 0, -1, -1, 1,
    ]);
  });

  it('is a draw for all when nobody ever scores', () => {
    for (const options of [{}, minorityGame.referenceOptions]) {
      expect(playRounds(minorityGame, choose, times(12, [S, S, S, S, S]), options).outcome).toMatchObject({
        rewards: [0, 0, 0, 0, 0],
        measures: { efficiency: 0 },
      });
    }
  });

  it('is played by odd numbers only, five over twelve rounds by default', () => {
    expect([minorityGame.players.default, minorityGame.options.parse({})]).toEqual([
      5,
      { rounds: 12, cutTie: 'zero' },
    ]);
    expect(() => tableOf(minorityGame, ['P1', 'P2', 'P3', 'P4'])).toThrow(
      /odd number of players from 3 to 15, got 4/,
    );
  });

  it('takes one of the two moves, and staying for a seat that gives no legal answer', () => {
    const { game, start } = tableOf(minorityGame, ['P1', 'P2', 'P3']);
    expect(problemWith(game, start, 'P1', { action: 'choose', move: G })).toBeUndefined();
    expect(problemWith(game, start, 'P1', { action: 'choose', move: "Let's go with stay" })).toMatch(
      /one of/,
    );
    const decision = game.phases['choose']?.decision(start.data, 0, start.names);
    expect(decision?.fallback).toEqual({ action: 'choose', move: S });
  });
});
