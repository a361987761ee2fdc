import { defineConfig } from 'vitest/config';

/** `npm test` runs the everyday suite; `npm run test:full` adds the long laws and kill tests (`*.full.test.ts`). */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: process.env['SPARTAN_FULL'] === '1' ? [] : ['**/*.full.test.ts'],
    testTimeout: process.env['SPARTAN_FULL'] === '1' ? 600_000 : 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
  },
});
