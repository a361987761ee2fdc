import type { ServerResponse } from 'node:http';
import type { Answer } from './requests.js';
import type { Twist } from './types.js';

/** The twist of that name, if it is among them. */
export function find<T extends Twist['twist']>(
  twists: readonly Twist[],
  name: T,
): Extract<Twist, { twist: T }> | undefined {
  return twists.find((twist): twist is Extract<Twist, { twist: T }> => twist.twist === name);
}

/** Waits, but not for a client that has gone. */
export function later(ms: number, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    response.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

const BLANKS = Buffer.from(' \n\t '.repeat(16_384));

/** Resolves once more can be written, or nothing can any more. */
function roomIn(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
}

/** White space until the client goes. */
async function blanksWithoutEnd(response: ServerResponse): Promise<void> {
  while (!response.destroyed) {
    if (response.write(BLANKS)) await new Promise((resolve) => setImmediate(resolve));
    else await roomIn(response);
  }
}

/** Writes an answer, and does to its body what the twists say. */
export async function write(
  response: ServerResponse,
  answer: Answer,
  twists: readonly Twist[],
): Promise<'answered' | 'cut'> {
  const { body, pieces } = answer;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const parts = (pieces ?? [text]).map((piece) => Buffer.from(piece, 'utf8'));
  const endless = find(twists, 'endless') !== undefined;
  const bytes = parts.reduce((sum, part) => sum + part.byteLength, 0);
  response.writeHead(answer.status, {
    'content-type': typeof body === 'string' ? 'text/html' : 'application/json',
    // Of a stream, and of what never ends, nobody knows the length.
    ...(pieces === undefined && !endless ? { 'content-length': bytes } : {}),
    ...answer.headers,
  });
  const cut = find(twists, 'cut-body');
  if (cut !== undefined) {
    response.write(Buffer.concat(parts).subarray(0, cut.afterBytes), () => response.destroy());
    return 'cut';
  }
  if (endless) {
    const all = Buffer.concat(parts);
    response.write(all.subarray(0, Math.floor(bytes / 2)));
    await blanksWithoutEnd(response);
    return 'cut';
  }
  const wait = find(twists, 'wait')?.insideBodyMs;
  const [only] = parts;
  const half = Math.floor(bytes / 2);
  const torn =
    wait !== undefined && parts.length === 1 && only !== undefined
      ? [only.subarray(0, half), only.subarray(half)]
      : parts;
  for (const [i, part] of torn.entries()) {
    if (wait !== undefined && i === Math.floor(torn.length / 2)) await later(wait, response);
    if (i < torn.length - 1) response.write(part);
    else response.end(part);
  }
  return 'answered';
}
