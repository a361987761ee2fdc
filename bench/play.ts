import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Plan, PlaybookSource } from '../src/loop/plan.js';
import type { ChatModel } from '../src/models/chat.js';
import type { GameRecord } from '../src/players/game-spec.js';
import type { Store } from '../src/store/index.js';
import {
  castOf,
  createGateways,
  executePlan,
  gameById,
  makeStep,
  openPrompts,
  openStore,
  rngOf,
  systemClock,
} from './lab.js';
import { cpuMs } from './machine.js';

/** Which games to play. */
export interface PlayInput {
  readonly model: ChatModel;
  readonly games: number;
  /** Games in progress at once. */
  readonly concurrency: number;
  /** Carried on every seat. */
  readonly playbook?: PlaybookSource;
  /** Seed of the first game; other games than those of another call with other seeds. */
  readonly first?: number;
  /** Where the store is made. */
  readonly folder: string;
}

/** A game as far as its pace goes. */
export interface GamePace {
  readonly id: string;
  readonly calls: number;
  /** Times that the game waited for the model: batches in which somebody was asked. */
  readonly waits: number;
}

/** Games of The Resistance that were played and stored. */
export interface Played {
  readonly games: readonly GamePace[];
  /** The store's file. */
  readonly file: string;
  /** Calls in all. */
  readonly calls: number;
  /** Highest resident memory of the process until the last game was stored. */
  readonly peakMiB: number;
  readonly wallMs: number;
  /** Of this process, all threads, from the first game to the last commit. */
  readonly cpuMs: number;
}

/** Opens a fresh store somewhere in a folder. */
export function freshStore(folder: string): Store {
  return openStore(join(mkdtempSync(join(folder, 'store-')), 'bench.sqlite'), {
    mode: 'write',
    now: () => new Date(),
  });
}

function planOf({ model, games, playbook = { from: 'none' }, first = 0 }: PlayInput): Plan {
  const game = gameById('resistance');
  const slot = { player: { kind: 'chat', ...model.identity }, playbook } as const;
  const step = makeStep({
    kind: 'play',
    role: 'baseline',
    round: 0,
    game: game.id,
    options: game.options.parse({}),
    players: game.players.default,
    lineUp: { by: 'side', main: slot, alt: slot },
    study: 1,
    purpose: 'test',
    first,
    count: games,
    replicate: 0,
  });
  return { arm: 'bench', study: 1, steps: [step] };
}

/** Throws on a game that is no measure: void, or with an answer that was not legal. */
function paceOf({ id, voidReason, decisions }: GameRecord): GamePace {
  const problem = voidReason ?? decisions.find(({ problems }) => problems.length > 0)?.problems[0];
  if (problem !== undefined) throw new Error(`game ${id} is no measure: ${problem}`);
  const asked = decisions.filter(({ attempts }) => attempts > 0);
  return {
    id,
    calls: asked.reduce((sum, { attempts }) => sum + attempts, 0),
    waits: new Set(asked.map(({ turn }) => turn)).size,
  };
}

/** Plays games of The Resistance as a run of the command line does: gateway, recording, executor, store. */
export async function playResistance(input: PlayInput): Promise<Played> {
  const store = freshStore(input.folder);
  const plan = planOf(input);
  const runId = 'bench';
  store.runs.begin({
    id: runId,
    arm: plan.arm,
    command: [],
    plan,
    settings: {},
    plannedGames: input.games,
    playbook: null,
    simulated: true,
    appVersion: 'bench',
  });
  const identity = { kind: 'chat', ...input.model.identity } as const;
  const gateways = createGateways({
    recorder: store.recorder(runId),
    clock: systemClock,
    rng: rngOf('bench'),
  });
  const cast = castOf([{ identity, model: input.model }], openPrompts(), gateways);
  const never = new AbortController().signal;
  const [startedAt, cpuBefore] = [performance.now(), cpuMs()];
  await executePlan({
    plan,
    runId,
    store,
    cast,
    playbooks: { keep: () => Promise.reject(new Error('nothing is reflected on here')) },
    concurrency: input.concurrency,
    signals: { stop: never, abort: never },
    onEvent: () => undefined,
  });
  const [wallMs, cpu] = [performance.now() - startedAt, cpuMs() - cpuBefore];
  const peakMiB = process.resourceUsage().maxRSS / 1024;
  const games = store.steps
    .games(runId, plan.steps[0]?.id ?? '')
    .map(({ gameId }) => paceOf(store.games.load(gameId)));
  store.close();
  const calls = games.reduce((sum, game) => sum + game.calls, 0);
  return { games, file: store.file, calls, peakMiB, wallMs, cpuMs: cpu };
}
