import { describe, expect, it } from 'vitest';
import { rockPaperScissors } from '../../src/games/rock-paper-scissors.js';
import { describeGolden } from './golden.js';
import { describeGameLaws } from './laws.js';
import { problemWith, tableOf } from './playing.js';
import { playRounds, times } from './rounds.js';

const choose = ['choose', 'move'] as const;
const R = 'rock';
const P = 'paper';
const S = 'scissors';

describeGameLaws(rockPaperScissors, {
  symmetric: true,
  variants: [{}, rockPaperScissors.referenceOptions, { rounds: 1 }],
  outcome({ rewards, measures }, end) {
    const { roundsWon0 = NaN, roundsWon1 = NaN, roundsTied = NaN, total0 = NaN, total1 = NaN } = measures;
    expect(roundsWon0 + roundsWon1 + roundsTied).toBe(end.options['rounds']);
    expect(rewards[0]).toBe(Math.sign(roundsWon0 - roundsWon1));
    expect(rewards[1]).toBe(Math.sign(roundsWon1 - roundsWon0));
    const zeroSum = end.options['scoring'] === 'zero-sum';
    expect(total0).toBe(zeroSum ? roundsWon0 - roundsWon1 : roundsWon0);
    expect(total1).toBe(zeroSum ? roundsWon1 - roundsWon0 : roundsWon1);
  },
});

describeGolden(rockPaperScissors);

describe('Rock Paper Scissors', () => {
  const rounds = [[R, S], [P, P], [R, P], [S, P], [P, R], [S, R], [R, R], [S, S], [P, S], [R, S]]; // prettier-ignore

  it('scores and ends as in the worked example', () => {
    const { totals, end, outcome } = playRounds(rockPaperScissors, choose, rounds);
    expect(totals).toEqual([
      [1, 0], [1, 0], [1, 1], [2, 1], [3, 1], [3, 2], [3, 2], [3, 2], [3, 3], [4, 3],
    ]); // prettier-ignore
    expect([end.turn, end.cut]).toEqual([10, false]);
    expect(outcome).toMatchObject({
      rewards: [1, -1],
      measures: { total0: 4, total1: 3, roundsWon0: 4, roundsWon1: 3, roundsTied: 3 },
    });
    const winners = end.events.filter(({ type }) => type === 'result').map(({ data }) => data['winner']);
    expect(winners).toEqual(['P1', null, 'P2', 'P1', 'P1', 'P2', null, null, 'P2', 'P1']);
  });

  it('keeps zero-sum totals in the reference, with the same outcome', () => {
    const { totals, outcome } = playRounds(
      rockPaperScissors,
      choose,
      rounds,
      rockPaperScissors.referenceOptions,
    );
    expect(totals.at(-1)).toEqual([1, -1]);
    expect(outcome.rewards).toEqual([1, -1]);
  });

  it('pays each of the nine pairs as the cycle says', () => {
    const beats = [`${R}>${S}`, `${S}>${P}`, `${P}>${R}`];
    for (const one of [R, P, S]) {
      for (const other of [R, P, S]) {
        const { rewards } = playRounds(rockPaperScissors, choose, [[one, other]]).outcome;
        const expected = beats.includes(`${one}>${other}`)
          ? [1, -1]
          : beats.includes(`${other}>${one}`)
            ? [-1, 1]
            : [0, 0];
        expect(rewards, `${one} against ${other}`).toEqual(expected);
      }
    }
  });

  it('plays all rounds, even when the lead cannot be caught, and draws on equal points', () => {
    expect(playRounds(rockPaperScissors, choose, times(10, [R, S])).outcome.measures['total0']).toBe(10);
    expect(playRounds(rockPaperScissors, choose, times(10, [R, R])).outcome.rewards).toEqual([0, 0]);
    expect(rockPaperScissors.options.parse({})).toEqual({ rounds: 10, scoring: 'points' });
  });

  it('measures how evenly a seat mixes its moves, in bits', () => {
    // P1 plays rock in 4 of 10 rounds of the example, paper and scissors in 3 each; always rock is no mixture.
    const mixed = playRounds(rockPaperScissors, choose, rounds).outcome.measures;
    expect([mixed['rockRate0'], mixed['paperRate0'], mixed['scissorsRate0']]).toEqual([0.4, 0.3, 0.3]);
    // −0.4 log₂ 0.4 − 2 · 0.3 log₂ 0.3 = 0.5288 + 1.0422
    expect(mixed['entropy0']).toBeCloseTo(1.571, 3);
    const pure = playRounds(rockPaperScissors, choose, times(4, [R, S])).outcome.measures;
    expect([pure['entropy0'], pure['entropy1']]).toEqual([0, 0]);
    const even = playRounds(rockPaperScissors, choose, [[R, R], [P, R], [S, P]]).outcome.measures; // prettier-ignore
    expect(even['entropy0']).toBeCloseTo(1.58496, 5);
  });

  it('takes one of the three moves, and rock for a seat that gives no legal answer', () => {
    const { game, start } = tableOf(rockPaperScissors, ['P1', 'P2']);
    const problem = (move: unknown): string | undefined =>
      problemWith(game, start, 'P1', { action: 'choose', move });
    expect([problem(R), problem(P), problem(S)]).toEqual([undefined, undefined, undefined]);
    for (const move of ['not rock, paper', 'scissor', 'rocks']) expect(problem(move)).toMatch(/one of/);
    const decision = game.phases['choose']?.decision(start.data, 1, start.names);
    expect(decision?.fallback).toEqual({ action: 'choose', move: R });
  });
});
