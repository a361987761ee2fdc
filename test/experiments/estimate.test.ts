import { describe, expect, it } from 'vitest';
import { addLoads, estimatePlan, scaleLoad } from '../../src/experiments/estimate.js';
import type { EstimateFacts, Load } from '../../src/experiments/estimate.js';
import { makeStep } from '../../src/loop/plan.js';
import type { Plan, PlayStep } from '../../src/loop/plan.js';
import type { PlayerIdentity } from '../../src/players/player.js';

const settings = {
  context: null,
  temperature: null,
  topP: null,
  maxOutputTokens: 300,
  wire: 'narrow',
} as const;
const student: PlayerIdentity = {
  kind: 'chat',
  provider: 'openai',
  endpoint: 'http://x/v1',
  model: 's',
  settings,
};
const none = { player: student, playbook: { from: 'none' } } as const;

const play = (role: PlayStep['role'], first: number, count: number): PlayStep =>
  makeStep({
    kind: 'play',
    role,
    round: role === 'baseline' ? 0 : 1,
    game: 'resistance',
    options: {},
    players: 5,
    lineUp: { by: 'side', main: none, alt: none },
    study: 1,
    purpose: role === 'learning' ? 'learning' : 'test',
    first,
    count,
    replicate: 0,
  });
const baseline = play('baseline', 0, 10);
const learning = play('learning', 0, 4);
const reflection = makeStep({
  kind: 'reflect',
  round: 1,
  games: [learning.id],
  prior: { from: 'none' },
  reflector: student,
  strategy: 'playbook',
  control: null,
  budget: 1000,
  playbook: 'p',
});
const plan: Plan = { arm: 'by-hand', study: 1, steps: [baseline, learning, reflection] };

const load = (calls: number, input: number, output: number, durationMs: number | null): Load => ({
  model: { provider: 'openai', endpoint: 'http://x/v1', model: 's' },
  calls,
  tokens: { input, cachedInput: 0, cacheWrite: 0, output, reasoning: 0 },
  durationMs,
});

const facts = (change: Partial<EstimateFacts> = {}): EstimateFacts => ({
  game: () => ({ source: 'measured', games: 3, loads: [load(20, 1000, 100, 4000)] }),
  reflection: () => ({ source: 'builtin', games: 4, loads: [load(1, 5000, 800, 2000)] }),
  stored: () => 0,
  written: () => false,
  price: () => ({ input: 1, cachedInput: 1, cacheWrite: 1, output: 10, assumed: [], source: 'by hand' }),
  parallel: () => 4,
  ...change,
});

describe('an estimate', () => {
  it('is the number of games times the mean of a game, by phase', () => {
    const estimate = estimatePlan(plan, facts());
    expect(
      estimate.lines.map(({ phase, source, calls, tokens, seconds }) => [
        phase,
        source,
        calls,
        tokens.input,
        tokens.output,
        seconds,
      ]),
    ).toEqual([
      // 10 games of 20 calls; 40 s of waiting, four calls at once.
      ['baseline', 'measured', 200, 10_000, 1000, 10],
      ['learning', 'measured', 80, 4000, 400, 4],
      ['reflection', 'builtin', 1, 5000, 800, 0.5],
    ]);
    // 10,000 × 1 + 1,000 × 10 millionths.
    expect(estimate.lines[0]?.cost).toBeCloseTo(0.02, 12);
    expect(estimate).toMatchObject({ games: 14, stored: 0, reflections: 1 });
    expect(estimate.total).toMatchObject({ calls: 281, seconds: 14.5 });
    // (10,000 + 4,000 + 5,000) × 1 + (1,000 + 400 + 800) × 10 = 41,000 millionths.
    expect(estimate.total.cost).toBeCloseTo(0.041, 12);
  });

  it('leaves out what is stored', () => {
    const estimate = estimatePlan(
      plan,
      facts({ stored: (step) => (step.role === 'baseline' ? 10 : 1), written: () => true }),
    );
    expect(estimate.lines.map(({ phase, calls }) => [phase, calls])).toEqual([['learning', 60]]);
    expect(estimate).toMatchObject({ games: 14, stored: 11, reflections: 0 });
  });

  it('knows no cost and no time where one price or one speed is not known', () => {
    expect(estimatePlan(plan, facts({ price: () => null })).total).toMatchObject({ cost: null, calls: 281 });
    const silent = facts({
      reflection: () => ({ source: 'builtin', games: 1, loads: [load(1, 1, 1, null)] }),
    });
    expect(estimatePlan(plan, silent).total.seconds).toBeNull();
    expect(estimatePlan(plan, silent).lines[0]?.seconds).toBe(10);
  });

  it('of builtin players is nothing', () => {
    const estimate = estimatePlan(
      plan,
      facts({
        game: () => ({ source: 'builtin', games: 1, loads: [] }),
        reflection: () => ({ source: 'builtin', games: 1, loads: [] }),
      }),
    );
    expect(estimate.lines).toEqual([]);
    expect(estimate.total).toMatchObject({ calls: 0, cost: 0, seconds: 0 });
  });
});

it('adds loads of the same model and keeps others apart', () => {
  const other: Load = {
    ...load(1, 1, 1, 1),
    model: { provider: 'ollama', endpoint: 'http://y', model: 't' },
  };
  expect(addLoads([load(1, 10, 2, 5), other, load(2, 20, 3, 6)])).toEqual([load(3, 30, 5, 11), other]);
  expect(scaleLoad(load(3, 30, 6, 12), 1 / 3)).toEqual(load(1, 10, 2, 4));
});
