import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChangeCell, JudgedCell, PairedOutcome } from '../../src/stats/verdict.js';
import { judgeTable } from '../../src/stats/verdict.js';

const repeat = (count: number, condition: number, baseline: number): PairedOutcome[] =>
  Array.from({ length: count }, () => ({ condition, baseline }));

/** A cell of so many pairs won by both, by the condition alone, by the baseline alone, by neither. */
function cell(id: string, both: number, gained: number, lost: number, neither: number): ChangeCell {
  return {
    id,
    pairs: [...repeat(both, 1, 1), ...repeat(gained, 1, 0), ...repeat(lost, 0, 1), ...repeat(neither, 0, 0)],
  };
}

const judgeOne = (...cells: ChangeCell[]): JudgedCell => judgeTable(cells).cells[0] ?? expect.fail();

/** The same cell with every discordant pair gone the same way. */
function allOneWay({ id, pairs }: ChangeCell): ChangeCell {
  return {
    id,
    pairs: pairs.map((pair) => (pair.condition === pair.baseline ? pair : { condition: 1, baseline: 0 })),
  };
}

const anyCounts = fc.tuple(fc.nat(12), fc.nat(14), fc.nat(14), fc.nat(12));
const anyTable = fc
  .array(anyCounts, { minLength: 1, maxLength: 10 })
  .map((cells) => cells.map((counts, index) => cell(`cell ${index}`, ...counts)));

describe('a judged cell', () => {
  it('shows both rates over its pairs, their difference and both p values', () => {
    const judged = judgeOne(cell('alt', 4, 9, 3, 16));
    expect(judged.pairs).toBe(32);
    expect(judged.counts).toEqual({ both: 4, onlyFirst: 9, onlySecond: 3, neither: 16 });
    expect(judged.rate?.estimate).toBe(13 / 32);
    expect(judged.baselineRate?.estimate).toBe(7 / 32);
    // Tango 1998.
    expect(judged.change?.estimate).toBe(6 / 32);
    expect(judged.change?.low).toBeCloseTo(-0.027, 3);
    expect(judged.change?.high).toBeCloseTo(0.39, 3);
    // By hand: 2·(1 + 12 + 66 + 220)/2¹².
    expect(judged.p).toBe(598 / 4096);
    expect(judged.adjustedP).toBe(598 / 4096);
    expect(judged.verdict).toBe('no detectable change');
    expect(judged.pairsNeeded).toBeNull();
  });

  it('is better or worse by the direction of its change', () => {
    expect(judgeOne(cell('up', 10, 12, 1, 10)).verdict).toBe('better');
    expect(judgeOne(cell('down', 10, 1, 12, 10)).verdict).toBe('worse');
  });

  it('has intervals at the level asked for', () => {
    const narrow = judgeTable([cell('any', 4, 9, 3, 16)], 0.8).cells[0];
    const wide = judgeTable([cell('any', 4, 9, 3, 16)], 0.99).cells[0];
    expect(narrow?.rate?.low).toBeGreaterThan(wide?.rate?.low ?? expect.fail());
    expect(narrow?.change?.low).toBeGreaterThan(wide?.change?.low ?? expect.fail());
    expect(narrow?.adjustedP).toBe(wide?.adjustedP);
  });

  it('without pairs has no figures, is not tested and does not count towards the family', () => {
    const { cells, family } = judgeTable([cell('void', 0, 0, 0, 0), cell('played', 0, 6, 0, 4)]);
    expect(cells[0]).toEqual({
      id: 'void',
      pairs: 0,
      counts: { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 },
      rate: null,
      baselineRate: null,
      change: null,
      p: null,
      adjustedP: null,
      verdict: 'not enough games',
      // Two cells: 2·2·0.5⁶ = 0.0625 does not pass, 2·2·0.5⁷ does.
      pairsNeeded: { discordant: 7, estimate: null, low: 7, high: null },
    });
    expect(family).toBe(1);
    expect(cells[1]?.adjustedP).toBe(0.03125);
    expect(cells[1]?.verdict).toBe('better');
  });
});

