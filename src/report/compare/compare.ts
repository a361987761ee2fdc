import { canonicalJson } from '../../base/hash.js';
import type { Json, JsonObject } from '../../base/json.js';
import { valueOf } from '../../loop/judge.js';
import type { TableCell } from '../../loop/judge.js';
import type { Comparison, PlayStep, Row, StepId } from '../../loop/plan.js';
import { pairedMean } from '../../stats/paired-mean.js';
import { holm, smallestPossibleP } from '../../stats/tests.js';
import { ALPHA, judgeTable, rateOf } from '../../stats/verdict.js';
import type { PairedOutcome, Verdict } from '../../stats/verdict.js';
import type { GameOutcome } from '../../store/index.js';
import type { StudyReport } from '../study.js';
import { fisherExact, independentDifference } from './independent.js';
import type { Estimate } from './independent.js';
import { permutationTest } from './permutation.js';

/** One of the two studies that are compared. */
export interface ComparedStudy {
  readonly report: StudyReport;
  /** The cells of its table, and the comparison behind each. */
  readonly cells: readonly TableCell[];
  readonly comparisons: readonly Comparison[];
  readonly stepOf: (step: StepId) => PlayStep | undefined;
  readonly gamesOf: (step: StepId) => readonly GameOutcome[];
  /** Ids of all its games, those of learning too. */
  readonly games: ReadonlySet<string>;
  /** What it was run with: shown where the two differ. */
  readonly settings: JsonObject;
}

/** A setting in which two studies differ; null where one lacks it. */
export interface SettingDifference {
  readonly name: string;
  readonly first: Json;
  readonly second: Json;
}

/** What one study says of a cell. */
export interface SideFigures {
  readonly player: string;
  readonly playbooks: readonly (string | null)[];
  readonly finished: number;
  readonly value: Estimate | null;
  /** Against its own baseline; null for a baseline’s own cell, or without a pair. */
  readonly change: Estimate | null;
}

/** A cell that both studies have. */
export interface ComparedCell {
  readonly row: Row;
  readonly slot: Comparison['slot'];
  readonly everySeat: boolean;
  readonly measure: Comparison['measure'];
  readonly first: SideFigures;
  readonly second: SideFigures;
  /** Games of this cell that both studies have; they are left out of the difference. */
  readonly shared: number;
  /** `paired` by seed, where both played the same deals; `independent` else. */
  readonly method: 'paired' | 'independent' | 'same games';
  /** Seeds of which both have a game of their own; 0 when independent. */
  readonly pairs: number;
  /** Second minus first; unadjusted interval. */
  readonly difference: Estimate | null;
  readonly p: number | null;
  /** Holm over all cells that were tested. */
  readonly adjustedP: number | null;
  /** `better`: the second study’s figure is higher. */
  readonly verdict: Verdict | null;
  /** Second change minus first change; untested. */
  readonly changeDifference: Estimate | null;
}

/** Two studies side by side. */
export interface StudyComparison {
  readonly first: string;
  readonly second: string;
  /** True when any player of either is simulated. */
  readonly simulated: boolean;
  readonly settings: readonly SettingDifference[];
  readonly games: {
    readonly first: number;
    readonly second: number;
    /** Games that both have, each counted once in `together`. */
    readonly shared: number;
    readonly together: number;
  };
  readonly cells: readonly ComparedCell[];
  /** Rows that only one of them has, in words. */
  readonly onlyFirst: readonly string[];
  readonly onlySecond: readonly string[];
  /** Cells that were tested together. */
  readonly family: number;
  /** True when one of them added games until it decided: intervals and p then hold for one look only. */
  readonly sequential: boolean;
}

/** Differences of two lists of settings, by name. */
export function settingDifferences(first: JsonObject, second: JsonObject): SettingDifference[] {
  const names = [...new Set([...Object.keys(first), ...Object.keys(second)])].sort();
  return names.flatMap((name) => {
    const [a, b] = [first[name] ?? null, second[name] ?? null];
    return canonicalJson(a) === canonicalJson(b) ? [] : [{ name, first: a, second: b }];
  });
}

/** The model that a study is about stands for itself: two studies of two models have the same rows. */
function keyOf({ row, slot, everySeat, measure }: Comparison, { report }: ComparedStudy): string {
  const player = row.player === report.model ? null : row.player;
  return JSON.stringify([row.game, player, row.source, row.round, row.carries, slot, everySeat, measure]);
}

function rowText({ row, slot }: Comparison): string {
  const from = row.source === null ? '' : ` from ${row.source}`;
  return `${row.game}, ${row.player}, R${row.round} ${row.carries}${from}, ${slot}`;
}

