import type { RunsOptions } from '../jobs/runs.js';
import { DEFAULT_DB, nonEmptyPath } from '../options.js';
import type { CommandModule } from '../program.js';

/** `spartan runs`: every run with its status, progress and the command that resumes it. */
export const runsCommand: CommandModule = (program, io) => {
  program
    .command('runs')
    .description('List every run: arm, status, progress, tokens, and the command that resumes it.')
    .option('--prices <file>', 'JSON or YAML file of prices', nonEmptyPath)
    .option('--db <file>', 'the store', nonEmptyPath, DEFAULT_DB)
    .option('--json', 'print as JSON')
    .action(async (options: RunsOptions) => {
      const { runs } = await import('../jobs/runs.js');
      runs(options, io);
    });
};
