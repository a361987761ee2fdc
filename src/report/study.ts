import { cleanLine } from '../base/text.js';
import type { Judgement, TableCell } from '../loop/judge.js';
import type {
  Comparison,
  JudgeStep,
  Plan,
  PlaybookSource,
  PlayStep,
  ReflectStep,
  Row,
} from '../loop/plan.js';
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
export interface ReflectionReport {
  readonly round: number;
  /** Name of the playbook it writes. */
  readonly playbook: string;
  readonly strategy: ReflectStep['strategy'];
  readonly control: ReflectStep['control'];
  /** Games it read. */
  readonly games: number;
  /** `name@vN`; null when the reply was rejected. */
  readonly written: string | null;
  readonly rejected: string | null;
  /** What stays in use after a rejection; null for nothing. */
  readonly inUse: string | null;
  readonly notes: readonly string[];
  /** Share of the playbook's 5-grams that occur in what players said in the source games. */
  readonly copiedFromGames: number | null;
  readonly copiedFromPrior: number | null;
}

/** What is shown of a kind of game. */
export interface GameFacts {
  readonly title: string;
  readonly sides: { readonly main: string; readonly alt: string } | null;
  /**
   * What uniform random play gives, by slot: the floor to read rates against. Null where it was not measured,
   * as with rule options of the user's.
   */
  readonly randomPlay: Readonly<Record<string, { readonly won: number; readonly drawn: number }>> | null;
  /** How far the judged games share their secret words or places; null for games without lists. */
  readonly words: {
    /** What the lists hold, such as `words`. */
    readonly entries: string;
    readonly games: number;
    /** Games whose entry an earlier one had. */
    readonly repeats: number;
  } | null;
}

/** One row of a study's table: a condition, with a cell for each judged slot. */
export interface RowReport extends Row {
  /** The playbook that armed seats carried, by replicate; null for none. */
  readonly playbooks: readonly (string | null)[];
  /** True when a rejected reflection left an older playbook in use. */
  readonly kept: boolean;
  readonly cells: readonly TableCell[];
  /** The same games against the placebo's; empty without one. */
  readonly net: readonly TableCell[];
  /** Over the row's own games. */
  readonly parroting: ParrotingMean;
}

/** Everything the study's table and its JSON form show. */
export interface StudyReport {
  readonly run: string;
  readonly arm: string;
  readonly model: string;
  readonly opponent: string;
  readonly reflector: string;
  readonly armed: string;
  readonly strategy: string;
  readonly seed: number;
  /** True when any player is simulated. */
  readonly simulated: boolean;
  /** By id. */
  readonly games: Readonly<Record<string, GameFacts>>;
  readonly rows: readonly RowReport[];
  readonly reflections: readonly ReflectionReport[];
  /** By round, from 0. */
  readonly usage: readonly RoundUsage[];
  /** Change cells tested together (the Holm family), and those net of the placebo. */
  readonly family: number;
  readonly netFamily: number;
  readonly alpha: number;
  readonly level: number;
  /** How games were added; null when their number was fixed. */
  readonly sequential: Judgement['sequential'];
  /** Mean correlation of the two games of a seed over the cells where it can be told; null without one. */
  readonly seedCorrelation: { readonly mean: number; readonly cells: number } | null;
}

/** Data that a report needs beside the plan and its results. */
export interface StudyFacts {
  readonly run: string;
  readonly model: string;
  readonly opponent: string;
  readonly reflector: string;
  readonly armed: string;
  readonly strategy: string;
  readonly simulated: boolean;
  /** What players were called in a configuration, by the content id of their identity. */
  readonly names: Readonly<Record<string, string>>;
  readonly gameFacts: (game: string) => GameFacts;
  readonly parroting: (games: readonly string[]) => ParrotingMean;
  readonly usage: (round: number) => RoundUsage;
}

type Results = ReadonlyMap<string, StepResult>;

function gamesOf(results: Results, steps: readonly string[]): string[] {
  return [...new Set(steps)].flatMap((id) => {
    const result = results.get(id);
    return result?.kind === 'play' ? result.games : [];
  });
}

function reflectionOf(results: Results, source: PlaybookSource): ReflectResult | null {
  if (source.from !== 'step') return null;
  const result = results.get(source.step);
  return result?.kind === 'reflect' ? result : null;
}

function labelOf(results: Results, source: PlaybookSource): string | null {
  return source.from === 'text' ? source.label : (reflectionOf(results, source)?.inUse?.label ?? null);
}

