import { describe, expect, it } from 'vitest';
import { allGames } from '../../../src/games/index.js';
import { leaderboardCsv } from '../../../src/report/leaderboard/csv.js';
import { leaderboardHtml } from '../../../src/report/leaderboard/html.js';
import { leaderboard } from '../../../src/report/leaderboard/leaderboard.js';
import type { Leaderboard } from '../../../src/report/leaderboard/leaderboard.js';
import type { PlayedGame } from '../../../src/report/leaderboard/played.js';
import { besidePublished, PUBLISHED } from '../../../src/report/leaderboard/published.js';
import { DEFAULT_SETTINGS } from '../../../src/report/leaderboard/rate.js';
import { leaderboardMarkdown, leaderboardText } from '../../../src/report/leaderboard/text.js';
import { duel, seeded, simulate, teamGame } from './simulated.js';

const settings = { ...DEFAULT_SETTINGS, resamples: 200 };

function boardOf(games: readonly PlayedGame[]): Leaderboard {
  return leaderboard({
    runs: ['0123456789abcdef'],
    simulated: false,
    games,
    costs: [],
    settings,
    definitions: allGames(),
  });
}

/** The same game with the seats of one player forced. */
function forcing(game: PlayedGame, player: string): PlayedGame {
  return {
    ...game,
    seats: game.seats.map((seat) => (seat.player === player ? { ...seat, forced: 1 } : seat)),
  };
}

const meetings = (count: number, won: boolean, one = 'a', other = 'b') =>
  Array.from({ length: count }, () => duel({ one, other, won }));

describe('a leaderboard', () => {
  it('puts competitive games into one fit, each group of games into its own, and cooperative ones apart', () => {
    const games = [
      ...meetings(8, true),
      ...Array.from({ length: 6 }, () => teamGame({ one: 'b', other: 'a', won: true })),
      ...Array.from({ length: 4 }, () => duel({ one: 'b', other: 'a', won: true }, 'centipede')),
    ];
    const board = boardOf(games);
    expect(board.overall.games).toBe(14);
    // 8 results of one seat each for a; 6 games of 6 results for b.
    const a = board.overall.ratings.find(({ player }) => player === 'a');
    expect(a?.pairs).toMatchObject({ compared: 8 + 36, won: 8 });
    const kinds = (axis: string): Record<string, number> =>
      Object.fromEntries(
        board.profiles
          .filter((profile) => profile.axis === axis)
          .map(({ value, rated }) => [value, rated.games]),
      );
    // Bargaining: SR NG, structured talk. The Resistance: SR DC PS TM, free talk. (Table of the 21 games.)
    expect(kinds('category')).toEqual({ economic: 8, 'hidden-role': 6 });
    expect(kinds('skill')).toEqual({ SR: 14, NG: 8, DC: 6, PS: 6, TM: 6 });
    expect(kinds('information')).toEqual({ complete: 8, 'hidden roles': 6 });
    expect(kinds('talk')).toEqual({ structured: 8, free: 6 });
    expect(board.cooperative).toMatchObject([
      { player: 'b', games: 4, pairs: { compared: 4, won: 4, winShare: 1 } },
      { player: 'a', games: 4, pairs: { compared: 4, won: 0, winShare: 0 } },
    ]);
    expect(board.warnings).toEqual([]);
  });

  it('reads role balance from self-play, apart from games between players', () => {
    const games = [
      ...Array.from({ length: 3 }, () => teamGame({ one: 'a', other: 'a', won: true })),
      teamGame({ one: 'a', other: 'a', won: false }),
      ...Array.from({ length: 5 }, () => teamGame({ one: 'a', other: 'b', won: false })),
    ];
    const [board] = boardOf(games).games;
    expect(board?.balance?.selfPlay?.estimate).toBe(0.75);
    expect(board?.balance?.crossPlay?.estimate).toBe(0);
    // A game of one player against itself says nothing about strength.
    expect(board?.rated?.games).toBe(5);
  });

  it('warns where a rating rests on opponents that gave no legal answer', () => {
    const clean = [...meetings(10, true), ...meetings(10, false)];
    expect(boardOf(clean).warnings).toEqual([]);
    const helped = [...clean, ...meetings(10, true).map((game) => forcing(game, 'b'))];
    const { warnings, players } = boardOf(helped);
    // 10 of the 20 pairs that a won; without them the two are level.
    expect(players.find(({ player }) => player === 'a')).toMatchObject({ won: 20, wonOnErrors: 10 });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^a: 50 % of the pairs it won .* it is rated 1000\.$/);
    // Who loses through its own errors is not said to have won by others'.
    expect(boardOf([...clean, ...meetings(10, true).map((game) => forcing(game, 'a'))]).warnings).toEqual([]);
  });

  it('says that unlinked groups are not ranked, that games are void, and that rules are mixed', () => {
    const games = [
      ...meetings(3, true),
      ...meetings(3, true, 'c', 'd'),
      { ...duel({ one: 'a', other: 'b', won: true }), status: 'void' as const },
      { ...duel({ one: 'a', other: 'b', won: true }), rules: 'v2' },
    ];
    const { warnings, overall } = boardOf(games);
    expect(warnings[0]).toMatch(/nobody is ranked .*: a and b; c and d\.$/);
    expect(warnings[1]).toBe(
      '1 void game is not rated (a in 1 and b in 1); the command of the run plays them again.',
    );
    expect(warnings[2]).toBe('Games under different rules are rated together: bargaining.');
    expect(overall.ratings.every(({ rank }) => rank === null)).toBe(true);
  });
});

