import { armCommand } from '../arm-command.js';
import type { ArmCommand, ArmPlanner } from '../arm-command.js';
import { wholeNumber } from '../options.js';
import { addGameOptions, addStudyOptions } from '../study-options.js';

/** The within-game iteration arm. */
export const iterateArm: ArmCommand = {
  name: 'iterate',
  declare: (program) =>
    addStudyOptions(
      addGameOptions(
        program
          .command('iterate')
          .description(
            'Play, reflect and play again on one game; judge each playbook version against the baseline.',
          )
          .requiredOption('--game <id>', 'the game')
          .option('--rounds <n>', 'rounds of learning, reflection and evaluation', wholeNumber(1, 50), 4),
      ),
    ),
  planner: async () => (await import('../jobs/iterate.js')).iterateRequest as ArmPlanner,
};

/** `spartan iterate`. */
export const iterateCommand = armCommand(iterateArm);
