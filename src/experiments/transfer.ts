import type { Plan, PlaybookSource } from '../loop/plan.js';
import { ArmBuilder } from './arm.js';
import type { ArmInput, GameSetup, Lineages } from './arm.js';

/** What a cross-game transfer study is made of. */
export interface TransferInput extends ArmInput {
  /** Games that a first playbook is written from, each on its own. */
  readonly sources: readonly GameSetup[];
  /** Games that every one of these playbooks is evaluated on. */
  readonly targets: readonly GameSetup[];
}

/** The playbooks that one round of learning left, by replicate. */
export function firstVersions(lineages: Lineages): readonly PlaybookSource[] {
  return lineages.map((versions) => versions[0] as PlaybookSource);
}

/**
 * The plan of the transfer arm (1→n): the first playbook of each source game on every target game, against the
 * target's own baseline.
 */
export function transferPlan(input: TransferInput): Plan {
  const { sources, targets } = input;
  const arm = new ArmBuilder(input);
  const learned = sources.map((source) => ({
    source: source.game.id,
    lineages: arm.learn([source], 1, source.game.id),
  }));
  for (const target of targets) {
    arm.baseline(target);
    for (const { source, lineages } of learned) {
      arm.armed(target, { round: 1, carries: 'playbook', source, books: firstVersions(lineages) });
    }
  }
  for (const { source, lineages } of learned) arm.controls(lineages, source, targets);
  return arm.plan('transfer');
}
