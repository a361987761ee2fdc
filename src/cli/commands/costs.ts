import type { CostsOptions } from '../jobs/costs.js';
import { DEFAULT_DB, nonEmptyPath } from '../options.js';
import type { CommandModule } from '../program.js';

/** `spartan costs RUN`: tokens and money by phase and model, as played and as paid. */
export const costsCommand: CommandModule = (program, io) => {
  program
    .command('costs')
    .description(
      'What a run took, by phase, model and class of tokens: as played, and as paid by the run itself.',
    )
    .argument('<run>', 'a run id; the first digits will do')
    .option('--prices <file>', 'JSON or YAML file of prices', nonEmptyPath)
    .option('--db <file>', 'the store', nonEmptyPath, DEFAULT_DB)
    .option('--json', 'print as JSON')
    .action(async (run: string, options: CostsOptions) => {
      const { costs } = await import('../jobs/costs.js');
      costs(run, options, io);
    });
};
