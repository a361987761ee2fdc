import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONTROL_REPLICATES, CONTROLS } from '../../src/experiments/arm.js';
import type { ArmInput, GameSetup } from '../../src/experiments/arm.js';
import { distillPlan } from '../../src/experiments/distill.js';
import { iteratePlan } from '../../src/experiments/iterate.js';
import { multigamePlan, SOURCE_SETS } from '../../src/experiments/multigame.js';
import { championPlan, chooseChampion, validationPlan } from '../../src/experiments/promote.js';
import { transferPlan } from '../../src/experiments/transfer.js';
import type { TableCell } from '../../src/loop/judge.js';
import { gameById } from '../../src/games/index.js';
import { dependencies } from '../../src/loop/plan.js';
import type { Comparison, Plan, PlayStep, ReflectStep } from '../../src/loop/plan.js';
import { gameNeed } from '../../src/loop/planned-games.js';
import { STRATEGIES } from '../../src/players/player.js';

const novice = { kind: 'builtin', profile: 'novice', policyVersion: 1 } as const;
const expert = { kind: 'builtin', profile: 'expert', policyVersion: 1 } as const;
const random = { kind: 'builtin', profile: 'random', policyVersion: 1 } as const;

const setup = (id: string): GameSetup => ({ game: gameById(id), options: gameById(id).options.parse({}) });

function base(change: Partial<ArmInput> = {}): ArmInput {
  return {
    model: novice,
    reflector: novice,
    opponent: null,
    learnGames: 4,
    games: 10,
    armed: 'each',
    seed: 1,
    replicate: 0,
    replicates: 1,
    controls: [],
    strategy: 'playbook',
    budget: 2500,
    playbook: 'book',
    ...change,
  };
}

const NONE = { from: 'none' } as const;
const plays = (plan: Plan): PlayStep[] => plan.steps.filter((step): step is PlayStep => step.kind === 'play');
const reflections = (plan: Plan): ReflectStep[] =>
  plan.steps.filter((step): step is ReflectStep => step.kind === 'reflect');
function comparisons(plan: Plan): readonly Comparison[] {
  const judge = plan.steps.at(-1);
  return judge?.kind === 'judge' ? judge.comparisons : [];
}
const armed = (plan: Plan): Comparison[] =>
  comparisons(plan).filter(({ row, table }) => row.carries !== 'nothing' && table === 'change');

const iterate = (change: Partial<ArmInput> = {}, rounds = 2, game = 'resistance'): Plan =>
  iteratePlan({ ...base(change), setup: setup(game), rounds, from: NONE });
const transfer = (change: Partial<ArmInput> = {}): Plan =>
  transferPlan({
    ...base(change),
    sources: ['werewolves', 'chameleon'].map(setup),
    targets: ['resistance', 'prisoners-dilemma'].map(setup),
  });
const multigame = (change: Partial<ArmInput> = {}): Plan =>
  multigamePlan({
    ...base(change),
    sets: ['wcs', 'wcsu'].map((name) => ({ name, games: (SOURCE_SETS[name] ?? []).map(setup) })),
    targets: ['werewolves', 'resistance'].map(setup),
  });
const distill = (change: Partial<ArmInput> = {}): Plan =>
  distillPlan({
    ...base({ model: expert, reflector: expert, ...change }),
    lessons: [setup('resistance')],
    rounds: 1,
    from: NONE,
    targets: [setup('resistance')],
    students: [novice, random],
  });

describe('transfer', () => {
  it('writes one playbook a source and evaluates each on every target against the target’s own baseline', () => {
    const plan = transfer();
    expect(reflections(plan).map(({ playbook }) => playbook)).toEqual(['book-werewolves', 'book-chameleon']);
    // Resistance has two sides, Prisoner's Dilemma one focal seat: 2 sources × (2 + 1) changes.
    expect(armed(plan).map(({ row, slot }) => [row.game, row.source, slot])).toEqual([
      ['resistance', 'werewolves', 'alt'],
      ['resistance', 'werewolves', 'main'],
      ['resistance', 'chameleon', 'alt'],
      ['resistance', 'chameleon', 'main'],
      ['prisoners-dilemma', 'werewolves', 'focal'],
      ['prisoners-dilemma', 'chameleon', 'focal'],
    ]);
    for (const { row, baseline } of armed(plan)) {
      const step = plays(plan).find(({ id }) => id === baseline?.[0]);
      expect(step).toMatchObject({ role: 'baseline', game: row.game });
    }
    // Two baselines, two learning steps, and one evaluation for each change.
    expect(plays(plan)).toHaveLength(2 + 2 + 6);
  });
});

