import { describe, expect, it } from 'vitest';
import { parseHTML } from 'linkedom';
import { escapeBlock, escapeHtml } from '../../../src/report/html/escape.js';
import { heatMap, intervalPlot, PERCENT, seriesPlot } from '../../../src/report/html/plots.js';
import { HOSTILE, hostilePage } from './hostile.js';

/** What is used of a parsed page. */
interface Found {
  readonly tagName: string;
  readonly textContent: string;
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
  querySelectorAll(selector: string): Iterable<Found>;
}

const parsed = (html: string): Found => (parseHTML(html) as unknown as { readonly document: Found }).document;

describe('escaping', () => {
  it.each(HOSTILE)('leaves of %j neither markup nor control signs', (text) => {
    for (const safe of [escapeHtml(text), escapeBlock(text)]) {
      expect(safe).not.toMatch(/[<>"']/);
      expect(safe).not.toMatch(/[\u0000-\u0008\u001b\u202a-\u202e\u2066-\u2069]/);
      expect(safe).not.toMatch(/&(?!amp;|lt;|gt;|quot;|#39;)/);
    }
  });

  it('keeps line ends in blocks only', () => {
    expect(escapeHtml('a\n <b>')).toBe('a &lt;b&gt;');
    expect(escapeBlock('a\n\t<b>')).toBe('a\n\t&lt;b&gt;');
  });
});

describe('a page of hostile texts', () => {
  const html = hostilePage();
  const page = parsed(html);

  it('has no script, no address and no handler', () => {
    const tags = new Set([...page.querySelectorAll('*')].map(({ tagName }) => tagName.toLowerCase()));
    for (const tag of ['script', 'iframe', 'img', 'link', 'object', 'form', 'base', 'b>']) {
      expect(tags.has(tag), tag).toBe(false);
    }
    for (const { attributes } of page.querySelectorAll('*')) {
      for (const { name, value } of attributes) {
        expect(name).not.toMatch(/^on|^src$/);
        if (name === 'href') expect(value).toMatch(/^#[a-z]+$/);
      }
    }
    expect(html).toContain("default-src 'none'");
  });

  it('shows the texts as texts', () => {
    const shown = [...page.querySelectorAll('pre')].map(({ textContent }) => textContent).join('\n');
    expect(shown).toContain('<script>alert("script")</script>');
    expect(shown).toContain('</style><style>body{display:none}</style>');
    // The heading is the whole of what was given as the title.
    expect([...page.querySelectorAll('h1')]).toHaveLength(1);
  });

  it('has every section and a table beside every plot', () => {
    const headings = [...page.querySelectorAll('h2')].map(({ textContent }) => textContent);
    expect(headings).toEqual([
      'Results',
      'Results by condition',
      'Transfer between games',
      'Talk',
      'Forced decisions and void games',
      'Cost by phase',
      'Playbooks',
      'How to read this',
    ]);
    for (const svg of page.querySelectorAll('svg')) {
      const attributes = Object.fromEntries([...svg.attributes].map(({ name, value }) => [name, value]));
      expect(attributes['role']).toBe('img');
      expect(attributes['aria-label']).toBeTruthy();
    }
    for (const table of page.querySelectorAll('table')) {
      expect([...table.querySelectorAll('caption')]).toHaveLength(1);
      expect([...table.querySelectorAll('th')].length).toBeGreaterThan(0);
    }
  });
});

describe('plots', () => {
  const marks = (svg: string | null, name: string): Found[] => [
    ...parsed(svg ?? '').querySelectorAll(`g[aria-label="${name}"] > *`),
  ];

  it('draw a point and an interval for each row, at its place on the scale', () => {
    const rows = [
      { label: 'a', value: 0.25, low: 0, high: 0.5 },
      { label: 'a', value: 0.75, low: 0.5, high: 1 },
    ];
    const svg = intervalPlot(rows, 'title', PERCENT);
    const points = marks(svg, 'dot').map(({ attributes }) =>
      Object.fromEntries([...attributes].map(({ name, value }) => [name, Number(value)])),
    );
    expect(points).toHaveLength(2);
    const intervals = marks(svg, 'rule').map(({ attributes }) =>
      Object.fromEntries([...attributes].map(({ name, value }) => [name, Number(value)])),
    );
    // A quarter and three quarters of the way from 0 to 1, which are the ends of the intervals.
    const [left, right] = [intervals[0]?.['x1'] ?? 0, intervals[1]?.['x2'] ?? 0];
    expect(points[0]?.['cx']).toBeCloseTo(left + (right - left) / 4, 6);
    expect(points[1]?.['cx']).toBeCloseTo(left + (3 * (right - left)) / 4, 6);
    // Rows of the same name stay two.
    expect(points[0]?.['cy']).not.toBe(points[1]?.['cy']);
  });

  it('leave out what is not there', () => {
    expect(intervalPlot([], 'none', PERCENT)).toBeNull();
    expect(seriesPlot(['R0'], [{ name: 'alt', points: [] }], 'none')).toBeNull();
    const grid = {
      rows: ['a', 'b'],
      columns: ['a', 'b'],
      values: [
        [null, 0.7],
        [0.3, null],
      ],
      text: PERCENT.text,
      centre: 0.5,
      reach: 0.5,
    };
    expect(heatMap({ ...grid, rows: ['a'] }, 'one')).toBeNull();
    const svg = heatMap(grid, 'two');
    expect(marks(svg, 'cell')).toHaveLength(2);
    expect(marks(svg, 'text').map(({ textContent }) => textContent)).toEqual(['70 %', '30 %']);
  });
});
