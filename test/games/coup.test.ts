import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.js';
import { rngOf } from '../../src/base/rng.js';
import type { Action } from '../../src/games/engine/actions.js';
import type { GameDefinition, GameState, Phase } from '../../src/games/engine/definition.js';
import { advance, isOver, outcomeOf, pending, startGame, viewFor } from '../../src/games/engine/engine.js';
import type { Card } from '../../src/games/coup/cards.js';
import { coup } from '../../src/games/coup/index.js';
import { start } from '../../src/games/coup/rules.js';
import type { CoupOptions, CoupState } from '../../src/games/coup/state.js';
import { describeGolden } from './golden.js';
import { describeGameLaws } from './laws.js';
import type { LawOptions } from './laws.js';
import { playScript, problemWith } from './playing.js';
import type { Script } from './playing.js';

/** The page's test hook: shuffles do nothing; cards go back to and come from the end of the list. */
const game = {
  ...coup,
  phases: Object.fromEntries(
    Object.entries(coup.phases).map(([name, phase]): [string, Phase<CoupState>] => [
      name,
      {
        ...phase,
        resolve: (state, actions, context) =>
          phase.resolve(state, actions, {
            ...context,
            rng: { ...context.rng, shuffle: (items) => [...items] },
          }),
      },
    ]),
  ),
} as unknown as GameDefinition;

const NAMES = ['Ana', 'Ben', 'Cal', 'Dot'];
const DECK: readonly Card[] = [
  'Assassin', 'Assassin', 'Captain', 'Ambassador', 'Ambassador', 'Contessa', 'Duke',
]; // prettier-ignore
const HANDS: readonly (readonly Card[])[] = [
  ['Duke', 'Assassin'],
  ['Captain', 'Contessa'],
  ['Duke', 'Contessa'],
  ['Ambassador', 'Captain'],
];
const PASS: Action = { action: 'pass' };
const CHALLENGE: Action = { action: 'challenge' };

function block(role: Card): Action {
  return { action: 'block', role };
}

function on(action: 'steal' | 'assassinate' | 'coup', target: string): Action {
  return { action, target };
}

function dataOf(state: GameState): CoupState {
  return state.data as CoupState;
}

function withData(state: GameState, change: Partial<CoupState>): GameState {
  return { ...state, data: { ...dataOf(state), ...change } };
}

function table(options: Partial<CoupOptions> = {}, hands = HANDS, deck = DECK): GameState {
  const parsed = coup.options.parse(options);
  const dealt = startGame(game, {
    names: NAMES.slice(0, hands.length),
    seed: 'table',
    options: parsed,
  });
  const events: GameState['events'][number][] = [];
  const opened = start(parsed, hands, deck, {
    rng: rngOf('unused'),
    names: dealt.names,
    turn: 0,
    emit: (event) => void events.push(event),
  });
  return { ...dealt, data: opened.state, phase: opened.phase, events };
}

/** A declaration and the answers to it; who is not named passes. `more` are the batches that follow. */
function declares(state: GameState, action: Action, answers: Script = {}, ...more: Script[]): GameState {
  const [open] = pending(game, state);
  const declared = playScript(game, state, [{ [state.names[open?.seat ?? -1] ?? '']: action }]);
  return more.reduce(
    (now, batch) => playScript(game, now, [batch]),
    declared.phase === 'response' ? answered(declared, answers) : declared,
  );
}

function answered(state: GameState, answers: Script): GameState {
  const asked = pending(game, state).map(({ seat }) => state.names[seat] ?? '');
  for (const name of Object.keys(answers)) expect(asked).toContain(name);
  return playScript(game, state, [Object.fromEntries(asked.map((name) => [name, answers[name] ?? PASS]))]);
}

const hands = (state: GameState): string[] => dataOf(state).hands.map((hand) => hand.join(' '));
const cards = (state: GameState): number[] => dataOf(state).hands.map((hand) => hand.length);

function declarer(state: GameState): string {
  expect(state.phase).toBe('declare');
  return state.names[dataOf(state).declarer] ?? '';
}

function lastEvent(state: GameState, type: string): JsonObject {
  return state.events.filter((event) => event.type === type).at(-1)?.data ?? {};
}

function coinsAre(state: GameState, coins: readonly number[]): GameState {
  return withData(state, { coins });
}

