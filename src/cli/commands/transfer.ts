import { armCommand } from '../arm-command.js';
import type { ArmCommand, ArmPlanner } from '../arm-command.js';
import { addModelOption, addStudyOptions } from '../study-options.js';

/** The cross-game transfer arm. */
export const transferArm: ArmCommand = {
  name: 'transfer',
  declare: (program) =>
    addStudyOptions(
      addModelOption(
        program
          .command('transfer')
          .description('Write a playbook from each source game and judge it on every target game.')
          .requiredOption(
            '--sources <games>',
            'games learned from, each on its own: ids or categories, by commas',
          )
          .requiredOption('--targets <games>', 'games judged on: ids or categories, by commas'),
      ),
    ),
  planner: async () => (await import('../jobs/transfer.js')).transferRequest as ArmPlanner,
};

/** `spartan transfer`. */
export const transferCommand = armCommand(transferArm);
