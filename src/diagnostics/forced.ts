import type { SpokenGame } from './said.js';

/** Decisions of one kind and how they were answered. */
export interface AnswersOfKind {
  /** Kind of decision, such as `vote`. */
  readonly kind: string;
  /** Decisions a player was asked for. */
  readonly asked: number;
  /** Of these, those in which no answer was legal and the default was played. */
  readonly forced: number;
  /** Of these, those that took more than one answer to become legal. */
  readonly corrected: number;
}

/** The counts of two sets of decisions together, most forced first, then by name. */
export function addAnswers(
  some: readonly AnswersOfKind[],
  more: readonly AnswersOfKind[],
): readonly AnswersOfKind[] {
  const kinds = new Map<string, AnswersOfKind>();
  for (const { kind, asked, forced, corrected } of [...some, ...more]) {
    const known = kinds.get(kind) ?? { kind, asked: 0, forced: 0, corrected: 0 };
    kinds.set(kind, {
      kind,
      asked: known.asked + asked,
      forced: known.forced + forced,
      corrected: known.corrected + corrected,
    });
  }
  return [...kinds.values()].sort((a, b) => b.forced - a.forced || (a.kind < b.kind ? -1 : 1));
}

/** Answers of a game by kind of decision, in the order of {@link addAnswers}. */
export function answersByKind(
  decisions: readonly Pick<SpokenGame['decisions'][number], 'kind' | 'forced' | 'attempts'>[],
): readonly AnswersOfKind[] {
  const answers = decisions
    .filter(({ attempts }) => attempts > 0)
    .map(({ kind, forced, attempts }) => ({
      kind,
      asked: 1,
      forced: forced ? 1 : 0,
      corrected: !forced && attempts > 1 ? 1 : 0,
    }));
  return addAnswers([], answers);
}
