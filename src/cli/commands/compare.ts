import type { CompareOptions } from '../jobs/compare.js';
import { DEFAULT_DB, nonEmptyPath } from '../options.js';
import type { CommandModule } from '../program.js';

/** `spartan compare RUN RUN`: two studies side by side. */
export const compareCommand: CommandModule = (program, io) => {
  program
    .command('compare')
    .description('Set two studies side by side: settings that differ, and each row with the difference.')
    .argument('<first>', 'id of a run')
    .argument('<second>', 'id of the run it is compared with')
    .option('--db <file>', 'the store', nonEmptyPath, DEFAULT_DB)
    .option('--json', 'print as JSON')
    .action(async (first: string, second: string, options: CompareOptions) => {
      const { compare } = await import('../jobs/compare.js');
      compare(first, second, options, io);
    });
};
