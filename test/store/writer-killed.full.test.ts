import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/index.js';
import { refusal, tempFolder, tickingClock } from './support.js';
import { startWriter, surviveKills } from './writer.js';

describe('a writer that is killed', () => {
  it('loses nothing it has acknowledged, in five kills one after another on one store', async () => {
    await surviveKills(5);
  }, 60_000);

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
