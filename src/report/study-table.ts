import Table from 'cli-table3';
import type { TableCell } from '../loop/judge.js';
import type { RoundReport, StudyReport } from './study.js';

const SLOT_ORDER = ['alt', 'main', 'focal'] as const;

/** `37 %`, or one decimal below 10 games' resolution. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

/** `+12`, `−3`, `0`: percentage points, with a real minus sign. */
export function points(share: number): string {
  const value = Math.round(share * 100);
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0';
}

function pValue(p: number): string {
  return p < 0.001 ? '<0.001' : p.toFixed(3);
}

function rateText(cell: TableCell): string {
  if (cell.rate === null) return 'no game';
  return `${percent(cell.rate.estimate)} [${Math.round(cell.rate.low * 100)}, ${Math.round(cell.rate.high * 100)}]`;
}

function changeText(cell: TableCell): string {
  if (!cell.compared) return 'baseline';
  if (cell.change === null || cell.adjustedP === null) return 'no pair';
  const { estimate, low, high } = cell.change;
  const needed = cell.verdict === 'not enough games' ? (cell.pairsNeeded?.estimate ?? null) : null;
  const more = needed === null ? '' : ` (${needed}+ pairs)`;
  return `${points(estimate)} [${points(low)}, ${points(high)}]  p ${pValue(cell.adjustedP)}, ${cell.pairs} pairs\n${cell.verdict}${more}`;
}

function forcedText(cells: readonly TableCell[]): string {
  const asked = cells.reduce((sum, cell) => sum + cell.asked, 0);
  const forced = cells.reduce((sum, cell) => sum + cell.forced, 0);
  return asked === 0 ? '–' : forced === 0 ? '0 %' : `${((100 * forced) / asked).toFixed(1)} %`;
}

function voidText(cells: readonly TableCell[]): string {
  const started = cells.reduce((sum, cell) => sum + cell.started, 0);
  const voids = cells.reduce((sum, cell) => sum + cell.voids, 0);
  return `${voids}/${started}`;
}

function playbookText(round: RoundReport): string {
  if (round.round === 0) return 'none';
  const version = round.playbook === null ? 'none' : (/@(v\d+)$/.exec(round.playbook)?.[1] ?? round.playbook);
  return round.reflection?.rejected == null ? version : `${version} (kept)`;
}

function slotTitle(report: StudyReport, slot: (typeof SLOT_ORDER)[number]): string {
  if (report.sides === null || slot === 'focal') return 'focal seat won';
  return `${slot}: ${report.sides[slot]} won`;
}

/** The study's table as text for a terminal or a log. */
export function studyTable(report: StudyReport): string {
  const slots = SLOT_ORDER.filter((slot) =>
    report.rounds.some((round) => round.cells.some((cell) => cell.slot === slot)),
  );
  const table = new Table({
    head: [
      'round',
      'playbook',
      ...slots.flatMap((slot) => [`${slotTitle(report, slot)} [95 %]`, 'change in points [95 %]']),
      'forced',
      'void',
      'parroting',
    ],
    style: { head: [], border: [] },
  });
  for (const round of report.rounds) {
    const cells = slots.map((slot) => round.cells.find((cell) => cell.slot === slot));
    table.push([
      `R${round.round}`,
      playbookText(round),
      ...cells.flatMap((cell) => (cell === undefined ? ['–', '–'] : [rateText(cell), changeText(cell)])),
      forcedText(round.cells),
      voidText(round.cells),
      round.parroting.mean === null ? '–' : round.parroting.mean.toFixed(3),
    ]);
  }
  return table.toString();
}

/** Lines under the table that say how to read it. */
export function studyNotes(report: StudyReport): string[] {
  const notes = [
    `Change: same seeds without the playbook, paired; interval unadjusted. p: exact McNemar, Holm over ${report.family} ` +
      `${report.family === 1 ? 'cell' : 'cells'}; the verdict follows it at ${percent(report.alpha)}.`,
  ];
  for (const round of report.rounds) {
    const rejected = round.reflection?.rejected;
    if (rejected != null) {
      notes.push(
        `R${round.round}: the reflection was rejected (${rejected}); ${round.playbook ?? 'no playbook'} stayed in use.`,
      );
    }
    const imbalance = round.cells.filter((cell) => cell.compared && cell.pairs < cell.started);
    for (const cell of imbalance) {
      notes.push(
        `R${round.round} ${cell.slot}: ${cell.pairs} of ${cell.started} pairs are complete; void games are retried by the same command.`,
      );
    }
  }
  return notes;
}