describe('not enough games', () => {
  it('is said of five discordant pairs, which can never pass; six can', () => {
    const five = judgeOne(cell('five', 10, 5, 0, 15));
    expect(five.p).toBe(0.0625);
    expect(five.verdict).toBe('not enough games');
    expect(judgeOne(cell('six', 10, 6, 0, 14)).verdict).toBe('better');
    expect(judgeOne(cell('six', 10, 4, 2, 14)).verdict).toBe('no detectable change');
  });

  it('is said of eight discordant pairs in each of eight cells; nine can pass', () => {
    const eight = judgeTable(Array.from({ length: 8 }, (_, k) => cell(`${k}`, 6, 8, 0, 16)));
    expect(eight.family).toBe(8);
    for (const { adjustedP, verdict, pairsNeeded } of eight.cells) {
      expect(adjustedP).toBe(0.0625);
      expect(verdict).toBe('not enough games');
      expect(pairsNeeded?.discordant).toBe(9);
    }
    const nine = judgeTable(Array.from({ length: 8 }, (_, k) => cell(`${k}`, 6, 9, 0, 15)));
    expect(nine.cells.map(({ verdict }) => verdict)).toEqual(Array.from({ length: 8 }, () => 'better'));
  });

  it('looks at the other cells as they are: what they passed, Holm’s method asks no more', () => {
    const split = cell('split', 6, 4, 4, 16);
    const clear = Array.from({ length: 7 }, (_, k) => cell(`${k}`, 6, 16, 0, 8));
    const flat = Array.from({ length: 7 }, (_, k) => cell(`${k}`, 6, 1, 1, 22));
    // Best case 1·2·0.5⁸ after seven cells that pass, 8·2·0.5⁸ = 0.0625 beside seven that do not.
    expect(judgeOne(split, ...clear).verdict).toBe('no detectable change');
    expect(judgeOne(split, ...flat).verdict).toBe('not enough games');
  });

  it('says how many pairs a result could first show in', () => {
    // Five in thirty; six are needed. Wilson’s interval of 5/30 is 7.3 % to 33.6 % (statsmodels 0.15.0).
    expect(judgeOne(cell('five', 10, 3, 2, 15)).pairsNeeded).toEqual({
      discordant: 6,
      estimate: 36,
      low: 18,
      high: 82,
    });
  });

  it('gives no estimate from pairs of which none was discordant, but the least it could be', () => {
    // Wilson’s interval of 0/30 reaches to z²/(30 + z²) = 11.4 %.
    expect(judgeOne(cell('same', 20, 0, 0, 10)).pairsNeeded).toEqual({
      discordant: 6,
      estimate: null,
      low: 53,
      high: null,
    });
  });

  it('means that the test would fail, and the other verdicts that it would pass, if all went one way', () => {
    fc.assert(
      fc.property(anyTable, (cells) => {
        judgeTable(cells).cells.forEach(({ verdict, pairs }, index) => {
          const turned = cells.map((each, at) => (at === index ? allOneWay(each) : each));
          const best = judgeTable(turned).cells[index] ?? expect.fail();
          const couldPass = pairs > 0 && (best.adjustedP ?? 1) <= 0.05;
          expect(verdict === 'not enough games').toBe(!couldPass);
        });
      }),
    );
  });

  it('asks for more pairs than there are', () => {
    fc.assert(
      fc.property(anyTable, (cells) => {
        for (const { verdict, pairs, pairsNeeded } of judgeTable(cells).cells) {
          expect(pairsNeeded === null).toBe(verdict !== 'not enough games');
          if (pairsNeeded === null) continue;
          const { estimate, low, high } = pairsNeeded;
          if (estimate !== null) {
            expect(estimate).toBeGreaterThan(pairs);
            expect(low).toBeLessThanOrEqual(estimate);
            expect(high).toBeGreaterThanOrEqual(estimate);
          }
        }
      }),
    );
  });
});

describe('a verdict', () => {
  it('follows the adjusted p and the direction', () => {
    fc.assert(
      fc.property(anyTable, (cells) => {
        for (const { verdict, adjustedP, change } of judgeTable(cells).cells) {
          const passed = adjustedP !== null && adjustedP <= 0.05;
          expect(verdict === 'better' || verdict === 'worse').toBe(passed);
          if (verdict === 'better') expect(change?.estimate).toBeGreaterThan(0);
          if (verdict === 'worse') expect(change?.estimate).toBeLessThan(0);
        }
      }),
    );
  });

  it('turns round when condition and baseline are swapped', () => {
    const opposite = { better: 'worse', worse: 'better' } as const;
    fc.assert(
      fc.property(anyTable, (cells) => {
        const swapped = cells.map(({ id, pairs }) => ({
          id,
          pairs: pairs.map(({ condition, baseline }) => ({ condition: baseline, baseline: condition })),
        }));
        const there = judgeTable(cells).cells;
        judgeTable(swapped).cells.forEach(({ verdict, adjustedP }, index) => {
          const before = there[index] ?? expect.fail();
          expect(adjustedP).toBe(before.adjustedP);
          const turned =
            before.verdict === 'better' || before.verdict === 'worse'
              ? opposite[before.verdict]
              : before.verdict;
          expect(verdict).toBe(turned);
        });
      }),
    );
  });
});