/** The others' cards and the deck are dealt anew; what has been shown stays. */
const hidden: LawOptions['hidden'] = {
  swap(state, seat, rng) {
    const data = dataOf(state);
    if (state.phase === 'choose' && data.declarer !== seat) return undefined;
    const mine = data.hands[seat] ?? [];
    const pool = rng.shuffle([
      ...data.deck,
      ...data.hands.flatMap((hand, owner) => (owner === seat ? [] : hand)),
    ]);
    const dealt = data.hands.map((hand, owner) => (owner === seat ? mine : pool.splice(0, hand.length)));
    return withData(state, { hands: dealt, deck: pool });
  },
  mirror(state, _swapped, seat, batch) {
    const [entry] = batch;
    // What is drawn differs, and so does what a loss or a challenge shows.
    if (entry?.[1].action === 'keep' || entry?.[1].action === 'lose') return undefined;
    const next = advance(coup, state, batch);
    if (!next.ok) return undefined;
    const events = next.state.events.slice(state.events.length);
    const shows = events.some(
      ({ type, audience }) =>
        type === 'lost' ||
        type === 'challenge' ||
        (type === 'drew' && audience !== 'all' && audience[0] === seat),
    );
    return shows || events.some(({ type }) => type === 'exchange') ? undefined : batch;
  },
};

describeGameLaws(coup, {
  hidden,
  runs: 16,
  rare: ['blockResponse', 'respond-to-block', 'lose'],
  variants: [
    {},
    coup.referenceOptions,
    { blockChallenge: true, chooseLoss: true },
    { blockChallenge: true, refundOnBlock: false },
    { targetOnlyBlock: true, maxDeclarations: 8 },
  ],
  outcome({ rewards, ending }, end) {
    const sum = rewards.reduce((total, reward) => total + reward, 0);
    const held = cards(end);
    const best = Math.max(...held);
    expect(end.cut).toBe(false);
    expect(sum).toBeCloseTo(held.every((count) => count === best) ? 1 : 0);
    expect(rewards.map((reward) => reward > 0)).toEqual(held.map((count) => count === best));
    const last = held.filter((count) => count > 0).length === 1;
    expect(ending).toBe(last ? 'last-with-influence' : 'declaration-limit');
    // Fifteen cards, three of each, wherever they are.
    const { deck, hands: held2, lost } = dataOf(end);
    expect([...deck, ...held2.flat(), ...lost.flat()].sort()).toEqual(
      ['Ambassador', 'Assassin', 'Captain', 'Contessa', 'Duke'].flatMap((card) => [card, card, card]),
    );
  },
});

describeGolden(coup);

describe('the worked example of Coup', () => {
  it('goes row by row as the page says', () => {
    let state = table();
    const coins = (): readonly number[] => dataOf(state).coins;

    expect(declarer(state)).toBe('Ana');
    state = declares(state, { action: 'tax' }, { Ben: CHALLENGE });
    expect(hands(state)).toEqual(['Assassin Duke', 'Captain', 'Duke Contessa', 'Ambassador Captain']);
    expect(coins()).toEqual([5, 2, 2, 2]);

    expect(declarer(state)).toBe('Ben');
    state = declares(state, { action: 'foreign_aid' }, { Dot: block('Duke') });
    expect(coins()).toEqual([5, 2, 2, 2]);

    expect(declarer(state)).toBe('Cal');
    state = declares(state, on('steal', 'Ana'), { Ana: CHALLENGE });
    expect(hands(state)[2]).toBe('Duke');
    expect(coins()).toEqual([5, 2, 2, 2]);

    expect(declarer(state)).toBe('Dot');
    state = declares(state, { action: 'exchange' });
    expect(lastEvent(state, 'drew')).toEqual({ player: 'Dot', cards: ['Duke', 'Contessa'] });
    state = playScript(game, state, [{ Dot: { action: 'keep', cards: ['Duke', 'Contessa'] } }]);
    expect(hands(state)).toEqual(['Assassin Duke', 'Captain', 'Duke', 'Duke Contessa']);
    expect(coins()).toEqual([5, 2, 2, 2]);

    state = declares(state, on('assassinate', 'Ben'));
    expect(hands(state)[1]).toBe('');
    expect(coins()).toEqual([2, 2, 2, 2]);

    expect(declarer(state)).toBe('Cal');
    state = declares(state, { action: 'income' });
    expect(coins()).toEqual([2, 2, 3, 2]);

    expect(declarer(state)).toBe('Dot');
    state = declares(state, { action: 'tax' }, { Cal: CHALLENGE });
    expect(hands(state)[2]).toBe('');
    expect(coins()).toEqual([2, 2, 3, 5]);

    expect(declarer(state)).toBe('Ana');
    state = declares(state, { action: 'tax' }, { Dot: CHALLENGE });
    expect(hands(state)[3]).toBe('Contessa');
    expect(coins()).toEqual([5, 2, 3, 5]);

    expect(declarer(state)).toBe('Dot');
    state = declares(state, { action: 'foreign_aid' }, { Ana: block('Duke') });
    expect(coins()).toEqual([5, 2, 3, 5]);

    expect(declarer(state)).toBe('Ana');
    state = declares(state, on('assassinate', 'Dot'), { Dot: CHALLENGE });
    expect(isOver(state)).toBe(true);
    expect(hands(state)).toEqual(['Duke Assassin', '', '', '']);
    expect(coins()).toEqual([2, 2, 3, 5]);
    expect(outcomeOf(game, state)).toMatchObject({
      rewards: [1, -1 / 3, -1 / 3, -1 / 3],
      ending: 'last-with-influence',
      measures: { declarations: 10 },
      sharedByDesign: [[1, 2, 3]],
    });
  });
});

