import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.js';
import type { Action } from '../../src/games/engine/actions.js';
import type { GameDefinition, GameState, Role, Seat } from '../../src/games/engine/definition.js';
import { isOver, outcomeOf, pending, startGame, viewFor } from '../../src/games/engine/engine.js';
import { resistance } from '../../src/games/resistance/index.js';
import type { ResistanceState } from '../../src/games/resistance/rules.js';
import { describeGolden } from './golden.js';
import { describeGameLaws } from './laws.js';
import type { LawOptions } from './laws.js';
import { apply, playScript, problemWith } from './playing.js';
import type { Batch, Script } from './playing.js';

const game = resistance as unknown as GameDefinition;

/** Players of the worked example: the Resistance is Ana, Ben and Cara, the Spies are Dov and Eli. */
const NAMES = ['Ana', 'Ben', 'Cara', 'Dov', 'Eli'];

function dataOf(state: GameState): ResistanceState {
  return state.data as ResistanceState;
}

/** The state with other Spies, told to those concerned and to nobody else. */
function withSpies(state: GameState, spies: readonly Seat[]): GameState {
  const roles = state.names.map((_, seat): Role =>
    spies.includes(seat) ? { role: 'Spy', side: 'alt' } : { role: 'Resistance', side: 'main' },
  );
  const secrets = roles.map(({ role }, seat) => {
    const partner = spies.find((spy) => spy !== seat);
    return { role, partner: role === 'Spy' && partner !== undefined ? (state.names[partner] ?? null) : null };
  });
  return { ...state, roles, secrets, data: { ...dataOf(state), spies } };
}

function table(options: JsonObject = {}): GameState {
  const dealt = startGame(game, { names: NAMES, seed: 'table', options: game.options.parse(options) });
  return withSpies(dealt, [3, 4]);
}

/** Everybody keeps silent until the leader may propose. */
function talked(state: GameState): GameState {
  let now = state;
  while (now.phase === 'discussion') {
    const [speaker] = pending(game, now);
    if (speaker === undefined) throw new Error('nobody speaks');
    now = apply(game, now, new Map([[speaker.seat, { action: 'speak', text: '' }]]));
  }
  return now;
}

interface Round {
  readonly leader: string;
  readonly team: readonly string[];
  readonly approve: readonly string[];
  /** Cards of the Spies on the team; without it the proposal is meant to be rejected. */
  readonly cards?: Readonly<Record<string, 'succeed' | 'fail'>>;
}

/** The batches of a round after its discussion. */
function scriptOf({ leader, team, approve, cards }: Round): Script[] {
  const votes = NAMES.map((name): [string, Action] => [
    name,
    { action: 'vote', choice: approve.includes(name) ? 'approve' : 'reject' },
  ]);
  const played = Object.entries(cards ?? {}).map(([name, card]): [string, Action] => [
    name,
    { action: 'card', card },
  ]);
  return [
    { [leader]: { action: 'propose', team: [...team] } },
    Object.fromEntries(votes),
    ...(cards === undefined ? [] : [Object.fromEntries(played)]),
  ];
}

function played(state: GameState, ...rounds: readonly Round[]): GameState {
  return rounds.reduce((now, round) => playScript(game, talked(now), scriptOf(round)), state);
}

/** The same proposal voted down as often as said, by whoever leads. */
function rejected(state: GameState, times: number): GameState {
  let now = state;
  for (let i = 0; i < times; i += 1) {
    now = talked(now);
    const leader = NAMES[dataOf(now).leader] ?? '';
    const [open] = pending(game, now);
    now = apply(game, now, new Map([[dataOf(now).leader, open?.decision.fallback as Action]]));
    now = playScript(game, now, scriptOf({ leader, team: [], approve: [] }).slice(1));
  }
  return now;
}

/** A mission that everybody approves, with the default team or the named one. */
function mission(state: GameState, fails: boolean): GameState {
  const now = talked(state);
  const { leader, mission: index } = dataOf(now);
  const size = [2, 3, 2, 3, 3][index] ?? 0;
  const team = fails ? ['Dov', 'Ana', 'Ben'].slice(0, size) : ['Ana', 'Ben', 'Cara'].slice(0, size);
  const cards = fails ? { Dov: 'fail' as const } : undefined;
  const script = scriptOf({
    leader: NAMES[leader] ?? '',
    team,
    approve: NAMES,
    ...(cards === undefined ? { cards: {} } : { cards }),
  });
  return playScript(game, now, script);
}

