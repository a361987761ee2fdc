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

function rateText({ rate }: TableCell): string {
  if (rate === null) return 'no game';
  return `${percent(rate.estimate)} [${Math.round(rate.low * 100)}, ${Math.round(rate.high * 100)}]`;
}

function changeText({ compared, change }: TableCell): string {
  if (!compared) return 'baseline';
  return change === null
    ? 'no pair'
    : `${points(change.estimate)} [${points(change.low)}, ${points(change.high)}]`;
}

function verdictText({ verdict, pairsNeeded }: TableCell): string {
  if (verdict === null) return '';
  const needed = verdict === 'not enough games' ? (pairsNeeded?.estimate ?? null) : null;
  return needed === null ? verdict : `${verdict}: ${needed} pairs or more`;
}

function forcedText({ asked, forced }: TableCell): string {
  return asked === 0 ? '–' : forced === 0 ? '0 %' : `${((100 * forced) / asked).toFixed(1)} %`;
}

function playbookText(round: RoundReport): string {
  if (round.round === 0) return 'none';
  const version = round.playbook === null ? 'none' : (/@(v\d+)$/.exec(round.playbook)?.[1] ?? round.playbook);
  return round.reflection?.rejected == null ? version : `${version} (kept)`;
}

function slotTitle(report: StudyReport, slot: TableCell['slot']): string {
  return report.sides === null || slot === 'focal' ? 'focal seat' : `${slot}: ${report.sides[slot]}`;
}

/** Rules above and below the head and below the last row; none between rows. */
export const LINES = {
  top: '─',
  'top-mid': '─',
  'top-left': '',
  'top-right': '',
  bottom: '─',
  'bottom-mid': '─',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: ' ',
};

/** The study's table as text for a terminal or a log: a row for each round and judged side. */
export function studyTable(report: StudyReport): string {
  const table = new Table({
    chars: LINES,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 1 },
  });
  const head = ['round', 'playbook', 'armed side', 'won [95 %]', 'change [95 %]', 'p', 'pairs', 'verdict'];
  table.push([...head, 'forced', 'void', 'parroting']);
  for (const round of report.rounds) {
    const slots = SLOT_ORDER.filter((slot) => round.cells.some((cell) => cell.slot === slot));
    slots.forEach((slot, index) => {
      const cell = round.cells.find((candidate) => candidate.slot === slot) as TableCell;
      const first = index === 0;
      table.push([
        first ? `R${round.round}` : '',
        first ? playbookText(round) : '',
        slotTitle(report, slot),
        rateText(cell),
        changeText(cell),
        cell.adjustedP === null ? '' : pValue(cell.adjustedP),
        cell.compared ? String(cell.pairs) : '',
        verdictText(cell),
        forcedText(cell),
        `${cell.voids}/${cell.started}`,
        first && round.parroting.mean !== null ? round.parroting.mean.toFixed(3) : '',
      ]);
    });
  }
  return table.toString();
}

/** Lines under the table that say how to read it. */
export function studyNotes(report: StudyReport): string[] {
  const notes = [
    `Change in points: same seeds without the playbook, paired; interval unadjusted. p: exact McNemar, Holm over ${report.family} ` +
      `${report.family === 1 ? 'cell' : 'cells'}; the verdict follows it at ${percent(report.alpha)}.`,
  ];
  if (report.randomPlay !== null) {
    const slots = Object.entries(report.randomPlay).map(([slot, { won, drawn }]) => {
      const draws = drawn === 0 ? '' : `, drawn ${percent(drawn)}`;
      return `${slotTitle(report, slot as TableCell['slot'])} ${percent(won)}${draws}`;
    });
    notes.push(`Random play wins: ${slots.join('; ')}.`);
  }
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
