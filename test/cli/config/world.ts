import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll } from 'vitest';
import { configCommand } from '../../../src/cli/commands/config.js';
import { doctorCommand } from '../../../src/cli/commands/doctor.js';
import { iterateCommand } from '../../../src/cli/commands/iterate.js';
import { leaderboardCommand } from '../../../src/cli/commands/leaderboard.js';
import { playCommand } from '../../../src/cli/commands/play.js';
import { runsCommand } from '../../../src/cli/commands/runs.js';
import { tournamentCommand } from '../../../src/cli/commands/tournament.js';
import type { Io } from '../../../src/cli/io.js';
import { buildProgram, runCli } from '../../../src/cli/program.js';

const COMMANDS = [
  iterateCommand,
  tournamentCommand,
  leaderboardCommand,
  playCommand,
  runsCommand,
  configCommand,
  doctorCommand,
];

/** A working directory of its own, in which command lines run. */
export interface Folder {
  readonly path: string;
  write(name: string, text: string): void;
  /** Runs one command line in this process, as if it had been started in the folder. */
  run(
    argv: readonly string[],
    env?: Readonly<Record<string, string>>,
    hear?: (text: string, interrupt: () => void) => void,
  ): Promise<{ readonly code: number; readonly out: string; readonly err: string }>;
}

/** A working directory that is gone after the tests of the file. */
export function folder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'spartan-config-'));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return {
    path,
    write: (name, text) => writeFileSync(join(path, name), text),
    async run(argv, env = {}, hear = () => undefined) {
      let out = '';
      let err = '';
      let interrupt = (): void => undefined;
      const io: Io = {
        env,
        cwd: path,
        argv,
        out: (text) => void (out += text),
        err: (text) => {
          err += text;
          hear(text, interrupt);
        },
        errStream: new PassThrough(),
        outIsTerminal: false,
        errIsTerminal: false,
        now: () => new Date(),
        onInterrupt: (handler) => {
          interrupt = handler;
          return () => undefined;
        },
        exitNow: (code) => {
          throw new Error(`exit ${code}`);
        },
      };
      // Folders of results are named relative to the working directory, which is the process's own.
      const before = process.cwd();
      process.chdir(path);
      try {
        const code = await runCli(buildProgram(COMMANDS, io, '0.0.0-test'), argv, io);
        return { code, out, err };
      } finally {
        process.chdir(before);
      }
    },
  };
}
