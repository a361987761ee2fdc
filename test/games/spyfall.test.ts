import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.js';
import type { GameDefinition, GameState } from '../../src/games/engine/definition.js';
import { isOver, outcomeOf, startGame, viewFor } from '../../src/games/engine/engine.js';
import { partOf } from '../../src/games/shared/content.js';
import { AROUND_HINT, GENERAL } from '../../src/games/spyfall/candidates.js';
import { contentSchema, shippedContent } from '../../src/games/spyfall/content.js';
import { spyfall } from '../../src/games/spyfall/index.js';
import { deal } from '../../src/games/spyfall/rules.js';
import type { SpyfallState } from '../../src/games/spyfall/rules.js';
import { castVotes, dealt, everyoneSpeaks, exchanged, expectNoLeak, latest, mirrored } from './accusing.js';
import { describeGolden } from './golden.js';
import { describeGameLaws } from './laws.js';
import { playScript, problemWith } from './playing.js';

const NAMES = ['Ana', 'Ben', 'Cal', 'Dot'];
const PLACES = ['bank', 'beach', 'zoo'];
const THIRD = 1 / 3;
const game = spyfall as unknown as GameDefinition;

/** Ana, Cal and Dot know that they are in the bank; Ben is the Spy. */
function table(options: JsonObject = {}, names = NAMES): { game: GameDefinition; start: GameState } {
  return dealt(spyfall, names, options, (given, context) =>
    deal(names.length, given, { spy: 1, location: 'bank', locations: PLACES }, context),
  );
}

function spoken(state: GameState): GameState {
  return everyoneSpeaks(game, state, () => ({ action: 'speak', text: 'Is it loud here?' })).state;
}

const round = (state: GameState, ballots: string): GameState => castVotes(game, spoken(state), ballots);

const living = (state: GameState): string[] =>
  (state.data as SpyfallState).living.map((seat) => state.names[seat] ?? '');

const canaries = {
  locations: Array.from({ length: 12 }, (_, i) => ({ name: `qzplace${String(i).padStart(2, '0')}` })),
};

describeGameLaws(spyfall, {
  variants: [{}, spyfall.referenceOptions, { spyGuess: true, showLocations: true }, { spyGuess: true }],
  outcome({ rewards, ending }) {
    expect(rewards.reduce((sum, reward) => sum + reward, 0)).toBeCloseTo(0);
    const alt = rewards.filter((reward) => Math.abs(reward) === 1);
    expect(alt).toHaveLength(ending === 'turn-limit' ? 0 : 1);
  },
  hidden: {
    swap(state, seat, rng) {
      const data = state.data as SpyfallState;
      if (seat === data.spy) {
        const location = rng.pick(data.locations.filter((place) => place !== data.location));
        const secrets = state.secrets.map((secret, owner) =>
          owner === seat ? secret : { ...secret, location },
        );
        return { ...state, secrets, data: { ...data, location } };
      }
      const others = data.living.filter((other) => other !== seat && other !== data.spy);
      if (others.length === 0) return undefined;
      const spy = rng.pick(others);
      return { ...state, ...exchanged(state, spy, data.spy), data: { ...data, spy } };
    },
    mirror: (state, swapped, _seat, batch) => mirrored(game, state, swapped, batch),
  },
});

describeGolden(spyfall);

describe('the worked example of Spyfall', () => {
  it('goes as the page says', () => {
    let state = round(table().start, 'Ana>Cal Ben>Cal Cal>Ben Dot>Cal');
    expect(state.turn).toBe(5);
    expect(latest(state, 'out')).toEqual({ player: 'Cal', role: 'Non-Spy', votes: 3, tied: false });
    expect([isOver(state), living(state)]).toEqual([false, ['Ana', 'Ben', 'Dot']]);
    state = round(state, 'Ana>Ben Ben>Ana Dot>Ben');
    expect([isOver(state), state.turn]).toEqual([true, 9]);
    expect(latest(state, 'out')).toEqual({ player: 'Ben', role: 'Spy', votes: 2, tied: false });
    expect(outcomeOf(game, state)).toMatchObject({ rewards: [THIRD, -1, THIRD, THIRD], ending: 'spy-out' });
  });

  it('goes to the Spy at parity', () => {
    const first = round(table().start, 'Ana>Cal Ben>Cal Cal>Ben Dot>Cal');
    const state = round(first, 'Ben>Ana Dot>Ana Ana>Ben');
    expect(living(state)).toEqual(['Ben', 'Dot']);
    expect(outcomeOf(game, state)).toMatchObject({ rewards: [-THIRD, 1, -THIRD, -THIRD], ending: 'parity' });
  });
});

