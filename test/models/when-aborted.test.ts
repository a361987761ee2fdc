import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { whenAborted } from '../../src/models/when-aborted.js';

describe('waiting for a signal', () => {
  it('runs what waits once, and not what was taken back', () => {
    const controller = new AbortController();
    const ran: string[] = [];
    whenAborted(controller.signal, () => ran.push('first'));
    const takeBack = whenAborted(controller.signal, () => ran.push('second'));
    whenAborted(controller.signal, () => ran.push('third'));
    takeBack();
    controller.abort();
    controller.abort();
    expect(ran).toEqual(['first', 'third']);
  });

  it('runs the same function for each time it waits', () => {
    const controller = new AbortController();
    let runs = 0;
    const run = (): void => void (runs += 1);
    const takeBack = whenAborted(controller.signal, run);
    whenAborted(controller.signal, run);
    takeBack();
    controller.abort();
    expect(runs).toBe(1);
  });

  it('keeps signals apart', () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const ran: string[] = [];
    whenAborted(one.signal, () => ran.push('one'));
    whenAborted(other.signal, () => ran.push('other'));
    other.abort();
    expect(ran).toEqual(['other']);
  });

  it('adds one listener to a signal, however many wait', () => {
    const { signal } = new AbortController();
    for (let i = 0; i < 1000; i += 1) whenAborted(signal, () => undefined);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  });
});
