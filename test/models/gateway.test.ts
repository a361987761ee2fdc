import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StoppedError, UserError } from '../../src/base/errors.js';
import { rngOf } from '../../src/base/rng.js';
import { ModelFault, type ChatModel, type ChatReply, type FaultKind } from '../../src/models/chat.js';
import { countEvent, NO_CALLS, type GatewayEvent } from '../../src/models/events.js';
import { createGateway, createGateways, type Gateway } from '../../src/models/gateway.js';
import { DEFAULT_LIMITS, NO_TRIES, retryDelay, type GatewayLimits } from '../../src/models/retry.js';
import { EndpointPaused } from '../../src/models/stop.js';
import {
  handClock,
  memoryRecorder,
  NEVER,
  reply,
  request,
  settle,
  SITE,
  stubModel,
  untilAborted,
} from './support.js';

const fault = (kind: FaultKind, detail: ConstructorParameters<typeof ModelFault>[2] = {}): ModelFault =>
  new ModelFault(kind, `a ${kind} fault`, detail);

/** A gateway over a model in the process, with everything in reach. */
function rig(
  model: ChatModel,
  limits: Partial<GatewayLimits> = {},
): {
  gateway: Gateway;
  clock: ReturnType<typeof handClock>;
  recorder: ReturnType<typeof memoryRecorder>;
  events: GatewayEvent[];
} {
  const clock = handClock();
  const recorder = memoryRecorder();
  const events: GatewayEvent[] = [];
  const gateway = createGateway({
    model,
    recorder,
    clock,
    rng: { float: () => 1 },
    limits,
    onEvent: (event) => events.push(event),
  });
  return { gateway, clock, recorder, events };
}

/** Fails `times` times, then answers. */
function failing(times: number, error: ModelFault): ReturnType<typeof stubModel> {
  return stubModel((n) => (n < times ? Promise.reject(error) : Promise.resolve(reply())));
}

const kinds = (events: readonly GatewayEvent[]): string[] => events.map(({ kind }) => kind);

describe('recording', () => {
  it('saves a reply before it returns it, and asks no second time', async () => {
    const model = failing(0, fault('transport'));
    const { gateway, recorder, events } = rig(model);
    const call = await gateway.ask(SITE, request(), NEVER);
    expect(recorder.calls.get(call.key)).toBe(call);
    expect(await gateway.ask(SITE, request(), NEVER)).toBe(call);
    expect(model.sent()).toBe(1);
    expect(kinds(events)).toEqual(['sent', 'reply', 'replayed']);
  });

  it('asks again for another attempt, turn, seat or game', async () => {
    const model = failing(0, fault('transport'));
    const { gateway } = rig(model);
    for (const site of [
      SITE,
      { ...SITE, attempt: 1 },
      { ...SITE, turn: 9 },
      { ...SITE, seat: 0 },
      { ...SITE, episode: 'b' },
    ]) {
      await gateway.ask(site, request(), NEVER);
    }
    expect(model.sent()).toBe(5);
  });

  it('keeps replies that are no move: a resume replays them as they came', async () => {
    const model = stubModel(() => Promise.resolve(reply({ text: '', finish: 'length', usage: null })));
    const { gateway } = rig(model);
    await gateway.ask(SITE, request(), NEVER);
    expect((await gateway.ask(SITE, request(), NEVER)).reply.finish).toBe('length');
    expect(model.sent()).toBe(1);
  });

  it('returns nothing that could not be saved', async () => {
    const { gateway, recorder } = rig(failing(0, fault('transport')));
    recorder.save = () => {
      throw new UserError('store.full', 'no room');
    };
    await expect(gateway.ask(SITE, request(), NEVER)).rejects.toMatchObject({ code: 'store.full' });
  });

  it('ends with the error of the store when a fault could not be saved', async () => {
    const { gateway, recorder } = rig(failing(9, fault('auth', { status: 401 })));
    recorder.committed = () => Promise.reject(new UserError('store.full', 'no room'));
    await expect(gateway.ask(SITE, request(), NEVER)).rejects.toMatchObject({ code: 'store.full' });
    expect(recorder.faults).toHaveLength(1);
  });

  it('needs no server for what is recorded', async () => {
    const first = rig(failing(0, fault('transport')));
    const call = await first.gateway.ask(SITE, request(), NEVER);
    const offline = stubModel(() => Promise.reject(new Error('no network in a replay')), {
      prepare: () => Promise.reject(new Error('no network in a replay')),
    });
    const second = rig(offline);
    second.recorder.calls.set(call.key, call);
    expect(await second.gateway.ask(SITE, request(), NEVER)).toBe(call);
  });
});

