import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GameDefinition } from '../../src/games/engine/definition.js';
import { gameById } from '../../src/games/index.js';
import { parseMaxims, writeMaxim } from '../../src/players/builtin/maxims.js';
import type { Maxim, MaximSide } from '../../src/players/builtin/maxims.js';
import { builtinProfile } from '../../src/players/builtin/profiles.js';
import { trajectoryOf } from '../../src/players/game-spec.js';
import type { Reflection, Trajectory } from '../../src/players/player.js';
import { builtinReflector } from '../../src/reflect/builtin-reflector.js';
import { fitHabits, usage } from '../../src/reflect/builtin/habits.js';
import { choicesOf } from '../../src/reflect/builtin/replay.js';
import { playCamps } from '../players/builtin/support.js';
import type { Camp } from '../players/builtin/support.js';
import { move, toyGame, withoutCandidates } from '../players/builtin/toy-game.js';
import type { ToyRules } from '../players/builtin/toy-game.js';

const { signal } = new AbortController();
const novice: Camp = { profile: { ...builtinProfile('novice'), priors: { alt: {}, main: {}, any: {} } } };
/** Every combination of three traits, so that each can be told from the others. */
const MOVES = [1, -1].flatMap((risk) =>
  [1, -1].flatMap((share) =>
    [1, -1].map((patience) => move(`${risk}/${share}/${patience}`, { risk, share, patience })),
  ),
);

/** How often risk was shown less how often its opposite was, by a seat's own moves. */
function boldness(chosen: Parameters<ToyRules['chance']>[0][number]): number {
  return chosen.reduce((sum, { traits }) => sum + (traits.risk ?? 0), 0) / chosen.length;
}

/** A game in which being bold helps seat 0 (or the even side) and hurts the other, and nothing else matters. */
function gameOfBoldness(sides: boolean, strength = 1): GameDefinition {
  return toyGame({
    sides,
    players: 2,
    rounds: 8,
    moves: MOVES,
    chance: ([even = [], odd = []]) => 0.5 + (strength * (boldness(even) - boldness(odd))) / 2,
  });
}

async function trajectories(
  game: GameDefinition,
  count: number,
  camp = novice,
  study = 1,
): Promise<Trajectory[]> {
  const played: Trajectory[] = [];
  for (let index = 0; index < count; index += 1) {
    const record = await playCamps(game, { study, purpose: 'learning', index }, { main: camp, alt: camp });
    played.push(trajectoryOf(record));
  }
  return played;
}

async function reflect(
  game: GameDefinition,
  games: readonly Trajectory[],
  prior: string | null = null,
): Promise<Reflection> {
  return builtinReflector(() => game).write(
    { trajectories: games, prior, episode: 'test', budget: 2500 },
    signal,
  );
}

async function written(
  game: GameDefinition,
  games: readonly Trajectory[],
  prior: string | null = null,
): Promise<string> {
  const reflection = await reflect(game, games, prior);
  if (!reflection.ok) throw new Error(reflection.reason);
  return reflection.text;
}

function maximOf(text: string, side: MaximSide, trait: Maxim['trait']): Maxim {
  const found = parseMaxims(text).find((maxim) => maxim.side === side && maxim.trait === trait);
  if (found === undefined) throw new Error(`no maxim on ${trait} of ${side}`);
  return found;
}