describe('multigame', () => {
  it('reflects once over the games of all sources, and has the target’s own first playbook beside it', () => {
    const plan = multigame();
    const written = reflections(plan).map(({ playbook, games }) => [
      playbook,
      games.map((id) => plays(plan).find((step) => step.id === id)?.game),
    ]);
    expect(written).toEqual([
      ['book-wcs', ['werewolves', 'chameleon', 'spyfall']],
      ['book-wcsu', ['werewolves', 'chameleon', 'spyfall', 'undercover']],
      ['book-werewolves', ['werewolves']],
      ['book-resistance', ['resistance']],
    ]);
    expect(new Set(armed(plan).map(({ row }) => `${row.game}/${row.source}`))).toEqual(
      new Set([
        'werewolves/werewolves', 'werewolves/wcs', 'werewolves/wcsu',
        'resistance/resistance', 'resistance/wcs', 'resistance/wcsu',
      ]), // prettier-ignore
    );
    // Werewolves' learning games are shared by its own playbook and both sets.
    expect(plays(plan).filter(({ role, game }) => role === 'learning' && game === 'werewolves')).toHaveLength(
      1,
    );
  });
});

describe('distill', () => {
  it('compares each student with itself, and lets only the teacher learn', () => {
    const plan = distill();
    for (const { role, lineUp } of plays(plan)) {
      if (role !== 'learning' || lineUp.by !== 'side') continue;
      expect([lineUp.alt.player, lineUp.main.player]).toEqual([expert, expert]);
    }
    expect(comparisons(plan).map(({ row, slot }) => [row.player, row.carries, slot])).toEqual([
      ['builtin:novice', 'nothing', 'alt'],
      ['builtin:novice', 'nothing', 'main'],
      ['builtin:novice', 'playbook', 'alt'],
      ['builtin:novice', 'playbook', 'main'],
      ['builtin:random', 'nothing', 'alt'],
      ['builtin:random', 'nothing', 'main'],
      ['builtin:random', 'playbook', 'alt'],
      ['builtin:random', 'playbook', 'main'],
    ]);
    for (const { row, baseline, condition } of armed(plan)) {
      for (const id of [baseline?.[0], condition[0]]) {
        const { lineUp } = plays(plan).find((step) => step.id === id) as PlayStep;
        if (lineUp.by !== 'side') throw new Error('not by side');
        const profile = row.player.slice('builtin:'.length);
        expect([lineUp.alt.player, lineUp.main.player]).toMatchObject([{ profile }, { profile }]);
      }
    }
  });

  it('gives students a playbook that is there already, with nobody learning', () => {
    const text = { from: 'text', playbook: { hash: 'h', text: 't' }, label: 'x@v1' } as const;
    const plan = distillPlan({
      ...base(),
      lessons: [],
      rounds: 1,
      from: text,
      targets: [setup('resistance')],
      students: [novice],
    });
    expect(reflections(plan)).toEqual([]);
    expect(plays(plan).map(({ role }) => role)).toEqual(['baseline', 'evaluation', 'evaluation']);
    expect(armed(plan)[0]?.playbooks).toEqual([text]);
  });

  it('plays a student against another model on both sides of the comparison', () => {
    const plan = distill({ opponent: expert });
    for (const step of plays(plan).filter(({ role }) => role !== 'learning')) {
      if (step.lineUp.by !== 'side') throw new Error('not by side');
      const profiles = [step.lineUp.alt, step.lineUp.main].map(({ player }) => player);
      expect(profiles).toContainEqual(expert);
    }
  });
});

describe('controls', () => {
  it('are played as fresh replicates, and rollback plays the version before the last', () => {
    const plan = iterate({ controls: [...CONTROLS] }, 3);
    const [first, second, third] = reflections(plan).filter(({ control }) => control === null);
    const cellOf = (carries: string) => armed(plan).find(({ row }) => row.carries === carries) as Comparison;
    expect(cellOf('rollback').playbooks).toEqual([{ from: 'step', step: second?.id }]);
    expect(cellOf('rollback').row.round).toBe(2);
    expect([first, third]).not.toContain(undefined);
    for (const carries of CONTROLS) {
      const step = plays(plan).find(({ id }) => id === cellOf(carries).condition[0]);
      expect(step?.replicate).toBe(CONTROL_REPLICATES);
    }
    const shuffled = reflections(plan).find(({ control }) => control === 'shuffled');
    expect(shuffled).toMatchObject({ games: [], prior: { from: 'step', step: third?.id } });
  });

  it('subtract the placebo alone: every playbook row has a net cell against the placebo of its game', () => {
    for (const plan of [iterate, transfer, multigame, distill].map((arm) =>
      arm({ controls: [...CONTROLS] }),
    )) {
      const net = comparisons(plan).filter(({ table }) => table === 'net');
      const rows = armed(plan).filter(({ row }) => row.carries === 'playbook');
      expect(net.map(({ row, slot }) => [row, slot])).toEqual(rows.map(({ row, slot }) => [row, slot]));
      for (const { baseline, row, slot } of net) {
        const placebo = armed(plan).find(
          (cell) =>
            cell.row.carries === 'placebo' &&
            cell.condition[0] === baseline?.[0] &&
            cell.row.game === row.game &&
            cell.row.player === row.player &&
            cell.slot === slot,
        );
        expect(placebo).toBeDefined();
      }
    }
  });
});

