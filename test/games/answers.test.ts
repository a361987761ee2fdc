import { describe, expect, it } from 'vitest';
import { normalisedAnswer, sameAnswer, shownAnswer, textOf } from '../../src/games/shared/answers.js';

describe('answers', () => {
  it('are compared without case, width, hyphens, doubled spaces and outer punctuation', () => {
    const same = [
      'ice cream',
      'Ice-Cream',
      '  ICE   cream ',
      '"ice cream".',
      '¡Ice‐cream!',
      'ｉｃｅ cream',
      '(ice – cream)',
    ];
    for (const text of same) expect(normalisedAnswer(text), text).toBe('ice cream');
  });

  it('keep inner punctuation, so that different words stay different', () => {
    expect(sameAnswer("o'clock", 'oclock')).toBe(false);
    expect(sameAnswer('tennis', 'table tennis')).toBe(false);
    expect(normalisedAnswer('!?')).toBe('');
  });

  it('are shown with nothing that could end a quotation or open a tag', () => {
    expect(shownAnswer('a "quoted" <b>word</b>')).toBe('a quoted bwordb');
    expect(shownAnswer('naïve café no. 5')).toBe('naïve café no. 5');
  });

  it('are empty where there is no text', () => {
    expect([textOf({ word: 'x' }, 'word'), textOf({ word: 7 }, 'word'), textOf({}, 'word')]).toEqual([
      'x',
      '',
      '',
    ]);
  });
});
