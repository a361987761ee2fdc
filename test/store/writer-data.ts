/** What `writer-child.ts` writes: the same index gives the same game and the same calls, in every process. */
import type { RecordedCall } from '../../src/models/chat.js';
import type { GameRecord } from '../../src/players/game-spec.js';
import { call } from './call.js';
import { novice, playbook, slot, smallGame } from './samples.js';

export const CALLS_A_GAME = 10;

const EVENTS = 60;

export function gameOf(index: number): GameRecord {
  const lineUp = {
    by: 'side',
    main: slot(novice),
    alt: slot(novice, playbook(`Book ${index % 3}: I wait.`)),
  } as const;
  const game = smallGame(index, { alt: (index % 3) - 1, forcedSeats: [index % 3] }, lineUp);
  const events = Array.from({ length: EVENTS }, (_, ordinal) => ({
    type: 'speech',
    audience: 'all' as const,
    data: { speaker: 'Ada', text: `In game ${index} I say my line number ${ordinal}.` },
    talk: { seat: ordinal % 3, discussion: 1 },
  }));
  return { ...game, events };
}

export function callOf(index: number, turn: number): RecordedCall {
  const prompt = Array.from({ length: 3 * (turn + 1) }, (_, i) => `Line ${i} of game ${index}.`).join('\n');
  return call(`${index}/${turn}`, {
    prompt: `${prompt}\nTurn ${turn}: what do you do?`,
    system: `The rules of the game, seat ${turn % 3}.`,
    site: { episode: gameOf(index).id, seat: turn % 3, turn },
  });
}
