import type { ChatReply, ChatRequest, ModelIdentity } from './chat.js';
import { estimateTokens, promptTokens } from './tokens.js';

/** Above this many estimated tokens for each token of the window a prompt is likely too long for it. */
const LIKELY_RATIO = 1.1;

/** No tokenizer takes fewer tokens than this share of what is estimated, in any text a lab sends. */
const LOWEST_RATIO = 0.6;

/** How far a prompt's ratio may lie below the lowest ratio seen of the same model. */
const SLACK = 1.15;

/** Prompts with fewer tokens than this tell too little about the ratio. */
const CALIBRATION_TOKENS = 500;

function estimateOf(request: ChatRequest): number {
  return request.messages.reduce((sum, message) => sum + estimateTokens(message.content), 0);
}

function charactersOf(request: ChatRequest): number {
  return request.messages.reduce((sum, message) => sum + message.content.length, 0);
}

/** Whether a refused prompt was likely refused for its length. */
export function likelyLonger(request: ChatRequest, window: number): boolean {
  return estimateOf(request) > window * LIKELY_RATIO;
}

/** Watches whether a server cut prompts without saying so. */
export interface CutWatch {
  /**
   * Says in one sentence that, and how, the prompt of this reply was cut; undefined when it was not, or when
   * the window or the server's count is unknown.
   */
  check(request: ChatRequest, reply: ChatReply): string | undefined;
}

/**
 * A watch over one model's replies. A server that cuts leaves two traces: it read exactly as many tokens as
 * the window holds, since it cut to fill it; or it dropped whole messages, and read fewer tokens than the
 * window although the text is too long for it. The second is judged by how many tokens this model took of its
 * other prompts for each that was estimated, the prompts in doubt left out.
 */
export function cutWatch(identity: ModelIdentity): CutWatch {
  const window = identity.settings.context;
  let lowest = Infinity;
  return {
    check(request, reply) {
      const read = promptTokens(reply.usage);
      if (window === null || read === null) return undefined;
      const estimated = estimateOf(request);
      const ratio = lowest === Infinity ? LOWEST_RATIO : Math.max(lowest, LOWEST_RATIO);
      const droppedMessages = request.messages.length > 2 && (estimated * ratio) / SLACK > window;
      if (read >= window || droppedMessages) {
        return `the prompt did not fit the context window of ${window} tokens of ${identity.provider}:${identity.model}, and the server ${identity.endpoint} cut it without a word (it read ${read} tokens of ${charactersOf(request)} characters)`;
      }
      if (estimated >= CALIBRATION_TOKENS && read < window / 2) lowest = Math.min(lowest, read / estimated);
      return undefined;
    },
  };
}
