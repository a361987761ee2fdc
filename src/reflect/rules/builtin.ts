/** A rulebook whose rules are maxims, kept without a model. */
import { TRAIT_NAMES, TRAITS } from '../../games/engine/traits.js';
import type { GameDefinition } from '../../games/engine/definition.js';
import { formatRules, NO_RULES, parseRules } from '../../playbooks/rules.js';
import type { Rule, Rulebook } from '../../playbooks/rules.js';
import { graded, parseMaxims, writeMaxim } from '../../players/builtin/maxims.js';
import type { Maxim, MaximSide } from '../../players/builtin/maxims.js';
import type { Reflection, ReflectionTask, Reflector } from '../../players/player.js';
import { learned, NO_CHOICES } from '../builtin-reflector.js';
import type { MeasuredGame } from '../builtin/habits.js';
import { applyOperations, pruneRules } from './operations.js';
import type { Operation } from './operations.js';
import { SECTION_OF } from './sections.js';

/** Games in which the choices a maxim names were made more than habit has it, by how they ended. */
function tally(
  { side, trait, strength }: Maxim,
  games: readonly MeasuredGame[],
): { readonly helpful: number; readonly harmful: number } {
  const t = TRAIT_NAMES.indexOf(trait);
  const direction = Math.sign(strength);
  let helpful = 0;
  let harmful = 0;
  for (const { seats } of games) {
    const own = seats.filter((seat) => seat.side === side);
    // A side wins and loses together; where there are none each seat is a case of its own.
    const cases = side === 'any' ? own.map((seat) => [seat]) : own.length === 0 ? [] : [own];
    for (const seatsOfCase of cases) {
      const shown = seatsOfCase.reduce((sum, { usage }) => sum + (usage[t] ?? 0), 0) * direction;
      const success = seatsOfCase[0]?.success ?? 0;
      if (shown > 0 && success > 0.5) helpful += 1;
      if (shown > 0 && success < 0.5) harmful += 1;
    }
  }
  return { helpful, harmful };
}

interface Known {
  readonly rule: Rule;
  readonly maxim: Maxim;
}

function placeOf({ side, trait }: { readonly side: MaximSide; readonly trait: Maxim['trait'] }): string {
  return `${side}/${trait}`;
}

/** True when what was learned is the advice given so far, or the first that is any. */
function goesOn(before: Maxim, now: Maxim): boolean {
  return before.strength === 0 || Math.sign(before.strength) === Math.sign(now.strength);
}

/**
 * What is to be done to the rules: what was learned of a trait changes the rule on it; where that is no
 * longer its advice the rule goes and a new one comes, since its counts say nothing of another conduct.
 */
function operationsFor(
  maxims: readonly Maxim[],
  known: ReadonlyMap<string, Known>,
  games: readonly MeasuredGame[],
): readonly Operation[] {
  return maxims.flatMap((maxim): Operation[] => {
    const counts = tally(maxim, games);
    const text = writeMaxim(maxim);
    const before = known.get(placeOf(maxim));
    if (before !== undefined && goesOn(before.maxim, maxim)) {
      const { id } = before.rule;
      return [
        { op: 'mark', id, ...counts },
        { op: 'change', id, text },
      ];
    }
    const section = SECTION_OF[TRAITS[maxim.trait]];
    return [
      ...(before === undefined ? [] : [{ op: 'remove' as const, id: before.rule.id }]),
      { op: 'add', section, text, ...counts },
    ];
  });
}

/**
 * A rulebook kept without a model: each rule is a maxim, estimated as the prose playbook's are, and counts the
 * games in which the choices it names went with success and with failure.
 *
 * @param gameOf the definition of a game, by id
 */
export function builtinRulesReflector(gameOf: (id: string) => GameDefinition): Reflector {
  const write = async ({ trajectories, prior, budget }: ReflectionTask): Promise<Reflection> => {
    const found = learned(gameOf, trajectories, prior);
    if (found === null) return { ok: false, reason: NO_CHOICES, notes: [] };
    const book: Rulebook = prior === null ? NO_RULES : parseRules(prior);
    const known = new Map(
      book.rules.flatMap((rule) =>
        parseMaxims(rule.text).map((maxim): [string, Known] => [placeOf(maxim), { rule, maxim }]),
      ),
    );
    // What builtin players cannot read, such as the leads of a prose playbook, has no place among their rules.
    const readable = new Set([...known.values()].map(({ rule }) => rule.id));
    const carried = { ...book, rules: book.rules.filter(({ id }) => readable.has(id)) };
    const applied = applyOperations(carried, operationsFor(found.maxims.map(graded), known, found.measured));
    const pruned = await pruneRules(applied.book, budget);
    if (pruned.book.rules.length === 0) {
      return { ok: false, reason: `no rule fits the budget of ${budget} tokens`, notes: [] };
    }
    return {
      ok: true,
      text: formatRules(pruned.book),
      notes: [found.note, ...applied.notes, ...pruned.notes],
    };
  };
  return { write };
}
