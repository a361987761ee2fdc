import { beforeAll, describe, expect, it } from 'vitest';
import { gameById } from '../../src/games/index.js';
import { playGame } from '../../src/loop/play-game.js';
import { builtinPlayer } from '../../src/players/builtin/builtin-player.js';
import { builtinIdentity, builtinProfile } from '../../src/players/builtin/profiles.js';
import { trajectoryOf } from '../../src/players/game-spec.js';
import type { Trajectory } from '../../src/players/player.js';
import { openPrompts } from '../../src/prompts/library.js';
import { balanced, trajectoryText } from '../../src/reflect/trajectory-text.js';

const game = gameById('resistance');
const prompts = openPrompts();
const tokens = (text: string): number => Math.ceil(text.length / 4);
const ENOUGH = 1_000_000;

const games: Trajectory[] = [];

beforeAll(async () => {
  const slot = { player: builtinIdentity('novice'), playbook: null };
  const signal = new AbortController().signal;
  for (let index = 0; index < 8; index += 1) {
    const record = await playGame(
      game,
      {
        game: 'resistance',
        rulesVersion: 1,
        options: game.options.parse({}),
        players: 5,
        promptVersion: null,
        lineUp: { by: 'side', main: slot, alt: slot },
        seed: { study: 1, purpose: 'learning', index },
        replicate: 0,
      },
      (seat) => builtinPlayer({ ...seat, profile: builtinProfile('novice'), playbook: null }),
      { stop: signal, abort: signal },
    );
    games.push(trajectoryOf(record));
  }
});

function spiesWon(trajectory: Trajectory): boolean {
  const spy = trajectory.roles.findIndex(({ side }) => side === 'alt');
  return (trajectory.outcome.rewards[spy] ?? 0) > 0;
}

describe('trajectories as text', () => {
  it('holds the rules once, every game with hidden cards, roles, sides and results', () => {
    const text = trajectoryText(prompts, games, ENOUGH, tokens);
    expect(text?.leftOut).toBeNull();
    expect(text?.rules.match(/# The game: The Resistance/g)).toHaveLength(1);
    expect(text?.games.match(/^## Game \d+$/gm)).toHaveLength(8);
    const cards = games.flatMap(({ events }) => events.filter(({ type }) => type === 'card'));
    expect(text?.games.match(/plays "(succeed|fail)" \(secret\)/g)).toHaveLength(cards.length);
    expect(text?.games.match(/: Spy \(minority side\), (won|lost)\./g)).toHaveLength(16);
    expect(text?.games.match(/^Result: (Spies|Resistance) won/gm)).toHaveLength(8);
    const said = games.flatMap(({ events }) => events.filter(({ talk }) => talk !== undefined));
    expect(said.length).toBeGreaterThan(100);
    expect(text?.games).toContain(String(said[7]?.data['text']));
  });

  it('shortens speeches before it leaves out a game', () => {
    const full = tokens(trajectoryText(prompts, games, ENOUGH, tokens)?.games ?? '');
    const rules = tokens(prompts.rules(game, game.options.parse({})));
    const text = trajectoryText(prompts, games, rules + full - 400, tokens);
    expect(text?.used).toHaveLength(8);
    expect(text?.leftOut).toMatch(/speeches are cut at \d+ characters/);
    expect(tokens(text?.games ?? '')).toBeLessThanOrEqual(full - 400);
  });

  it('takes fewer games with wins and losses balanced, and says so, keeping every result', () => {
    const text = trajectoryText(prompts, games, 6000, tokens);
    const used = games.filter(({ gameId }) => text?.used.includes(gameId));
    expect(used.length).toBeGreaterThan(1);
    expect(used.length).toBeLessThan(8);
    const wins = used.filter(spiesWon).length;
    expect(Math.abs(wins - (used.length - wins))).toBeLessThanOrEqual(1);
    expect(text?.leftOut).toContain(`${8 - used.length} of 8 games are left out`);
    expect(text?.games.match(/^Result: /gm)).toHaveLength(used.length);
    expect(tokens(text?.rules ?? '') + tokens(text?.games ?? '')).toBeLessThanOrEqual(6000);
  });

  it('leaves out talk when no game fits with it, and gives up when none fits without', () => {
    const silent = trajectoryText(prompts, games.slice(0, 1), 1500, tokens);
    expect(silent?.games).toMatch(/\(5 utterances left out\)/);
    expect(silent?.games).toMatch(/^Vote: /m);
    expect(silent?.leftOut).toContain('what players said is left out');
    expect(trajectoryText(prompts, games, 500, tokens)).toBeNull();
  });

  it('orders games so that any first two hold one win of each side, losing and doubling none', () => {
    const order = balanced(games);
    expect(new Set(order.map(({ gameId }) => gameId)).size).toBe(8);
    expect(order.slice(0, 2).map(spiesWon).sort()).toEqual([false, true]);
  });
});