function lastEvent(state: GameState, type: string): JsonObject {
  return state.events.filter((event) => event.type === type).at(-1)?.data ?? {};
}

/** In the swapped game the Spies are others among those whose side `seat` does not know. */
const hidden: LawOptions['hidden'] = {
  swap(state, seat, rng) {
    if (dataOf(state).spies.includes(seat)) return undefined;
    const others = state.names.map((_, other) => other).filter((other) => other !== seat);
    return withSpies(state, rng.shuffle(others).slice(0, 2).sort());
  },
  mirror(state, swapped, seat, batch) {
    if (state.phase !== 'mission') return batch;
    const { team } = dataOf(state);
    const fails = team.filter((member) => batch.get(member)?.['card'] === 'fail').length;
    const able = team.filter((member) => dataOf(swapped).spies.includes(member) && member !== seat);
    if (able.length < fails) return undefined;
    return new Map(
      team.map((member): [Seat, Action] => [
        member,
        { action: 'card', card: able.slice(0, fails).includes(member) ? 'fail' : 'succeed' },
      ]),
    ) satisfies Batch;
  },
};

describeGameLaws(resistance, {
  hidden,
  variants: [{}, resistance.referenceOptions, { maxTurns: 30 }, { speechLength: 1 }],
  outcome({ rewards, ending }, end) {
    const spies = dataOf(end).spies;
    const of = (seats: readonly Seat[]): Set<number | undefined> =>
      new Set(seats.map((seat) => rewards[seat]));
    const loyal = [0, 1, 2, 3, 4].filter((seat) => !spies.includes(seat));
    const expected = {
      'three-successes': [1 / 3, -1 / 2],
      'three-failures': [-1 / 3, 1 / 2],
      'five-rejections': [-1 / 3, 1 / 2],
      'turn-limit': [0, 0],
    }[ending];
    expect([...of(loyal), ...of(spies)]).toEqual(expected);
    expect(ending === 'turn-limit').toBe(end.cut);
  },
});

describeGolden(resistance);

describe('the worked example of The Resistance', () => {
  const rounds: (Round & { readonly score: string; readonly counter: number; readonly turn: number })[] = [
    { leader: 'Ana', team: ['Ana', 'Ben'], approve: ['Ana', 'Ben', 'Cara'], cards: {}, score: '1-0', counter: 0, turn: 8 },
    { leader: 'Ben', team: ['Ben', 'Cara', 'Dov'], approve: NAMES, cards: { Dov: 'fail' }, score: '1-1', counter: 0, turn: 16 },
    { leader: 'Cara', team: ['Ana', 'Cara'], approve: ['Ana', 'Cara'], score: '1-1', counter: 1, turn: 23 },
    { leader: 'Dov', team: ['Ana', 'Dov'], approve: ['Ana', 'Dov', 'Eli'], cards: { Dov: 'fail' }, score: '1-2', counter: 0, turn: 31 },
    { leader: 'Eli', team: ['Ana', 'Ben', 'Eli'], approve: ['Ana', 'Dov', 'Eli'], cards: { Eli: 'fail' }, score: '1-3', counter: 0, turn: 39 },
  ]; // prettier-ignore

  it('scores every proposal as the table says', () => {
    let state = table();
    for (const { score, counter, turn, ...round } of rounds) {
      expect(NAMES[dataOf(state).leader]).toBe(round.leader);
      state = played(state, round);
      const { successes, failures, rejections } = dataOf(state);
      expect([`${successes}-${failures}`, rejections, state.turn]).toEqual([score, counter, turn]);
    }
    expect(isOver(state)).toBe(true);
    expect(outcomeOf(game, state)).toEqual({
      rewards: [-1 / 3, -1 / 3, -1 / 3, 1 / 2, 1 / 2],
      ending: 'three-failures',
      measures: { missionsSucceeded: 1, missionsFailed: 3 },
    });
  });

  it('tells the Spies who their partner is and the Resistance nothing', () => {
    const state = table();
    expect(NAMES.map((_, seat) => viewFor(state, seat).secret)).toEqual([
      { role: 'Resistance', partner: null },
      { role: 'Resistance', partner: null },
      { role: 'Resistance', partner: null },
      { role: 'Spy', partner: 'Eli' },
      { role: 'Spy', partner: 'Dov' },
    ]);
  });
});

