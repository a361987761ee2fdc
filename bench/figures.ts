import Table from 'cli-table3';

/** What a figure must reach and should aim at: at most these, or at least these. */
export type Target =
  { readonly atMost: number; readonly aim?: number } | { readonly atLeast: number; readonly aim?: number };

/** One measured figure. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  /** Seconds (`s`) and milliseconds (`ms`) are also printed as multiples of the machine's unit. */
  readonly unit: string;
  /** The published reference implementation's figure, in the same unit; absent where none is published. */
  readonly reference?: number;
  readonly target?: Target;
  /** What one machine unit took around this measurement, in milliseconds; given with times that had CPU to themselves. */
  readonly machineMs?: number;
  /** Counted, not timed: the same on every machine, so a miss is a fault and not noise. */
  readonly counted?: boolean;
  readonly note?: string;
}

/** A heading and the figures under it. */
export interface Section {
  readonly title: string;
  readonly figures: readonly Figure[];
}

/** How a figure stands against its target. */
export type Standing = 'aim' | 'reached' | 'missed' | null;

/** {@link Standing} of a figure; null without a target. */
export function standingOf({ value, target }: Figure): Standing {
  if (target === undefined) return null;
  const within = (bound: number): boolean => ('atMost' in target ? value <= bound : value >= bound);
  if (target.aim !== undefined && within(target.aim)) return 'aim';
  return within('atMost' in target ? target.atMost : target.atLeast) ? 'reached' : 'missed';
}

/** The figure as a multiple of the machine's unit; null where it is no time. */
export function machineUnits({ value, unit, machineMs }: Figure): number | null {
  if (machineMs === undefined || (unit !== 'ms' && unit !== 's')) return null;
  return (unit === 's' ? value * 1000 : value) / machineMs;
}

/** Three significant digits, thousands separated. */
function digits(value: number): string {
  if (value === 0) return '0';
  if (Math.abs(value) < 1e-4) return value.toExponential(0);
  const places = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  const rounded = places > 0 ? value : Number(value.toPrecision(3));
  return rounded.toLocaleString('en-US', {
    minimumFractionDigits: 0,
    maximumFractionDigits: Math.min(4, places),
  });
}

function amount(value: number, unit: string): string {
  return `${digits(value)} ${unit}`;
}

function targetText({ target, unit }: Figure): string {
  if (target === undefined) return '';
  const [sign, bound] = 'atMost' in target ? ['≤', target.atMost] : ['≥', target.atLeast];
  const aim = target.aim === undefined ? '' : ` (aim ${digits(target.aim)})`;
  return `${sign} ${amount(bound, unit)}${aim}`;
}

const STANDING_TEXT = { aim: 'aim reached', reached: 'reached', missed: 'MISSED' } as const;

/** The figures of a section as a table. */
export function sectionText({ title, figures }: Section): string {
  const table = new Table({
    head: ['what', 'measured', 'published reference', 'must reach', '', 'machine units'],
    style: { head: [], border: [] },
    colAligns: ['left', 'right', 'right', 'right', 'left', 'right'],
  });
  for (const figure of figures) {
    const { what, value, unit, reference, note } = figure;
    const standing = standingOf(figure);
    const units = machineUnits(figure);
    table.push([
      note === undefined ? what : `${what}\n  ${note}`,
      amount(value, unit),
      reference === undefined ? '' : amount(reference, unit),
      targetText(figure),
      standing === null ? '' : STANDING_TEXT[standing],
      units === null ? '' : digits(units),
    ]);
  }
  return `${title}\n${table.toString()}\n`;
}
