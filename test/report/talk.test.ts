import { describe, expect, it } from 'vitest';
import { summarise, parrotingOf } from '../../src/diagnostics/parroting.js';
import { gameById } from '../../src/games/index.js';
import { builtinProfile, PARROT_ECHO_RATE } from '../../src/players/builtin/profiles.js';
import type { GameRecord } from '../../src/players/game-spec.js';
import { SHOWN_TEXT, talkOf } from '../../src/report/talk.js';
import type { RunGame } from '../../src/report/talk.js';
import { playCamps } from '../players/builtin/support.js';
import { say } from '../diagnostics/talk.js';
import { smallGame } from '../store/samples.js';

const runGame = (record: GameRecord, round = 1): RunGame => ({ record, round, role: 'evaluation' });

/** A game of Ada (alt), Bram and Chidi (main) in which this is said. */
function spoken(index: number, ...words: (readonly [seat: number, text: string])[]): GameRecord {
  return { ...smallGame(index, { alt: 1 }), events: words.map(([seat, text]) => say(seat, text)) };
}

const LINE = 'We should send Ada and Bram on this mission.';

describe('the talk of a run', () => {
  const games = [
    runGame(spoken(1, [0, LINE], [1, LINE], [2, 'No.']), 0),
    runGame(spoken(2, [0, LINE], [1, 'Something else was on my mind all along.']), 2),
    runGame(smallGame(3, 'void')),
  ];

  it('is grouped by game, side, seat, model and round, without void games', () => {
    const { report } = talkOf(games, 5);
    expect(report.games).toBe(2);
    const names = (grouping: 'game' | 'side' | 'seat' | 'model' | 'round') =>
      report.groups[grouping].map(({ name, utterances }) => [name, utterances]);
    expect(names('game')).toEqual([['The Resistance', 5]]);
    expect(names('side')).toEqual([
      ['The Resistance: alt (Spies)', 2],
      ['The Resistance: main (Resistance)', 3],
    ]);
    expect(names('seat').map(([, count]) => count)).toEqual([2, 2, 1]);
    expect(names('model')).toEqual([['builtin:novice', 5]]);
    expect(names('round')).toEqual([
      ['R0', 3],
      ['R2', 2],
    ]);
    // Of the main side one utterance copies, one shares nothing, one is too short.
    expect(report.groups.side[1]?.previous).toMatchObject({ measured: 2, copied: 1, tooShort: 1, mean: 0.5 });
  });

  it('gives the worst pairs of all games with their texts, bounded and on one line', () => {
    const long = `${LINE}\n\u202e${'again and again '.repeat(60)}`;
    const { report } = talkOf([...games, runGame(spoken(4, [0, long], [2, long]))], 1);
    // Of equal pairs that of the earlier game stays.
    expect(report.worst).toMatchObject([
      {
        value: 1,
        gameId: games[0]?.record.id,
        round: 0,
        copy: { name: 'Bram', text: LINE },
        source: { name: 'Ada' },
      },
    ]);
    const { report: only } = talkOf([runGame(spoken(4, [0, long], [2, long]))], 1);
    expect(only.worst[0]?.copy.text.length).toBeLessThanOrEqual(SHOWN_TEXT);
    expect(only.worst[0]?.copy.text).not.toMatch(/[\n\u202e]/);
    expect(talkOf(games, 0).report.worst).toEqual([]);
  });

  it('gives each slot of each game its own sum', () => {
    const { slots } = talkOf(games, 0);
    expect(slots.get(games[0]?.record.id ?? '')).toEqual(
      new Map([
        ['alt', { utterances: 1, measured: 0, sum: 0 }],
        ['main', { utterances: 2, measured: 1, sum: 1 }],
      ]),
    );
  });
});

describe('the echo of builtin:parrot', () => {
  it('is found again in what is measured', async () => {
    const camp = { profile: builtinProfile('parrot') };
    const records: GameRecord[] = [];
    for (let index = 0; index < 12; index += 1) {
      const seed = { study: 11, purpose: 'test', index } as const;
      records.push(await playCamps(gameById('resistance'), seed, { main: camp, alt: camp }));
    }
    const { report } = talkOf(
      records.map((record) => runGame(record)),
      0,
    );
    const [{ previous }] = report.groups.game as [(typeof report.groups.game)[number]];
    expect(previous.measured).toBeGreaterThan(250);
    // Each utterance that answers another is an echo with this chance, independently: a normal interval of 99.9 %.
    const share = previous.copied / previous.measured;
    const margin = 3.29 * Math.sqrt((PARROT_ECHO_RATE * (1 - PARROT_ECHO_RATE)) / previous.measured);
    expect(Math.abs(share - PARROT_ECHO_RATE)).toBeLessThan(margin);
    // A novice is the same player without the echo.
    const novice = { profile: builtinProfile('novice') };
    const seed = { study: 11, purpose: 'test', index: 0 } as const;
    const plain = await playCamps(gameById('resistance'), seed, { main: novice, alt: novice });
    const { copied, measured } = summarise(parrotingOf(plain.events));
    expect(copied / measured).toBeLessThan(0.1);
  });
});
