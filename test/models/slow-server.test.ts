import { createRequire } from 'node:module';
import { Agent, fetch as undiciFetch } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { startFakeServer } from '../fake-server/server.js';
import type { FakeServer, Twist } from '../fake-server/types.js';
import { modelAt, NEVER, PROVIDER_IDS, request } from './support.js';

// A machine without an accelerator may take minutes until the first byte of a reply. The lab does not stream: its
// own dispatcher has no limit but the signal's, so a reply is as safe as a stream would be, and comes whole or not.

/** Turns the time of undici's own limits. */
const { tick } = createRequire(import.meta.url)('undici/lib/util/timers.js') as {
  readonly tick: (ms: number) => void;
};

/** Longer than any limit of undici or of an SDK. */
const TWO_HOURS = 2 * 60 * 60 * 1000;

let server: FakeServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** A server that waits, as it seems to undici, for two hours. */
async function slowServer(twist: Twist): Promise<FakeServer> {
  return startFakeServer({
    script: () => {
      setTimeout(() => {
        tick(TWO_HOURS);
        // A timer is set in motion at one look and found due at the next.
        tick(TWO_HOURS);
      }, 100);
      return [twist];
    },
  });
}

const SLOW: readonly (readonly [string, Twist])[] = [
  ['the headers', { twist: 'wait', beforeHeadersMs: 600 }],
  ['the rest of a body', { twist: 'wait', insideBodyMs: 600 }],
];

describe.each(SLOW)('when %s come after two hours', (_name, twist) => {
  it('undici as it comes gives up', async () => {
    const at = await slowServer(twist);
    server = at;
    const asked = (async () => {
      const response = await undiciFetch(`${at.url}/api/chat`, {
        method: 'POST',
        body: JSON.stringify({
          model: 'fake:1b',
          messages: [{ role: 'user', content: 'go' }],
          stream: false,
        }),
        dispatcher: new Agent(),
      });
      return response.text();
    })();
    await expect(asked).rejects.toThrow();
  });

  it.each(PROVIDER_IDS)('the lab has its reply, by %s', async (provider) => {
    const at = await slowServer(twist);
    server = at;
    expect((await modelAt(at, provider).complete(request(), NEVER)).finish).toBe('stop');
  });
});