describe('retries', () => {
  it('send a call again after transport faults, later each time, and keep what happened', async () => {
    const model = failing(3, fault('transport', { status: 502 }));
    const { gateway, clock, events } = rig(model);
    const call = gateway.ask(SITE, request(), NEVER);
    // Pauses double from 500 ms (the random half is at its most): 500, 1000, 2000.
    await clock.turn(499);
    expect(model.sent()).toBe(1);
    await clock.turn(1);
    expect(model.sent()).toBe(2);
    await clock.turn(999);
    expect(model.sent()).toBe(2);
    await clock.turn(1);
    expect(model.sent()).toBe(3);
    await clock.turn(2000);
    expect((await call).faults.map(({ kind, status }) => [kind, status])).toEqual(
      Array(3).fill(['transport', 502]),
    );
    expect(events.reduce(countEvent, NO_CALLS)).toMatchObject({ sent: 4, replies: 1, retried: 3, failed: 0 });
  });

  it('are bounded: then the call fails and its fault is stored', async () => {
    const model = failing(99, fault('transport', { status: 500 }));
    const { gateway, clock, recorder, events } = rig(model);
    const call = gateway.ask(SITE, request(), NEVER);
    const caught = expect(call).rejects.toBeInstanceOf(ModelFault);
    await clock.turn(60_000);
    await caught;
    expect(model.sent()).toBe(1 + DEFAULT_LIMITS.transportRetries);
    expect(recorder.faults).toEqual([
      {
        site: SITE,
        identity: gateway.identity,
        request: request(),
        kind: 'transport',
        status: 500,
        message: 'a transport fault',
        // Every request is accounted for, not only the last.
        earlier: Array(4).fill({ kind: 'transport', status: 500, message: 'a transport fault' }) as unknown,
      },
    ]);
    expect(recorder.calls.size).toBe(0);
    expect(events.reduce(countEvent, NO_CALLS)).toMatchObject({ sent: 5, failed: 1, retried: 4 });
  });

  it.each<FaultKind>(['rejected', 'auth', 'not-found', 'quota'])('are never made after %s', async (kind) => {
    const model = failing(99, fault(kind, { status: 400 }));
    const { gateway, recorder } = rig(model);
    await expect(gateway.ask(SITE, request(), NEVER)).rejects.toThrow(`a ${kind} fault`);
    expect(model.sent()).toBe(1);
    expect(recorder.faults).toHaveLength(1);
  });

  it('never wait less than half a pause nor more than a whole one', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.integer({ min: 1, max: 4 }),
        (draw, count) => {
          const delay = retryDelay(fault('transport'), { ...NO_TRIES, transport: count }, DEFAULT_LIMITS, {
            float: () => draw,
          });
          const full = 500 * 2 ** (count - 1);
          expect(delay).toBeGreaterThanOrEqual(full / 2);
          expect(delay).toBeLessThanOrEqual(full);
        },
      ),
    );
  });

  it('never wait less than the server asked for', () => {
    fc.assert(
      fc.property(fc.nat({ max: 120_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (asked, draw) => {
        const limited = fault('rate-limit', { retryAfterMs: asked });
        const delay = retryDelay(limited, { ...NO_TRIES, rateLimit: 1 }, DEFAULT_LIMITS, {
          float: () => draw,
        });
        expect(delay).toBeGreaterThanOrEqual(asked);
      }),
    );
  });
});

