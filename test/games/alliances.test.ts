import { describe, expect, it } from 'vitest';
import { readSplit } from '../../src/games/dead-last/candidates.js';
import { chanceOf } from '../../src/games/liars-dice/candidates.js';
import { readSpeech } from '../../src/games/shared/alliances.js';

describe('what builtin players make of a speech', () => {
  const players = ['Ana', 'Ben', 'Cal', 'Annabel', 'Dot'];

  it.each([
    ['My vote goes to Ben tonight.', [1], []],
    ['I point at Cal. Ana and I stand together.', [2], [0]],
    ['I will not vote for Ben; I trust Cal.', [], [1, 2]],
    ['Annabel is a threat!', [3], []],
    ['Ben has been quiet.', [], []],
    ['Vote for Dot, I do not mind.', [], []],
    ['', [], []],
  ])('Dot says: %s', (text, against, by) => {
    expect(readSpeech(text, 4, players)).toEqual({ against, by });
  });

  it('finds the split that gives every survivor a share of the hundred', () => {
    const three = ['Ana', 'Ben', 'Cal'];
    expect(readSplit('I say Ana 34, Ben 33, Cal 33.', three)).toEqual({ Ana: 34, Ben: 33, Cal: 33 });
    expect(readSplit('Ana gets 50, Cal gets 30 and Ben: 20', three)).toEqual({ Ana: 50, Ben: 20, Cal: 30 });
    expect(readSplit('Ana 50, Ben 50', three)).toBeUndefined();
    expect(readSplit('Ana 34, Ben 33, Cal 34', three)).toBeUndefined();
  });
});

describe('the chance of a bid in the eyes of a builtin player', () => {
  it('is the upper tail of the binomial distribution', () => {
    expect(chanceOf(0, 5)).toBe(1);
    expect(chanceOf(-2, 5)).toBe(1);
    expect(chanceOf(1, 2)).toBeCloseTo(11 / 36);
    expect(chanceOf(2, 3)).toBeCloseTo((3 * 5 + 1) / 216);
    expect(chanceOf(3, 3)).toBeCloseTo(1 / 216);
    expect(chanceOf(3, 2)).toBeCloseTo(0);
  });
});