describe('the builtin reflector', () => {
  it('recovers a planted effect on both sides, and finds none where none was planted', async () => {
    const game = gameOfBoldness(true);
    const text = await written(game, await trajectories(game, 300));
    for (const side of ['alt', 'main'] as const) {
      const { strength } = maximOf(text, side, 'risk');
      // One unit of boldness more in a game of 8 moves adds 1/8 · 1/2 = 6.25 points; grades are about √1.5 apart.
      expect(strength).toBeGreaterThan(3);
      expect(strength).toBeLessThan(9);
      for (const trait of ['patience', 'share'] as const) {
        expect(Math.abs(maximOf(text, side, trait).strength)).toBeLessThan(strength / 2);
      }
    }
  });

  it('recovers the opposite effect as the opposite advice', async () => {
    const game = gameOfBoldness(true, -1);
    const text = await written(game, await trajectories(game, 300));
    expect(maximOf(text, 'alt', 'risk').strength).toBeLessThan(-3);
    expect(maximOf(text, 'main', 'risk').strength).toBeLessThan(-3);
  });

  it('writes of seats without sides where the game has none', async () => {
    const game = gameOfBoldness(false);
    const text = await written(game, await trajectories(game, 200));
    expect(new Set(parseMaxims(text).map(({ side }) => side))).toEqual(new Set(['any']));
    expect(maximOf(text, 'any', 'risk').strength).toBeGreaterThan(3);
  });

  it('is not misled by a habit that all players share', async () => {
    // Everybody is silent most of the time, in won and lost games alike.
    const silent: Camp = {
      profile: { ...novice.profile, priors: { alt: { share: -2 }, main: { share: -2 }, any: {} } },
    };
    const game = gameOfBoldness(true);
    const text = await written(game, await trajectories(game, 300, silent));
    expect(Math.abs(maximOf(text, 'alt', 'share').strength)).toBeLessThan(
      maximOf(text, 'alt', 'risk').strength / 2,
    );
  });

  it('leaves out traits that never varied, and choices that were forced', async () => {
    const game = gameOfBoldness(true);
    const games = await trajectories(game, 20);
    const traits = new Set(parseMaxims(await written(game, games)).map(({ trait }) => trait));
    expect(traits).toEqual(new Set(['risk', 'share', 'patience']));
    const forced = games.map((trajectory) => ({
      ...trajectory,
      decisions: trajectory.decisions.map((decision) => ({ ...decision, forced: true })),
    }));
    expect(await reflect(game, forced)).toMatchObject({ ok: false });
  });

  it('writes nothing from games whose moves it does not know', async () => {
    const bare = withoutCandidates(gameOfBoldness(true));
    const reflection = await reflect(bare, await trajectories(bare, 3));
    expect(reflection).toMatchObject({
      ok: false,
      reason: expect.stringContaining('no free choice') as string,
    });
    expect(await reflect(bare, [])).toMatchObject({ ok: false });
  });

  it('pools with the playbook it revises: evidence adds up, strength moves from the old towards the new', async () => {
    const game = gameOfBoldness(true);
    const first = await trajectories(game, 60, novice, 1);
    const second = await trajectories(game, 60, novice, 2);
    const alone = maximOf(await written(game, first), 'alt', 'risk');
    const revised = maximOf(await written(game, second, await written(game, first)), 'alt', 'risk');
    const together = maximOf(await written(game, [...first, ...second]), 'alt', 'risk');
    expect(revised.evidence).toBeGreaterThan(alone.evidence * 1.5);
    expect(revised.evidence / together.evidence).toBeCloseTo(1, 0);
    // Pooled in two steps through the text or in one: the same to within a grade on either side.
    expect(revised.strength / together.strength).toBeGreaterThan(0.4);
    expect(revised.strength / together.strength).toBeLessThan(2.5);
    const misled = writeMaxim({ side: 'alt', trait: 'risk', strength: -8, evidence: 200_000 });
    expect(maximOf(await written(game, second, misled), 'alt', 'risk').strength).toBe(-8);
    const doubted = writeMaxim({ side: 'alt', trait: 'risk', strength: -8, evidence: 0 });
    expect(maximOf(await written(game, second, doubted), 'alt', 'risk').strength).toBeGreaterThan(-3);
  });

  it('keeps what a prior says of sides that were not played', async () => {
    const game = gameOfBoldness(true);
    const prior = { side: 'any', trait: 'listen', strength: 2.5, evidence: 800 } as const;
    const text = await written(
      game,
      await trajectories(game, 10),
      `Earlier notes.\n\n${writeMaxim(prior)}\n`,
    );
    expect(maximOf(text, 'any', 'listen')).toEqual(prior);
  });

  it('writes the same text again, and takes any prior text', async () => {
    const game = gameOfBoldness(true);
    const games = await trajectories(game, 5);
    const text = await written(game, games);
    expect(await written(game, games)).toBe(text);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (prior) => {
        expect(await written(game, games, prior)).toBe(text);
      }),
      { numRuns: 30 },
    );
  });

  it('sets apart what rests on little', async () => {
    const game = gameOfBoldness(true);
    const apart = async (count: number): Promise<boolean> =>
      (await written(game, await trajectories(game, count))).includes('## Not sure yet');
    // Even odds between −1 and 1 have variance 1, four times that of a clear choice: 8 moves make 32 clear choices
    // a game, 64 in two games, and 100 are asked for.
    expect(await apart(2)).toBe(true);
    expect(await apart(60)).toBe(false);
  });

  it('writes a playbook by axis, in the first person, without names or numbers of games', async () => {
    const game = gameById('resistance');
    const games = await trajectories(game, 30);
    const text = await written(game, games);
    const maxims = parseMaxims(text);
    expect(maxims.length).toBeGreaterThanOrEqual(12);
    expect(maxims.length).toBeLessThanOrEqual(24);
    expect(text.match(/^## .+$/gm)?.slice(0, 6)).toEqual([
      '## Deception',
      '## Detection',
      '## Persuasion',
      '## Information',
      '## Coalition',
      '## Timing and patience',
    ]);
    for (const name of new Set(games.flatMap(({ players }) => players))) expect(text).not.toContain(name);
    expect(text).not.toMatch(/\bgame \d|\bresistance\b|\bmission\b/i);
    expect(text).toMatch(/\bI\b/);
  });
});

describe('habits and usage', () => {
  const rows = (choices: readonly { readonly traits: Float64Array }[]): number =>
    choices.reduce((sum, { traits }) => sum + traits.length, 0);

  it('recovers the weights of a policy from its choices', async () => {
    const game = gameOfBoldness(true);
    const steady: Camp = {
      profile: {
        ...novice.profile,
        priors: { alt: { risk: 1, share: -0.5 }, main: { risk: 1, share: -0.5 }, any: {} },
      },
    };
    const choices = (await trajectories(game, 250, steady)).flatMap((trajectory) =>
      choicesOf(game, trajectory),
    );
    expect(choices).toHaveLength(250 * 2 * 8);
    expect(rows(choices)).toBe(250 * 2 * 8 * MOVES.length * 12);
    // Order of TRAIT_NAMES: risk is the last of twelve, share the seventh.
    const weights = fitHabits(choices);
    expect(Math.abs((weights[11] ?? 0) - 1)).toBeLessThan(0.15);
    expect(Math.abs((weights[6] ?? 0) + 0.5)).toBeLessThan(0.15);
  });

  it('is zero on average over the choices that the habits were fitted to', async () => {
    const game = gameOfBoldness(true);
    const choices = (await trajectories(game, 50)).flatMap((trajectory) => choicesOf(game, trajectory));
    const total = usage(choices, fitHabits(choices));
    // The small ridge of the logit leaves a residue of at most one weight.
    for (const value of total) expect(Math.abs(value)).toBeLessThan(1);
  });
});
