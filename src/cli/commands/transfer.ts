import type { TransferOptions } from '../jobs/transfer.js';
import type { CommandModule } from '../program.js';
import { addModelOption, addStudyOptions } from '../study-options.js';

/** `spartan transfer`: the cross-game transfer arm. */
export const transferCommand: CommandModule = (program, io) => {
  const command = program
    .command('transfer')
    .description('Write a playbook from each source game and judge it on every target game.')
    .requiredOption('--sources <games>', 'games learned from, each on its own: ids or categories, by commas')
    .requiredOption('--targets <games>', 'games judged on: ids or categories, by commas');
  addStudyOptions(addModelOption(command)).action(async (options: TransferOptions) => {
    const { transfer } = await import('../jobs/transfer.js');
    await transfer(options, io);
  });
};