describe('a rate limit', () => {
  it('is waited for as long as the server asks, by every call', async () => {
    const model = stubModel((n) =>
      n === 0
        ? Promise.reject(fault('rate-limit', { status: 429, retryAfterMs: 30_000 }))
        : Promise.resolve(reply()),
    );
    const { gateway, clock } = rig(model);
    const first = gateway.ask(SITE, request(), NEVER);
    await settle();
    const second = gateway.ask({ ...SITE, seat: 0 }, request(), NEVER);
    await clock.turn(29_000);
    expect(model.sent()).toBe(1);
    await clock.turn(2_000);
    await Promise.all([first, second]);
    expect(model.sent()).toBe(3);
  });

  it('longer than 120 s stops the run, and says when to go on', async () => {
    const model = failing(1, fault('rate-limit', { status: 429, retryAfterMs: 600_000 }));
    const { gateway, recorder } = rig(model);
    const error: unknown = await gateway.ask(SITE, request(), NEVER).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(EndpointPaused);
    expect(error).toBeInstanceOf(StoppedError);
    // The clock stands at 1,000 s: 1,600 s is 26 minutes and 40 seconds past midnight.
    expect((error as EndpointPaused).resumeAt).toBe(1_600_000);
    expect((error as Error).message).toMatch(/600 s.*again after 1970-01-01 00:26 UTC/);
    expect(recorder.faults).toHaveLength(1);
    await expect(gateway.ask({ ...SITE, turn: 4 }, request(), NEVER)).rejects.toBe(error);
    expect(model.sent()).toBe(1);
  });

  it('of exactly 120 s is still waited for', async () => {
    const { gateway, clock } = rig(failing(1, fault('rate-limit', { retryAfterMs: 120_000 })));
    const call = gateway.ask(SITE, request(), NEVER);
    await clock.turn(121_000);
    expect((await call).faults).toHaveLength(1);
  });

  it('halves the width once for a burst, and answers widen it again, never beyond the first width', async () => {
    let limited = true;
    const waiting: ((value: ChatReply | PromiseLike<ChatReply>) => void)[] = [];
    const model = stubModel(
      () => (limited ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(reply())),
      { width: 8 },
    );
    const { gateway, clock, events } = rig(model);
    const calls = Array.from({ length: 8 }, (_, turn) => gateway.ask({ ...SITE, turn }, request(), NEVER));
    await settle();
    expect(waiting).toHaveLength(8);
    limited = false;
    for (const resolve of waiting) resolve(Promise.reject(fault('rate-limit', { status: 429 })));
    await clock.turn(60_000);
    await Promise.all(calls);
    const widths = (): number[] => events.flatMap((event) => (event.kind === 'width' ? [event.width] : []));
    expect(widths()[0]).toBe(4);
    expect(Math.min(...widths())).toBe(4);
    for (let turn = 100; turn < 300; turn += 1) await gateway.ask({ ...SITE, turn }, request(), NEVER);
    expect(widths()).toEqual([4, 5, 6, 7, 8]);
  });

  it('is the only thing that narrows', async () => {
    const { gateway, clock, events } = rig(failing(3, fault('transport', { status: 503 })));
    const call = gateway.ask(SITE, request(), NEVER);
    await clock.turn(60_000);
    await call;
    expect(kinds(events)).not.toContain('width');
  });
});

