import type { Plan, PlaybookSource } from '../loop/plan.js';
import { ArmBuilder } from './arm.js';
import type { ArmInput, GameSetup } from './arm.js';

/** What a within-game iteration study is made of. */
export interface IterateInput extends ArmInput {
  readonly setup: GameSetup;
  readonly rounds: number;
  /** The playbook to start from. */
  readonly from: PlaybookSource;
}

/**
 * The plan of the within-game iteration arm: a vanilla baseline, then in each round learning games with the
 * current playbook on every seat, a reflection, and evaluation games against the baseline on shared seeds.
 */
export function iteratePlan(input: IterateInput): Plan {
  const { setup, rounds } = input;
  const arm = new ArmBuilder(input);
  arm.baseline(setup);
  const lineages = arm.learn([setup], rounds, null, input.model, input.from);
  for (let round = 1; round <= rounds; round += 1) {
    const books = lineages.map((versions) => versions[round - 1] as PlaybookSource);
    arm.armed(setup, { round, carries: 'playbook', source: null, books });
  }
  arm.controls(lineages, null, [setup]);
  return arm.plan('iterate');
}
