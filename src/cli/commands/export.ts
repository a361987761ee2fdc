import type { ExportOptions } from '../jobs/export.js';
import { DEFAULT_DB, listOption, nonEmptyPath, oneOf } from '../options.js';
import type { CommandModule } from '../program.js';

/** Forms an export can have. */
export const EXPORT_FORMATS = ['jsonl', 'csv', 'parquet'] as const;

/** `spartan export RUN`: all of a run, for another store or another program. */
export const exportCommand: CommandModule = (program, io) => {
  program
    .command('export')
    .description(
      'Write all of a run to files: jsonl for "spartan import", csv or parquet tables for other programs.',
    )
    .argument('<run>', 'id of the run (the first digits will do)')
    .requiredOption('--format <form>', `one of ${EXPORT_FORMATS.join(', ')}`, oneOf(EXPORT_FORMATS))
    .option('--out <dir>', 'folder to write into (default: results/exports/RUN)', nonEmptyPath)
    .option('--what <tables>', 'tables of csv and parquet, separated by commas (docs/export.md)', listOption)
    .option('--calls', 'with the texts of all requests and replies, which are large')
    .option('--force', 'replace files of the same name')
    .option('--db <file>', 'the store', nonEmptyPath, DEFAULT_DB)
    .option('--json', 'print as JSON')
    .action(async (run: string, options: ExportOptions) => {
      const { exportRun } = await import('../jobs/export.js');
      exportRun(run, options, io);
    });
};
