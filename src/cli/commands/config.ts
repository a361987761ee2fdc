import type { ConfigCommandOptions } from '../jobs/config.js';
import type { CommandModule } from '../program.js';

/** `spartan config`: what is set, and where each value comes from. */
export const configCommand: CommandModule = (program, io) => {
  program
    .command('config')
    .description('Show every setting with its value and where that comes from, and the configured players.')
    .option('--json', 'print as JSON')
    .action(async (options: ConfigCommandOptions) => {
      const { config } = await import('../jobs/config.js');
      await config(options, program, io);
    });
};
