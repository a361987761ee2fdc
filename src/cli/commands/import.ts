import type { ImportRunsOptions } from '../jobs/import.js';
import { DEFAULT_DB, nonEmptyPath } from '../options.js';
import type { CommandModule } from '../program.js';

/** `spartan import FILE|DIR`: runs that another store exported. */
export const importCommand: CommandModule = (program, io) => {
  program
    .command('import')
    .description(
      'Take exported runs ("spartan export RUN --format jsonl") into this store, with their games and playbooks.',
    )
    .argument('<path>', 'the file, or a folder whose .jsonl files are all taken')
    .option('--db <file>', 'the store', nonEmptyPath, DEFAULT_DB)
    .option('--json', 'print as JSON')
    .action(async (path: string, options: ImportRunsOptions) => {
      const { importRuns } = await import('../jobs/import.js');
      importRuns(path, options, io);
    });
};
