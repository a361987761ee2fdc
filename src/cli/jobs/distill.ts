import { UserError } from '../../base/errors.js';
import { distillPlan } from '../../experiments/distill.js';
import type { ArmDesk } from '../arm-desk.js';
import { listOption } from '../options.js';
import type { ArmRequest } from '../prepare-arm.js';
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
  const targets = suiteGames(options.game, '--game').map(({ id }) => desk.setup(id));
  // A playbook that is there already is handed on as it is, unless a teacher is named to revise it.
  const isTaught = options.teacher !== undefined || options.from === undefined;
  const lessons = !isTaught
    ? []
    : options.sources === undefined
      ? targets
      : suiteGames(options.sources, '--sources').map(({ id }) => desk.setup(id));
  const students = names.map((name) => desk.named(name));
  // Where nobody learns, a placebo that is asked for is written by the first student.
  const base = desk.base(isTaught ? (options.teacher ?? options.model) : first);
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
