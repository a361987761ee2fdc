import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { schemaBrain } from './schema-brain.js';
import { atRandom } from './scripts.js';
import { startFakeServer } from './server.js';

/**
 * The fake server as a process of its own: prints one line `{"url":…,"port":…}` when it is ready and runs
 * until it is killed.
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    latency: { type: 'string', default: '0' },
    journal: { type: 'string' },
    model: { type: 'string', multiple: true, default: ['fake:1b'] },
    context: { type: 'string', default: '32768' },
    key: { type: 'string' },
    serial: { type: 'boolean', default: false },
    'max-in-flight': { type: 'string' },
    /** Share of chat requests that meet a transport fault, drawn by `seed`. */
    faults: { type: 'string', default: '0' },
    seed: { type: 'string', default: 'fake' },
    /** File whose text answers requests without a schema. */
    'text-file': { type: 'string' },
  },
});

const server = await startFakeServer({
  port: Number(values.port),
  latencyMs: Number(values.latency),
  models: values.model.map((name) => ({ name, trainedContext: Number(values.context) })),
  serial: values.serial,
  script: atRandom(values.seed, Number(values.faults)),
  brain: schemaBrain(
    values['text-file'] === undefined ? undefined : readFileSync(values['text-file'], 'utf8'),
  ),
  ...(values.journal === undefined ? {} : { journalFile: values.journal }),
  ...(values.key === undefined ? {} : { key: values.key }),
  ...(values['max-in-flight'] === undefined ? {} : { maxInFlight: Number(values['max-in-flight']) }),
});
process.stdout.write(`${JSON.stringify({ url: server.url, port: server.port })}\n`);
