import type { ColumnType, ExportColumn } from '../../store/index.js';
import type { StudyReport } from '../study.js';
import type { CsvValue } from './csv.js';

const COLUMNS = {
  run_id: 'text',
  simulated: 'flag',
  arm: 'text',
  game: 'text',
  player: 'text',
  source: 'text',
  round: 'whole',
  carries: 'text',
  playbooks: 'json',
  slot: 'text',
  every_seat: 'flag',
  against: 'text',
  measure: 'text',
  replicates: 'whole',
  started: 'whole',
  finished: 'whole',
  voids: 'whole',
  wins: 'whole',
  draws: 'whole',
  value: 'number',
  value_low: 'number',
  value_high: 'number',
  tied: 'number',
  pairs: 'whole',
  change: 'number',
  change_low: 'number',
  change_high: 'number',
  p: 'number',
  adjusted_p: 'number',
  verdict: 'text',
  spread: 'number',
  correlation: 'number',
  asked: 'whole',
  forced: 'whole',
  mean_turns: 'number',
  parroting: 'number',
  parroting_measured: 'whole',
} as const satisfies Readonly<Record<string, ColumnType>>;

/** Columns of the table `cells`: a study's table, a row for each of its cells. */
export const CELL_COLUMNS: readonly ExportColumn[] = Object.entries(COLUMNS).map(([name, type]) => ({
  name,
  type,
}));

type CellRow = Readonly<Record<keyof typeof COLUMNS, CsvValue>>;

/** The cells of a study's table, changes against the baseline first, then those net of the placebo. */
export function cellRows(report: StudyReport): CsvValue[][] {
  const rows = (['cells', 'net'] as const).flatMap((table) =>
    report.rows.flatMap((row) =>
      row[table].map((cell): CellRow => ({
        run_id: report.run,
        simulated: report.simulated ? 1 : 0,
        arm: report.arm,
        game: row.game,
        player: row.player,
        source: row.source,
        round: row.round,
        carries: row.carries,
        playbooks: JSON.stringify(row.playbooks),
        slot: cell.slot,
        every_seat: cell.everySeat ? 1 : 0,
        against: cell.compared ? (table === 'net' ? 'placebo' : 'baseline') : null,
        measure: cell.measure,
        replicates: cell.replicates,
        started: cell.started,
        finished: cell.finished,
        voids: cell.voids,
        wins: cell.wins,
        draws: cell.draws,
        value: cell.value?.estimate ?? null,
        value_low: cell.value?.low ?? null,
        value_high: cell.value?.high ?? null,
        tied: cell.tied,
        pairs: cell.compared ? cell.pairs : null,
        change: cell.change?.estimate ?? null,
        change_low: cell.change?.low ?? null,
        change_high: cell.change?.high ?? null,
        p: cell.p,
        adjusted_p: cell.adjustedP,
        verdict: cell.verdict,
        spread: cell.spread,
        correlation: cell.correlation,
        asked: cell.asked,
        forced: cell.forced,
        mean_turns: cell.meanTurns,
        parroting: row.parroting.mean,
        parroting_measured: row.parroting.measured,
      })),
    ),
  );
  return rows.map((row) => Object.keys(COLUMNS).map((name) => row[name as keyof CellRow]));
}
