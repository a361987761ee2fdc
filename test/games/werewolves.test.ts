import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.js';
import type { Action } from '../../src/games/engine/actions.js';
import type { GameDefinition, GameState, Seat } from '../../src/games/engine/definition.js';
import { advance, isOver, outcomeOf, pending, startGame, viewFor } from '../../src/games/engine/engine.js';
import { werewolves } from '../../src/games/werewolves/index.js';
import { deal, wolfCount } from '../../src/games/werewolves/rules.js';
import type { Part, WerewolvesState } from '../../src/games/werewolves/state.js';
import { castVotes, dealt, everyoneSpeaks, exchanged, latest, mirrored } from './accusing.js';
import { describeGolden } from './golden.js';
import { describeGameLaws } from './laws.js';
import { apply, playScript, problemWith } from './playing.js';
import type { Script } from './playing.js';
import { readingOf } from './prompting.js';

const NAMES = ['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Fay'];
const PARTS: readonly Part[] = ['Villager', 'Werewolf', 'Seer', 'Werewolf', 'Witch', 'Villager'];
const game = werewolves as unknown as GameDefinition;

function table(options: JsonObject = {}, parts = PARTS, names = NAMES): GameState {
  return dealt(werewolves, names, options, (given, context) => deal(given, parts, context)).start;
}

const kill = (target: string): Action => ({ action: 'kill', target });
const inspect = (target: string): Action => ({ action: 'inspect', target });
const poison = (target: string): Action => ({ action: 'poison', target });
const SAVE: Action = { action: 'save' };
const SKIP: Action = { action: 'skip' };
const ABSTAIN: Action = { action: 'abstain' };

const play = (state: GameState, ...script: Script[]): GameState => playScript(game, state, script);

/** One day: everybody speaks, then the vote. */
function day(state: GameState, ballots: string): GameState {
  return castVotes(
    game,
    everyoneSpeaks(game, state, () => ({ action: 'speak', text: 'I wonder.' })).state,
    ballots,
  );
}

const living = (state: GameState): string[] =>
  (state.data as WerewolvesState).living.map((seat) => state.names[seat] ?? '');

/** The first night of the example: Ada attacked and saved. */
function firstNight(options: JsonObject = {}): GameState {
  return play(table(options), { Bo: kill('Ada') }, { Di: kill('Ada') }, { Cy: inspect('Bo') }, { Ed: SAVE });
}

const withSeed = (state: GameState, seed: string): GameState => ({
  ...state,
  rng: startGame(game, { names: state.names, seed, options: state.options }).rng,
});

/** Two seats of the Villagers' side whose parts may be exchanged without `seat` noticing. */
function pairFor({ parts }: WerewolvesState, seat: Seat): readonly [Seat, Seat] | undefined {
  const first = (part: Part): Seat | undefined =>
    parts.map((own, other) => (own === part && other !== seat ? other : -1)).find((other) => other >= 0);
  const [villager, other] = [first('Villager'), first(parts[seat] === 'Seer' ? 'Witch' : 'Seer')];
  return villager === undefined || other === undefined ? undefined : [villager, other];
}

describeGameLaws(werewolves, {
  variants: [{}, werewolves.referenceOptions, { announceCause: false }, { maxTurns: 12 }],
  players: [4, 6, 8],
  idle: ['night_seer', 'night_witch'],
  outcome({ rewards, ending, measures }) {
    expect(rewards.reduce((sum, reward) => sum + reward, 0)).toBeCloseTo(0);
    expect(rewards.every((reward) => reward === 0)).toBe(ending === 'turn-limit');
    expect(measures['wolvesLeft'] === 0).toBe(ending === 'wolves-dead');
  },
  hidden: {
    swap(state, seat) {
      const data = state.data as WerewolvesState;
      const pair = pairFor(data, seat);
      if (pair === undefined) return undefined;
      const [one, other] = pair;
      const { roles, secrets } = exchanged(state, one, other);
      const parts = data.parts.map((part, s) =>
        s === one ? (data.parts[other] as Part) : s === other ? (data.parts[one] as Part) : part,
      );
      // A new Witch finds both potions spent, so that nothing she does shows in the morning.
      const potions =
        parts.indexOf('Witch') === data.parts.indexOf('Witch')
          ? data.potions
          : { save: false, poison: false };
      return { ...state, roles, secrets, data: { ...data, parts, potions } };
    },
    mirror(state, swapped, seat, batch) {
      const used = [...batch.values()].some(({ action }) => action === 'save' || action === 'poison');
      if (used && state.roles[seat]?.role === 'Seer') return undefined;
      return mirrored(game, state, swapped, batch);
    },
  },
});

