import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.js';
import type { Action } from '../../src/games/engine/actions.js';
import type { GameDefinition, GameState } from '../../src/games/engine/definition.js';
import { isOver, outcomeOf, pending, startGame } from '../../src/games/engine/engine.js';
import { contentSchema, drawWord, shippedContent } from '../../src/games/chameleon/content.js';
import { chameleon } from '../../src/games/chameleon/index.js';
import { deal, PLAIN_CLUES } from '../../src/games/chameleon/rules.js';
import type { ChameleonState } from '../../src/games/chameleon/rules.js';
import { partOf } from '../../src/games/shared/content.js';
import { castVotes, dealt, everyoneSpeaks, exchanged, expectNoLeak, latest, mirrored } from './accusing.js';
import { describeGolden } from './golden.js';
import { describeGameLaws } from './laws.js';
import { playScript, problemWith } from './playing.js';

const NAMES = ['Ana', 'Ben', 'Cal', 'Dot', 'Eve'];
const SPORTS = ['golf', 'hockey', 'rowing', 'tennis'];
const game = chameleon as unknown as GameDefinition;

/** Cal is the Chameleon; the secret word is tennis. */
function table(options: JsonObject = {}, secret = 'tennis'): GameState {
  return dealt(chameleon, NAMES, options, (given, context) =>
    deal(NAMES.length, given, { chameleon: 2, category: 'sport', words: SPORTS, secret }, context),
  ).start;
}

const CLUES: Readonly<Record<string, string>> = {
  Ana: 'racket',
  Ben: 'court',
  Cal: 'outdoors',
  Dot: 'serve',
  Eve: 'clay',
};

const clue = (word: string): Action => ({ action: 'clue', word });

/** All five clues and speeches; the vote is next. */
function discussed(state: GameState): GameState {
  const clues = everyoneSpeaks(game, state, (name) => clue(CLUES[name] ?? ''));
  expect(clues.order).toEqual(NAMES);
  const speeches = everyoneSpeaks(game, clues.state, () => ({ action: 'speak', text: 'I know it.' }));
  expect(speeches.order).toEqual(NAMES);
  return speeches.state;
}

const CAUGHT = 'Ana>Cal Ben>Cal Dot>Cal Cal>Eve Eve>Ben';

const canaries = {
  categories: Array.from({ length: 10 }, (_, c) => ({
    name: `kind ${c}`,
    words: Array.from({ length: 12 }, (_, i) => `qz${c}word${'abcdefghijkl'[i]}x`),
  })),
};

describeGameLaws(chameleon, {
  variants: [{}, chameleon.referenceOptions, { uniqueClues: true }],
  players: [3, 5, 10],
  outcome({ rewards, ending, measures }) {
    expect(rewards.reduce((sum, reward) => sum + reward, 0)).toBeCloseTo(0);
    const alt = rewards.find((reward) => Math.abs(reward) === 1);
    expect(alt).toBe(ending === 'caught' ? -1 : 1);
    expect(measures['accused']).toBe(ending === 'not-accused' ? 0 : 1);
  },
  hidden: {
    swap(state, seat, rng) {
      const data = state.data as ChameleonState;
      if (seat !== data.chameleon) {
        const other = rng.pick(
          state.names.map((_, s) => s).filter((s) => s !== seat && s !== data.chameleon),
        );
        return { ...state, ...exchanged(state, other, data.chameleon), data: { ...data, chameleon: other } };
      }
      const secret = rng.pick(data.words.filter((word) => word !== data.secret));
      const secrets = state.secrets.map((own, s) => (s === seat ? own : { ...own, word: secret }));
      return { ...state, secrets, data: { ...data, secret } };
    },
    mirror: (state, swapped, _seat, batch) => mirrored(game, state, swapped, batch),
  },
});

describeGolden(chameleon, { style: 'candidates' });

