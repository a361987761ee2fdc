import type { TableCell } from '../loop/judge.js';
import type { Plan, PlaybookSource } from '../loop/plan.js';
import { ArmBuilder } from './arm.js';
import type { ArmInput, GameSetup } from './arm.js';

/** A version that may become the champion. */
export interface Candidate {
  readonly version: number;
  readonly source: PlaybookSource;
}

function evaluation(
  input: ArmInput,
  purpose: 'validation' | 'test',
  setup: GameSetup,
  candidates: readonly Candidate[],
): Plan {
  const arm = new ArmBuilder(input, purpose);
  arm.baseline(setup);
  for (const { version, source } of candidates) {
    const books = Array.from({ length: input.replicates }, () => source);
    arm.armed(setup, { round: version, carries: 'playbook', source: null, books });
  }
  return arm.plan(`promote-${purpose}`);
}

/** Every candidate on validation seeds, to choose by. What wins here has been chosen for winning here. */
export function validationPlan(input: ArmInput, setup: GameSetup, candidates: readonly Candidate[]): Plan {
  return evaluation(input, 'validation', setup, candidates);
}

/** The chosen version on test seeds, which had no part in the choice. */
export function championPlan(input: ArmInput, setup: GameSetup, champion: Candidate): Plan {
  return evaluation(input, 'test', setup, [champion]);
}

/**
 * The version whose change on the validation seeds is greatest, its judged slots weighing the same. Null when none
 * did better than the baseline: then the baseline is the champion. Of equal versions the older one is taken.
 */
export function chooseChampion(cells: readonly TableCell[]): { version: number; change: number } | null {
  const changes = new Map<number, number[]>();
  for (const { row, change, table } of cells) {
    if (row.carries !== 'playbook' || table !== 'change' || change === null) continue;
    changes.set(row.round, [...(changes.get(row.round) ?? []), change.estimate]);
  }
  let best: { version: number; change: number } | null = null;
  for (const [version, values] of [...changes].sort(([a], [b]) => a - b)) {
    const change = values.reduce((sum, value) => sum + value, 0) / values.length;
    if (change > (best?.change ?? 0)) best = { version, change };
  }
  return best;
}
