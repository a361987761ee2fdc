import type { PlayCommandOptions } from '../jobs/play.js';
import type { CommandModule } from '../program.js';
import { addPlayOptions } from '../study-options.js';

/** `spartan play`: one game, watched or played. */
export const playCommand: CommandModule = (program, io) => {
  const command = program
    .command('play')
    .description(
      'Play one game: streamed as it happens with --watch, or with a person at a seat with --human.',
    )
    .requiredOption('--game <id>', 'the game')
    .option('--watch', 'print events as they happen')
    .option('--human [seat]', 'take a seat (number or name; 0 when left out)');
  addPlayOptions(command).action(async (options: PlayCommandOptions) => {
    const { play } = await import('../jobs/play.js');
    await play(options, io);
  });
};
