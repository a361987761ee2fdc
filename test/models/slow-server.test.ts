import { createRequire } from 'node:module';
import { Agent, fetch as undiciFetch } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { always } from '../fake-server/scripts.js';
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

/** Turns the time of undici while a request is waited for. */
async function while2Hours(at: FakeServer): Promise<void> {
  await expect.poll(() => at.inFlight).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  tick(TWO_HOURS);
  // A timer that is due is looked at once a second.
  tick(TWO_HOURS);
}

const SLOW: readonly (readonly [string, Twist])[] = [
  ['the headers', { twist: 'wait', beforeHeadersMs: 400 }],
  ['the rest of a body', { twist: 'wait', insideBodyMs: 400 }],
];

describe.each(SLOW)('when %s come after two hours', (_name, twist) => {
  it('undici as it comes gives up', async () => {
    const at = await startFakeServer({ script: always(twist) });
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
    const refused = expect(asked).rejects.toThrow();
    await while2Hours(at);
    await refused;
  });

  it.each(PROVIDER_IDS)('the lab has its reply, by %s', async (provider) => {
    const at = await startFakeServer({ script: always(twist) });
    server = at;
    const asked = modelAt(at, provider).complete(request(), NEVER);
    await while2Hours(at);
    expect((await asked).finish).toBe('stop');
  });
});