describe('Spyfall', () => {
  it('lets someone else open each round, or always the lowest seat', () => {
    const orders = (options: JsonObject): (readonly string[])[] => {
      const first = everyoneSpeaks(game, table(options).start, () => ({ action: 'speak', text: '' }));
      const after = castVotes(game, first.state, '');
      return [first.order, everyoneSpeaks(game, after, () => ({ action: 'speak', text: '' })).order];
    };
    expect(orders({})).toEqual([NAMES, ['Ben', 'Cal', 'Dot', 'Ana']]);
    expect(orders({ discussionStart: 'seat0' })).toEqual([NAMES, NAMES]);
  });

  it('breaks a tie by lot, or for the tied player first named by the lowest-seated voter', () => {
    const tie = 'Ana>Dot Ben>Cal Cal>Dot Dot>Cal';
    const out = new Set<unknown>();
    for (let i = 0; i < 20; i += 1) {
      const { start } = table();
      const seeded = startGame(game, { names: NAMES, seed: `tie${i}`, options: start.options });
      out.add(latest(round({ ...start, rng: seeded.rng }, tie), 'out')?.['player']);
    }
    expect([...out].sort()).toEqual(['Cal', 'Dot']);
    for (let i = 0; i < 5; i += 1) {
      const { start } = table({ tieBreak: 'seat' });
      const seeded = startGame(game, { names: NAMES, seed: `tie${i}`, options: start.options });
      const data = latest(round({ ...start, rng: seeded.rng }, tie), 'out');
      expect(data).toMatchObject({ player: 'Dot', tied: true, votes: 2 });
    }
  });

  it('puts nobody out without ballots, and goes on', () => {
    const state = round(table().start, '');
    expect([living(state), state.phase, latest(state, 'round')?.['round']]).toEqual([NAMES, 'discussion', 2]);
    expect(latest(state, 'nobody')).toEqual({});
  });

  it('is a draw after 20 turns, but tests the win first', () => {
    let state = table().start;
    while (!isOver(state)) state = round(state, '');
    expect([state.turn, state.cut]).toEqual([20, true]);
    expect(outcomeOf(game, state)).toMatchObject({ rewards: [0, 0, 0, 0], ending: 'turn-limit' });
    const won = round(table({ maxTurns: 5 }).start, 'Ana>Ben Ben>Cal Cal>Ben Dot>Ben');
    expect([won.turn, won.cut, outcomeOf(game, won).ending]).toEqual([5, false, 'spy-out']);
  });

  it('takes a ballot for another player still in, and no other', () => {
    const vote = spoken(table().start);
    expect(problemWith(game, vote, 'Ana', { action: 'vote', target: 'Ben' })).toBeUndefined();
    expect(problemWith(game, vote, 'Ana', { action: 'vote', target: 'Ana' })).toContain(
      '"Ben", "Cal" or "Dot"',
    );
    expect(problemWith(game, vote, 'Ana', { action: 'abstain' })).toContain('"action" must be "vote"');
    const second = spoken(castVotes(game, vote, 'Ana>Cal Ben>Cal Dot>Cal'));
    expect(problemWith(game, second, 'Ana', { action: 'vote', target: 'Cal' })).toContain('"Ben" or "Dot"');
  });

  it('shows the locations to everyone when it is told to, and to nobody otherwise', () => {
    const shown = (options: JsonObject): unknown[] =>
      NAMES.map(
        (_, seat) =>
          viewFor(table(options).start, seat).events.find(({ type }) => type === 'locations')?.data,
      );
    expect(shown({})).toEqual([undefined, undefined, undefined, undefined]);
    expect(shown({ showLocations: true })).toEqual(NAMES.map(() => ({ list: PLACES })));
  });

  it('lets the Spy name the location before a vote, when it is told to', () => {
    const chance = spoken(table({ spyGuess: true }).start);
    expect(chance.phase).toBe('guess');
    const named = (location: string): GameState =>
      playScript(game, chance, [{ Ben: { action: 'guess', location } }]);
    for (const right of ['bank', 'Bank', ' "BANK"! ']) {
      expect(outcomeOf(game, named(right))).toMatchObject({
        ending: 'guess-right',
        rewards: [-THIRD, 1, -THIRD, -THIRD],
      });
    }
    expect(outcomeOf(game, named('beach'))).toMatchObject({
      ending: 'guess-wrong',
      rewards: [THIRD, -1, THIRD, THIRD],
    });
    expect(problemWith(game, chance, 'Ben', { action: 'guess', location: ' !' })).toBe(
      'no location is named',
    );
    const passed = playScript(game, chance, [{ Ben: { action: 'pass' } }]);
    expect(passed.phase).toBe('vote');
    expect(passed.events).toEqual(chance.events);
    const listed = spoken(table({ spyGuess: true, showLocations: true }).start);
    expect(problemWith(game, listed, 'Ben', { action: 'guess', location: 'moon' })).toBe(
      'that is not one of the possible locations',
    );
    expect(problemWith(game, listed, 'Ben', { action: 'guess', location: 'Zoo' })).toBeUndefined();
  });

  it('reaches no other ending within the limit when every vote removes someone', () => {
    for (const players of [3, 4, 5]) {
      const longest = Array.from({ length: players - 2 }, (_, i) => players - i + 2).reduce(
        (sum, turns) => sum + turns,
        0,
      );
      expect(longest).toBeLessThanOrEqual(spyfall.maxTurns(spyfall.options.parse({}), players));
    }
  });

  it('tells the Spy no location', () => {
    expectNoLeak(spyfall, canaries, (state, seat) => {
      const { spy, locations } = state.data as SpyfallState;
      return seat === spy
        ? locations
        : locations.filter((place) => place !== (state.data as SpyfallState).location);
    });
  });
});

