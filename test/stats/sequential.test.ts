import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { look } from '../../src/stats/sequential.js';
import type { LookOptions } from '../../src/stats/sequential.js';

const options: LookOptions = { width: 0.1, detect: 0.1, maxPairs: 5000, batch: 20 };
const wins = [1, 0, 0, 1, -1, 0, 1, 0, 1, 1, 0, 0, 1, 0, -1, 1, 0, 0, 1, 0];
const times = (list: readonly number[], count: number): number[] =>
  Array.from({ length: count }, () => list).flat();

describe('a look', () => {
  // A NumPy program of the same bets on a grid of 20,000 means, the capital as in the authors' package confseq
  // (betting_mart, truncation 1/2); so to 0.0001.
  it.each([
    [times(wins, 5), { width: 0.1 }, 0.05, -0.0374, 0.6221, 12.768126593968756],
    [wins, { width: 0.4 }, 0.05, -0.2663, 0.7993, 2.3195520760242143],
    [times([0.2, 0.5, -0.1, 0.33, 0, 0.75], 10), { detect: 0.05 }, 0.01, 0.0418, 0.5182, 285.0586865266611],
  ])(
    'has the interval and the capital of another implementation',
    (differences, aim, alpha, low, high, e) => {
      const { interval, evidence } = look(differences, { ...aim, maxPairs: 5000, batch: 20, alpha });
      expect(Math.abs((interval?.low ?? 9) - low)).toBeLessThan(2e-4);
      expect(Math.abs((interval?.high ?? 9) - high)).toBeLessThan(2e-4);
      expect(interval?.pairs).toBe(differences.length);
      expect((evidence?.e ?? 0) / e).toBeCloseTo(1, 9);
      expect(evidence?.direction).toBe('better');
    },
  );

  it('before the first pair knows nothing and says when to look', () => {
    expect(look([], options)).toEqual({
      stop: false,
      reason: null,
      interval: null,
      evidence: null,
      nextAt: 20,
    });
    expect(look([1], { ...options, maxPairs: 8 }).nextAt).toBe(8);
    expect(look(wins, options).nextAt).toBe(40);
  });

  it('stops for each reason', () => {
    const none = times([0], 5000);
    const only = (changes: Partial<LookOptions>): LookOptions => ({ maxPairs: 5000, batch: 20, ...changes });
    expect(look(none, only({ width: 0.1 }))).toMatchObject({
      stop: true,
      reason: 'narrow enough',
      nextAt: null,
    });
    expect(look(none.slice(0, 2000), only({ detect: 0.1 })).reason).toBe('large change excluded');
    expect(look(times(wins, 5), only({ detect: 0.1 })).reason).toBe('change shown');
    expect(look(times(wins, 5), only({ width: 0.1 }))).toMatchObject({
      stop: false,
      reason: null,
      nextAt: 120,
    });
    // A clear change is shown at once, whatever else is asked for.
    expect(look(times(wins, 10), options).reason).toBe('change shown');
    expect(look(wins, only({ width: 0.1, maxPairs: 20 })).reason).toBe('most games');
  });

  it('asks more evidence of one cell the more cells there are', () => {
    const differences = times(wins, 3);
    const alone = look(differences, options);
    const among = look(differences, { ...options, comparisons: 40 });
    expect(among.interval?.low).toBeLessThan(alone.interval?.low ?? -1);
    expect(among.interval?.high).toBeGreaterThan(alone.interval?.high ?? 1);
  });

  it('is mirrored by turning every difference round', () => {
    const list = fc.array(fc.constantFrom(-1, -0.5, 0, 0.25, 1), { minLength: 1, maxLength: 80 });
    fc.assert(
      fc.property(list, (differences) => {
        const there = look(differences, options);
        const back = look(
          differences.map((value) => -value),
          options,
        );
        expect(back.interval?.low).toBeCloseTo(-(there.interval?.high ?? 9), 9);
        expect(back.interval?.high).toBeCloseTo(-(there.interval?.low ?? 9), 9);
        expect(back.evidence?.p).toBeCloseTo(there.evidence?.p ?? 9, 9);
      }),
    );
  });

  it('keeps a p that was small once: later games can only add to the evidence', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(-1, 0, 1), { minLength: 20, maxLength: 200 }), (differences) => {
        const until = Math.floor(differences.length / 20) * 20;
        const early = look(differences.slice(0, until), options).evidence?.p ?? 1;
        expect(look(differences, options).evidence?.p).toBeLessThanOrEqual(early);
      }),
    );
  });

  it.each([
    [{ width: undefined, detect: undefined }, /a width or a change/],
    [{ width: 0 }, /width must be above 0/],
    [{ detect: 2 }, /change to detect/],
    [{ batch: 0 }, /batch must be a whole number/],
    [{ maxPairs: 1.5 }, /maxPairs must be/],
    [{ alpha: 1 }, /level must lie/],
    [{ comparisons: 0 }, /comparisons must be/],
  ])('refuses %j', (changes, message) => {
    expect(() => look([0], { ...options, ...changes } as LookOptions)).toThrow(message);
  });

  it('refuses a difference beyond 1', () => {
    expect(() => look([2], options)).toThrow(/from -1 to 1, got 2/);
  });
});
