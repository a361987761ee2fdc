import type { GameDefinition } from '../../src/games/engine/definition.js';
import type { Figure, Section } from '../figures.js';
import { allGames, playRandomGame } from '../lab.js';
import { cpuMs, onMachine } from '../machine.js';

/** Games a second of CPU, over at least `forMs` of it. */
function rateOf(game: GameDefinition, forMs: number): { readonly games: number; readonly turns: number } {
  const options = game.options.parse({});
  const play = (index: number): number =>
    playRandomGame(game, {
      seed: { study: 0, purpose: 'test', index },
      players: game.players.default,
      options,
    }).state.turn;
  const warmUntil = cpuMs() + forMs / 4;
  for (let index = 0; cpuMs() < warmUntil; index += 1) play(index);
  const started = cpuMs();
  let games = 0;
  let turns = 0;
  while (cpuMs() - started < forMs) {
    turns += play(games);
    games += 1;
  }
  const seconds = (cpuMs() - started) / 1000;
  return { games: games / seconds, turns: turns / seconds };
}

/** Throughput of the rules alone: random play, no prompt, no store. */
export async function engineSection(quick: boolean): Promise<Section> {
  const figures: Figure[] = [];
  for (const game of allGames()) {
    const { result } = await onMachine(() => rateOf(game, quick ? 120 : 800));
    figures.push({
      what: game.id,
      value: result.games,
      unit: 'a second',
      note: `${Math.round(result.turns).toLocaleString('en-US')} turns a second`,
    });
  }
  return { title: 'Games of random play, rules alone, a second of CPU', figures };
}
