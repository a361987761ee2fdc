import type { Plan } from '../loop/plan.js';
import { ArmBuilder } from './arm.js';
import type { ArmInput, GameSetup } from './arm.js';
import { firstVersions } from './transfer.js';

/** Source sets of the paper by their short names. */
export const SOURCE_SETS: Readonly<Record<string, readonly string[]>> = {
  wcs: ['werewolves', 'chameleon', 'spyfall'],
  wcsu: ['werewolves', 'chameleon', 'spyfall', 'undercover'],
  wcsur: ['werewolves', 'chameleon', 'spyfall', 'undercover', 'resistance'],
};

/** Several games that one playbook is written from. */
export interface SourceSet {
  /** What the set is called in tables: `wcsu`, `spyfall+coup`. */
  readonly name: string;
  readonly games: readonly GameSetup[];
}

/** What a multigame study is made of. */
export interface MultigameInput extends ArmInput {
  readonly sets: readonly SourceSet[];
  readonly targets: readonly GameSetup[];
}

/**
 * The plan of the multigame arm (n→1): one reflection over the games of several kinds, evaluated on targets
 * inside the set and held out, beside the target's own single-game first playbook.
 */
export function multigamePlan(input: MultigameInput): Plan {
  const { sets, targets } = input;
  const arm = new ArmBuilder(input);
  const learned = sets.map(({ name, games }) => ({ name, lineages: arm.learn(games, 1, name) }));
  for (const target of targets) {
    arm.baseline(target);
    const own = target.game.id;
    const single = firstVersions(arm.learn([target], 1, own));
    arm.armed(target, { round: 1, carries: 'playbook', source: own, books: single });
    for (const { name, lineages } of learned) {
      arm.armed(target, { round: 1, carries: 'playbook', source: name, books: firstVersions(lineages) });
    }
  }
  for (const { name, lineages } of learned) arm.controls(lineages, name, targets);
  return arm.plan('multigame');
}
