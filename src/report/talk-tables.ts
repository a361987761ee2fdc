import { gameById } from '../games/index.js';
import type { UtteranceSummary } from '../diagnostics/parroting.js';
import { percent, rowLabel, valueText } from './study-table.js';
import type { GameTalk, TalkGroup, TalkReport } from './talk.js';
import type { TalkRow } from './talk-by-row.js';

/** A table in words, for a terminal and a page alike. */
export interface TalkTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const DASH = '–';

/** An overlap with three digits; a dash for none. */
export function overlapText(value: number | null): string {
  return value === null ? DASH : value.toFixed(3);
}

function shareText(part: number, all: number): string {
  return all === 0 ? DASH : percent(part / all);
}

const GROUP_HEAD = [
  'games',
  'utterances',
  'measured',
  'too short',
  'mean',
  'median',
  '90th',
  'copied whole',
  'any earlier',
  'own earlier',
];

function groupCells({ games, utterances, previous, earlier, own }: TalkGroup): string[] {
  const counts = [games, utterances, previous.measured, previous.tooShort].map(String);
  const { mean, median, p90, copied, measured }: UtteranceSummary = previous;
  return [
    ...counts,
    ...[mean, median, p90].map(overlapText),
    shareText(copied, measured),
    overlapText(earlier.mean),
    overlapText(own.mean),
  ];
}

const TITLES = {
  game: 'Parroting by game',
  side: 'Parroting by side',
  seat: 'Parroting by seat',
  model: 'Parroting by model',
  round: 'Parroting by round',
} as const;

/** The parroting of a report by each grouping; those without an utterance are left out. */
export function groupTables({ groups }: Pick<TalkReport, 'groups'>): TalkTable[] {
  return (['game', 'side', 'seat', 'model', 'round'] as const).flatMap((grouping) =>
    groups[grouping].length === 0
      ? []
      : [
          {
            title: TITLES[grouping],
            head: [grouping, ...GROUP_HEAD],
            rows: groups[grouping].map((group) => [group.name, ...groupCells(group)]),
          },
        ],
  );
}

/** Parroting beside the win rate of each condition; null without a table to stand beside. */
export function rowTable(rows: readonly TalkRow[]): TalkTable | null {
  const talked = rows.filter(({ utterances }) => utterances > 0);
  if (talked.length === 0) return null;
  const severalPlayers = new Set(talked.map(({ row }) => row.player)).size > 1;
  const severalSources = talked.some(({ row }) => row.source !== null);
  return {
    title: 'Parroting beside the win rate, by condition',
    head: [
      'game',
      ...(severalPlayers ? ['player'] : []),
      'round',
      ...(severalSources ? ['written from'] : []),
      'judged slot',
      'value [95 %]',
      'parroting',
      'in games won',
      'in the others',
      'measured',
    ],
    rows: talked.map(({ row, slot, everySeat, value, parroting, inWon, inOthers, measured, utterances }) => [
      gameById(row.game).title,
      ...(severalPlayers ? [row.player] : []),
      rowLabel(row),
      ...(severalSources ? [row.source ?? ''] : []),
      everySeat ? `${slot}, every seat armed` : slot,
      valueText({ value }),
      overlapText(parroting),
      overlapText(inWon),
      overlapText(inOthers),
      `${measured} of ${utterances}`,
    ]),
  };
}

/** Repeated templates, copied identities and leaked words, by kind of game. */
export function habitTable(kinds: readonly GameTalk[]): TalkTable | null {
  const talking = kinds.filter(({ utterances }) => utterances > 0);
  if (talking.length === 0) return null;
  return {
    title: 'Habits of speech by game',
    head: [
      'game',
      'games',
      'of one template',
      'identity copies',
      'word told',
      'word named by others',
      'leaks',
    ],
    rows: talking.map((kind) => [
      gameById(kind.game).title,
      String(kind.games),
      `${shareText(kind.templated, kind.templatable)} (${kind.templated} of ${kind.templatable})`,
      String(kind.identityCopies),
      kind.withSecrets === 0 ? 'no secret word' : `${kind.told} of ${kind.withSecrets} games`,
      kind.withSecrets === 0 ? '' : `${kind.named} of ${kind.withSecrets} games`,
      kind.withSecrets === 0 ? '' : String(kind.leaks),
    ]),
  };
}

const STATEMENTS = {
  vote: 'who it will vote for',
  approval: 'how it will vote on a team',
  team: 'whom it will propose',
  card: 'which card it will play',
  goods: 'what it has packed',
  inspection: 'whom it will inspect or let pass',
  claim: 'which character it holds',
} as const;

/** What players said they would do, or had, against what they did; null when no statement was read. */
export function statementTable(kinds: readonly GameTalk[]): TalkTable | null {
  const rows = kinds.flatMap(({ game, statements }) =>
    statements
      .filter(({ read }) => read > 0)
      .map(({ kind, read, contradicted }) => [
        gameById(game).title,
        STATEMENTS[kind],
        String(read),
        String(contradicted),
        shareText(contradicted, read),
      ]),
  );
  if (rows.length === 0) return null;
  return {
    title: 'Speech against action',
    head: ['game', 'a player says', 'statements read', 'contradicted', 'share'],
    rows,
  };
}

/** Forced and corrected answers by kind of decision; null when no answer was illegal. */
export function forcedTable(kinds: readonly GameTalk[]): TalkTable | null {
  const rows = kinds.flatMap(({ game, answers }) =>
    answers
      .filter(({ forced, corrected }) => forced + corrected > 0)
      .map(({ kind, asked, forced, corrected }) => [
        gameById(game).title,
        kind,
        String(asked),
        String(forced),
        shareText(forced, asked),
        String(corrected),
      ]),
  );
  if (rows.length === 0) return null;
  return {
    title: 'Illegal answers by kind of decision',
    head: ['game', 'decision', 'asked', 'forced', 'share', 'corrected in time'],
    rows,
  };
}

/** Lines on how to read the tables above. */
export const TALK_NOTES: readonly string[] = [
  'Parroting: word 5-gram Jaccard overlap of an utterance with the one just before it by another player in the same discussion. An utterance of fewer than five words has no value and is counted as too short.',
  'Copied whole: share of the measured with an overlap of 1. Any earlier: the mean of the greatest overlap with anything another player said in the discussion; own earlier: with anything of the speaker’s own.',
  'Of one template: utterances that are alike once names and numbers are left out, as a share of those of five words or more; the most repeated template of each game.',
];
