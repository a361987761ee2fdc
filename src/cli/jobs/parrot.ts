import { gameById } from '../../games/index.js';
import { openStore } from '../../store/index.js';
import type { Io } from '../io.js';
import { jsonText } from '../json-text.js';
import { talkText } from '../print-talk.js';
import { talkOfRun } from '../talk-facts.js';

/** Options of `spartan parrot`, as parsed. */
export interface ParrotOptions {
  readonly worst: number;
  readonly game?: string;
  readonly round?: number;
  readonly db: string;
  readonly json?: boolean;
}

/** Prints how the players of a run talked. */
export function parrot(id: string, options: ParrotOptions, io: Io): void {
  const game = options.game === undefined ? null : gameById(options.game).id;
  const store = openStore(options.db, { mode: 'read', now: () => io.now() });
  try {
    const { worst, round = null } = options;
    const talk = talkOfRun(store, store.runs.get(id), { game, round, worst });
    io.out(options.json === true ? jsonText(talk) : talkText(talk, options.db));
  } finally {
    store.close();
  }
}
