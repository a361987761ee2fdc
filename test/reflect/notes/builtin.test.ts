import { beforeAll, describe, expect, it } from 'vitest';
import { gameById } from '../../../src/games/index.js';
import type { GameDefinition } from '../../../src/games/engine/definition.js';
import { withinBudget } from '../../../src/playbooks/budget.js';
import { formatNotes, parseNotes } from '../../../src/playbooks/notes.js';
import { builtinProfile } from '../../../src/players/builtin/profiles.js';
import { trajectoryOf } from '../../../src/players/game-spec.js';
import type { Trajectory } from '../../../src/players/player.js';
import { builtinNotesReflector } from '../../../src/reflect/notes/builtin.js';
import { parseSeatNotes } from '../../../src/reflect/notes/text.js';
import { playCamps } from '../../players/builtin/support.js';
import { move, toyGame } from '../../players/builtin/toy-game.js';
import { noviceGames } from '../novice-games.js';

const { signal } = new AbortController();
const novice = builtinProfile('novice');

async function written(
  trajectories: readonly Trajectory[],
  prior: string | null = null,
  gameOf: (id: string) => GameDefinition = gameById,
  budget = 2500,
): Promise<ReadonlyMap<number, string>> {
  const task = { trajectories, prior, episode: 'e', budget };
  const made = await builtinNotesReflector(novice, gameOf).write(task, signal);
  if (!made.ok) throw new Error(made.reason);
  return parseNotes(made.text);
}

/** A mission of two or more spies of whom some failed it and some did not: who they were, and when. */
function splitSpies(
  trajectory: Trajectory,
): { readonly turn: number; readonly a: number; readonly b: number } | null {
  const cards = trajectory.decisions.filter(
    ({ seat, action }) => action.action === 'card' && trajectory.roles[seat]?.side === 'alt',
  );
  for (const one of cards) {
    const other = cards.find(
      (card) =>
        card.turn === one.turn && card.seat !== one.seat && card.action['card'] !== one.action['card'],
    );
    if (other !== undefined) return { turn: one.turn, a: one.seat, b: other.seat };
  }
  return null;
}

describe('builtin notes', () => {
  let games: readonly Trajectory[];
  beforeAll(async () => {
    games = await noviceGames(12);
  });

  it('are kept by every seat, and a game more is counted in each', async () => {
    const first = await written(games.slice(0, 1));
    const second = await written(games.slice(1, 2), formatNotes(first));
    expect([...second.keys()]).toEqual([0, 1, 2, 3, 4]);
    for (const [seat, text] of second) {
      const played = [...parseSeatNotes(text).tallies.values()].reduce((sum, tally) => sum + tally.games, 0);
      expect(played).toBe(2);
      const won = [...parseSeatNotes(text).tallies.values()].reduce((sum, tally) => sum + tally.won, 0);
      expect(won).toBe(games.slice(0, 2).filter(({ outcome }) => (outcome.rewards[seat] ?? 0) > 0).length);
    }
  });

  it('are the same whether games are given one by one or together', async () => {
    let text: string | null = null;
    for (const game of games.slice(0, 3)) text = formatNotes(await written([game], text));
    expect(formatNotes(await written(games.slice(0, 3)))).toBe(text);
  });

  it('are the same whatever the seat could not see: which of two spies failed a mission', async () => {
    let tried = 0;
    for (const trajectory of games) {
      const split = splitSpies(trajectory);
      if (split === null) continue;
      const cards = new Map([
        [split.a, trajectory.decisions.find(({ seat, turn }) => seat === split.b && turn === split.turn)],
        [split.b, trajectory.decisions.find(({ seat, turn }) => seat === split.a && turn === split.turn)],
      ]);
      const swapped: Trajectory = {
        ...trajectory,
        decisions: trajectory.decisions.map((decision) =>
          decision.turn === split.turn
            ? { ...decision, action: cards.get(decision.seat)?.action ?? decision.action }
            : decision,
        ),
      };
      const before = await written([trajectory]);
      const after = await written([swapped]);
      for (let seat = 0; seat < 5; seat += 1) {
        if (seat === split.a || seat === split.b) expect(after.get(seat)).not.toBe(before.get(seat));
        else expect(after.get(seat)).toBe(before.get(seat));
      }
      tried += 1;
    }
    expect(tried).toBeGreaterThan(0);
  });

  it('rest on the seat itself: rewards and roles of others change nothing', async () => {
    const [trajectory] = games as [Trajectory];
    const before = await written([trajectory]);
    for (let seat = 0; seat < 5; seat += 1) {
      const other = {
        ...trajectory,
        roles: trajectory.roles.map((role, index) => (index === seat ? role : { role: 'other' })),
        outcome: {
          ...trajectory.outcome,
          rewards: trajectory.outcome.rewards.map((reward, index) => (index === seat ? reward : -reward)),
        },
      };
      expect((await written([other])).get(seat)).toBe(before.get(seat));
    }
  });

  it('keep to the budget, and reject games without a choice', async () => {
    const text = formatNotes(await written(games.slice(0, 4), null, gameById, 1200));
    expect((await withinBudget(text, 1200)).ok).toBe(true);
    const forced = games.slice(0, 1).map((trajectory) => ({
      ...trajectory,
      decisions: trajectory.decisions.map((decision) => ({ ...decision, forced: true })),
    }));
    const task = { trajectories: forced, prior: null, episode: 'e', budget: 2500 };
    expect(await builtinNotesReflector(novice, gameById).write(task, signal)).toMatchObject({
      ok: false,
      reason: expect.stringContaining('no free choice') as string,
    });
  });

  it('find out a planted effect from own games alone, and its opposite', async () => {
    for (const direction of [1, -1]) {
      const game = toyGame({
        sides: true,
        players: 2,
        rounds: 6,
        moves: [1, -1].flatMap((risk) =>
          [1, -1].map((patience) => move(`${risk}/${patience}`, { risk, patience })),
        ),
        chance: ([even = [], odd = []]) => {
          const boldness = (moves: typeof even): number =>
            moves.reduce((sum, { traits }) => sum + (traits.risk ?? 0), 0) / moves.length;
          return 0.5 + (direction * (boldness(even) - boldness(odd))) / 2;
        },
      });
      const played: Trajectory[] = [];
      for (let index = 0; index < 100; index += 1) {
        const seed = { study: 1, purpose: 'learning', index } as const;
        played.push(
          trajectoryOf(await playCamps(game, seed, { main: { profile: novice }, alt: { profile: novice } })),
        );
      }
      // These games carried no notes while the reflector takes them to have: small weights, so nearly the same.
      const notes = await written(played, null, () => game);
      for (const [seat, side] of [
        [0, 'alt'],
        [1, 'main'],
      ] as const) {
        const { maxims } = parseSeatNotes(notes.get(seat) ?? '');
        const strengthOf = (trait: string): number =>
          maxims.find((maxim) => maxim.trait === trait && maxim.side === side)?.strength ?? 0;
        expect(direction * strengthOf('risk')).toBeGreaterThan(2);
        expect(Math.abs(strengthOf('patience'))).toBeLessThan((direction * strengthOf('risk')) / 2);
      }
    }
  });
});
