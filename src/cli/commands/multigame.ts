import { armCommand } from '../arm-command.js';
import type { ArmCommand, ArmPlanner } from '../arm-command.js';
import { collect } from '../options.js';
import { addModelOption, addStudyOptions } from '../study-options.js';

/** The multigame arm. */
export const multigameArm: ArmCommand = {
  name: 'multigame',
  declare: (program) =>
    addStudyOptions(
      addModelOption(
        program
          .command('multigame')
          .description(
            'Write one playbook from the games of several kinds and judge it inside and outside of them.',
          )
          .requiredOption(
            '--sources <set>',
            'wcs, wcsu, wcsur (by commas), or the games of one set; may be repeated',
            collect,
            [],
          )
          .requiredOption('--targets <games>', 'games judged on: ids or categories, by commas'),
      ),
    ),
  planner: async () => (await import('../jobs/multigame.js')).multigameRequest as ArmPlanner,
};

/** `spartan multigame`. */
export const multigameCommand = armCommand(multigameArm);