describe('the deal of Coup', () => {
  it('gives everyone two of the fifteen cards and two coins; the rest is the deck', () => {
    for (const players of [2, 4, 6]) {
      const state = startGame(game, {
        names: ['Ana', 'Ben', 'Cal', 'Dot', 'Eli', 'Fay'].slice(0, players),
        seed: `deal ${players}`,
        options: game.options.parse({}),
      });
      const { deck, hands: dealt, coins } = dataOf(state);
      expect(dealt.map((hand) => hand.length)).toEqual(Array(players).fill(2));
      expect([coins, deck.length]).toEqual([Array(players).fill(2), 15 - 2 * players]);
      const told = viewFor(state, 1).events.filter(({ type }) => type === 'hand');
      expect(told.map(({ data }) => data)).toEqual([{ player: 'Ben', cards: dealt[1] }]);
    }
  });
});

describe('declarations in Coup', () => {
  const offered = (coins: number): string[] | undefined =>
    pending(game, coinsAre(table(), [coins, 2, 2, 2]))[0]?.decision.forms.map(({ action }) => action);

  it('need the coins: 3 to assassinate, 7 for a coup, and from 10 on nothing but a coup', () => {
    const cheap = ['income', 'foreign_aid', 'tax', 'steal', 'exchange'];
    expect(offered(2)?.sort()).toEqual([...cheap].sort());
    expect(offered(3)?.sort()).toEqual([...cheap, 'assassinate'].sort());
    expect(offered(6)?.sort()).toEqual([...cheap, 'assassinate'].sort());
    expect(offered(7)?.sort()).toEqual([...cheap, 'assassinate', 'coup'].sort());
    expect(offered(9)?.sort()).toEqual([...cheap, 'assassinate', 'coup'].sort());
    expect(offered(10)).toEqual(['coup']);
  });

  it('aim at living players other than oneself, who may have no coins at all', () => {
    const state = coinsAre(
      table({}, [['Duke', 'Duke'], ['Captain', 'Contessa'], [], ['Captain', 'Duke']]),
      [2, 0, 2, 2],
    );
    expect(problemWith(game, state, 'Ana', on('steal', 'Ben'))).toBeUndefined();
    expect(problemWith(game, state, 'Ana', on('steal', 'Cal'))).toMatch(/"Ben" or "Dot"/);
    expect(problemWith(game, state, 'Ana', on('steal', 'Ana'))).toMatch(/"Ben" or "Dot"/);
    expect(problemWith(game, state, 'Ana', { action: 'steal' })).toBeDefined();
    const robbed = declares(state, on('steal', 'Ben'));
    expect(dataOf(robbed).coins).toEqual([2, 0, 2, 2]);
  });

  it('default to income, and with ten coins to a coup on the strongest', () => {
    const fallback = (state: GameState): Action | undefined => pending(game, state)[0]?.decision.fallback;
    expect(fallback(table())).toEqual({ action: 'income' });
    const three: (readonly Card[])[] = [
      ['Duke', 'Duke'],
      ['Captain'],
      ['Duke', 'Contessa'],
      ['Captain', 'Assassin'],
    ];
    expect(fallback(coinsAre(table({}, three), [10, 9, 2, 3]))).toEqual(on('coup', 'Dot'));
    expect(fallback(coinsAre(table({}, three), [10, 9, 3, 3]))).toEqual(on('coup', 'Cal'));
  });

  it('of income and coup take effect at once', () => {
    const income = declares(table(), { action: 'income' });
    expect([dataOf(income).coins[0], income.turn]).toEqual([3, 1]);
    const hit = declares(coinsAre(table(), [8, 2, 2, 2]), on('coup', 'Dot'));
    expect([dataOf(hit).coins[0], cards(hit), hit.turn]).toEqual([1, [2, 2, 2, 1], 1]);
    expect(hands(hit)[3]).toBe('Ambassador');
  });

  it('go clockwise past the eliminated', () => {
    const state = coinsAre(table({}, [['Duke', 'Duke'], ['Captain'], ['Duke'], ['Captain']]), [7, 2, 2, 2]);
    const after = declares(state, on('coup', 'Ben'));
    expect(declarer(after)).toBe('Cal');
  });
});

