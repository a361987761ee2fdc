import { closeSync, existsSync, openSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { gamesOf, MAIN_COMMAND, place, ROOT, scratch, SMALL, spartan } from './support.js';

const folder = scratch('output');

/** Runs a command whose standard output goes to `out`. */
function writingTo(
  argv: readonly string[],
  out: number | 'closed',
): Promise<{ code: number | null; err: string }> {
  const [node = '', ...words] = MAIN_COMMAND;
  const child = spawn(node, [...words, ...argv], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', out === 'closed' ? 'pipe' : out, 'pipe'],
  });
  // The reader goes before anything is written.
  if (out === 'closed') child.stdout?.destroy();
  let err = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (err += text));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, err })));
}

describe('standard output', () => {
  it('may be closed by its reader: the run is finished and stored all the same', async () => {
    const at = place(folder, 'closed');
    const argv = ['iterate', ...SMALL, '--quiet', ...at.options];
    expect(await writingTo(argv, 'closed')).toEqual({ code: 0, err: '' });
    expect(gamesOf(at.db)).toHaveLength(4);
    expect(await writingTo(['runs', '--db', at.db], 'closed')).toEqual({ code: 0, err: '' });
  });

  it.runIf(existsSync('/dev/full'))('on a full disk fails the command in one line', async () => {
    const at = place(folder, 'full');
    expect((await spartan(['iterate', ...SMALL, '--quiet', ...at.options])).code).toBe(0);
    const full = openSync('/dev/full', 'w');
    const ended = await writingTo(['runs', '--db', at.db], full);
    closeSync(full);
    expect(ended).toEqual({
      code: 2,
      err: 'spartan: results cannot be written to standard output (ENOSPC)\n',
    });
  });
});
