import { UserError } from '../base/errors.js';
import { cleanText } from '../base/text.js';
import { ModelFault } from '../models/chat.js';
import type { ChatMessage, ChatReply } from '../models/chat.js';
import { pruneToBudget } from '../playbooks/budget.js';
import { checkPlaybookText, truncatedReason } from '../playbooks/text.js';
import { estimateTokens } from '../players/chat/chat-player.js';
import type { Asker } from '../players/chat/chat-player.js';
import type { Reflection, Reflector } from '../players/player.js';
import type { PromptLibrary } from '../prompts/library.js';
import { trajectoryText } from './trajectory-text.js';

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
interface Caps {
  /** Output tokens of a reply. */
  readonly reply: number;
  /** Words the model is asked for at most. */
  readonly words: number;
}

function capsFor(budget: number, context: number | null): Caps {
  const wanted = Math.ceil(budget * REPLY_ROOM);
  const reply = context === null ? wanted : Math.min(wanted, Math.floor(context * REPLY_SHARE));
  return { reply, words: Math.floor(Math.min(budget * WORDS_PER_TOKEN, reply / 2)) };
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
  site: { readonly episode: string; readonly turn: number },
  messages: readonly ChatMessage[],
  cap: number,
  signal: AbortSignal,
): Promise<{ readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string }> {
  const ask = async (attempt: number, maxOutputTokens: number): Promise<ChatReply> => {
    try {
      const place = { episode: site.episode, seat: null, turn: site.turn, attempt };
      return (await asker.ask(place, { messages, maxOutputTokens }, signal)).reply;
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      const what = `the reflection got no reply: ${error.message}; run the same command again to go on`;
      throw new UserError('model.unreachable', what, { cause: error });
    }
  };
  let used = cap;
  let reply = await ask(0, used);
  if (reply.finish === 'length' && asker.identity.settings.context === null) {
    used = 2 * cap;
    reply = await ask(1, used);
  }
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
      const fixed = estimateTokens(system) + estimateTokens(priorText ?? '') + MARGIN;
      const room = (context === null ? DEFAULT_PROMPT_TOKENS : context - caps.reply) - fixed;
      const text = trajectoryText(prompts, trajectories, room, estimateTokens);
      if (text === null) {
        throw new UserError(
          'model.context',
          `not even one game fits the reflection prompt of ${asker.identity.model} with a context of ` +
            `${context ?? DEFAULT_PROMPT_TOKENS}; raise --context or choose another --reflector`,
        );
      }
      const { rules, games, leftOut } = text;
      const user =
        priorText === null
          ? prompts.reflect.render('first', { rules, games, leftOut })
          : prompts.reflect.render('revise', { rules, games, leftOut, prior: priorText });
      const notes = leftOut === null ? [] : [leftOut];
      const messages = [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ] as const;
      const reply = await askForText(asker, { episode, turn: 0 }, messages, caps.reply, signal);
      if (!reply.ok) return { ok: false, reason: reply.reason, notes };
      return checkedPlaybook(reply.text, notes, budget);
    },
  };
}

async function checkedPlaybook(
  reply: string,
  notes: readonly string[],
  budget: number,
): Promise<Reflection> {
  const checked = checkPlaybookText(reply);
  if (!checked.ok) return { ok: false, reason: checked.reason, notes };
  const fitted = await pruneToBudget(checked.text, budget);
  return { ok: true, text: fitted.text, notes: [...notes, ...checked.notes, ...fitted.notes] };
}

/** Words of a text, roughly: what a placebo is asked to be as long as. */
function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}

/**
 * A language model that writes a placebo: on the same writing instructions and as long as the playbook it stands
 * against, without having seen a game.
 */
export function chatPlaceboReflector(asker: Asker, prompts: PromptLibrary): Reflector {
  const { context } = asker.identity.settings;
  return {
    async write({ prior, episode, budget }, signal): Promise<Reflection> {
      const caps = capsFor(budget, context);
      const words = prior === null ? caps.words : Math.min(caps.words, wordCount(prior));
      const messages = [
        { role: 'system', content: prompts.reflect.render('system', { words }) },
        { role: 'user', content: prompts.reflect.render('placebo', { words }) },
      ] as const;
      const reply = await askForText(asker, { episode, turn: 0 }, messages, caps.reply, signal);
      if (!reply.ok) return { ok: false, reason: reply.reason, notes: [] };
      return checkedPlaybook(reply.text, ['written without seeing a game'], budget);
    },
  };
}
