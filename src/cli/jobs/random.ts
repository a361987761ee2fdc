import { gameById } from '../../games/index.js';
import { contentUse } from '../../games/shared/content.js';
import type { ContentUse } from '../../games/shared/content.js';
import { baseRates, RANDOM_STUDY } from '../../loop/random-play.js';
import type { BaseRate, BaseRates } from '../../loop/random-play.js';
import { percent } from '../../report/study-table.js';
import { wilson } from '../../stats/intervals.js';
import type { Io } from '../io.js';
import { jsonText } from '../json-text.js';
import { ruleOptions } from '../options.js';

/** Options of `spartan random`, as parsed. */
export interface RandomOptions {
  readonly game: string;
  readonly n: number;
  readonly rule: readonly string[];
  readonly rules: 'adopted' | 'reference';
  readonly json?: boolean;
}

function rateLine(name: string, { wins, draws, games }: BaseRate): string {
  const interval = wilson(wins, games);
  if (interval === null) return `  ${name}: no game`;
  const bounds = `[${(interval.low * 100).toFixed(1)}, ${(interval.high * 100).toFixed(1)}]`;
  return `  ${name}: won ${(interval.estimate * 100).toFixed(1)} % ${bounds}, drawn ${percent(draws / games)}`;
}

/** How far the games were of different words. */
function contentLine({ entries, available, drawn, games, repeats }: ContentUse): string {
  return `Word lists: games drew ${drawn} of the ${available} ${entries} for test seeds; ${repeats} of ${games} games share theirs with an earlier one`;
}

function print(rates: BaseRates, use: ContentUse | null, gamesPerSecond: number, io: Io): void {
  const first =
    rates.inFirstCycle === null
      ? []
      : [`Ended before any phase came a second time: ${percent(rates.inFirstCycle / rates.games)}`];
  const endings = Object.entries(rates.endings).sort(([, a], [, b]) => b - a);
  const lines = [
    `${rates.game}: ${rates.games} games of uniform random legal play`,
    'By side (focal: one seat, rotated):',
    ...Object.entries(rates.slots).map(([slot, rate]) => rateLine(slot, rate)),
    'By role, a count a seat:',
    ...Object.entries(rates.roles).map(([role, rate]) => rateLine(role, rate)),
    `Endings: ${endings.map(([ending, count]) => `${ending} ${percent(count / rates.games)}`).join(', ')}`,
    `Mean length: ${rates.meanTurns.toFixed(1)} turns; cut by the turn limit: ${percent(rates.cut / rates.games)}`,
    ...first,
    ...(use === null ? [] : [contentLine(use)]),
    `Throughput: ${Math.round(gamesPerSecond)} games a second`,
  ];
  io.out(`${lines.join('\n')}\n`);
}

/** Plays uniform random games and prints their base rates. */
export function random(options: RandomOptions, io: Io): void {
  const game = gameById(options.game);
  const rules = ruleOptions(game, options.rules, options.rule);
  const started = io.now().getTime();
  const rates = baseRates(game, rules, game.players.default, options.n);
  const seconds = Math.max(0.001, (io.now().getTime() - started) / 1000);
  const seeds = Array.from({ length: options.n }, (_, index) => ({ ...RANDOM_STUDY, index }));
  const use = contentUse(game, seeds);
  if (options.json === true) {
    io.out(jsonText({ ...rates, content: use, options: rules, gamesPerSecond: options.n / seconds }));
  } else {
    print(rates, use, options.n / seconds, io);
  }
}
