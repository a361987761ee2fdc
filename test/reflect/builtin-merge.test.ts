import { describe, expect, it } from 'vitest';
import { parseMaxims } from '../../src/players/builtin/maxims.js';
import type { Maxim } from '../../src/players/builtin/maxims.js';
import { mergeMaxims, mergePlaybooks } from '../../src/reflect/builtin/merge.js';
import { writePlaybook } from '../../src/reflect/builtin/prose.js';

const MANY = 12_000;
const maxim = (changes: Partial<Maxim> = {}): Maxim => ({
  side: 'alt',
  trait: 'bluff',
  strength: 2,
  evidence: 1000,
  ...changes,
});

describe('maxims of two playbooks', () => {
  it('are pooled by what they rest on, as if one reader had seen all games', () => {
    // By hand. Each is n/(1000 + n) of what its own n choices say: 1,000 that say 4 give 2; 3,000 that say −4 give −3.
    // Together: (1000·4 − 3000·4) / (1000 + 4000) = −1.6.
    const [found] = mergeMaxims([maxim()], [maxim({ strength: -3, evidence: 3000 })], []);
    expect(found?.strength).toBeCloseTo(-1.6, 12);
    expect(found?.evidence).toBe(4000);
  });

  it('do not count twice what both had when they parted', () => {
    // By hand. In common 1,000 choices that say 4 (so 2). One has seen 1,000 more that say 4 (8000 / 3000), the other
    // 1,000 that say −4 (0). Together: (4 + 4 − 4)·1000 / (1000 + 3000) = 1.
    const common = [maxim()];
    const [found] = mergeMaxims(
      [maxim({ strength: 8 / 3, evidence: 2000 })],
      [maxim({ strength: 0, evidence: 2000 })],
      common,
    );
    expect(found?.strength).toBeCloseTo(1, 12);
    expect(found?.evidence).toBe(3000);
    // A version merged with what it came from is itself.
    expect(mergeMaxims([maxim({ strength: 3, evidence: 2500 })], common, common)[0]).toMatchObject({
      strength: 3,
      evidence: 2500,
    });
  });

  it('of which one alone knows are kept as they are', () => {
    const other = maxim({ side: 'main', trait: 'probe' });
    expect(mergeMaxims([maxim()], [other], [])).toEqual([maxim(), other]);
    expect(mergeMaxims([], [], [])).toEqual([]);
  });
});

describe('two playbooks of builtin players', () => {
  const [a, b] = [
    writePlaybook([maxim(), maxim({ trait: 'listen', evidence: 400 })]),
    writePlaybook([
      maxim({ strength: 5.5, evidence: 3000 }),
      maxim({ side: 'main', trait: 'probe', evidence: 50 }),
    ]),
  ];

  it('become one that their players can read, with nothing said twice', async () => {
    const merged = await mergePlaybooks(a, b, null, MANY);
    expect(merged).toMatchObject({ doubled: 1, leftOut: 0 });
    const maxims = parseMaxims(merged?.text ?? '');
    expect(maxims.map(({ side, trait, evidence }) => [side, trait, evidence])).toEqual([
      ['alt', 'bluff', 4000],
      ['alt', 'listen', 400],
      ['main', 'probe', 50],
    ]);
    expect(merged?.text).toBe(writePlaybook(maxims).trim());
  });

  it('keep what a person has written beside the maxims', async () => {
    const edited = `${a}\n## From me\n\n- I never forget who smiled when the mission failed.\n`;
    const merged = await mergePlaybooks(edited, b, null, MANY);
    expect(merged?.text).toMatch(/## From me\n\n- I never forget who smiled when the mission failed\.$/);
    expect(parseMaxims(merged?.text ?? '')).toHaveLength(3);
  });

  it('lose the maxims that rest on least when the budget is small', async () => {
    const whole = await mergePlaybooks(a, b, null, MANY);
    const less = await mergePlaybooks(a, b, null, (whole?.tokens ?? 0) - 1);
    expect(parseMaxims(less?.text ?? '').map(({ trait }) => trait)).toEqual(['bluff', 'listen']);
    expect(less?.leftOut).toBe(1);
    expect(await mergePlaybooks(a, b, null, 5)).toBeNull();
  });

  it('merged with prose are merged item by item', async () => {
    const merged = await mergePlaybooks(a, '- I wait and see what the others do first.', null, MANY);
    expect(parseMaxims(merged?.text ?? '')).toHaveLength(2);
    expect(merged?.text).toContain('I wait and see what the others do first.');
  });
});
