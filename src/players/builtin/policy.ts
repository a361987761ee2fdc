import type { Rng } from '../../base/rng.js';
import type { Candidate, SideId } from '../../games/engine/definition.js';
import type { Trait } from '../../games/engine/traits.js';
import { parseMaxims } from './maxims.js';
import type { Maxim } from './maxims.js';
import type { Profile, TraitWeights } from './profiles.js';

/**
 * Weight of a trait for each point of win chance that a maxim gives it. Sets how far one reflection moves a player;
 * what was measured with it is in docs/builtin-players.md.
 */
const WEIGHT_PER_POINT = 0.1;

/** However sure a playbook is, no trait is weighed more than this by it: advice must not switch off everything else. */
const MAX_LEARNED_WEIGHT = 0.5;

/** Playbooks read lately: all seats of many games carry the same text. */
const readBefore = new Map<string, readonly Maxim[]>();
const READ_BEFORE_SIZE = 64;

function maximsOf(playbook: string): readonly Maxim[] {
  let maxims = readBefore.get(playbook);
  if (maxims === undefined) {
    maxims = parseMaxims(playbook);
    if (readBefore.size >= READ_BEFORE_SIZE) readBefore.clear();
    readBefore.set(playbook, maxims);
  }
  return maxims;
}

/** The maxims a seat goes by: those of its side, and those without sides for traits its side has none of. */
function relevant(maxims: readonly Maxim[], side: SideId | undefined): ReadonlyMap<Trait, Maxim> {
  const of = (wanted: Maxim['side']): [Trait, Maxim][] =>
    maxims.filter((maxim) => maxim.side === wanted).map((maxim) => [maxim.trait, maxim]);
  return new Map([...of('any'), ...(side === undefined ? [] : of(side))]);
}

/**
 * The weights a seat plays by: the profile's priors for its side, plus what it reads in its playbook.
 *
 * @param side undefined in games without sides
 * @param playbook text of the playbook the seat carries, or null
 */
export function weightsFor(
  profile: Profile,
  side: SideId | undefined,
  playbook: string | null,
): TraitWeights {
  const weights: Partial<Record<Trait, number>> = { ...profile.priors[side ?? 'any'] };
  const maxims = playbook === null || profile.follow === 0 ? [] : maximsOf(playbook);
  for (const [trait, { strength }] of relevant(maxims, side)) {
    const learned = WEIGHT_PER_POINT * strength;
    const capped = Math.max(-MAX_LEARNED_WEIGHT, Math.min(MAX_LEARNED_WEIGHT, learned));
    weights[trait] = (weights[trait] ?? 0) + profile.follow * capped;
  }
  return weights;
}

/** Σ weight · trait. */
export function score({ traits }: Candidate, weights: TraitWeights): number {
  let sum = 0;
  for (const trait in traits) sum += (traits[trait as Trait] ?? 0) * (weights[trait as Trait] ?? 0);
  return sum;
}

/**
 * Draws a candidate by softmax of score / temperature. Takes one number from `rng`, whatever the scores.
 * Throws on an empty list.
 */
export function drawCandidate(
  candidates: readonly Candidate[],
  weights: TraitWeights,
  temperature: number,
  rng: Rng,
): Candidate {
  const scores = candidates.map((candidate) => score(candidate, weights) / temperature);
  const top = Math.max(...scores);
  const shares = scores.map((value) => Math.exp(value - top));
  let left = rng.float() * shares.reduce((sum, share) => sum + share, 0);
  const index = shares.findIndex((share) => (left -= share) < 0);
  const drawn = candidates[index] ?? candidates[candidates.length - 1];
  if (drawn === undefined) throw new Error('no candidate to draw from');
  return drawn;
}