describe('a run stops', () => {
  it.each<[FaultKind, string]>([
    ['quota', 'model.quota'],
    ['auth', 'model.auth'],
    ['not-found', 'model.not-found'],
  ])('at once for %s, and every later call says the same without asking', async (kind, code) => {
    const model = failing(99, fault(kind));
    const { gateway } = rig(model);
    const error: unknown = await gateway.ask(SITE, request(), NEVER).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'UserError', code });
    await expect(gateway.ask({ ...SITE, turn: 5 }, request(), NEVER)).rejects.toBe(error);
    expect(model.sent()).toBe(1);
  });

  it('for a prompt that the server says is too long', async () => {
    const { gateway } = rig(failing(1, fault('rejected', { status: 400, code: 'context_length_exceeded' })));
    await expect(gateway.ask(SITE, request(), NEVER)).rejects.toMatchObject({ code: 'model.context' });
  });

  it('when the first three calls all fail alike', async () => {
    const model = failing(99, fault('rejected', { status: 400 }));
    const { gateway } = rig(model);
    for (const turn of [0, 1]) {
      await expect(gateway.ask({ ...SITE, turn }, request(), NEVER)).rejects.toBeInstanceOf(ModelFault);
    }
    const third: unknown = await gateway
      .ask({ ...SITE, turn: 2 }, request(), NEVER)
      .catch((thrown: unknown) => thrown);
    expect(third).toMatchObject({ code: 'model.refused' });
    expect((third as Error).message).toContain('3 calls in a row');
    expect(model.sent()).toBe(3);
  });

  it('not when they fail in different ways', async () => {
    const model = stubModel((n) => Promise.reject(fault('rejected', { status: n % 2 === 0 ? 400 : 422 })));
    const { gateway } = rig(model);
    for (let turn = 0; turn < 8; turn += 1) {
      await expect(gateway.ask({ ...SITE, turn }, request(), NEVER)).rejects.toBeInstanceOf(ModelFault);
    }
  });

  it('later only after ten in a row, since some calls may fail', async () => {
    const model = stubModel((n) =>
      n === 0 ? Promise.resolve(reply()) : Promise.reject(fault('rejected', { status: 400 })),
    );
    const { gateway } = rig(model);
    await gateway.ask({ ...SITE, turn: 99 }, request(), NEVER);
    for (let turn = 0; turn < 9; turn += 1) {
      await expect(gateway.ask({ ...SITE, turn }, request(), NEVER)).rejects.toBeInstanceOf(ModelFault);
    }
    await expect(gateway.ask({ ...SITE, turn: 9 }, request(), NEVER)).rejects.toBeInstanceOf(UserError);
  });

  it('and calls that waited do not go out any more, while those in flight may end', async () => {
    const open: ((value: ChatReply) => void)[] = [];
    const model = stubModel(
      (n) => (n === 0 ? new Promise((resolve) => open.push(resolve)) : Promise.reject(fault('quota'))),
      { width: 2 },
    );
    const { gateway, recorder } = rig(model);
    const inFlight = gateway.ask({ ...SITE, turn: 0 }, request(), NEVER);
    const refused = gateway.ask({ ...SITE, turn: 1 }, request(), NEVER);
    const waiting = gateway.ask({ ...SITE, turn: 2 }, request(), NEVER);
    await expect(refused).rejects.toMatchObject({ code: 'model.quota' });
    await expect(waiting).rejects.toMatchObject({ code: 'model.quota' });
    open[0]?.(reply());
    await inFlight;
    expect(model.sent()).toBe(2);
    expect(recorder.calls.size).toBe(1);
  });
});

describe('a time limit', () => {
  it('counts from sending, not from asking, and ends the request', async () => {
    let aborted = 0;
    const model = stubModel(
      (n, _request, signal) => {
        if (n > 0) return Promise.resolve(reply());
        signal.addEventListener('abort', () => (aborted += 1));
        return untilAborted(signal);
      },
      { width: 1 },
    );
    const { gateway, clock } = rig(model, { callMs: 10_000, timeoutRetries: 0 });
    const first = gateway.ask({ ...SITE, turn: 0 }, request(), NEVER);
    const refused = expect(first).rejects.toThrow(/did not answer within 10 s/);
    const second = gateway.ask({ ...SITE, turn: 1 }, request(), NEVER);
    await clock.turn(9_999);
    expect(aborted).toBe(0);
    await clock.turn(1);
    await refused;
    expect(aborted).toBe(1);
    // The second call waited 10 s for its turn, which its own limit does not count.
    await second;
    expect(clock.timers).toBe(0);
  });

  it('is tried once more only, since each try costs the whole limit', async () => {
    const model = stubModel((_n, _request, signal) => untilAborted(signal));
    const { gateway, clock } = rig(model, { callMs: 1000 });
    const call = expect(gateway.ask(SITE, request(), NEVER)).rejects.toMatchObject({ kind: 'transport' });
    await clock.turn(60_000);
    await call;
    expect(model.sent()).toBe(2);
  });

  it('does not count making the model ready', async () => {
    const clock = handClock();
    const model = stubModel(() => Promise.resolve(reply()), {
      prepare: () => new Promise((resolve) => clock.after(50_000, resolve)),
    });
    const gateway = createGateway({
      model,
      recorder: memoryRecorder(),
      clock,
      rng: rngOf('x'),
      limits: { callMs: 1000 },
    });
    const calls = [0, 1].map((turn) => gateway.ask({ ...SITE, turn }, request(), NEVER));
    await clock.turn(50_000);
    await Promise.all(calls);
    expect(model.sent()).toBe(2);
  });
});

