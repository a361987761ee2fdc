import { describe, expect, it } from 'vitest';
import { leakedWords } from '../../src/diagnostics/leaked-words.js';
import { gameOf, say, told } from './talk.js';

describe('leaked words', () => {
  const spyfall = [null, 'Beach', 'Beach', 'Beach'].map((location, seat) => ({
    role: seat === 0 ? 'Spy' : 'Citizen',
    location,
  }));

  it('tells a word told by its holder from one named by another, and from its repetition', () => {
    const { words, leaks } = leakedWords(
      gameOf(
        'spyfall',
        [
          told('locations', { list: ['Beach', 'Bank'] }),
          say(1, 'The beaches are crowded.'),
          say(2, 'I love this BEACH!'),
          say(0, 'Yes, the beach.'),
          say(3, 'Anyone can see it is a bank.'),
        ],
        { secrets: spyfall },
      ),
    );
    expect(words).toEqual(['Beach']);
    // "Beaches" is another word; the list of locations, which is public, does not give the secret away.
    expect(leaks).toMatchObject([
      { ordinal: 2, seat: 2, kind: 'told', repeated: false, word: 'Beach' },
      { ordinal: 3, seat: 0, kind: 'named', repeated: true },
    ]);
  });

  it('knows two sides with a word each', () => {
    const secrets = ['cat', 'cat', 'dog', 'cat'].map((word) => ({ role: null, word }));
    const { words, leaks } = leakedWords(
      gameOf('undercover', [say(2, 'It is not a cat'), say(0, 'Mine is a dog, I fear')], { secrets }),
    );
    expect(words).toEqual(['cat', 'dog']);
    expect(leaks.map(({ seat, kind, word }) => [seat, kind, word])).toEqual([
      [2, 'named', 'cat'],
      [0, 'named', 'dog'],
    ]);
  });

  it('ends when the word is announced', () => {
    const secrets = [{ word: 'piano' }, { word: null }, { word: null }, { word: null }];
    const { leaks } = leakedWords(
      gameOf(
        'insider',
        [say(1, 'Is it a piano?'), told('found', { word: 'piano' }), say(2, 'The piano was too easy.')],
        { secrets },
      ),
    );
    expect(leaks).toMatchObject([{ ordinal: 0, kind: 'named' }]);
  });

  it('takes neither roles nor partners nor what all were told for a secret word', () => {
    const secrets = [
      { role: 'Spy', partner: 'Ben', theme: 'sea' },
      { role: 'Spy', partner: 'Ana', theme: 'sea' },
      { role: 'Resistance', partner: null, theme: 'sea' },
      { role: 'Resistance', partner: null, theme: 'sea' },
    ];
    const events = [say(0, 'Ben and Ana, the Spy and the sea')];
    expect(leakedWords(gameOf('resistance', events, { secrets }))).toEqual({ words: [], leaks: [] });
  });

  it('finds words that are written without spaces only as far as signs around them part them', () => {
    const secrets = [{ word: '钢琴' }, { word: null }, { word: null }, { word: null }];
    expect(leakedWords(gameOf('insider', [say(0, '是“钢琴”。')], { secrets })).leaks).toHaveLength(1);
  });
});
