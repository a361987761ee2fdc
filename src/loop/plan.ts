import { contentId } from '../base/hash.js';
import type { JsonObject } from '../base/json.js';
import type { Purpose } from '../games/engine/seeds.js';
import type { CarriedContent, CarriedPlaybook } from '../players/game-spec.js';
import type { PlayerIdentity } from '../players/player.js';

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

/** Writes a playbook version from games. */
export interface ReflectStep {
  readonly kind: 'reflect';
  readonly id: StepId;
  readonly round: number;
  /** Play steps whose games are read. */
  readonly games: readonly StepId[];
  /** The playbook to revise. */
  readonly prior: PlaybookSource;
  readonly reflector: PlayerIdentity;
  /** Name under which the version is kept; a label, no part of the step's id. */
  readonly playbook: string;
}

/** One cell of a table: a condition against its baseline, by the success of one slot. */
export interface Comparison {
  readonly round: number;
  /** Slot of the line-up whose success is counted: `alt`, `main`, `focal`. */
  readonly slot: 'alt' | 'main' | 'focal';
  readonly condition: StepId;
  /** Null for a baseline's own cell. */
  readonly baseline: StepId | null;
}

/** Computes rates, paired changes, tests and verdicts. */
export interface JudgeStep {
  readonly kind: 'judge';
  readonly id: StepId;
  readonly comparisons: readonly Comparison[];
}

/** One step of a plan. */
export type Step = PlayStep | ReflectStep | JudgeStep;

/** An experiment: what to play, reflect on and judge. Steps refer to earlier steps only. */
export interface Plan {
  readonly arm: string;
  readonly study: number;
  readonly steps: readonly Step[];
}

type Unnamed<T> = T extends Step ? Omit<T, 'id'> : never;

/** Gives a step its id. */
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
      return step.comparisons.flatMap((cell) => [
        cell.condition,
        ...(cell.baseline === null ? [] : [cell.baseline]),
      ]);
  }
}
