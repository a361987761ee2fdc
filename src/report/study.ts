import type { Judgement, TableCell } from '../loop/judge.js';
import type { Plan, PlayStep, ReflectStep } from '../loop/plan.js';
import type { ReflectResult, StepResult } from '../loop/execute.js';

/** Tokens and calls of one round; replies served from the store are not in it. */
export interface RoundUsage {
  readonly calls: number;
  readonly faults: number;
  readonly input: number;
  readonly cachedInput: number;
  readonly output: number;
  /** Calls whose server reported no token counts. */
  readonly uncounted: number;
}

/** Mean overlap of an utterance with the one before it, by word 5-grams. */
export interface ParrotingMean {
  /** Null when no utterance could be measured. */
  readonly mean: number | null;
  readonly measured: number;
  readonly utterances: number;
}

/** What a reflection gave, for a report. */
export interface RoundReflection {
  readonly written: string | null;
  readonly rejected: string | null;
  readonly notes: readonly string[];
  /** Share of the playbook's 5-grams that occur in what players said in the source games. */
  readonly copiedFromGames: number | null;
  readonly copiedFromPrior: number | null;
}

/** One round of a study. */
export interface RoundReport {
  readonly round: number;
  /** The playbook that armed seats carried in this round's evaluation games. */
  readonly playbook: string | null;
  readonly reflection: RoundReflection | null;
  readonly learningGames: number;
  readonly cells: readonly TableCell[];
  /** Over the evaluation (in round 0: baseline) games. */
  readonly parroting: ParrotingMean;
  readonly usage: RoundUsage;
}

/** Everything the study's table and its JSON form show. */
export interface StudyReport {
  readonly run: string;
  readonly arm: string;
  readonly game: string;
  readonly title: string;
  readonly sides: { readonly main: string; readonly alt: string } | null;
  readonly model: string;
  readonly opponent: string;
  readonly reflector: string;
  readonly armed: string;
  readonly seed: number;
  /** True when any player is simulated. */
  readonly simulated: boolean;
  readonly rounds: readonly RoundReport[];
  /**
   * What uniform random play gives, by slot: the floor to read rates against. Null where it was not measured,
   * as with rule options of the user's.
   */
  readonly randomPlay: Readonly<Record<string, { readonly won: number; readonly drawn: number }>> | null;
  /** Change cells tested together (the Holm family). */
  readonly family: number;
  readonly alpha: number;
  readonly level: number;
}

/** Data that a report needs beside the plan and its results. */
export interface StudyFacts {
  readonly run: string;
  readonly title: string;
  readonly sides: StudyReport['sides'];
  readonly model: string;
  readonly opponent: string;
  readonly reflector: string;
  readonly armed: string;
  readonly simulated: boolean;
  readonly randomPlay: StudyReport['randomPlay'];
  readonly parroting: (games: readonly string[]) => ParrotingMean;
  readonly usage: (round: number) => RoundUsage;
}

function gamesOf(results: ReadonlyMap<string, StepResult>, steps: readonly PlayStep[]): string[] {
  return steps.flatMap((step) => {
    const result = results.get(step.id);
    return result?.kind === 'play' ? result.games : [];
  });
}

/** Gathers the report of a within-game study from its plan and results. */
export function studyReport(
  plan: Plan,
  results: ReadonlyMap<string, StepResult>,
  judgement: Judgement,
  facts: StudyFacts,
): StudyReport {
  const plays = plan.steps.filter((step): step is PlayStep => step.kind === 'play');
  const reflections = plan.steps.filter((step): step is ReflectStep => step.kind === 'reflect');
  const last = Math.max(...plays.map((step) => step.round));
  const rounds: RoundReport[] = [];
  let inUse: string | null = null;
  for (let round = 0; round <= last; round += 1) {
    const step = reflections.find((reflection) => reflection.round === round);
    const result = step === undefined ? undefined : (results.get(step.id) as ReflectResult);
    if (result !== undefined) inUse = result.inUse?.label ?? null;
    const judged = plays.filter((play) => play.round === round && play.role !== 'learning');
    const learning = plays.filter((play) => play.round === round && play.role === 'learning');
    rounds.push({
      round,
      playbook: round === 0 ? null : inUse,
      reflection:
        result === undefined
          ? null
          : {
              written: result.rejected === null ? (result.inUse?.label ?? null) : null,
              rejected: result.rejected,
              notes: result.notes,
              copiedFromGames: result.overlap?.sources.share ?? null,
              copiedFromPrior: result.overlap?.predecessor?.share ?? null,
            },
      learningGames: gamesOf(results, learning).length,
      cells: judgement.cells.filter((cell) => cell.round === round),
      parroting: facts.parroting(gamesOf(results, judged)),
      usage: facts.usage(round),
    });
  }
  const game = plays[0]?.game ?? '';
  const { parroting: _parroting, usage: _usage, ...shown } = facts;
  return {
    ...shown,
    arm: plan.arm,
    game,
    seed: plan.study,
    rounds,
    family: judgement.family,
    alpha: judgement.alpha,
    level: judgement.level,
  };
}
