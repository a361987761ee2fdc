import { createInterface } from 'node:readline';
import { InterruptedError } from '../base/errors.js';
import type { Console } from '../players/human.js';
import type { Io } from './io.js';

/** A person at the terminal, line by line; also reads a file or a pipe on standard input. */
export function lineConsole(input: NodeJS.ReadableStream, io: Io): Console & { close(): void } {
  const lines: string[] = [];
  const waiting: ((line: string | null) => void)[] = [];
  let ended = false;
  const reader = createInterface({ input, terminal: false });
  reader.on('line', (line) => {
    const next = waiting.shift();
    if (next === undefined) lines.push(line);
    else next(line);
  });
  reader.on('close', () => {
    ended = true;
    for (const next of waiting.splice(0)) next(null);
  });
  const nextLine = (signal: AbortSignal): Promise<string | null> =>
    new Promise((resolve, reject) => {
      const line = lines.shift();
      if (line !== undefined) resolve(line);
      else if (ended) resolve(null);
      else {
        waiting.push(resolve);
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      }
    });
  return {
    show: (text) => io.out(text),
    async ask(question, signal) {
      io.out(question);
      const line = await nextLine(signal);
      if (line === null) throw new InterruptedError('the input ended before the game did');
      return line;
    },
    close: () => reader.close(),
  };
}