describe('the worked example of The Chameleon', () => {
  it('goes as the page says', () => {
    const vote = discussed(table());
    expect([vote.turn, vote.phase]).toEqual([10, 'vote']);
    const accused = castVotes(game, vote, CAUGHT);
    expect([accused.turn, accused.phase]).toEqual([11, 'guess']);
    expect(latest(accused, 'accused')).toEqual({ player: 'Cal', votes: 3, tied: false, chameleon: true });
    const wrong = playScript(game, accused, [{ Cal: { action: 'guess', word: 'golf' } }]);
    expect([wrong.turn, isOver(wrong)]).toEqual([12, true]);
    expect(outcomeOf(game, wrong)).toMatchObject({
      rewards: [1 / 4, 1 / 4, -1, 1 / 4, 1 / 4],
      ending: 'caught',
    });
    const right = playScript(game, accused, [{ Cal: { action: 'guess', word: 'tennis' } }]);
    expect(outcomeOf(game, right)).toMatchObject({
      rewards: [-1 / 4, -1 / 4, 1, -1 / 4, -1 / 4],
      ending: 'guessed',
    });
  });

  it('ends at once when someone else is accused', () => {
    const end = castVotes(game, discussed(table()), 'Ana>Eve Ben>Eve Cal>Eve Dot>Cal Eve>Cal');
    expect([end.turn, isOver(end)]).toEqual([11, true]);
    expect(outcomeOf(game, end)).toMatchObject({
      rewards: [-1 / 4, -1 / 4, 1, -1 / 4, -1 / 4],
      ending: 'not-accused',
    });
  });
});

describe('The Chameleon', () => {
  it('takes one word for a clue', () => {
    for (const word of ['ball', 'B52', 'rock-n-roll', "o'clock", 'naïve', 'x'.repeat(30)]) {
      expect(problemWith(game, table(), 'Ana', clue(word)), word).toBeUndefined();
    }
    for (const word of ['The clue is: ball', 'two words', 'ball!', '', '-ball', 'ball-', '<b>']) {
      expect(problemWith(game, table(), 'Ana', clue(word)), word).toContain('exactly one word');
    }
    expect(problemWith(game, table(), 'Ana', clue('x'.repeat(31)))).toContain('at most 30 characters');
  });

  it('takes no word of the list for a clue, in whatever spelling, and treats the secret like the others', () => {
    for (const name of ['Ana', 'Cal']) {
      const first =
        name === 'Ana' ? table() : playScript(game, table(), [{ Ana: clue('net') }, { Ben: clue('set') }]);
      const problems = ['golf', 'Golf', 'TENNIS', 'hockey', 'rowing'].map((word) =>
        problemWith(game, first, name, clue(word)),
      );
      expect(new Set(problems)).toEqual(new Set(['a clue may not be a word of the category list']));
      expect(problemWith(game, first, name, clue('golfer'))).toBeUndefined();
    }
  });

  it('takes a clue twice unless clues must differ', () => {
    const second = (options: JsonObject): string | undefined =>
      problemWith(game, playScript(game, table(options), [{ Ana: clue('net') }]), 'Ben', clue('Net'));
    expect(second({})).toBeUndefined();
    expect(second({ uniqueClues: true })).toBe('that clue was already given');
  });

  it('goes on without a clue, and takes a missing guess for a wrong one', () => {
    const silent = playScript(game, table(), [{ Ana: { action: 'pass' } }]);
    expect(latest(silent, 'clue')).toEqual({ speaker: 'Ana', text: '' });
    expect(pending(game, silent).map(({ seat }) => seat)).toEqual([1]);
    const end = playScript(game, castVotes(game, discussed(table()), CAUGHT), [{ Cal: { action: 'pass' } }]);
    expect(outcomeOf(game, end).ending).toBe('caught');
  });

  it('is won by the Chameleon when nobody votes', () => {
    const end = castVotes(game, discussed(table()), '');
    expect(outcomeOf(game, end)).toMatchObject({
      ending: 'not-accused',
      rewards: [-1 / 4, -1 / 4, 1, -1 / 4, -1 / 4],
    });
  });

  it('breaks a tie by lot, or for the tied player first named by the lowest-seated voter', () => {
    const tie = 'Ana>Eve Ben>Cal Cal>Eve Dot>Cal Eve>Dot';
    const accused = (options: JsonObject, seed: string): unknown => {
      const state = discussed(table(options));
      const { rng } = startGame(game, { names: NAMES, seed, options: state.options });
      return latest(castVotes(game, { ...state, rng }, tie), 'accused')?.['player'];
    };
    const seeds = Array.from({ length: 20 }, (_, i) => `tie${i}`);
    expect([...new Set(seeds.map((seed) => accused({}, seed)))].sort()).toEqual(['Cal', 'Eve']);
    expect(new Set(seeds.map((seed) => accused({ tieBreak: 'seat' }, seed)))).toEqual(new Set(['Eve']));
  });

  it('offers the whole list for the guess', () => {
    const accused = castVotes(game, discussed(table()), CAUGHT);
    for (const word of SPORTS) {
      expect(problemWith(game, accused, 'Cal', { action: 'guess', word })).toBeUndefined();
    }
    expect(problemWith(game, accused, 'Cal', { action: 'guess', word: 'chess' })).toContain(
      '"golf", "hockey"',
    );
  });

  it('never ends by its bound', () => {
    const end = playScript(game, castVotes(game, discussed(table()), CAUGHT), [{ Cal: { action: 'pass' } }]);
    expect([end.turn, end.cut, chameleon.maxTurns(chameleon.options.parse({}), 5)]).toEqual([12, false, 12]);
  });

  it('shows the word to Citizens alone, and the list to the Chameleon alone', () => {
    expectNoLeak(chameleon, canaries, (state, seat) => {
      const { chameleon: hidden, words, secret } = state.data as ChameleonState;
      const foreign = canaries.categories
        .flatMap((category) => category.words)
        .filter((word) => !words.includes(word));
      return seat === hidden ? foreign : [...foreign, ...words.filter((word) => word !== secret)];
    });
  });

  it('shows the Chameleon the same prompt whichever word is secret', () => {
    const views = SPORTS.map((secret) => JSON.stringify(table({}, secret).secrets[2]));
    expect(new Set(views).size).toBe(1);
  });
});

