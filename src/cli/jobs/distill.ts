import { UserError } from '../../base/errors.js';
import { distillPlan } from '../../experiments/distill.js';
import type { ArmDesk } from '../arm-desk.js';
import type { Io } from '../io.js';
import { listOption } from '../options.js';
import { runArm } from '../run-arm.js';
import type { ArmRequest } from '../run-arm.js';
import type { StudyOptions } from '../study-options.js';
import { suiteGames } from '../suite.js';

/** Options of `spartan distill`, as parsed. */
export interface DistillOptions extends StudyOptions {
  readonly teacher?: string;
  readonly students: string;
  /** Games the students play. */
  readonly game: string;
  /** Games the teacher learns from, when they are others. */
  readonly sources?: string;
  readonly rounds: number;
}

/** The distillation arm that the options ask for. */
export function distillRequest(options: DistillOptions, desk: ArmDesk): ArmRequest {
  const names = listOption(options.students);
  const [first] = names;
  if (first === undefined) throw new UserError('input.option', '--students must name one or more models');
  if (options.teacher === undefined && options.from === undefined) {
    throw new UserError(
      'input.option',
      'distill needs --teacher MODEL, which learns and writes, or --from NAME@vN, a playbook that is there already',
    );
  }
  const targets = suiteGames(options.game, '--game').map(({ id }) => desk.setup(id));
  const lessons =
    options.teacher === undefined
      ? []
      : options.sources === undefined
        ? targets
        : suiteGames(options.sources, '--sources').map(({ id }) => desk.setup(id));
  const students = names.map((name) => desk.named(name));
  // Without a teacher nobody learns; a placebo, if asked for, is then written by the first student.
  const base = desk.base(options.teacher ?? first);
  return {
    plan: distillPlan({
      ...base,
      lessons,
      rounds: options.rounds,
      from: desk.playbook(options.from),
      targets,
      students,
    }),
    learner: base.model,
    about: 'distill',
    judged: names.length === 1 ? desk.label(students[0] ?? base.model) : `${names.length} students`,
  };
}

/** Runs the distillation arm and prints its table. */
export async function distill(options: DistillOptions, io: Io): Promise<void> {
  await runArm(options, io, (desk) => distillRequest(options, desk));
}
