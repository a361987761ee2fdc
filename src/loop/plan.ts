import { contentId } from '../base/hash.js';
import type { JsonObject } from '../base/json.js';
import type { Purpose } from '../games/engine/seeds.js';
import type { CarriedContent, CarriedPlaybook } from '../players/game-spec.js';
import type { PlayerIdentity, Strategy } from '../players/player.js';

/** Id of a step: a content hash of what it takes. */
export type StepId = string;

/**
 * The playbook a slot carries: none, a fixed text, or whatever is in use after a reflection step
 * (the version it wrote, or the previous one when its reply was rejected).
 */
export type PlaybookSource =
  | { readonly from: 'none' }
  | { readonly from: 'text'; readonly playbook: CarriedPlaybook; readonly label: string }
  | { readonly from: 'step'; readonly step: StepId };

/** A line-up whose playbooks are not known yet. */
export interface PlannedSlot {
  readonly player: PlayerIdentity;
  readonly playbook: PlaybookSource;
}

/** Who sits where in a planned condition. */
export type PlannedLineUp =
  | { readonly by: 'side'; readonly main: PlannedSlot; readonly alt: PlannedSlot }
  | { readonly by: 'focal'; readonly focal: PlannedSlot; readonly others: PlannedSlot }
  | { readonly by: 'seat'; readonly seats: readonly PlannedSlot[] };

/** What a play step is for; `evaluation` and `baseline` games are judged, `learning` games are reflected on. */
export type PlayRole = 'baseline' | 'learning' | 'evaluation';

/** Plays the games of one condition on a range of seeds. */
export interface PlayStep {
  readonly kind: 'play';
  readonly id: StepId;
  readonly role: PlayRole;
  /** Round of the loop this belongs to; the baseline is round 0. */
  readonly round: number;
  readonly game: string;
  readonly options: JsonObject;
  readonly players: number;
  /** The user's word lists; absent for the shipped ones. */
  readonly content?: CarriedContent;
  readonly lineUp: PlannedLineUp;
  /** The study seed. */
  readonly study: number;
  readonly purpose: Purpose;
  /** Seeds `first` … `first + count − 1` of the purpose. */
  readonly first: number;
  readonly count: number;
  readonly replicate: number;
}

/** Writes a playbook version from games, or a control playbook from none. */
export interface ReflectStep {
  readonly kind: 'reflect';
  readonly id: StepId;
  readonly round: number;
  /** Play steps whose games are read; none for a control. */
  readonly games: readonly StepId[];
  /** The playbook to revise; for a control the one it is made like. */
  readonly prior: PlaybookSource;
  readonly reflector: PlayerIdentity;
  readonly strategy: Strategy;
  /** `placebo`: written without seeing a game. `shuffled`: the prior with its advice permuted. Null otherwise. */
  readonly control: 'placebo' | 'shuffled' | null;
  /** Tokens the text may have at most. */
  readonly budget: number;
  /**
   * Name under which the version is kept; a label, no part of the step's id. Null for a text that only its
   * successor needs, such as a seat's notes between two games of a round.
   */
  readonly playbook: string | null;
}

/** Slot of a line-up whose success is counted. */
export type JudgedSlot = 'alt' | 'main' | 'focal';

/** What the judged slot carries. `rollback` is an older version, played again. */
export type Carries = 'nothing' | 'playbook' | 'placebo' | 'shuffled' | 'rollback';

/**
 * What a game of the judged slot counts for. `won`: 1 when its reward is above 0. `normalised`: the share of the
 * other seats that earned less than it did (a tie adds nothing). `efficiency`: what the table earned over the
 * most it could have earned.
 */
export type Measure = 'won' | 'normalised' | 'efficiency';

/** What a row of a table is about. Two rows of a table differ in at least one field. */
export interface Row {
  /** The game that is judged. */
  readonly game: string;
  /** Who is judged: provider and model, or profile. */
  readonly player: string;
  /** Content id of its identity: players of one model may differ in their settings. */
  readonly playerId: string;
  /** What the playbook was written from, where a table has several: a game, a set of games, a teacher. */
  readonly source: string | null;
  /** Round of the loop; 0 is the baseline. */
  readonly round: number;
  readonly carries: Carries;
}

/** One cell of a table: a condition against its baseline, by the success of one slot. */
export interface Comparison {
  readonly row: Row;
  readonly slot: JudgedSlot;
  /** True when every seat carries the playbook, not the judged slot alone. */
  readonly everySeat: boolean;
  readonly measure: Measure;
  /** A play step for each replicate, all on the same seeds. */
  readonly condition: readonly StepId[];
  /** The same replicates without the playbook (or, net of it, with the placebo); null for a baseline's own cell. */
  readonly baseline: readonly StepId[] | null;
  /** The playbooks carried, by replicate; empty when none is. */
  readonly playbooks: readonly PlaybookSource[];
  /** `change` against the baseline, or `net` of the placebo: two tables, each tested as a family of its own. */
  readonly table: 'change' | 'net';
}

/** Computes rates, paired changes, tests and verdicts. */
export interface JudgeStep {
  readonly kind: 'judge';
  readonly id: StepId;
  readonly comparisons: readonly Comparison[];
}

/** One step of a plan. */
export type Step = PlayStep | ReflectStep | JudgeStep;

/**
 * Evaluation games are added in batches of seeds, looked at after each, until every compared cell is decided or
 * all games of the plan are played.
 */
export interface SequentialRule {
  /** Seeds added between two looks. */
  readonly batch: number;
  /** Enough once the interval of every change is this wide or narrower; a share, not points. */
  readonly width?: number;
  /** Enough once every change is shown, or one as large as this is excluded. */
  readonly detect?: number;
}

/** An experiment: what to play, reflect on and judge. Steps refer to earlier steps only. */
export interface Plan {
  readonly arm: string;
  readonly study: number;
  readonly steps: readonly Step[];
  /** Present when the number of evaluation games is found while playing; the steps then hold the most there may be. */
  readonly sequential?: SequentialRule;
}

type Unnamed<T> = T extends Step ? Omit<T, 'id'> : never;

/** Gives a step its id. Whether a text is kept and how it is called changes nothing that is played. */
export function makeStep<T extends Unnamed<Step>>(step: T): T & { readonly id: StepId } {
  const content = step.kind === 'reflect' ? { ...step, playbook: null } : step;
  return { ...step, id: contentId(content) };
}

/** The slots of a line-up with their names. */
export function plannedSlots(lineUp: PlannedLineUp): readonly (readonly [string, PlannedSlot])[] {
  switch (lineUp.by) {
    case 'side':
      return [
        ['main', lineUp.main],
        ['alt', lineUp.alt],
      ];
    case 'focal':
      return [
        ['focal', lineUp.focal],
        ['others', lineUp.others],
      ];
    case 'seat':
      return lineUp.seats.map((slot, seat) => [String(seat), slot] as const);
  }
}

/** Ids of the steps a step waits for. */
export function dependencies(step: Step): StepId[] {
  const ofSource = (source: PlaybookSource): StepId[] => (source.from === 'step' ? [source.step] : []);
  switch (step.kind) {
    case 'play':
      return plannedSlots(step.lineUp).flatMap(([, slot]) => ofSource(slot.playbook));
    case 'reflect':
      return [...step.games, ...ofSource(step.prior)];
    case 'judge':
      return step.comparisons.flatMap((cell) => [...cell.condition, ...(cell.baseline ?? [])]);
  }
}
