import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { schemaBrain } from './schema-brain.js';
import { scriptOf } from './scripts.js';
import { startFakeServer } from './server.js';
import type { ScriptData } from './types.js';

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
    /** JSON file of a script as data (see README.md); its rate and seed win over the options. */
    script: { type: 'string' },
    /** Cached prompt tokens are told in the usage. */
    'tells-cached': { type: 'boolean', default: false },
    /** File whose text answers requests without a schema. */
    'text-file': { type: 'string' },
  },
});

const script: ScriptData = {
  faultRate: Number(values.faults),
  seed: values.seed,
  ...(values.script === undefined ? {} : (JSON.parse(readFileSync(values.script, 'utf8')) as ScriptData)),
};
const server = await startFakeServer({
  port: Number(values.port),
  latencyMs: Number(values.latency),
  models: values.model.map((name) => ({ name, trainedContext: Number(values.context) })),
  serial: values.serial,
  script: scriptOf(script),
  tellsCached: values['tells-cached'],
  brain: schemaBrain(
    values['text-file'] === undefined ? undefined : readFileSync(values['text-file'], 'utf8'),
  ),
  ...(values.journal === undefined ? {} : { journalFile: values.journal }),
  ...(values.key === undefined ? {} : { key: values.key }),
  ...(values['max-in-flight'] === undefined ? {} : { maxInFlight: Number(values['max-in-flight']) }),
});
process.stdout.write(`${JSON.stringify({ url: server.url, port: server.port })}\n`);
