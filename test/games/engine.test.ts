import { describe, expect, it } from 'vitest';
import type { GameDefinition } from '../../src/games/engine/definition.js';
import { advance, startGame } from '../../src/games/engine/engine.js';
import { prisonersDilemma } from '../../src/games/prisoners-dilemma.js';

const rules = prisonersDilemma as unknown as GameDefinition;
const choose = rules.phases['choose'];
if (choose === undefined) throw new Error('the dilemma has one phase, "choose"');

function start(game: GameDefinition) {
  return startGame(game, { names: ['Ana', 'Ben'], seed: 's', options: game.options.parse({}) });
}

describe('a definition that names a phase it does not have', () => {
  it('is told so at the deal, with the nearest name', () => {
    const game: GameDefinition = {
      ...rules,
      setup: (players, options, context) => ({ ...rules.setup(players, options, context), phase: 'chose' }),
    };
    expect(() => start(game)).toThrow(
      'prisoners-dilemma: setup leads to phase "chose", which is not among its phases "choose" and "end"; did you mean "choose"?',
    );
  });

  it('is told which phase led there', () => {
    const game: GameDefinition = {
      ...rules,
      phases: {
        choose: {
          ...choose,
          resolve: (state, actions, context) => ({
            ...choose.resolve(state, actions, context),
            phase: 'results',
          }),
        },
      },
    };
    const state = start(game);
    const batch = new Map([0, 1].map((seat) => [seat, { action: 'choose', move: 'cooperate' }]));
    expect(() => advance(game, state, batch)).toThrow(
      'prisoners-dilemma: resolve of phase "choose" leads to phase "results", which is not among its phases "choose" and "end"',
    );
  });
});
