import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.js';
import type { Action } from '../../src/games/engine/actions.js';
import type { GameDefinition, GameState } from '../../src/games/engine/definition.js';
import { isOver, outcomeOf, pending, startGame, viewFor } from '../../src/games/engine/engine.js';
import { partOf } from '../../src/games/shared/content.js';
import { AROUND_PHRASE, GENERAL, WITH_ACCUSATION } from '../../src/games/undercover/candidates.js';
import { contentSchema, shippedContent } from '../../src/games/undercover/content.js';
import { undercover } from '../../src/games/undercover/index.js';
import { deal, undercoverCount } from '../../src/games/undercover/rules.js';
import type { UndercoverState } from '../../src/games/undercover/rules.js';
import { castVotes, dealt, everyoneSpeaks, exchanged, expectNoLeak, latest, mirrored } from './accusing.js';
import { describeGolden } from './golden.js';
import { describeGameLaws } from './laws.js';
import { problemWith } from './playing.js';

const NAMES = ['Ana', 'Ben', 'Cal', 'Dot', 'Eve', 'Fin'];
const game = undercover as unknown as GameDefinition;

/** Ben and Eve have coffee, the others tea. */
function table(options: JsonObject = {}, undercovers: readonly number[] = [1, 4]): GameState {
  const words = { civilian: 'tea', undercover: 'coffee' };
  return dealt(undercover, NAMES, options, (given, context) =>
    deal(NAMES.length, given, { undercovers, words, closeness: 3 }, context),
  ).start;
}

const say = (text: string) => (): Action => ({ action: 'describe', text });

function round(state: GameState, ballots: string): GameState {
  return castVotes(game, everyoneSpeaks(game, state, say('it is hot')).state, ballots);
}

/** Civilians and Undercovers that are left. */
function left(state: GameState): { U: number; C: number } {
  const { living, undercovers } = state.data as UndercoverState;
  const U = living.filter((seat) => undercovers.includes(seat)).length;
  return { U, C: living.length - U };
}

const canaries = {
  pairs: Array.from({ length: 12 }, (_, i) => ({
    words: [{ word: `qzfirst${i}x` }, { word: `qzsecond${i}x` }],
    closeness: 1,
  })),
};

describeGameLaws(undercover, {
  variants: [{}, undercover.referenceOptions, { tellSide: false }, { maxTurns: 9 }],
  players: [3, 5, 6, 7, 12],
  outcome({ rewards, ending, measures }) {
    expect(rewards.reduce((sum, reward) => sum + reward, 0)).toBeCloseTo(0);
    expect(rewards.every((reward) => reward === 0)).toBe(ending === 'turn-limit');
    expect([1, 2, 3]).toContain(measures['closeness']);
  },
  hidden: {
    swap(state, seat, rng) {
      const data = state.data as UndercoverState;
      const own = data.undercovers.includes(seat);
      const words = own ? { ...data.words, civilian: 'quagmire' } : { ...data.words, undercover: 'quagmire' };
      const others = data.living.filter((other) => other !== seat);
      const [spies, rest] = [true, false].map((is) =>
        others.filter((other) => data.undercovers.includes(other) === is),
      );
      if (spies === undefined || rest === undefined || spies.length === 0 || rest.length === 0)
        return undefined;
      const [spy, civilian] = [rng.pick(spies), rng.pick(rest)];
      const undercovers = data.undercovers
        .map((other) => (other === spy ? civilian : other))
        .sort((a, b) => a - b);
      const { roles, secrets } = exchanged(state, spy, civilian);
      const word = (other: number): string =>
        undercovers.includes(other) ? words.undercover : words.civilian;
      return {
        ...state,
        roles,
        secrets: secrets.map((secret, other) => ({ ...secret, word: word(other) })),
        data: { ...data, undercovers, words },
      };
    },
    mirror: (state, swapped, _seat, batch) => mirrored(game, state, swapped, batch),
  },
});

describeGolden(undercover);

