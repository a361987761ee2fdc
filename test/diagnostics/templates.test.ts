import { describe, expect, it } from 'vitest';
import { repeatedTemplate } from '../../src/diagnostics/templates.js';
import { say } from './talk.js';

const NAMES = ['Ana', 'Ben', 'Cara', 'Dan'];

describe('the most repeated template', () => {
  it('is the same whatever names and numbers stand in it', () => {
    const events = [
      say(0, 'I think Ben has acted oddly in round 2 and we should watch Ben.'),
      say(1, 'Nothing I have heard so far makes me change my mind.'),
      say(2, 'I think Dan has acted oddly in round 3 and we should watch Dan.'),
      say(2, 'Short words.'),
      say(0, 'I think Cara has acted oddly in round 4 and we should watch Cara.', 2),
    ];
    // Three of the four utterances of five words or more, by two players.
    expect(repeatedTemplate(events, NAMES)).toMatchObject({ ordinal: 0, count: 3, of: 4, seats: 2 });
  });

  it('holds what overlaps by half and more, not by less', () => {
    const first = 'one two three four five six seven eight nine';
    // Nine words have five 5-grams. With the last word changed four are shared, of 5 + 5 − 4 = 6: 0.67.
    expect(repeatedTemplate([say(0, first), say(1, first.replace('nine', 'ten'))], NAMES)?.count).toBe(2);
    // With the seventh changed two are shared, of 8: 0.25.
    expect(repeatedTemplate([say(0, first), say(1, first.replace('seven', 'ten'))], NAMES)).toBeNull();
  });

  it('is none where nothing was said twice', () => {
    expect(repeatedTemplate([], NAMES)).toBeNull();
    expect(repeatedTemplate([say(0, 'Yes.'), say(1, 'Yes.')], NAMES)).toBeNull();
  });
});
