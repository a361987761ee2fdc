import { existsSync } from 'node:fs';
import { specsOf } from '../loop/execute.js';
import type { StepResult } from '../loop/execute.js';
import { dependencies } from '../loop/plan.js';
import type { Plan, PlayStep, Step } from '../loop/plan.js';
import { gameNeed } from '../loop/planned-games.js';
import { gameIdOf } from '../players/game-spec.js';
import { textTable } from '../report/study-table.js';
import { openStore } from '../store/index.js';
import type { Store } from '../store/index.js';
import { estimatePlan } from '../experiments/estimate.js';
import type { Estimate } from '../experiments/estimate.js';
import { dollars } from '../models/prices.js';
import { totalTokens } from '../models/spending.js';
import type { ArmDesk } from './arm-desk.js';
import { estimateFacts } from './estimate-facts.js';
import type { Io } from './io.js';
import { jsonText } from './json-text.js';
import { readPrices } from './prices-file.js';
import { compactNumber, duration } from './progress.js';
import type { PreparedArm } from './prepare-arm.js';
import type { StudyOptions } from './study-options.js';

/** A prepared arm with the desk it was prepared at. */
export interface DryArm {
  readonly desk: ArmDesk;
  readonly prepared: PreparedArm;
}

/** Steps of one kind and round, as a dry run lists them. */
interface PlannedLine {
  readonly what: string;
  readonly game: string;
  readonly round: number;
  readonly steps: number;
  readonly games: number;
  readonly stored: number;
}

interface DryPlan {
  readonly run: string;
  readonly arm: string;
  readonly playbook: string;
  readonly lines: readonly PlannedLine[];
  readonly games: number;
  readonly stored: number;
  readonly reflections: number;
  /** What the models of the plan would be asked; null when it has none. */
  readonly estimate: Estimate['total'] | null;
}

/** Games of a play step that are stored; those that carry a playbook not written yet cannot be. */
function storedGames(step: PlayStep, results: Map<string, StepResult>, desk: ArmDesk, store: Store): number {
  if (dependencies(step).some((id) => !results.has(id))) return 0;
  const ids = specsOf(step, results, { gamePrompts: (game) => desk.prompts.gameVersion(game) }).map(gameIdOf);
  return [...store.games.status(ids).values()].filter((status) => status === 'finished').length;
}

function knownResults(plan: Plan, store: Store): Map<string, StepResult> {
  const results = new Map<string, StepResult>();
  for (const step of plan.steps) {
    const result = step.kind === 'reflect' ? store.steps.resultInAnyRun(step.id) : undefined;
    if (result !== undefined) results.set(step.id, result as unknown as StepResult);
  }
  return results;
}

function titleOf(step: Step): string {
  if (step.kind === 'play') return step.role;
  if (step.kind === 'judge') return 'judge';
  return step.control === null ? 'reflection' : `${step.control} playbook`;
}

/** What the arm would still take, as `spartan estimate` works it out. */
async function estimateOf(
  { desk, prepared }: DryArm,
  store: Store | null,
): Promise<Estimate['total'] | null> {
  const players = desk.players();
  if (players.every(({ model }) => model === null)) return null;
  const facts = await estimateFacts({
    plan: prepared.plan,
    players,
    prompts: desk.prompts,
    store,
    prices: readPrices(desk.options.prices),
    concurrency: desk.options.concurrency,
    fromStore: true,
  });
  return estimatePlan(prepared.plan, facts).total;
}

async function planOf(arm: DryArm, store: Store | null): Promise<DryPlan> {
  const { desk, prepared } = arm;
  const { plan, runId, playbook } = prepared;
  const results = store === null ? new Map<string, StepResult>() : knownResults(plan, store);
  const lines = new Map<string, PlannedLine>();
  for (const step of plan.steps) {
    if (step.kind === 'judge') continue;
    const game = step.kind === 'play' ? step.game : '';
    const what = titleOf(step);
    const key = JSON.stringify([what, game, step.round]);
    const known = lines.get(key) ?? { what, game, round: step.round, steps: 0, games: 0, stored: 0 };
    const isStored = step.kind === 'play' && store !== null;
    lines.set(key, {
      ...known,
      steps: known.steps + 1,
      games: known.games + (step.kind === 'play' ? step.count : 0),
      stored: known.stored + (isStored ? storedGames(step, results, desk, store) : 0),
    });
  }
  const all = [...lines.values()];
  return {
    run: runId,
    arm: plan.arm,
    playbook,
    lines: all,
    games: all.reduce((sum, { games }) => sum + games, 0),
    stored: all.reduce((sum, { stored }) => sum + stored, 0),
    reflections: plan.steps.filter(({ kind }) => kind === 'reflect').length,
    estimate: await estimateOf(arm, store),
  };
}

function estimateLine(estimate: DryPlan['estimate']): string {
  if (estimate === null) return 'Simulated players: no model is asked, and nothing is paid.\n';
  const { calls, tokens, cost, seconds } = estimate;
  const price = cost === null ? 'at an unknown price' : `for ${dollars(cost)}`;
  const time = seconds === null ? '' : `, in ${duration(seconds)}`;
  const count = compactNumber(Math.round(totalTokens(tokens)));
  return `Still to ask: about ${compactNumber(Math.round(calls))} calls, ${count} tokens ${price}${time} (spartan estimate has the details).\n`;
}

function text(plan: DryPlan): string {
  const table = textTable(
    ['step', 'game', 'round', 'steps', 'games', 'stored'],
    plan.lines.map(({ what, game, round, steps, games, stored }) => [
      what,
      game,
      `R${round}`,
      String(steps),
      games === 0 ? '' : String(games),
      games === 0 ? '' : String(stored),
    ]),
  );
  return (
    `${plan.arm}, run ${plan.run}, playbook ${plan.playbook}\n${table}\n` +
    `${plan.games} games, ${plan.stored} of them in the store; ${plan.reflections} texts to write.\n` +
    estimateLine(plan.estimate)
  );
}

/** Prints what arms would play and what of it is stored, each alone and all together. Plays nothing. */
export async function dryRun(arms: readonly DryArm[], options: StudyOptions, io: Io): Promise<void> {
  const store = existsSync(options.db) ? openStore(options.db, { mode: 'read', now: () => io.now() }) : null;
  try {
    const plans: DryPlan[] = [];
    for (const arm of arms) plans.push(await planOf(arm, store));
    const need = gameNeed(arms.map(({ prepared }) => prepared.plan));
    if (options.json === true) {
      io.out(jsonText({ plans, apart: need.apart, together: need.together }));
      return;
    }
    io.out(plans.map(text).join('\n'));
    if (arms.length > 1) {
      const apart = need.apart.reduce((sum, games) => sum + games, 0);
      io.out(`\nTogether the arms need ${need.together} games; one by one, sharing nothing, ${apart}.\n`);
    }
  } finally {
    store?.close();
  }
}