describe('the deal of The Resistance', () => {
  it('draws two Spies of five, all pairs alike', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 1000; i += 1) {
      const { roles, secrets, names } = startGame(game, {
        names: NAMES,
        seed: `deal ${i}`,
        options: game.options.parse({}),
      });
      const spies = names.filter((_, seat) => roles[seat]?.role === 'Spy');
      expect(spies).toHaveLength(2);
      expect(spies.map((name) => secrets[names.indexOf(name)]?.['partner'])).toEqual([...spies].reverse());
      counts.set(spies.join(), (counts.get(spies.join()) ?? 0) + 1);
    }
    // Ten pairs, 100 expected of each with a standard deviation of 9.5: five of them leave 1 in 10⁵ to chance.
    expect(counts.size).toBe(10);
    for (const count of counts.values()) expect(Math.abs(count - 100)).toBeLessThan(48);
  });

  it('is for exactly five', () => {
    const deal = (names: string[]): unknown =>
      startGame(game, { names, seed: 'x', options: game.options.parse({}) });
    expect(() => deal(NAMES.slice(0, 4))).toThrow(/exactly 5/);
    expect(() => deal([...NAMES, 'Fay'])).toThrow(/exactly 5/);
  });
});

describe('discussion of The Resistance', () => {
  const speakers = (start: GameState): string[] => {
    const order: string[] = [];
    let now = start;
    while (now.phase === 'discussion') {
      const [open] = pending(game, now);
      order.push(NAMES[open?.seat ?? -1] ?? '');
      now = apply(game, now, new Map([[open?.seat ?? -1, { action: 'speak', text: 'hm' }]]));
    }
    return order;
  };

  it('starts with the leader and goes clockwise', () => {
    const state = table();
    expect(speakers(state)).toEqual(['Ana', 'Ben', 'Cara', 'Dov', 'Eli']);
    expect(speakers(rejected(state, 1))).toEqual(['Ben', 'Cara', 'Dov', 'Eli', 'Ana']);
  });

  it('starts with seat 0 in the reference', () => {
    const state = table(resistance.referenceOptions);
    expect(speakers(rejected(state, 2))).toEqual(['Ana', 'Ben', 'Cara', 'Dov', 'Eli']);
  });

  it('is heard by everyone, and silence is the default', () => {
    const state = table();
    const [open] = pending(game, state);
    expect(open?.decision.fallback).toEqual({ action: 'speak', text: '' });
    const after = playScript(game, state, [{ Ana: { action: 'speak', text: 'Trust me.' } }]);
    expect(after.events.at(-1)).toEqual({
      type: 'speech',
      audience: 'all',
      data: { speaker: 'Ana', text: 'Trust me.' },
      talk: { seat: 0, discussion: 1 },
    });
    expect(problemWith(game, state, 'Ana', { action: 'speak', text: 'a'.repeat(501) })).toMatch(
      /at most 500/,
    );
  });
});

