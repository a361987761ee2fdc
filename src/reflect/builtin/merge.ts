import { TRAIT_NAMES } from '../../games/engine/traits.js';
import { MAX_EVIDENCE, MAXIM_SIDES } from '../../players/builtin/maxims.js';
import type { Maxim } from '../../players/builtin/maxims.js';
import { SCEPTICISM } from './estimate.js';

/** What is believed of a trait: strength, and the evidence it rests on. */
type Belief = Pick<Maxim, 'strength' | 'evidence'>;

const NOTHING_SEEN: Belief = { strength: 0, evidence: 0 };

/**
 * Two beliefs as one, each worth its evidence. Both were shrunk towards 0 by the same scepticism, which is taken out
 * once; and what both already held when they parted (`common`) has been counted twice, so it is taken out once too.
 */
function pooled(a: Belief, b: Belief, common: Belief): Belief {
  const weight = ({ evidence }: Belief): number => SCEPTICISM + evidence;
  const pull = (belief: Belief): number => weight(belief) * belief.strength;
  return {
    strength: (pull(a) + pull(b) - pull(common)) / (weight(a) + weight(b) - weight(common)),
    evidence: Math.min(MAX_EVIDENCE, a.evidence + b.evidence - common.evidence),
  };
}

/**
 * The maxims of two playbooks pooled by evidence, as if one reflector had read the games of both.
 *
 * @param common maxims of the last version that both come from; empty when there is none. A maxim whose evidence
 * has since shrunk, as by hand, is not taken out.
 * @returns in the order of sides and traits, those that neither knows left out
 */
export function mergeMaxims(
  a: readonly Maxim[],
  b: readonly Maxim[],
  common: readonly Maxim[],
): readonly Maxim[] {
  const find = (maxims: readonly Maxim[], like: Pick<Maxim, 'side' | 'trait'>): Maxim | undefined =>
    maxims.find(({ side, trait }) => side === like.side && trait === like.trait);
  return MAXIM_SIDES.flatMap((side) =>
    TRAIT_NAMES.flatMap((trait): Maxim[] => {
      const [first, second] = [find(a, { side, trait }), find(b, { side, trait })];
      if (first === undefined || second === undefined) {
        const only = first ?? second;
        return only === undefined ? [] : [only];
      }
      const before = find(common, { side, trait });
      const isKept = before !== undefined && before.evidence <= Math.min(first.evidence, second.evidence);
      return [{ side, trait, ...pooled(first, second, isKept ? before : NOTHING_SEEN) }];
    }),
  );
}