describe('what a leaderboard is written as', () => {
  const HOSTILE = '<script>alert("x")</script>|`*_"\u001b[31m,\u202ename';
  const games = simulate(new Map([[HOSTILE, 0], ['openai:gpt-4o', 50], ['plain', 0]]), 6, seeded('hostile'), teamGame); // prettier-ignore
  const board = boardOf(games);

  it('holds no script, no foreign address and no markup of a name in HTML', () => {
    const html = leaderboardHtml(board, PUBLISHED);
    expect(html).not.toMatch(/<script/i);
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toMatch(/(?:src|url)\s*[=(]|href="(?!#)/i);
    expect(html).toContain("default-src 'none'");
    // Every tag that opens is closed.
    for (const tag of ['table', 'svg', 'tr', 'td', 'th', 'text', 'g', 'p', 'h2']) {
      expect(html.match(new RegExp(`<${tag}[ >]`, 'g'))?.length, tag).toBe(
        html.match(new RegExp(`</${tag}>`, 'g'))?.length,
      );
    }
    expect(html.match(/<svg /g)?.length).toBeGreaterThanOrEqual(3);
  });

  it('has no control or invisible sign in any form, nor markup in Markdown', () => {
    const forms = [
      leaderboardText(board, null),
      leaderboardMarkdown(board, null),
      leaderboardHtml(board, null),
      leaderboardCsv(board),
    ];
    for (const form of forms) expect(form).not.toMatch(/[\u0000-\u0008\u001b\u202e]/);
    const markdown = leaderboardMarkdown(board, null);
    expect(markdown).not.toMatch(/(?<!\\)<script/);
    const widths = markdown
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.match(/(?<!\\)\|/g)?.length);
    expect(widths[0]).toBe(11);
  });

  it('quotes CSV fields by RFC 4180, the same number in every row', () => {
    const rows = leaderboardCsv(board).trimEnd().split('\n');
    const fields = rows.map(
      (row) => row.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)?.filter((_, at) => at < 19).length,
    );
    expect(new Set(fields)).toEqual(new Set([19]));
    expect(rows.some((row) => row.includes('"<script>alert(""x"")'))).toBe(true);
  });

  it('sets the published rating of a model beside ours, by its name without the provider', () => {
    const rows = besidePublished(board, PUBLISHED);
    // Published overall: gpt-5-mini 1110, gpt-4o 1030, Gemma3-27B 1004, gpt-4o-mini 998, … (paper, table of the leaderboard)
    const overall = rows.filter(({ table }) => table === 'competitive-overall');
    expect(overall.slice(0, 4).map(({ row }) => [row.model, row.elo])).toEqual([['gpt-5-mini', 1110], ['gpt-4o', 1030], ['Gemma3-27B', 1004], ['gpt-4o-mini', 998]]); // prettier-ignore
    expect(overall.flatMap(({ ours }) => ours?.player ?? [])).toEqual(['openai:gpt-4o']);
    expect(new Set(rows.map(({ table }) => table))).toEqual(new Set(['competitive-overall', 'resistance']));
  });

  it('has the published tables of 21 games and two overall, seven models each', () => {
    const known = [...allGames().map(({ id }) => id), 'competitive-overall', 'cooperative-overall'];
    expect(Object.keys(PUBLISHED)).toHaveLength(23);
    expect(Object.keys(PUBLISHED).filter((id) => !known.includes(id))).toEqual([]);
    for (const rows of Object.values(PUBLISHED)) {
      expect(rows).toHaveLength(7);
      for (const { elo, low, high } of rows) expect(low <= elo && elo <= high).toBe(true);
    }
  });
});
