import type { Plan, PlaybookSource } from '../loop/plan.js';
import type { PlayerIdentity } from '../players/player.js';
import { ArmBuilder } from './arm.js';
import type { ArmInput, GameSetup, Lineages } from './arm.js';

/** What a distillation study is made of. `model` and `reflector` of the base are the teacher. */
export interface DistillInput extends ArmInput {
  /** Games the teacher learns from, together; none when it has its playbook already. */
  readonly lessons: readonly GameSetup[];
  readonly rounds: number;
  /** A playbook the teacher has already; without lessons it is what the students get. */
  readonly from: PlaybookSource;
  /** Games the students are evaluated on. */
  readonly targets: readonly GameSetup[];
  readonly students: readonly PlayerIdentity[];
}

/**
 * The plan of the distillation arm: the teacher's playbook, of its last round, given to each student; each
 * student compared with itself without it.
 */
export function distillPlan(input: DistillInput): Plan {
  const { lessons, rounds, from, targets, students } = input;
  const arm = new ArmBuilder(input);
  const lineages: Lineages =
    lessons.length > 0
      ? arm.learn(lessons, rounds, null, input.model, from)
      : Array.from({ length: input.replicates }, () => [from]);
  const round = lessons.length > 0 ? rounds : 1;
  const books = lineages.map((versions) => versions.at(-1) as PlaybookSource);
  for (const student of students) {
    for (const target of targets) {
      arm.baseline(target, student);
      arm.armed(target, { round, carries: 'playbook', source: null, books }, student);
    }
    arm.controls(lineages, null, targets, student);
  }
  return arm.plan('distill');
}
