import { ARMS } from '../arms.js';
import type { CommandModule } from '../program.js';
import type { StudyOptions } from '../study-options.js';

/** `spartan estimate ARM …`: calls, tokens, cost and time of an arm before anything is paid. */
export const estimateCommand: CommandModule = (program, io) => {
  const group = program
    .command('estimate')
    .description(
      'Calls, tokens, cost and time of an arm, before anything is paid; takes the options of the arm.',
    );
  for (const arm of ARMS) {
    arm.declare(group).action(async (options: StudyOptions) => {
      const [{ estimate }, planner] = await Promise.all([import('../jobs/estimate.js'), arm.planner()]);
      await estimate(options, io, (desk) => planner(options, desk));
    });
  }
};
