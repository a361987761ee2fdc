import { UserError } from '../base/errors.js';
import { canonicalJson } from '../base/hash.js';
import type { JsonObject } from '../base/json.js';
import type { GameDefinition } from '../games/engine/definition.js';
import { makeStep } from '../loop/plan.js';
import type {
  Comparison,
  Plan,
  PlannedLineUp,
  PlannedSlot,
  PlaybookSource,
  PlayStep,
  Step,
} from '../loop/plan.js';
import type { CarriedContent } from '../players/game-spec.js';
import type { PlayerIdentity } from '../players/player.js';

/** Who carries the playbook in evaluation games. */
export const ARMED = ['alt', 'main', 'each', 'all'] as const;

/** One of {@link ARMED}. `each` is one set of games for each side (the focal seat where there are no sides). */
export type Armed = (typeof ARMED)[number];

/** What a within-game iteration study is made of. */
export interface IterateInput {
  readonly game: GameDefinition;
  readonly options: JsonObject;
  /** The user's word lists; absent for the shipped ones. */
  readonly content?: CarriedContent;
  /** Who plays, learns and is judged. */
  readonly model: PlayerIdentity;
  /** Who writes the playbook. */
  readonly reflector: PlayerIdentity;
  /** Who sits on the other side in evaluation games; learning games are always self-play. */
  readonly opponent: PlayerIdentity;
  readonly rounds: number;
  /** Learning games a round. */
  readonly learnGames: number;
  /** Evaluation games a condition. */
  readonly games: number;
  readonly armed: Armed;
  /** The study seed. */
  readonly seed: number;
  /** Name of the playbook that is written. */
  readonly playbook: string;
  /** The playbook to start from. */
  readonly from: PlaybookSource;
  readonly replicate: number;
}

type Side = 'alt' | 'main' | 'focal';

const NONE: PlaybookSource = { from: 'none' };

function sidesOf(input: IterateInput): readonly Side[] {
  const { armed, game } = input;
  if (game.sides === undefined) {
    if (armed === 'alt' || armed === 'main') {
      throw new UserError(
        'input.option',
        `--armed ${armed}: ${game.id} has no sides; use --armed each or all`,
      );
    }
    return ['focal'];
  }
  return armed === 'alt' || armed === 'main' ? [armed] : ['alt', 'main'];
}

function lineUp(side: Side, own: PlannedSlot, other: PlannedSlot): PlannedLineUp {
  switch (side) {
    case 'alt':
      return { by: 'side', alt: own, main: other };
    case 'main':
      return { by: 'side', main: own, alt: other };
    case 'focal':
      return { by: 'focal', focal: own, others: other };
  }
}

/**
 * The plan of the within-game iteration arm: a vanilla baseline, then in each round learning games with the
 * current playbook on every seat, a reflection, and evaluation games against the baseline on shared seeds.
 */
export function iteratePlan(input: IterateInput): Plan {
  const { game, model, opponent, armed } = input;
  const selfPlay = canonicalJson(model) === canonicalJson(opponent);
  if (armed === 'all' && !selfPlay) {
    throw new UserError(
      'input.option',
      '--armed all puts the playbook on every seat; it cannot go with --opponent',
    );
  }
  const sides = sidesOf(input);
  const play = (
    step: Pick<PlayStep, 'role' | 'round' | 'lineUp' | 'purpose' | 'first' | 'count'>,
  ): PlayStep =>
    makeStep({
      kind: 'play',
      game: game.id,
      options: input.options,
      players: game.players.default,
      ...(input.content === undefined ? {} : { content: input.content }),
      study: input.seed,
      replicate: input.replicate,
      ...step,
    });
  const evaluate = (round: number, line: PlannedLineUp): PlayStep =>
    play({
      role: round === 0 ? 'baseline' : 'evaluation',
      round,
      lineUp: line,
      purpose: 'test',
      first: 0,
      count: input.games,
    });
  const slot = (player: PlayerIdentity, playbook: PlaybookSource): PlannedSlot => ({ player, playbook });

  // In self-play one baseline serves every side: the line-up is the same whoever is judged.
  const baselineOf = (side: Side): PlayStep =>
    evaluate(0, lineUp(selfPlay && side === 'main' ? 'alt' : side, slot(model, NONE), slot(opponent, NONE)));
  const baselines = new Map(sides.map((side) => [side, baselineOf(side)]));
  const steps = new Map<string, Step>();
  const add = <T extends Step>(step: T): T => {
    steps.set(step.id, step);
    return step;
  };
  const comparisons: Comparison[] = [];
  for (const [side, step] of baselines) {
    add(step);
    comparisons.push({ round: 0, slot: side, condition: step.id, baseline: null });
  }
  let current = input.from;
  for (let round = 1; round <= input.rounds; round += 1) {
    const learner = slot(model, current);
    const learning = add(
      play({
        role: 'learning',
        round,
        lineUp: lineUp(game.sides === undefined ? 'focal' : 'alt', learner, learner),
        purpose: 'learning',
        first: (round - 1) * input.learnGames,
        count: input.learnGames,
      }),
    );
    const reflection = add(
      makeStep({
        kind: 'reflect',
        round,
        games: [learning.id],
        prior: current,
        reflector: input.reflector,
        playbook: input.playbook,
      }),
    );
    current = { from: 'step', step: reflection.id };
    for (const side of sides) {
      const other = armed === 'all' ? slot(model, current) : slot(opponent, NONE);
      const condition = evaluate(
        round,
        lineUp(armed === 'all' && side === 'main' ? 'alt' : side, slot(model, current), other),
      );
      add(condition);
      comparisons.push({
        round,
        slot: side,
        condition: condition.id,
        baseline: baselines.get(side)?.id ?? null,
      });
    }
  }
  add(makeStep({ kind: 'judge', comparisons }));
  return { arm: 'iterate', study: input.seed, steps: [...steps.values()] };
}
