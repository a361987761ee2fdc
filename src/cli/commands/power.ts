import type { PowerOptions } from '../jobs/power.js';
import { realNumber, wholeNumber } from '../options.js';
import type { CommandModule } from '../program.js';

/** Most pairs `--pairs` takes: the table is worked out up to there in well under a second. */
const MOST_PAIRS = 100_000;

/** `spartan power`. */
export const powerCommand: CommandModule = (program, io) => {
  program
    .command('power')
    .description('How many pairs of games show a change of a win rate, or how often a given number does.')
    .requiredOption('--from <rate>', 'win rate of the baseline, 0 to 1', realNumber(0, 1))
    .requiredOption('--to <rate>', 'win rate of the condition, 0 to 1', realNumber(0, 1))
    .option('--pairs <n>', 'give the power at this many pairs', wholeNumber(1, MOST_PAIRS))
    .option(
      '--rho <phi>',
      'correlation of the two games of a seed; a run prints the measured one (default: 0)',
      realNumber(-1, 1),
    )
    .option('--power <share>', 'chance wanted of finding the change', realNumber(0.01, 0.999), 0.8)
    .option('--alpha <rate>', 'error rate of the whole table', realNumber(0.000001, 0.5), 0.05)
    .option('--comparisons <m>', 'change cells of the table', wholeNumber(1, 10_000), 1)
    .option('--unpaired', 'games of other seeds in each condition, by Fisher’s exact test')
    .option('--json', 'print as JSON')
    .action(async (options: PowerOptions) => {
      const { power } = await import('../jobs/power.js');
      power(options, io);
    });
};
