import type { LeaderboardOptions } from '../jobs/leaderboard.js';
import { addRatingOptions, FORMATS } from '../leaderboard-options.js';
import { DEFAULT_DB, nonEmptyPath, oneOf, wholeNumber } from '../options.js';
import type { CommandModule } from '../program.js';

/** `spartan leaderboard [RUN …]`: ratings of the players of one run or of several together. */
export const leaderboardCommand: CommandModule = (program, io) => {
  const command = program
    .command('leaderboard')
    .description('Rate the players of runs: overall, by game, by side, by group of games, with intervals.')
    .argument('[runs...]', 'ids of runs, rated together (default: the tournament started last)')
    .option('--format <form>', `how it is written: ${FORMATS.join(', ')}`, oneOf(FORMATS), 'text')
    .option('--json', 'print as JSON; the same as --format json')
    .option('--out <file>', 'write to a file', nonEmptyPath)
    .option('--published', "set Social Gym's published ratings beside")
    .option('--seed <n>', 'seed of the resamples', wholeNumber(0, 2_147_483_647), 1)
    .option('--db <file>', 'the store', nonEmptyPath, DEFAULT_DB);
  addRatingOptions(command).action(async (runs: string[], options: LeaderboardOptions) => {
    const { leaderboard } = await import('../jobs/leaderboard.js');
    await leaderboard(runs, options, io);
  });
};
