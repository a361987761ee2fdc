import type { ParrotOptions } from '../jobs/parrot.js';
import { DEFAULT_DB, nonEmptyPath, wholeNumber } from '../options.js';
import type { CommandModule } from '../program.js';

/** `spartan parrot RUN`: how players of a run repeat one another, and what else is wrong with their talk. */
export const parrotCommand: CommandModule = (program, io) => {
  program
    .command('parrot')
    .description(
      'How far the players of a run repeat one another, by game, side, seat, model and round; templates, copied identities, leaked words, broken announcements.',
    )
    .argument('<run>', 'a run id; the first digits will do')
    .option('--worst <n>', 'examples shown of each kind', wholeNumber(0, 1000), 5)
    .option('--game <id>', 'only this kind of game')
    .option('--round <n>', 'only this round; 0 is the baseline', wholeNumber(0, 1000))
    .option('--db <file>', 'the store', nonEmptyPath, DEFAULT_DB)
    .option('--json', 'print as JSON')
    .action(async (run: string, options: ParrotOptions) => {
      const { parrot } = await import('../jobs/parrot.js');
      parrot(run, options, io);
    });
};
