import { dataTable, figure, notes, paragraph } from '../html/parts.js';
import { htmlPage } from '../html/page.js';
import { escapeHtml } from '../html/escape.js';
import { heatMap, intervalPlot, PERCENT, WHOLE } from '../html/plots.js';
import type { IntervalRow } from '../html/plots.js';
import type { Leaderboard } from './leaderboard.js';
import type { PublishedTables } from './published.js';
import { boardHeading, boardTables, playerName, shortName } from './tables.js';
import type { Rated } from './rate.js';

function intervalRows(rated: Rated): IntervalRow[] {
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

function ratings(rated: Rated, title: string): string {
  const plot = intervalPlot(intervalRows(rated), title, WHOLE);
  return plot === null ? '' : figure(plot, escapeHtml(title));
}

function chances({ overall }: Leaderboard): string {
  const order = overall.ratings.map(({ player }) => player);
  const above = (row: string, column: string): number | null => {
    const pair = overall.pairs.find(
      ({ first, second }) => [first, second].includes(row) && [first, second].includes(column),
    );
    if (pair === undefined || row === column) return null;
    return pair.first === row ? pair.chance : 1 - pair.chance;
  };
  const grid = {
    rows: order.map(playerName),
    columns: order.map(shortName),
    values: order.map((row) => order.map((column) => above(row, column))),
    text: PERCENT.text,
    centre: 0.5,
    reach: 0.5,
  };
  const title = 'Probability that the row beats the column in one pair';
  const map = heatMap(grid, title);
  return map === null ? '' : figure(map, `${escapeHtml(title)}. Blue: more likely than not; orange: less.`);
}

/**
 * A leaderboard as one HTML page that opens from disk: no script, nothing loaded, plots as inline SVG beside their
 * tables. Every text is escaped, since names come from servers and files.
 */
export function leaderboardHtml(board: Leaderboard, published: PublishedTables | null): string {
  const [title = '', ...lines] = boardHeading(board);
  const lead = [
    ...lines.map((line) =>
      paragraph(line, board.simulated && /simulated/i.test(line) ? 'simulated' : undefined),
    ),
    ...board.warnings.map((warning) => paragraph(warning, 'warning')),
  ].join('\n');
  const tables = boardTables(board, published).map(
    (table, index) => `${dataTable(table, `table-${index}`)}\n${notes(table.notes)}`,
  );
  return htmlPage(title, lead, [
    {
      id: 'ratings',
      title: 'Ratings',
      body: [
        ratings(board.overall, 'Ratings with 95 % intervals'),
        ratings(board.roles, 'Ratings by side, with 95 % intervals'),
        chances(board),
      ].join('\n'),
    },
    { id: 'tables', title: 'Tables', body: tables.join('\n') },
    {
      id: 'games',
      title: 'Ratings by game',
      body: board.games
        .map(({ title: game, rated }) =>
          rated === null ? '' : ratings(rated, `${game}, with 95 % intervals`),
        )
        .join('\n')
        .trim(),
    },
  ]);
}