describe('answers in Coup', () => {
  const answers = (state: GameState, action: Action, name: string): string[] => {
    const declared = playScript(game, state, [{ Ana: action }]);
    expect(pending(game, declared).map(({ seat }) => NAMES[seat])).toEqual(['Ben', 'Cal', 'Dot']);
    const open = pending(game, declared).find(({ seat }) => NAMES[seat] === name);
    expect(open?.decision.fallback).toEqual(PASS);
    return (open?.decision.forms ?? []).map(({ action: form, fields }) =>
      fields['role']?.type === 'choice' ? `${form} ${fields['role'].options.join(' ')}` : form,
    );
  };

  it('are what the table of moves allows, for the target and for bystanders', () => {
    const rich = coinsAre(table(), [3, 2, 2, 2]);
    for (const name of ['Ben', 'Dot']) {
      expect(answers(rich, { action: 'foreign_aid' }, name)).toEqual(['pass', 'block Duke']);
      expect(answers(rich, { action: 'tax' }, name)).toEqual(['pass', 'challenge']);
      expect(answers(rich, { action: 'exchange' }, name)).toEqual(['pass', 'challenge']);
      expect(answers(rich, on('steal', 'Ben'), name)).toEqual([
        'pass',
        'challenge',
        'block Captain Ambassador',
      ]);
      expect(answers(rich, on('assassinate', 'Ben'), name)).toEqual(['pass', 'challenge', 'block Contessa']);
    }
  });

  it('leave blocks of steal and assassination to the target with `targetOnlyBlock`', () => {
    const state = coinsAre(table({ targetOnlyBlock: true }), [3, 2, 2, 2]);
    expect(answers(state, on('steal', 'Ben'), 'Cal')).toEqual(['pass', 'challenge']);
    expect(answers(state, on('steal', 'Ben'), 'Ben')).toEqual([
      'pass',
      'challenge',
      'block Captain Ambassador',
    ]);
    expect(answers(state, on('assassinate', 'Ben'), 'Dot')).toEqual(['pass', 'challenge']);
    expect(answers(state, { action: 'foreign_aid' }, 'Dot')).toEqual(['pass', 'block Duke']);
  });

  it('are published together, by name', () => {
    const state = declares(table(), on('steal', 'Ben'), { Ben: block('Ambassador'), Dot: CHALLENGE });
    expect(lastEvent(state, 'responses')).toEqual({
      raised: [
        { player: 'Ben', answer: 'block', role: 'Ambassador' },
        { player: 'Dot', answer: 'challenge', role: null },
      ],
      passed: ['Cal'],
    });
  });
});

