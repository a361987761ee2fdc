import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.js';
import type { Action } from '../../src/games/engine/actions.js';
import type { GameDefinition, GameState, Seat } from '../../src/games/engine/definition.js';
import { isOver, outcomeOf, pending, startGame } from '../../src/games/engine/engine.js';
import { contentSchema, shippedContent } from '../../src/games/insider/content.js';
import { insider } from '../../src/games/insider/index.js';
import { judge, spellings } from '../../src/games/insider/judge.js';
import { deal } from '../../src/games/insider/rules.js';
import type { InsiderState } from '../../src/games/insider/rules.js';
import { textOf } from '../../src/games/shared/answers.js';
import { partOf } from '../../src/games/shared/content.js';
import { castVotes, dealt, everyoneSpeaks, exchanged, expectNoLeak, latest, mirrored } from './accusing.js';
import { describeGolden } from './golden.js';
import { describeGameLaws } from './laws.js';
import { playScript, problemWith } from './playing.js';
import type { Batch } from './playing.js';

const NAMES = ['Ana', 'Ben', 'Cal', 'Dot', 'Eve'];
const game = insider as unknown as GameDefinition;
const { words } = shippedContent;

function entryOf(word: string): (typeof words)[number] {
  return words.find((entry) => entry.word === word) ?? expect.fail(`no word "${word}"`);
}

/** Ben is the Insider; the word is violin. */
function table(options: JsonObject = {}, word = 'violin', names = NAMES): GameState {
  return dealt(insider, names, options, (given, context) =>
    deal(names.length, given, { insider: 1, secret: entryOf(word), words }, context),
  ).start;
}

const ask = (question: string): Action => ({ action: 'ask', question });
const guess = (word: string): Action => ({ action: 'guess', word });
const PASS: Action = { action: 'pass' };

/** Fifteen slots of the same question; the guess is next. */
function questioned(state: GameState): GameState {
  const { state: asked, order } = everyoneSpeaks(game, state, () => ask('Is it made of wood?'));
  expect(order).toEqual([...NAMES, ...NAMES, ...NAMES]);
  return asked;
}

const guessed = (state: GameState, guesses: Readonly<Record<string, Action>>): GameState =>
  playScript(game, state, [{ ...Object.fromEntries(NAMES.map((name) => [name, PASS])), ...guesses }]);

/** Cal has guessed right, Dot wrong, all have spoken; the vote is next. */
function found(options: JsonObject = {}): GameState {
  const after = guessed(questioned(table(options)), { Cal: guess('violin'), Dot: guess('guitar') });
  const { state, order } = everyoneSpeaks(game, after, () => ({ action: 'speak', text: 'Who knew it?' }));
  expect(order).toEqual(NAMES);
  return state;
}

const canaries = {
  words: Array.from({ length: 12 }, (_, i) => ({ word: `qzword${'abcdefghijkl'[i]}x`, category: 'kind' })),
};

function answersDiffer(state: GameState, swapped: GameState, batch: Batch): boolean {
  const [one, other] = [state.data, swapped.data] as [InsiderState, InsiderState];
  return [...batch.values()].some((action) => {
    const text = textOf(action, 'question');
    return judge(one.secret, one.otherWords, text) !== judge(other.secret, other.otherWords, text);
  });
}

describeGameLaws(insider, {
  players: [3, 5, 10],
  outcome({ rewards, ending, measures }) {
    const sum = rewards.reduce((total, reward) => total + reward, 0);
    expect(sum).toBeCloseTo(ending === 'word-missed' ? -rewards.length : 0);
    expect(measures['questions']).toBeLessThanOrEqual(15);
    expect((measures['rightGuesses'] ?? 0) > 0).toBe(ending !== 'word-missed');
  },
  hidden: {
    swap(state, seat, rng) {
      const data = state.data as InsiderState;
      if (seat === data.insider) return undefined;
      const other = rng.pick(state.names.map((_, s) => s).filter((s) => s !== seat && s !== data.insider));
      const known = exchanged(state, other, data.insider);
      const kin = words.filter(
        ({ category, word }) => category === data.secret.category && word !== data.secret.word,
      );
      // The word changes only before anything was said of it.
      const secret = data.slot === 0 ? rng.pick(kin) : data.secret;
      const own = spellings(secret);
      const otherWords = words.flatMap(spellings).filter((spelling) => !own.includes(spelling));
      const secrets = known.secrets.map((held, s) => (s === other ? { ...held, word: secret.word } : held));
      return { ...state, ...known, secrets, data: { ...data, insider: other, secret, otherWords } };
    },
    mirror(state, swapped, _seat, batch) {
      const sameWord =
        (state.data as InsiderState).secret.word === (swapped.data as InsiderState).secret.word;
      if (!sameWord && (state.phase !== 'questioning' || answersDiffer(state, swapped, batch)))
        return undefined;
      return mirrored(game, state, swapped, batch);
    },
  },
});

