import { armCommand } from '../arm-command.js';
import type { ArmCommand, ArmPlanner } from '../arm-command.js';
import { wholeNumber } from '../options.js';
import { addModelOption, addStudyOptions } from '../study-options.js';

/** The strong-to-weak distillation arm. */
export const distillArm: ArmCommand = {
  name: 'distill',
  declare: (program) =>
    addStudyOptions(
      addModelOption(
        program
          .command('distill')
          .description("Give a teacher's playbook to other models and judge each against itself without it.")
          .option('--teacher <model>', 'who learns and writes the playbook (default: the model)')
          .requiredOption('--students <models>', 'who is given it, by commas')
          .requiredOption('--game <games>', 'games the students play: ids or categories, by commas')
          .option('--sources <games>', "games the teacher learns from (default: the students')")
          .option('--rounds <n>', 'rounds of learning and reflection of the teacher', wholeNumber(1, 50), 1),
      ),
    ),
  planner: async () => (await import('../jobs/distill.js')).distillRequest as ArmPlanner,
};

/** `spartan distill`. */
export const distillCommand = armCommand(distillArm);