function reflectionReport(step: ReflectStep, results: Results): ReflectionReport[] {
  const result = results.get(step.id);
  if (step.playbook === null || result?.kind !== 'reflect') return [];
  return [
    {
      round: step.round,
      playbook: step.playbook,
      strategy: step.strategy,
      control: step.control,
      games: gamesOf(results, step.games).length,
      written: result.rejected === null ? (result.inUse?.label ?? null) : null,
      rejected: result.rejected,
      inUse: result.inUse?.label ?? null,
      notes: result.notes.map(cleanLine),
      copiedFromGames: result.overlap?.sources.share ?? null,
      copiedFromPrior: result.overlap?.predecessor?.share ?? null,
    },
  ];
}

const rowKey = ({ game, playerId, source, round, carries }: Row): string =>
  JSON.stringify([game, playerId, source, round, carries]);

/** What each judged player is called: as it was configured, else by its model; players alike are numbered. */
function playerNames(comparisons: readonly Comparison[], { names }: StudyFacts): Map<string, string> {
  const players = new Map(comparisons.map(({ row }) => [row.playerId, row.player]));
  const called = new Map<string, string>();
  for (const [id, label] of players) {
    const name = names[id] === undefined ? label : names[id];
    const alike = [...called.values()].filter(
      (known) => known === name || known.startsWith(`${name} #`),
    ).length;
    called.set(id, alike === 0 ? name : `${name} #${alike + 1}`);
  }
  return called;
}

function rowsOf(
  comparisons: readonly Comparison[],
  judgement: Judgement,
  results: Results,
  facts: StudyFacts,
): RowReport[] {
  const keys = [...new Set(comparisons.map(({ row }) => rowKey(row)))];
  const names = playerNames(comparisons, facts);
  return keys.map((key): RowReport => {
    const indices = comparisons.flatMap(({ row }, index) => (rowKey(row) === key ? [index] : []));
    const own = indices.map((index) => comparisons[index] as Comparison);
    const cells = indices.map((index) => judgement.cells[index] as TableCell);
    const { row, playbooks: books } = own[0] as Comparison;
    const steps = own.filter(({ table }) => table === 'change').flatMap(({ condition }) => condition);
    return {
      ...row,
      player: names.get(row.playerId) ?? row.player,
      playbooks: books.map((source) => labelOf(results, source)),
      kept: books.some((source) => reflectionOf(results, source)?.rejected != null),
      cells: cells.filter(({ table }) => table === 'change'),
      net: cells.filter(({ table }) => table === 'net'),
      parroting: facts.parroting(gamesOf(results, steps)),
    };
  });
}

function seedCorrelation(cells: readonly TableCell[]): StudyReport['seedCorrelation'] {
  const known = cells.flatMap(({ correlation, table }) =>
    correlation === null || table === 'net' ? [] : [correlation],
  );
  return known.length === 0
    ? null
    : { mean: known.reduce((total, value) => total + value, 0) / known.length, cells: known.length };
}

/** Gathers the report of a study of any arm from its plan and results. */
export function studyReport(
  plan: Plan,
  results: Results,
  judgement: Judgement,
  facts: StudyFacts,
): StudyReport {
  const plays = plan.steps.filter((step): step is PlayStep => step.kind === 'play');
  const judge = plan.steps.find((step): step is JudgeStep => step.kind === 'judge');
  const comparisons = judge?.comparisons ?? [];
  const rounds = Math.max(0, ...plays.map(({ round }) => round));
  const games = [...new Set(comparisons.map(({ row }) => row.game))];
  const { gameFacts, parroting: _parroting, usage, names: _names, ...shown } = facts;
  return {
    ...shown,
    arm: plan.arm,
    seed: plan.study,
    games: Object.fromEntries(games.map((game) => [game, gameFacts(game)])),
    rows: rowsOf(comparisons, judgement, results, facts),
    reflections: plan.steps.flatMap((step) =>
      step.kind === 'reflect' ? reflectionReport(step, results) : [],
    ),
    usage: Array.from({ length: rounds + 1 }, (_, round) => usage(round)),
    family: judgement.family,
    netFamily: judgement.netFamily,
    alpha: judgement.alpha,
    level: judgement.level,
    sequential: judgement.sequential,
    seedCorrelation: seedCorrelation(judgement.cells),
  };
}
