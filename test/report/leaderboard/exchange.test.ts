import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { allGames, gameById } from '../../../src/games/index.js';
import { formatResults, parseResults } from '../../../src/report/leaderboard/exchange.js';
import { leaderboard } from '../../../src/report/leaderboard/leaderboard.js';
import type { PlayedGame } from '../../../src/report/leaderboard/played.js';
import { DEFAULT_SETTINGS } from '../../../src/report/leaderboard/rate.js';
import { seeded, simulate, teamGame } from './simulated.js';

const read = (text: string): PlayedGame[] => parseResults(text, 'games.jsonl', gameById);

function refusal(text: string): string {
  try {
    read(text);
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
}

const DUEL = { game: 'chicken', players: [{ model: 'x', reward: 1 }, { model: 'y', reward: -1 }] }; // prettier-ignore
const line = (change: object): string => JSON.stringify({ ...DUEL, ...change });

describe('results from elsewhere', () => {
  it('are one game a line, with sides where the game has them', () => {
    const spyfall = JSON.stringify({
      id: 'g1',
      game: 'spyfall',
      players: [
        { model: 'x', side: 'alt', reward: 1, asked: 4, forced: 1 },
        { model: 'y', side: 'main', reward: -1 },
      ],
      shared: [[1]],
      measures: { rounds: 3 },
    });
    const games = read(`${spyfall}\r\n\n${line({})}\n`);
    expect(games).toHaveLength(2);
    expect(games[0]).toMatchObject({
      id: 'g1',
      game: 'spyfall',
      status: 'finished',
      sharedByDesign: [[1]],
      seats: [
        { player: 'x', side: 'alt', reward: 1, asked: 4, forced: 1 },
        { player: 'y', side: 'main', reward: -1, asked: 0, forced: 0 },
      ],
    });
    expect(games[1]?.seats.map(({ side }) => side)).toEqual([null, null]);
  });

  it('are read as the page on ratings shows them', () => {
    const page = readFileSync(new URL('../../../docs/ratings.md', import.meta.url), 'utf8');
    const example = /```jsonl\n([^]*?)```/.exec(page)?.[1] ?? '';
    expect(read(example).map(({ game, seats }) => [game, seats.length])).toEqual([
      ['resistance', 5],
      ['minority-game', 5],
    ]);
  });

  it('keep two games that went alike apart', () => {
    const games = read(`${line({})}\n${line({})}`);
    expect(games).toHaveLength(2);
    expect(games[0]?.id).not.toBe(games[1]?.id);
  });

  it.each([
    ['not JSON', '{"game": ', /^games\.jsonl, line 1 must be one JSON object, got "\{"game":/],
    ['a list', '[]', /^games\.jsonl, line 1 must be a game with its players/],
    [
      'an unknown game',
      line({ game: 'chiken' }),
      /^games\.jsonl, line 1: unknown game "chiken"; did you mean "chicken"\?/,
    ],
    ['a side where there is none', line({ players: [{ model: 'x', side: 'alt', reward: 1 }, { model: 'y', side: 'main', reward: 0 }] }), /chicken has no sides/], // prettier-ignore
    ['no side where there are two', line({ game: 'spyfall' }), /spyfall every player needs "side"/],
    ['one side alone', line({ game: 'spyfall', players: [{ model: 'x', side: 'alt', reward: 1 }, { model: 'y', side: 'alt', reward: 1 }] }), /both must occur/], // prettier-ignore
    [
      'a reward that is none',
      line({
        players: [
          { model: 'x', reward: '1' },
          { model: 'y', reward: 0 },
        ],
      }),
      /players\.0\.reward/,
    ],
    ['one player', line({ players: [{ model: 'x', reward: 1 }] }), /players/],
    [
      'a group of seats that are not there',
      line({ shared: [[0, 2]] }),
      /"shared" names seat 2, but there are 2 players/,
    ],
    ['a field nobody knows', line({ winner: 'x' }), /winner/],
    ['nothing', '\n\n', /^games\.jsonl must hold games/],
  ])('are refused with the line and the fault: %s', (_, text, message) => {
    expect(refusal(text)).toMatch(message);
  });

  it('are refused when an id occurs twice', () => {
    expect(refusal(`${line({ id: 'same' })}\n${line({ id: 'same' })}`)).toBe(
      'games.jsonl, line 2: the id of every game must be its own, "same" is on line 1 already',
    );
  });

  it('give, written and read again, the same leaderboard', () => {
    const games = simulate(new Map([['a', 0], ['b', 60], ['c', -60]]), 6, seeded('exchange'), teamGame); // prettier-ignore
    const board = (of: readonly PlayedGame[]) =>
      leaderboard({
        runs: [],
        simulated: false,
        games: of,
        costs: [],
        settings: { ...DEFAULT_SETTINGS, resamples: 200 },
        definitions: allGames(),
      });
    expect(board(read(formatResults(games)))).toEqual(board(games));
  });
});
