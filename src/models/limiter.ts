import type { Clock } from './clock.js';
import { whenAborted } from './when-aborted.js';

type Run = () => Promise<void>;

/**
 * Calls taken from one lane while another waits. A local server that holds one model loads the other in
 * seconds, so changing lanes at every call would cost more than the calls; without an end the other would
 * starve.
 */
const LANE_TURN = 32;

/** First in, first out, with a way in at the front. */
class Line {
  #items: Run[] = [];
  #head = 0;

  get size(): number {
    return this.#items.length - this.#head;
  }

  push(run: Run): void {
    this.#items.push(run);
  }

  pushFront(run: Run): void {
    if (this.#head > 0) this.#items[(this.#head -= 1)] = run;
    else this.#items.unshift(run);
  }

  take(): Run | undefined {
    const run = this.#items[this.#head];
    if (run === undefined) return undefined;
    this.#head += 1;
    if (this.#head === this.#items.length || this.#head > 1024) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return run;
  }
}

/** Calls that wait, in lanes served in turns of {@link LANE_TURN}; within a lane first come, first served, retries first. */
export class LaneQueue {
  readonly #lanes = new Map<string, Line>();
  #current = '';
  #taken = 0;

  /**
   * @param lane calls of one lane (one model) are taken together
   * @param urgent before the others of its lane
   */
  enqueue(run: Run, lane: string, urgent: boolean): void {
    let line = this.#lanes.get(lane);
    if (line === undefined) {
      line = new Line();
      this.#lanes.set(lane, line);
    }
    if (urgent) line.pushFront(run);
    else line.push(run);
  }

  /** Takes the call whose turn it is; undefined when none waits. */
  dequeue(): Run | undefined {
    const own = this.#lanes.get(this.#current);
    if (own === undefined || own.size === 0 || this.#taken >= LANE_TURN) {
      const names = [...this.#lanes.keys()];
      const from = names.indexOf(this.#current);
      const next = [...names.slice(from + 1), ...names.slice(0, from + 1)].find(
        (name) => (this.#lanes.get(name)?.size ?? 0) > 0,
      );
      if (next === undefined) return undefined;
      this.#current = next;
      this.#taken = 0;
    }
    this.#taken += 1;
    return this.#lanes.get(this.#current)?.take();
  }
}

/** How many requests an endpoint has in flight, and when new ones may start. */
export interface Limiter {
  /** Requests in flight at most, at present. */
  readonly width: number;
  /**
   * Runs a task when there is room. Rejects with the signal's reason at once when it is aborted, whether the
   * task waits or runs. The task is given its number, which counts up with every start.
   */
  run<T>(lane: string, urgent: boolean, signal: AbortSignal, task: (start: number) => Promise<T>): Promise<T>;
  /** Starts nothing for `ms` milliseconds, or until one of the signals is aborted. */
  hold(ms: number, ...signals: readonly AbortSignal[]): void;
  /** A request was answered. */
  succeeded(): void;
  /** The request with this start number met the server's limit. */
  limited(start: number): void;
}

/** Answers in a row, as a multiple of the width, after which the width grows by one. */
const GROWTH_ROUNDS = 2;

/**
 * A limiter that starts with `most` in flight. It halves on a 429 (once for a burst: requests that were sent
 * before a cut say nothing about the width after it) and grows back by one after {@link GROWTH_ROUNDS} full
 * rounds of answers, never above `most`: additive increase, multiplicative decrease, as in RFC 5681.
 */
export function createLimiter(most: number, clock: Clock, onWidth: (width: number) => void): Limiter {
  const queue = new LaneQueue();
  let width = most;
  let running = 0;
  let held = false;
  let answersInRow = 0;
  let starts = 0;
  /** Starts below this number were made before the last cut. */
  let startsBeforeCut = 0;
  let heldUntil = -Infinity;
  let takeBackRelease: (() => void) | undefined;

  const startMore = (): void => {
    while (!held && running < width) {
      const start = queue.dequeue();
      if (start === undefined) return;
      running += 1;
      void start().then(() => {
        running -= 1;
        startMore();
      });
    }
  };

  const setWidth = (next: number): void => {
    width = next;
    answersInRow = 0;
    onWidth(next);
    startMore();
  };

  const release = (): void => {
    takeBackRelease?.();
    takeBackRelease = undefined;
    heldUntil = -Infinity;
    held = false;
    startMore();
  };

  return {
    get width() {
      return width;
    },
    run: <T>(
      lane: string,
      urgent: boolean,
      signal: AbortSignal,
      task: (start: number) => Promise<T>,
    ): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        const onAbort = (): void => reject(signal.reason as Error);
        if (signal.aborted) {
          onAbort();
          return;
        }
        const stopWaiting = whenAborted(signal, onAbort);
        const begin = async (): Promise<T> => task(starts++);
        const start = async (): Promise<void> => {
          if (!signal.aborted) await begin().then(resolve, reject);
          stopWaiting();
        };
        queue.enqueue(start, lane, urgent);
        startMore();
      }),
    hold: (ms, ...signals) => {
      const until = clock.now() + ms;
      if (until <= heldUntil || signals.some((signal) => signal.aborted)) return;
      heldUntil = until;
      held = true;
      takeBackRelease?.();
      const takeBack = clock.after(ms, release);
      // Else the timer would keep a stopped process alive.
      const stopWaiting = signals.map((signal) => whenAborted(signal, release));
      takeBackRelease = () => {
        takeBack();
        for (const take of stopWaiting) take();
      };
    },
    succeeded: () => {
      answersInRow += 1;
      if (width < most && answersInRow >= width * GROWTH_ROUNDS) setWidth(width + 1);
    },
    limited: (start) => {
      if (start < startsBeforeCut) return;
      startsBeforeCut = starts;
      if (width > 1) setWidth(Math.floor(width / 2));
    },
  };
}
