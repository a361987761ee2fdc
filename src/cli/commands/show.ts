import type { ShowOptions } from '../jobs/show.js';
import { DEFAULT_DB, nonEmptyPath } from '../options.js';
import type { CommandModule } from '../program.js';

/** `spartan show RUN`, `spartan show game ID` and `spartan show call ID`. */
export const showCommand: CommandModule = (program, io) => {
  program
    .command('show')
    .description(
      "Show a run's table, a game's transcript or a call: show RUN | show game ID [--as SEAT] | show call ID.",
    )
    .argument('<what>', 'a run id, or the word "game" or "call"')
    .argument('[id]', 'the id of the game (the first digits will do), or the number of the call')
    .option('--as <seat>', 'only what this seat (number or name) saw')
    .option('--prices <file>', 'JSON or YAML file of prices', nonEmptyPath)
    .option('--db <file>', 'the store', nonEmptyPath, DEFAULT_DB)
    .option('--prompts <dir>', 'folder whose .hbs files replace the shipped ones')
    .option('--json', 'print as JSON')
    .action(async (what: string, id: string | undefined, options: ShowOptions) => {
      const { show } = await import('../jobs/show.js');
      show(what, id, options, io);
    });
};
