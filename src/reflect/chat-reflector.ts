import { UserError } from '../base/errors.js';
import { cleanText } from '../base/text.js';
import { ModelFault } from '../models/chat.js';
import type { ChatReply, ChatRequest } from '../models/chat.js';
import { onlyBlanksWereCut } from '../models/extract.js';
import { pruneToBudget } from '../playbooks/budget.js';
import { checkPlaybookText, truncatedReason } from '../playbooks/text.js';
import { estimateTokens } from '../models/tokens.js';
import type { Asker } from '../players/chat/chat-player.js';
import type { Reflection, Reflector, Trajectory } from '../players/player.js';
import type { PromptLibrary } from '../prompts/library.js';
import { trajectoryText } from './trajectory-text.js';
import type { TrajectoryText } from './trajectory-text.js';

/** Words of a playbook for each token it may have: Markdown prose in English runs at about 0.7. */
const WORDS_PER_TOKEN = 0.6;
/** Cap on a reflector's visible output over the playbook's own budget: models do not count their words well. */
const REPLY_ROOM = 1.5;
/** Tokens of prompt used when the model's context window is not known. */
const DEFAULT_PROMPT_TOKENS = 60_000;
/** With a small window the reply gets at most this share of it. */
const REPLY_SHARE = 0.3;
/** Kept for the chat template and for an estimate that is too low. */
const MARGIN = 128;

/** Caps that follow from the budget of a playbook and the model's window. */
export interface Caps {
  /** Output tokens of a reply. */
  readonly reply: number;
  /** Words the model is asked for at most. */
  readonly words: number;
}

/**
 * Caps of a reply.
 *
 * @param budget tokens that what is written may have
 * @param context the model's window; null when it is not known
 */
export function capsFor(budget: number, context: number | null): Caps {
  const wanted = Math.ceil(budget * REPLY_ROOM);
  const reply = context === null ? wanted : Math.min(wanted, Math.floor(context * REPLY_SHARE));
  return { reply, words: Math.floor(Math.min(budget * WORDS_PER_TOKEN, reply / 2)) };
}

/** Tokens of a prompt that are left for what varies, beside a reply and what is always in it. */
export function promptRoom(context: number | null, replyCap: number, fixed: readonly string[]): number {
  const used = fixed.reduce((sum, text) => sum + estimateTokens(text), MARGIN);
  return (context === null ? DEFAULT_PROMPT_TOKENS : context - replyCap) - used;
}

/** The refusal of a window that is too small for what must be in a prompt. */
export function windowTooSmall(asker: Asker, what: string): UserError {
  const { model, settings } = asker.identity;
  return new UserError(
    'model.context',
    `${what} fits the reflection prompt of ${model} with a context of ` +
      `${settings.context ?? DEFAULT_PROMPT_TOKENS}; raise --context or choose another --reflector`,
  );
}

/**
 * Trajectories as text within what a prompt has room for.
 *
 * @throws UserError when not even one game fits
 */
export function gamesWithin(
  prompts: PromptLibrary,
  trajectories: readonly Trajectory[],
  room: number,
  asker: Asker,
): TrajectoryText {
  const text = trajectoryText(prompts, trajectories, room, estimateTokens);
  if (text === null) throw windowTooSmall(asker, 'not even one game');
  return text;
}

/** The text of a playbook inside our own tag: clean, and with no way out of it. */
export function insideTag(text: string): string {
  return cleanText(text).replaceAll('</playbook>', '‹/playbook›');
}

/**
 * Asks for one text; a reply that ended at the output limit is asked for once more with twice the cap where the
 * window allows it. A reply that is cut, withheld or refused is rejected with the reason.
 *
 * @throws UserError when no reply can be had: going on with the old playbook would make another study
 */
