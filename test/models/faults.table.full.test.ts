import { vi } from 'vitest';
import { faultTable } from './faults-table.js';

vi.mock('../../src/models/clock.js', async (original) =>
  (await import('./hurried-clock.js')).hurriedClock(original),
);

faultTable('openai');