describe('making ready', () => {
  it('happens once for many calls, and again after it failed', async () => {
    let prepared = 0;
    const model = stubModel(() => Promise.resolve(reply()), {
      prepare: () => {
        prepared += 1;
        return prepared === 1 ? Promise.reject(fault('transport')) : Promise.resolve();
      },
    });
    const { gateway, clock } = rig(model);
    const calls = [0, 1, 2].map((turn) => gateway.ask({ ...SITE, turn }, request(), NEVER));
    await clock.turn(10_000);
    await Promise.all(calls);
    expect(prepared).toBe(2);
  });

  it('that cannot work stops the run', async () => {
    const refusal = new UserError('model.context', 'window too small');
    const model = stubModel(() => Promise.resolve(reply()), { prepare: () => Promise.reject(refusal) });
    const { gateway } = rig(model);
    await expect(gateway.ask(SITE, request(), NEVER)).rejects.toBe(refusal);
    await expect(gateway.ask({ ...SITE, turn: 8 }, request(), NEVER)).rejects.toBe(refusal);
    expect(model.sent()).toBe(0);
  });
});

describe('stopping by hand', () => {
  const reason = new StoppedError('stopped by Ctrl-C');

  it('ends requests in flight, waits and retries at once, and stores the one fault that there was', async () => {
    const model = stubModel(
      (n, _request, signal) =>
        n === 0 ? Promise.reject(fault('rate-limit', { retryAfterMs: 100_000 })) : untilAborted(signal),
      { width: 2 },
    );
    const { gateway, clock, recorder } = rig(model);
    const controller = new AbortController();
    const asks = [0, 1, 2, 3].map((turn) => gateway.ask({ ...SITE, turn }, request(), controller.signal));
    const ended = Promise.all(asks.map((ask) => expect(ask).rejects.toBe(reason)));
    await settle();
    controller.abort(reason);
    await ended;
    expect(recorder.faults.map(({ kind, site }) => [kind, site.turn])).toEqual([['rate-limit', 0]]);
    // No timer is left that would keep the process alive.
    expect(clock.timers).toBe(0);
    await expect(gateway.ask({ ...SITE, turn: 9 }, request(), controller.signal)).rejects.toBe(reason);
  });

  describe('once', () => {
    /** A gateway that is told to stop by `halt`, and by nothing else. */
    const halting = (
      model: ChatModel,
    ): ReturnType<typeof rig> & { readonly halt: AbortController; readonly gateway: Gateway } => {
      const halt = new AbortController();
      const all = rig(model);
      const { clock, recorder, events } = all;
      const gateway = createGateway({
        model,
        recorder,
        clock,
        rng: { float: () => 1 },
        stop: halt.signal,
        onEvent: (event) => events.push(event),
      });
      return { ...all, gateway, halt };
    };

    it.each([
      ['a backoff', fault('transport', { status: 503 })],
      ['a Retry-After', fault('rate-limit', { status: 429, retryAfterMs: 100_000 })],
    ])('ends %s at once, and keeps the request that had failed', async (_name, error) => {
      const model = failing(99, error);
      const { gateway, halt, clock, recorder } = halting(model);
      const ask = gateway.ask(SITE, request(), NEVER);
      const waits = gateway.ask({ ...SITE, turn: 9 }, request(), NEVER);
      const ended = Promise.all([ask, waits].map((call) => expect(call).rejects.toBe(reason)));
      await settle();
      const sent = model.sent();
      // No time passes.
      halt.abort(reason);
      await ended;
      expect(model.sent()).toBe(sent);
      expect(recorder.faults.reduce((sum, { earlier = [] }) => sum + 1 + earlier.length, 0)).toBe(sent);
      expect(clock.timers).toBe(0);
    });

    it('lets a request in flight go on and keeps its reply, but does not ask again when it fails', async () => {
      const answers: ((value: ChatReply | PromiseLike<ChatReply>) => void)[] = [];
      const model = stubModel(() => new Promise((resolve) => answers.push(resolve)));
      const { gateway, halt, recorder } = halting(model);
      const good = gateway.ask(SITE, request(), NEVER);
      const bad = expect(gateway.ask({ ...SITE, turn: 9 }, request(), NEVER)).rejects.toBe(reason);
      await settle();
      halt.abort(reason);
      answers[0]?.(reply());
      answers[1]?.(Promise.reject(fault('transport', { status: 500 })));
      expect((await good).reply.finish).toBe('stop');
      await bad;
      expect(recorder.calls.size).toBe(1);
      expect(recorder.faults).toHaveLength(1);
      expect(model.sent()).toBe(2);
    });

    it('gives up the loading of a model', async () => {
      const model = stubModel(() => Promise.resolve(reply()), { prepare: untilAborted });
      const { gateway, halt, clock } = halting(model);
      const ended = expect(gateway.ask(SITE, request(), NEVER)).rejects.toBe(reason);
      await settle();
      halt.abort(reason);
      await ended;
      expect([model.sent(), clock.timers]).toEqual([0, 0]);
    });
  });

  it('still gives what is recorded', async () => {
    const { gateway } = rig(failing(0, fault('transport')));
    const call = await gateway.ask(SITE, request(), NEVER);
    expect(await gateway.ask(SITE, request(), AbortSignal.abort(reason))).toBe(call);
  });
});

