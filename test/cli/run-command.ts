import { PassThrough } from 'node:stream';
import { buildProgram, runCli } from '../../src/cli/program.js';
import type { CommandModule } from '../../src/cli/program.js';
import type { Ended } from './support.js';

/**
 * Runs a command line in this process with a few of the commands only, so that a test of one command does not load
 * those of all others. For what needs an interrupt or a process of its own see `support.ts`.
 */
export async function runCommand(
  commands: readonly CommandModule[],
  argv: readonly string[],
): Promise<Ended> {
  let out = '';
  let err = '';
  const io = {
    env: {},
    cwd: process.cwd(),
    argv,
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
    errStream: new PassThrough(),
    outIsTerminal: false,
    errIsTerminal: false,
    now: () => new Date('2025-03-01T12:00:00Z'),
    onInterrupt: () => () => undefined,
    exitNow: (code: number): never => {
      throw new Error(`exit ${code}`);
    },
  };
  const code = await runCli(buildProgram(commands, io, '0.0.0-test'), argv, io);
  return { code, out, err };
}
