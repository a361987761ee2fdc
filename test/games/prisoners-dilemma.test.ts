import { describe, expect, it } from 'vitest';
import { prisonersDilemma } from '../../src/games/prisoners-dilemma.js';
import { describeGolden } from './golden.js';
import { describeGameLaws } from './laws.js';
import { problemWith, tableOf } from './playing.js';
import { playRounds } from './rounds.js';

const choose = ['choose', 'move'] as const;
const C = 'cooperate';
const D = 'defect';

describeGameLaws(prisonersDilemma, {
  symmetric: true,
  variants: [{}, { rounds: 1 }, { rounds: 12 }],
  outcome({ rewards, measures }, end) {
    expect(rewards[0]).toBe(-(rewards[1] ?? NaN) + 0);
    const { history } = end.data as { history: readonly (readonly string[])[] };
    const defections = (seat: number): number => history.filter((moves) => moves[seat] === D).length;
    const { total0 = NaN, total1 = NaN } = measures;
    expect(total0 - total1).toBe(5 * (defections(0) - defections(1)));
    expect(Math.sign(rewards[0] ?? NaN)).toBe(Math.sign(defections(0) - defections(1)));
  },
});

describeGolden(prisonersDilemma);

describe("Prisoner's Dilemma", () => {
  const opening = [
    [C, C],
    [C, D],
    [D, D],
    [D, C],
  ];

  it('pays and ends as in the worked example', () => {
    const { gains, totals, over, end, outcome } = playRounds(prisonersDilemma, choose, [...opening, [C, D]]);
    expect(gains).toEqual([[3, 3], [0, 5], [1, 1], [5, 0], [0, 5]]); // prettier-ignore
    expect(totals).toEqual([[3, 3], [3, 8], [4, 9], [9, 9], [9, 14]]); // prettier-ignore
    expect([over, end.turn, end.cut]).toEqual([true, 5, false]);
    expect(outcome).toEqual({
      rewards: [-1, 1],
      ending: 'last-round',
      measures: { total0: 9, total1: 14, joint: 23, cooperationRate0: 3 / 5, cooperationRate1: 2 / 5 },
    });
  });

  it('is a draw on equal totals, whatever they are', () => {
    const drawn = playRounds(prisonersDilemma, choose, [...opening, [C, C]]);
    expect(drawn.totals.at(-1)).toEqual([12, 12]);
    expect(drawn.outcome.rewards).toEqual([0, 0]);
    expect(playRounds(prisonersDilemma, choose, Array(5).fill([C, C])).outcome).toMatchObject({
      rewards: [0, 0],
      measures: { joint: 30 },
    });
    expect(playRounds(prisonersDilemma, choose, Array(5).fill([D, D])).outcome.rewards).toEqual([0, 0]);
  });

  it('lasts five rounds by default', () => {
    expect(prisonersDilemma.options.parse({})).toEqual({ rounds: 5 });
  });

  it('takes one of the two moves and nothing like them', () => {
    const { game, start } = tableOf(prisonersDilemma, ['P1', 'P2']);
    const problem = (move: unknown): string | undefined =>
      problemWith(game, start, 'P1', { action: 'choose', move });
    expect([problem(C), problem(D)]).toEqual([undefined, undefined]);
    for (const move of ['cooperation', 'I will not defect; cooperate', 'defecting', '', 1]) {
      expect(problem(move)).toMatch(/must be one of "cooperate" or "defect"/);
    }
  });

  it('cooperates for a seat that gives no legal answer', () => {
    const { game, start } = tableOf(prisonersDilemma, ['P1', 'P2']);
    for (const seat of [0, 1]) {
      const decision = game.phases['choose']?.decision(start.data, seat, start.names);
      expect(decision?.fallback).toEqual({ action: 'choose', move: C });
    }
  });
});
