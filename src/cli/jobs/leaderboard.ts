import { UserError } from '../../base/errors.js';
import { TOURNAMENT_ARM } from '../../experiments/tournament.js';
import { formatResults } from '../../report/leaderboard/exchange.js';
import { PUBLISHED } from '../../report/leaderboard/published.js';
import { openStore } from '../../store/index.js';
import type { Store } from '../../store/index.js';
import type { Io } from '../io.js';
import { gamesOfRuns, leaderboardOf } from '../leaderboard-facts.js';
import { ratingSettings } from '../leaderboard-options.js';
import type { Format, RatingOptions } from '../leaderboard-options.js';
import { formatLeaderboard, writeReport } from '../print-leaderboard.js';

/** Options of `spartan leaderboard`, as parsed. */
export interface LeaderboardOptions extends RatingOptions {
  readonly seed: number;
  readonly format: Format;
  readonly json?: boolean;
  readonly out?: string;
  readonly published?: boolean;
  readonly db: string;
}

/** The tournament started last, for who names no run. */
function lastTournament(store: Store): string {
  const run = store.runs.list().find(({ arm }) => arm === TOURNAMENT_ARM);
  if (run !== undefined) return run.id;
  throw new UserError(
    'input.unknown-name',
    'leaderboard needs a run and the store has no tournament; start one with: spartan tournament --models A,B',
  );
}

/** Rates the wanted runs, or the last tournament when none is named. */
export async function leaderboard(
  wanted: readonly string[],
  options: LeaderboardOptions,
  io: Io,
): Promise<void> {
  const format = options.json === true ? 'json' : options.format;
  const store = openStore(options.db, { mode: 'read', now: () => io.now() });
  try {
    const ids = wanted.length === 0 ? [lastTournament(store)] : wanted;
    const named = new Map(ids.map((id) => store.runs.get(id)).map((run) => [run.id, run]));
    const runs = [...named.values()];
    const games = gamesOfRuns(store, runs);
    if (!games.some(({ status }) => status === 'finished')) {
      throw new UserError('input.option', `run ${ids.join(', ')} has no finished game to rate yet`);
    }
    const published = options.published === true ? PUBLISHED : null;
    const board = () => leaderboardOf(runs, games, ratingSettings(options, options.seed));
    const text =
      format === 'jsonl'
        ? formatResults(games)
        : format === 'html'
          ? (await import('../../report/leaderboard/html.js')).leaderboardHtml(board(), published)
          : formatLeaderboard(board(), format, published);
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
