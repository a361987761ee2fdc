import { contentId } from '../base/hash.js';
import type { Plan, PlayStep } from './plan.js';

/** How many games plans need. */
export interface GameNeed {
  /** Each plan alone, in the order given. */
  readonly apart: readonly number[];
  /** All together, each game that several plans share counted once. */
  readonly together: number;
}

/** What decides a planned game, the playbooks standing for what will be written. */
function conditionOf(step: PlayStep): string {
  const { game, options, players, content, lineUp, study, purpose, replicate } = step;
  return contentId({
    game,
    options,
    players,
    content: content?.hash ?? null,
    lineUp,
    study,
    purpose,
    replicate,
  });
}

function gamesOf(plan: Plan): Set<string> {
  const games = new Set<string>();
  for (const step of plan.steps) {
    if (step.kind !== 'play') continue;
    const condition = conditionOf(step);
    for (let k = 0; k < step.count; k += 1) games.add(`${condition}/${step.first + k}`);
  }
  return games;
}

/** Counts the games of plans, apart and together: the same condition on the same seed is the same game. */
export function gameNeed(plans: readonly Plan[]): GameNeed {
  const each = plans.map(gamesOf);
  return {
    apart: each.map((games) => games.size),
    together: new Set(each.flatMap((games) => [...games])).size,
  };
}
