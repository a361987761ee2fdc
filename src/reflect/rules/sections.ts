import { AXES } from '../../games/engine/traits.js';
import type { Axis } from '../../games/engine/traits.js';

/** Headings of a rulebook: the six skills of the reflection prompt. */
export const SECTION_OF: Readonly<Record<Axis, string>> = {
  deception: 'Deception',
  detection: 'Detection',
  persuasion: 'Persuasion',
  information: 'Information',
  coalition: 'Coalition',
  timing: 'Timing and patience',
};

/** The headings in their order. */
export const RULE_SECTIONS: readonly string[] = AXES.map((axis) => SECTION_OF[axis]);
