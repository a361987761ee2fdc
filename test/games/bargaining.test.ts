import { describe, expect, it } from 'vitest';
import { bargaining } from '../../src/games/bargaining.js';
import type { GameState } from '../../src/games/engine/definition.js';
import { isOver, outcomeOf, pending } from '../../src/games/engine/engine.js';
import { describeGolden } from './golden.js';
import { describeGameLaws } from './laws.js';
import { playScript, problemWith, tableOf } from './playing.js';
import { shownTotals } from './rounds.js';

describeGameLaws(bargaining, {
  variants: [{}, { rounds: 1 }, { rounds: 3 }],
  outcome({ rewards, measures }) {
    const { total0 = NaN, total1 = NaN, joint, offersAccepted = NaN } = measures;
    expect(joint).toBe(10 * offersAccepted);
    expect(total0 + total1).toBe(joint);
    expect(rewards.map(Math.sign)).toEqual([Math.sign(total0 - total1), Math.sign(total1 - total0)]);
  },
});

describeGolden(bargaining);

const table = () => tableOf(bargaining, ['A', 'B']);

/** A round: what the proposer keeps and what the responder says, by whoever has the part. */
function round(state: GameState, keep: number, decision: 'accept' | 'reject'): GameState {
  const { game } = table();
  const proposer = state.names[pending(game, state)[0]?.seat ?? -1] ?? '';
  const responder = proposer === 'A' ? 'B' : 'A';
  return playScript(game, state, [
    { [proposer]: { action: 'offer', keep } },
    { [responder]: { action: 'respond', decision } },
  ]);
}

describe('Bargaining', () => {
  it('pays and ends as in the worked example', () => {
    const { game, start } = table();
    let state = start;
    const totals: number[][] = [];
    for (const [keep, decision] of [
      [6, 'accept'],
      [7, 'reject'],
      [5, 'accept'],
      [5, 'accept'],
      ...Array.from({ length: 6 }, () => [5, 'accept'] as const),
    ] as const) {
      state = round(state, keep, decision);
      totals.push(shownTotals(state));
    }
    expect(totals.slice(0, 4)).toEqual([[6, 4], [6, 4], [11, 9], [16, 14]]); // prettier-ignore
    expect(totals.at(-1)).toEqual([46, 44]);
    expect([isOver(state), state.turn, state.cut]).toEqual([true, 20, false]);
    expect(outcomeOf(game, state)).toEqual({
      rewards: [1, -1],
      ending: 'last-round',
      measures: { total0: 46, total1: 44, joint: 90, offersAccepted: 9 },
    });
  });

  it('is a draw on equal totals', () => {
    const { game, start } = table();
    let state = round(round(start, 5, 'accept'), 7, 'reject');
    for (let i = 0; i < 8; i += 1) state = round(state, 5, 'accept');
    expect(shownTotals(state)).toEqual([45, 45]);
    expect(outcomeOf(game, state).rewards).toEqual([0, 0]);
  });

  it('gives proposer and responder their shares, down to nothing', () => {
    const { start } = table();
    expect(shownTotals(round(start, 10, 'accept'))).toEqual([10, 0]);
    expect(shownTotals(round(start, 0, 'accept'))).toEqual([0, 10]);
    expect(shownTotals(round(start, 10, 'reject'))).toEqual([0, 0]);
    // In round 2 the other proposes.
    expect(shownTotals(round(round(start, 0, 'reject'), 8, 'accept'))).toEqual([2, 8]);
  });

  it('swaps the parts whatever the answer, ten rounds by default', () => {
    const { game, start } = table();
    let state = start;
    const proposers: unknown[] = [];
    while (!isOver(state)) {
      proposers.push(pending(game, state)[0]?.seat);
      state = round(state, 6, proposers.length % 3 === 0 ? 'reject' : 'accept');
    }
    expect(proposers).toEqual([0, 1, 0, 1, 0, 1, 0, 1, 0, 1]);
  });

  it('takes whole offers from 0 to 10 and a plain answer', () => {
    const { game, start } = table();
    const offer = (keep: unknown): string | undefined =>
      problemWith(game, start, 'A', { action: 'offer', keep });
    expect([offer(0), offer(10)]).toEqual([undefined, undefined]);
    for (const keep of [-3, 6.5, 99, '6', 'offer 4 to you, I keep 6'])
      expect(offer(keep)).toMatch(/from 0 to 10/);
    const offered = playScript(game, start, [{ A: { action: 'offer', keep: 6 } }]);
    const answer = (decision: string): string | undefined =>
      problemWith(game, offered, 'B', { action: 'respond', decision });
    expect([answer('accept'), answer('reject')]).toEqual([undefined, undefined]);
    expect(answer('reject, this is unacceptable')).toMatch(/one of/);
    expect(answer('I do not accept')).toMatch(/one of/);
    expect(problemWith(game, offered, 'B', { action: 'offer', keep: 4 })).toMatch(/must be "respond"/);
  });

  it('offers half and rejects for a seat that gives no legal answer', () => {
    const { game, start } = table();
    expect(pending(game, start)[0]?.decision.fallback).toEqual({ action: 'offer', keep: 5 });
    const offered = playScript(game, start, [{ A: { action: 'offer', keep: 9 } }]);
    expect(pending(game, offered)[0]?.decision.fallback).toEqual({ action: 'respond', decision: 'reject' });
  });
});