describe('the words of The Chameleon', () => {
  const { categories } = shippedContent;

  it('are twenty or more categories of twelve, none contained in another', () => {
    expect(contentSchema.parse(shippedContent)).toEqual(shippedContent);
    expect(categories.length).toBeGreaterThanOrEqual(20);
    for (const { name, words } of categories) {
      expect(words, name).toHaveLength(12);
      expect(words.filter((word) => !/^[a-z]+$/.test(word))).toEqual([]);
      for (const word of words) {
        expect(words.filter((other) => other !== word && other.includes(word))).toEqual([]);
      }
    }
    for (const purpose of ['learning', 'validation', 'test'] as const) {
      expect(partOf(categories, purpose).length).toBeGreaterThanOrEqual(4);
    }
  });

  it('have clues that are legal and known for words of the list; two or more shared ones for every word', () => {
    for (const { name, words, clues = {} } of categories) {
      const entries = Object.entries(clues);
      for (const [word, fits] of entries) {
        expect(word).toMatch(/^[a-z]{1,30}$/);
        expect(words).not.toContain(word);
        expect(fits.filter((fit) => !words.includes(fit))).toEqual([]);
      }
      for (const word of words) {
        const shared = entries.filter(([, fits]) => fits.length >= 2 && fits.includes(word));
        expect(shared.length, `${name}: ${word}`).toBeGreaterThanOrEqual(2);
      }
      expect(PLAIN_CLUES.filter((general) => words.includes(general) || general in clues)).toEqual([]);
    }
  });

  it('are each secret once before any is secret again', () => {
    const category = categories[0];
    const laps = Array.from({ length: 24 }, (_, lap) =>
      drawWord(category as (typeof categories)[number], lap, 7),
    );
    expect([...laps.slice(0, 12)].sort()).toEqual([...(category?.words ?? [])].sort());
    expect(laps.slice(12)).toEqual(laps.slice(0, 12));
    const options = game.options.parse({});
    const drawn = Array.from({ length: 96 }, (_, index) => {
      const state = startGame(game, {
        names: NAMES,
        seed: 'x',
        options,
        deal: { study: 3, purpose: 'test', index },
      });
      return (state.data as ChameleonState).secret;
    });
    // The part for tests has 8 of 20 categories of 12 words each.
    expect(
      partOf(categories, 'test')
        .flatMap(({ words }) => words)
        .sort(),
    ).toEqual([...drawn].sort());
  });

  it('are refused as a list of one’s own when one contains another', () => {
    const own = (words: string[]): boolean =>
      contentSchema.safeParse({
        categories: Array.from({ length: 5 }, (_, i) => ({ name: `kind ${i}`, words })),
      }).success;
    expect(own(['oak', 'elm', 'ash', 'fir'])).toBe(true);
    expect(own(['oak', 'elm', 'ash', 'Oak'])).toBe(false);
    expect(own(['oak', 'elm', 'ash', 'ashtree'])).toBe(false);
    expect(own(['oak', 'elm', 'ash'])).toBe(false);
  });
});
