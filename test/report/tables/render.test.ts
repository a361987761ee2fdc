import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PUBLISHED_FIGURES } from '../../../src/report/published/figures.js';
import { publishedRows } from '../../../src/report/tables/beside.js';
import type { Figure, PaperTable } from '../../../src/report/tables/paper-table.js';
import {
  figureText,
  latexText,
  markdownText,
  renderTables,
  SIMULATED_LABEL,
} from '../../../src/report/tables/render.js';

const share: Figure = {
  unit: 'share',
  value: 0.37,
  low: 0.24,
  high: 0.52,
  change: { estimate: 0.12, low: -0.02, high: 0.21 },
  verdict: 'no detectable change',
};

const HOSTILE =
  '\\input{/etc/passwd} $x$ 50% #1 a_b ^ ~ {} & | <script>alert(1)</script> `rm` [x](http://e) =1+1 \u001b[31m';

function table(simulated: boolean): PaperTable {
  return {
    kind: 'within-game',
    title: `A table of ${HOSTILE}`,
    runs: ['0123456789abcdef0123'],
    simulated,
    labelHeads: ['player', 'game'],
    columns: ['R0', 'R1'],
    rows: [
      { labels: [HOSTILE, '[The Resistance]'], figures: [share, null], published: false },
      {
        labels: ['GPT-5 (published)', ''],
        figures: [null, { ...share, change: null, verdict: null, value: null }],
        published: true,
      },
    ],
    notes: [`Note ${HOSTILE}`],
  };
}

describe('a figure', () => {
  it.each<[Figure | null, string]>([
    [share, '37 [24, 52] (+12 [−2, +21], no detectable change)'],
    [{ ...share, change: null, verdict: null }, '37 [24, 52]'],
    [{ ...share, low: null, high: null, change: null, verdict: null }, '37'],
    [
      { ...share, unit: 'points', value: null, low: 0.13, high: 0.24, change: null, verdict: null },
      '+13 to +24',
    ],
    [{ unit: 'dollars', value: null, low: null, high: null, change: null, verdict: null }, 'unknown'],
    [{ unit: 'overlap', value: 0.0514, low: null, high: null, change: null, verdict: null }, '0.051'],
    [null, '–'],
  ])('%o is printed %s', (figure, text) => {
    expect(figureText(figure)).toBe(text);
  });
});

describe('a table', () => {
  it.each(['md', 'latex', 'csv'] as const)('says in %s that players are simulated', (format) => {
    const text = renderTables([table(true)], format);
    if (format === 'csv') expect(text.split('\n')[1]).toContain(',true,false,');
    else expect(text).toContain(SIMULATED_LABEL);
    expect(renderTables([table(false)], format)).not.toContain(SIMULATED_LABEL);
  });

  it('has as many cells in every Markdown line as in its head, whatever the words', () => {
    const rows = renderTables([table(true)], 'md')
      .split('\n')
      .filter((line) => line.startsWith('|'));
    const cells = rows.map((row) => row.replace(/\\./g, '').split('|').length);
    expect(rows).toHaveLength(4);
    expect(new Set(cells)).toEqual(new Set([6]));
    expect(rows.join()).not.toContain('<script>');
  });

  it('has as many cells in every LaTeX row, and none that begins like an option', () => {
    const text = renderTables([table(true)], 'latex');
    const body = text.slice(text.indexOf('\\midrule'), text.indexOf('\\bottomrule')).split('\n').slice(1, -1);
    for (const row of body) expect(row.replace(/\\&/g, '').split('&')).toHaveLength(4);
    expect(text).toContain('{}[The Resistance]');
    expect(text).not.toContain('\\input');
  });

  it('has one line a figure in CSV, with one head for tables of a kind', () => {
    const lines = renderTables([table(true), table(false)], 'csv')
      .trimEnd()
      .split('\n');
    expect(lines[0]).toBe(
      'kind,table,runs,simulated,published,player,game,column,unit,value,low,high,change,change_low,change_high,verdict',
    );
    expect(lines).toHaveLength(5);
    expect(lines[1]).toMatch(/,R0,share,0\.37,0\.24,0\.52,0\.12,-0\.02,0\.21,no detectable change$/);
  });
});

