/** The laws every game obeys, as property tests over deals, options, numbers of players and ways of playing. */
import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.js';
import type { GameDefinition } from '../../src/games/engine/definition.js';
import { isOver } from '../../src/games/engine/engine.js';
import { dealsOf, expectOutcome, must, trialOf } from './law-tools.js';
import type { LawOptions } from './law-tools.js';
import { declareLawsOfAnswers } from './laws-of-answers.js';
import { declareLawsOfKnowledge } from './laws-of-knowledge.js';
import { declareLawsOfPlay } from './laws-of-play.js';
import { apply, begin, chooseBatch, playersRng } from './playing.js';

export { expectOutcome } from './law-tools.js';
export type { LawOptions } from './law-tools.js';

/** Declares the laws of a game as tests. Call it once in the game's test file. */
export function describeGameLaws<S, O extends JsonObject>(
  definition: GameDefinition<S, O>,
  laws: LawOptions = {},
): void {
  const trial = trialOf(definition, laws);
  describe(`laws of ${definition.id}`, () => {
    declareLawsOfPlay(trial);
    declareLawsOfAnswers(trial);
    declareLawsOfKnowledge(trial);
  });
}

/** Random games played at a stretch. In between the test runner gets the thread, or it takes the test for hung. */
const STRETCH = 250;

/** Declares that many random games end without a fault, as a test for `*.full.test.ts` files. */
export function describeRandomGames<S, O extends JsonObject>(
  definition: GameDefinition<S, O>,
  laws: LawOptions & { readonly games?: number } = {},
): void {
  const game = definition as unknown as GameDefinition;
  const games = laws.games ?? 10_000;
  const property = fc.property(dealsOf(game, laws, ['random', 'edges', 'mixed']), (deal) => {
    const rng = playersRng(game, deal);
    const bound = game.maxTurns(deal.options, deal.players);
    let state = begin(game, deal);
    while (!isOver(state)) state = apply(game, state, chooseBatch(game, state, deal.style, rng));
    must(state.turn <= bound, () => `${state.turn} turns, the bound is ${bound}`);
    expectOutcome(game, state, laws);
  });
  it(`${game.id}: ${games} random games end within the bound, each with an outcome as declared`, async () => {
    for (let played = 0; played < games; played += STRETCH) {
      fc.assert(property, { numRuns: Math.min(STRETCH, games - played) });
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
}