describeGolden(werewolves);

describe('the worked example of Werewolves', () => {
  it('goes as the page says', () => {
    let state = firstNight();
    expect(latest(state, 'inspect')).toEqual({ player: 'Cy', target: 'Bo', side: 'Werewolves' });
    expect(latest(state, 'victim')).toEqual({ player: 'Ed', victim: 'Ada' });
    expect(latest(state, 'dawn')).toEqual({ night: 1, dead: [], prevented: true });
    expect([state.turn, living(state)]).toEqual([4, NAMES]);
    state = day(state, 'Ada>Bo Cy>Bo Ed>Bo Fay>Bo Bo>Cy Di>Cy');
    expect(latest(state, 'executed')).toEqual({ player: 'Bo', votes: 4, tied: false });
    expect([state.turn, living(state), isOver(state)]).toEqual([11, ['Ada', 'Cy', 'Di', 'Ed', 'Fay'], false]);
    state = play(state, { Di: kill('Cy') }, { Cy: inspect('Di') }, { Ed: poison('Di') });
    expect(latest(state, 'inspect')).toEqual({ player: 'Cy', target: 'Di', side: 'Werewolves' });
    expect(latest(state, 'dawn')).toEqual({
      night: 2,
      dead: [
        { player: 'Cy', cause: 'killed by the Werewolves' },
        { player: 'Di', cause: 'poisoned' },
      ],
      prevented: false,
    });
    expect([state.turn, isOver(state)]).toEqual([14, true]);
    expect(outcomeOf(game, state)).toMatchObject({
      rewards: [1 / 4, -1 / 2, 1 / 4, -1 / 2, 1 / 4, 1 / 4],
      ending: 'wolves-dead',
    });
  });
});