describe('cooperative games and games of ranks', () => {
  it('have measures of their own, and cooperative ones a condition with every seat armed', () => {
    const of = (game: string) =>
      armed(iterate({}, 1, game)).map(({ slot, everySeat, measure }) => [slot, everySeat, measure]);
    expect(of('public-goods')).toEqual([
      ['focal', false, 'normalised'],
      ['focal', true, 'efficiency'],
    ]);
    expect(of('sheriff')).toEqual([['focal', false, 'normalised']]);
    expect(of('rock-paper-scissors')).toEqual([['focal', false, 'won']]);
  });
});

describe('sharing', () => {
  it('counts a game that several arms need once', () => {
    // The baseline and the first round of learning are the same in both; transfer evaluates Resistance alone.
    const one = iterate({}, 1);
    const two = transferPlan({
      ...base(),
      sources: [setup('resistance')],
      targets: [setup('resistance')],
    });
    expect(gameNeed([one, two])).toEqual({ apart: [34, 34], together: 34 });
    // A longer study adds games to the shorter one: 30 instead of 10 in three conditions.
    const more = iterate({ games: 30 }, 1);
    expect(gameNeed([one, more])).toEqual({ apart: [34, 94], together: 94 });
  });
});

describe('choosing a version', () => {
  const candidates = [1, 2, 3].map((version) => ({
    version,
    source: { from: 'text', playbook: { hash: `h${version}`, text: 't' }, label: `b@v${version}` } as const,
  }));

  it('plays validation seeds to choose by and test seeds to report, never learning ones', () => {
    const purposes = (plan: Plan) => new Set(plays(plan).map(({ purpose }) => purpose));
    const [champion] = candidates;
    expect(purposes(validationPlan(base(), setup('resistance'), candidates))).toEqual(
      new Set(['validation']),
    );
    expect(
      purposes(championPlan(base(), setup('resistance'), champion as (typeof candidates)[number])),
    ).toEqual(new Set(['test']));
  });

  it('takes the greatest mean change, the older of two alike, and none that is not above the baseline', () => {
    const cell = (round: number, estimate: number | null): TableCell =>
      ({
        row: { carries: 'playbook', round },
        table: 'change',
        change: estimate === null ? null : { estimate },
      }) as TableCell;
    // Means by hand: v1 (0.1 + 0.3) / 2 = 0.2, v2 (0.4 − 0.2) / 2 = 0.1, v3 0.2.
    const cells = [cell(1, 0.1), cell(1, 0.3), cell(2, 0.4), cell(2, -0.2), cell(3, 0.2), cell(3, 0.2)];
    expect(chooseChampion(cells)?.version).toBe(1);
    expect(chooseChampion(cells)?.change).toBeCloseTo(0.2, 12);
    expect(chooseChampion([cell(1, 0), cell(2, -0.1), cell(3, null)])).toBeNull();
  });
});

const anyInput = fc.record({
  learnGames: fc.integer({ min: 1, max: 12 }),
  games: fc.integer({ min: 1, max: 30 }),
  replicates: fc.integer({ min: 1, max: 3 }),
  strategy: fc.constantFrom(...STRATEGIES),
  controls: fc.subarray([...CONTROLS]),
  armed: fc.constantFrom('each' as const, 'all' as const),
});

describe('every arm', () => {
  it('keeps learning and test seeds apart, pairs on equal seeds, and refers to earlier steps only', () => {
    const arms = [iterate, transfer, multigame, distill];
    fc.assert(
      fc.property(fc.constantFrom(...arms), anyInput, (arm, input) => {
        const plan = arm(input);
        const steps = new Map(plays(plan).map((step) => [step.id, step]));
        const purposeOf = (role: PlayStep['role']) =>
          new Set(
            plays(plan)
              .filter((step) => step.role === role)
              .map(({ purpose }) => purpose),
          );
        expect(purposeOf('learning')).toEqual(new Set(['learning']));
        expect(new Set([...purposeOf('baseline'), ...purposeOf('evaluation')])).toEqual(new Set(['test']));
        for (const { condition, baseline, row } of comparisons(plan)) {
          expect(condition).toHaveLength(input.replicates);
          condition.forEach((id, index) => {
            const own = steps.get(id) as PlayStep;
            expect(own.game).toBe(row.game);
            if (baseline === null) return;
            const base = steps.get(baseline[index] as string) as PlayStep;
            expect([own.first, own.count, own.purpose, own.game]).toEqual([
              base.first,
              base.count,
              base.purpose,
              base.game,
            ]);
            expect(own.id).not.toBe(base.id);
          });
        }
        const seen = new Set<string>();
        for (const step of plan.steps) {
          for (const id of dependencies(step)) expect(seen.has(id)).toBe(true);
          expect(seen.has(step.id)).toBe(false);
          seen.add(step.id);
        }
      }),
      { numRuns: 80 },
    );
  });

  it('never names two different texts alike within a replicate and a round', () => {
    fc.assert(
      fc.property(fc.constantFrom(iterate, transfer, multigame, distill), anyInput, (arm, input) => {
        const names = reflections(arm(input)).flatMap(({ playbook, round }) =>
          playbook === null ? [] : [`${playbook}/${round}`],
        );
        expect(new Set(names).size).toBe(names.length);
      }),
      { numRuns: 60 },
    );
  });
});
