import { describe, expect, it } from 'vitest';
import { gameById } from '../../src/games/index.js';
import { baseRates } from '../../src/loop/random-play.js';
import { BASE_RATES } from '../../src/games/base-rates.js';
import { allGames } from '../../src/games/index.js';
import { wilson } from '../../src/stats/intervals.js';

describe('random play', () => {
  it('pays chance in a symmetric contest: in Rock Paper Scissors each wins as often as it loses', () => {
    const game = gameById('rock-paper-scissors');
    const rates = baseRates(game, game.options.parse({}), 2, 2000);
    const focal = rates.slots['focal'];
    const interval = wilson(focal?.wins ?? 0, (focal?.games ?? 0) - (focal?.draws ?? 0), 0.999);
    expect(interval?.low).toBeLessThan(0.5);
    expect(interval?.high).toBeGreaterThan(0.5);
    expect(rates.meanTurns).toBe(10);
    expect(rates.inFirstCycle).toBeNull();
  });

  it('counts each game once a side and each seat once a role', () => {
    const game = gameById('werewolves');
    const { slots, roles, endings } = baseRates(game, game.options.parse({}), 6, 300);
    expect(slots['alt']?.games).toBe(300);
    expect(slots['main']?.games).toBe(300);
    expect(roles['Werewolf']?.games).toBe(600);
    expect(roles['Seer']?.games).toBe(300);
    expect(Object.values(endings).reduce((sum, count) => sum + count, 0)).toBe(300);
    expect(slots['alt']?.wins).toBe(roles['Werewolf'] === undefined ? -1 : roles['Werewolf'].wins / 2);
  });

  it('has measured rates on file for every game at its present rules', () => {
    for (const game of allGames()) expect(BASE_RATES[game.id]?.rulesVersion, game.id).toBe(game.rulesVersion);
  });
});
