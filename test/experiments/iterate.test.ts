import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { iteratePlan } from '../../src/experiments/iterate.js';
import type { IterateInput } from '../../src/experiments/iterate.js';
import { gameById } from '../../src/games/index.js';
import { dependencies } from '../../src/loop/plan.js';
import type { PlayStep, ReflectStep } from '../../src/loop/plan.js';

const novice = { kind: 'builtin', profile: 'novice', policyVersion: 1 } as const;
const expert = { kind: 'builtin', profile: 'expert', policyVersion: 1 } as const;
const game = gameById('resistance');

function input(change: Partial<IterateInput> = {}): IterateInput {
  return {
    setup: { game, options: game.options.parse({}) },
    model: novice,
    reflector: novice,
    opponent: null,
    rounds: 4,
    learnGames: 8,
    games: 30,
    armed: 'each',
    seed: 1,
    playbook: 'book',
    from: { from: 'none' },
    replicate: 0,
    replicates: 1,
    controls: [],
    strategy: 'playbook',
    budget: 2500,
    ...change,
  };
}

const playsOf = (plan: ReturnType<typeof iteratePlan>): PlayStep[] =>
  plan.steps.filter((step): step is PlayStep => step.kind === 'play');

describe('the plan of a within-game study', () => {
  it('plays one baseline in self-play, and in each round learning, a reflection and two evaluations', () => {
    const plan = iteratePlan(input());
    // 1 baseline + 4 rounds of (learning + alt-armed + main-armed) play steps, 4 reflections, 1 judgement.
    expect(playsOf(plan)).toHaveLength(13);
    expect(plan.steps.filter((step) => step.kind === 'reflect')).toHaveLength(4);
    const judge = plan.steps.at(-1);
    expect(judge?.kind === 'judge' && judge.comparisons).toHaveLength(10);
  });

  it('needs a baseline for each side when the opponent is another model', () => {
    const baselines = playsOf(iteratePlan(input({ opponent: expert }))).filter(
      (step) => step.role === 'baseline',
    );
    expect(baselines.map(({ lineUp }) => lineUp)).toEqual([
      {
        by: 'side',
        alt: { player: novice, playbook: { from: 'none' } },
        main: { player: expert, playbook: { from: 'none' } },
      },
      {
        by: 'side',
        main: { player: novice, playbook: { from: 'none' } },
        alt: { player: expert, playbook: { from: 'none' } },
      },
    ]);
  });

  it('arms exactly the judged side in evaluation games', () => {
    const plan = iteratePlan(input());
    const judge = plan.steps.at(-1);
    if (judge?.kind !== 'judge') throw new Error('no judge step');
    for (const cell of judge.comparisons.filter(({ baseline }) => baseline !== null)) {
      const { lineUp } = playsOf(plan).find((step) => step.id === cell.condition[0]) as PlayStep;
      if (lineUp.by !== 'side') throw new Error('line-up is not by side');
      const other = cell.slot === 'alt' ? 'main' : 'alt';
      expect(lineUp[cell.slot as 'alt' | 'main'].playbook.from).toBe('step');
      expect(lineUp[other].playbook.from).toBe('none');
    }
  });

  it('learns from self-play with the current playbook on every seat, whoever the opponent is', () => {
    const plan = iteratePlan(input({ opponent: expert }));
    const reflections = plan.steps.filter((step): step is ReflectStep => step.kind === 'reflect');
    const learning = playsOf(plan).filter((step) => step.role === 'learning');
    learning.forEach(({ lineUp }, index) => {
      const playbook = index === 0 ? { from: 'none' } : { from: 'step', step: reflections[index - 1]?.id };
      expect(lineUp).toEqual({
        by: 'side',
        alt: { player: novice, playbook },
        main: { player: novice, playbook },
      });
    });
  });

  it('carries the playbook on every seat with --armed all, judged for both sides on the same games', () => {
    const plan = iteratePlan(input({ armed: 'all', rounds: 1 }));
    const judge = plan.steps.at(-1);
    if (judge?.kind !== 'judge') throw new Error('no judge step');
    const armed = judge.comparisons.filter(({ baseline }) => baseline !== null);
    expect(new Set(armed.flatMap(({ condition }) => condition)).size).toBe(1);
    expect(() => iteratePlan(input({ armed: 'all', opponent: expert }))).toThrow(/--armed all/);
  });

  it('has step ids that depend on content, and not on what the playbook is called', () => {
    const ids = (change: Partial<IterateInput>): string =>
      JSON.stringify(iteratePlan(input(change)).steps.map(({ id }) => id));
    expect(ids({ playbook: 'other' })).toBe(ids({}));
    expect(ids({ seed: 2 })).not.toBe(ids({}));
    expect(ids({ replicate: 1 })).not.toBe(ids({}));
  });

  it('never shares a seed between learning and evaluation, refers to earlier steps only, and numbers learning seeds on', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom('alt' as const, 'main' as const, 'each' as const, 'all' as const),
        (rounds, learnGames, games, armed) => {
          const plan = iteratePlan(input({ rounds, learnGames, games, armed }));
          const seeds = (role: PlayStep['role']): Set<string> =>
            new Set(
              playsOf(plan)
                .filter((step) => step.role === role)
                .flatMap((step) =>
                  Array.from({ length: step.count }, (_, k) => `${step.purpose}/${step.first + k}`),
                ),
            );
          const learning = seeds('learning');
          expect(learning.size).toBe(rounds * learnGames);
          for (const seed of [...seeds('evaluation'), ...seeds('baseline')])
            expect(learning.has(seed)).toBe(false);
          expect(seeds('evaluation')).toEqual(seeds('baseline'));
          const seen = new Set<string>();
          for (const step of plan.steps) {
            for (const id of dependencies(step)) expect(seen.has(id)).toBe(true);
            seen.add(step.id);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
