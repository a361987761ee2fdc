import { UserError } from '../../base/errors.js';
import { nearest } from '../../base/nearest.js';
import { TOURNAMENT_ARM } from '../../experiments/tournament.js';
import type { GameRecord } from '../../players/game-spec.js';
import { openPrompts } from '../../prompts/library.js';
import { fullTranscript, seatTranscript } from '../../report/transcript.js';
import { openStore } from '../../store/index.js';
import type { Store } from '../../store/index.js';
import { paidBy, spentText } from '../budget.js';
import { commandText, dbOption } from '../command-text.js';
import type { Io } from '../io.js';
import { jsonText } from '../json-text.js';
import { IMPORT_ARM, runLeaderboard } from '../leaderboard-facts.js';
import { formatLeaderboard } from '../print-leaderboard.js';
import { readPrices } from '../prices-file.js';
import { printStudy } from '../print-study.js';
import { callStory, callText } from '../show-call.js';
import { reportOf } from '../study-facts.js';
import type { StudySettings } from '../study-facts.js';

/** Options of `spartan show`, as parsed. */
export interface ShowOptions {
  readonly db: string;
  readonly as?: string;
  readonly prompts?: string;
  /** File of prices. */
  readonly prices?: string;
  readonly json?: boolean;
}

function seatNamed(record: GameRecord, name: string): number {
  const byNumber = /^\d+$/.test(name) ? Number(name) : -1;
  const byName = record.names.findIndex((player) => player.toLowerCase() === name.toLowerCase());
  const seat = byName >= 0 ? byName : byNumber;
  if (record.names[seat] !== undefined) return seat;
  const near = nearest(name, record.names);
  const hint = near === undefined ? '' : `; did you mean "${near}"?`;
  throw new UserError(
    'input.option',
    `--as must be a seat from 0 to ${record.names.length - 1} or a player of this game (${record.names.join(', ')}), got "${name.slice(0, 40)}"${hint}`,
  );
}

function showRun(id: string, store: Store, options: ShowOptions, io: Io): void {
  const run = store.runs.get(id);
  const isRated = run.arm === TOURNAMENT_ARM || run.arm === IMPORT_ARM;
  if (isRated && options.json !== true) {
    io.out(formatLeaderboard(runLeaderboard(store, run), 'text', null));
  }
  const report = isRated ? null : reportOf(store, run);
  if (report !== null) {
    printStudy(report, {
      io,
      json: options.json === true,
      db: options.db,
      playbooks: (run.settings as unknown as StudySettings).playbooks,
      seconds: null,
    });
  } else if (options.json === true) {
    const { plan: _plan, ...summary } = run;
    io.out(jsonText({ ...summary, resume: commandText(run.command) }));
  }
  if (options.json === true) return;
  const { games } = run;
  io.out(
    `\nRun ${run.id}: ${run.status}, ${games.finished} of ${games.planned} games finished, ${games.void} void.\n`,
  );
  if (run.usage.length > 0) {
    io.out(
      `It took ${spentText(paidBy(run.usage, readPrices(options.prices)))}; more: ${commandText(['costs', run.id.slice(0, 8), ...dbOption(options.db)])}\n`,
    );
  }
  if (report === null || games.void > 0) io.out(`Go on with: ${commandText(run.command)}\n`);
  // A tournament has a step for every few games of every two models: too many to list.
  if (isRated) return;
  for (const step of store.steps.list(run.id).filter(({ kind }) => kind === 'play')) {
    const first = store.steps.games(run.id, step.stepId).find(({ status }) => status === 'finished');
    const example =
      first === undefined
        ? ''
        : `  first game: ${commandText(['show', 'game', first.gameId.slice(0, 10), ...dbOption(options.db)])}`;
    io.out(`  R${step.round ?? 0} ${step.role ?? ''} ${step.stepId.slice(0, 8)}: ${step.status}${example}\n`);
  }
}

function showGame(id: string, store: Store, options: ShowOptions, io: Io): void {
  const record = store.games.load(id);
  if (options.json === true) {
    io.out(jsonText(record));
    return;
  }
  const prompts = openPrompts(options.prompts);
  io.out(
    options.as === undefined
      ? fullTranscript(record, prompts)
      : seatTranscript(record, prompts, seatNamed(record, options.as)),
  );
}

function showCall(id: string, store: Store, options: ShowOptions, io: Io): void {
  const story = callStory(store, id);
  io.out(options.json === true ? jsonText(story) : callText(story));
}

/** Shows the run `what`; the game `id` when `what` is the word "game", the call `id` when it is "call". */
export function show(what: string, id: string | undefined, options: ShowOptions, io: Io): void {
  if (what === 'call' && id === undefined) {
    throw new UserError(
      'input.option',
      'show call needs the number of a call; "spartan calls RUN" lists some',
    );
  }
  if (what === 'game' && id === undefined) {
    throw new UserError('input.option', 'show game needs the id of a game; "spartan show RUN" lists some');
  }
  if (what !== 'game' && what !== 'call' && id !== undefined) {
    throw new UserError(
      'input.option',
      `show takes a run id, "game" and a game id, or "call" and a number, got "${what} ${id}"`,
    );
  }
  if (what !== 'game' && options.as !== undefined) {
    throw new UserError('input.option', '--as goes with "show game ID"');
  }
  const store = openStore(options.db, { mode: 'read', now: () => io.now() });
  try {
    if (id === undefined) showRun(what, store, options, io);
    else if (what === 'call') showCall(id, store, options, io);
    else showGame(id, store, options, io);
  } finally {
    store.close();
  }
}
