import type { GamesOptions } from '../jobs/games.js';
import type { CommandModule } from '../program.js';

/** `spartan games` and `spartan games NAME`. */
export const gamesCommand: CommandModule = (program, io) => {
  program
    .command('games')
    .description('List the games, or show one: rules, phases, actions, options.')
    .argument('[name]', 'a game')
    .option('--json', 'print as JSON')
    .action(async (name: string | undefined, options: GamesOptions) => {
      const { games } = await import('../jobs/games.js');
      games(name, options, io);
    });
};
