/** Control playbooks: what a playbook does that owes nothing to what was learned. */
import { rngOf } from '../base/rng.js';
import { TRAIT_NAMES } from '../games/engine/traits.js';
import { GRADES, parseMaxims } from '../players/builtin/maxims.js';
import type { Maxim } from '../players/builtin/maxims.js';
import { writePlaybook } from './builtin/prose.js';

/** What a placebo is shaped on when no playbook is given: every trait of both sides, of middling strength. */
const PLAIN: readonly Maxim[] = (['alt', 'main'] as const).flatMap((side) =>
  TRAIT_NAMES.map((trait): Maxim => ({ side, trait, strength: GRADES[3].strength, evidence: 1000 })),
);

/**
 * A playbook for builtin players that was written without seeing any game: as many maxims as `like` has, on the
 * same traits, as strong and resting on as much, each in a direction drawn by lot (as many one way as the other).
 *
 * @param seed any text; the same text gives the same playbook
 * @param like the playbook to match; with null, or one without maxims, a middling one of full length
 */
export function placeboPlaybook(seed: string, like: string | null): string {
  const rng = rngOf(`${seed}/placebo`);
  const found = like === null ? [] : parseMaxims(like);
  const maxims = found.length > 0 ? found : PLAIN;
  const strengths = rng.shuffle(maxims.map(({ strength }) => Math.abs(strength)));
  const signs = rng.shuffle(maxims.map((_, index) => (index % 2 === 0 ? 1 : -1)));
  return writePlaybook(
    maxims.map((maxim, index) => ({ ...maxim, strength: (signs[index] ?? 1) * (strengths[index] ?? 0) })),
  );
}

/**
 * A playbook's own advice permuted across sides and skills: every maxim keeps its direction, strength and
 * evidence, and speaks of another side or trait than before. Text without maxims comes back with its list items
 * and paragraphs in another order, each under another heading where there are several.
 *
 * @param seed any text; the same text gives the same permutation
 */
export function shuffledPlaybook(text: string, seed: string): string {
  const rng = rngOf(`${seed}/shuffled`);
  const maxims = parseMaxims(text);
  if (maxims.length > 0) {
    const order = rng.shuffle(maxims.map((_, index) => index));
    // One cycle through a random order: no maxim stays where it was.
    const source = new Map(order.map((index, place) => [index, order[(place + 1) % order.length] ?? index]));
    return writePlaybook(
      maxims.map((maxim, index) => {
        const { strength, evidence } = maxims[source.get(index) ?? index] ?? maxim;
        return { ...maxim, strength, evidence };
      }),
    );
  }
  const blocks = text.split(/\n(?=\s*(?:[-*+]|\d+[.)])\s)|\n{2,}/);
  const movable = blocks.flatMap((block, index) =>
    /^\s*#/.test(block) || block.trim() === '' ? [] : [index],
  );
  const moved = rng.shuffle(movable);
  const place = new Map(movable.map((index, rank) => [index, moved[rank] ?? index]));
  return `${blocks
    .map((block, index) => blocks[place.get(index) ?? index] ?? block)
    .join('\n\n')
    .trim()}\n`;
}
