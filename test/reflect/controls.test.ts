import { describe, expect, it } from 'vitest';
import { TRAIT_NAMES } from '../../src/games/engine/traits.js';
import { GRADES, parseMaxims } from '../../src/players/builtin/maxims.js';
import type { Maxim } from '../../src/players/builtin/maxims.js';
import { writePlaybook } from '../../src/reflect/builtin/prose.js';
import { placeboPlaybook, shuffledPlaybook } from '../../src/reflect/controls.js';
import { wordsOf } from '../../src/base/words.js';

const learned: readonly Maxim[] = (['alt', 'main'] as const).flatMap((side, s) =>
  TRAIT_NAMES.map((trait, t): Maxim => ({
    side,
    trait,
    strength: (GRADES[(t + s) % GRADES.length]?.strength ?? 0) * (t % 3 === 0 ? -1 : 1),
    evidence: 100 + 10 * t + s,
  })),
);
const text = writePlaybook(learned);
const places = (maxims: readonly Maxim[]): string[] => maxims.map(({ side, trait }) => `${side}/${trait}`);
const sizes = (maxims: readonly Maxim[]): number[] =>
  maxims.map(({ strength }) => Math.abs(strength)).toSorted();

describe('a placebo playbook', () => {
  it('has as many maxims, on the same traits, as strong and as long as the playbook it is like', () => {
    const placebo = placeboPlaybook('study 1', text);
    expect(places(parseMaxims(placebo))).toEqual(places(learned));
    expect(sizes(parseMaxims(placebo))).toEqual(sizes(learned));
    expect(Math.abs(wordsOf(placebo).length / wordsOf(text).length - 1)).toBeLessThan(0.1);
  });

  it('advises one way as often as the other, drawn by lot', () => {
    const directions = (seed: string): number[] =>
      parseMaxims(placeboPlaybook(seed, text)).map(({ strength }) => Math.sign(strength));
    const agreements: number[] = [];
    for (let seed = 0; seed < 200; seed += 1) {
      const signs = directions(`seed ${seed}`);
      expect(signs.reduce((sum, sign) => sum + sign, 0)).toBe(0);
      agreements.push(
        signs.filter((sign, index) => sign === Math.sign(learned[index]?.strength ?? 0)).length /
          signs.length,
      );
    }
    // Half of the directions agree with the learned ones by chance; 24 signs × 200 draws have a standard error of 0.007.
    const mean = agreements.reduce((sum, share) => sum + share, 0) / agreements.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.03);
  });

  it('is the same for the same seed and another for another', () => {
    expect(placeboPlaybook('a', text)).toBe(placeboPlaybook('a', text));
    expect(placeboPlaybook('a', text)).not.toBe(placeboPlaybook('b', text));
  });

  it('speaks of every trait of both sides when there is nothing to be like', () => {
    for (const like of [null, 'Prose without maxims.']) {
      expect(places(parseMaxims(placeboPlaybook('a', like)))).toEqual(places(learned));
    }
  });
});

describe('a shuffled playbook', () => {
  it('keeps every piece of advice and leaves none where it was', () => {
    const shuffled = parseMaxims(shuffledPlaybook(text, 'study 1'));
    expect(places(shuffled)).toEqual(places(learned));
    const pieces = (maxims: readonly Maxim[]): string[] =>
      maxims.map(({ strength, evidence }) => `${strength}/${evidence}`).toSorted();
    expect(pieces(shuffled)).toEqual(pieces(learned));
    shuffled.forEach((maxim, index) => expect(maxim).not.toEqual(learned[index]));
  });

  it('is the same for the same seed and another for another', () => {
    expect(shuffledPlaybook(text, 'a')).toBe(shuffledPlaybook(text, 'a'));
    expect(shuffledPlaybook(text, 'a')).not.toBe(shuffledPlaybook(text, 'b'));
  });

  it('of prose keeps the headings and moves the paragraphs and list items between them', () => {
    const prose = `# Mine\n\n## Hiding\n\n- Agree early.\n- Say little.\n\n## Seeking\n\nCount who gains.\n\n- Ask twice.\n`;
    const shuffled = shuffledPlaybook(prose, 'seed');
    const lines = (body: string): string[] => body.split('\n').filter((line) => line !== '');
    expect(lines(shuffled).toSorted()).toEqual(lines(prose).toSorted());
    expect(lines(shuffled)).not.toEqual(lines(prose));
    expect(lines(shuffled).filter((line) => line.startsWith('#'))).toEqual([
      '# Mine',
      '## Hiding',
      '## Seeking',
    ]);
  });
});
