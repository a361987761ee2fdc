import type { Judgement, TableCell } from '../loop/judge.js';
import type { StepResult } from '../loop/execute.js';
import type { JudgeStep, Plan } from '../loop/plan.js';
import type { SlotTalk } from './talk.js';

/** How one condition fared and how its judged slot talked. */
export interface TalkRow extends Pick<
  TableCell,
  'row' | 'slot' | 'everySeat' | 'measure' | 'value' | 'finished' | 'wins'
> {
  /** Mean overlap of the judged slot's utterances with the one just before; null without one. */
  readonly parroting: number | null;
  readonly measured: number;
  readonly utterances: number;
  /** The same over the games it won, and over the others. */
  readonly inWon: number | null;
  readonly inOthers: number | null;
}

/** How the games of a slot talked, together; the mean is null when no overlap could be measured. */
function together(talks: readonly SlotTalk[]): Pick<TalkRow, 'parroting' | 'measured' | 'utterances'> {
  const sum = (key: keyof SlotTalk): number => talks.reduce((total, talk) => total + talk[key], 0);
  const measured = sum('measured');
  return {
    parroting: measured === 0 ? null : sum('sum') / measured,
    measured,
    utterances: sum('utterances'),
  };
}

/**
 * Sets parroting beside the win rate, for each condition of a study's table.
 *
 * @param talk how each slot of each finished game talked
 * @param won whether the slot of a game won
 */
export function talkByRow(
  plan: Plan,
  results: ReadonlyMap<string, StepResult>,
  judgement: Judgement,
  talk: ReadonlyMap<string, ReadonlyMap<string, SlotTalk>>,
  won: (game: string, slot: string) => boolean,
): TalkRow[] {
  const judge = plan.steps.find((step): step is JudgeStep => step.kind === 'judge');
  return (judge?.comparisons ?? []).flatMap(({ condition, table, slot }, index): TalkRow[] => {
    const cell = judgement.cells[index];
    if (table !== 'change' || cell === undefined) return [];
    const games = condition
      .flatMap((step) => {
        const result = results.get(step);
        return result?.kind === 'play' ? result.games : [];
      })
      .flatMap((id) => {
        const own = talk.get(id)?.get(slot);
        return own === undefined ? [] : [{ own, won: won(id, slot) }];
      });
    const { row, everySeat, measure, value, finished, wins } = cell;
    return [
      {
        row,
        slot,
        everySeat,
        measure,
        value,
        finished,
        wins,
        ...together(games.map(({ own }) => own)),
        inWon: together(games.filter((game) => game.won).map(({ own }) => own)).parroting,
        inOthers: together(games.filter((game) => !game.won).map(({ own }) => own)).parroting,
      },
    ];
  });
}
