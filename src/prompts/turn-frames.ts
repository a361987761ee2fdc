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

  /**
   * What `render` gives.
   *
   * @param log the log's lines
   */
  text(decision: Decision, log: readonly string[]): string {
    // Without a log another text may stand in its place, and the ends of a text are trimmed.
    if ((log[0] ?? '') === '' || log.at(-1) === '') return this.render(decision, log.join('\n'));
    let frame = this.#frames.get(decision);
    if (frame === undefined) {
      frame = this.render(decision, LOG).split(LOG);
      this.#frames.set(decision, frame);
    }
    const [head, tail] = frame;
    if (frame.length !== 2 || head === undefined || tail === undefined) return frame.join(log.join('\n'));
    // One join: each further one would copy the whole text.
    const lines = [...log];
    lines[0] = head + (log[0] ?? '');
    lines[lines.length - 1] += tail;
    return lines.join('\n');
  }
}
