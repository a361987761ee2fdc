import type { JsonObject } from '../base/json.js';
import { allGames } from '../games/index.js';
import { importedGames } from '../report/leaderboard/exchange.js';
import { leaderboard } from '../report/leaderboard/leaderboard.js';
import type { Leaderboard, ModelCost } from '../report/leaderboard/leaderboard.js';
import { playedGames } from '../report/leaderboard/played.js';
import type { PlayedGame } from '../report/leaderboard/played.js';
import { DEFAULT_SETTINGS } from '../report/leaderboard/rate.js';
import type { RatingSettings } from '../report/leaderboard/rate.js';
import type { ModelUsage, RunRecord, Store } from '../store/index.js';

/** Arm of a run that holds results from elsewhere. */
export const IMPORT_ARM = 'import';

function costsOf(usage: readonly ModelUsage[]): ModelCost[] {
  const costs = new Map<string, ModelCost>();
  for (const { provider, model, calls, faults, tokens } of usage) {
    const name = `${provider}:${model}`;
    const known = costs.get(name);
    costs.set(name, {
      model: name,
      calls: (known?.calls ?? 0) + calls,
      faults: (known?.faults ?? 0) + faults,
      input: (known?.input ?? 0) + tokens.input + tokens.cacheWrite,
      cachedInput: (known?.cachedInput ?? 0) + tokens.cachedInput,
      output: (known?.output ?? 0) + tokens.output,
    });
  }
  return [...costs.values()].sort((a, b) => (a.model < b.model ? -1 : 1));
}

function configuredNames({ names }: JsonObject): Record<string, string> {
  return typeof names === 'object' && names !== null ? (names as Record<string, string>) : {};
}

/** The games of runs, each once: those the store has played, and those that were imported. */
export function gamesOfRuns(store: Store, runs: readonly RunRecord[]): PlayedGame[] {
  const imported = runs
    .filter(({ arm }) => arm === IMPORT_ARM)
    .flatMap(({ plan }) => importedGames(plan as JsonObject));
  const own = runs.filter(({ arm }) => arm !== IMPORT_ARM);
  // A player that several runs called differently has the name of the first.
  const names = new Map(
    own.toReversed().flatMap(({ settings }) => Object.entries(configuredNames(settings))),
  );
  const games = [...playedGames(store.results.ofRuns(own.map(({ id }) => id)), names), ...imported];
  return [...new Map(games.map((game) => [game.id, game])).values()];
}

/** The leaderboard of runs, over their games. */
export function leaderboardOf(
  runs: readonly RunRecord[],
  games: readonly PlayedGame[],
  settings: RatingSettings,
): Leaderboard {
  return leaderboard({
    runs: runs.map(({ id }) => id),
    simulated: runs.every(({ simulated }) => simulated),
    games,
    costs: costsOf(runs.flatMap(({ usage }) => usage)),
    settings,
    definitions: allGames(),
  });
}

/** The leaderboard of one run, by the default settings. */
export function runLeaderboard(store: Store, run: RunRecord): Leaderboard {
  return leaderboardOf([run], gamesOfRuns(store, [run]), DEFAULT_SETTINGS);
}