describe('challenges in Coup', () => {
  it('outrank every block', () => {
    const state = declares(table(), on('steal', 'Ben'), { Ben: block('Captain'), Dot: CHALLENGE });
    // Ana holds no Captain: she loses the Assassin, and nobody has blocked.
    expect(hands(state)[0]).toBe('Duke');
    expect(state.events.some(({ type }) => type === 'block')).toBe(false);
    expect(dataOf(state).coins).toEqual([2, 2, 2, 2]);
  });

  it('when wrong let the move stand, which nobody can block any more', () => {
    const thief: (readonly Card[])[] = [
      ['Captain', 'Duke'],
      ['Duke', 'Contessa'],
      ['Duke'],
      ['Captain', 'Assassin'],
    ];
    const state = declares(table({}, thief), on('steal', 'Ben'), { Ben: block('Captain'), Dot: CHALLENGE });
    expect(dataOf(state).coins).toEqual([4, 0, 2, 2]);
    expect(hands(state)[3]).toBe('Captain');
  });

  it('count from the first challenger clockwise; in the reference from the lowest seat', () => {
    const second = (options: Partial<CoupOptions>): GameState =>
      declares(
        declares(table(options), { action: 'income' }),
        { action: 'tax' },
        { Ana: CHALLENGE, Dot: CHALLENGE, Cal: PASS },
      );
    expect(lastEvent(second({}), 'challenge')).toMatchObject({
      challenger: 'Dot',
      claimant: 'Ben',
      held: false,
    });
    expect(lastEvent(second(coup.referenceOptions), 'challenge')).toMatchObject({ challenger: 'Ana' });
  });

  it('of an assassin can cost the target both influences', () => {
    const state = declares(coinsAre(table(), [3, 2, 2, 2]), on('assassinate', 'Ben'), { Ben: CHALLENGE });
    expect([cards(state), dataOf(state).coins]).toEqual([
      [2, 0, 2, 2],
      [0, 2, 2, 2],
    ]);
  });

  it('of an assassin by its target with one card end with that card', () => {
    const state = declares(
      coinsAre(table({}, [['Assassin'], ['Captain'], ['Duke'], ['Duke']]), [3, 2, 2, 2]),
      on('assassinate', 'Ben'),
      { Ben: CHALLENGE },
    );
    expect([cards(state), dataOf(state).lost[1]]).toEqual([[1, 0, 1, 1], ['Captain']]);
  });

  it('of a false assassin give the coins back', () => {
    const state = declares(
      coinsAre(table({}, [['Duke', 'Duke'], ...HANDS.slice(1)]), [3, 2, 2, 2]),
      on('assassinate', 'Ben'),
      { Cal: CHALLENGE },
    );
    expect([cards(state), dataOf(state).coins]).toEqual([
      [1, 2, 2, 2],
      [3, 2, 2, 2],
    ]);
  });

  it('leave the coins of a robbed target that went out to the thief', () => {
    const state = declares(
      table({}, [['Captain', 'Duke'], ['Duke'], ['Duke'], ['Captain']]),
      on('steal', 'Ben'),
      { Ben: CHALLENGE },
    );
    expect([cards(state), dataOf(state).coins]).toEqual([
      [2, 0, 1, 1],
      [4, 0, 2, 2],
    ]);
  });

  it('pay a thief too when the challenger was the last opponent', () => {
    // "If it is already out, [...] a steal still takes its coins."
    const state = declares(table({}, [['Captain', 'Duke'], ['Duke'], [], []]), on('steal', 'Ben'), {
      Ben: CHALLENGE,
    });
    expect([isOver(state), dataOf(state).coins]).toEqual([true, [4, 0, 2, 2]]);
    expect(outcomeOf(game, state).measures).toMatchObject({ coins0: 4, coins1: 0 });
  });

  it('swap the shown card for one that comes to the end of the hand, told to its owner alone', () => {
    const state = declares(table(), { action: 'tax' }, { Cal: CHALLENGE });
    const told = state.events.filter(({ type, data }) => type === 'hand' && data['player'] === 'Ana').at(-1);
    expect(told).toMatchObject({ audience: [0], data: { cards: ['Assassin', 'Duke'] } });
  });
});

