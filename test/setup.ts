import fc from 'fast-check';

/** The same cases in every run, so that a change is judged by what it changed; FAST_CHECK_SEED=N tries others. */
const SEED = 20_261_201;

fc.configureGlobal({ seed: Number(process.env['FAST_CHECK_SEED'] ?? SEED) });
