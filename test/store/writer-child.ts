/**
 * A process that fills a store until it is killed or cannot write: for each game its calls, then the game.
 * What a save has acknowledged is told on standard output before the next save begins.
 *
 *     node --import tsx writer-child.ts STORE
 */
import { writeSync } from 'node:fs';
import { UserError } from '../../src/base/errors.js';
import { openStore } from '../../src/store/index.js';
import { callOf, CALLS_A_GAME, gameOf } from './writer-data.js';
import { playStep, runStart } from './samples.js';

const say = (line: string): void => void writeSync(1, `${line}\n`);

const [path = ''] = process.argv.slice(2);
try {
  const store = openStore(path, { mode: 'write', now: () => new Date() });
  store.runs.begin(runStart('run'));
  store.steps.begin(playStep('run', 'step'));
  const recorder = store.recorder('run');
  for (let index = 0; ; index += 1) {
    const game = gameOf(index);
    if (store.games.has(game.id)) continue;
    for (let turn = 0; turn < CALLS_A_GAME; turn += 1) {
      const call = callOf(index, turn);
      if (recorder.find(call.key, call.site.episode) !== undefined) continue;
      recorder.save(call);
      await recorder.committed();
      say(`call ${index} ${turn}`);
    }
    store.saveGame(game, { runId: 'run', stepId: 'step', ordinal: index });
    say(`game ${index}`);
  }
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  say(`error ${JSON.stringify({ code: error.code, message: error.message })}`);
}
