import type { FaultKind, TokenUsage } from './chat.js';

/** What happens at a gateway, for progress lines and counts. `model` is `provider:model`. */
export type GatewayEvent = { readonly model: string } & (
  | { readonly kind: 'sent' }
  /** A reply came from the recording: nothing was sent or paid. */
  | { readonly kind: 'replayed'; readonly usage: TokenUsage | null }
  | { readonly kind: 'reply'; readonly usage: TokenUsage | null; readonly durationMs: number }
  /** A request got no reply; `retryInMs` is null when it is not sent again. */
  | {
      readonly kind: 'fault';
      readonly fault: FaultKind;
      readonly message: string;
      readonly retryInMs: number | null;
    }
  /** A request was refused for a part the server does not know, and sent again without it. */
  | { readonly kind: 'mended'; readonly fault: FaultKind; readonly message: string }
  /** A call was given up. */
  | { readonly kind: 'failed'; readonly fault: FaultKind; readonly message: string }
  /** Requests in flight at most, from now on. */
  | { readonly kind: 'width'; readonly width: number }
  /** The server asked for a wait; nothing is sent to it meanwhile. */
  | { readonly kind: 'hold'; readonly ms: number }
);

/** Calls and tokens so far. Tokens of replayed calls are counted apart: they were paid once already. */
export interface CallCounts {
  /** Requests that went out, retries among them. */
  readonly sent: number;
  readonly replies: number;
  readonly replayed: number;
  readonly retried: number;
  readonly failed: number;
  /** Replies of which the server did not say how many tokens they took. */
  readonly uncounted: number;
  readonly tokens: TokenUsage;
  readonly replayedTokens: TokenUsage;
}

const NO_TOKENS: TokenUsage = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0, reasoning: 0 };

export const NO_CALLS: CallCounts = {
  sent: 0,
  replies: 0,
  replayed: 0,
  retried: 0,
  failed: 0,
  uncounted: 0,
  tokens: NO_TOKENS,
  replayedTokens: NO_TOKENS,
};

function plus(a: TokenUsage, b: TokenUsage | null): TokenUsage {
  if (b === null) return a;
  return {
    input: a.input + b.input,
    cachedInput: a.cachedInput + b.cachedInput,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    output: a.output + b.output,
    reasoning: a.reasoning + b.reasoning,
  };
}

/** The counts after one more event. */
export function countEvent(counts: CallCounts, event: GatewayEvent): CallCounts {
  switch (event.kind) {
    case 'sent':
      return { ...counts, sent: counts.sent + 1 };
    case 'replayed':
      return {
        ...counts,
        replayed: counts.replayed + 1,
        replayedTokens: plus(counts.replayedTokens, event.usage),
      };
    case 'reply':
      return {
        ...counts,
        replies: counts.replies + 1,
        uncounted: counts.uncounted + (event.usage === null ? 1 : 0),
        tokens: plus(counts.tokens, event.usage),
      };
    case 'fault':
      return event.retryInMs === null ? counts : { ...counts, retried: counts.retried + 1 };
    case 'mended':
      return { ...counts, sent: counts.sent + 1, retried: counts.retried + 1 };
    case 'failed':
      return { ...counts, failed: counts.failed + 1 };
    case 'width':
    case 'hold':
      return counts;
  }
}
