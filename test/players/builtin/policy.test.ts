import { describe, expect, it } from 'vitest';
import { rngOf } from '../../../src/base/rng.js';
import type { Candidate } from '../../../src/games/engine/definition.js';
import { writeMaxim } from '../../../src/players/builtin/maxims.js';
import type { Maxim } from '../../../src/players/builtin/maxims.js';
import { drawCandidate, score, weightsFor } from '../../../src/players/builtin/policy.js';
import { builtinProfile } from '../../../src/players/builtin/profiles.js';

const plain = { ...builtinProfile('novice'), priors: { alt: {}, main: {}, any: {} } };

function candidate(name: string, traits: Candidate['traits']): Candidate {
  return { action: { action: name }, traits };
}

function advice(...maxims: readonly Maxim[]): string {
  return maxims.map(writeMaxim).join('\n');
}

describe('a softmax draw', () => {
  it('adds up weight times trait', () => {
    expect(score(candidate('a', { risk: 0.5, blend: -1 }), { risk: 2, blend: 3, share: 9 })).toBe(-2);
  });

  it('follows the odds of the scores', () => {
    // Scores 1, 0 and −1 at temperature 2: odds e^0.5 : 1 : e^−0.5 = 0.5065 : 0.3072 : 0.1863.
    const moves = [1, 0, -1].map((risk) => candidate(`move ${risk}`, { risk }));
    const rng = rngOf('softmax');
    const counts = new Map<string, number>();
    const draws = 20_000;
    for (let draw = 0; draw < draws; draw += 1) {
      const { action } = drawCandidate(moves, { risk: 1 }, 2, rng);
      counts.set(action.action, (counts.get(action.action) ?? 0) + 1);
    }
    // Four standard errors of a share near ½ in 20,000 draws are 0.014.
    expect(Math.abs((counts.get('move 1') ?? 0) / draws - 0.5065)).toBeLessThan(0.014);
    expect(Math.abs((counts.get('move 0') ?? 0) / draws - 0.3072)).toBeLessThan(0.014);
    expect(Math.abs((counts.get('move -1') ?? 0) / draws - 0.1863)).toBeLessThan(0.014);
  });

  it('takes one number from the generator, whatever there is to draw from', () => {
    const few = rngOf('same');
    const many = rngOf('same');
    drawCandidate([candidate('a', {})], {}, 1, few);
    drawCandidate(
      [candidate('a', { risk: 1 }), candidate('b', {}), candidate('c', {})],
      { risk: 50 },
      1,
      many,
    );
    expect(few.state()).toEqual(many.state());
  });

  it('refuses an empty list', () => {
    expect(() => drawCandidate([], {}, 1, rngOf('none'))).toThrow('no candidate');
  });
});

describe('the weights a seat plays by', () => {
  const strong: Maxim = { side: 'alt', trait: 'risk', strength: 2.5, evidence: 900 };

  it('are the profile’s own without a playbook, with an empty one, and with one that holds no maxims', () => {
    const novice = builtinProfile('novice');
    expect(weightsFor(novice, 'alt', null)).toEqual(novice.priors.alt);
    expect(weightsFor(novice, 'alt', '')).toEqual(novice.priors.alt);
    expect(weightsFor(novice, 'main', 'Trust nobody. Listen first.')).toEqual(novice.priors.main);
    expect(weightsFor(novice, undefined, null)).toEqual(novice.priors.any);
  });

  it('move in the direction and by the grade of a maxim, for its side alone', () => {
    const up = weightsFor(plain, 'alt', advice(strong)).risk ?? 0;
    const down = weightsFor(plain, 'alt', advice({ ...strong, strength: -2.5 })).risk ?? 0;
    const weaker = weightsFor(plain, 'alt', advice({ ...strong, strength: 1.1 })).risk ?? 0;
    expect(up).toBeGreaterThan(weaker);
    expect(weaker).toBeGreaterThan(0);
    expect(down).toBe(-up);
    expect(weightsFor(plain, 'main', advice(strong))).toEqual({});
    expect(weightsFor(plain, undefined, advice(strong))).toEqual({});
  });

  it('take advice for games without sides where a side has none of its own', () => {
    const anywhere: Maxim = { side: 'any', trait: 'risk', strength: -2.5, evidence: 10 };
    const alone = weightsFor(plain, undefined, advice(anywhere)).risk ?? 0;
    expect(alone).toBeLessThan(0);
    expect(weightsFor(plain, 'main', advice(anywhere)).risk).toBe(alone);
    expect(weightsFor(plain, 'alt', advice(anywhere, strong)).risk).toBe(-alone);
  });

  it('follow a playbook as far as the profile does', () => {
    const full = weightsFor(plain, 'alt', advice(strong)).risk ?? 0;
    expect(weightsFor({ ...plain, follow: 0.5 }, 'alt', advice(strong)).risk).toBeCloseTo(full / 2, 12);
    expect(weightsFor({ ...plain, follow: 0 }, 'alt', advice(strong))).toEqual({});
  });
});
