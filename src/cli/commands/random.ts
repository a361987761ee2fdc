import type { RandomOptions } from '../jobs/random.js';
import { collect, oneOf, wholeNumber } from '../options.js';
import type { CommandModule } from '../program.js';

/** `spartan random`: random-play base rates. */
export const randomCommand: CommandModule = (program, io) => {
  program
    .command('random')
    .description('Base rates of uniform random play: the floor to read results against.')
    .requiredOption('--game <id>', 'the game')
    .option('-n <n>', 'games', wholeNumber(1, 10_000_000), 10_000)
    .option('--rule <key=value>', 'a rule option of the game; may be repeated', collect, [])
    .option(
      '--rules <preset>',
      'adopted, or reference for the published rules',
      oneOf(['adopted', 'reference'] as const),
      'adopted',
    )
    .option('--json', 'print as JSON')
    .action(async (options: RandomOptions) => {
      const { random } = await import('../jobs/random.js');
      random(options, io);
    });
};
