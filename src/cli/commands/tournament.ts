import type { ImportOptions, TournamentOptions } from '../jobs/tournament.js';
import { DEFAULT_DB, nonEmptyPath, wholeNumber } from '../options.js';
import type { CommandModule } from '../program.js';
import { addModelOptions } from '../study-options.js';

/** Games of each model in each kind of game, unless the user says otherwise: what the published study played. */
const DEFAULT_PER_MODEL = 30;

const DEFAULT_SELF_PLAY = 10;

/** `spartan tournament`: every model against every other, rated; and `spartan tournament import`. */
export const tournamentCommand: CommandModule = (program, io) => {
  const command = program
    .command('tournament')
    .description(
      'Let every model meet every other at every game, with seats and sides swapped, and rate them.',
    )
    .option('--models <list>', 'two or more models, separated by commas')
    .option('--suite <games>', 'all, a category, or ids of games separated by commas', 'all')
    .option(
      '--per-model <n>',
      'games of each model in each kind of game, at least',
      wholeNumber(1, 100_000),
      DEFAULT_PER_MODEL,
    )
    .option(
      '--per-pair <n>',
      'games of every two models in each kind, in place of --per-model',
      wholeNumber(2, 100_000),
    )
    .option(
      '--self-play <n>',
      'unrated games of each model against itself in games with sides, for role balance',
      wholeNumber(0, 100_000),
      DEFAULT_SELF_PLAY,
    )
    .option('--concurrency <n>', 'games in progress at once', wholeNumber(1, 1000), 8)
    .option('--quiet', 'no progress');
  addModelOptions(command).action(async (options: TournamentOptions) => {
    const { tournament } = await import('../jobs/tournament.js');
    await tournament(options, io);
  });
  command
    .command('import')
    .description('Keep results from elsewhere, one game a line as JSON, to be rated beside our own.')
    .argument('<file>', 'the JSONL file; docs/ratings.md has its fields')
    .option('--db <file>', 'the store', nonEmptyPath, DEFAULT_DB)
    .action(async (file: string, options: ImportOptions) => {
      const { importResults } = await import('../jobs/tournament.js');
      importResults(file, options, io);
    });
};
