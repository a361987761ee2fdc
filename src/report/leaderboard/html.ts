import type { Leaderboard } from './leaderboard.js';
import type { PublishedTables } from './published.js';
import { boardHeading, boardTables, playerName } from './tables.js';
import type { BoardTable } from './tables.js';
import { escapeHtml, heatMap, intervalPlot } from './plots.js';
import type { PlotRow } from './plots.js';
import type { Rated } from './rate.js';

const STYLE = `
body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:62rem;padding:0 1rem;color:#1b1f24;background:#fff}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2.2rem}
table{border-collapse:collapse;display:block;overflow-x:auto;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.2rem .8rem .2rem 0;border-bottom:1px solid #e3e6ea;white-space:nowrap}
p,.note{color:#57606a}.warning{border-left:3px solid #bc4c00;padding-left:.7rem;color:#1b1f24}
svg{max-width:100%;height:auto}svg text{font:12px system-ui,sans-serif;fill:#1b1f24}
@media(prefers-color-scheme:dark){body{background:#0d1117;color:#e6edf3}svg text{fill:#e6edf3}
th,td{border-color:#30363d}p,.note{color:#9198a1}.warning{color:#e6edf3}}
`;

function plotRows(rated: Rated): PlotRow[] {
  return rated.ratings.flatMap(({ player, side, rating, low, high }) =>
    low === null || high === null
      ? []
      : [
          {
            label: side === null ? playerName(player) : `${playerName(player)} (${side})`,
            value: rating,
            low,
            high,
          },
        ],
  );
}

function tableHtml({ title, head, rows, notes }: BoardTable): string {
  const cells = (tag: string, values: readonly string[]): string =>
    `<tr>${values.map((value) => `<${tag}>${escapeHtml(value)}</${tag}>`).join('')}</tr>`;
  return [
    `<h2>${escapeHtml(title)}</h2>`,
    `<table><thead>${cells('th', head)}</thead><tbody>${rows.map((row) => cells('td', row)).join('\n')}</tbody></table>`,
    ...notes.map((note) => `<p class="note">${escapeHtml(note)}</p>`),
  ].join('\n');
}

function section(title: string, drawing: string | null): string {
  return drawing === null ? '' : `<h2>${escapeHtml(title)}</h2>\n${drawing}`;
}

/**
 * A leaderboard as one HTML page that opens from disk: no script, nothing loaded, plots as inline SVG. Every text
 * is escaped, since names come from servers and files.
 */
export function leaderboardHtml(board: Leaderboard, published: PublishedTables | null): string {
  const [title = '', ...lines] = boardHeading(board);
  const order = board.overall.ratings.map(({ player }) => player);
  const above = (row: string, column: string): number | null => {
    const pair = board.overall.pairs.find(
      ({ first, second }) => [first, second].includes(row) && [first, second].includes(column),
    );
    if (pair === undefined || row === column) return null;
    return pair.first === row ? pair.chance : 1 - pair.chance;
  };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
${board.warnings.map((warning) => `<p class="warning">${escapeHtml(warning)}</p>`).join('\n')}
${section('Ratings with 95 % intervals', intervalPlot(plotRows(board.overall)))}
${section('Ratings by side', intervalPlot(plotRows(board.roles)))}
${section(
  'Probability that the row beats the column in one pair',
  heatMap(
    order.map(playerName),
    order.map((row) => order.map((column) => above(row, column))),
  ),
)}
${boardTables(board, published).map(tableHtml).join('\n')}
<h2>Ratings by game</h2>
${board.games.map(({ title: game, rated }) => (rated === null ? '' : `<h3>${escapeHtml(game)}</h3>\n${intervalPlot(plotRows(rated)) ?? ''}`)).join('\n')}
</body>
</html>
`;
}
