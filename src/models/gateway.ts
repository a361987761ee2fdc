import { UserError, type StoppedError } from '../base/errors.js';
import type { Rng } from '../base/rng.js';
import { callKey } from './call-key.js';
import { ModelFault } from './chat.js';
import type {
  CallFault,
  CallRecorder,
  CallSite,
  ChatModel,
  ChatReply,
  ChatRequest,
  ModelIdentity,
  RecordedCall,
} from './chat.js';
import { sleep, type Clock } from './clock.js';
import type { GatewayEvent } from './events.js';
import { createLimiter, type Limiter } from './limiter.js';
import { countTry, DEFAULT_LIMITS, NO_TRIES, retryDelay, TIMEOUT_CODE, type GatewayLimits } from './retry.js';
import { cutWatch } from './silent-cut.js';
import { EndpointPaused, stopFor, stopForAlike } from './stop.js';
import { whenAborted } from './when-aborted.js';

/** Never aborted. */
const NEVER = new AbortController().signal;

/** One way to one model: recorded, limited, retried. */
export interface Gateway {
  readonly identity: ModelIdentity;
  /**
   * The reply to one call: from the recording where it is there, else from the server, and then recorded
   * before it is returned.
   *
   * @throws ModelFault when this call got no reply; others may. It is recorded as a fault.
   * @throws UserError or StoppedError when no call can get one: the run should stop. Every later call throws
   * the same.
   * @throws the signal's reason when it is aborted
   */
  ask(site: CallSite, request: ChatRequest, signal: AbortSignal): Promise<RecordedCall>;
}

/** Effects and bounds of all gateways of a process. */
export interface GatewayOptions {
  readonly recorder: CallRecorder;
  readonly clock: Clock;
  /** Draws the random part of pauses. */
  readonly rng: Pick<Rng, 'float'>;
  readonly limits?: Partial<GatewayLimits>;
  /**
   * Once it is aborted no request is sent, no pause is sat out and no model is loaded: calls reject with its
   * reason. Requests in flight go on, and their replies are kept.
   */
  readonly stop?: AbortSignal;
  readonly onEvent?: (event: GatewayEvent) => void;
}

/** All gateways of a process. */
export interface Gateways {
  /** The gateway of a model. Models that name the same queue, or are the same, share a limiter. */
  for(model: ChatModel): Gateway;
}

/** Makes the gateways of a process. */
export function createGateways(options: GatewayOptions): Gateways {
  const limiters = new Map<string, Limiter>();
  const gateways = new Map<ChatModel, Gateway>();
  const limiterOf = (model: ChatModel): Limiter => {
    const { provider, endpoint, model: name } = model.identity;
    const queue = model.queue ?? JSON.stringify([provider, endpoint, name]);
    let limiter = limiters.get(queue);
    if (limiter === undefined) {
      const label = `${provider}:${name}`;
      limiter = createLimiter(model.width, options.clock, (width) =>
        options.onEvent?.({ kind: 'width', model: label, width }),
      );
      limiters.set(queue, limiter);
    }
    return limiter;
  };
  return {
    for: (model) => {
      let gateway = gateways.get(model);
      if (gateway === undefined) {
        gateway = gatewayOf(model, limiterOf(model), options);
        gateways.set(model, gateway);
      }
      return gateway;
    },
  };
}

/** The gateway of a single model, with a limiter of its own. */
export function createGateway(options: GatewayOptions & { readonly model: ChatModel }): Gateway {
  return createGateways(options).for(options.model);
}

