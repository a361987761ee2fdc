import { setImmediate } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { gameById } from '../../src/games/index.js';
import type { Seed } from '../../src/games/engine/seeds.js';
import { builtinProfile } from '../../src/players/builtin/profiles.js';
import { trajectoryOf } from '../../src/players/game-spec.js';
import type { Trajectory } from '../../src/players/player.js';
import { builtinReflector } from '../../src/reflect/builtin-reflector.js';
import { placeboPlaybook, shuffledPlaybook } from '../../src/reflect/controls.js';
import { meanInterval } from '../../src/stats/intervals.js';
import { playCamps } from '../players/builtin/support.js';

/**
 * The loop is a real one: what a playbook says, and nothing else about it, moves the alt side's rate. Twenty studies
 * of four rounds; every figure is a mean over studies with a t interval.
 */
const STUDIES = 20;
const ROUNDS = 4;
const LEARNING_GAMES = 30;
const EVALUATION_GAMES = 200;

const game = gameById('resistance');
const reflector = builtinReflector(gameById);
const novice = builtinProfile('novice');
const { signal } = new AbortController();

async function altRate(study: number, playbook: string | null, replicate: number): Promise<number> {
  let wins = 0;
  for (let index = 0; index < EVALUATION_GAMES; index += 1) {
    const seed: Seed = { study, purpose: 'test', index };
    const { outcome, roles } = await playCamps(
      game,
      seed,
      { main: { profile: novice }, alt: { profile: novice, playbook } },
      replicate,
    );
    if ((outcome?.rewards[roles.findIndex(({ side }) => side === 'alt')] ?? 0) > 0) wins += 1;
  }
  return (100 * wins) / EVALUATION_GAMES;
}

async function learnedPlaybook(study: number): Promise<string> {
  let text: string | null = null;
  for (let round = 0; round < ROUNDS; round += 1) {
    const trajectories: Trajectory[] = [];
    for (let index = 0; index < LEARNING_GAMES; index += 1) {
      const seed: Seed = { study, purpose: 'learning', index: round * LEARNING_GAMES + index };
      const camp = { profile: novice, playbook: text };
      trajectories.push(trajectoryOf(await playCamps(game, seed, { main: camp, alt: camp })));
    }
    const reflection = await reflector.write(
      { trajectories, prior: text, episode: 'test', budget: 2500 },
      signal,
    );
    if (!reflection.ok) throw new Error(reflection.reason);
    text = reflection.text;
  }
  return text ?? '';
}

describe('the builtin loop on The Resistance', () => {
  const learned: number[] = [];
  const placebo: number[] = [];
  const shuffled: number[] = [];

  beforeAll(async () => {
    for (let study = 1; study <= STUDIES; study += 1) {
      // Builtin players never wait for anything; the test runner wants its turn now and then.
      await setImmediate();
      const text = await learnedPlaybook(study);
      const baseline = await altRate(study, null, 0);
      learned.push((await altRate(study, text, 0)) - baseline);
      placebo.push((await altRate(study, placeboPlaybook(String(study), text), 1)) - baseline);
      shuffled.push((await altRate(study, shuffledPlaybook(text, String(study)), 1)) - baseline);
    }
  }, 900_000);

  it('raises the alt side by five points and more after four rounds', () => {
    const change = meanInterval(learned);
    expect(change?.estimate).toBeGreaterThanOrEqual(5);
    expect(change?.low).toBeGreaterThan(0);
  });

  it.each([
    ['placebo', placebo],
    ['shuffled', shuffled],
  ])('does nothing of the kind by a %s playbook', (_, changes) => {
    const change = meanInterval(changes);
    expect(Math.abs(change?.estimate ?? NaN)).toBeLessThanOrEqual(3);
    expect(change?.low).toBeLessThanOrEqual(0);
    expect(change?.high).toBeGreaterThanOrEqual(0);
  });
});