describe('the nights of Werewolves', () => {
  it('let Werewolves choose one after another in seat order, each seeing the choices before', () => {
    const first = table();
    expect(pending(game, first).map(({ seat }) => seat)).toEqual([1]);
    const second = play(first, { Bo: kill('Ada') });
    expect(pending(game, second).map(({ seat }) => seat)).toEqual([3]);
    for (const [seat, sees] of [false, true, false, true, false, false].entries()) {
      expect(viewFor(second, seat).events.some(({ type }) => type === 'kill')).toBe(sees);
    }
  });

  it('let them name living players who are no Werewolves, and nobody else', () => {
    const problem = (target: string): string | undefined => problemWith(game, table(), 'Bo', kill(target));
    expect(['Ada', 'Cy', 'Ed', 'Fay'].map(problem)).toEqual([undefined, undefined, undefined, undefined]);
    for (const target of ['Bo', 'Di']) expect(problem(target)).toContain('"Ada", "Cy", "Ed" or "Fay"');
    const night2 = day(
      play(table(), { Bo: kill('Ada') }, { Di: kill('Ada') }, { Cy: inspect('Bo') }, { Ed: SKIP }),
      '',
    );
    expect(problemWith(game, night2, 'Bo', kill('Ada'))).toContain('"Cy", "Ed" or "Fay"');
  });

  it('draw a split by lot, take a lone choice, and attack nobody without any', () => {
    const victim = (bo: Action, di: Action, seed: string): unknown =>
      latest(play(withSeed(table(), seed), { Bo: bo }, { Di: di }, { Cy: ABSTAIN }), 'victim')?.['victim'];
    const seeds = Array.from({ length: 20 }, (_, i) => `split${i}`);
    expect([...new Set(seeds.map((seed) => victim(kill('Ada'), kill('Cy'), seed)))].sort()).toEqual([
      'Ada',
      'Cy',
    ]);
    for (const seed of seeds.slice(0, 4)) {
      expect(victim(ABSTAIN, kill('Fay'), seed)).toBe('Fay');
      expect(victim(kill('Fay'), ABSTAIN, seed)).toBe('Fay');
      expect(victim(ABSTAIN, ABSTAIN, seed)).toBeNull();
    }
  });

  it('kill the player whom most of three Werewolves chose', () => {
    const names = [...NAMES, 'Gil', 'Hal'];
    const parts: readonly Part[] = [...PARTS, 'Werewolf', 'Villager'];
    for (const seed of ['a', 'b', 'c']) {
      const script: Script[] = [
        { Bo: kill('Ada') },
        { Di: kill('Hal') },
        { Gil: kill('Hal') },
        { Cy: ABSTAIN },
      ];
      expect(latest(play(withSeed(table({}, parts, names), seed), ...script), 'victim')).toEqual({
        player: 'Ed',
        victim: 'Hal',
      });
    }
  });

  it('tell the Seer a side and no role, in the night it is attacked as well', () => {
    const night = play(table(), { Bo: kill('Cy') }, { Di: kill('Cy') });
    for (const [target, side] of [
      ['Ed', 'Villagers'],
      ['Fay', 'Villagers'],
      ['Di', 'Werewolves'],
    ] as const) {
      const seen = play(night, { Cy: inspect(target) });
      expect(latest(seen, 'inspect')).toEqual({ player: 'Cy', target, side });
      expect(seen.events.filter(({ type }) => type === 'inspect').map(({ audience }) => audience)).toEqual([
        [2],
      ]);
    }
    expect(problemWith(game, night, 'Cy', inspect('Cy'))).toContain('"target"');
    expect(play(night, { Cy: ABSTAIN }).events.some(({ type }) => type === 'inspect')).toBe(false);
  });

  it('give the Witch one save and one poison for the game, one a night, and tell her the victim every night', () => {
    const forms = (state: GameState): string[] =>
      pending(game, state)[0]?.decision.forms.map(({ action }) => action) ?? [];
    const witch1 = play(table(), { Bo: kill('Ed') }, { Di: kill('Ed') }, { Cy: ABSTAIN });
    expect([forms(witch1), latest(witch1, 'victim')]).toEqual([
      ['save', 'poison', 'skip'],
      { player: 'Ed', victim: 'Ed' },
    ]);
    const saved = day(play(witch1, { Ed: SAVE }), '');
    expect(living(saved)).toEqual(NAMES);
    const witch2 = play(saved, { Bo: kill('Ada') }, { Di: kill('Ada') }, { Cy: ABSTAIN });
    expect([forms(witch2), latest(witch2, 'victim')]).toEqual([
      ['poison', 'skip'],
      { player: 'Ed', victim: 'Ada' },
    ]);
    expect(problemWith(game, witch2, 'Ed', SAVE)).toContain('"poison" or "skip"');
    expect(problemWith(game, witch2, 'Ed', poison('Ed'))).toContain('"target"');
    const poisoned = day(play(witch2, { Ed: poison('Ada') }), '');
    expect(living(poisoned)).toEqual(['Bo', 'Cy', 'Di', 'Ed', 'Fay']);
    expect(latest(poisoned, 'dawn')?.['dead']).toEqual([
      { player: 'Ada', cause: 'killed by the Werewolves' },
    ]);
    const witch3 = play(poisoned, { Bo: kill('Fay') }, { Di: kill('Fay') }, { Cy: ABSTAIN });
    expect([forms(witch3), latest(witch3, 'victim')]).toEqual([['skip'], { player: 'Ed', victim: 'Fay' }]);
    // Nothing is left to decide: nobody is asked.
    expect(play(witch3, {}).phase).toBe('end');
  });

  it('offer no save when nobody is attacked', () => {
    const witch = play(table(), { Bo: ABSTAIN }, { Di: ABSTAIN }, { Cy: ABSTAIN });
    expect(problemWith(game, witch, 'Ed', SAVE)).toContain('"poison" or "skip"');
    const quiet = play(witch, { Ed: SKIP });
    expect(latest(quiet, 'dawn')).toEqual({ night: 1, dead: [], prevented: false });
  });

  it('end at once when they leave no Werewolf, even if nobody else is left', () => {
    const names = ['Ada', 'Bo', 'Ed', 'Fay'];
    const parts: readonly Part[] = ['Villager', 'Werewolf', 'Witch', 'Villager'];
    const start = table({}, parts, names);
    const end = play(start, { Bo: kill('Ada') }, {}, { Ed: poison('Bo') });
    expect(outcomeOf(game, end)).toMatchObject({ ending: 'wolves-dead', rewards: [1 / 3, -1, 1 / 3, 1 / 3] });
    const duel = { ...(start.data as WerewolvesState), living: [1, 2] };
    const last = play({ ...start, data: duel }, {}, {}, { Ed: poison('Bo') });
    expect([living(last), outcomeOf(game, last).ending]).toEqual([[], 'wolves-dead']);
  });

  it('end when the Werewolves are as many as the others', () => {
    const after = day(
      play(table(), { Bo: kill('Ada') }, { Di: kill('Ada') }, { Cy: ABSTAIN }, { Ed: SKIP }),
      'Bo>Cy Di>Cy',
    );
    expect(isOver(after)).toBe(true);
    expect(outcomeOf(game, after)).toMatchObject({
      ending: 'parity',
      rewards: [-1 / 4, 1 / 2, -1 / 4, 1 / 2, -1 / 4, -1 / 4],
    });
  });
});

