import type { IterateOptions } from '../jobs/iterate.js';
import { wholeNumber } from '../options.js';
import type { CommandModule } from '../program.js';
import { addGameOptions, addStudyOptions } from '../study-options.js';

/** `spartan iterate`: the within-game iteration arm. */
export const iterateCommand: CommandModule = (program, io) => {
  const command = program
    .command('iterate')
    .description(
      'Play, reflect and play again on one game; judge each playbook version against the baseline.',
    )
    .requiredOption('--game <id>', 'the game')
    .option('--rounds <n>', 'rounds of learning, reflection and evaluation', wholeNumber(1, 50), 4);
  addStudyOptions(addGameOptions(command)).action(async (options: IterateOptions) => {
    const { iterate } = await import('../jobs/iterate.js');
    await iterate(options, io);
  });
};
