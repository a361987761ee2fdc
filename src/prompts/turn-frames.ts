import type { Decision } from '../games/engine/actions.js';

/** Stands for the log in a frame; no text of a prompt holds it, since all are free of control characters. */
const LOG = '\u0000log\u0000';

/**
 * The question around a log: the same whenever the same decision comes up. It is rendered once, with a mark in place
 * of the log, since logs are long and change with every call.
 */
export class TurnFrames {
  readonly #frames = new WeakMap<Decision, readonly string[]>();

  /** @param render the whole text for a log */
  constructor(private readonly render: (decision: Decision, log: string) => string) {}

  /** What `render` gives. */
  text(decision: Decision, log: string): string {
    // Without a log another text may stand in its place.
    if (log === '') return this.render(decision, log);
    let frame = this.#frames.get(decision);
    if (frame === undefined) {
      frame = this.render(decision, LOG).split(LOG);
      this.#frames.set(decision, frame);
    }
    return frame.join(log);
  }
}