describe('what a morning tells', () => {
  it('names the dead and the causes, or the dead alone, in seat order', () => {
    const night = (options: JsonObject): GameState =>
      play(table(options), { Bo: kill('Fay') }, { Di: kill('Fay') }, { Cy: ABSTAIN }, { Ed: poison('Ada') });
    expect(latest(night({}), 'dawn')?.['dead']).toEqual([
      { player: 'Ada', cause: 'poisoned' },
      { player: 'Fay', cause: 'killed by the Werewolves' },
    ]);
    expect(latest(night({ announceCause: false }), 'dawn')).toEqual({
      night: 1,
      dead: [
        { player: 'Ada', cause: null },
        { player: 'Fay', cause: null },
      ],
      prevented: false,
    });
  });

  it('says that an attack was prevented, without a name, unless causes are not told', () => {
    expect(latest(firstNight(), 'dawn')).toEqual({ night: 1, dead: [], prevented: true });
    expect(latest(firstNight({ announceCause: false }), 'dawn')).toEqual({
      night: 1,
      dead: [],
      prevented: false,
    });
  });

  it('reveals no role, neither of the killed nor of the executed', () => {
    const end = day(
      play(table(), { Bo: kill('Cy') }, { Di: kill('Cy') }, { Cy: ABSTAIN }, { Ed: SKIP }),
      'Ada>Di Ed>Di Fay>Di',
    );
    const shown = viewFor(end, 0).events.filter(({ type }) => type !== 'table' && type !== 'speech');
    expect(JSON.stringify(shown)).not.toMatch(/Seer|Witch|Villager/);
    expect(JSON.stringify(latest(end, 'executed'))).not.toMatch(/Werewol/);
  });
});

