import { setMaxListeners } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InterruptedError, UserError } from '../../base/errors.js';
import type { Plan } from '../../loop/plan.js';
import { identitiesOf, replayObstacles, replayPlan } from '../../loop/replay.js';
import type { Compared, ReplayReport } from '../../loop/replay.js';
import type { CallSite } from '../../models/chat.js';
import { recordedGateways } from '../../models/recorded.js';
import { openPrompts } from '../../prompts/library.js';
import { openStore } from '../../store/index.js';
import type { RunRecord, Store } from '../../store/index.js';
import { castOf, recordedPlayer } from '../cast.js';
import type { Io } from '../io.js';
import { jsonText } from '../json-text.js';
import { IMPORT_ARM } from '../leaderboard-facts.js';

/** Options of `spartan replay`, as parsed. */
export interface ReplayOptions {
  readonly db: string;
  readonly prompts?: string;
  readonly concurrency: number;
  readonly json?: boolean;
}

function comparedText({ equal, different }: Compared, one: string, many: string): string {
  const all = equal + different;
  const count = `${all} ${all === 1 ? one : many}`;
  return different === 0 ? `${count}: all equal` : `${count}: ${equal} equal, ${different} different`;
}

function reportText(run: RunRecord, report: ReplayReport): string {
  const { games, playbooks, tables, missing } = report;
  return [
    `Run ${run.id.slice(0, 8)} played again from its recording; no request was sent.`,
    comparedText(games, 'game', 'games'),
    ...(games.void > 0 ? [`${games.void} games were void and have nothing to be compared with`] : []),
    ...(games.unplayed > 0 ? [`${games.unplayed} games were not played yet`] : []),
    comparedText(playbooks, 'playbook', 'playbooks'),
    comparedText(tables, 'table', 'tables'),
    ...(missing > 0 ? [`${missing} games or reflections made a request that is not recorded`] : []),
    '',
  ].join('\n');
}

async function replayIn(
  scratch: Store,
  recorded: Store,
  run: RunRecord,
  options: ReplayOptions,
  io: Io,
): Promise<ReplayReport> {
  const plan = run.plan as Plan;
  const misses: CallSite[] = [];
  const gateways = recordedGateways(recorded.recorder(run.id), (site) => misses.push(site));
  const players = plan.steps.flatMap(identitiesOf).map(recordedPlayer);
  const cast = castOf(players, openPrompts(options.prompts), gateways);
  const obstacles = replayObstacles(plan, run.id, recorded, cast);
  if (obstacles.length > 0) {
    const folder = run.command.includes('--prompts') ? '; it was run with --prompts' : '';
    throw new UserError(
      'replay.differs',
      `run ${run.id.slice(0, 8)} cannot be replayed as it was: ${obstacles.join('; ')}${folder}. Give the prompts of that time with --prompts DIR, or use spartan ${run.appVersion}, which played it`,
    );
  }
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const stopListening = io.onInterrupt(() =>
    stop.abort(new InterruptedError('stopped; a replay changes nothing')),
  );
  try {
    return await replayPlan({
      plan,
      runId: run.id,
      recorded,
      scratch,
      cast,
      misses,
      concurrency: options.concurrency,
      signals: { stop: stop.signal, abort: stop.signal },
      onEvent: () => undefined,
    });
  } finally {
    stopListening();
  }
}

/**
 * Plays a run again from its recording and prints what came out otherwise.
 * Throws a `UserError` with the first difference when anything did.
 */
export async function replay(id: string, options: ReplayOptions, io: Io): Promise<void> {
  const now = (): Date => io.now();
  const recorded = openStore(options.db, { mode: 'read', now });
  const folder = mkdtempSync(join(tmpdir(), 'spartan-replay-'));
  try {
    const run = recorded.runs.get(id);
    if (run.arm === IMPORT_ARM) {
      throw new UserError(
        'input.option',
        `run ${run.id.slice(0, 8)} was imported: it has no games to replay`,
      );
    }
    const scratch = openStore(join(folder, 'replay.sqlite'), { mode: 'write', now });
    let report: ReplayReport;
    try {
      report = await replayIn(scratch, recorded, run, options, io);
    } finally {
      scratch.close();
    }
    io.out(options.json === true ? jsonText({ run: run.id, ...report }) : reportText(run, report));
    if (report.first !== null) {
      throw new UserError(
        'replay.differs',
        `the replay differs from the recording, first in ${report.first}`,
      );
    }
  } finally {
    recorded.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