describe('the worked example of Undercover', () => {
  it('goes as the page says', () => {
    let state = round(table(), 'Ana>Ben Cal>Ben Dot>Ben Fin>Ben Ben>Ana Eve>Ana');
    expect(latest(state, 'out')).toEqual({ player: 'Ben', role: 'Undercover', votes: 4, tied: false });
    expect([state.turn, left(state)]).toEqual([7, { U: 1, C: 4 }]);
    state = round(state, 'Cal>Ana Dot>Ana Eve>Ana Ana>Eve Fin>Eve');
    expect(latest(state, 'out')).toEqual({ player: 'Ana', role: 'Civilian', votes: 3, tied: false });
    expect([state.turn, left(state)]).toEqual([13, { U: 1, C: 3 }]);
    state = round(state, 'Cal>Eve Dot>Eve Fin>Eve Eve>Cal');
    expect([state.turn, isOver(state)]).toEqual([18, true]);
    expect(outcomeOf(game, state)).toMatchObject({
      rewards: [1 / 4, -1 / 2, 1 / 4, 1 / 4, -1 / 2, 1 / 4],
      ending: 'undercovers-out',
    });
  });

  it('plays the other line through 2-3, 2-2, 2-1 to 2-0', () => {
    const everyone = (target: string, voters: string): string =>
      voters
        .split(' ')
        .map((voter) => `${voter}>${voter === target ? 'Ben' : target}`)
        .join(' ');
    let state = round(table(), everyone('Ana', 'Ana Ben Cal Dot Eve Fin'));
    expect(left(state)).toEqual({ U: 2, C: 3 });
    state = round(state, everyone('Cal', 'Ben Cal Dot Eve Fin'));
    expect(left(state)).toEqual({ U: 2, C: 2 });
    state = round(state, everyone('Dot', 'Ben Dot Eve Fin'));
    expect([left(state), isOver(state)]).toEqual([{ U: 2, C: 1 }, false]);
    state = round(state, everyone('Fin', 'Ben Eve Fin'));
    expect([left(state), state.turn, isOver(state)]).toEqual([{ U: 2, C: 0 }, 22, true]);
    expect(outcomeOf(game, state)).toMatchObject({
      rewards: [-1 / 4, 1 / 2, -1 / 4, -1 / 4, 1 / 2, -1 / 4],
      ending: 'civilians-out',
    });
  });

  it('ends with one of each, from one Undercover and two Civilians', () => {
    let state = round(table(), 'Ana>Ben Cal>Ben Dot>Ben Fin>Ben Ben>Ana Eve>Ana');
    state = round(state, 'Cal>Ana Dot>Ana Eve>Ana');
    expect([left(state), isOver(state)]).toEqual([{ U: 1, C: 3 }, false]);
    state = round(state, 'Cal>Dot Dot>Cal Eve>Dot Fin>Dot');
    expect([left(state), isOver(state)]).toEqual([{ U: 1, C: 2 }, false]);
    state = round(state, 'Cal>Fin Eve>Fin Fin>Eve');
    expect([left(state), outcomeOf(game, state).ending]).toEqual([{ U: 1, C: 1 }, 'one-of-each']);
  });
});

