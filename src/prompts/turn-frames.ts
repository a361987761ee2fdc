import type { Decision } from '../games/engine/actions.js';

/** Stands for the log in a frame; no text of a prompt holds it, since all are free of control characters. */
const LOG = '\u0000log\u0000';

/**
 * The question around a log: the same whenever the same decision comes up. It is rendered once, with a mark in place
 * of the log, since logs are long and change with every call.
 */
export class TurnFrames {
  /** What stands before and after the log; null where it does not stand in one place. */
  readonly #frames = new WeakMap<Decision, readonly [head: string, tail: string] | null>();

  /** @param render the whole text for a log */
  constructor(private readonly render: (decision: Decision, log: string) => string) {}

  /**
   * What `render` gives.
   *
   * @param log the log's lines
   */
  text(decision: Decision, log: readonly string[]): string {
    const [first = ''] = log;
    // Without a log another text may stand in its place, and the ends of a text are trimmed.
    const frame = first === '' || log.at(-1) === '' ? null : this.#frameOf(decision);
    if (frame === null) return this.render(decision, log.join('\n'));
    const [head, tail] = frame;
    // One join: each further one would copy the whole text.
    const lines = log.with(0, head + first);
    lines[lines.length - 1] += tail;
    return lines.join('\n');
  }

  #frameOf(decision: Decision): readonly [head: string, tail: string] | null {
    let frame = this.#frames.get(decision);
    if (frame === undefined) {
      const [head = '', tail, ...more] = this.render(decision, LOG).split(LOG);
      frame = tail === undefined || more.length > 0 ? null : [head, tail];
      this.#frames.set(decision, frame);
    }
    return frame;
  }
}
