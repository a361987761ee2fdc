import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rngOf } from '../../src/base/rng.js';
import type { GameDefinition } from '../../src/games/engine/definition.js';
import { isOver, outcomeOf, pending, startGame, viewFor } from '../../src/games/engine/engine.js';
import { playRandomGame } from '../../src/loop/random-play.js';
import { gameSections } from '../../src/prompts/library.js';
import { compileTemplates } from '../../src/prompts/template-file.js';
import { allGames } from '../../src/games/index.js';
import type { LawOptions } from '../games/laws.js';
import { apply, begin, chooseBatch, dealOf, playersRng } from '../games/playing.js';

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
let forger: GameDefinition;
let swap: NonNullable<LawOptions['hidden']>['swap'];

beforeAll(async () => {
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'adding-a-game-'));
  const src = pathToFileURL(join(root, 'src')).pathname;
  const write = (name: string, label: string): string => {
    const code = block(label)
      .replaceAll(/from '\.\/(engine|shared)\//g, `from '${src}/games/$1/`)
      .replaceAll("'../../src/games/forger.js'", "'./forger.js'")
      .replaceAll("from '../../src/", `from '${src}/`);
    writeFileSync(join(folder, name), code);
    return join(folder, name);
  };
  game = ((await import(write('odd-one-out.ts', 'ts game'))) as { oddOneOut: GameDefinition }).oddOneOut;
  forger = ((await import(write('forger.ts', 'ts second-game'))) as { forger: GameDefinition }).forger;
  ({ swap } = (await import(write('forger-hidden.ts', 'ts second-hidden'))) as { swap: typeof swap });
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

describe('the table of fields in docs/adding-a-game.md', () => {
  it('has a row for every field that a definition has, and for no other', () => {
    const rows = [...page.matchAll(/^\| `(\w+)` \|/gm)].map((row) => row[1]);
    const fields = new Set(allGames().flatMap((definition) => Object.keys(definition)));
    expect([...rows].sort()).toEqual([...fields].sort());
  });
});

describe('the second game in docs/adding-a-game.md', () => {
  const state = (names: readonly string[], seed: string) =>
    startGame(forger, { names, seed, options: forger.options.parse({}) });
  const vote = (names: readonly string[], target: (seat: number) => string) =>
    new Map(names.map((_, seat) => [seat, { action: 'vote', target: target(seat) }]));

  it('pays the Guards when they name the Forger, else the Forger', () => {
    const names = ['Ana', 'Ben', 'Cy', 'Di'];
    let talked = state(names, 'x');
    for (let seat = 0; seat < 4; seat += 1) {
      talked = apply(forger, talked, new Map([[seat, { action: 'speak', text: `I am ${names[seat]}.` }]]));
    }
    const hidden = talked.roles.findIndex(({ side }) => side === 'alt');
    const [first = '', second = ''] = names.filter((_, seat) => seat !== hidden);
    const caught = apply(
      forger,
      talked,
      vote(names, (seat) => (seat === hidden ? first : (names[hidden] ?? ''))),
    );
    expect(outcomeOf(forger, caught).rewards).toEqual(names.map((_, seat) => (seat === hidden ? -1 : 1 / 3)));
    const free = apply(
      forger,
      talked,
      vote(names, (seat) => (names[seat] === first ? second : first)),
    );
    expect(outcomeOf(forger, free).rewards).toEqual(names.map((_, seat) => (seat === hidden ? 1 : -1 / 3)));
  });

  it('shows nobody what it may not know, by the swap of the page', () => {
    let compared = 0;
    for (let index = 0; index < 40; index += 1) {
      const deal = dealOf(forger, { index });
      const rng = playersRng(forger, deal);
      let position = begin(forger, deal);
      while (!isOver(position)) {
        for (const seat of position.names.keys()) {
          const other = swap(position, seat, rng);
          if (other === undefined) continue;
          expect(other.data).not.toEqual(position.data);
          expect(viewFor(other, seat)).toEqual(viewFor(position, seat));
          const decisions = [other, position].map((one) =>
            pending(forger, one).find((open) => open.seat === seat),
          );
          expect(decisions[0]).toEqual(decisions[1]);
          compared += 1;
        }
        position = apply(forger, position, chooseBatch(forger, position, 'random', rng));
      }
      expect(position.turn).toBe(5);
    }
    // Forty games, five positions before the end, four seats.
    expect(compared).toBe(800);
  });

  it('has a prompt file with every section, which tells each role its own', () => {
    const file = compileTemplates('forger.hbs', block('hbs second-prompt'), gameSections(forger));
    expect(file.render('seat', { role: 'Forger', sign: null })).toContain('You do not know the sign.');
    expect(file.render('seat', { role: 'Guard', sign: 'bell' })).toContain('The sign is: bell.');
    expect(file.render('event ballots', { ballots: [], abstain: ['Ana', 'Ben'] })).toBe(
      'Ballots: none; no vote from Ana and Ben.',
    );
  });
});