export async function askForText(
  asker: Asker,
  site: { readonly episode: string; readonly seat?: number; readonly turn: number },
  request: ChatRequest,
  signal: AbortSignal,
): Promise<{ readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string }> {
  const ask = async (attempt: number, maxOutputTokens: number): Promise<ChatReply> => {
    try {
      const place = { episode: site.episode, seat: site.seat ?? null, turn: site.turn, attempt };
      return (await asker.ask(place, { ...request, maxOutputTokens }, signal)).reply;
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      const what = `the reflection got no reply: ${error.message}; run the same command again to go on`;
      throw new UserError('model.unreachable', what, { cause: error });
    }
  };
  // A server that holds the reply to a schema may go on with blanks after its end.
  const isWhole = ({ text }: ChatReply): boolean => request.schema !== undefined && onlyBlanksWereCut(text);
  let used = request.maxOutputTokens;
  let reply = await ask(0, used);
  if (reply.finish === 'length' && !isWhole(reply) && asker.identity.settings.context === null) {
    used = 2 * used;
    reply = await ask(1, used);
  }
  if (reply.finish === 'length' && isWhole(reply)) return { ok: true, text: reply.text };
  switch (reply.finish) {
    case 'length':
      return { ok: false, reason: truncatedReason(used) };
    case 'filter':
      return { ok: false, reason: 'the provider withheld the reply' };
    case 'refusal':
      return { ok: false, reason: 'the model refused' };
    default:
      return { ok: true, text: reply.text };
  }
}

/**
 * A language model that writes playbooks. It reads full trajectories with the rules of each kind of game,
 * and the playbook to revise. A reply that is cut, withheld or no playbook is rejected with the reason.
 */
export function chatReflector(asker: Asker, prompts: PromptLibrary): Reflector {
  const { context } = asker.identity.settings;
  return {
    async write({ trajectories, prior, episode, budget }, signal): Promise<Reflection> {
      const caps = capsFor(budget, context);
      const system = prompts.reflect.render('system', { words: caps.words });
      const priorText = prior === null ? null : insideTag(prior);
      const room = promptRoom(context, caps.reply, [system, priorText ?? '']);
      const { rules, games, leftOut } = gamesWithin(prompts, trajectories, room, asker);
      const user =
        priorText === null
          ? prompts.reflect.render('first', { rules, games, leftOut })
          : prompts.reflect.render('revise', { rules, games, leftOut, prior: priorText });
      const notes = leftOut === null ? [] : [leftOut];
      const messages = [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ] as const;
      const reply = await askForText(
        asker,
        { episode, turn: 0 },
        { messages, maxOutputTokens: caps.reply },
        signal,
      );
      if (!reply.ok) return { ok: false, reason: reply.reason, notes };
      return checkedPlaybook(reply.text, notes, budget);
    },
  };
}

/** Reads a reply as a playbook and cuts it to its budget. */
export async function checkedPlaybook(
  reply: string,
  notes: readonly string[],
  budget: number,
): Promise<Reflection> {
  const checked = checkPlaybookText(reply);
  if (!checked.ok) return { ok: false, reason: checked.reason, notes };
  const fitted = await pruneToBudget(checked.text, budget);
  if (fitted.text.trim() === '') {
    const reason = `no part of the reply keeps to the budget of ${budget} tokens`;
    return { ok: false, reason, notes: [...notes, ...checked.notes] };
  }
  return { ok: true, text: fitted.text, notes: [...notes, ...checked.notes, ...fitted.notes] };
}

/** Words of a text, roughly: what a placebo is asked to be as long as. */
export function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}

/**
 * A language model that writes a placebo: on the same writing instructions and as long as the playbook it stands
 * against, without having seen a game.
 */
export function chatProsePlacebo(asker: Asker, prompts: PromptLibrary): Reflector {
  const { context } = asker.identity.settings;
  return {
    async write({ prior, episode, budget }, signal): Promise<Reflection> {
      const caps = capsFor(budget, context);
      const words = prior === null ? caps.words : Math.min(caps.words, wordCount(prior));
      const messages = [
        { role: 'system', content: prompts.reflect.render('system', { words }) },
        { role: 'user', content: prompts.reflect.render('placebo', { words }) },
      ] as const;
      const reply = await askForText(
        asker,
        { episode, turn: 0 },
        { messages, maxOutputTokens: caps.reply },
        signal,
      );
      if (!reply.ok) return { ok: false, reason: reply.reason, notes: [] };
      return checkedPlaybook(reply.text, ['written without seeing a game'], budget);
    },
  };
}
