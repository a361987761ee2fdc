import type { MultigameOptions } from '../jobs/multigame.js';
import { collect } from '../options.js';
import type { CommandModule } from '../program.js';
import { addModelOption, addStudyOptions } from '../study-options.js';

/** `spartan multigame`: the multigame arm. */
export const multigameCommand: CommandModule = (program, io) => {
  const command = program
    .command('multigame')
    .description('Write one playbook from the games of several kinds and judge it inside and outside of them.')
    .requiredOption(
      '--sources <set>',
      'wcs, wcsu, wcsur (by commas), or the games of one set; may be repeated',
      collect,
      [],
    )
    .requiredOption('--targets <games>', 'games judged on: ids or categories, by commas');
  addStudyOptions(addModelOption(command)).action(async (options: MultigameOptions) => {
    const { multigame } = await import('../jobs/multigame.js');
    await multigame(options, io);
  });
};
