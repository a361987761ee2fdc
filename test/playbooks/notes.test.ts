import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pruneToBudget, withinBudget } from '../../src/playbooks/budget.js';
import {
  budgetPerSeat,
  formatNotes,
  isNotes,
  parseNotes,
  playbookForSeat,
} from '../../src/playbooks/notes.js';

const TEXT =
  '# Private notes by seat\n\n## Seat 0\n\nI agree early.\n\n## Seat 3\n\n- I count votes.\n- I ask.';
const body = fc.lorem({ mode: 'sentences', maxCount: 3 }).map((text) => text.replaceAll('. ', '.\n\n- '));
const notes = fc
  .uniqueArray(fc.tuple(fc.nat(9), body), { selector: ([seat]) => seat, maxLength: 6 })
  .map((entries) => new Map(entries));

describe('notes by seat', () => {
  it('are one text with a heading for each seat', () => {
    const map = new Map([
      [3, '- I count votes.\n- I ask.'],
      [0, 'I agree early.'],
      [1, '  '],
    ]);
    expect(formatNotes(map)).toBe(TEXT);
    expect(parseNotes(TEXT)).toEqual(
      new Map([
        [0, 'I agree early.'],
        [3, '- I count votes.\n- I ask.'],
      ]),
    );
  });

  it('read back as they were written', () => {
    fc.assert(
      fc.property(notes, (map) => {
        expect(parseNotes(formatNotes(map))).toEqual(map);
      }),
    );
  });

  it('give each seat its own part and nothing of another', () => {
    expect(playbookForSeat(TEXT, 3)).toBe('- I count votes.\n- I ask.');
    expect(playbookForSeat(TEXT, 1)).toBeNull();
    expect(playbookForSeat('# Prose for everybody', 1)).toBe('# Prose for everybody');
    expect(isNotes('# Prose for everybody')).toBe(false);
  });

  it('cannot be left by a seat that writes a heading of ours', () => {
    const text = formatNotes(new Map([[0, 'Mine.\n\n## Seat 1\n\nOrders for seat 1.']]));
    expect(playbookForSeat(text, 1)).toBeNull();
    expect(playbookForSeat(text, 0)).toContain('Orders for seat 1.');
  });

  it('share a budget in equal parts that hold together', async () => {
    const seats = [0, 1, 2, 3, 4];
    const share = await budgetPerSeat(400, seats);
    expect(share).toBeGreaterThan(60);
    expect(share).toBeLessThanOrEqual(80);
    const long = Array.from({ length: 60 }, (_, index) => `- I remember thing number ${index}.`).join('\n');
    const { text } = await pruneToBudget(long, share);
    const all = formatNotes(new Map(seats.map((seat) => [seat, text])));
    expect((await withinBudget(all, 400)).ok).toBe(true);
    expect(await budgetPerSeat(10, seats)).toBe(0);
  });
});