describe('phases of the dead', () => {
  /** After a night in which the Seer died and a day without an execution. */
  function seerDead(): GameState {
    return day(play(table(), { Bo: kill('Cy') }, { Di: kill('Cy') }, { Cy: ABSTAIN }, { Ed: SKIP }), '');
  }

  it('are passed through idle, each for a turn', () => {
    const seer = play(seerDead(), { Bo: kill('Ed') }, { Di: kill('Ed') });
    expect([seer.phase, pending(game, seer)]).toEqual(['night_seer', []]);
    const passed = advance(game, seer, new Map());
    expect(passed.ok && [passed.state.phase, passed.state.turn - seer.turn]).toEqual(['night_witch', 1]);
    const morning = play(seer, {}, { Ed: SKIP });
    expect(morning.phase).toBe('end');
  });

  it('refuse an action of anyone', () => {
    const seer = play(seerDead(), { Bo: kill('Ed') }, { Di: kill('Ed') });
    const refused = advance(game, seer, new Map([[2, inspect('Bo')]]));
    expect(refused.ok ? null : refused.refusal.code).toBe('engine.not-acting');
  });

  it('look the same to everyone else as phases of the living', () => {
    // The same night; once the dead of night 1 was the Seer, once a Villager.
    const parts: readonly Part[] = ['Villager', 'Werewolf', 'Villager', 'Werewolf', 'Witch', 'Seer'];
    const night = (state: GameState, seer: Script[]): GameState =>
      play(state, { Bo: kill('Ada') }, { Di: kill('Ada') }, ...seer, { Ed: SKIP });
    const dead = night(seerDead(), [{}]);
    const first = play(
      table({}, parts),
      { Bo: kill('Cy') },
      { Di: kill('Cy') },
      { Fay: inspect('Bo') },
      { Ed: SKIP },
    );
    const alive = night(day(first, ''), [{ Fay: inspect('Di') }]);
    expect(dead.turn).toBe(alive.turn);
    for (const seat of [0, 1, 3, 4]) {
      expect(readingOf(game, dead, seat)).toBe(readingOf(game, alive, seat));
    }
  });

  it('let dead Werewolves see the choices of the living, and dead players the public record', () => {
    const night2 = play(day(firstNight(), 'Ada>Bo Cy>Bo Ed>Bo Fay>Bo'), { Di: kill('Cy') });
    expect(viewFor(night2, 1).events.at(-1)).toMatchObject({
      type: 'kill',
      data: { wolf: 'Di', target: 'Cy' },
    });
    const later = day(play(night2, { Cy: inspect('Di') }, { Ed: SKIP }), 'Ada>Fay Ed>Fay');
    expect(viewFor(later, 2).events.some(({ type }) => type === 'executed')).toBe(true);
    expect(living(later)).toEqual(['Ada', 'Di', 'Ed']);
  });
});

describe('lots in Werewolves', () => {
  it('do not depend on whether the Werewolves agreed', () => {
    // Night 1 ends the same for all but the Werewolves and the Witch; the tie of day 1 must fall the same way.
    for (let i = 0; i < 12; i += 1) {
      const executed = [kill('Ada'), kill('Fay')].map((second) => {
        const night = play(
          withSeed(table(), `lot${i}`),
          { Bo: kill('Ada') },
          { Di: second },
          { Cy: ABSTAIN },
          { Ed: SAVE },
        );
        return latest(day(night, 'Ada>Bo Bo>Ada'), 'executed')?.['player'];
      });
      expect(executed[0]).toBe(executed[1]);
    }
  });

  it('break ties of a vote, or the lowest-seated voter does', () => {
    const tie = 'Ada>Fay Bo>Cy Cy>Fay Di>Cy Ed>Di';
    const executed = (options: JsonObject, seed: string): unknown =>
      latest(day(withSeed(firstNight(options), seed), tie), 'executed')?.['player'];
    const seeds = Array.from({ length: 20 }, (_, i) => `tie${i}`);
    expect([...new Set(seeds.map((seed) => executed({}, seed)))].sort()).toEqual(['Cy', 'Fay']);
    expect(new Set(seeds.map((seed) => executed({ tieBreak: 'seat' }, seed)))).toEqual(new Set(['Fay']));
  });
});

