import { describe, expect, it } from 'vitest';
import type { Purpose, Seed } from '../../src/games/engine/seeds.js';
import { startGame } from '../../src/games/engine/engine.js';
import { allGames, gameById } from '../../src/games/index.js';
import { contentUse } from '../../src/games/shared/content.js';

function seedsOf(purpose: Purpose, count: number, study = 5): Seed[] {
  return Array.from({ length: count }, (_, index) => ({ study, purpose, index }));
}

/** Ten places: by the shares 0.4, 0.2, 0.4 four are for learning seeds, two for validation and four for tests. */
const TEN = { locations: 'abcdefghij'.split('').map((name) => ({ name: `place ${name}` })) };

describe('word lists', () => {
  const withLists = allGames().filter(({ content }) => content !== undefined);

  it('belong to four games, and give no part of a purpose to another', () => {
    expect(withLists.map(({ id }) => id)).toEqual(['chameleon', 'insider', 'spyfall', 'undercover']);
    for (const { content } of withLists) {
      const parts = (['learning', 'validation', 'test'] as const).map((purpose) =>
        content?.part(content.shipped, purpose),
      );
      const all = parts.flatMap((part) => part ?? []);
      expect(all.length).toBeGreaterThan(0);
      expect(new Set(all).size).toBe(all.length);
    }
  });

  it.each(withLists.map(({ id }) => id))('%s is dealt the entry that the count names', (id) => {
    const game = gameById(id);
    const { content } = game;
    const { default: players } = game.players;
    const names = Array.from({ length: players }, (_, seat) => `P${seat}`);
    for (const purpose of ['learning', 'validation', 'test'] as const) {
      for (const deal of seedsOf(purpose, 12)) {
        const start = startGame(game, { names, seed: 's', options: game.options.parse({}), deal });
        const drawn = content?.drawn(content.shipped, deal) ?? '';
        expect(content?.part(content.shipped, purpose)).toContain(drawn);
        const words = start.secrets.flatMap(({ word, location }) => word ?? location ?? []) as string[];
        expect(words.length).toBeGreaterThan(0);
        for (const word of words) expect(drawn).toContain(word);
      }
    }
  });
});

describe('games that share their words', () => {
  const spyfall = gameById('spyfall');

  it('are counted: none until a part is used up, then each one more', () => {
    const use = (count: number) => contentUse(spyfall, seedsOf('test', count), TEN);
    expect(use(4)).toEqual({ entries: 'locations', games: 4, available: 4, drawn: 4, repeats: 0 });
    expect(use(10)).toEqual({ entries: 'locations', games: 10, available: 4, drawn: 4, repeats: 6 });
    expect(use(0)).toEqual({ entries: 'locations', games: 0, available: 0, drawn: 0, repeats: 0 });
  });

  it('are of one purpose, whatever the study', () => {
    const both = [...seedsOf('learning', 4), ...seedsOf('validation', 2)];
    expect(contentUse(spyfall, both, TEN)).toMatchObject({ available: 6, drawn: 6, repeats: 0 });
    const studies = [...seedsOf('learning', 4, 1), ...seedsOf('learning', 4, 2)];
    expect(contentUse(spyfall, studies, TEN)).toMatchObject({ available: 4, drawn: 4, repeats: 4 });
  });

  it('do not occur where there are no words', () => {
    expect(contentUse(gameById('coup'), seedsOf('test', 9))).toBeNull();
  });

  it('have another word in another lap over the categories of The Chameleon', () => {
    // Eight of twenty categories are for tests, with twelve words each: 96 games without a repeat.
    const chameleon = gameById('chameleon');
    expect(contentUse(chameleon, seedsOf('test', 96))).toMatchObject({ available: 96, repeats: 0 });
    expect(contentUse(chameleon, seedsOf('test', 97))).toMatchObject({ repeats: 1 });
  });
});
