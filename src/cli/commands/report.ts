import type { ReportOptions } from '../jobs/report.js';
import { DEFAULT_DB, nonEmptyPath } from '../options.js';
import type { CommandModule } from '../program.js';

/** `spartan report RUN`: one HTML file with everything a run found. */
export const reportCommand: CommandModule = (program, io) => {
  program
    .command('report')
    .description(
      'Write what a run found as one HTML file that opens from disk, without scripts: tables, plots, talk, costs, playbooks.',
    )
    .argument('<run>', 'a run id; the first digits will do')
    .option('--out <file>', 'the file (default: report-RUN.html in the current folder)', nonEmptyPath)
    .option('--prices <file>', 'JSON or YAML file of prices', nonEmptyPath)
    .option('--db <file>', 'the store', nonEmptyPath, DEFAULT_DB)
    .option('--json', 'print where it was written, and what it shows, as JSON')
    .action(async (run: string, options: ReportOptions) => {
      const { report } = await import('../jobs/report.js');
      await report(run, options, io);
    });
};
