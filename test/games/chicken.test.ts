import { describe, expect, it } from 'vitest';
import { chicken } from '../../src/games/chicken.js';
import { describeGolden } from './golden.js';
import { describeGameLaws } from './laws.js';
import { problemWith, tableOf } from './playing.js';
import { playRounds, times } from './rounds.js';

const choose = ['choose', 'move'] as const;
const W = 'swerve';
const S = 'straight';

describeGameLaws(chicken, {
  symmetric: true,
  variants: [{}, { rounds: 1 }, { rounds: 3 }],
  outcome({ rewards, measures }, end) {
    const { history } = end.data as { history: readonly (readonly string[])[] };
    const straights = (seat: number): number => history.filter((moves) => moves[seat] === S).length;
    const { total0 = NaN, total1 = NaN } = measures;
    expect(total0 - total1).toBe(4 * (straights(0) - straights(1)));
    expect(rewards.map(Math.sign)).toEqual([Math.sign(total0 - total1), Math.sign(total1 - total0)]);
  },
});

describeGolden(chicken);

describe('Chicken', () => {
  const rounds = [[W, W], [S, W], [S, S], [W, S], [S, W], [W, W], [S, S], [W, S], [S, W], [W, W]]; // prettier-ignore

  it('pays and ends as in the worked example', () => {
    const { gains, totals, end, outcome } = playRounds(chicken, choose, rounds);
    expect(gains).toEqual([[3, 3], [5, 1], [0, 0], [1, 5], [5, 1], [3, 3], [0, 0], [1, 5], [5, 1], [3, 3]]); // prettier-ignore
    expect(totals).toEqual([
      [3, 3], [8, 4], [8, 4], [9, 9], [14, 10], [17, 13], [17, 13], [18, 18], [23, 19], [26, 22],
    ]); // prettier-ignore
    expect([end.turn, end.cut]).toEqual([10, false]);
    expect(outcome).toEqual({
      rewards: [1, -1],
      ending: 'last-round',
      measures: { total0: 26, total1: 22, joint: 48, crashes: 2 },
    });
  });

  it('is a draw on equal totals', () => {
    expect(playRounds(chicken, choose, times(10, [W, W])).outcome).toMatchObject({
      rewards: [0, 0],
      measures: { joint: 60 },
    });
    expect(playRounds(chicken, choose, times(10, [S, S])).outcome).toMatchObject({
      rewards: [0, 0],
      measures: { joint: 0, crashes: 10 },
    });
  });

  it('pays by totals however many rounds are played', () => {
    expect(playRounds(chicken, choose, times(12, [S, W])).outcome).toMatchObject({
      rewards: [1, -1],
      measures: { total0: 60, total1: 12 },
    });
    expect(chicken.options.parse({})).toEqual({ rounds: 10 });
  });

  it('takes one of the two moves and nothing like them', () => {
    const { game, start } = tableOf(chicken, ['P1', 'P2']);
    const problem = (move: unknown): string | undefined =>
      problemWith(game, start, 'P2', { action: 'choose', move });
    expect([problem(W), problem(S)]).toEqual([undefined, undefined]);
    for (const move of ['swerving', "don't go straight, swerve", 'straights', null]) {
      expect(problem(move)).toMatch(/must be one of "swerve" or "straight"/);
    }
  });

  it('swerves for a seat that gives no legal answer', () => {
    const { game, start } = tableOf(chicken, ['P1', 'P2']);
    for (const seat of [0, 1]) {
      const decision = game.phases['choose']?.decision(start.data, seat, start.names);
      expect(decision?.fallback).toEqual({ action: 'choose', move: W });
    }
  });
});
