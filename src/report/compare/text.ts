import { cleanLine, shorten } from '../../base/text.js';
import type { Json } from '../../base/json.js';
import { percent, points, pValue, rowLabel, slotTitle, textTable } from '../study-table.js';
import type { StudyReport } from '../study.js';
import type { ComparedCell, StudyComparison } from './compare.js';
import type { Estimate } from './independent.js';

function valueText(value: Estimate | null): string {
  if (value === null) return 'no game';
  return `${percent(value.estimate)} [${Math.round(value.low * 100)}, ${Math.round(value.high * 100)}]`;
}

function changeText(change: Estimate | null): string {
  return change === null ? '–' : `${points(change.estimate)} [${points(change.low)}, ${points(change.high)}]`;
}

function settingText(value: Json): string {
  return value === null
    ? '–'
    : shorten(cleanLine(typeof value === 'string' ? value : JSON.stringify(value)), 60);
}

function methodText({ method, pairs, shared }: ComparedCell): string {
  if (method === 'same games') return `the same ${shared} games`;
  const also = shared > 0 ? `, ${shared} the same` : '';
  return method === 'paired' ? `${pairs} pairs${also}` : `independent${also}`;
}

function verdictText({ verdict }: ComparedCell): string {
  switch (verdict) {
    case null:
      return '';
    case 'better':
      return 'second is higher';
    case 'worse':
      return 'second is lower';
    case 'no detectable change':
      return 'no detectable difference';
    case 'not enough games':
      return verdict;
  }
}

/** Two studies side by side as text. */
export function comparisonText(found: StudyComparison, games: Pick<StudyReport, 'games'>): string {
  const { cells, settings } = found;
  const head = [
    'game',
    'player',
    'round',
    'written from',
    'armed',
    'first',
    'second',
    'difference [95 %]',
    'p',
    'by',
    'verdict',
  ];
  const changes = cells.some(({ changeDifference }) => changeDifference !== null);
  const table = textTable(
    [...head, ...(changes ? ['first change', 'second change', 'difference of changes'] : [])],
    cells.map((cell) => [
      games.games[cell.row.game]?.title ?? cell.row.game,
      cell.first.player === cell.second.player
        ? cell.first.player
        : `${cell.first.player} / ${cell.second.player}`,
      rowLabel(cell.row),
      cell.row.carries === 'nothing' ? '' : (cell.row.source ?? ''),
      slotTitle(games, cell.row.game, cell),
      valueText(cell.first.value),
      valueText(cell.second.value),
      changeText(cell.difference),
      cell.adjustedP === null ? '' : pValue(cell.adjustedP),
      methodText(cell),
      verdictText(cell),
      ...(changes
        ? [changeText(cell.first.change), changeText(cell.second.change), changeText(cell.changeDifference)]
        : []),
    ]),
  );
  const { first, second, shared, together } = found.games;
  const notes = [
    'Difference: second minus first, in points. By pairs of the same seed where both played the same deals (Tango; exact McNemar or sign-flip test); ' +
      'else the two are independent (Newcombe’s method 10; Fisher’s exact or a permutation test).',
    `p: Holm over ${found.family} ${found.family === 1 ? 'cell' : 'cells'}; the verdict follows it. Intervals are unadjusted. Differences of changes are not tested.`,
    `Games: ${first} in the first, ${second} in the second, ${shared} of them the same, so ${together} together. A game that both have is evidence for neither and is left out of the differences.`,
    ...(found.sequential
      ? [
          'One of them added games until it decided: intervals and p here are for one look only, and too narrow for that.',
        ]
      : []),
    ...(found.onlyFirst.length > 0 ? [`Only in the first: ${found.onlyFirst.join('; ')}.`] : []),
    ...(found.onlySecond.length > 0 ? [`Only in the second: ${found.onlySecond.join('; ')}.`] : []),
  ];
  return [
    `First: run ${found.first}; second: run ${found.second}`,
    ...(found.simulated
      ? ['simulated players: no language model took part in some or all of these results']
      : []),
    '',
    ...(settings.length === 0
      ? ['The settings are the same.']
      : [
          'Settings that differ:',
          textTable(
            ['setting', 'first', 'second'],
            settings.map((row) => [row.name, settingText(row.first), settingText(row.second)]),
          ),
        ]),
    '',
    cells.length === 0 ? 'No row is in both of them.' : table,
    ...notes,
    '',
  ].join('\n');
}
