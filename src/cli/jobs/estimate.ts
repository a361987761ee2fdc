import { existsSync } from 'node:fs';
import Table from 'cli-table3';
import { estimatePlan } from '../../experiments/estimate.js';
import type { Estimate, EstimateLine } from '../../experiments/estimate.js';
import type { Plan } from '../../loop/plan.js';
import { identitiesOf } from '../../loop/replay.js';
import { dollars } from '../../models/prices.js';
import type { PriceBook } from '../../models/prices.js';
import { totalTokens } from '../../models/spending.js';
import type { PromptLibrary } from '../../prompts/library.js';
import { openStore } from '../../store/index.js';
import type { RunSummary, Store } from '../../store/index.js';
import { openDesk } from '../arm-desk.js';
import type { ArmDesk } from '../arm-desk.js';
import { recordedPlayer } from '../cast.js';
import { estimateFacts } from '../estimate-facts.js';
import type { Io } from '../io.js';
import { jsonText } from '../json-text.js';
import { readPrices } from '../prices-file.js';
import { compactNumber, duration } from '../progress.js';
import { prepareArm } from '../prepare-arm.js';
import type { ArmRequest } from '../prepare-arm.js';
import type { StudyOptions } from '../study-options.js';

/** Finished runs whose estimate is made again at most. */
const PAST_RUNS = 3;

/** A finished run against an estimate of it that knew builtin games only. */
interface PastEstimate {
  readonly run: string;
  readonly estimatedTokens: number;
  readonly tookTokens: number;
  /** What it took over what was estimated. */
  readonly ratio: number;
}

function cells(line: Omit<EstimateLine, 'phase' | 'model' | 'source'>): string[] {
  const { calls, tokens, cost, seconds } = line;
  return [
    compactNumber(Math.round(calls)),
    ...[tokens.input, tokens.cachedInput, tokens.cacheWrite, tokens.output].map((count) =>
      compactNumber(Math.round(count)),
    ),
    cost === null ? 'unknown' : dollars(cost),
    seconds === null ? 'unknown' : duration(seconds),
  ];
}

function table({ lines, total }: Estimate): string {
  const rows = new Table({
    head: [
      'phase',
      'model',
      'read from',
      'calls',
      'fresh in',
      'cached in',
      'cache write',
      'output',
      'cost',
      'time',
    ],
    style: { head: [], border: [] },
  });
  for (const line of lines) {
    const source = line.source === 'measured' ? 'stored games' : 'builtin games';
    rows.push([line.phase, `${line.model.provider}:${line.model.model}`, source, ...cells(line)]);
  }
  rows.push(['all', '', '', ...cells(total)]);
  return rows.toString();
}

/** Estimates finished runs as if nothing had been played before them, and sets what they took beside. */
async function pastEstimates(
  store: Store,
  runs: readonly RunSummary[],
  prompts: PromptLibrary,
  prices: PriceBook,
): Promise<PastEstimate[]> {
  const past: PastEstimate[] = [];
  for (const { id } of runs) {
    const plan = store.runs.get(id).plan as Plan;
    const players = plan.steps.flatMap(identitiesOf).map(recordedPlayer);
    const facts = await estimateFacts({
      plan,
      players,
      prompts,
      store,
      prices,
      concurrency: 1,
      fromStore: false,
    });
    const estimatedTokens = totalTokens(estimatePlan(plan, facts).total.tokens);
    const took = store.usageAsPlayed(id).reduce((sum, { tokens }) => sum + totalTokens(tokens), 0);
    if (estimatedTokens > 0 && took > 0) {
      past.push({ run: id, estimatedTokens, tookTokens: took, ratio: took / estimatedTokens });
    }
  }
  return past;
}

/** Finished runs of models, the last ones first, whose number of games was fixed beforehand. */
function pastRuns(store: Store, arm: string): RunSummary[] {
  return store.runs
    .list()
    .filter((run) => run.arm === arm && run.status === 'finished' && !run.simulated)
    .filter(({ id }) => (store.runs.get(id).plan as Plan).sequential === undefined)
    .slice(0, PAST_RUNS);
}

function pastText(past: readonly PastEstimate[]): string[] {
  if (past.length === 0) return ['No finished run of this arm to compare an estimate with yet.'];
  return past.map(
    ({ run, estimatedTokens, tookTokens, ratio }) =>
      `Run ${run.slice(0, 8)}: ${compactNumber(estimatedTokens)} tokens estimated from builtin games, ${compactNumber(tookTokens)} taken (${ratio.toFixed(2)} times).`,
  );
}

function notes(estimate: Estimate, plan: Plan): string[] {
  const isRehearsed = estimate.lines.some(({ source }) => source === 'builtin');
  return [
    `${estimate.games} games, ${estimate.stored} of them stored; ${estimate.reflections} texts to write.`,
    ...(plan.sequential === undefined
      ? []
      : ['Games are added until they decide: this is the most it can take.']),
    ...(isRehearsed
      ? [
          'Read from builtin games: their prompts are counted as a model would read them, all as fresh input (a cache makes it cheaper); their speeches are short, and reasoning and answers asked for again are left out.',
        ]
      : []),
    ...(estimate.total.cost === null
      ? ['Where a price is not known, so is the cost: give it with --prices FILE (docs/costs.md).']
      : []),
  ];
}

/**
 * Prints what an arm would take, before anything is paid. Sends nothing and stores nothing.
 *
 * @param request builds the arm's plan from its options
 */
export async function estimate(
  options: StudyOptions,
  io: Io,
  request: (desk: ArmDesk) => ArmRequest,
): Promise<void> {
  const desk = openDesk(options, io);
  const { plan, runId } = prepareArm(request(desk), desk);
  const prices = readPrices(options.prices);
  const players = desk.players();
  const store = existsSync(options.db) ? openStore(options.db, { mode: 'read', now: () => io.now() }) : null;
  try {
    const facts = await estimateFacts({
      plan,
      players,
      prompts: desk.prompts,
      store,
      prices,
      concurrency: options.concurrency,
      fromStore: true,
    });
    const result = estimatePlan(plan, facts);
    const past =
      store === null ? [] : await pastEstimates(store, pastRuns(store, plan.arm), desk.prompts, prices);
    if (options.json === true) {
      io.out(jsonText({ run: runId, arm: plan.arm, ...result, past }));
      return;
    }
    const head = `${plan.arm}, run ${runId.slice(0, 8)}: what it would take\n`;
    if (result.lines.length === 0) {
      const why = players.every(({ model }) => model === null)
        ? 'simulated players: no model is asked, and nothing is paid'
        : 'everything is stored: no model is asked';
      io.out(`${head}${result.games} games, ${result.stored} of them stored; ${why}\n`);
      return;
    }
    io.out([head + table(result), ...notes(result, plan), ...pastText(past), ''].join('\n'));
  } finally {
    store?.close();
  }
}
