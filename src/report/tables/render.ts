import { cleanLine } from '../../base/text.js';
import { csvLine } from '../exchange/csv.js';
import type { CsvValue } from '../exchange/csv.js';
import { points } from '../study-table.js';
import type { Figure, PaperTable, Unit } from './paper-table.js';

/** Forms a table can be printed in. */
export const TABLE_FORMATS = ['md', 'latex', 'csv'] as const;

/** One of {@link TABLE_FORMATS}. */
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** What is said above a table with simulated players. */
export const SIMULATED_LABEL = 'Simulated players: not all of these results are of language models.';

function number(value: number, unit: Unit): string {
  switch (unit) {
    case 'share':
      return (value * 100).toFixed(0);
    case 'points':
      return points(value);
    case 'overlap':
      return value.toFixed(3);
    case 'count':
      return String(value);
    case 'dollars':
      return `$${value.toFixed(2)}`;
  }
}

/** A figure as text: `37 [24, 52] (+12 [2, 21], better)`, a range `13 to 24`. */
export function figureText(figure: Figure | null): string {
  if (figure === null) return '–';
  const { unit, value, low, high, change, verdict } = figure;
  const ends = low === null || high === null ? null : ([number(low, unit), number(high, unit)] as const);
  if (value === null)
    return ends === null ? (unit === 'dollars' ? 'unknown' : '–') : `${ends[0]} to ${ends[1]}`;
  const interval = ends === null ? '' : ` [${ends[0]}, ${ends[1]}]`;
  const parts = [
    ...(change === null
      ? []
      : [`${points(change.estimate)} [${points(change.low)}, ${points(change.high)}]`]),
    ...(verdict === null ? [] : [verdict]),
  ];
  return `${number(value, unit)}${interval}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`;
}

/** Text as it stands in a cell of a Markdown table. */
export function markdownText(text: string): string {
  return cleanLine(text)
    .replace(/[\\`*_{}[\]#|~^$!]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function markdown(table: PaperTable): string {
  const head = [...table.labelHeads, ...table.columns];
  const line = (cells: readonly string[]): string => `| ${cells.map(markdownText).join(' | ')} |`;
  return [
    `**${markdownText(table.title)}** (${table.runs.length === 1 ? 'run' : 'runs'} ${table.runs.map((run) => run.slice(0, 8)).join(', ')})`,
    '',
    ...(table.simulated ? [`*${SIMULATED_LABEL}*`, ''] : []),
    line(head),
    `|${head.map((_, at) => (at < table.labelHeads.length ? ' --- |' : ' ---: |')).join('')}`,
    ...table.rows.map(({ labels, figures }) => line([...labels, ...figures.map(figureText)])),
    '',
    ...table.notes.flatMap((note) => [markdownText(note), '']),
  ].join('\n');
}

const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  '%': '\\%',
  _: '\\_',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '"': '\\textquotedbl{}',
  '−': '$-$',
  '±': '$\\pm$',
  '×': '$\\times$',
  '–': '--',
  '’': "'",
};

/** Text as it stands in a LaTeX document that knows UTF-8, with nothing left that commands. */
export function latexText(text: string): string {
  return cleanLine(text).replace(/[\\{}$&#%_~^<>|"−±×–’]/g, (sign) => LATEX[sign] ?? sign);
}

function latex(table: PaperTable): string {
  // A bracket that begins a row would be read as an option of the line end before it.
  const cell = (text: string): string => {
    const escaped = latexText(text);
    return /^[[*]/.test(escaped) ? `{}${escaped}` : escaped;
  };
  const line = (cells: readonly string[]): string => `${cells.map(cell).join(' & ')} \\\\`;
  const simulated = table.simulated ? ` \\textbf{${SIMULATED_LABEL}}` : '';
  return [
    '% needs \\usepackage{booktabs}',
    ...(table.simulated ? [`% ${SIMULATED_LABEL}`] : []),
    '\\begin{table}',
    '\\centering',
    `\\caption{${latexText(table.title)} (${table.runs.map((run) => run.slice(0, 8)).join(', ')}).${simulated} ${table.notes.map(latexText).join(' ')}}`,
    `\\begin{tabular}{${'l'.repeat(table.labelHeads.length)}${'r'.repeat(table.columns.length)}}`,
    '\\toprule',
    line([...table.labelHeads, ...table.columns]),
    '\\midrule',
    ...table.rows.map(({ labels, figures }) => line([...labels, ...figures.map(figureText)])),
    '\\bottomrule',
    '\\end{tabular}',
    '\\end{table}',
    '',
  ].join('\n');
}

/** Columns of the CSV form after the labels: a line for each figure. */
export const FIGURE_COLUMNS = [
  'column',
  'unit',
  'value',
  'low',
  'high',
  'change',
  'change_low',
  'change_high',
  'verdict',
] as const;

function csv(table: PaperTable, withHead: boolean): string {
  const head = ['kind', 'table', 'runs', 'simulated', 'published', ...table.labelHeads, ...FIGURE_COLUMNS];
  const lines = table.rows.flatMap(({ labels, figures, published }) =>
    figures.flatMap((figure, at): CsvValue[][] => {
      if (figure === null) return [];
      const { unit, value, low, high, change, verdict } = figure;
      return [
        [
          table.kind,
          table.title,
          table.runs.join(' '),
          String(table.simulated),
          String(published),
          ...labels,
          table.columns[at] ?? '',
          unit,
          value,
          low,
          high,
          change?.estimate ?? null,
          change?.low ?? null,
          change?.high ?? null,
          verdict,
        ],
      ];
    }),
  );
  return [...(withHead ? [head] : []), ...lines].map((line) => csvLine(line)).join('');
}

/** Tables as text. In CSV those of one kind share their head. */
export function renderTables(tables: readonly PaperTable[], format: TableFormat): string {
  switch (format) {
    case 'md':
      return tables.map(markdown).join('\n');
    case 'latex':
      return tables.map(latex).join('\n');
    case 'csv':
      return tables.map((table, at) => csv(table, tables[at - 1]?.kind !== table.kind)).join('');
  }
}
