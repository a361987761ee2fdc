import { describe, expect, it } from 'vitest';
import { identityCopies } from '../../src/diagnostics/identity-copying.js';
import type { GameEvent } from '../../src/games/engine/definition.js';
import { gameOf, say } from './talk.js';

const ROLES = ['Werewolf', 'Villager', 'Seer', 'Witch'];
/** Ana is the Seer, Ben a Werewolf, Cara and Dan are Villagers. */
const roles = ['Seer', 'Werewolf', 'Villager', 'Villager'].map((role) => ({ role }));

function copies(...events: GameEvent[]) {
  return identityCopies(gameOf('werewolves', events, { roles }), ROLES);
}

const SEER = 'I am the Seer and last night I looked at Dan, who is clean.';

describe('identity copying', () => {
  it('is a true claim of a role, repeated nearly word for word by one who has another', () => {
    const found = copies(say(0, SEER), say(2, 'Hm.'), say(1, SEER.replace('clean', 'good')));
    expect(found).toMatchObject([
      { ordinal: 2, seat: 1, kind: 'role', claimed: 'Seer', source: { ordinal: 0, seat: 0, text: SEER } },
    ]);
    // 14 words, ten 5-grams; the last word is in one of them: nine shared of 10 + 10 − 9.
    expect(found[0]?.overlap).toBeCloseTo(9 / 11, 12);
  });

  it.each([
    ['As the Seer, I looked at Dan last night and found him clean.'],
    ["I'm the seer, and I looked at Dan last night, who is clean."],
    ['I’m actually the Seer, and what I saw last night was Dan being clean.'],
    ['My role is Seer; last night I looked at Dan and he was clean.'],
  ])('reads %j as a claim', (text) => {
    expect(copies(say(0, text), say(1, text))).toHaveLength(1);
  });

  it.each([
    ['a claim in words of one’s own', 'Do not listen to that: I am the Seer here and I saw a wolf in Ana.'],
    ['talk about the role', SEER.replace('I am the Seer', 'We need the Seer')],
  ])('is not %s', (_, text) => {
    expect(copies(say(0, SEER), say(1, text))).toEqual([]);
  });

  it('is not a denial, even one that is copied', () => {
    const denial = SEER.replace('I am the Seer', 'I am not the Seer');
    expect(copies(say(0, denial), say(1, denial))).toEqual([]);
  });

  it('is not what fits the copier too, nor a bluff that is true of nobody', () => {
    const villager = 'I am a Villager and I have nothing to hide from any of you.';
    expect(copies(say(2, villager), say(3, villager))).toEqual([]);
    // Cara, a Villager, claims to be the Seer first; Ben copies her.
    expect(copies(say(2, SEER), say(1, SEER))).toEqual([]);
    // A whisper that the copier could not hear is no source.
    expect(copies(say(0, SEER, 1, [0, 2]), say(1, SEER))).toEqual([]);
  });

  it('sees a player that speaks under another one’s name, in any game', () => {
    const text = 'My name is Ana and I would like to be on the next team.';
    const found = identityCopies(gameOf('bargaining', [say(0, text), say(3, text)]), ['Player']);
    expect(found).toMatchObject([{ seat: 3, kind: 'name', claimed: 'Ana' }]);
    // All have the role Player: it fits everyone.
    const player = 'I am a Player and I would like to be on the next team.';
    expect(identityCopies(gameOf('bargaining', [say(0, player), say(3, player)]), ['Player'])).toEqual([]);
  });

  it('takes signs of patterns in a role or a name as they are', () => {
    const game = gameOf('x', [say(0, 'I am A+(b and nobody else at all here.')], { names: ['A+(b', '$&'] });
    expect(identityCopies(game, ['(', '$1'])).toEqual([]);
  });
});