describe('the days of Werewolves', () => {
  it('let someone else speak first each day, or always the lowest living seat', () => {
    const orders = (options: JsonObject): (readonly string[])[] => {
      const speak = (): Action => ({ action: 'speak', text: '' });
      const one = everyoneSpeaks(game, firstNight(options), speak);
      const night2 = castVotes(game, one.state, 'Ada>Bo Cy>Bo');
      const day2 = play(night2, { Di: kill('Ada') }, { Cy: ABSTAIN }, { Ed: SKIP });
      return [one.order, everyoneSpeaks(game, day2, speak).order];
    };
    expect(orders({})).toEqual([NAMES, ['Di', 'Ed', 'Fay', 'Cy']]);
    expect(orders({ discussionStart: 'seat0' })).toEqual([NAMES, ['Cy', 'Di', 'Ed', 'Fay']]);
  });

  it('execute nobody without ballots, and are a draw after 40 turns', () => {
    let state = table();
    while (!isOver(state)) {
      const open = pending(game, state);
      state = apply(game, state, new Map(open.map(({ seat, decision }) => [seat, decision.fallback])));
    }
    expect([state.turn, state.cut, living(state)]).toEqual([40, true, NAMES]);
    expect(outcomeOf(game, state)).toMatchObject({ rewards: [0, 0, 0, 0, 0, 0], ending: 'turn-limit' });
  });

  it('win on the last turn: the win is tested before the limit', () => {
    const won = day(firstNight({ maxTurns: 11 }), 'Ada>Bo Cy>Bo Ed>Bo Fay>Bo');
    expect([won.turn, won.cut]).toEqual([11, true]);
    const night2: Script[] = [{ Di: kill('Cy') }, { Cy: inspect('Di') }, { Ed: poison('Di') }];
    const last = play(day(firstNight({ maxTurns: 14 }), 'Ada>Bo Cy>Bo Ed>Bo Fay>Bo'), ...night2);
    expect([last.turn, last.cut, outcomeOf(game, last).ending]).toEqual([14, false, 'wolves-dead']);
  });

  it('take a vote for another living player, and no other', () => {
    const vote = everyoneSpeaks(game, firstNight(), () => ({ action: 'speak', text: '' })).state;
    expect(problemWith(game, vote, 'Ada', { action: 'vote', target: 'Bo' })).toBeUndefined();
    for (const target of ['Ada', 'Zed', '']) {
      expect(problemWith(game, vote, 'Ada', { action: 'vote', target })).toContain('"target" must be one of');
    }
  });
});

describe('tables of Werewolves', () => {
  it('hold one Seer, one Witch and fewer Werewolves than others', () => {
    for (let players = werewolves.players.min; players <= werewolves.players.max; players += 1) {
      const names = Array.from({ length: players }, (_, i) => `P${i}`);
      const { roles } = startGame(game, { names, seed: 'table', options: game.options.parse({}) });
      const count = (role: string): number => roles.filter((own) => own.role === role).length;
      expect([count('Seer'), count('Witch'), count('Werewolf')]).toEqual([1, 1, wolfCount(players)]);
      expect(count('Werewolf') * 2).toBeLessThan(players);
    }
    expect(wolfCount(6)).toBe(2);
  });

  it('are small enough for the turn limit: it cuts no game in which every night and vote removes someone', () => {
    /** The longest such game by turns, saves included: one night of the game may pass without a death. */
    const longest = (wolves: number, others: number, save: boolean): number => {
      if (wolves === 0 || wolves >= others) return 0;
      const night = (left: number, saved: boolean): number => {
        if (wolves >= left) return wolves + 2;
        const vote = wolves + left + 1;
        return (
          wolves + 2 + vote + Math.max(longest(wolves - 1, left, saved), longest(wolves, left - 1, saved))
        );
      };
      return Math.max(night(others - 1, save), save ? night(others, false) : 0);
    };
    for (let players = werewolves.players.min; players <= werewolves.players.max; players += 1) {
      const wolves = wolfCount(players);
      expect(longest(wolves, players - wolves, true), `${players} players`).toBeLessThanOrEqual(40);
    }
  });
});
