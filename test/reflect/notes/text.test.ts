import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TRAIT_NAMES } from '../../../src/games/engine/traits.js';
import { withinBudget } from '../../../src/playbooks/budget.js';
import { MAXIM_SIDES, parseMaxims, writeMaxim } from '../../../src/players/builtin/maxims.js';
import type { Maxim } from '../../../src/players/builtin/maxims.js';
import { parseSeatNotes, writeSeatNotes } from '../../../src/reflect/notes/text.js';
import type { SeatNotes } from '../../../src/reflect/notes/text.js';

const ROOM = 100_000;

/** Figures as they can be written: two decimals of a point, one of a clear choice. */
const maxim = fc.record({
  side: fc.constantFrom(...MAXIM_SIDES),
  trait: fc.constantFrom(...TRAIT_NAMES),
  strength: fc.integer({ min: -1200, max: 1200 }).map((hundredths) => hundredths / 100),
  evidence: fc.integer({ min: 1, max: 99_999 }).map((tenths) => tenths / 10),
});
const maxims = fc.uniqueArray(maxim, { selector: ({ side, trait }) => `${side}/${trait}`, maxLength: 30 });
const inOrder = (list: readonly Maxim[]): Maxim[] =>
  MAXIM_SIDES.flatMap((side) =>
    TRAIT_NAMES.flatMap((trait) => list.find((one) => one.side === side && one.trait === trait) ?? []),
  );

function notes(list: readonly Maxim[]): SeatNotes {
  return {
    tallies: new Map(MAXIM_SIDES.map((side, index) => [side, { games: 3 + index, won: index + 0.5 }])),
    maxims: list,
  };
}

describe('the notes of a builtin seat', () => {
  it('look like this', async () => {
    const list: Maxim[] = [
      { side: 'alt', trait: 'risk', strength: 1.27, evidence: 12.4 },
      { side: 'alt', trait: 'bluff', strength: -0.05, evidence: 3 },
    ];
    expect(
      await writeSeatNotes({ tallies: new Map([['alt', { games: 2, won: 1 }]]), maxims: list }, ROOM),
    ).toBe(
      'What I go by:\n\n' +
        '- When I am on the hidden side, I win more often when I take the gamble when it is offered — a modest effect, seen over 12 choices.\n\n' +
        'My ledger, points of win chance / clear choices:\n\n' +
        '- Hidden side, 2 games, 1 won: risk +1.27/12.4, bluff −0.05/3.0',
    );
  });

  it('read back as they were written, to the last figure', async () => {
    await fc.assert(
      fc.asyncProperty(maxims, async (list) => {
        const text = await writeSeatNotes(notes(list), ROOM);
        const read = parseSeatNotes(text ?? '');
        expect(read.tallies).toEqual(notes(list).tallies);
        expect(read.maxims.map((one) => ({ ...one, strength: one.strength + 0 }))).toEqual(inOrder(list));
      }),
      { numRuns: 50 },
    );
  });

  it('keep to the budget with the strongest maxims, the whole ledger first', async () => {
    await fc.assert(
      fc.asyncProperty(maxims, fc.integer({ min: 20, max: 900 }), async (list, budget) => {
        const text = await writeSeatNotes(notes(list), budget);
        if (text === null) return;
        expect((await withinBudget(text, budget)).ok).toBe(true);
        expect(parseSeatNotes(text).maxims).toHaveLength(list.length);
        const shown = parseMaxims(text);
        const isShown = ({ side, trait }: Maxim): boolean =>
          shown.some((one) => one.side === side && one.trait === trait);
        const sizes = (those: readonly Maxim[]): number[] => those.map(({ strength }) => Math.abs(strength));
        const weakest = Math.min(...sizes(list.filter(isShown)));
        const strongestHidden = Math.max(0, ...sizes(list.filter((one) => !isShown(one))));
        expect(strongestHidden).toBeLessThanOrEqual(weakest);
      }),
      { numRuns: 50 },
    );
    expect(await writeSeatNotes(notes([]), 5)).toBeNull();
  });

  it('follow a maxim that a hand has changed, and any maxim without a ledger', async () => {
    const text = await writeSeatNotes(
      notes([{ side: 'alt', trait: 'risk', strength: 1.27, evidence: 12.4 }]),
      ROOM,
    );
    const edited = (text ?? '').replace('a modest effect', 'a strong effect');
    expect(parseSeatNotes(edited).maxims).toEqual([
      { side: 'alt', trait: 'risk', strength: 3.7, evidence: 12 },
    ]);
    const alone = { side: 'any', trait: 'share', strength: -2.5, evidence: 40 } as const;
    expect(parseSeatNotes(writeMaxim(alone))).toEqual({ tallies: new Map(), maxims: [alone] });
  });

  it('of any text say nothing that is not there', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(parseSeatNotes(text)).toEqual({ tallies: new Map(), maxims: [] });
      }),
    );
  });
});
