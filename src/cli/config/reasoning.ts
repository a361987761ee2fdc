import { UserError } from '../../base/errors.js';
import type { Reasoning } from '../../models/chat.js';

/** Levels of `--reasoning-effort`, as OpenAI's API spells them. */
export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

/** Values of `--think`, as Ollama's API has them. */
export const THINK = ['on', 'off', 'low', 'medium', 'high'] as const;

/** The two spellings of one setting. */
export interface ReasoningWords {
  readonly reasoningEffort?: (typeof EFFORTS)[number] | undefined;
  readonly think?: (typeof THINK)[number] | boolean | undefined;
}

/**
 * The one setting behind both spellings; undefined when neither was given.
 *
 * @throws UserError `input.option` when they say different things
 */
export function reasoningOf({ reasoningEffort, think }: ReasoningWords): Reasoning | undefined {
  const byEffort = reasoningEffort === 'none' ? 'off' : reasoningEffort;
  const byThink = typeof think === 'boolean' ? (think ? 'on' : 'off') : think;
  // `on` asks for no level, so it goes with every level but none.
  const agree = byEffort === byThink || (byThink === 'on' && byEffort !== 'off');
  if (byEffort !== undefined && byThink !== undefined && !agree) {
    throw new UserError(
      'input.option',
      `--think ${byThink} and --reasoning-effort ${reasoningEffort ?? ''} contradict each other: give one of them`,
    );
  }
  return byEffort ?? byThink;
}
