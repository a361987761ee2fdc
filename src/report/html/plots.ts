/**
 * Plots as inline SVG, by Observable Plot on a document that is no browser's. Loading the two takes longer than
 * most commands, so only what draws imports this module.
 */
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { cleanLine, shorten } from '../../base/text.js';
import { COLOURS } from './page.js';

/** What is used of an SVG element. */
interface Drawing {
  setAttribute(name: string, value: string): void;
  readonly outerHTML: string;
}

const WIDTH = 760;
const ROW = 24;
/** Characters of a label, and what one takes in pixels at 12 px. */
const LABEL = 52;
const CHARACTER = 6.6;

function label(text: string, most = LABEL): string {
  return shorten(cleanLine(text), most);
}

function marginFor(labels: readonly string[]): number {
  return 24 + Math.ceil(CHARACTER * Math.max(0, ...labels.map((text) => text.length)));
}

function draw(options: Plot.PlotOptions, title: string): string {
  // The types of a browser's document are no part of this project's.
  const { document } = parseHTML('<!doctype html><html><body></body></html>') as unknown as {
    readonly document: never;
  };
  const drawing = Plot.plot({
    ...options,
    document,
    ariaLabel: cleanLine(title),
  }) as unknown as Drawing;
  drawing.setAttribute('role', 'img');
  return drawing.outerHTML;
}

