import { TRAIT_NAMES } from '../../games/engine/traits.js';
import { withinBudget } from '../../playbooks/budget.js';
import { joinParts, partsOf } from '../../playbooks/items.js';
import { mergeTexts, mostThatFit } from '../../playbooks/merge.js';
import type { MergedText } from '../../playbooks/merge.js';
import { mergeRules } from '../../playbooks/merge-rules.js';
import { isRules } from '../../playbooks/rules.js';
import { MAX_EVIDENCE, MAXIM_SIDES, parseMaxims } from '../../players/builtin/maxims.js';
import type { Maxim } from '../../players/builtin/maxims.js';
import { SCEPTICISM } from './estimate.js';
import { writePlaybook } from './prose.js';

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

/** A text without its maxims and without the words that the builtin reflector puts around them. */
function besideMaxims(text: string, maxims: readonly Maxim[]): string {
  const frame = new Set(partsOf(writePlaybook(maxims)).map((part) => part.text));
  return joinParts(
    partsOf(text).filter(
      (part) => part.kind === 'heading' || (!frame.has(part.text) && parseMaxims(part.text).length === 0),
    ),
  );
}

/**
 * Merges two playbooks without a model. Where both hold maxims of builtin players these are pooled by evidence, those
 * that rest on least being left out first where the budget asks for it, and what else the two say is merged as any
 * text and put below. Two rulebooks are merged by their rules ({@link mergeRules}), other playbooks item by item
 * ({@link mergeTexts}).
 *
 * @param common text of the last version that both come from; null when there is none
 * @returns null when nothing keeps to the budget
 */
export async function mergePlaybooks(
  a: string,
  b: string,
  common: string | null,
  maxTokens: number,
): Promise<MergedText | null> {
  if (isRules(a) && isRules(b)) return mergeRules(a, b, common, maxTokens);
  const [maximsA, maximsB] = [parseMaxims(a), parseMaxims(b)];
  if (maximsA.length === 0 || maximsB.length === 0) return mergeTexts(a, b, maxTokens);
  const maxims = mergeMaxims(maximsA, maximsB, common === null ? [] : parseMaxims(common));
  const firmest = [...maxims].sort((x, y) => y.evidence - x.evidence);
  const textOf = (kept: number): string =>
    writePlaybook(maxims.filter((maxim) => firmest.indexOf(maxim) < kept)).trim();
  const kept = await mostThatFit(maxims.length, textOf, maxTokens);
  if (kept === 0) return null;
  const text = textOf(kept);
  const { tokens } = await withinBudget(text, maxTokens);
  const doubled = maximsA.length + maximsB.length - maxims.length;
  const leftOut = maxims.length - kept;
  const [restA, restB] = [besideMaxims(a, maximsA), besideMaxims(b, maximsB)];
  const others = partsOf(`${restA}\n\n${restB}`).filter(({ kind }) => kind !== 'heading').length;
  // Two tokens for the blank line between.
  const rest = others === 0 ? null : await mergeTexts(restA, restB, maxTokens - tokens - 2);
  if (rest === null) return { text, tokens, doubled, leftOut: leftOut + others };
  const whole = `${text}\n\n${rest.text}`;
  return {
    text: whole,
    tokens: (await withinBudget(whole, maxTokens)).tokens,
    doubled: doubled + rest.doubled,
    leftOut: leftOut + rest.leftOut,
  };
}