/** What decides the deals of a step’s seeds. */
function dealsOf(step: PlayStep | undefined): string | null {
  if (step === undefined) return null;
  const { game, options, players, content, study, purpose } = step;
  return canonicalJson({ game, options, players, content: content?.hash ?? null, study, purpose });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** One value for each seed: the mean over its finished games. */
function bySeed(
  games: readonly GameOutcome[],
  { slot, measure }: Comparison,
  without: ReadonlySet<string>,
): Map<number, number> {
  const values = new Map<number, number[]>();
  for (const game of games) {
    const value = game.status === 'finished' && !without.has(game.id) ? valueOf(game, slot, measure) : null;
    if (value !== null) values.set(game.seed.index, [...(values.get(game.seed.index) ?? []), value]);
  }
  return new Map([...values].map(([seed, list]) => [seed, mean(list)]));
}

interface Member {
  readonly study: ComparedStudy;
  readonly comparison: Comparison;
  readonly cell: TableCell;
}

function membersOf(study: ComparedStudy): Map<string, Member> {
  return new Map(
    study.comparisons.flatMap((comparison, index): [string, Member][] => {
      const cell = study.cells[index];
      return comparison.table === 'net' || cell === undefined
        ? []
        : [[keyOf(comparison, study), { study, comparison, cell }]];
    }),
  );
}

function conditionGames({ study, comparison }: Member): readonly GameOutcome[] {
  return comparison.condition.flatMap((step) => study.gamesOf(step));
}

const NONE: ReadonlySet<string> = new Set();

/** Change of each seed against the study’s own baseline. */
function changes(member: Member, without: ReadonlySet<string>): Map<number, number> {
  const { comparison, study } = member;
  const own = bySeed(conditionGames(member), comparison, without);
  const base = bySeed(
    (comparison.baseline ?? []).flatMap((step) => study.gamesOf(step)),
    comparison,
    NONE,
  );
  return new Map(
    [...own].flatMap(([seed, value]): [number, number][] => {
      const before = base.get(seed);
      return before === undefined ? [] : [[seed, value - before]];
    }),
  );
}

interface Drawn {
  readonly first: Member;
  readonly second: Member;
  readonly shared: ReadonlySet<string>;
  readonly paired: boolean;
  readonly pairs: readonly PairedOutcome[];
  readonly firstValues: readonly number[];
  readonly secondValues: readonly number[];
}

function draw(first: Member, second: Member): Drawn {
  const ids = new Set(conditionGames(first).map(({ id }) => id));
  const shared = new Set(conditionGames(second).flatMap(({ id }) => (ids.has(id) ? [id] : [])));
  const deals = [first, second].map(({ study, comparison }) =>
    dealsOf(study.stepOf(comparison.condition[0] ?? '')),
  );
  const a = bySeed(conditionGames(first), first.comparison, shared);
  const b = bySeed(conditionGames(second), second.comparison, shared);
  const seeds = [...a.keys()].filter((seed) => b.has(seed)).sort((x, y) => x - y);
  return {
    first,
    second,
    shared,
    paired: deals[0] !== null && deals[0] === deals[1] && seeds.length > 0,
    pairs: seeds.map((seed) => ({ condition: b.get(seed) ?? 0, baseline: a.get(seed) ?? 0 })),
    firstValues: [...a.values()],
    secondValues: [...b.values()],
  };
}

/** A difference with its p, and the least p that so many games could have given. */
interface Tested {
  readonly difference: Estimate | null;
  readonly p: number | null;
  readonly best: number;
}

const UNTESTED: Tested = { difference: null, p: null, best: 1 };

const isWhole = (value: number): boolean => value === 0 || value === 1;

function testPaired({ pairs }: Drawn, key: string): Tested {
  const [cell] = judgeTable([{ id: key, pairs }]).cells;
  const discordant = pairs.filter(({ condition, baseline }) => condition !== baseline).length;
  return { difference: cell?.change ?? null, p: cell?.p ?? null, best: smallestPossibleP(discordant) };
}

function testIndependent({ firstValues, secondValues }: Drawn, key: string): Tested {
  const rates = [rateOf(firstValues), rateOf(secondValues)] as const;
  if (rates[0] === null || rates[1] === null) return UNTESTED;
  const group = (values: readonly number[]) => ({
    wins: values.filter((value) => value === 1).length,
    n: values.length,
  });
  const binary = [...firstValues, ...secondValues].every(isWhole);
  return {
    difference: independentDifference(rates[0], rates[1]),
    p: binary
      ? fisherExact(group(firstValues), group(secondValues))
      : permutationTest(firstValues, secondValues, key),
    best: fisherExact(
      { wins: 0, n: firstValues.length },
      { wins: secondValues.length, n: secondValues.length },
    ),
  };
}

function changeDifference({ first, second, paired, shared }: Drawn): Estimate | null {
  if (!first.cell.compared || !second.cell.compared) return null;
  if (!paired) {
    const [a, b] = [first.cell.change, second.cell.change];
    return a === null || b === null ? null : independentDifference(a, b);
  }
  const a = changes(first, shared);
  const b = changes(second, shared);
  const differences = [...b].flatMap(([seed, change]) => {
    const other = a.get(seed);
    return other === undefined ? [] : [change - other];
  });
  const interval = pairedMean(differences, { bounds: [-2, 2] });
  return interval === null ? null : { estimate: interval.estimate, low: interval.low, high: interval.high };
}

function figures({ cell, comparison, study }: Member): SideFigures {
  const fields = ['game', 'player', 'source', 'round', 'carries'] as const;
  const row = study.report.rows.find((own) => fields.every((field) => own[field] === comparison.row[field]));
  const plain = (estimate: Estimate | null): Estimate | null =>
    estimate === null ? null : { estimate: estimate.estimate, low: estimate.low, high: estimate.high };
  return {
    player: comparison.row.player,
    playbooks: row?.playbooks ?? [],
    finished: cell.finished,
    value: plain(cell.value),
    change: cell.compared ? plain(cell.change) : null,
  };
}

function verdictOf(tested: readonly Tested[], index: number, adjusted: number | null): Verdict | null {
  const own = tested[index] ?? UNTESTED;
  if (adjusted === null || own.difference === null) return null;
  if (adjusted <= ALPHA) return own.difference.estimate > 0 ? 'better' : 'worse';
  const best = holm(tested.map(({ p }) => p).with(index, own.best))[index] ?? 1;
  return best <= ALPHA ? 'no detectable change' : 'not enough games';
}

/** Sets two studies side by side, row by row. */
export function compareStudies(first: ComparedStudy, second: ComparedStudy): StudyComparison {
  const [a, b] = [membersOf(first), membersOf(second)];
  const keys = [...a.keys()].filter((key) => b.has(key));
  const drawn = keys.map((key) => draw(a.get(key) as Member, b.get(key) as Member));
  const tested = drawn.map((cell, index): Tested => {
    if (cell.firstValues.length === 0 || cell.secondValues.length === 0) return UNTESTED;
    const key = keys[index] ?? '';
    return cell.paired ? testPaired(cell, key) : testIndependent(cell, key);
  });
  const adjusted = holm(tested.map(({ p }) => p));
  const cells = drawn.map((cell, index): ComparedCell => {
    const { comparison } = cell.first;
    const { difference, p } = tested[index] ?? UNTESTED;
    const adjustedP = adjusted[index] ?? null;
    const allShared = cell.shared.size > 0 && cell.firstValues.length === 0 && cell.secondValues.length === 0;
    return {
      row: comparison.row,
      slot: comparison.slot,
      everySeat: comparison.everySeat,
      measure: comparison.measure,
      first: figures(cell.first),
      second: figures(cell.second),
      shared: cell.shared.size,
      method: allShared ? 'same games' : cell.paired ? 'paired' : 'independent',
      pairs: cell.paired ? cell.pairs.length : 0,
      difference:
        difference === null
          ? null
          : { estimate: difference.estimate, low: difference.low, high: difference.high },
      p,
      adjustedP,
      verdict: verdictOf(tested, index, adjustedP),
      changeDifference: allShared ? null : changeDifference(cell),
    };
  });
  const shared = [...first.games].filter((id) => second.games.has(id)).length;
  const only = (own: Map<string, Member>, other: Map<string, Member>): string[] =>
    [...own].flatMap(([key, { comparison }]) => (other.has(key) ? [] : [rowText(comparison)]));
  return {
    first: first.report.run,
    second: second.report.run,
    simulated: first.report.simulated || second.report.simulated,
    settings: settingDifferences(first.settings, second.settings),
    games: {
      first: first.games.size,
      second: second.games.size,
      shared,
      together: first.games.size + second.games.size - shared,
    },
    cells,
    onlyFirst: only(a, b),
    onlySecond: only(b, a),
    family: tested.filter(({ p }) => p !== null).length,
    sequential: first.report.sequential !== null || second.report.sequential !== null,
  };
}
