import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { rngOf } from '../../src/base/rng.js';
import { openStore } from '../../src/store/index.js';
import { refusal, tempFolder, tickingClock } from './support.js';
import type { Said } from './writer.js';
import { expectWhole, startWriter } from './writer.js';

const KILLS = process.env['SPARTAN_FULL'] === '1' ? 25 : 5;
/** Each kill waits for a process to start, and checks all that was ever saved. */
const PATIENCE_MS = KILLS * 15_000;

describe('a writer that is killed', () => {
  it(
    `loses nothing it has acknowledged, in ${KILLS} kills one after another on one store`,
    async () => {
      const path = join(tempFolder(), 'lab.db');
      const rng = rngOf('kill moments');
      const said: Said[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        const writer = startWriter(path);
        await writer.started;
        await wait(rng.int(0, 150));
        writer.child.kill('SIGKILL');
        const last = await writer.ended;
        expect(last.trouble).toBe('');
        said.push(last);
        expectWhole(path, said);
      }
      expect(said.flatMap(({ games }) => games).length).toBeGreaterThan(KILLS);
    },
    PATIENCE_MS,
  );

  it('holds off other writers by its process number, not readers, and no longer than it lives', async () => {
    const path = join(tempFolder(), 'lab.db');
    const open = (mode: 'read' | 'write') => openStore(path, { mode, now: tickingClock() });
    const writer = startWriter(path);
    await writer.started;
    const error = refusal(() => open('write'));
    expect(error.code).toBe('store.locked');
    expect(error.message).toContain(`(process ${writer.child.pid})`);
    const reader = open('read');
    expect(reader.runs.get('run').status).toBe('running');
    writer.child.kill('SIGKILL');
    await writer.ended;
    expect(reader.runs.get('run').status).toBe('stopped');
    reader.close();
    const next = open('write');
    expect(next.runs.get('run').reason).toBe('its process ended without notice');
    next.close();
  });
});
