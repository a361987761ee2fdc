import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const LONG = 'test/**/*.full.test.ts';
/** `npm test`: everyday; `npm run test:long`: long laws and kill tests; `npm run test:full`: both. */
const which = process.env['SPARTAN_TESTS'] ?? 'everyday';

export default defineConfig({
  test: {
    include: which === 'long' ? [LONG] : ['test/**/*.test.ts'],
    exclude: which === 'everyday' ? [LONG] : [],
    setupFiles: ['test/setup.ts'],
    testTimeout: which === 'everyday' ? 30_000 : 900_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Loading the lab anew for each file would take half of the time. Tests that put something in the place of a
    // module, or that wait for long, are in the long run.
    isolate: which !== 'everyday',
    // The default leaves one processor free, which on two is half of them.
    maxWorkers: Math.max(2, availableParallelism()),
    // A long law keeps its process busy for a minute and more, and the runner then gives up waiting for that
    // process to take its report, which it counts as a stray error. Failing tests still fail the run.
    dangerouslyIgnoreUnhandledErrors: which === 'long',
  },
});
