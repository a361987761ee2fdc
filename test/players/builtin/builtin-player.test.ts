import { describe, expect, it } from 'vitest';
import type { Decision } from '../../../src/games/engine/actions.js';
import type { GameEvent, View } from '../../../src/games/engine/definition.js';
import { gameById } from '../../../src/games/index.js';
import { builtinPlayer } from '../../../src/players/builtin/builtin-player.js';
import { writeMaxim } from '../../../src/players/builtin/maxims.js';
import { BUILTIN_PROFILES, builtinProfile, PARROT_ECHO_RATE } from '../../../src/players/builtin/profiles.js';
import type { Profile } from '../../../src/players/builtin/profiles.js';
import { playCamps } from './support.js';
import { move, toyGame, withoutCandidates } from './toy-game.js';

const { signal } = new AbortController();
const resistance = gameById('resistance');
const seed = { study: 3, purpose: 'test', index: 0 } as const;
const novice = builtinProfile('novice');
const ADVICE = writeMaxim({ side: 'alt', trait: 'risk', strength: 8, evidence: 5000 });

const daring = toyGame({
  sides: true,
  players: 2,
  rounds: 400,
  moves: [move('bold', { risk: 1 }), move('meek', { risk: -1 })],
  chance: () => 0.5,
});

async function boldness(profile: Profile, playbook: string | null): Promise<number> {
  const { decisions } = await playCamps(daring, seed, {
    main: { profile: novice },
    alt: { profile, playbook },
  });
  const own = decisions.filter((decision) => decision.seat === 0);
  return own.filter(({ action }) => action['move'] === 'bold').length / own.length;
}

describe('builtin players', () => {
  it.each(BUILTIN_PROFILES)(
    '$name plays The Resistance to its end without a forced move',
    async (profile) => {
      const record = await playCamps(resistance, seed, { main: { profile }, alt: { profile } });
      expect(record.status).toBe('finished');
      expect(record.decisions.filter((decision) => decision.forced)).toEqual([]);
    },
  );

  it.each(BUILTIN_PROFILES)(
    '$name plays the same game again, and another one in a fresh replicate',
    async (profile) => {
      const camps = { main: { profile }, alt: { profile, playbook: ADVICE } };
      const first = await playCamps(resistance, seed, camps);
      expect(await playCamps(resistance, seed, camps)).toEqual(first);
      expect((await playCamps(resistance, seed, camps, 1)).events).not.toEqual(first.events);
    },
  );

  it('play alike without a playbook, with an empty one and with one they cannot read', async () => {
    const chosen = async (playbook: string | null): Promise<unknown> => {
      const player = builtinPlayer({
        profile: novice,
        game: daring,
        gameId: 'fixed',
        seat: 0,
        role: { role: 'player', side: 'alt' },
        playbook,
      });
      const view: View = {
        game: 'toy',
        options: {},
        players: ['A', 'B'],
        seat: 0,
        self: 'A',
        secret: {},
        events: [],
      };
      const decision = daring.phases['choose']?.decision({}, 0, ['A', 'B']) as Decision;
      const answers = [];
      for (let turn = 0; turn < 100; turn += 1) {
        answers.push(await player.decide({ view, decision, turn, corrections: [] }, signal));
      }
      return answers;
    };
    expect(await chosen('')).toEqual(await chosen(null));
    expect(await chosen('Be bold, and bolder still.')).toEqual(await chosen(null));
    expect(await chosen(ADVICE)).not.toEqual(await chosen(null));
  });

  it('do more of what a maxim advises, and less of it when it advises against', async () => {
    const against = writeMaxim({ side: 'alt', trait: 'risk', strength: -8, evidence: 5000 });
    const [plain, more, less] = [
      await boldness(novice, null),
      await boldness(novice, ADVICE),
      await boldness(novice, against),
    ];
    // A share of 400 draws has a standard error of at most 0.025.
    expect(plain).toBeGreaterThan(0.4);
    expect(plain).toBeLessThan(0.6);
    expect(more).toBeGreaterThan(plain + 0.1);
    expect(less).toBeLessThan(plain - 0.1);
  });

  it('of profile random read no playbook and choose evenly', async () => {
    const random = builtinProfile('random');
    const share = await boldness(random, ADVICE);
    expect(share).toBeGreaterThan(0.4);
    expect(share).toBeLessThan(0.6);
  });

  it('draw from the legal actions in a game that lists no candidates', async () => {
    const bare = withoutCandidates(daring);
    const { decisions } = await playCamps(bare, seed, {
      main: { profile: novice },
      alt: { profile: novice },
    });
    const bold = decisions.filter(({ action }) => action['move'] === 'bold').length / decisions.length;
    expect(bold).toBeGreaterThan(0.4);
    expect(bold).toBeLessThan(0.6);
  });

  it('are told apart by name, with the nearest one offered', () => {
    expect(() => builtinProfile('novise')).toThrow('did you mean "builtin:novice"?');
    expect(() => builtinProfile('zzzzzzzz')).toThrow('profiles are: random, novice, parrot, expert');
  });
});

describe('the expert', () => {
  async function altWins(main: Profile, alt: Profile): Promise<number> {
    let wins = 0;
    for (let index = 0; index < 100; index += 1) {
      const { outcome, roles } = await playCamps(
        resistance,
        { ...seed, index },
        { main: { profile: main }, alt: { profile: alt } },
      );
      if ((outcome?.rewards[roles.findIndex(({ side }) => side === 'alt')] ?? 0) > 0) wins += 1;
    }
    return wins;
  }

  it('beats the novice on either side', async () => {
    const expert = builtinProfile('expert');
    // Of 100 games, 65 is three standard errors above an even score.
    expect(await altWins(novice, expert)).toBeGreaterThan(65);
    expect(await altWins(expert, novice)).toBeLessThan(35);
  });
});

describe('the parrot', () => {
  function followUps(events: readonly GameEvent[]): { echoes: number; chances: number } {
    let [echoes, chances] = [0, 0];
    events.forEach((event, index) => {
      const before = events[index - 1];
      if (event.talk === undefined || before?.talk === undefined) return;
      chances += 1;
      if (event.data['text'] === before.data['text']) echoes += 1;
    });
    return { echoes, chances };
  }

  async function echoRate(profile: Profile): Promise<{ rate: number; chances: number }> {
    let [echoes, chances] = [0, 0];
    for (let index = 0; index < 25; index += 1) {
      const { events } = await playCamps(
        resistance,
        { ...seed, index },
        { main: { profile }, alt: { profile } },
      );
      const found = followUps(events);
      echoes += found.echoes;
      chances += found.chances;
    }
    return { rate: echoes / chances, chances };
  }

  it('repeats the previous speaker at its stated rate, and a novice does not', async () => {
    const { rate, chances } = await echoRate(builtinProfile('parrot'));
    const standardError = Math.sqrt((PARROT_ECHO_RATE * (1 - PARROT_ECHO_RATE)) / chances);
    expect(Math.abs(rate - PARROT_ECHO_RATE)).toBeLessThan(4 * standardError);
    expect((await echoRate(novice)).rate).toBeLessThan(0.02);
  });
});
