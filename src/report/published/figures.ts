/** Where the figures are from. */
export const PUBLISHED_SOURCE =
  'Social Gym and SPaRTan: Benchmarking and Improving LLM Social Reasoning via Multi-Agent Game Tournaments';

/** What is said wherever one of the figures is shown. */
export const PUBLISHED_CAVEAT =
  'n = 30 games a condition, so a 95 % interval is about ±18 points; not paired with ours: other rules, prompts, seeds and opponents';

/** Tables of the paper that figures are known of. */
export type PublishedKind = 'within-game' | 'multigame' | 'distill' | 'parroting';

/** A published figure: a share from 0 to 1, or (`change`) a difference of two from −1 to 1. */
export interface PublishedFigure {
  readonly kind: PublishedKind;
  /** The model as the paper names it; for distillation the student. */
  readonly model: string;
  /** The game it is of; several when it is their mean. */
  readonly games: readonly string[];
  readonly slot: 'alt' | 'main' | 'focal' | null;
  /** Column of the table: a round, a set of sources. */
  readonly column: string;
  readonly form: 'value' | 'change';
  /** Equal where the paper gives one number, else the ends of a range. */
  readonly low: number;
  readonly high: number;
  readonly caveat: string | null;
}

type Place = Pick<PublishedFigure, 'kind' | 'model' | 'games' | 'slot'>;

/** Percentages by column; a pair is a range. */
function figures(
  place: Place,
  percents: Readonly<Record<string, number | readonly [number, number]>>,
  {
    form = 'value',
    caveat = null,
  }: { readonly form?: PublishedFigure['form']; readonly caveat?: string | null } = {},
): PublishedFigure[] {
  return Object.entries(percents).map(([column, percent]) => {
    const [low, high] = typeof percent === 'number' ? [percent, percent] : percent;
    return { ...place, column, form, low: low / 100, high: high / 100, caveat };
  });
}

const HIDDEN_ROLE_MEAN = ['werewolves', 'spyfall', 'undercover', 'resistance'];

const WITHIN_GAME: readonly PublishedFigure[] = [
  ...figures(
    { kind: 'within-game', model: 'GPT-5-mini', games: HIDDEN_ROLE_MEAN, slot: 'alt' },
    { R0: 24, R1: 36, R2: 36, R3: 43, R4: 35 },
    { caveat: 'peaks: Werewolves R3, Spyfall R2, Resistance R3' },
  ),
  ...figures(
    { kind: 'within-game', model: 'GPT-5-mini', games: HIDDEN_ROLE_MEAN, slot: 'main' },
    { R0: 76, R1: 66, R2: 59, R3: 67, R4: 63 },
  ),
  ...figures(
    { kind: 'within-game', model: 'GPT-5-mini', games: ['werewolves'], slot: 'alt' },
    { R0: 23 },
    { caveat: 'self-play; the same model wins 89 % of the alt side in the tournament' },
  ),
  ...figures(
    { kind: 'within-game', model: 'GPT-5', games: ['werewolves'], slot: 'alt' },
    { R0: 37, R1: 70 },
    { caveat: 'at R2 back at the baseline' },
  ),
  ...figures(
    { kind: 'within-game', model: 'GPT-5', games: ['werewolves'], slot: 'main' },
    { R0: 63, R2: 87 },
  ),
  ...figures(
    { kind: 'within-game', model: 'Qwen3-32B', games: ['prisoners-dilemma'], slot: 'focal' },
    { R0: 13, R1: 58, R4: 30 },
  ),
];

const MULTIGAME: readonly PublishedFigure[] = [
  ...figures(
    { kind: 'multigame', model: 'GPT-5-mini', games: ['resistance'], slot: 'alt' },
    { 'single R1': 23, wcsu: 47 },
    { caveat: 'Resistance held out' },
  ),
  ...figures(
    { kind: 'multigame', model: 'GPT-5', games: ['resistance'], slot: 'main' },
    { R0: 37, 'held out': 47 },
    { caveat: 'the Spies unchanged; the set of sources is not named' },
  ),
  ...figures(
    { kind: 'multigame', model: 'Qwen3-32B', games: ['resistance'], slot: 'alt' },
    { R0: 87, 'over all sets': [57, 70] },
  ),
  ...figures(
    { kind: 'multigame', model: 'Qwen3-32B', games: ['resistance'], slot: 'main' },
    { R0: 13, 'over all sets': [23, 47] },
    { caveat: 'as its figure has it' },
  ),
  ...figures(
    { kind: 'multigame', model: 'Qwen3-32B', games: ['resistance'], slot: 'main' },
    { wcs: 20, wcsu: 27, wcsur: 10 },
    { form: 'change', caveat: 'as its table has it, which does not quite agree with its figure' },
  ),
];

const DISTILL: readonly PublishedFigure[] = [
  ...figures(
    { kind: 'distill', model: 'three of its students', games: ['resistance'], slot: 'alt' },
    { 'with playbook': [13, 24] },
    { form: 'change', caveat: 'wcsu playbook' },
  ),
  ...figures(
    { kind: 'distill', model: 'three of its students', games: ['resistance'], slot: 'main' },
    { 'with playbook': [-5, 5] },
    { form: 'change', caveat: 'wcsu playbook; Qwen2.5-3B and Gemma3-27B gain on neither side' },
  ),
  ...figures(
    { kind: 'distill', model: 'Qwen2.5-3B', games: ['prisoners-dilemma'], slot: 'focal' },
    { R0: 7, 'with playbook': 77 },
    { caveat: 'playbook by Qwen3-32B; over its students +17 to +77 points' },
  ),
  ...figures(
    { kind: 'distill', model: 'Gemma3-27B', games: ['prisoners-dilemma'], slot: 'focal' },
    { R0: 0, 'with playbook': 77 },
    { caveat: 'playbook by Qwen3-32B' },
  ),
  ...(['alt', 'main'] as const).flatMap((slot) =>
    figures(
      { kind: 'distill', model: 'students of Qwen3-32B', games: ['resistance'], slot },
      { 'with playbook': [-20, 10] },
      { form: 'change', caveat: 'mixed, over both sides' },
    ),
  ),
];

const PARROTING = (
  [
    ['undercover', 27, 49],
    ['chameleon', 5, 9],
    ['resistance', 6, 13],
  ] as const
).flatMap(([game, low, high]) =>
  figures(
    { kind: 'parroting', model: 'Qwen3-32B', games: [game], slot: null },
    { 'mean overlap': [low, high] },
    { caveat: 'range over its conditions' },
  ),
);

/** Every figure of the paper that is known here, beside the leaderboard’s. */
export const PUBLISHED_FIGURES: readonly PublishedFigure[] = [
  ...WITHIN_GAME,
  ...MULTIGAME,
  ...DISTILL,
  ...PARROTING,
];