function gatewayOf(model: ChatModel, limiter: Limiter, options: GatewayOptions): Gateway {
  const { recorder, clock, rng } = options;
  const halt = options.stop ?? NEVER;
  const { identity } = model;
  const limits: GatewayLimits = { ...DEFAULT_LIMITS, ...options.limits };
  const label = `${identity.provider}:${identity.model}`;
  const watch = cutWatch(identity);
  let ready: Promise<void> | undefined;
  let stopped: UserError | StoppedError | undefined;
  let answered = false;
  let alike = { signature: '', calls: 0 };

  const emit = (event: DistributiveOmit<GatewayEvent, 'model'>): void =>
    options.onEvent?.({ ...event, model: label });

  const stop = (error: UserError | StoppedError): UserError | StoppedError => (stopped ??= error);

  /** Refuses a reply to a prompt that the server cut, recorded or fresh: it must not be played. */
  const refuseCut = (request: ChatRequest, reply: ChatReply): void => {
    const cut = watch.check(request, reply);
    if (cut !== undefined) {
      throw stop(new UserError('model.context', `${cut}: choose a larger window with --context`));
    }
  };

  /** Runs one request under a time limit that counts from now. */
  const timed = async <T>(
    ms: number,
    signal: AbortSignal,
    what: string,
    run: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const controller = new AbortController();
    const stopWaiting = whenAborted(signal, () => controller.abort(signal.reason));
    let late = false;
    const takeBack = clock.after(ms, () => {
      late = true;
      controller.abort(new Error('time limit'));
    });
    try {
      return await run(controller.signal);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!late) throw error;
      throw new ModelFault(
        'transport',
        `the ${identity.provider} server ${identity.endpoint} did not ${what} within ${ms / 1000} s`,
        { code: TIMEOUT_CODE },
      );
    } finally {
      takeBack();
      stopWaiting();
    }
  };

  const makeReady = (signal: AbortSignal): Promise<void> => {
    // A load gives no reply that would be worth waiting for once the run is being stopped.
    const either = AbortSignal.any([signal, halt]);
    ready ??= timed(limits.loadMs, either, `load ${identity.model}`, async (limited) =>
      model.prepare?.(limited),
    ).catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
    return ready;
  };

  const tellMended = (mended: readonly CallFault[] = []): void => {
    for (const { kind, message } of mended) emit({ kind: 'mended', fault: kind, message });
  };

  const sendOnce = async (request: ChatRequest, signal: AbortSignal): Promise<ChatReply> => {
    if (model.prepare !== undefined) await makeReady(signal);
    emit({ kind: 'sent' });
    return timed(model.callMs ?? limits.callMs, signal, 'answer', (limited) =>
      model.complete(request, limited),
    );
  };

  /** Records a call that got no reply, with every request it took; nothing when none was refused. */
  const keepFaults = async (
    site: CallSite,
    request: ChatRequest,
    faults: readonly CallFault[],
  ): Promise<void> => {
    const last = faults.at(-1);
    if (last === undefined) return;
    recorder.saveFault({ site, identity, request, ...last, earlier: faults.slice(0, -1) });
    await recorder.committed();
  };

  /** What a call that is given up ends with: whether the run can go on. */
  const giveUp = (fault: ModelFault): Error => {
    const { kind, status, message } = fault;
    emit({ kind: 'failed', fault: kind, message });
    const signature = `${kind} ${status ?? fault.code ?? ''}`;
    alike = { signature, calls: alike.signature === signature ? alike.calls + 1 : 1 };
    const wait = fault.retryAfterMs ?? 0;
    if (wait > limits.maxWaitMs) {
      return stop(new EndpointPaused(fault, wait, limits.maxWaitMs, clock.now()));
    }
    const cause = stopFor(fault);
    if (cause !== undefined) return stop(cause);
    if (alike.calls >= (answered ? limits.laterAlike : limits.firstAlike)) {
      return stop(stopForAlike(fault, alike.calls));
    }
    return fault;
  };

  const send = async (
    site: CallSite,
    request: ChatRequest,
    signal: AbortSignal,
  ): Promise<{ readonly reply: ChatReply; readonly faults: readonly CallFault[] }> => {
    const faults: CallFault[] = [];
    let tries = NO_TRIES;
    for (;;) {
      let sent = 0;
      try {
        const reply = await limiter.run(label, faults.length > 0, signal, async (start) => {
          // The run may have been stopped while this call waited.
          if (stopped !== undefined) throw stopped;
          halt.throwIfAborted();
          sent = start;
          return sendOnce(request, signal);
        });
        limiter.succeeded();
        tellMended(reply.mended);
        return { reply, faults: [...faults, ...(reply.mended ?? [])] };
      } catch (error) {
        if (signal.aborted || (halt.aborted && error === halt.reason)) {
          await keepFaults(site, request, faults);
          throw signal.aborted ? signal.reason : error;
        }
        if (!(error instanceof ModelFault)) throw asStop(error);
        tellMended(error.mended);
        const { kind, status, message } = error;
        faults.push(...error.mended, { kind, status, message });
        tries = countTry(tries, error);
        if (error.kind === 'rate-limit') limiter.limited(sent);
        const tooLong = (error.retryAfterMs ?? 0) > limits.maxWaitMs;
        const delay = stopped !== undefined || tooLong ? null : retryDelay(error, tries, limits, rng);
        emit({ kind: 'fault', fault: error.kind, message: error.message, retryInMs: delay });
        if (delay === null) {
          const cause = giveUp(error);
          await keepFaults(site, request, faults);
          throw cause;
        }
        if (error.kind === 'rate-limit' || error.retryAfterMs !== null) {
          limiter.hold(delay, signal, halt);
          emit({ kind: 'hold', ms: delay });
        }
        await sleep(clock, delay, AbortSignal.any([signal, halt])).catch(async (reason: unknown) => {
          await keepFaults(site, request, faults);
          throw reason;
        });
      }
    }
  };

  /** A user's error from the model itself (a window that cannot be had) ends the run for every call. */
  const asStop = (error: unknown): unknown => (error instanceof UserError ? stop(error) : error);

  return {
    identity,
    ask: async (site, request, signal) => {
      const key = callKey(identity, request, site);
      const recorded = recorder.find(key, site.episode);
      if (recorded !== undefined) {
        answered = true;
        emit({ kind: 'replayed', usage: recorded.reply.usage });
        refuseCut(request, recorded.reply);
        return recorded;
      }
      if (stopped !== undefined) throw stopped;
      const { reply, faults } = await send(site, request, signal);
      const call: RecordedCall = {
        key,
        site,
        identity,
        request,
        reply,
        faults,
      };
      recorder.save(call);
      await recorder.committed();
      answered = true;
      alike = { signature: '', calls: 0 };
      emit({ kind: 'reply', usage: reply.usage, durationMs: reply.durationMs });
      refuseCut(request, reply);
      return call;
    },
  };
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
