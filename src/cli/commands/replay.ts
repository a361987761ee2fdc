import type { ReplayOptions } from '../jobs/replay.js';
import { DEFAULT_DB, nonEmptyPath, wholeNumber } from '../options.js';
import type { CommandModule } from '../program.js';

/** `spartan replay RUN`: the study again from its recording, without the network. */
export const replayCommand: CommandModule = (program, io) => {
  program
    .command('replay')
    .description('Play a run again from its recording, without the network, and compare every game and text.')
    .argument('<run>', 'a run id; the first digits will do')
    .option('--prompts <dir>', 'folder whose .hbs files replace the shipped ones, as when the run was played')
    .option('--concurrency <n>', 'games in progress at once', wholeNumber(1, 1000), 8)
    .option('--db <file>', 'the store', nonEmptyPath, DEFAULT_DB)
    .option('--json', 'print as JSON')
    .action(async (run: string, options: ReplayOptions) => {
      const { replay } = await import('../jobs/replay.js');
      await replay(run, options, io);
    });
};
