import type { DoctorOptions } from '../jobs/doctor.js';
import { collect, nonEmptyPath } from '../options.js';
import type { CommandModule } from '../program.js';

/** `spartan doctor`: whether everything that a study needs is there, and what mends what is not. */
export const doctorCommand: CommandModule = (program, io) => {
  program
    .command('doctor')
    .description('Check this machine, the store and every configured model, and say what mends each fault.')
    .option('--model <name>', 'a model to check beside those configured; may be repeated', collect, [])
    .option('--probe', 'ask paid servers too: a question of a few tokens for each model')
    .option('--db <file>', 'the store (default: as configured)', nonEmptyPath)
    .option('--playbooks <dir>', 'folder of playbook versions (default: as configured)', nonEmptyPath)
    .option('--json', 'print as JSON')
    .action(async (options: DoctorOptions) => {
      const { doctor } = await import('../jobs/doctor.js');
      await doctor(options, program, io);
    });
};