describe('blocks in Coup', () => {
  it('void the move whatever the blocker holds, and cannot be challenged', () => {
    const state = declares(table(), { action: 'foreign_aid' }, { Ben: block('Duke') });
    expect([state.phase, dataOf(state).coins[0]]).toEqual(['declare', 2]);
  });

  it('may come from anyone; the first clockwise is named, in the reference the lowest seat', () => {
    const blocked = (options: Partial<CoupOptions>): GameState =>
      declares(declares(table(options), { action: 'income' }), on('steal', 'Cal'), {
        Ana: block('Captain'),
        Dot: block('Ambassador'),
      });
    expect(lastEvent(blocked({}), 'block')).toEqual({ player: 'Dot', role: 'Ambassador' });
    expect(lastEvent(blocked(coup.referenceOptions), 'block')).toEqual({ player: 'Ana', role: 'Captain' });
  });

  it('give an assassin its coins back, or not with `refundOnBlock` off', () => {
    const blocked = (options: Partial<CoupOptions>): readonly number[] =>
      dataOf(
        declares(coinsAre(table(options), [3, 2, 2, 2]), on('assassinate', 'Ben'), {
          Dot: block('Contessa'),
        }),
      ).coins;
    expect(blocked({})).toEqual([3, 2, 2, 2]);
    expect(blocked({ refundOnBlock: false })).toEqual([0, 2, 2, 2]);
  });

  describe('with `blockChallenge`', () => {
    const open = (): GameState =>
      declares(coinsAre(table({ blockChallenge: true }), [3, 2, 2, 2]), on('assassinate', 'Ben'), {
        Ben: block('Contessa'),
      });

    it('ask every living seat but the blocker', () => {
      expect(pending(game, open()).map(({ seat }) => NAMES[seat])).toEqual(['Cal', 'Dot', 'Ana']);
    });

    it('hold when nobody challenges', () => {
      const state = answered(open(), {});
      expect([cards(state), dataOf(state).coins]).toEqual([
        [2, 2, 2, 2],
        [3, 2, 2, 2],
      ]);
    });

    it('hold when the claim is true: the challenger loses, the blocker swaps its card', () => {
      const state = answered(open(), { Ana: CHALLENGE });
      expect(hands(state).slice(0, 2)).toEqual(['Duke', 'Captain Contessa']);
      expect(dataOf(state).coins).toEqual([3, 2, 2, 2]);
    });

    it('fall when the claim is false: the blocker loses and the move stands', () => {
      const bluffing = declares(
        coinsAre(table({ blockChallenge: true }), [3, 2, 2, 2]),
        on('assassinate', 'Dot'),
        {
          Dot: block('Contessa'),
        },
      );
      const state = answered(bluffing, { Ana: CHALLENGE });
      expect([cards(state), dataOf(state).coins]).toEqual([
        [2, 2, 2, 0],
        [0, 2, 2, 2],
      ]);
    });

    it('count from the first challenger clockwise from the blocker', () => {
      const state = answered(open(), { Ana: CHALLENGE, Dot: CHALLENGE });
      expect(lastEvent(state, 'challenge')).toMatchObject({ challenger: 'Dot', claimant: 'Ben' });
    });
  });
});

describe('losing an influence in Coup', () => {
  it('turns up the last card of the hand, publicly', () => {
    const state = declares(coinsAre(table(), [7, 2, 2, 2]), on('coup', 'Cal'));
    expect(lastEvent(state, 'lost')).toEqual({ player: 'Cal', card: 'Contessa', left: 1 });
  });

  it('is a choice with `chooseLoss`, the last card by default', () => {
    const hit = declares(coinsAre(table({ chooseLoss: true }), [7, 2, 2, 2]), on('coup', 'Cal'));
    expect(pending(game, hit)[0]).toMatchObject({
      seat: 2,
      decision: { fallback: { action: 'lose', card: 'Contessa' } },
    });
    const state = playScript(game, hit, [{ Cal: { action: 'lose', card: 'Duke' } }]);
    expect([hands(state)[2], declarer(state)]).toEqual(['Contessa', 'Ben']);
  });

  it('comes before the redraw and the effect, one choice after the other', () => {
    const asked = declares(coinsAre(table({ chooseLoss: true }), [3, 2, 2, 2]), on('assassinate', 'Ben'), {
      Dot: CHALLENGE,
    });
    const first = playScript(game, asked, [{ Dot: { action: 'lose', card: 'Ambassador' } }]);
    expect(pending(game, first)[0]?.seat).toBe(1);
    const state = playScript(game, first, [{ Ben: { action: 'lose', card: 'Captain' } }]);
    expect(hands(state)).toEqual(['Duke Assassin', 'Contessa', 'Duke Contessa', 'Captain']);
  });
});