describe('Undercover', () => {
  it('refuses one’s own word in any case, and never the other side’s', () => {
    const problem = (name: string, seatFirst: GameState, text: string): string | undefined =>
      problemWith(game, seatFirst, name, { action: 'describe', text });
    const civilian = table();
    const undercoverFirst = table({}, [0, 4]);
    for (const text of ['I like tea', 'TEA!', 'green-tea']) {
      expect(problem('Ana', civilian, text)).toContain('without the word "tea"');
      expect(problem('Ana', undercoverFirst, text)).toBeUndefined();
    }
    for (const text of ['I like coffee', 'Coffee', 'not coffee']) {
      expect(problem('Ana', civilian, text)).toBeUndefined();
      expect(problem('Ana', undercoverFirst, text)).toContain('without the word "coffee"');
    }
    expect(problem('Ana', civilian, 'I bought it on a team outing')).toBeUndefined();
  });

  it('says nothing in a refusal that depends on the other word', () => {
    const answers = ['tea', 'x'.repeat(201), 'one. Two.', 7, null].map((text) => ({
      action: 'describe',
      text,
    }));
    const [coffee, milk] = ['coffee', 'milk'].map((word) => {
      const { start } = dealt(undercover, NAMES, {}, (given, context) =>
        deal(
          6,
          given,
          { undercovers: [1, 4], words: { civilian: 'tea', undercover: word }, closeness: 3 },
          context,
        ),
      );
      return answers.map((answer) => problemWith(game, start, 'Ana', answer));
    });
    expect(coffee).toEqual(milk);
    expect(coffee?.every((reason) => reason !== undefined && !reason.includes('coffee'))).toBe(true);
  });

  it('takes one sentence, unless the reference’s rules are on', () => {
    const two = { action: 'describe', text: 'It is hot. I drink it daily.' };
    expect(problemWith(game, table(), 'Ana', two)).toBe('it must be one sentence');
    expect(problemWith(game, table({ oneSentence: false }), 'Ana', two)).toBeUndefined();
    for (const text of ['It is hot, e.g. in a cup.', 'Well... I drink it (often).', 'Hot!', '']) {
      expect(problemWith(game, table(), 'Ana', { action: 'describe', text }), text).toBeUndefined();
    }
  });

  it('announces sides, but no word before the end', () => {
    const state = round(table(), 'Ana>Ben Cal>Ben Dot>Ben Fin>Ben Ben>Ana Eve>Ana');
    const seen = JSON.stringify(viewFor(state, 0).events);
    expect(seen).toContain('Undercover');
    expect(seen).not.toMatch(/tea|coffee/);
  });

  it('withholds the side when it is told to', () => {
    const roles = (options: JsonObject): unknown[] => table(options).secrets.map((secret) => secret['role']);
    expect(roles({})).toEqual(['Civilian', 'Undercover', 'Civilian', 'Civilian', 'Undercover', 'Civilian']);
    expect(roles({ tellSide: false })).toEqual(NAMES.map(() => null));
  });

  it('lets someone else open each round, or always the lowest seat', () => {
    const second = (options: JsonObject): readonly string[] =>
      everyoneSpeaks(game, round(table(options), 'Ana>Ben Cal>Ben'), say('it is hot')).order;
    expect(second({})).toEqual(['Cal', 'Dot', 'Eve', 'Fin', 'Ana']);
    expect(second({ discussionStart: 'seat0' })).toEqual(['Ana', 'Cal', 'Dot', 'Eve', 'Fin']);
  });

  it('breaks a tie by lot, or for the tied player first named by the lowest-seated voter', () => {
    const tie = 'Ana>Fin Ben>Cal Cal>Fin Dot>Cal Eve>Dot';
    const out = (options: JsonObject, seed: string): unknown => {
      const state = table(options);
      const { rng } = startGame(game, { names: NAMES, seed, options: state.options });
      return latest(round({ ...state, rng }, tie), 'out')?.['player'];
    };
    const seeds = Array.from({ length: 20 }, (_, i) => `tie${i}`);
    expect([...new Set(seeds.map((seed) => out({}, seed)))].sort()).toEqual(['Cal', 'Fin']);
    expect(new Set(seeds.map((seed) => out({ tieBreak: 'seat' }, seed)))).toEqual(new Set(['Fin']));
  });

  it('puts nobody out without ballots, and is a draw after 100 turns', () => {
    let state = table();
    while (!isOver(state)) state = round(state, '');
    expect([state.turn, state.cut, left(state)]).toEqual([100, true, { U: 2, C: 4 }]);
    expect(outcomeOf(game, state)).toMatchObject({ rewards: [0, 0, 0, 0, 0, 0], ending: 'turn-limit' });
  });

  it('deals fewer Undercovers than Civilians at every table', () => {
    for (let players = undercover.players.min; players <= undercover.players.max; players += 1) {
      expect(undercoverCount(players)).toBeGreaterThanOrEqual(1);
      expect(undercoverCount(players) * 2).toBeLessThan(players);
    }
    expect(undercoverCount(6)).toBe(2);
  });

  it('gives either word of a pair to the Civilians', () => {
    const firsts = new Set(
      Array.from({ length: 12 }, (_, i) => {
        const deal = { study: 0, purpose: 'test', index: 0 } as const;
        const options = game.options.parse({});
        return (startGame(game, { names: NAMES, seed: `swap${i}`, options, deal }).data as UndercoverState)
          .words.civilian;
      }),
    );
    expect(firsts.size).toBe(2);
  });

  it('tells nobody the other word', () => {
    for (const options of [{}, { tellSide: false }]) {
      expectNoLeak(
        undercover,
        canaries,
        (state, seat) => {
          const { undercovers, words } = state.data as UndercoverState;
          return [undercovers.includes(seat) ? words.civilian : words.undercover];
        },
        { options },
      );
    }
  });

  it('asks for a vote for another player still in', () => {
    const state = round(table(), 'Ana>Ben Cal>Ben');
    const vote = everyoneSpeaks(game, state, say('it is hot')).state;
    expect(pending(game, vote).map(({ seat }) => seat)).toEqual([0, 2, 3, 4, 5]);
    for (const target of ['Ana', 'Ben', 'Zed']) {
      expect(problemWith(game, vote, 'Ana', { action: 'vote', target })).toContain('"target" must be one of');
    }
  });
});

