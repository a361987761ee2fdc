import { escapeHtml } from './escape.js';

/** Characters from which the text of a cell may break into lines. */
const LONG = 60;

/** A table in words. */
export interface TableText {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A paragraph of plain text; `kind` is a class of the page's style. */
export function paragraph(text: string, kind?: 'note' | 'warning' | 'simulated'): string {
  return `<p${kind === undefined ? '' : ` class="${kind}"`}>${escapeHtml(text)}</p>`;
}

/** Notes under a table or a plot. */
export function notes(lines: readonly string[]): string {
  return lines.map((line) => paragraph(line, 'note')).join('\n');
}

function width(text: string): string {
  return text.length > LONG ? ' class="long"' : '';
}

/**
 * A table that scrolls by itself where the page is too narrow; its first column names the rows.
 *
 * @param id for a test or a link; letters, digits and hyphens
 */
export function dataTable({ title, head, rows }: TableText, id?: string): string {
  const label = escapeHtml(title);
  const body = rows.map(([first = '', ...rest]) => {
    const name = `<th scope="row"${width(first)}>${escapeHtml(first)}</th>`;
    const cells = rest.map((value) => `<td${width(value)}>${escapeHtml(value)}</td>`);
    return `<tr>${name}${cells.join('')}</tr>`;
  });
  return [
    // Reached by keyboard, so that it can be scrolled without a mouse.
    `<div class="scroll" role="region" tabindex="0" aria-label="${label}">`,
    `<table class="data"${id === undefined ? '' : ` id="${id}"`}><caption>${label}</caption>`,
    `<thead><tr>${head.map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join('')}</tr></thead>`,
    `<tbody>${body.join('\n')}</tbody></table></div>`,
  ].join('\n');
}

/** Facts by name. */
export function factList(facts: readonly (readonly [string, string])[]): string {
  const items = facts.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`);
  return `<dl>\n${items.join('\n')}\n</dl>`;
}

/** A drawing with its caption. `svg` and `caption` are HTML. */
export function figure(svg: string, caption: string): string {
  return `<figure>\n<figcaption>${caption}</figcaption>\n${svg}\n</figure>`;
}
