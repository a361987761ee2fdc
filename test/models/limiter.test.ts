import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/models/clock.js';
import { createLimiter, LaneQueue } from '../../src/models/limiter.js';

describe('lanes', () => {
  const fill = (queue: LaneQueue, log: string[], lane: string, count: number, urgent = false): void => {
    for (let i = 0; i < count; i += 1) {
      queue.enqueue(async () => void log.push(`${lane}${i}`), lane, urgent);
    }
  };
  const drain = (queue: LaneQueue): void => {
    for (let run = queue.dequeue(); run !== undefined; run = queue.dequeue()) void run();
  };

  it('serve first come, first served, and retries before the rest', () => {
    const log: string[] = [];
    const queue = new LaneQueue();
    fill(queue, log, 'a', 3);
    fill(queue, log, 'retry', 1);
    queue.enqueue(async () => void log.push('urgent'), 'a', true);
    drain(queue);
    expect(log).toEqual(['urgent', 'a0', 'a1', 'a2', 'retry0']);
    expect(queue.dequeue()).toBeUndefined();
  });

  it('keep to one model for a while, but not for ever', () => {
    const log: string[] = [];
    const queue = new LaneQueue();
    for (let i = 0; i < 100; i += 1) {
      fill(queue, log, 'a', 1);
      fill(queue, log, 'b', 1);
    }
    drain(queue);
    const changes = log.filter((name, i) => i > 0 && name[0] !== log[i - 1]?.[0]).length;
    expect(log).toHaveLength(200);
    expect(changes).toBeLessThan(10);
    // Neither model waits for all of the other's calls.
    expect(log.slice(0, 50).some((name) => name.startsWith('b'))).toBe(true);
  });

  it('keep their order over thousands of calls', () => {
    const queue = new LaneQueue();
    const order: number[] = [];
    for (let i = 0; i < 5000; i += 1) {
      queue.enqueue(async () => void order.push(i), 'a', false);
      if (i % 2 === 1) void queue.dequeue()?.();
    }
    drain(queue);
    expect(order).toEqual(Array.from({ length: 5000 }, (_, i) => i));
  });
});

describe('a limiter', () => {
  const never = new AbortController().signal;

  it('gives a place back however its task ends', async () => {
    const limiter = createLimiter(1, systemClock, () => undefined);
    const broken = (): Promise<void> => {
      throw new Error('broken');
    };
    await expect(limiter.run('a', false, never, broken)).rejects.toThrow('broken');
    await expect(limiter.run('a', false, never, () => Promise.reject(new Error('lost')))).rejects.toThrow(
      'lost',
    );
    expect(await limiter.run('a', false, never, () => Promise.resolve('through'))).toBe('through');
  });

  it('has no more in flight than its width, through cuts and growth', async () => {
    const limiter = createLimiter(8, systemClock, () => undefined);
    let inFlight = 0;
    let most = 0;
    const task = async (start: number): Promise<void> => {
      inFlight += 1;
      expect(inFlight).toBeLessThanOrEqual(8);
      most = Math.max(most, inFlight);
      await new Promise((resolve) => setImmediate(resolve));
      if (start === 20) limiter.limited(start);
      else limiter.succeeded();
      inFlight -= 1;
    };
    await Promise.all(Array.from({ length: 200 }, () => limiter.run('a', false, never, task)));
    expect(most).toBe(8);
    expect(limiter.width).toBe(8);
  });
});
