import type { ChatReply, ChatRequest, ModelIdentity } from './chat.js';

/** More characters than a token has on average in any text a lab sends: English has 4 to 5. */
const MAX_CHARACTERS_PER_TOKEN = 6;

/** Above this many characters for each token of the window a prompt is likely too long for it. */
const LIKELY_CHARACTERS_PER_TOKEN = 4;

/** How far a prompt's average may lie above the highest average seen of the same model. */
const SLACK = 1.15;

/** Prompts shorter than this tell too little about the average. */
const CALIBRATION_CHARACTERS = 2000;

function charactersOf(request: ChatRequest): number {
  return request.messages.reduce((sum, message) => sum + message.content.length, 0);
}

/** Whether a refused prompt was likely refused for its length. */
export function likelyLonger(request: ChatRequest, window: number): boolean {
  return charactersOf(request) > window * LIKELY_CHARACTERS_PER_TOKEN;
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
 * window although the text is too long for it. The second is judged by the characters a token that this
 * model's other prompts had, the prompts in doubt left out.
 */
export function cutWatch(identity: ModelIdentity): CutWatch {
  const window = identity.settings.context;
  let charactersPerToken: number | undefined;
  return {
    check(request, reply) {
      if (window === null || reply.usage === null) return undefined;
      const { input, cachedInput, cacheWrite } = reply.usage;
      const read = input + cachedInput + cacheWrite;
      if (read === 0) return undefined;
      const characters = charactersOf(request);
      const average = Math.min(charactersPerToken ?? Infinity, MAX_CHARACTERS_PER_TOKEN);
      const droppedMessages = request.messages.length > 2 && characters / (average * SLACK) > window;
      if (read >= window || droppedMessages) {
        return `the prompt did not fit the context window of ${window} tokens of ${identity.provider}:${identity.model}, and the server ${identity.endpoint} cut it without a word (it read ${read} tokens of ${characters} characters)`;
      }
      if (characters >= CALIBRATION_CHARACTERS && read < window / 2) {
        charactersPerToken = Math.max(charactersPerToken ?? 0, characters / read);
      }
      return undefined;
    },
  };
}
