import type { StudyReport } from '../report/study.js';
import { matrices, netTable, studyNotes, studyTable } from '../report/study-table.js';
import { commandText, dbOption, playbooksOption } from './command-text.js';
import type { Io } from './io.js';
import { jsonText } from './json-text.js';
import { compactNumber, duration } from './progress.js';

/** How a study is printed. */
export interface PrintStudy {
  readonly io: Io;
  readonly json: boolean;
  readonly db: string;
  readonly playbooks: string;
  /** Wall time of this command; null when the run was not run just now. */
  readonly seconds: number | null;
}

function heading(report: StudyReport): string {
  const titles = Object.values(report.games).map(({ title }) => title);
  const what = titles.length <= 3 ? titles.join(', ') : `${titles.length} games`;
  const who =
    report.model === report.opponent
      ? `${report.model} in self-play`
      : `${report.model} against ${report.opponent}`;
  const writer = report.reflector === report.model ? '' : `, playbook by ${report.reflector}`;
  const how = report.strategy === 'playbook' ? '' : `, strategy ${report.strategy}`;
  const arm = report.arm === 'iterate' ? '' : `${report.arm}, `;
  return `${arm}${what}: ${who}${writer}${how}, study seed ${report.seed}, run ${report.run}`;
}

function usageLine(report: StudyReport): string | null {
  const sum = (key: 'calls' | 'faults' | 'input' | 'cachedInput' | 'output' | 'uncounted'): number =>
    report.usage.reduce((total, round) => total + round[key], 0);
  if (sum('calls') + sum('faults') === 0) return null;
  const uncounted = sum('uncounted');
  if (uncounted === sum('calls')) {
    return `Model: ${sum('calls')} calls, ${sum('faults')} faults; the server reported no token counts.`;
  }
  const byRound = report.usage
    .map(
      ({ input, cachedInput, output }, round) => `R${round} ${compactNumber(input + cachedInput + output)}`,
    )
    .join(', ');
  return (
    `Model: ${sum('calls')} calls, ${sum('faults')} faults; tokens: ${compactNumber(sum('input'))} in, ` +
    `${compactNumber(sum('cachedInput'))} cached, ${compactNumber(sum('output'))} out` +
    `${uncounted > 0 ? ` (${uncounted} calls reported none)` : ''}; by round: ${byRound}.`
  );
}

/** Prints a study's table, or its JSON form, on standard output. */
export function printStudy(report: StudyReport, { io, json, db, playbooks, seconds }: PrintStudy): void {
  if (json) {
    io.out(jsonText(report));
    return;
  }
  const last = report.reflections.findLast(({ control }) => control === null)?.inUse ?? null;
  const usage = usageLine(report);
  const net = netTable(report);
  const further = [
    commandText(['show', report.run.slice(0, 8), ...dbOption(db)]),
    ...(last === null ? [] : [commandText(['playbook', 'show', last, ...playbooksOption(playbooks)])]),
  ];
  const lines = [
    heading(report),
    ...(report.simulated ? ['simulated players: no language model took part in these results'] : []),
    '',
    studyTable(report),
    ...(net === null ? [] : ['', 'Net of the placebo (the same seeds, paired):', net]),
    ...matrices(report).flatMap(({ title, text }) => ['', `Change in points, ${title}:`, text]),
    ...studyNotes(report),
    ...(usage === null ? [] : [usage]),
    '',
    ...(last === null ? [] : [`Playbook: ${last}, in ${playbooks}/${last.replace('@', '/')}.md`]),
    `Store: ${db}${seconds === null ? '' : `  (${duration(seconds)})`}`,
    `Look further: ${further.join('; ')}`,
  ];
  io.out(`${lines.join('\n')}\n`);
}