describe('the locations of Spyfall', () => {
  const places = shippedContent.locations;

  it('are sixty or more, different, and none is contained in another', () => {
    expect(contentSchema.parse(shippedContent)).toEqual(shippedContent);
    expect(places.length).toBeGreaterThanOrEqual(60);
    for (const { name } of places) {
      expect(places.filter((other) => other.name !== name && other.name.includes(name))).toEqual([]);
    }
    for (const purpose of ['learning', 'validation', 'test'] as const) {
      expect(partOf(places, purpose).length).toBeGreaterThanOrEqual(12);
    }
  });

  it('have people, objects and actions, and share many of them with other places', () => {
    const all = places.map(({ people = [], objects = [], actions = [] }) => {
      expect([people.length, objects.length, actions.length].every((count) => count >= 4)).toBe(true);
      return [...people, ...objects, ...actions];
    });
    const uses = new Map<string, number>();
    for (const word of all.flat()) uses.set(word, (uses.get(word) ?? 0) + 1);
    all.forEach((words, i) => {
      const shared = words.filter((word) => (uses.get(word) ?? 0) > 1);
      expect(shared.length, places[i]?.name).toBeGreaterThanOrEqual(6);
      expect(new Set(words).size).toBe(words.length);
    });
  });

  it('are refused as a list of one’s own when too few or double', () => {
    const own = (names: string[]): boolean =>
      contentSchema.safeParse({ locations: names.map((name) => ({ name })) }).success;
    const ten = Array.from({ length: 10 }, (_, i) => `place ${i}`);
    expect([own(ten), own(ten.slice(1)), own([...ten, 'Place 3'])]).toEqual([true, false, false]);
  });

  it('lend no word to the sentences around them', () => {
    const sentences = [...GENERAL, ...Object.values(AROUND_HINT).flat()].join(' ').toLowerCase();
    const words = new Set(sentences.split(/[^a-z]+/));
    const hints = places.flatMap(({ people = [], objects = [], actions = [] }) => [
      ...people,
      ...objects,
      ...actions,
    ]);
    expect(hints.filter((hint) => words.has(hint))).toEqual([]);
  });
});
