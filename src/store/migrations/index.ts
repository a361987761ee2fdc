import { first } from './0001-first.js';
import { callsByEpisode } from './0002-calls-by-episode.js';
import type { Migration } from './migration.js';

/** Every migration, oldest first. A new one is a file beside these and an entry at the end. */
export const MIGRATIONS: readonly Migration[] = [first, callsByEpisode];
