import { cleanText } from '../../base/text.js';
import type { ColumnType } from '../../store/index.js';

/** A value of a table that is written out. */
export type CsvValue = string | number | boolean | null;

/**
 * What a spreadsheet may take for a formula: the signs that begin one, their full-width forms, and the tab and line
 * ends that some programs skip before them.
 */
const FORMULA = /^[\s]*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** Controls and invisible marks, as JSON text may hold them, line ends too. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

function escaped(character: string): string {
  return Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
}

/** JSON text in which nothing could command a terminal or break a line; the same value. */
export function safeJson(text: string): string {
  return text.replace(UNSEEN, escaped);
}

/**
 * A field by RFC 4180. Text is cleaned of control characters, and text that a spreadsheet might run as a formula
 * begins with an apostrophe, which is how spreadsheets mark text.
 */
export function csvField(value: CsvValue, type: ColumnType = 'text'): string {
  if (value === null) return '';
  if (type === 'flag') return value === 1 || value === true ? 'true' : 'false';
  if (typeof value !== 'string') return String(value);
  const clean = type === 'json' ? safeJson(value) : cleanText(value);
  const text = FORMULA.test(clean) ? `'${clean}` : clean;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of fields, with its end. */
export function csvLine(values: readonly CsvValue[], types: readonly ColumnType[] = []): string {
  return `${values.map((value, at) => csvField(value, types[at])).join(',')}\n`;
}