/** A value with its interval. */
export interface IntervalRow {
  readonly label: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** How values are written on a scale. */
export interface Scale {
  readonly text: (value: number) => string;
  /** The ends of the scale; found from the values when absent. */
  readonly domain?: readonly [number, number];
  /** A value that is marked by a line, such as no change. */
  readonly mark?: number;
}

/** Shares as percent, from 0 to 100 %. */
export const PERCENT: Scale = { text: (value) => `${Math.round(value * 100)} %`, domain: [0, 1] };

/** Whole numbers. */
export const WHOLE: Scale = { text: (value) => String(Math.round(value)) };

/** Values with their intervals, a row each, on one scale; null when there is nothing to draw. */
export function intervalPlot(rows: readonly IntervalRow[], title: string, scale: Scale): string | null {
  if (rows.length === 0) return null;
  const labels = rows.map((row) => label(row.label));
  const points = rows.map((row, index) => ({ ...row, index, label: labels[index] ?? '' }));
  const said = ({ label: name, value, low, high }: IntervalRow): string =>
    `${name}: ${scale.text(value)} [${scale.text(low)}, ${scale.text(high)}]`;
  return draw(
    {
      width: WIDTH,
      height: rows.length * ROW + 46,
      marginLeft: marginFor(labels),
      marginTop: 6,
      marginBottom: 40,
      marginRight: 24,
      x: {
        grid: true,
        label: null,
        ticks: 6,
        tickFormat: scale.text,
        ...(scale.domain === undefined ? {} : { domain: scale.domain }),
      },
      y: {
        type: 'band',
        label: null,
        tickSize: 0,
        domain: points.map(({ index }) => index),
        tickFormat: (index: number) => labels[index] ?? '',
      },
      marks: [
        ...(scale.mark === undefined ? [] : [Plot.ruleX([scale.mark], { strokeOpacity: 0.6 })]),
        Plot.ruleY(points, { y: 'index', x1: 'low', x2: 'high', stroke: COLOURS.blue, strokeWidth: 2 }),
        Plot.dot(points, { x: 'value', y: 'index', r: 4, fill: COLOURS.blue, title: said }),
      ],
    },
    title,
  );
}

/** Names and values of a grid. */
export interface Grid {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** By row, then by column; null where there is none. */
  readonly values: readonly (readonly (number | null)[])[];
  /** What is written in a cell. */
  readonly text: (value: number, row: number, column: number) => string;
  /** The value without a colour, and the distance from it that has the full one. */
  readonly centre: number;
  readonly reach: number;
}

const CELL = 34;

/**
 * Numbers in a grid, coloured by their distance from a centre: blue above, orange below. Null when there are fewer
 * than two rows or no column.
 */
export function heatMap({ rows, columns, values, text, centre, reach }: Grid, title: string): string | null {
  if (rows.length < 2 || columns.length === 0) return null;
  const names = rows.map((row) => label(row, 32));
  const heads = columns.map((column) => label(column, 20));
  const cells = values.flatMap((row, down) =>
    row.flatMap((value, across) =>
      value === null ? [] : [{ down, across, value, text: text(value, down, across) }],
    ),
  );
  const longest = Math.max(...cells.map((cell) => cell.text.length), 6);
  const marginLeft = marginFor(names);
  const marginTop = 20 + Math.ceil(CHARACTER * 0.55 * Math.max(...heads.map((head) => head.length)));
  return draw(
    {
      width: marginLeft + columns.length * Math.max(CELL, longest * CHARACTER + 14) + 70,
      height: marginTop + rows.length * CELL + 10,
      marginLeft,
      marginTop,
      marginRight: 70,
      marginBottom: 10,
      padding: 0.06,
      x: {
        type: 'band',
        axis: 'top',
        label: null,
        tickSize: 0,
        tickRotate: -30,
        domain: heads.map((_, index) => index),
        tickFormat: (index: number) => heads[index] ?? '',
      },
      y: {
        type: 'band',
        label: null,
        tickSize: 0,
        domain: names.map((_, index) => index),
        tickFormat: (index: number) => names[index] ?? '',
      },
      marks: [
        Plot.cell(cells, {
          x: 'across',
          y: 'down',
          fill: ({ value }: { readonly value: number }) => (value >= centre ? COLOURS.blue : COLOURS.orange),
          // At the full colour the page's own ink can still be read on it.
          fillOpacity: ({ value }: { readonly value: number }) =>
            Math.min(0.62, (0.62 * Math.abs(value - centre)) / reach),
          title: ({ down, across, text: words }: (typeof cells)[number]) =>
            `${names[down] ?? ''}, ${heads[across] ?? ''}: ${words}`,
        }),
        Plot.text(cells, { x: 'across', y: 'down', text: 'text', fill: 'currentColor' }),
      ],
      // Colours and opacities are given as they are.
      color: { type: 'identity' },
      opacity: { type: 'identity' },
    },
    title,
  );
}

/** Points of one kind, with the colour and the sign that tell them from others. */
export interface Series {
  readonly name: string;
  readonly points: readonly SeriesPoint[];
}

/** A point of a series. */
export interface SeriesPoint extends IntervalRow {
  /** Place on the horizontal axis: an index into the labels of the axis, or a value. */
  readonly x: number;
  /** True when a line leads here from the point before. */
  readonly joined: boolean;
}

const SIGNS = [
  { symbol: 'circle', sign: '●', colour: COLOURS.blue },
  { symbol: 'triangle', sign: '▲', colour: COLOURS.orange },
  { symbol: 'square', sign: '■', colour: COLOURS.green },
  { symbol: 'diamond', sign: '◆', colour: COLOURS.purple },
] as const;

/** The sign and colour of a series by its place among them. */
export function signOf(place: number): (typeof SIGNS)[number] {
  return SIGNS[place % SIGNS.length] as (typeof SIGNS)[number];
}

function seriesMarks(series: readonly Series[], scale: Scale, sideways: number): Plot.Markish[] {
  return series.flatMap(({ name, points }, place): Plot.Markish[] => {
    const { symbol, colour } = signOf(place);
    // Beside one another, so that intervals of the same place do not hide each other.
    const at = points.map((point) => ({
      ...point,
      x: point.x + sideways * (place - (series.length - 1) / 2),
    }));
    return [
      Plot.line(
        at.filter(({ joined }) => joined),
        { x: 'x', y: 'value', stroke: colour, strokeOpacity: 0.6, strokeWidth: 1.5 },
      ),
      Plot.ruleX(at, { x: 'x', y1: 'low', y2: 'high', stroke: colour, strokeWidth: 2, strokeOpacity: 0.7 }),
      Plot.dot(at, {
        x: 'x',
        y: 'value',
        r: 4.5,
        symbol,
        fill: colour,
        title: ({ label: where, value, low, high }: SeriesPoint) =>
          `${name}, ${where}: ${scale.text(value)} [${scale.text(low)}, ${scale.text(high)}]`,
      }),
    ];
  });
}

/** Shares with their intervals over labelled places, such as rounds; null when there is nothing to draw. */
export function seriesPlot(
  places: readonly string[],
  series: readonly Series[],
  title: string,
): string | null {
  if (!series.some(({ points }) => points.length > 0)) return null;
  const names = places.map((place) => label(place, 18));
  return draw(
    {
      width: Math.min(WIDTH, 120 + places.length * 110),
      height: 300,
      marginLeft: 56,
      marginTop: 16,
      marginBottom: 36,
      x: {
        domain: [-0.5, places.length - 0.5],
        ticks: places.map((_, index) => index),
        tickFormat: (index: number) => names[index] ?? '',
        label: null,
      },
      y: { domain: [0, 1], grid: true, label: null, ticks: 5, tickFormat: PERCENT.text },
      marks: seriesMarks(series, PERCENT, 0.14),
    },
    title,
  );
}

/** Shares with their intervals over another measure from 0 to 1, each point with its label; null for no point. */
export function scatterPlot(series: readonly Series[], xLabel: string, title: string): string | null {
  const points = series.flatMap((each) =>
    each.points.map((point) => ({ ...point, label: label(point.label, 24) })),
  );
  if (points.length === 0) return null;
  const [nearest, furthest] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))];
  const room = Math.max(0.02, 0.15 * (furthest - nearest));
  return draw(
    {
      width: WIDTH,
      height: 340,
      marginLeft: 56,
      marginTop: 16,
      marginBottom: 44,
      marginRight: 90,
      x: {
        domain: [Math.max(0, nearest - room), Math.min(1, furthest + room)],
        grid: true,
        label: xLabel,
        ticks: 6,
      },
      y: { domain: [0, 1], grid: true, label: null, ticks: 5, tickFormat: PERCENT.text },
      marks: [
        ...seriesMarks(series, PERCENT, 0),
        Plot.text(points, { x: 'x', y: 'value', text: 'label', dx: 8, dy: -8, textAnchor: 'start' }),
      ],
    },
    title,
  );
}
