/**
 * Measures random-play base rates of every game at its adopted rules and writes them to src/games/base-rates.ts,
 * which reports show beside results. Run it after a change of rules: npx tsx scripts/base-rates.ts [GAME ...]; games that are not named keep their rates.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BASE_RATES } from '../src/games/base-rates.js';
import { allGames, gameById } from '../src/games/index.js';
import { format, resolveConfig } from 'prettier';
import { baseRates } from '../src/loop/random-play.js';

const GAMES = 10_000;

const named = process.argv.slice(2).map(gameById);

const rows = allGames().map((game) => {
  if (named.length > 0 && !named.includes(game)) return [game.id, BASE_RATES[game.id]];
  const rates = baseRates(game, game.options.parse({}), game.players.default, GAMES);
  process.stderr.write(`${game.id}\n`);
  const share = (count: number): number => Number((count / GAMES).toFixed(4));
  const slots = Object.fromEntries(
    Object.entries(rates.slots).map(([slot, { wins, draws, games }]) => [
      slot,
      { won: Number((wins / games).toFixed(4)), drawn: Number((draws / games).toFixed(4)) },
    ]),
  );
  return [
    game.id,
    {
      rulesVersion: game.rulesVersion,
      slots,
      meanTurns: Number(rates.meanTurns.toFixed(1)),
      firstCycle: rates.inFirstCycle === null ? null : share(rates.inFirstCycle),
      cut: share(rates.cut),
    },
  ];
});

const text = `/**
 * What uniform random legal play gives in each game: ${GAMES} games at the adopted rules, written by
 * scripts/base-rates.ts. A slot is a side, or the focal seat where there are none.
 */
export interface KnownBaseRates {
  readonly rulesVersion: number;
  readonly slots: Readonly<Record<string, { readonly won: number; readonly drawn: number }>>;
  readonly meanTurns: number;
  /** Share of games that ended before any phase came a second time; null for games of one phase. */
  readonly firstCycle: number | null;
  /** Share of games that the turn limit cut. */
  readonly cut: number;
}

/** By game id. */
export const BASE_RATES: Readonly<Record<string, KnownBaseRates>> = ${JSON.stringify(Object.fromEntries(rows), null, 2)};
`;
const file = fileURLToPath(new URL('../src/games/base-rates.ts', import.meta.url));
writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
