import type { Action } from '../engine/actions.js';
import type { Candidate } from '../engine/definition.js';
import type { TraitVector } from '../engine/traits.js';

/**
 * A choice of two moves that are each other's opposite: what the first shows of a trait the second shows turned
 * round.
 */
export function either(first: Action, second: Action, traits: TraitVector): Candidate[] {
  const turned = Object.entries(traits).map(([trait, value]) => [trait, -value]);
  return [
    { action: first, traits },
    { action: second, traits: Object.fromEntries(turned) as TraitVector },
  ];
}

/** How far a share is above one half, −1 to 1. */
export function lean(share: number): number {
  return 2 * share - 1;
}

/** Share of the items that `fits`; `otherwise` when there is none. */
export function shareOf<T>(items: readonly T[], fits: (item: T) => boolean, otherwise: number): number {
  return items.length === 0 ? otherwise : items.filter(fits).length / items.length;
}
