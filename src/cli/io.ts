import { cleanText } from '../base/text.js';

/** What a command may touch of the world around it. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The command line as typed, for the line that resumes a run. */
  readonly argv: readonly string[];
  /** Which of its options came from the environment or the configuration file, in one line; null for none. */
  readonly origins?: string | null;
  /** Results. */
  out(text: string): void;
  /** Progress, notes and errors. */
  err(text: string): void;
  /** The stream behind `err`, for progress drawn in place. */
  readonly errStream: NodeJS.WritableStream;
  /** True when results go to a terminal. */
  readonly outIsTerminal: boolean;
  /** True when progress can be drawn in place. */
  readonly errIsTerminal: boolean;
  now(): Date;
  /** Calls `handler` on Ctrl-C (SIGINT) and SIGTERM; returns a function that stops listening. */
  onInterrupt(handler: () => void): () => void;
  /** Ends the process at once. */
  exitNow(code: number): never;
}

/**
 * Lets a reader of our output go before its end, as `head` does: a run goes on and what it finishes is stored.
 * Output that cannot be written for another reason, such as a full disk, fails the command.
 */
function tolerateClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    process.exitCode = 2;
    if (stream !== process.stderr) {
      process.stderr.write(`spartan: results cannot be written to standard output (${code ?? message})\n`);
    }
  });
}

/**
 * The same world, where nothing that a model, a server, a file or the user supplied can command the terminal:
 * escape codes and invisible marks are left out of all that is printed. JSON has them escaped (`jsonText`).
 */
export function terminalSafe(io: Io): Io {
  return {
    ...io,
    out: (text) => io.out(cleanText(text)),
    err: (text) => io.err(cleanText(text)),
  };
}

/** The real world. */
export function processIo(): Io {
  tolerateClosedPipe(process.stdout);
  tolerateClosedPipe(process.stderr);
  return {
    env: process.env,
    cwd: process.cwd(),
    argv: process.argv.slice(2),
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    errStream: process.stderr,
    outIsTerminal: process.stdout.isTTY === true,
    errIsTerminal: process.stderr.isTTY === true,
    now: () => new Date(),
    onInterrupt(handler) {
      process.on('SIGINT', handler);
      process.on('SIGTERM', handler);
      return () => {
        process.off('SIGINT', handler);
        process.off('SIGTERM', handler);
      };
    },
    exitNow: (code) => process.exit(code),
  };
}
