import { UserError } from '../base/errors.js';
import { listText } from '../base/text.js';
import type { JudgeResult } from '../loop/execute.js';
import type { Plan } from '../loop/plan.js';
import type { RunGame, TalkReport } from '../report/talk.js';
import { talkOf } from '../report/talk.js';
import { talkByRow } from '../report/talk-by-row.js';
import type { TalkRow } from '../report/talk-by-row.js';
import type { RunRecord, Store } from '../store/index.js';
import { resultsOf } from './study-facts.js';

/** Which games of a run are looked at, and how many examples are kept. */
export interface TalkSettings {
  /** Kind of game; null for all. */
  readonly game: string | null;
  /** Round of the loop; null for all. */
  readonly round: number | null;
  readonly worst: number;
}

/** The diagnostics of a run. */
export interface RunTalk extends TalkReport {
  readonly run: string;
  readonly arm: string;
  readonly simulated: boolean;
  readonly settings: TalkSettings;
  /** Parroting beside the win rate of each condition; empty before the run's table is there, and in a tournament. */
  readonly rows: readonly TalkRow[];
}

interface Listed {
  readonly id: string;
  readonly round: number;
  readonly role: string;
}

/** The finished games of a run, each under the first of its steps that has it. */
function gamesOf(store: Store, run: RunRecord): Listed[] {
  const games = new Map<string, Listed>();
  for (const { stepId, kind, round, role } of store.steps.list(run.id)) {
    if (kind !== 'play') continue;
    for (const { gameId, status } of store.steps.games(run.id, stepId)) {
      if (status !== 'finished' || games.has(gameId)) continue;
      games.set(gameId, { id: gameId, round: round ?? 0, role: role ?? '' });
    }
  }
  return [...games.values()];
}

function* records(store: Store, games: readonly Listed[], { game, round }: TalkSettings): Iterable<RunGame> {
  for (const { id, ...place } of games) {
    if (round !== null && place.round !== round) continue;
    const record = store.games.load(id);
    if (game === null || record.spec.game === game) yield { record, ...place };
  }
}

function nothingFound(store: Store, games: readonly Listed[], run: RunRecord, { game, round }: TalkSettings) {
  if (games.length === 0) {
    return new UserError('input.option', `run ${run.id.slice(0, 8)} has no finished game to look at yet`);
  }
  const rounds = [...new Set(games.map((known) => known.round))].sort((a, b) => a - b);
  const kinds = [...new Set(games.map(({ id }) => store.games.load(id).spec.game))];
  const wanted = [
    ...(game === null ? [] : [`--game ${game}`]),
    ...(round === null ? [] : [`--round ${round}`]),
  ].join(' ');
  return new UserError(
    'input.option',
    `${wanted} matches no finished game of this run; it has ${listText(kinds)} in ${listText(rounds.map((known) => `R${known}`))}`,
  );
}

/**
 * The diagnostics of a run's finished games, worked out from the stored games.
 * Throws a `UserError` when no game matches.
 */
export function talkOfRun(store: Store, run: RunRecord, settings: TalkSettings): RunTalk {
  const games = gamesOf(store, run);
  const { report, slots } = talkOf(records(store, games, settings), settings.worst);
  if (report.games === 0) throw nothingFound(store, games, run, settings);
  const { id, arm, simulated } = run;
  return { run: id, arm, simulated, settings, ...report, rows: rowsOf(store, run, slots, settings) };
}

function rowsOf(
  store: Store,
  run: RunRecord,
  slots: ReturnType<typeof talkOf>['slots'],
  { game, round }: TalkSettings,
): TalkRow[] {
  const plan = run.plan as Plan;
  const results = resultsOf(store, run.id);
  const judge = plan.steps.find(({ kind }) => kind === 'judge');
  const judged = judge === undefined ? undefined : (results.get(judge.id) as JudgeResult | undefined);
  if (judged === undefined) return [];
  const wins = new Set(
    store.games
      .outcomes([...slots.keys()])
      .flatMap(({ id, slots: own }) =>
        Object.entries(own).flatMap(([name, { success }]) => (success ? [`${id}/${name}`] : [])),
      ),
  );
  const rows = talkByRow(plan, results, judged.judgement, slots, (id, slot) => wins.has(`${id}/${slot}`));
  return rows.filter(
    ({ row }) => (game === null || row.game === game) && (round === null || row.round === round),
  );
}