describe('proposals of The Resistance', () => {
  it('take exactly as many different players as the mission needs', () => {
    const state = talked(table());
    const problem = (team: unknown): string | undefined =>
      problemWith(game, state, 'Ana', { action: 'propose', team });
    expect(problem(['Ben', 'Cara'])).toBeUndefined();
    expect(problem(['Ana'])).toMatch(/exactly 2/);
    expect(problem(['Ana', 'Ben', 'Cara'])).toMatch(/exactly 2/);
    expect(problem(['Ana', 'Ana'])).toMatch(/different/);
    expect(problem(['Ana', 'Zed'])).toMatch(/Ana, Ben, Cara, Dov, Eli/);
    expect(problem('Ana and Ben')).toMatch(/a list/);
  });

  it('need 2, 3, 2, 3 and 3 players for missions 1 to 5', () => {
    let state = table();
    const sizes: unknown[] = [];
    for (const fails of [false, true, false, true, false]) {
      sizes.push(lastEvent(state, 'round')['size']);
      state = mission(state, fails);
    }
    expect(sizes).toEqual([2, 3, 2, 3, 3]);
  });

  it('fall back to the leader and the next seats clockwise', () => {
    let state = mission(table(), false);
    state = talked(rejected(state, 3));
    expect(NAMES[dataOf(state).leader]).toBe('Eli');
    expect(pending(game, state)[0]?.decision.fallback).toEqual({
      action: 'propose',
      team: ['Eli', 'Ana', 'Ben'],
    });
  });

  it('are forgotten when rejected: the next leader proposes anew for the same mission', () => {
    const state = rejected(table(), 1);
    expect(dataOf(state).team).toEqual([]);
    expect(lastEvent(state, 'round')).toMatchObject({ mission: 1, leader: 'Ben', rejections: 1 });
  });
});

describe('votes of The Resistance', () => {
  const vote = (choices: Readonly<Record<string, 'approve' | 'reject' | 'abstain'>>): GameState => {
    const proposed = playScript(game, talked(table()), [
      { Ana: { action: 'propose', team: ['Ana', 'Ben'] } },
    ]);
    const ballot = (choice: string): Action =>
      choice === 'abstain' ? { action: 'abstain' } : { action: 'vote', choice };
    return playScript(game, proposed, [
      Object.fromEntries(NAMES.map((name) => [name, ballot(choices[name] ?? 'abstain')])),
    ]);
  };

  it('send a team out when more approve than reject, and show every ballot', () => {
    const state = vote({ Ana: 'approve', Ben: 'reject', Cara: 'approve', Dov: 'reject', Eli: 'approve' });
    expect(state.phase).toBe('mission');
    expect(lastEvent(state, 'ballots')).toEqual({
      approve: ['Ana', 'Cara', 'Eli'],
      reject: ['Ben', 'Dov'],
      abstain: [],
      approved: true,
    });
  });

  it('reject on a tie, and count abstentions for neither side', () => {
    expect(vote({ Ana: 'approve', Ben: 'reject' }).phase).toBe('discussion');
    expect(vote({ Ana: 'approve' }).phase).toBe('mission');
    expect(vote({}).phase).toBe('discussion');
    expect(dataOf(vote({})).rejections).toBe(1);
  });

  it('abstain by default, which nobody can choose', () => {
    const state = playScript(game, talked(table()), [{ Ana: { action: 'propose', team: ['Ana', 'Ben'] } }]);
    expect(pending(game, state).map(({ decision }) => decision.fallback)).toEqual(
      NAMES.map(() => ({ action: 'abstain' })),
    );
    expect(problemWith(game, state, 'Ana', { action: 'abstain' })).toMatch(/must be "vote"/);
    expect(problemWith(game, state, 'Ana', { action: 'vote', choice: 'disapprove' })).toMatch(
      /"approve" or "reject"/,
    );
  });

  it('set the counter back on approval, and give the game to the Spies at five rejections in a row', () => {
    const four = rejected(table(), 4);
    expect(dataOf(mission(four, false)).rejections).toBe(0);
    const five = rejected(four, 1);
    expect(five.turn).toBe(35);
    expect(outcomeOf(game, five)).toMatchObject({
      rewards: [-1 / 3, -1 / 3, -1 / 3, 1 / 2, 1 / 2],
      ending: 'five-rejections',
    });
  });
});

