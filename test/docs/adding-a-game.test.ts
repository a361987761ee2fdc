import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rngOf } from '../../src/base/rng.js';
import type { GameDefinition } from '../../src/games/engine/definition.js';
import { pending, startGame, viewFor } from '../../src/games/engine/engine.js';
import { playRandomGame } from '../../src/loop/random-play.js';
import { gameSections } from '../../src/prompts/library.js';
import { compileTemplates } from '../../src/prompts/template-file.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/adding-a-game.md'), 'utf8');

/** The code block of the page whose fence has this label. */
function block(label: string): string {
  const found = new RegExp(`\`\`\`${label}\\n([^]*?)\n\`\`\``).exec(page)?.[1];
  if (found === undefined) throw new Error(`docs/adding-a-game.md has no block "${label}"`);
  return found;
}

let folder = '';
let game: GameDefinition;

beforeAll(async () => {
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'adding-a-game-'));
  const games = pathToFileURL(join(root, 'src')).pathname;
  const code = block('ts game').replaceAll("from './", `from '${games}/games/`);
  writeFileSync(join(folder, 'odd-one-out.ts'), code);
  const module = (await import(join(folder, 'odd-one-out.ts'))) as { oddOneOut: unknown };
  game = module.oddOneOut as GameDefinition;
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the game built in docs/adding-a-game.md', () => {
  it('plays to its end within its bound, and pays by rank', () => {
    for (let index = 0; index < 100; index += 1) {
      const { state, outcome } = playRandomGame(game, {
        seed: { study: 1, purpose: 'test', index },
        players: 3,
        options: game.options.parse({}),
      });
      expect(state.turn).toBe(4);
      expect(outcome.rewards.every((reward) => [-1, 0, 1].includes(reward))).toBe(true);
    }
  });

  it('scores whoever is alone with a number', () => {
    const start = startGame(game, { names: ['Ana', 'Ben', 'Cy'], seed: 'x', options: { rounds: 1 } });
    const picks = new Map([0, 1, 2].map((seat) => [seat, { action: 'pick', number: seat === 2 ? 3 : 1 }]));
    const emitted: unknown[] = [];
    const next = game.phases['pick']?.resolve(start.data, picks, {
      rng: rngOf('x'),
      names: start.names,
      turn: 0,
      emit: (event) => void emitted.push(event.data['picks']),
    });
    expect(next?.phase).toBe('end');
    expect(emitted).toEqual([
      [
        { name: 'Ana', number: 1, points: 0 },
        { name: 'Ben', number: 1, points: 0 },
        { name: 'Cy', number: 3, points: 1 },
      ],
    ]);
  });

  it('has a prompt file with every section, and moves for builtin players', () => {
    const file = compileTemplates('odd-one-out.hbs', block('hbs prompt'), gameSections(game));
    expect(file.render('rules', { rounds: 4 })).toContain('Three players, 4 rounds.');
    expect(file.render('event picks', { round: 1, picks: [{ name: 'Ana', number: 2, points: 1 }] })).toBe(
      'Round 1: Ana picks 2 (1 point).',
    );
    const start = startGame(game, {
      names: ['Ana', 'Ben', 'Cy'],
      seed: 'x',
      options: game.options.parse({}),
    });
    const [open] = pending(game, start);
    if (open === undefined) throw new Error('nobody acts');
    expect(game.candidates?.(viewFor(start, 0), open.decision)).toHaveLength(3);
  });
});