describe('the exchange of Coup', () => {
  const drawn = (): GameState => {
    const ana: readonly Card[] = ['Ambassador', 'Assassin'];
    return declares(table({}, [ana, ...HANDS.slice(1)]), { action: 'exchange' });
  };
  const keep = (...kept: Card[]): Action => ({ action: 'keep', cards: kept });

  it('draws two and keeps as many as before, each as often as it is there', () => {
    const state = drawn();
    expect(lastEvent(state, 'drew')['cards']).toEqual(['Duke', 'Contessa']);
    expect(problemWith(game, state, 'Ana', keep('Duke', 'Contessa'))).toBeUndefined();
    expect(problemWith(game, state, 'Ana', keep('Duke'))).toMatch(/exactly 2/);
    expect(problemWith(game, state, 'Ana', keep('Duke', 'Duke'))).toMatch(/Duke, Duke|items from/);
    expect(problemWith(game, state, 'Ana', keep('Captain', 'Duke'))).toBeDefined();
    expect(pending(game, state)[0]?.decision.fallback).toEqual(keep('Ambassador', 'Assassin'));
  });

  it('keeps the order given and puts the rest back', () => {
    const state = playScript(game, drawn(), [{ Ana: keep('Contessa', 'Ambassador') }]);
    expect(hands(state)[0]).toBe('Contessa Ambassador');
    expect(dataOf(state).deck).toEqual([...DECK.slice(0, 5), 'Assassin', 'Duke']);
    const hit = declares(coinsAre(state, [2, 7, 2, 2]), on('coup', 'Ana'));
    expect(hands(hit)[0]).toBe('Contessa');
  });

  it('shows the cards to the exchanger alone', () => {
    const state = playScript(game, drawn(), [{ Ana: keep('Duke', 'Contessa') }]);
    const others = viewFor(state, 1).events;
    expect(others.filter(({ type }) => type === 'drew')).toEqual([]);
    expect(others.filter(({ type }) => type === 'kept').map(({ data }) => data)).toEqual([{ player: 'Ana' }]);
  });

  it('draws fewer when the deck is short', () => {
    const state = declares(table({}, [['Ambassador'], ...HANDS.slice(1)], ['Duke']), { action: 'exchange' });
    expect(lastEvent(state, 'exchange')).toEqual({ player: 'Ana', count: 1 });
    expect(problemWith(game, state, 'Ana', keep('Duke'))).toBeUndefined();
  });

  it('does not follow when its challenge ended the game', () => {
    const state = declares(
      table({}, [['Ambassador'], ['Duke'], [], []]),
      { action: 'exchange' },
      { Ben: CHALLENGE },
    );
    expect([isOver(state), outcomeOf(game, state).rewards]).toEqual([true, [1, -1 / 3, -1 / 3, -1 / 3]]);
  });
});

describe('the declaration limit of Coup', () => {
  const limited = (dealt: readonly (readonly Card[])[]): GameState =>
    declares(table({ maxDeclarations: 1 }, dealt), { action: 'income' });

  it('shares +1 among those with most cards, whatever their coins', () => {
    const end = limited([['Duke'], ['Duke', 'Captain'], ['Contessa', 'Duke'], []]);
    expect(outcomeOf(game, end)).toMatchObject({
      rewards: [-0.5, 0.5, 0.5, -0.5],
      ending: 'declaration-limit',
      sharedByDesign: [
        [0, 3],
        [1, 2],
      ],
    });
  });

  it('pays each an equal share when all have as many: a full draw', () => {
    const outcome = outcomeOf(game, limited(HANDS));
    expect(outcome.rewards).toEqual([1 / 4, 1 / 4, 1 / 4, 1 / 4]);
    expect(outcome.sharedByDesign).toBeUndefined();
  });

  it('is 50 by default, counted by declarations', () => {
    expect(coup.options.parse({}).maxDeclarations).toBe(50);
    const second = declares(table({ maxDeclarations: 2 }), { action: 'tax' });
    expect([second.turn, isOver(second), isOver(declares(second, { action: 'tax' }))]).toEqual([
      2,
      false,
      true,
    ]);
  });
});
