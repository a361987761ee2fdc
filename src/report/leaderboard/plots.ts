import { cleanLine } from '../../base/text.js';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text that is safe between tags and in a quoted attribute of HTML or SVG. */
export function escapeHtml(text: string): string {
  return cleanLine(text).replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}

/** One row of an interval plot. */
export interface PlotRow {
  readonly label: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

const ROW = 24;
const LABELS = 290;
const WIDTH = 720;
const MARGIN = 20;

/** Distance between grid lines that gives about five of them: 1, 2 or 5 times a power of ten. */
function gridStep(span: number): number {
  const rough = span / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power;
}

/** Values with their intervals on one scale, as SVG; null when there is nothing to draw. */
export function intervalPlot(rows: readonly PlotRow[]): string | null {
  if (rows.length === 0) return null;
  const low = Math.min(...rows.map((row) => row.low));
  const high = Math.max(...rows.map((row) => row.high));
  const span = Math.max(high - low, 1);
  const x = (value: number): string =>
    (LABELS + MARGIN + ((value - low) / span) * (WIDTH - LABELS - 2 * MARGIN)).toFixed(1);
  const height = (rows.length + 1) * ROW + MARGIN;
  const step = gridStep(span);
  const first = Math.ceil(low / step);
  const grid = Array.from(
    { length: Math.floor(high / step) - first + 1 },
    (_, index) => (first + index) * step,
  );
  const lines = grid.map(
    (value) =>
      `<line x1="${x(value)}" x2="${x(value)}" y1="0" y2="${rows.length * ROW}" stroke="#8c959f" stroke-opacity=".35"/>` +
      `<text x="${x(value)}" y="${rows.length * ROW + 18}" text-anchor="middle">${Math.round(value)}</text>`,
  );
  const marks = rows.map((row, index) => {
    const y = index * ROW + ROW / 2;
    const said = `${row.label}: ${Math.round(row.value)} [${Math.round(row.low)}, ${Math.round(row.high)}]`;
    return (
      `<g><title>${escapeHtml(said)}</title><text x="0" y="${y + 4}">${escapeHtml(row.label)}</text>` +
      `<line x1="${x(row.low)}" x2="${x(row.high)}" y1="${y}" y2="${y}" stroke="#0969da" stroke-width="2"/>` +
      `<circle cx="${x(row.value)}" cy="${y}" r="4" fill="#0969da"/></g>`
    );
  });
  return `<svg viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" role="img">${[...lines, ...marks].join('\n')}</svg>`;
}

const CELL = 46;

/** Shares from 0 to 1 in a grid, coloured by their distance from a half, as SVG; null when there is nothing to draw. */
export function heatMap(
  names: readonly string[],
  shares: readonly (readonly (number | null)[])[],
): string | null {
  if (names.length < 2) return null;
  const width = LABELS + names.length * CELL;
  const height = (names.length + 1) * CELL;
  const cells = shares.flatMap((row, down) =>
    row.map((share, across) => {
      const [x, y] = [LABELS + across * CELL, (down + 1) * CELL];
      if (share === null) return '';
      const colour = share >= 0.5 ? '#1a7f37' : '#cf222e';
      return (
        `<rect x="${x}" y="${y}" width="${CELL - 2}" height="${CELL - 2}" fill="${colour}" fill-opacity="${(1.6 * Math.abs(share - 0.5)).toFixed(3)}"/>` +
        `<text x="${x + CELL / 2}" y="${y + CELL / 2 + 4}" text-anchor="middle">${Math.round(share * 100)} %</text>`
      );
    }),
  );
  const labels = names.map(
    (name, index) =>
      `<text x="0" y="${(index + 1) * CELL + CELL / 2 + 4}">${index + 1}. ${escapeHtml(name)}</text>` +
      `<text x="${LABELS + index * CELL + CELL / 2}" y="${CELL - 12}" text-anchor="middle">${index + 1}</text>`,
  );
  return `<svg viewBox="0 0 ${width} ${height}" width="${width}" role="img">${[...labels, ...cells].join('\n')}</svg>`;
}
