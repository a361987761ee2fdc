import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RatedGame } from '../src/stats/pairwise.js';
import type { Store } from '../src/store/index.js';
import {
  bootstrapRatings,
  BUILTIN_PROFILES,
  builtinIdentity,
  castOf,
  createGateways,
  DEFAULT_RESAMPLES,
  executePlan,
  fitRatings,
  gameById,
  openPrompts,
  openStore,
  pairTable,
  rngOf,
  runLeaderboard,
  systemClock,
  tournamentPlan,
} from './lab.js';

/** One measured figure beside the published reference's. */
export interface RatingFigure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly reference: string;
}

type Count = readonly [first: string, second: string, count: number];

interface FixtureCase {
  readonly models: readonly string[];
  readonly wins: readonly Count[];
  readonly ties: readonly Count[];
  readonly exactElo: readonly number[];
}

const FIXTURE = new URL('../test/fixtures/elo-fixture.json', import.meta.url);
const FITS = 2000;
const REPEATS = 5;

/** The shortest of a few tries, in milliseconds: what the work takes when nothing else has the machine. */
function shortest(work: () => void): number {
  const times = Array.from({ length: REPEATS }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return Math.min(...times);
}

function countsOf({ models, wins, ties }: FixtureCase): Float64Array {
  const counts = new Float64Array(models.length ** 2);
  const add = (winner: string, loser: string, count: number): void => {
    const index = models.indexOf(winner) * models.length + models.indexOf(loser);
    counts[index] = (counts[index] ?? 0) + count;
  };
  for (const [winner, loser, count] of [...wins, ...ties]) add(winner, loser, count);
  for (const [winner, loser, count] of ties) add(loser, winner, count);
  return counts;
}

function duels({ wins }: FixtureCase): RatedGame[] {
  return wins.flatMap(([winner, loser, count]) =>
    Array.from({ length: count }, () => ({
      seats: [
        { model: winner, side: null, reward: 1 },
        { model: loser, side: null, reward: -1 },
      ],
    })),
  );
}

/** Plays 60 games of The Resistance between the builtin profiles into a fresh store. */
async function storeGames(store: Store): Promise<void> {
  const game = gameById('resistance');
  const plan = tournamentPlan({
    suite: [{ game, options: game.options.parse({}) }],
    models: BUILTIN_PROFILES.map(({ name }) => builtinIdentity(name)),
    dealsPerPair: 5,
    selfPlay: 0,
    seed: 1,
    replicate: 0,
  });
  const never = new AbortController().signal;
  store.runs.begin({
    id: 'bench',
    arm: plan.arm,
    command: [],
    plan,
    settings: {},
    plannedGames: 60,
    playbook: null,
    simulated: true,
    appVersion: 'bench',
  });
  const prompts = openPrompts();
  const gateways = createGateways({
    recorder: store.recorder('bench'),
    clock: systemClock,
    rng: rngOf('bench'),
  });
  await executePlan({
    plan,
    runId: 'bench',
    store,
    cast: castOf([], prompts, gateways),
    playbooks: { keep: () => Promise.reject(new Error('a tournament writes no playbook')) },
    concurrency: 8,
    signals: { stop: never, abort: never },
    onEvent: () => undefined,
  });
}

/** Measures ratings: how exact the fit is, and how long fits, intervals and a whole leaderboard take. */
export async function benchRatings(): Promise<RatingFigure[]> {
  const { cases } = JSON.parse(readFileSync(FIXTURE, 'utf8')) as { cases: Record<string, FixtureCase> };
  const errors = Object.values(cases).flatMap((entry) => {
    const { ratings } = fitRatings(countsOf(entry), entry.models.length);
    return entry.exactElo.map((exact, index) => Math.abs((ratings[index] ?? Number.NaN) - exact));
  });
  const small = cases['small'];
  if (small === undefined) throw new Error('the fixture has no case "small"');
  const counts = countsOf(small);
  const fitMs = shortest(() => {
    for (let k = 0; k < FITS; k += 1) fitRatings(counts, small.models.length);
  });
  const table = pairTable(duels(small));
  const bootstrapMs = shortest(() => void bootstrapRatings(table, { seed: 'bench' }));
  const folder = mkdtempSync(join(tmpdir(), 'spartan-bench-'));
  const store = openStore(join(folder, 'store.sqlite'), { mode: 'write', now: () => new Date() });
  try {
    await storeGames(store);
    const boardMs = shortest(() => void runLeaderboard(store, store.runs.get('bench')));
    return [
      { what: 'largest error of a rating against the exact optimum', value: Math.max(...errors), unit: 'Elo', reference: '0.0003' },
      { what: 'one Bradley–Terry fit, 7 models', value: fitMs / FITS, unit: 'ms', reference: 'must be ≤ 2' },
      { what: `fit and ${DEFAULT_RESAMPLES} resamples, 7 models, 630 results`, value: bootstrapMs / 1000, unit: 's', reference: '0.95' },
      { what: 'ratings from 60 stored games, all tables with their intervals', value: boardMs / 1000, unit: 's', reference: '1.85' },
    ]; // prettier-ignore
  } finally {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
