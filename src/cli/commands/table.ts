import type { TableOptions } from '../jobs/table.js';
import { DEFAULT_DB, nonEmptyPath, oneOf } from '../options.js';
import type { CommandModule } from '../program.js';

/** Forms and kinds by name, kept here so that the command line loads no report. */
const FORMATS = ['md', 'latex', 'csv'] as const;
const KINDS = ['within-game', 'transfer', 'multigame', 'distill', 'parroting', 'cost'] as const;

/** `spartan table RUN…`: the paper's tables. */
export const tableCommand: CommandModule = (program, io) => {
  program
    .command('table')
    .description(
      "Print the paper's table of a run, or one of several runs together, for a paper or a notebook.",
    )
    .argument('<runs...>', 'ids of runs')
    .option('--format <form>', `one of ${FORMATS.join(', ')}`, oneOf(FORMATS), 'md')
    .option('--kind <kind>', `one of ${KINDS.join(', ')} (default: that of the arm)`, oneOf(KINDS))
    .option('--published', 'set the published figures beside ours')
    .option('--prices <file>', 'JSON or YAML file of prices', nonEmptyPath)
    .option('--out <file>', 'write to a file', nonEmptyPath)
    .option('--db <file>', 'the store', nonEmptyPath, DEFAULT_DB)
    .option('--json', 'print as JSON')
    .action(async (runs: string[], options: TableOptions) => {
      const { table } = await import('../jobs/table.js');
      table(runs, options, io);
    });
};
