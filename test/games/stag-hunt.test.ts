import { describe, expect, it } from 'vitest';
import { stagHunt } from '../../src/games/stag-hunt.js';
import { describeGolden } from './golden.js';
import { describeGameLaws } from './laws.js';
import { problemWith, tableOf } from './playing.js';
import { halves, playRounds, times } from './rounds.js';

const choose = ['choose', 'move'] as const;
const S = 'stag';
const H = 'hare';

describeGameLaws(stagHunt, {
  symmetric: true,
  variants: [{}, stagHunt.referenceOptions, { rounds: 3 }],
  players: [2, 3, 4, 5, 8, 12],
  outcome({ rewards, measures, sharedByDesign }, end) {
    const { history, totals } = end.data as { history: readonly (readonly string[])[]; totals: number[] };
    const allStag = history.filter((moves) => moves.every((move) => move === S)).length;
    totals.forEach((total, seat) => {
      const hares = history.filter((moves) => moves[seat] === H).length;
      expect(total).toBe(5 * allStag + 2 * hares);
      expect(measures[`total${seat}`]).toBe(total);
    });
    if (end.options['cutTie'] === 'zero') expect(rewards).toEqual(halves(totals));
    // As many win as lose whenever nobody is tied across the cut; the reference breaks every tie but that of all.
    if (!rewards.includes(0)) expect(rewards.reduce((sum, reward) => sum + reward, 0)).toBe(0);
    for (const group of sharedByDesign ?? []) expect(rewards[group[0] ?? -1]).not.toBe(0);
  },
});

describeGolden(stagHunt);

describe('Stag Hunt', () => {
  it('pays and ends as in the worked example', () => {
    const rounds = [...times(6, [S, S, S, S]), [S, S, S, H], [H, S, S, H], [H, H, S, H], [H, H, H, H]];
    const { gains, totals, end, outcome } = playRounds(stagHunt, choose, rounds);
    expect(totals[5]).toEqual([30, 30, 30, 30]);
    expect(gains.slice(6)).toEqual([[0, 0, 0, 2], [2, 0, 0, 2], [2, 2, 0, 2], [2, 2, 2, 2]]); // prettier-ignore
    expect(totals.at(-1)).toEqual([36, 34, 32, 38]);
    expect([end.turn, end.cut]).toEqual([10, false]);
    expect(outcome).toMatchObject({
      rewards: [1, -1, -1, 1],
      measures: {
        total0: 36,
        total1: 34,
        total2: 32,
        total3: 38,
        joint: 140,
        allStagRounds: 6,
        efficiency: 0.7,
      },
    });
    expect(outcome.sharedByDesign).toEqual([
      [0, 3],
      [1, 2],
    ]);
    expect(playRounds(stagHunt, choose, rounds, stagHunt.referenceOptions).outcome.rewards).toEqual([
      1, -1, -1, 1,
    ]);
  });

  it('pays 0 to all who are tied across the cut; the reference goes by seat', () => {
    const rounds = [...times(8, [S, S, S, S]), [H, H, H, S], [H, H, H, H]];
    const { totals, outcome } = playRounds(stagHunt, choose, rounds);
    expect(totals.at(-1)).toEqual([44, 44, 44, 42]);
    expect(outcome.rewards).toEqual([0, 0, 0, -1]);
    expect(outcome.sharedByDesign).toEqual([]);
    const reference = playRounds(stagHunt, choose, rounds, stagHunt.referenceOptions).outcome;
    expect(reference.rewards).toEqual([1, 1, -1, -1]);
  });

  it('breaks ties by seat in the reference wherever they fall', () => {
    // Totals 47, 47, 47, 45 and 45, 45, 45, 47: the spec's examples of the reference's rule.
    const low = [...times(7, [S, S, S, S]), ...times(5, [H, H, H, H]), [H, H, H, S]];
    expect(playRounds(stagHunt, choose, low, { cutTie: 'seat' })).toMatchObject({
      totals: { 12: [47, 47, 47, 45] },
      outcome: { rewards: [1, 1, -1, -1] },
    });
    const high = [...times(7, [S, S, S, S]), ...times(5, [H, H, H, H]), [S, S, S, H]];
    expect(playRounds(stagHunt, choose, high, { cutTie: 'seat' })).toMatchObject({
      totals: { 12: [45, 45, 45, 47] },
      outcome: { rewards: [1, -1, -1, 1] },
    });
  });

  it('is a draw for all when all hunt the stag in every round', () => {
    for (const options of [{}, stagHunt.referenceOptions]) {
      const { totals, outcome } = playRounds(stagHunt, choose, times(10, [S, S, S, S]), options);
      expect(totals.at(-1)).toEqual([50, 50, 50, 50]);
      expect(outcome).toMatchObject({ rewards: [0, 0, 0, 0], measures: { efficiency: 1 } });
    }
  });

  it('leaves a middle player of an odd number at 0', () => {
    const rounds = [[S, S, S], [H, S, S], [H, H, S]]; // prettier-ignore
    const { totals, outcome } = playRounds(stagHunt, choose, rounds);
    expect(totals.at(-1)).toEqual([9, 7, 5]);
    expect(outcome.rewards).toEqual([1, 0, -1]);
  });

  it('is played by four over ten rounds by default', () => {
    expect([stagHunt.players.default, stagHunt.options.parse({})]).toEqual([
      4,
      { rounds: 10, cutTie: 'zero' },
    ]);
  });

  it('takes one of the two moves, and the stag for a seat that gives no legal answer', () => {
    const { game, start } = tableOf(stagHunt, ['P1', 'P2', 'P3', 'P4']);
    expect(problemWith(game, start, 'P3', { action: 'choose', move: S })).toBeUndefined();
    expect(problemWith(game, start, 'P3', { action: 'choose', move: 'no hare from me, stag' })).toMatch(
      /one of/,
    );
    expect(problemWith(game, start, 'P3', { action: 'choose', move: 'stags' })).toMatch(/one of/);
    const decision = game.phases['choose']?.decision(start.data, 0, start.names);
    expect(decision?.fallback).toEqual({ action: 'choose', move: S });
  });
});