describe('missions of The Resistance', () => {
  const onMission = (team: readonly string[]): GameState =>
    played(table(), { leader: 'Ana', team, approve: NAMES });

  it('ask only Spies for a card; a Resistance member has one', () => {
    const state = onMission(['Ana', 'Dov']);
    expect(pending(game, state).map(({ seat, sole }) => [seat, sole])).toEqual([
      [0, { action: 'card', card: 'succeed' }],
      [3, undefined],
    ]);
    expect(problemWith(game, state, 'Ana', { action: 'card', card: 'fail' })).toMatch(/"succeed"/);
    expect(problemWith(game, state, 'Dov', { action: 'card', card: 'fail' })).toBeUndefined();
    expect(pending(game, state)[1]?.decision.fallback).toEqual({ action: 'card', card: 'succeed' });
  });

  it('publish the number of fail cards and nothing that tells whose they are', () => {
    const team = onMission(['Ana', 'Dov']);
    const result = playScript(game, team, [{ Dov: { action: 'card', card: 'fail' } }]);
    expect(lastEvent(result, 'mission')).toEqual({
      mission: 1,
      team: ['Ana', 'Dov'],
      fails: 1,
      successes: 0,
      failures: 1,
    });
    const added = result.events.slice(team.events.length);
    expect(added.map(({ type, audience }) => [type, audience])).toEqual([
      ['card', [0]],
      ['card', [3]],
      ['mission', 'all'],
      ['round', 'all'],
    ]);
  });

  it('look the same whether a card was asked for or not', () => {
    const asked = playScript(game, onMission(['Ana', 'Dov']), [{ Dov: { action: 'card', card: 'succeed' } }]);
    const unasked = playScript(game, withSpies(onMission(['Ana', 'Dov']), [1, 4]), [{}]);
    expect(asked.events).toEqual(unasked.events);
  });

  it('fail by one fail card, the fourth mission included, and by two', () => {
    let state = table();
    for (const fails of [false, true, false]) state = mission(state, fails);
    expect(dataOf(mission(state, true))).toMatchObject({ successes: 2, failures: 2 });
    const both = playScript(game, onMission(['Dov', 'Eli']), [
      { Dov: { action: 'card', card: 'fail' }, Eli: { action: 'card', card: 'fail' } },
    ]);
    expect(lastEvent(both, 'mission')).toMatchObject({ fails: 2, failures: 1 });
  });

  it('end the game at the third success', () => {
    let state = table();
    for (const fails of [false, false, false]) state = mission(state, fails);
    expect(outcomeOf(game, state)).toMatchObject({
      rewards: [1 / 3, 1 / 3, 1 / 3, -1 / 2, -1 / 2],
      ending: 'three-successes',
    });
    expect(state.turn).toBe(24);
  });

  it('pass the lead on after each', () => {
    const state = mission(rejected(table(), 2), true);
    expect(NAMES[dataOf(state).leader]).toBe('Dov');
  });
});

describe('the turn limit of The Resistance', () => {
  const twoRejectionsBeforeEach = (state: GameState): GameState =>
    [false, true, false, true, false].reduce((now, fails) => {
      const ready = rejected(now, 2);
      return isOver(ready) ? ready : mission(ready, fails);
    }, state);

  it('cannot bind by default: the longest game takes 180 turns', () => {
    const longest = [false, true, false, true, false].reduce(
      (now, fails) => mission(rejected(now, 4), fails),
      table(),
    );
    expect(longest.turn).toBe(180);
    expect(longest.cut).toBe(false);
    expect(outcomeOf(game, longest).ending).toBe('three-successes');
    expect(twoRejectionsBeforeEach(table()).turn).toBe(110);
  });

  it('cuts the reference at turn 100, which pays nobody', () => {
    // 88 turns make it 2–2; everybody abstaining, the second rejection after that would come on turn 102.
    let state = table(resistance.referenceOptions);
    for (const fails of [false, true, false, true]) state = mission(rejected(state, 2), fails);
    expect([state.turn, dataOf(state).successes, dataOf(state).failures]).toEqual([88, 2, 2]);
    while (!isOver(state)) {
      state = apply(
        game,
        state,
        new Map(pending(game, state).map(({ seat, decision }) => [seat, decision.fallback])),
      );
    }
    expect([state.turn, state.cut]).toEqual([100, true]);
    expect(outcomeOf(game, state)).toMatchObject({ rewards: [0, 0, 0, 0, 0], ending: 'turn-limit' });
  });

  it('does not take a win that falls on the last turn', () => {
    const first = mission(rejected(table(resistance.referenceOptions), 4), false);
    const last = rejected(mission(rejected(first, 3), false), 5);
    expect([last.turn, last.cut]).toEqual([100, false]);
    expect(outcomeOf(game, last).ending).toBe('five-rejections');
  });
});
