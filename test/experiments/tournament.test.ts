import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/base/hash.js';
import { iteratePlan } from '../../src/experiments/iterate.js';
import { dealsForEach, seatDivisions, tournamentPlan } from '../../src/experiments/tournament.js';
import type { TournamentInput } from '../../src/experiments/tournament.js';
import { startGame } from '../../src/games/engine/engine.js';
import { allGames, gameById, gameIds } from '../../src/games/index.js';
import { specsOf } from '../../src/loop/execute.js';
import type { Plan, PlayStep } from '../../src/loop/plan.js';
import type { Cast } from '../../src/loop/ports.js';
import { gameIdOf, slotOf, startInputOf } from '../../src/players/game-spec.js';
import type { GameSpec } from '../../src/players/game-spec.js';
import { playerLabel } from '../../src/players/player.js';
import type { PlayerIdentity } from '../../src/players/player.js';

const model = (profile: string): PlayerIdentity => ({ kind: 'builtin', profile, policyVersion: 1 });
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(model) as [
  PlayerIdentity,
  PlayerIdentity,
  PlayerIdentity,
  PlayerIdentity,
];

const suite = allGames().map((game) => ({ game, options: game.options.parse({}) }));

function input(change: Partial<TournamentInput> = {}): TournamentInput {
  return { suite, models: [a, b, c], dealsPerPair: 3, selfPlay: 0, seed: 1, replicate: 0, ...change };
}

const playsOf = (plan: Plan): PlayStep[] =>
  plan.steps.filter((step): step is PlayStep => step.kind === 'play');

// Prompts of chat players are all that a cast is asked for; here nobody is one.
const NO_CAST = {} as Cast;

const specs = (plan: Plan): GameSpec[] => playsOf(plan).flatMap((step) => specsOf(step, new Map(), NO_CAST));
const ids = (plan: Plan): string[] => specs(plan).map(gameIdOf);

interface Place {
  readonly game: string;
  readonly player: string;
  readonly against: string;
  readonly seat: number;
  readonly role: string;
  readonly side: string;
}

/** Who sat where in every game: seats, roles and sides as the deal makes them. */
function placesOf(plan: Plan): Place[] {
  return specs(plan).flatMap((spec) => {
    const { roles } = startGame(gameById(spec.game), startInputOf(spec));
    const players = roles.map((role, seat) => {
      const slot = spec.lineUp.by === 'seat' ? String(seat) : (role.side ?? '');
      return playerLabel(slotOf(spec.lineUp, slot).player);
    });
    return players.map((player, seat) => ({
      game: spec.game,
      player,
      against: players.find((other) => other !== player) ?? '',
      seat,
      role: roles[seat]?.role ?? '',
      side: roles[seat]?.side ?? '',
    }));
  });
}

function count<T>(items: readonly T[], key: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return counts;
}