describeGolden(insider, { style: 'candidates' });

describe('the worked example of Insider', () => {
  it('goes as the page says', () => {
    const asked = questioned(table());
    expect([asked.turn, asked.phase]).toEqual([15, 'guess']);
    const vote = found();
    expect([vote.turn, vote.phase]).toEqual([21, 'vote']);
    const end = castVotes(game, vote, 'Ana>Cal Ben>Cal Dot>Cal Cal>Ben Eve>Ben');
    expect([end.turn, isOver(end)]).toEqual([22, true]);
    expect(latest(end, 'accused')).toEqual({ player: 'Cal', votes: 3, tied: false });
    expect(outcomeOf(game, end)).toMatchObject({
      rewards: [-1 / 4, 1, -1 / 4, -1 / 4, -1 / 4],
      ending: 'insider-hidden',
    });
    const caught = castVotes(game, vote, 'Ana>Ben Ben>Cal Dot>Cal Cal>Ben Eve>Ben');
    expect(outcomeOf(game, caught)).toMatchObject({
      rewards: [1 / 4, -1, 1 / 4, 1 / 4, 1 / 4],
      ending: 'insider-found',
    });
  });

  it('ends without a vote when all pass', () => {
    const end = guessed(questioned(table()), {});
    expect([end.turn, isOver(end)]).toEqual([16, true]);
    expect(outcomeOf(game, end)).toMatchObject({ rewards: [-1, -1, -1, -1, -1], ending: 'word-missed' });
  });
});