describe('the word pairs of Undercover', () => {
  const { pairs } = shippedContent;

  it('are a hundred or more, graded, with enough of each grade and for each purpose', () => {
    expect(contentSchema.parse(shippedContent)).toEqual(shippedContent);
    expect(pairs.length).toBeGreaterThanOrEqual(100);
    for (const grade of [1, 2, 3]) {
      expect(pairs.filter(({ closeness }) => closeness === grade).length).toBeGreaterThanOrEqual(20);
    }
    for (const purpose of ['learning', 'validation', 'test'] as const) {
      expect(partOf(pairs, purpose).length).toBeGreaterThanOrEqual(20);
    }
  });

  it('are single words, used once, neither contained in the other', () => {
    const words = pairs.flatMap(({ words: [first, second] }) => [first.word, second.word]);
    expect(words.filter((word) => !/^[a-z]+$/.test(word))).toEqual([]);
    expect(new Set(words).size).toBe(words.length);
    for (const {
      words: [first, second],
    } of pairs) {
      expect(first.word.includes(second.word) || second.word.includes(first.word)).toBe(false);
    }
  });

  it('share three associations and differ in two on each side, none of which names a word', () => {
    for (const {
      words: [first, second],
      shared = [],
    } of pairs) {
      const [own, other] = [first.own ?? [], second.own ?? []];
      expect([shared.length, own.length, other.length], first.word).toEqual([3, 2, 2]);
      const phrases = [...shared, ...own, ...other];
      expect(new Set(phrases).size).toBe(phrases.length);
      const named = new RegExp(`\\b(?:${first.word}|${second.word})s?\\b`, 'i');
      expect(phrases.filter((phrase) => named.test(phrase))).toEqual([]);
    }
  });

  it('lend no word to the sentences around them', () => {
    const text = [...GENERAL, ...AROUND_PHRASE, ...WITH_ACCUSATION].join(' ').toLowerCase();
    const used = new Set(text.split(/[^a-z]+/));
    const words = pairs.flatMap(({ words: [first, second] }) => [first.word, second.word]);
    expect(words.filter((word) => used.has(word))).toEqual([]);
  });

  it('are refused as a list of one’s own when a word repeats or contains its partner', () => {
    const own = (words: [string, string][]): boolean =>
      contentSchema.safeParse({
        pairs: words.map(([first, second]) => ({ words: [{ word: first }, { word: second }], closeness: 2 })),
      }).success;
    const ten = Array.from({ length: 10 }, (_, i): [string, string] => [`left${i}x`, `right${i}x`]);
    expect(own(ten)).toBe(true);
    expect(own(ten.slice(1))).toBe(false);
    expect(own([...ten, ['Left3x', 'other']])).toBe(false);
    expect(own([...ten, ['pen', 'pencil']])).toBe(false);
  });
});
