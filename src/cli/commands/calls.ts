import type { CallsOptions } from '../jobs/calls.js';
import { DEFAULT_DB, nonEmptyPath } from '../options.js';
import type { CommandModule } from '../program.js';

/** `spartan calls RUN`: the calls a run made. */
export const callsCommand: CommandModule = (program, io) => {
  program
    .command('calls')
    .description('List the calls to models that a run made; "show call ID" shows one whole.')
    .argument('<run>', 'a run id; the first digits will do')
    .option('--failed', 'only those that got no reply or a broken one, were sent again, or were not taken')
    .option('--db <file>', 'the store', nonEmptyPath, DEFAULT_DB)
    .option('--json', 'print as JSON')
    .action(async (run: string, options: CallsOptions) => {
      const { calls } = await import('../jobs/calls.js');
      calls(run, options, io);
    });
};