describe('the plan of a tournament', () => {
  const places = placesOf(tournamentPlan(input()));

  it.each([
    ['seat', ({ seat }: Place) => String(seat)],
    ['role', ({ role }: Place) => role],
    ['side', ({ side }: Place) => side],
  ])('gives every two models each %s of each game equally often', (_, part) => {
    const counts = count(places, (place) =>
      JSON.stringify([place.game, part(place), place.player, place.against]),
    );
    expect(counts.size).toBeGreaterThan(100);
    for (const [key, times] of counts) {
      const [game, value, player, against] = JSON.parse(key) as string[];
      expect(counts.get(JSON.stringify([game, value, against, player])), key).toBe(times);
    }
  });

  it('gives a model each seat of a game equally often', () => {
    // Over the two games of a deal a model sits once on every seat: 3 deals, 2 opponents.
    for (const times of count(places, ({ game, player, seat }) => `${game}/${player}/${seat}`).values()) {
      expect(times).toBe(6);
    }
  });

  it('plays every deal of a pair twice, with all seats changed about', () => {
    const games = specs(tournamentPlan(input({ models: [a, b] })));
    const deals = count(games, ({ game, seed }) => `${game}/${seed.index}`);
    expect([...new Set(deals.values())]).toEqual([2]);
    const seats = games.flatMap(({ game, seed, lineUp }) =>
      lineUp.by === 'seat'
        ? lineUp.seats.map(({ player }, seat) => ({ at: `${game}/${seed.index}/${seat}`, player }))
        : [],
    );
    for (const at of new Set(seats.map((entry) => entry.at))) {
      const sat = seats.filter((entry) => entry.at === at).map(({ player }) => playerLabel(player));
      expect(sat.sort(), at).toEqual(['builtin:a', 'builtin:b']);
    }
  });

  it('has at least the games asked for of each model and kind, and fewer than one deal an opponent more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 12 }), fc.integer({ min: 1, max: 200 }), (models, perModel) => {
        const games = 2 * dealsForEach(models, perModel) * (models - 1);
        expect(games).toBeGreaterThanOrEqual(perModel);
        expect(games - perModel).toBeLessThan(2 * (models - 1));
      }),
    );
  });

  it('plays, with a model more, every game that was played without it', () => {
    const before = ids(tournamentPlan(input()));
    const after = new Set(ids(tournamentPlan(input({ models: [a, b, c, d] }))));
    expect(before.filter((id) => !after.has(id))).toEqual([]);
    // Three new pairs of three deals twice, in each game.
    expect(after.size - before.length).toBe(3 * 3 * 2 * gameIds().length);
  });

  it('plays, with fewer deals a pair, none that more deals would not have', () => {
    const more = new Set(ids(tournamentPlan(input({ dealsPerPair: 8 }))));
    expect(ids(tournamentPlan(input())).filter((id) => !more.has(id))).toEqual([]);
  });

  it('is the same games in whatever order the models are named', () => {
    const reversed = ids(tournamentPlan(input({ models: [c, b, a] })));
    expect(reversed.sort()).toEqual(ids(tournamentPlan(input())).sort());
  });

  it('holds no game twice', () => {
    const all = ids(tournamentPlan(input({ dealsPerPair: 12, selfPlay: 4 })));
    expect(new Set(all).size).toBe(all.length);
  });

  it('shares its self-play with the vanilla baseline of a study on the same game', () => {
    const game = gameById('werewolves');
    const options = game.options.parse({});
    const study = iteratePlan({
      setup: { game, options },
      model: a,
      reflector: a,
      opponent: null,
      rounds: 1,
      learnGames: 1,
      games: 5,
      armed: 'each',
      seed: 1,
      playbook: 'book',
      from: { from: 'none' },
      replicate: 0,
      replicates: 1,
      controls: [],
      strategy: 'playbook',
      budget: 2500,
    });
    const baseline = playsOf(study).filter(({ role }) => role === 'baseline');
    const own = playsOf(
      tournamentPlan(input({ suite: [{ game, options }], models: [a, b], selfPlay: 5 })),
    ).filter(
      ({ role, lineUp }) =>
        role === 'baseline' && lineUp.by === 'side' && canonicalJson(lineUp.alt.player) === canonicalJson(a),
    );
    const gamesIn = (steps: readonly PlayStep[]): string[] =>
      steps.flatMap((step) => specsOf(step, new Map(), NO_CAST).map(gameIdOf));
    expect(gamesIn(own)).toHaveLength(5);
    expect(gamesIn(own)).toEqual(gamesIn(baseline));
  });

  it('refuses a single model, and one that is named twice', () => {
    expect(() => tournamentPlan(input({ models: [a] }))).toThrow(
      /--models must name two or more models, got 1/,
    );
    expect(() => tournamentPlan(input({ models: [a, b, a] }))).toThrow(/each model once/);
  });
});

describe('the divisions of a table', () => {
  // Ways to choose half of the seats, up to who is who: 1, 3, 3, 10, 10.
  it.each([
    [2, 1],
    [3, 3],
    [4, 3],
    [5, 10],
    [6, 10],
  ])('of %i seats among two models are %i', (players, ways) => {
    const divisions = seatDivisions(players);
    expect(divisions).toHaveLength(ways);
    expect(new Set(divisions.map((seats) => seats.join())).size).toBe(ways);
    for (const seats of divisions) expect(seats).toHaveLength(Math.floor(players / 2));
  });

  it('set every two seats against each other about equally often, however many are used', () => {
    for (const players of [3, 4, 5, 6]) {
      const divisions = seatDivisions(players);
      for (let used = 1; used <= divisions.length; used += 1) {
        const opposed = Array.from({ length: players }, (_, one) =>
          Array.from({ length: one }, (__, other) => {
            return divisions.slice(0, used).filter((seats) => seats.includes(one) !== seats.includes(other))
              .length;
          }),
        ).flat();
        // Each division sets 9 of the 15 pairs of six seats against each other, so some spread there must be.
        expect(Math.max(...opposed) - Math.min(...opposed), `${used} of ${players}`).toBeLessThanOrEqual(3);
        if (used >= 3) expect(Math.min(...opposed)).toBeGreaterThan(0);
        if (used === divisions.length) expect(new Set(opposed).size).toBe(1);
      }
    }
  });
});
