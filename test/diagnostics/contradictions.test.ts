import { describe, expect, it } from 'vitest';
import { statementsOf } from '../../src/diagnostics/contradictions.js';
import type { SpokenGame } from '../../src/diagnostics/said.js';
import { answersByKind } from '../../src/diagnostics/forced.js';
import { decides, gameOf, say, told } from './talk.js';

/** What Ana says before she votes for `target`, as [said, did, kept]. */
function voted(text: string, target: string | null, forced = false) {
  const action = target === null ? { action: 'abstain' } : { action: 'vote', target };
  const game = gameOf('werewolves', [say(0, text)], { decisions: [decides(0, 'vote', 1, action, forced)] });
  return statementsOf(game).map(({ said, did, kept }) => [said, did, kept]);
}

describe('announced votes', () => {
  it.each([
    ['I will vote for Ben.', 'Ben', true],
    ["I'll vote Ben out today.", 'Cara', false],
    ['I’m voting for Ben.', 'Ben', true],
    ['My vote goes to Ben, no more to say.', 'Cara', false],
    ['I vote for Cara. No: I shall vote against Ben.', 'Ben', true],
  ])('%j, then a vote for %s', (text, target, kept) => {
    expect(voted(text, target)).toEqual([['Ben', target, kept]]);
  });

  it.each([
    ['If Cara is clean, I will vote for Ben.'],
    ['I will not vote for Ben.'],
    ['I might vote for Ben.'],
    ['Should I vote for Ben?'],
    ['I voted for Ben yesterday.'],
    ['I will vote with Ben.'],
    ['I will vote for Ben and Cara.'],
    ['Ana says: vote for Ben.'],
  ])('reads nothing in %j', (text) => {
    expect(voted(text, 'Dan')).toEqual([]);
  });

  it('counts an abstention as another vote, and a forced one not at all', () => {
    expect(voted('I will vote for Ben.', null)).toEqual([['Ben', 'abstain', false]]);
    expect(voted('I will vote for Ben.', 'Cara', true)).toEqual([]);
  });

  it('holds for the next vote only', () => {
    const game = gameOf('werewolves', [say(0, 'I will vote for Ben.'), told('dawn', {})], {
      decisions: [
        decides(0, 'vote', 1, { action: 'vote', target: 'Ben' }),
        decides(0, 'vote', 2, { action: 'vote', target: 'Dan' }),
      ],
    });
    expect(statementsOf(game)).toHaveLength(1);
  });
});

describe('The Resistance', () => {
  const game = (text: string, decision: SpokenGame['decisions'][number]) =>
    statementsOf(gameOf('resistance', [say(0, text)], { decisions: [decision] })).map(
      ({ kind, said, did, kept }) => [kind, said, did, kept],
    );

  it('sets an announced answer to a team against the vote', () => {
    const vote = decides(0, 'vote', 1, { action: 'vote', choice: 'approve' });
    expect(game('I will reject this team.', vote)).toEqual([['approval', 'reject', 'approve', false]]);
    expect(game('I approve.', vote)).toEqual([['approval', 'approve', 'approve', true]]);
    // Of a team with Cara nobody knows whether it is the one that is voted on.
    expect(game('I will reject a team of Cara and Dan.', vote)).toEqual([]);
  });

  it('sets an announced team against the proposal, when it is whole', () => {
    const propose = decides(0, 'propose', 1, { action: 'propose', team: ['Ben', 'Ana'] });
    expect(game('I will take Ben and myself.', propose)).toEqual([['team', 'Ana, Ben', 'Ana, Ben', true]]);
    expect(game('I propose Cara and Dan.', propose)).toEqual([['team', 'Cara, Dan', 'Ana, Ben', false]]);
    expect(game('I will take Ben.', propose)).toEqual([]);
  });

  it('sets a promised card against the card', () => {
    const card = decides(0, 'card', 1, { action: 'card', card: 'fail' });
    expect(game('I will play success.', card)).toEqual([['card', 'success', 'fail', false]]);
  });
});

describe('Sheriff of Nottingham', () => {
  const merchant = (text: string, goods: string) =>
    statementsOf(
      gameOf('sheriff', [told('round', { round: 1 }), say(1, text)], {
        decisions: [decides(1, 'pack', 1, { action: 'pack', goods })],
      }),
    ).map(({ said, did, kept }) => [said, did, kept]);

  it('sets what a merchant says of its goods against what it packed', () => {
    expect(merchant('My goods are honest.', 'smuggle')).toEqual([['honest', 'smuggle', false]]);
    expect(merchant('I have nothing to hide, Sheriff!', 'honest')).toEqual([['honest', 'honest', true]]);
    expect(merchant('I am smuggling, and I will pay you.', 'smuggle')).toEqual([
      ['smuggle', 'smuggle', true],
    ]);
    expect(merchant('Cara is honest.', 'smuggle')).toEqual([]);
    expect(merchant('I would be honest if it paid.', 'smuggle')).toEqual([]);
    expect(merchant("I'm not honest with you.", 'smuggle')).toEqual([]);
  });

  it('sets what the sheriff announces against the ruling', () => {
    const decisions = [
      decides(0, 'inspect', 1, { action: 'inspect', decisions: { Ben: 'pass', Cara: 'inspect' } }),
    ];
    const said = (text: string) =>
      statementsOf(gameOf('sheriff', [say(0, text)], { decisions })).map(({ said: word, kept }) => [
        word,
        kept,
      ]);
    expect(said('I will inspect Ben.')).toEqual([['inspect Ben', false]]);
    expect(said("I'll let Ben pass.")).toEqual([['pass Ben', true]]);
  });
});

describe('Coup', () => {
  it('sets a claimed character against the hand at the time', () => {
    const found = statementsOf(
      gameOf('coup', [
        told('hand', { player: 'Ana', cards: ['Duke', 'Captain'] }, [0]),
        told('hand', { player: 'Ben', cards: ['Assassin', 'Contessa'] }, [1]),
        told('declare', { player: 'Ana', move: 'tax', target: null, claims: 'Duke' }),
        told('hand', { player: 'Ana', cards: ['Captain'] }, [0]),
        told('declare', { player: 'Ana', move: 'tax', target: null, claims: 'Duke' }),
        told('declare', { player: 'Ben', move: 'income', target: null, claims: null }),
        told('block', { player: 'Ben', role: 'Contessa' }),
      ]),
    );
    expect(found.map(({ ordinal, said, did, kept }) => [ordinal, said, did, kept])).toEqual([
      [2, 'Duke', 'Captain, Duke', true],
      [4, 'Duke', 'Captain', false],
      [6, 'Contessa', 'Assassin, Contessa', true],
    ]);
  });
});

describe('other games and forced answers', () => {
  it('reads nothing where speech cannot be set against action', () => {
    const decisions = [decides(0, 'vote', 1, { action: 'vote', target: 'Cara' })];
    expect(statementsOf(gameOf('bargaining', [say(0, 'I will vote for Ben.')], { decisions }))).toEqual([]);
  });

  it('counts forced and corrected answers by kind, of those that were asked for', () => {
    const answer = (kind: string, forced: boolean, attempts: number) => ({ kind, forced, attempts });
    expect(
      answersByKind([
        answer('vote', false, 1),
        answer('vote', false, 2),
        answer('speak', true, 3),
        answer('speak', false, 0),
      ]),
    ).toEqual([
      { kind: 'speak', asked: 1, forced: 1, corrected: 0 },
      { kind: 'vote', asked: 2, forced: 0, corrected: 1 },
    ]);
  });
});
