import type { IterateOptions } from '../jobs/iterate.js';
import { wholeNumber } from '../options.js';
import type { CommandModule } from '../program.js';
import { addGameOptions, addStudyOptions } from '../study-options.js';

/** `spartan estimate ARM …`: calls, tokens, cost and time of an arm before anything is paid. */
export const estimateCommand: CommandModule = (program, io) => {
  const group = program
    .command('estimate')
    .description('Calls, tokens, cost and time of an arm, before anything is paid; takes the options of the arm.');
  const iterate = group
    .command('iterate')
    .description('What "spartan iterate" with the same options would take.')
    .requiredOption('--game <id>', 'the game')
    .option('--rounds <n>', 'rounds of learning, reflection and evaluation', wholeNumber(1, 50), 4);
  addStudyOptions(addGameOptions(iterate)).action(async (options: IterateOptions) => {
    const [{ estimate }, { iterateRequest }] = await Promise.all([
      import('../jobs/estimate.js'),
      import('../jobs/iterate.js'),
    ]);
    await estimate(options, io, (desk) => iterateRequest(options, desk));
  });
};