describe('many calls', () => {
  it('never have more in flight than the width, and all get through random faults', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 9 }), fc.string(), async (width, seed) => {
        const rng = rngOf(seed);
        let inFlight = 0;
        let most = 0;
        const model = stubModel(
          async () => {
            inFlight += 1;
            most = Math.max(most, inFlight);
            await new Promise((resolve) => setImmediate(resolve));
            inFlight -= 1;
            const draw = rng.float();
            if (draw < 0.15) throw fault('transport');
            if (draw < 0.3) throw fault('rate-limit', { retryAfterMs: 5 });
            return reply();
          },
          { width },
        );
        const { gateway, clock, recorder, events } = rig(model, {
          transportRetries: 50,
          rateLimitRetries: 50,
        });
        const asks = Promise.all(
          Array.from({ length: 40 }, (_, turn) => gateway.ask({ ...SITE, turn }, request(), NEVER)),
        );
        for (let i = 0; i < 200 && recorder.calls.size < 40; i += 1) await clock.turn(30_000);
        await asks;
        expect(most).toBeLessThanOrEqual(width);
        const counts = events.reduce(countEvent, NO_CALLS);
        expect(counts.sent).toBe(model.sent());
        expect(counts.sent).toBe(counts.replies + counts.retried);
        expect(counts.tokens.input).toBe(40 * 10);
      }),
      { numRuns: 15 },
    );
  });

  it('of two models at one endpoint have limiters of their own; models that share a queue share one', async () => {
    const open: string[] = [];
    const at = (name: string, queue?: string): ChatModel =>
      stubModel(
        (_n, _request, signal) => {
          open.push(name);
          return untilAborted(signal);
        },
        {
          width: 1,
          identity: { ...stubModel(() => Promise.resolve(reply())).identity, model: name },
          ...(queue === undefined ? {} : { queue }),
        },
      );
    const gateways = createGateways({ recorder: memoryRecorder(), clock: handClock(), rng: rngOf('x') });
    const controller = new AbortController();
    const asks = [at('a'), at('b'), at('c', 'host'), at('d', 'host')].map((model) =>
      gateways.for(model).ask(SITE, request(), controller.signal),
    );
    await settle();
    expect(open).toEqual(['a', 'b', 'c']);
    controller.abort(new StoppedError('done'));
    await Promise.allSettled(asks);
  });
});