describe('escaping', () => {
  it('leaves no command in LaTeX but those it writes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const bare = latexText(text)
          .replace(
            /\\(textbackslash|textasciitilde|textasciicircum|textless|textgreater|textbar|textquotedbl)\{\}/g,
            '',
          )
          .replace(/\$(-|\\pm|\\times)\$/g, '')
          .replace(/\\[{}$&#%_]/g, '');
        expect(bare).not.toMatch(/[\\{}$&#%_~^\n]/);
      }),
    );
  });

  it('leaves no mark-up in Markdown', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(
          markdownText(text)
            .replace(/\\./g, '')
            .replace(/&(amp|lt|gt);/g, ''),
        ).not.toMatch(/[\\`*_{}[\]#|<>\n]/);
      }),
    );
  });
});

describe('published figures', () => {
  /** The paper's, typed from its text; a pair is a range. */
  const known: [string, string, string, string | null, string, number, number?][] = [
    ['within-game', 'GPT-5-mini', 'werewolves', 'alt', 'R3', 43],
    ['within-game', 'GPT-5-mini', 'resistance', 'main', 'R2', 59],
    ['within-game', 'GPT-5', 'werewolves', 'main', 'R2', 87],
    ['within-game', 'Qwen3-32B', 'prisoners-dilemma', 'focal', 'R1', 58],
    ['multigame', 'GPT-5-mini', 'resistance', 'alt', 'wcsu', 47],
    ['multigame', 'Qwen3-32B', 'resistance', 'main', 'wcsu', 27],
    ['distill', 'Gemma3-27B', 'prisoners-dilemma', 'focal', 'with playbook', 77],
    ['distill', 'three of its students', 'resistance', 'alt', 'with playbook', 13, 24],
    ['parroting', 'Qwen3-32B', 'undercover', null, 'mean overlap', 27, 49],
  ];
  it.each(known)('%s, %s, %s, %s, %s', (kind, model, game, slot, column, low, high = low) => {
    const found = PUBLISHED_FIGURES.filter(
      (figure) =>
        figure.kind === kind &&
        figure.model === model &&
        figure.games.includes(game) &&
        figure.slot === slot &&
        figure.column === column,
    );
    expect(found.map((figure) => [Math.round(figure.low * 100), Math.round(figure.high * 100)])).toEqual([
      [low, high],
    ]);
  });

  it('are within their bounds', () => {
    for (const { low, high, form } of PUBLISHED_FIGURES) {
      expect(low).toBeLessThanOrEqual(high);
      expect(low).toBeGreaterThanOrEqual(form === 'change' ? -1 : 0);
      expect(high).toBeLessThanOrEqual(1);
    }
  });

  it('stand beside games and sides that we have, and only these', () => {
    const beside = (game: string, slot: string) =>
      publishedRows(PUBLISHED_FIGURES, {
        kind: 'within-game',
        places: [{ game, slot }],
        labels: ({ model, slot: side }, name) => [model, name, side ?? ''],
        titleOf: (id) => id.toUpperCase(),
      });
    expect(beside('spyfall', 'alt').rows.map(({ labels }) => labels)).toEqual([
      ['GPT-5-mini', 'mean of WEREWOLVES, SPYFALL, UNDERCOVER, RESISTANCE', 'alt'],
    ]);
    expect(beside('spyfall', 'alt').notes.join(' ')).toMatch(/n = 30 .* ±18 points/);
    expect(beside('coup', 'focal')).toEqual({
      rows: [],
      notes: ['No figure of this table is published for these games.'],
    });
  });
});
