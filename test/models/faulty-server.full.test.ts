import { afterEach, expect, it } from 'vitest';
import { rngOf } from '../../src/base/rng.js';
import { ModelFault } from '../../src/models/chat.js';
import { systemClock } from '../../src/models/clock.js';
import { countEvent, NO_CALLS, type CallCounts } from '../../src/models/events.js';
import { createGateway } from '../../src/models/gateway.js';
import { atRandom } from '../fake-server/scripts.js';
import { startFakeServer } from '../fake-server/server.js';
import type { FakeServer } from '../fake-server/types.js';
import { memoryRecorder, modelAt, NEVER, PROVIDER_IDS, request, SITE } from './support.js';

const CALLS = 300;

let server: FakeServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

it.each(PROVIDER_IDS)(
  '%s: at 30 %% random faults every call is answered or stored as failed, and all requests are accounted for',
  async (provider) => {
    server = await startFakeServer({ script: atRandom(`faults-${provider}`, 0.3) });
    const recorder = memoryRecorder();
    let counts: CallCounts = NO_CALLS;
    const model = modelAt(server, provider, {
      options: { width: 12, baseUrl: provider === 'openai' ? `${server.url}/v1` : server.url },
    });
    const gateway = createGateway({
      model,
      recorder,
      clock: systemClock,
      rng: rngOf('jitter'),
      limits: { backoffMs: 1, maxBackoffMs: 4, transportRetries: 2 },
      onEvent: (event) => (counts = countEvent(counts, event)),
    });
    const results = await Promise.allSettled(
      Array.from({ length: CALLS }, (_, turn) =>
        gateway.ask({ ...SITE, turn }, request({ seed: turn }), NEVER),
      ),
    );
    const failed = results.filter((result) => result.status === 'rejected');
    expect(failed.every(({ reason }) => reason instanceof ModelFault)).toBe(true);
    expect(recorder.faults).toHaveLength(failed.length);
    expect(recorder.calls.size).toBe(CALLS - failed.length);
    expect(recorder.faults.every(({ kind }) => kind === 'transport')).toBe(true);
    // About 0.3 × 5/6 of requests meet a transport fault; three in a row end a call: 1.6 % of 300.
    expect(failed.length).toBeLessThan(20);

    expect(counts).toMatchObject({ replies: CALLS - failed.length, failed: failed.length });
    expect(counts.sent).toBe(server.chats().length);
    expect(counts.sent).toBe(counts.replies + counts.retried + counts.failed);
    const stored = [...recorder.calls.values()];
    const answered = server.chats().filter(({ status, end }) => status === 200 && end === 'answered');
    // A page of a proxy has status 200 as well, and is no reply.
    expect(answered.length).toBeGreaterThanOrEqual(stored.length);
    expect(server.maxObserved).toBeLessThanOrEqual(12);

    const requestsBefore = server.chats().length;
    const again = await Promise.allSettled(
      Array.from({ length: CALLS }, (_, turn) =>
        gateway.ask({ ...SITE, turn }, request({ seed: turn }), NEVER),
      ),
    );
    // Only the calls that failed are asked again.
    expect(server.chats().length - requestsBefore).toBeLessThan(failed.length * 3 + 1);
    expect(again.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(stored.length);
  },
);