describe('Insider', () => {
  it('uses a slot up by a question, an unclear answer and a pass alike', () => {
    let state = table();
    for (const action of [ask('Is it a violin or a viola?'), PASS, ask('Is it alive?')]) {
      const [open] = pending(game, state);
      state = playScript(game, state, [{ [NAMES[open?.seat ?? -1] ?? '']: action }]);
    }
    const shown = state.events
      .slice(-3)
      .map(({ type, data }) => [type, data['answer'] ?? null, data['left']]);
    expect(shown).toEqual([
      ['question', 'unclear', 14],
      ['pass', null, 13],
      ['question', 'no', 12],
    ]);
    const end = everyoneSpeaks(game, state, () => PASS).state;
    expect([end.turn, end.phase]).toEqual([15, 'guess']);
    const { ending, measures } = outcomeOf(game, guessed(end, {}));
    expect([ending, measures]).toEqual([
      'word-missed',
      { questions: 2, yes: 0, no: 1, unclear: 1, rightGuesses: 0 },
    ]);
  });

  it('has fifteen slots at every table, in seat order', () => {
    for (const players of [3, 4, 10]) {
      const names = Array.from({ length: players }, (_, i) => `P${i}`);
      const { order } = everyoneSpeaks(game, table({}, 'violin', names), () => PASS);
      expect(order).toEqual(Array.from({ length: 15 }, (_, slot) => `P${slot % players}`));
      expect(insider.maxTurns(insider.options.parse({}), players)).toBe(15 + 1 + players + 1);
    }
  });

  it('takes accepted spellings for right guesses, the Insider’s too, and shows everyone who was right', () => {
    const asked = questioned(table({}, 'ice cream'));
    for (const word of ['ice cream', 'Ice-Cream', ' "ICE  CREAM"! ', 'icecream']) {
      const after = guessed(asked, { Ben: guess(word) });
      expect(after.phase, word).toBe('discussion');
    }
    const shown = guessed(asked, { Ben: guess('ice-cream!'), Eve: guess('<cream>') }).events.filter(
      ({ type }) => type === 'guess',
    );
    expect(
      shown.map(({ audience, data }) => [audience, data['player'], data['word'], data['right']]),
    ).toEqual([
      ['all', 'Ana', '', false],
      ['all', 'Ben', 'ice cream', true],
      ['all', 'Cal', '', false],
      ['all', 'Dot', '', false],
      ['all', 'Eve', 'cream', false],
    ]);
  });

  it('takes questions and guesses within their lengths, and no empty ones', () => {
    const problem = (state: GameState, name: string, answer: Action): string | undefined =>
      problemWith(game, state, name, answer);
    expect(problem(table(), 'Ana', ask('x'.repeat(200)))).toBeUndefined();
    expect(problem(table(), 'Ana', ask('x'.repeat(201)))).toContain('at most 200 characters');
    expect(problem(table(), 'Ana', ask(' '))).toBe('no question is asked');
    const asked = questioned(table());
    expect(problem(asked, 'Ana', guess('x'.repeat(41)))).toContain('at most 40 characters');
    expect(problem(asked, 'Ana', guess('?!'))).toBe('no word is guessed');
    expect(problem(asked, 'Ana', guess('passport'))).toBeUndefined();
  });

  it('is won by the Insider when nobody votes', () => {
    expect(outcomeOf(game, castVotes(game, found(), ''))).toMatchObject({ ending: 'insider-hidden' });
  });

  it('breaks a tie by lot, or for the tied player first named by the lowest-seated voter', () => {
    const accused = (options: JsonObject, seed: string): unknown => {
      const state = found(options);
      const { rng } = startGame(game, { names: NAMES, seed, options: state.options });
      return latest(castVotes(game, { ...state, rng }, 'Ana>Dot Ben>Cal Cal>Dot Dot>Cal'), 'accused')?.[
        'player'
      ];
    };
    const seeds = Array.from({ length: 20 }, (_, i) => `tie${i}`);
    expect([...new Set(seeds.map((seed) => accused({}, seed)))].sort()).toEqual(['Cal', 'Dot']);
    expect(new Set(seeds.map((seed) => accused({ tieBreak: 'seat' }, seed)))).toEqual(new Set(['Dot']));
  });

  it('tells the Insider its word before the first question, and nobody else until it is found', () => {
    expect(table().secrets.map((secret) => secret['word'])).toEqual([null, 'violin', null, null, null]);
    const shown = (state: GameState): boolean =>
      state.events.some(({ type }) => type === 'found' || type === 'over');
    expectNoLeak(insider, canaries, (state: GameState, seat: Seat) => {
      const { insider: knowing, secret } = state.data as InsiderState;
      const said = state.events.map(({ data }) => JSON.stringify(data)).join();
      const unsaid = canaries.words.map(({ word }) => word).filter((word) => !said.includes(word));
      return seat === knowing || shown(state) ? unsaid.filter((word) => word !== secret.word) : unsaid;
    });
  });
});

describe('the words of Insider', () => {
  it('are a hundred or more, in categories of like size, with spellings that belong to one word each', () => {
    expect(contentSchema.parse(shippedContent)).toEqual(shippedContent);
    expect(words.length).toBeGreaterThanOrEqual(100);
    const sizes = new Map<string, number>();
    for (const { category } of words) sizes.set(category, (sizes.get(category) ?? 0) + 1);
    expect(new Set(sizes.values())).toEqual(new Set([10]));
    const accepted = words.flatMap(spellings);
    expect(new Set(accepted).size).toBe(accepted.length);
    for (const purpose of ['learning', 'validation', 'test'] as const) {
      expect(partOf(words, purpose).length).toBeGreaterThanOrEqual(20);
    }
  });

  it('can be told apart by the facts of the table, within their category', () => {
    for (const { word, category, facts } of words) {
      for (const other of words.filter((entry) => entry.category === category && entry.word !== word)) {
        const differ =
          facts?.yes.some(
            (fact) => !other.facts?.yes.includes(fact) && !other.facts?.sometimes.includes(fact),
          ) ||
          other.facts?.yes.some((fact) => !facts?.yes.includes(fact) && !facts?.sometimes.includes(fact));
        expect(differ, `${word} and ${other.word}`).toBe(true);
      }
    }
  });

  it('are refused as a list of one’s own when a spelling is used twice or a fact is unknown', () => {
    const own = (more: readonly object[]): boolean =>
      contentSchema.safeParse({
        words: [...Array.from({ length: 10 }, (_, i) => ({ word: `word ${i}`, category: 'kind' })), ...more],
      }).success;
    expect(own([])).toBe(true);
    expect(own([{ word: 'other', category: 'kind', variants: ['Word-3'] }])).toBe(false);
    expect(own([{ word: 'other', category: 'kind', facts: { yes: ['nonsense'], sometimes: [] } }])).toBe(
      false,
    );
  });
});
