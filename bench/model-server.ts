/** A model server that talks as the stub does, as a process of its own: tells its parent its URL, runs until it is killed. */
import { startFakeServer } from '../test/fake-server/server.js';
import { answerResistance } from './talker.js';

const server = await startFakeServer({
  models: [{ name: 'bench', trainedContext: 131_072 }],
  brain: ({ messages, seed }) => answerResistance(messages.at(-1)?.content ?? '', seed ?? 0),
});
process.send?.(server.url);
