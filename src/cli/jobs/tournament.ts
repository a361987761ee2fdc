import { readFileSync, statSync } from 'node:fs';
import { UserError } from '../../base/errors.js';
import { contentId } from '../../base/hash.js';
import { dealsForEach, tournamentPlan } from '../../experiments/tournament.js';
import { gameById } from '../../games/index.js';
import { modelDeps } from '../../models/registry.js';
import { openPrompts } from '../../prompts/library.js';
import { parseResults } from '../../report/leaderboard/exchange.js';
import { openStore } from '../../store/index.js';
import { budgetOf } from '../budget.js';
import { labelOf, namePlayer } from '../cast.js';
import { commandText, dbOption, withoutSecrets } from '../command-text.js';
import type { Io } from '../io.js';
import { IMPORT_ARM, runLeaderboard } from '../leaderboard-facts.js';
import { listOption, ruleOptions } from '../options.js';
import { formatLeaderboard } from '../print-leaderboard.js';
import { duration } from '../progress.js';
import { runIdOf, runPlan } from '../run-plan.js';
import { modelOptions } from '../study-options.js';
import type { SharedOptions } from '../study-options.js';
import { suiteGames } from '../suite.js';
import { VERSION } from '../version.js';

/** Options of `spartan tournament`, as parsed. */
export interface TournamentOptions extends SharedOptions {
  readonly models?: string;
  readonly suite: string;
  readonly perModel: number;
  readonly perPair?: number;
  readonly selfPlay: number;
  readonly concurrency: number;
  readonly quiet?: boolean;
}

const MAX_IMPORT_BYTES = 256 * 1024 * 1024;

/** Plays a tournament and prints its leaderboard. */
export async function tournament(options: TournamentOptions, io: Io): Promise<void> {
  const note = (line: string): void => {
    if (options.quiet !== true) io.err(`note: ${line}\n`);
  };
  if (options.models === undefined) {
    throw new UserError(
      'input.option',
      '--models must name two or more models, got none; for example: --models builtin:novice,builtin:expert',
    );
  }
  const names = listOption(options.models);
  const deps = modelDeps(io.env, note);
  const players = names.map((name) => namePlayer(name, modelOptions(options), deps));
  const games = suiteGames(options.suite);
  const prompts = openPrompts(options.prompts);
  for (const game of games) prompts.gameVersion(game);
  const deals =
    options.perPair === undefined
      ? dealsForEach(Math.max(2, players.length), options.perModel)
      : Math.ceil(options.perPair / 2);
  const plan = tournamentPlan({
    suite: games.map((game) => ({ game, options: ruleOptions(game, options.rules, []) })),
    models: players.map(({ identity }) => identity),
    dealsPerPair: deals,
    selfPlay: options.selfPlay,
    seed: options.seed,
    replicate: options.replicate,
  });
  const runId = runIdOf(plan, null);
  const store = openStore(options.db, { mode: 'write', now: () => io.now() });
  try {
    const started = io.now().getTime();
    await runPlan(
      {
        plan,
        runId,
        playbook: null,
        playbookFolder: '',
        players,
        prompts,
        store,
        concurrency: options.concurrency,
        settings: {
          models: players.map(labelOf),
          games: games.map(({ id }) => id),
          gamesPerPair: 2 * deals,
          selfPlay: options.selfPlay,
        },
        simulated: players.every(({ model }) => model === null),
        version: VERSION,
        quiet: options.quiet === true,
        budget: budgetOf(options),
      },
      io,
    );
    const board = runLeaderboard(store, store.runs.get(runId));
    io.out(formatLeaderboard(board, options.json === true ? 'json' : 'text', null));
    if (options.json === true) return;
    const seconds = (io.now().getTime() - started) / 1000;
    const further = ['leaderboard', runId.slice(0, 8), ...dbOption(options.db)];
    io.out(
      `\nEvery two models played each kind of game ${2 * deals} times. Store: ${options.db}  (${duration(seconds)})\n` +
        `Look further: ${commandText([...further, '--format', 'html', '--out', 'leaderboard.html'])}\n`,
    );
  } finally {
    store.close();
  }
}

/** Options of `spartan tournament import`, as parsed. */
export interface ImportOptions {
  readonly db: string;
}

/** Keeps results from elsewhere as a run of their own, whose plan holds them. */
export function importResults(file: string, options: ImportOptions, io: Io): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isFile() !== true || stats.size > MAX_IMPORT_BYTES) {
    throw new UserError(
      'input.option',
      `tournament import takes a file of at most ${MAX_IMPORT_BYTES} bytes, got "${file.slice(0, 80)}"`,
    );
  }
  const games = parseResults(readFileSync(file, 'utf8'), file, gameById);
  const plan = { arm: IMPORT_ARM, steps: [], games };
  const runId = contentId(plan);
  const store = openStore(options.db, { mode: 'write', now: () => io.now() });
  try {
    store.runs.begin({
      id: runId,
      arm: IMPORT_ARM,
      command: withoutSecrets(io.argv),
      plan,
      settings: { games: games.length },
      // None of them is a game of this store: they cannot be shown, replayed or reflected on.
      plannedGames: 0,
      playbook: null,
      simulated: false,
      appVersion: VERSION,
    });
    store.runs.finish(runId, 'finished');
  } finally {
    store.close();
  }
  const rate = commandText(['leaderboard', runId.slice(0, 8), ...dbOption(options.db)]);
  io.out(`imported ${games.length} games as run ${runId.slice(0, 8)}; rate them with: ${rate}\n`);
}
