import { UserError } from '../../base/errors.js';
import { PUBLISHED } from '../../report/leaderboard/published.js';
import { openStore } from '../../store/index.js';
import type { Store } from '../../store/index.js';
import type { Io } from '../io.js';
import { leaderboardOf } from '../leaderboard-facts.js';
import { addRatingOptions, ratingSettings } from '../leaderboard-options.js';
import type { RatingOptions } from '../leaderboard-options.js';
import { DEFAULT_DB, nonEmptyPath, oneOf, wholeNumber } from '../options.js';
import { FORMATS, formatLeaderboard, writeReport } from '../print-leaderboard.js';
import type { Format } from '../print-leaderboard.js';
import type { CommandModule } from '../program.js';

interface LeaderboardOptions extends RatingOptions {
  readonly seed: number;
  readonly format: Format;
  readonly json?: boolean;
  readonly out?: string;
  readonly published?: boolean;
  readonly db: string;
}

/** The tournament started last, for who names no run. */
function lastTournament(store: Store): string {
  const run = store.runs.list().find(({ arm }) => arm === 'tournament');
  if (run !== undefined) return run.id;
  throw new UserError(
    'input.unknown-name',
    'leaderboard needs a run and the store has no tournament; start one with: spartan tournament --models A,B',
  );
}

function show(wanted: readonly string[], options: LeaderboardOptions, io: Io): void {
  const format = options.json === true ? 'json' : options.format;
  const store = openStore(options.db, { mode: 'read', now: () => io.now() });
  try {
    const ids = wanted.length === 0 ? [lastTournament(store)] : wanted;
    const named = new Map(ids.map((id) => store.runs.get(id)).map((run) => [run.id, run]));
    const board = leaderboardOf(store, [...named.values()], ratingSettings(options, options.seed));
    if (board.games.length === 0) {
      throw new UserError('input.option', `run ${ids.join(', ')} has no game to rate yet`);
    }
    const text = formatLeaderboard(board, format, options.published === true ? PUBLISHED : null);
    if (options.out === undefined) {
      io.out(text);
    } else {
      writeReport(options.out, text);
      io.err(`wrote ${options.out}\n`);
    }
  } finally {
    store.close();
  }
}

/** `spartan leaderboard [RUN …]`: ratings of the players of one run or of several together. */
export const leaderboardCommand: CommandModule = (program, io) => {
  const command = program
    .command('leaderboard')
    .description('Rate the players of runs: overall, by game, by side, by group of games, with intervals.')
    .argument('[runs...]', 'ids of runs, rated together (default: the tournament started last)')
    .option(
      '--format <form>',
      `how it is written: ${FORMATS.join(', ')}`,
      oneOf(FORMATS),
      'text' satisfies Format,
    )
    .option('--json', 'print as JSON; the same as --format json')
    .option('--out <file>', 'write to a file', nonEmptyPath)
    .option('--published', "set Social Gym's published ratings beside")
    .option('--seed <n>', 'seed of the resamples', wholeNumber(0, 2_147_483_647), 1)
    .option('--db <file>', 'the store', nonEmptyPath, DEFAULT_DB);
  addRatingOptions(command).action((runs: string[], options: LeaderboardOptions) => show(runs, options, io));
};
