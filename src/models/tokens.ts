import type { ModelIdentity, TokenUsage } from './chat.js';
import { servesOpenAiModels } from './endpoint.js';

/**
 * Tokens a character of each script takes, for a text of several sentences. The letters of most scripts share
 * tokens, those of Chinese, Japanese and Korean hardly do. On the high side of what current tokenizers take: a prompt that is thought too long is cut, one that is thought
 * too short is refused or cut by the server.
 */
const SCRIPTS: readonly { readonly pattern: RegExp; readonly tokens: number }[] = [
  { pattern: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu, tokens: 1.1 },
  { pattern: /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}]/gu, tokens: 0.45 },
  { pattern: /[\p{Emoji_Presentation}\p{Extended_Pictographic}]/gu, tokens: 2.5 },
];
/** Latin letters, digits, blanks and marks: English runs at 4 to 4.5 characters a token in plain prose. */
const PLAIN_TOKENS = 1 / 3.6;
/** Any other character, as those of Thai, Devanagari or Tamil. */
const OTHER_TOKENS = 0.6;
/** Nothing but Latin, common marks and blanks: the usual case, in one pass. */
const PLAIN = /^[\u0000-\u024f\u2010-\u2027]*$/;
const PLAIN_CHARACTER = /[\u0000-\u024f\u2010-\u2027\ufffd]/g;

/**
 * Estimates the tokens of a text by its scripts, on the high side. What a model's tokenizer really makes of it
 * is learned by {@link calibrate}.
 */
export function estimateTokens(text: string): number {
  if (PLAIN.test(text)) return Math.ceil(text.length * PLAIN_TOKENS);
  let rest = text;
  let tokens = 0;
  for (const { pattern, tokens: each } of SCRIPTS) {
    let count = 0;
    rest = rest.replace(pattern, () => {
      count += 1;
      return '';
    });
    tokens += count * each;
  }
  const plain = rest.match(PLAIN_CHARACTER)?.length ?? 0;
  const other = Array.from(rest).length - plain;
  return Math.ceil(tokens + plain * PLAIN_TOKENS + Math.max(0, other) * OTHER_TOKENS);
}

/** How many tokens a server counted for each that was estimated. */
export interface Calibration {
  readonly ratio: number;
  /** Replies it was learned from. */
  readonly samples: number;
}

/** What is believed before a server has counted anything. */
export const UNCALIBRATED: Calibration = { ratio: 1, samples: 0 };

/**
 * Bounds of a ratio. Below the lower one it is no tokenizer's work but a server that leaves cached tokens out of
 * its count, or that cut the prompt; above the upper one it counts something else as well.
 */
const LOWEST_RATIO = 0.6;
const HIGHEST_RATIO = 3;
/** Shorter prompts tell more about the chat template than about the tokenizer. */
const CALIBRATION_TOKENS = 200;
/** Weight of a new count against what is believed. */
const LEARNING_RATE = 0.5;

/** Prompt tokens of a reply, from a cache or not; null where the server reported none. */
export function promptTokens(usage: TokenUsage | null): number | null {
  if (usage === null) return null;
  const read = usage.input + usage.cachedInput + usage.cacheWrite;
  return read === 0 ? null : read;
}

/**
 * What is believed after one more count: bounded, and smoothed exponentially. Depends on nothing but its
 * arguments, so the same counts in the same order give the same ratio.
 *
 * @param estimated what {@link estimateTokens} said of the prompt
 * @param reported what the server counted; null when it did not
 */
export function calibrate(known: Calibration, estimated: number, reported: number | null): Calibration {
  if (reported === null || estimated < CALIBRATION_TOKENS) return known;
  const seen = Math.min(HIGHEST_RATIO, Math.max(LOWEST_RATIO, reported / estimated));
  const ratio = known.samples === 0 ? seen : known.ratio + LEARNING_RATE * (seen - known.ratio);
  return { ratio, samples: known.samples + 1 };
}

/** True when the endpoint's models count by OpenAI's `o200k_base`, so that a prompt can be counted exactly. */
export function countsAsOpenAi({
  provider,
  endpoint,
}: Pick<ModelIdentity, 'provider' | 'endpoint'>): boolean {
  return (
    provider === 'openai' &&
    URL.canParse(endpoint) &&
    servesOpenAiModels({ host: new URL(endpoint).hostname })
  );
}
